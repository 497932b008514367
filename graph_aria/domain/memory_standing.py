"""Every change to memories is one function: what sources, links and rulings say afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graph_aria.domain.memories import Level, Memory
from graph_aria.domain.memory_changes import MemoryDelta, MemoryNeighbourhood
from graph_aria.domain.memory_history import Author, MemoryRevision, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_sources import MemorySource, leading, projected
from graph_aria.domain.remembering import NOTHING_ADDED, Plan
from graph_aria.domain.replaying import BY_RULING, Outcome, replay

WRITTEN: Final = "written by hand"
OTHER_WORDS: Final = "the words that led are no longer there, or others came before them"
"""Why a memory has another text."""

_Key = tuple[str, str, int, int]


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """What happens to memories.

    Attributes:
        added: what proposals add.
        dropped: keys of sources that are there no longer; what is added again stays.
        rulings: new ones.
        dropped_rulings: ids of those that are taken back.
        by: who brings it about.
        why: what to say in the history instead of what replay tells, or None.
    """

    added: Plan = NOTHING_ADDED
    dropped: Collection[_Key] = ()
    rulings: Sequence[MemoryRuling] = ()
    dropped_rulings: Collection[str] = ()
    by: Author = Author.READING
    why: str | None = None


def restand(
    known: MemoryNeighbourhood,
    change: MemoryChange,
    *,
    level: Level,
    allows_romance: bool,
    now: datetime,
    new_id: Callable[[], str],
) -> MemoryDelta:
    """Derive how memories stand after a change, and what must be written for it.

    A memory without any source left is gone. What was drawn from several sources is gone if
    any of them is, unless it is drawn anew, and what was merged into it stands again.

    Args:
        known: whatever the change touches.
        change: what happens.
        level: the profile's.
        allows_romance: its switch.
        now: the instant of the change.
        new_id: gives revisions their ids.
    """
    before = _by_memory(known.sources)
    fallen = _fallen(known.sources, change)
    after = _by_memory(_sources_after(known.sources, change, fallen))
    memories = {**known.memories, **{one.id: one for one in change.added.memories}}
    taken_back = set(change.dropped_rulings) | {
        one.id for one in known.rulings if one.verb is MemoryVerb.MERGE and one.other_id in fallen
    }
    rulings = sorted(
        (one for one in (*known.rulings, *change.rulings) if one.id not in taken_back),
        key=lambda one: (one.at, one.id),
    )
    standing = {
        memory_id: projected(memory, after[memory_id])
        for memory_id, memory in memories.items()
        if after.get(memory_id)
    }
    outcomes = replay(
        standing.values(),
        sources=[source for sources in after.values() for source in sources],
        links=tuple(
            {
                (link.newer_id, link.older_id): link for link in (*known.links, *change.added.links)
            }.values()
        ),
        rulings=rulings,
        level=level,
        allows_romance=allows_romance,
        now=now,
    )
    saved: list[Memory] = []
    revisions: list[MemoryRevision] = []
    stale: list[str] = []
    for memory_id in sorted(standing):
        was = known.memories.get(memory_id)
        memory = _standing(standing[memory_id], outcomes[memory_id])
        if was == memory:
            continue
        saved.append(memory)
        if was is None:
            continue
        if was.text != memory.text and memory_id in known.vectors:
            stale.append(memory_id)
        teller = _Teller(change, now, new_id, outcomes[memory_id].why)
        revisions += teller.tell(was, memory, before[memory_id], after[memory_id])
    kept = {source.key: source for sources in after.values() for source in sources}
    old = {source.key: source for source in known.sources}
    gone = tuple(sorted(set(known.memories) - set(standing)))
    return MemoryDelta(
        save=tuple(saved),
        drop_ids=gone,
        save_sources=tuple(one for key, one in sorted(kept.items()) if old.get(key) != one),
        drop_sources=tuple(
            key for key in sorted(old) if key not in kept and key[0] not in set(gone)
        ),
        save_links=tuple(
            link
            for link in change.added.links
            if link.newer_id in standing and link.older_id in standing
        ),
        save_rulings=tuple(one for one in change.rulings if one.memory_id in standing),
        drop_ruling_ids=tuple(sorted(taken_back)),
        save_revisions=tuple(revisions),
        drop_vectors=tuple(stale),
    )


def _by_memory(sources: Iterable[MemorySource]) -> dict[str, list[MemorySource]]:
    found: dict[str, list[MemorySource]] = defaultdict(list)
    for source in sources:
        found[source.memory_id].append(source)
    return found


def _fallen(sources: Iterable[MemorySource], change: MemoryChange) -> set[str]:
    """Memories whose drawn sources are not all there any more and that are not drawn anew."""
    again = {source.memory_id for source in change.added.sources if source.is_drawn}
    gone = set(change.dropped) - {source.key for source in change.added.sources}
    return {one.memory_id for one in sources if one.is_drawn and one.key in gone} - again


def _sources_after(
    sources: Iterable[MemorySource], change: MemoryChange, fallen: Collection[str]
) -> Iterable[MemorySource]:
    dropped = set(change.dropped)
    kept = {source.key: source for source in sources if source.key not in dropped}
    kept |= {source.key: source for source in change.added.sources}
    return [one for one in kept.values() if not (one.is_drawn and one.memory_id in fallen)]


def _standing(memory: Memory, outcome: Outcome) -> Memory:
    stood = memory.state, memory.superseded_by, memory.pinned, memory.confirmed_at
    if stood == (outcome.state, outcome.superseded_by, outcome.pinned, outcome.confirmed_at):
        return memory  # as most do, and a copy takes longer than all else here
    return replace(
        memory,
        state=outcome.state,
        superseded_by=outcome.superseded_by,
        pinned=outcome.pinned,
        confirmed_at=outcome.confirmed_at,
    )


@dataclass(frozen=True, slots=True)
class _Teller:
    """Writes the history of one memory."""

    change: MemoryChange
    at: datetime
    new_id: Callable[[], str]
    why: str

    def tell(
        self,
        was: Memory,
        now: Memory,
        before: Sequence[MemorySource],
        after: Sequence[MemorySource],
    ) -> list[MemoryRevision]:
        """One revision for each field that changed."""
        told = []
        other = now.superseded_by or was.superseded_by
        if (was.state, was.superseded_by) != (now.state, now.superseded_by):
            told.append(self._one(now.id, "state", was.state, now.state, other))
        if was.pinned is not now.pinned:
            words: Mapping[bool, str | None] = {True: "pinned", False: None}
            why = self.why if other else BY_RULING
            told.append(
                self._one(now.id, "pinned", words[was.pinned], words[now.pinned], other, why)
            )
        if was.text != now.text:
            pinned = was.text if was.pinned else None
            led = leading(before, pinned=pinned).entry_id if before else None
            leads = leading(after, pinned=pinned)
            why = WRITTEN if leads.is_by_hand else OTHER_WORDS
            told.append(self._one(now.id, "text", led, leads.entry_id, None, why))
        return told

    def _one(
        self,
        memory_id: str,
        field: str,
        before: str | None,
        after: str | None,
        other: str | None,
        why: str | None = None,
    ) -> MemoryRevision:
        return MemoryRevision(
            self.new_id(), memory_id, field, before, after, self.change.why or why or self.why,
            self.at, self.change.by, other_id=other,
        )  # fmt: skip
