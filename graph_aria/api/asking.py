"""Questions and mentions for people: names, roles and the words around them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from graph_aria.api.deps import Scope
from graph_aria.api.rendering import read_named
from graph_aria.api.schemas.identity import Asked, ShownMention, ShownQuestion
from graph_aria.domain.graph import Entity
from graph_aria.domain.questions import Question
from graph_aria.domain.records import Entry, Mention, MentionState
from graph_aria.domain.statements import canonical_map
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.recall import MERGES

_LOOKED_AT: Final = 5
_AROUND: Final = 40
"""Characters before and behind a mention that are shown with it."""


async def show_questions(
    scope: Scope, questions: Sequence[Question], *, settled: bool = False
) -> list[ShownQuestion]:
    """Questions with what they are about, in their order.

    Args:
        scope: whose.
        questions: at most a page.
        settled: also those whose two are one meanwhile; else they are left out, and of
            several about the same two only the first is kept.
    """
    ids = {each for question in questions for each in question.pair}
    named = await read_named(scope, ids)
    quotes = await _read_quotes(scope, {entity.id for entity in named.values()})
    shown: list[ShownQuestion] = []
    known: set[frozenset[str]] = set()
    for question in questions:
        ends = [named.get(question.one_id), named.get(question.other_id)]
        if ends[0] is None or ends[1] is None:
            continue
        pair = frozenset((ends[0].id, ends[1].id))
        if not settled and (len(pair) == 1 or pair in known):
            continue
        known.add(pair)
        shown.append(_shown(question, ends[0], ends[1], quotes))
    return shown


def _shown(
    question: Question, one: Entity, other: Entity, quotes: Mapping[str, str]
) -> ShownQuestion:
    names = [_called(one), _called(other)]
    if names[0] == names[1]:
        sentence = f"Is {names[0]} the same each time?"
    else:
        sentence = f"Is {names[0]} the same as {names[1]}?"
    return ShownQuestion(
        id=question.id,
        sentence=sentence,
        one=_asked(one, quotes.get(one.id)),
        other=_asked(other, quotes.get(other.id)),
        reason=question.reason,
        score=question.score,
        asked_at=question.asked_at,
        answer=question.answer,
        answered_at=question.answered_at,
    )


def _called(entity: Entity) -> str:
    """A name, with the role where that is more than the name."""
    if entity.kind is not Kind.PERSON or entity.role is None:
        return entity.name
    if entity.role.casefold() == entity.name.casefold():
        return f"your {entity.role}"
    return f"{entity.name} (your {entity.role})"


async def _read_quotes(scope: Scope, entity_ids: Collection[str]) -> dict[str, str]:
    """The newest words around a mention of each of some entities, by entity id."""
    store, profile_id = scope.store, scope.profile.id
    found = await store.read_latest_evidence(profile_id, entity_ids, limit=_LOOKED_AT)
    newest: dict[str, str] = {}
    for entity_id, lines in found.items():
        spoken = (each.entry.id for each in lines if each.entry is not None and each.quotes)
        entry_id = next(spoken, None)
        if entry_id is not None:
            newest[entity_id] = entry_id
    records = {
        record.entry.id: record
        for record in await store.read_records(profile_id, sorted(set(newest.values())))
    }
    canonical = canonical_map(await store.list_rulings(profile_id, verbs=MERGES))
    quotes: dict[str, str] = {}
    for entity_id, entry_id in newest.items():
        if entry_id not in records:
            continue
        mentions = sorted(records[entry_id].mentions, key=lambda each: (each.start, each.id))
        quote = next(
            (
                _quote(records[entry_id].entry, each)
                for each in mentions
                if each.entity_id is not None
                and each.state is MentionState.LIVE
                and canonical(each.entity_id) == entity_id
            ),
            "",
        )
        if quote:
            quotes[entity_id] = quote
    return quotes


def _asked(entity: Entity, quote: str | None) -> Asked:
    return Asked(
        id=entity.id,
        name=entity.name,
        kind=entity.kind,
        role=entity.role,
        quote=quote,
        last_on=entity.standing.last_on if entity.standing else None,
    )


async def show_mentions(
    scope: Scope, mentions: Iterable[tuple[str, Mention]]
) -> list[ShownMention]:
    """Mentions with the words around them, in their order."""
    found = list(mentions)
    records = await scope.store.read_records(
        scope.profile.id, list(dict.fromkeys(entry_id for entry_id, _ in found))
    )
    entries = {record.entry.id: record.entry for record in records}
    return [_mention(entries[key], mention) for key, mention in found if key in entries]


def _mention(entry: Entry, mention: Mention) -> ShownMention:
    words = next(iter(entry.quotes([(mention.start, mention.end)])), "")
    return ShownMention(
        id=mention.id,
        entry_id=entry.id,
        day=entry.day,
        name=mention.name,
        words=words,
        quote=_quote(entry, mention),
    )


def _quote(entry: Entry, mention: Mention) -> str:
    """A mention with what stands around it; empty while an edited entry is not read again."""
    if not any(entry.quotes([(mention.start, mention.end)])):
        return ""
    return _around(entry.text, mention.start, mention.end - mention.start)


def _around(text: str, start: int, length: int) -> str:
    """A phrase on one line, with what stands around it."""
    first, last = max(0, start - _AROUND), min(len(text), start + length + _AROUND)
    if first > 0:
        first = text.find(" ", first, start) + 1 or first
    if last < len(text):
        last = max(text.rfind(" ", start + length, last), start + length)
    around = " ".join(text[first:last].split())
    return f"{'…' if first > 0 else ''}{around}{'…' if last < len(text) else ''}"
