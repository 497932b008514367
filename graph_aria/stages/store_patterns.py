"""Keep what months show as memories, each with the days behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Protocol

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.graph import DAY_MARGIN
from graph_aria.domain.memories import (
    Learned,
    Memory,
    MemoryCandidate,
    MemoryKind,
)
from graph_aria.domain.memory_history import Author
from graph_aria.domain.memory_sources import PATTERN, MemorySource
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.pattern_values import MIN_DAYS, Pattern
from graph_aria.domain.records import EntryRecord, Mention, MentionState, Profile
from graph_aria.domain.remembering import Plan, proposed_in
from graph_aria.domain.statements import canonical_map
from graph_aria.domain.views import Lease
from graph_aria.domain.weights import INFERRED_STRENGTH
from graph_aria.ports import Clock, Graph, Ids, Record
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.notice import notice
from graph_aria.stages.recall import MERGES
from graph_aria.stages.tell_time import tell_time

CONFIDENCE: Final = 0.7
"""Of what is noticed and not said: as much as an inferred memory needs."""
_Words = dict[date, tuple[EntryRecord, Mention]]


class _EvidenceStore(Record, Graph, Protocol):
    """Where the days of a pattern are looked up."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a look for patterns left.

    Attributes:
        n_kept: patterns that there are now.
        n_new: those that were not there before.
        n_gone: those that were there and are no longer found.
    """

    n_kept: int = 0
    n_new: int = 0
    n_gone: int = 0


async def store_patterns(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    lease: Lease | None = None,
) -> Kept:
    """Notice patterns up to yesterday, and keep them in the place of those kept before.

    A pattern that is found again is the same memory with its new numbers and days; one that is
    not found again goes. What the user pinned stays as it is, what they put away stays away.
    Nothing is noticed while memory is off.

    Reads: moods, themes, entries, memories. Writes: one delta. Safe to repeat: yes.
    """
    profile = await store.get_profile(profile_id)
    if not faculties.may_learn(profile):
        return Kept()
    today = local_day(await tell_time(store, clock), profile.zone)
    patterns = await notice(store, profile, today=today - DAY)
    kept = Kept()

    async def decide(_profile: Profile, now: datetime) -> MemoryStep | None:
        nonlocal kept
        there = await _list_patterns(store, profile_id)
        canonical = canonical_map(await store.list_rulings(profile_id, verbs=MERGES))
        found: list[tuple[Pattern, _Words]] = []
        for pattern in patterns:
            words = await _words_of(store, profile_id, pattern, canonical)
            if len(words) >= MIN_DAYS:
                found.append((pattern, words))
        if not there and not found:
            kept = Kept()
            return None
        known = await store.read_memories(profile_id, there)
        step, kept = _planned(found, known.memories, known.sources, now, ids.new)
        return MemoryStep(known, step)

    comparison = Comparison(faculties)
    await change_memories(store, comparison, clock, ids, profile_id, decide, lease=lease)
    return kept


def _planned(
    found: Sequence[tuple[Pattern, _Words]],
    known: Mapping[str, Memory],
    sources: Iterable[MemorySource],
    now: datetime,
    new_id: Callable[[], str],
) -> tuple[MemoryChange, Kept]:
    by_slot = {one.slot: one for one in known.values() if one.learned is Learned.PATTERN}
    new: list[Memory] = []
    added: list[MemorySource] = []
    for pattern, words in found:
        there = by_slot.pop(pattern.slot, None)
        if there is not None and there.pinned:
            continue
        memory_id = new_id() if there is None else there.id
        told = [
            proposed_in(record.entry, _said(pattern, mention), memory_id=memory_id, now=now)
            for record, mention in words.values()
        ]
        added += [one.source for one in told]
        if there is None:
            new.append(told[0].memory)
    gone = {one.id for one in by_slot.values() if not one.pinned}
    changed = gone | {one.memory_id for one in added}
    kept_keys = {one.key for one in added}
    dropped = {
        one.key
        for one in sources
        if one.is_noticed and one.memory_id in changed and one.key not in kept_keys
    }
    change = MemoryChange(Plan(tuple(new), tuple(added)), dropped=dropped, by=Author.NOTICING)
    return change, Kept(len(found), len(new), len(gone))


def _said(pattern: Pattern, mention: Mention) -> MemoryCandidate:
    return MemoryCandidate(
        text=pattern.text,
        kind=MemoryKind.FACT,
        category=pattern.category,
        start=mention.start,
        end=mention.end,
        rule=f"{PATTERN}:{pattern.kind.value}",
        importance=pattern.importance,
        confidence=CONFIDENCE,
        learned=Learned.PATTERN,
        slot=pattern.slot,
        value=pattern.value,
    )


async def _list_patterns(store: MemoryChangeStore, profile_id: str) -> list[str]:
    """Ids of all patterns that are kept, whatever their state."""
    return [
        one.id
        async for one in leaf_through(store.list_memories, profile_id)
        if one.learned is Learned.PATTERN
    ]


async def _words_of(
    store: _EvidenceStore, profile_id: str, pattern: Pattern, canonical: Callable[[str], str]
) -> _Words:
    """For each day of a pattern the first entry that names its theme, with the words."""
    days = set(pattern.days)
    entry_ids = await _entries_of(store, profile_id, pattern.entity_id, days)
    words: _Words = {}
    for record in sorted(
        await store.read_records(profile_id, entry_ids), key=lambda one: one.entry.id
    ):
        if record.entry.is_read_as_it_was or record.entry.day not in days:
            continue
        mention = min(
            (
                one
                for one in record.mentions
                if one.state is MentionState.LIVE
                and one.strength >= INFERRED_STRENGTH
                and one.entity_id is not None
                and canonical(one.entity_id) == pattern.entity_id
            ),
            key=lambda one: (one.start, one.end),
            default=None,
        )
        if mention is not None:
            words.setdefault(record.entry.day, (record, mention))
    return words


async def _entries_of(store: Graph, profile_id: str, entity_id: str, days: set[date]) -> list[str]:
    """Ids of entries that are evidence of an entity on some days."""
    # By instants it is in order; local days of two zones may lie the other way round.
    earliest = min(days) - DAY_MARGIN * DAY
    found: list[str] = []
    async for line in leaf_through(store.read_evidence, profile_id, entity_id):
        if line.evidence.day < earliest:
            break
        if line.entry is not None and line.evidence.day in days:
            found.append(line.entry.id)
    return found
