"""Questions and mentions for people: names, roles and the words around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from graph_aria.api.deps import Scope
from graph_aria.api.rendering import read_named
from graph_aria.api.schemas.identity import Asked, ShownMention, ShownQuestion
from graph_aria.domain.graph import Entity
from graph_aria.domain.questions import Question
from graph_aria.domain.records import Entry, Mention
from graph_aria.domain.vocabulary import Kind

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
        shown.append(await _shown(scope, question, ends[0], ends[1]))
    return shown


async def _shown(scope: Scope, question: Question, one: Entity, other: Entity) -> ShownQuestion:
    names = [_called(one), _called(other)]
    if names[0] == names[1]:
        sentence = f"Is {names[0]} the same each time?"
    else:
        sentence = f"Is {names[0]} the same as {names[1]}?"
    return ShownQuestion(
        id=question.id,
        sentence=sentence,
        one=await _asked(scope, one),
        other=await _asked(scope, other),
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


async def _asked(scope: Scope, entity: Entity) -> Asked:
    page = await scope.store.read_evidence(scope.profile.id, entity.id, limit=_LOOKED_AT)
    line = next((each for each in page.items if each.entry is not None and each.quotes), None)
    quote = None
    if line is not None and line.entry is not None:
        quote = _around(line.entry.text, line.entry.text.find(line.quotes[0]), len(line.quotes[0]))
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
        quote=_around(entry.text, mention.start, mention.end - mention.start) if words else "",
    )


def _around(text: str, start: int, length: int) -> str:
    """A phrase on one line, with what stands around it."""
    start = max(0, start)
    first, last = max(0, start - _AROUND), min(len(text), start + length + _AROUND)
    if first > 0:
        first = text.find(" ", first, start) + 1 or first
    if last < len(text):
        last = max(text.rfind(" ", start + length, last), start + length)
    around = " ".join(text[first:last].split())
    return f"{'…' if first > 0 else ''}{around}{'…' if last < len(text) else ''}"
