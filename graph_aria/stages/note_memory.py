"""Take a memory from the user's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from graph_aria.domain.admission import Admitted, Setting, Why, admit
from graph_aria.domain.days import end_of_day, local_day
from graph_aria.domain.entries import checked_text, new_entry
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Memory,
    MemoryCandidate,
    MemoryKind,
)
from graph_aria.domain.memory_age import context_until
from graph_aria.domain.memory_history import Author
from graph_aria.domain.memory_sources import BY_HAND, projected
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.reading import EntryForm, ReadRequest
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.domain.relinking import held_against
from graph_aria.domain.remembering import Plan, Proposal, plan, proposed
from graph_aria.errors import InvalidText, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.remember import look_up

MOST_CHARACTERS: Final = 400
_IMPORTANCE: Final = 0.7
"""Of what the user took the trouble to write down."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A memory as the user writes it; None leaves a field to what is read in the words.

    Attributes:
        text: one sentence, at most 400 characters.
        kind, category, importance, reason, important, expires_on: as in `MemoryCandidate`.
        scope: "" for everywhere, else a namespace.
    """

    text: str
    kind: MemoryKind | None = None
    category: Category | None = None
    importance: float | None = None
    reason: str | None = None
    important: ImportantDate | None = None
    expires_on: datetime | None = None
    scope: str = ""


async def add_memory(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    noted: Noted,
) -> Memory:
    """Remember what the user writes; what says the same as a memory confirms that one.

    Returns:
        The memory, new or confirmed, as it stands now.

    Raises:
        InvalidText: empty, longer than 400 characters, more than a line, or a secret.

    Reads: memories near it. Writes: a note and one delta. Safe to repeat: it is confirmed.
    """
    comparison = Comparison(faculties)
    words = _checked(noted.text)
    said = await _said(faculties, clock, await store.get_profile(profile_id), noted, words, "add")
    placed: list[str] = []

    async def decide(profile: Profile, now: datetime) -> MemoryStep:
        entry, proposal = _proposal(profile, words, said, ids, now, noted.scope)
        known = await look_up(store, comparison, profile_id, [proposal.memory])
        added = plan(
            [proposal],
            known=known.memories.values(),
            sources=known.sources,
            bearings=comparison.bearings,
        )
        placed[:] = [added.sources[0].memory_id]
        return MemoryStep(known, MemoryChange(added, by=Author.USER), save_entries=(entry,))

    await change_memories(store, comparison, clock, ids, profile_id, decide)
    return await store.get_memory(profile_id, placed[0])


async def edit_memory(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
    noted: Noted,
) -> Memory:
    """Give a memory other words, which outrank what was read; its former ones stay in history.

    It works on pinned ones too: it is the user's own hand.

    Returns:
        The memory as it stands now.

    Raises:
        NotFound: there is no such memory.
        InvalidText: empty, longer than 400 characters, more than a line, or a secret.

    Reads: the memory and those near the new words. Writes: a note and one delta. Safe to
    repeat: yes.
    """
    comparison = Comparison(faculties)
    was = await store.get_memory(profile_id, memory_id)
    words = _checked(noted.text)
    profile = await store.get_profile(profile_id)
    said = await _said(faculties, clock, profile, _over(was, noted), words, "edit")
    if words == was.text and said.slot is None:  # other facts about the same words
        said = replace(said, slot=was.slot, value=was.value)

    async def decide(profile: Profile, now: datetime) -> MemoryStep:
        entry, proposal = _proposal(profile, words, said, ids, now, was.scope)
        known = await look_up(
            store, comparison, profile_id, [proposal.memory], memory_ids=[memory_id]
        )
        if memory_id not in known.memories:
            message = f"there is no memory {memory_id} in this profile (any more)"
            raise NotFound(message)
        source = replace(proposal.source, memory_id=memory_id)
        own = [one for one in known.sources if one.memory_id == memory_id]
        after = projected(known.memories[memory_id], [*own, source])
        # What stood against its former words alone does so no longer, and what excludes its
        # new ones is found as for a new memory.
        links = held_against(known, replace(proposal, memory=after), comparison.bearings)
        added = Plan((), (source,), links)
        return MemoryStep(known, MemoryChange(added, by=Author.USER), save_entries=(entry,))

    await change_memories(store, comparison, clock, ids, profile_id, decide)
    return await store.get_memory(profile_id, memory_id)


def _over(was: Memory, noted: Noted) -> Noted:
    """What is edited, with the rest as it was."""
    return replace(
        noted,
        kind=noted.kind or was.kind,
        category=noted.category or was.category,
        importance=was.importance if noted.importance is None else noted.importance,
        reason=was.reason if noted.reason is None else noted.reason,
        important=noted.important or was.important,
    )


def _checked(text: str) -> str:
    words = checked_text(text).strip()
    if len(words) > MOST_CHARACTERS or "\n" in words:
        message = (
            f"a memory is one sentence of at most {MOST_CHARACTERS} characters; this one has "
            f"{len(words)}: split it, or write a journal entry (`aria log`)"
        )
        raise InvalidText(message)
    return words


async def _said(
    faculties: Faculties, clock: Clock, profile: Profile, noted: Noted, text: str, how: str
) -> MemoryCandidate:
    """What the user writes as it is kept: with what is read in it, if just one thing is."""
    today = local_day(clock.now(), profile.zone)
    (reading,) = await faculties.reader.read_batch([ReadRequest(text, today)])
    read: Sequence[MemoryCandidate] = reading.memories
    base = read[0] if len(read) == 1 else None
    # Several things at once are kept in the user's own words, as what weighs most in them.
    like = max(read, key=lambda one: one.importance, default=None)
    kind = noted.kind or (like.kind if like else MemoryKind.NOTE)
    said = MemoryCandidate(
        text=base.text if base is not None and how == "add" else text,
        kind=kind,
        category=noted.category or _category(noted, like),
        start=0,
        end=len(text),
        rule=f"{BY_HAND}:{how}",
        importance=_importance(noted, base),
        emotional_significance=base.emotional_significance if base else 0.0,
        confidence=1.0,
        reason=noted.reason or (base.reason if base else None),
        valid_from=base.valid_from if base else None,
        valid_until=base.valid_until if base else None,
        expires_on=_expires_on(noted, base, kind, today, profile.zone),
        important=noted.important or (base.important if base else None),
        slot=base.slot if base else None,
        value=base.value if base else None,
    )
    verdict = admit(said, text, Setting(level=profile.level, by_hand=True))
    if verdict.admitted is Admitted.REFUSED:
        raise InvalidText(_refusal(verdict.why))
    return said


def _category(noted: Noted, like: MemoryCandidate | None) -> Category:
    if noted.important is not None:
        return Category.DATES
    return like.category if like else Category.IDENTITY


def _expires_on(
    noted: Noted, base: MemoryCandidate | None, kind: MemoryKind, today: date, zone: str
) -> date | None:
    """The last day on which it is of use; what is going on now always has one."""
    if noted.expires_on is not None:
        return local_day(noted.expires_on, zone)
    if base is not None and base.expires_on is not None:
        return base.expires_on
    return context_until(today, None) if kind is MemoryKind.CONTEXT else None


def _importance(noted: Noted, base: MemoryCandidate | None) -> float:
    if noted.importance is not None:
        return noted.importance
    return max(_IMPORTANCE, base.importance if base else 0.0)


def _refusal(why: Why) -> str:
    if why is Why.SECRET:
        return (
            "this looks like a password, a key or a card number; such things are never "
            "remembered. Keep it in a password manager"
        )
    return f"this cannot be remembered ({why}); write one sentence about yourself"


def _proposal(
    profile: Profile, words: str, said: MemoryCandidate, ids: Ids, now: datetime, scope: str
) -> tuple[Entry, Proposal]:
    """The note that the user's words are kept as, and the proposal that rests on it."""
    entry = new_entry(
        entry_id=ids.new(),
        profile=profile,
        form=EntryForm.NOTE,
        text=words,
        now=now,
        origin="memory",
    )
    expires_at = None if said.expires_on is None else end_of_day(said.expires_on, entry.zone)
    proposal = proposed(
        said,
        memory_id=ids.new(),
        profile_id=profile.id,
        entry_id=entry.id,
        said_at=entry.evidence_at,
        now=now,
        expires_at=expires_at,
        scope=scope,
    )
    return replace(entry, state=EntryState.READ), proposal
