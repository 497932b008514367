"""Take a memory from the user's own hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from graph_aria.domain.carried_over import carried_over
from graph_aria.domain.days import local_day
from graph_aria.domain.life_by_hand import focus_by_hand, milestone_by_hand
from graph_aria.domain.memories import (
    LIFE_KINDS,
    Category,
    ImportantDate,
    Memory,
    MemoryCandidate,
    MemoryKind,
)
from graph_aria.domain.memory_age import context_until
from graph_aria.domain.memory_sources import BY_HAND, EDITED, words_key
from graph_aria.domain.records import Profile
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore
from graph_aria.stages.check_milestone import check_milestone, latest_day
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.keep_note import Note, checked_words, keep_note, write_over
from graph_aria.stages.understand import Understood, understand

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
        InvalidInput, InvalidTime: it is a milestone that cannot have happened yet, or ever.

    Reads: memories near it. Writes: a note and one delta. Safe to repeat: it is confirmed.
    """
    words = checked_words(noted.text)
    profile = await store.get_profile(profile_id)
    today = local_day(clock.now(), profile.zone)
    understood = await understand(faculties, words, today)
    said = _said(understood, profile, noted, words, today)
    if said.kind in LIFE_KINDS and said.slot is None:
        told = focus_by_hand if said.kind is MemoryKind.FOCUS else milestone_by_hand
        own = told(words, said.text)
        said = replace(said, slot=own.slot, value=own.value)
    await _check(store, profile_id, said, understood, today)
    note = Note(
        words,
        said,
        scope=noted.scope,
        is_whole=understood.is_whole,
        confirm=lambda one: _confirming(said, one, understood, noted, profile),
    )
    return await keep_note(store, faculties, clock, ids, profile_id, note)


def _confirming(
    said: MemoryCandidate, one: Memory, understood: Understood, noted: Noted, profile: Profile
) -> MemoryCandidate:
    """What the user writes again, with what is known of it where the words alone tell less."""
    if words_key(said.text) == words_key(one.text):
        said = replace(said, text=one.text)
    if understood.like is None:
        said = replace(said, kind=noted.kind or one.kind, category=noted.category or one.category)
    return _over(said, one, understood, noted, profile)


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
        InvalidInput, InvalidTime: it is a milestone that cannot have happened yet, or ever.

    Reads: the memory and those near the new words. Writes: a note and one delta. Safe to
    repeat: yes.
    """
    was = await store.get_memory(profile_id, memory_id)
    words = checked_words(noted.text)
    profile = await store.get_profile(profile_id)
    today = local_day(clock.now(), profile.zone)
    understood = await understand(faculties, words, today)
    said = _rewritten(understood, profile, noted, words, today, was)
    await _check(store, profile_id, said, understood, latest_day(was, today))
    return await write_over(store, faculties, clock, ids, was, words, said)


async def _check(
    store: MemoryChangeStore,
    profile_id: str,
    said: MemoryCandidate,
    understood: Understood,
    today: date,
) -> None:
    if said.kind is MemoryKind.MILESTONE:
        await check_milestone(store, profile_id, said, understood.days, today)


def _said(
    understood: Understood, profile: Profile, noted: Noted, words: str, today: date
) -> MemoryCandidate:
    """What the user writes as it is kept: with what is read in it, if just one thing is."""
    base, like = understood.base, understood.like
    kind = noted.kind or (like.kind if like else MemoryKind.NOTE)
    return MemoryCandidate(
        text=understood.text,
        kind=kind,
        category=noted.category or _category(noted, like),
        start=0,
        end=len(words),
        rule=f"{BY_HAND}:add",
        importance=_importance(noted, base),
        emotional_significance=base.emotional_significance if base else 0.0,
        confidence=1.0,
        reason=noted.reason or (base.reason if base else None),
        valid_from=base.valid_from if base else None,
        valid_until=base.valid_until if base else None,
        expires_on=_expires_on(noted, base, kind, today, profile.zone),
        important=noted.important or (base.important if base else understood.important),
        slot=base.slot if base else None,
        value=base.value if base else None,
    )


def _rewritten(
    understood: Understood, profile: Profile, noted: Noted, words: str, today: date, was: Memory
) -> MemoryCandidate:
    """What the user writes over a memory, with the rest as it was, in the user's own words."""
    over = replace(
        noted,
        kind=noted.kind or was.kind,
        category=noted.category or was.category,
        importance=was.importance if noted.importance is None else noted.importance,
    )
    said = _said(understood, profile, over, words, today)
    said = replace(said, text=words, rule=EDITED, reason=said.reason or was.reason)
    return _over(said, was, understood, noted, profile)


def _over(
    said: MemoryCandidate, one: Memory, understood: Understood, noted: Noted, profile: Profile
) -> MemoryCandidate:
    """What is written, with days and slot of a memory that it is written over."""
    ends = one.expires_at
    said = carried_over(
        said,
        one,
        until=None if ends is None else local_day(ends - timedelta(microseconds=1), profile.zone),
        days=understood.days,
        is_read=understood.base is not None,
    )
    if one.kind is said.kind is MemoryKind.FOCUS and said.slot is None:
        # Other words for it are no word of how it stands.
        said = replace(said, slot=one.slot, value=one.value, valid_until=one.valid_until)
    if noted.important is not None:
        said = replace(said, important=noted.important)
    if noted.expires_on is not None:
        said = replace(said, expires_on=local_day(noted.expires_on, profile.zone))
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
