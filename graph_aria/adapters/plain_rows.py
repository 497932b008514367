"""Rows that every store gives in one order, as frozen values.

Each function names the order of its columns. What a store keeps otherwise (days, entries,
standings) it reads in a module of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, TypeVar

from graph_aria.domain.conversations import Conversation, Reply, ReplyState
from graph_aria.domain.days import from_micros
from graph_aria.domain.drawn import from_text
from graph_aria.domain.memories import ImportantDate
from graph_aria.domain.memory_changes import Veto
from graph_aria.domain.memory_history import (
    Author,
    LinkKind,
    MemoryLink,
    MemoryRevision,
    MemoryRuling,
    MemoryVerb,
)
from graph_aria.domain.questions import Answer, Question, Reason
from graph_aria.domain.reading import Polarity, Tense
from graph_aria.domain.records import Assertion, Mention, MentionState
from graph_aria.domain.views import Job, Token
from graph_aria.domain.vocabulary import Kind, Predicate

Member = TypeVar("Member", bound=StrEnum)


def by_value(kind: type[Member]) -> dict[str, Member]:
    """The members of an enum by what is stored for them: asked thousands of times for a prompt."""
    return {member.value: member for member in kind}


KINDS: Final = by_value(Kind)
PREDICATES: Final = by_value(Predicate)


def instant_or_none(value: int | None) -> datetime | None:
    """A stored instant, which is told in microseconds."""
    return None if value is None else from_micros(value)


def token_of(row: Sequence[Any]) -> Token:
    """A token from (id, profile's id, name, read_only, created, last used, revoked)."""
    id_, profile_id, name, read_only, created_at, last_used_at, revoked_at = row
    return Token(
        id=id_,
        profile_id=profile_id,
        name=name,
        read_only=bool(read_only),
        created_at=from_micros(created_at),
        last_used_at=instant_or_none(last_used_at),
        revoked_at=instant_or_none(revoked_at),
    )


def mention_of(row: Sequence[Any]) -> Mention:
    """A mention from (entry, id, start, end, name, kind, rule, strength, entity, role, …)."""
    return Mention(
        entry_id=row[0],
        id=row[1],
        start=row[2],
        end=row[3],
        name=row[4],
        kind=Kind(row[5]),
        rule=row[6],
        strength=row[7],
        entity_id=row[8],
        role=row[9],
        cadence=row[10],
        named=bool(row[11]),
        intensity=row[12],
        negated=bool(row[13]),
        of_user=bool(row[14]),
        matters=bool(row[15]),
        state=MentionState(row[16]),
    )


def assertion_of(row: Sequence[Any]) -> Assertion:
    """An assertion from (entry, id, subject, predicate, object, start, end, rule, …)."""
    return Assertion(
        entry_id=row[0],
        id=row[1],
        subject_id=row[2],
        predicate=Predicate(row[3]),
        object_id=row[4],
        start=row[5],
        end=row[6],
        rule=row[7],
        strength=row[8],
        polarity=Polarity(row[9]),
        tense=Tense(row[10]),
        ended=bool(row[11]),
        state=MentionState(row[12]),
    )


def job_of(row: Sequence[Any], profile_id: str) -> Job:
    """A job from (id, kind, subject, state, attempts, due, created, reason, finished, summary)."""
    (id_, kind, subject_id, state, attempts, due_at, created_at, reason, finished_at, summary) = row
    return Job(
        id=id_,
        profile_id=profile_id,
        kind=kind,
        subject_id=subject_id,
        state=state,
        attempts=attempts,
        due_at=from_micros(due_at),
        created_at=from_micros(created_at),
        reason=reason,
        finished_at=instant_or_none(finished_at),
        summary=summary,
    )


def question_of(row: Sequence[Any], profile_id: str) -> Question:
    """A question from (id, one, other, reason, score, asked, answer, answered)."""
    id_, one_id, other_id, reason, score, asked_at, answer, answered_at = row
    return Question(
        id=id_,
        profile_id=profile_id,
        one_id=one_id,
        other_id=other_id,
        reason=Reason(reason),
        score=score,
        asked_at=from_micros(asked_at),
        answer=None if answer is None else Answer(answer),
        answered_at=instant_or_none(answered_at),
    )


def conversation_of(row: Sequence[Any], profile_id: str) -> Conversation:
    """A conversation from (id, started, remembers, scope, external id, read to, last said)."""
    id_, started_at, remembers, scope, external_id, read_to, *last_at = row
    return Conversation(
        id=id_,
        profile_id=profile_id,
        started_at=from_micros(started_at),
        remembers=bool(remembers),
        scope=scope,
        external_id=external_id,
        read_to=read_to,
        last_at=from_micros(last_at[0]) if last_at else None,
    )


def reply_of(row: Sequence[Any]) -> Reply:
    """A reply from (turn, text, at, state, what it drew on as `drawn.to_text` wrote it)."""
    turn_id, text, at, state, *drawn = row
    told = from_text(drawn[0]) if drawn and drawn[0] is not None else None
    return Reply(turn_id, text, from_micros(at), ReplyState(state), told)


def important_of(row: Sequence[Any]) -> ImportantDate | None:
    """A day that returns from (month, day, year), None without a month."""
    month, day, year = row
    return None if month is None else ImportantDate(month, day, year)


def link_of(row: Sequence[Any]) -> MemoryLink:
    """A link of memories from (newer, older, kind, reason)."""
    newer_id, older_id, kind, reason = row
    return MemoryLink(newer_id, older_id, LinkKind(kind), reason)


def memory_ruling_of(row: Sequence[Any]) -> MemoryRuling:
    """A ruling about a memory from (id, verb, memory, at, other)."""
    id_, verb, memory_id, at, other_id = row
    return MemoryRuling(id_, MemoryVerb(verb), memory_id, from_micros(at), other_id)


def revision_of(row: Sequence[Any]) -> MemoryRevision:
    """A revision from (id, memory, field, before, after, why, at, by, other)."""
    id_, memory_id, field, before, after, why, at, by, other_id = row
    return MemoryRevision(
        id=id_,
        memory_id=memory_id,
        field=field,
        before=before,
        after=after,
        why=why,
        at=from_micros(at),
        by=Author(by),
        other_id=other_id,
    )


def veto_of(row: Sequence[Any]) -> Veto:
    """A veto from (entry, start, end)."""
    entry_id, start, end = row
    return Veto(entry_id, start, end)
