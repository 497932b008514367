"""Write a change to memories."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from graph_aria.domain.changes import Change
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memory_changes import NO_CHANGE, MemoryDelta, MemoryNeighbourhood, Veto
from graph_aria.domain.memory_standing import MemoryChange, restand
from graph_aria.domain.merging import change
from graph_aria.domain.reading import Cost
from graph_aria.domain.records import Entry, JobKind, Profile
from graph_aria.domain.statements import targets_of
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock, Conversations, Graph, Ids, Jobs, Memories, Profiles, Record
from graph_aria.stages.await_consolidation import await_consolidation
from graph_aria.stages.compare import Comparison
from graph_aria.stages.merge import load_neighbourhood, merge
from graph_aria.stages.recall import MERGES
from graph_aria.stages.remember import with_vectors
from graph_aria.stages.take_back import TakenBack, take_back
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.unsay import unsay


class MemoryChangeStore(Profiles, Record, Conversations, Memories, Graph, Jobs, Protocol):
    """What changing memories needs of a store."""


@dataclass(frozen=True, slots=True)
class MemoryStep:
    """A change to memories with what goes along with it.

    Attributes:
        known: whatever the change touches.
        change: what happens to memories.
        save_entries, drop_entry_ids: notes that come and go with it.
        save_vetoes: spans from which nothing is to be remembered.
        scrubs: words go, so the store is to be scrubbed.
        cost: what asking a model about it took, None if none was asked.
    """

    known: MemoryNeighbourhood
    change: MemoryChange
    save_entries: tuple[Entry, ...] = ()
    drop_entry_ids: tuple[str, ...] = ()
    save_vetoes: tuple[Veto, ...] = ()
    scrubs: bool = False
    cost: Cost | None = None


Decide = Callable[[Profile, datetime], Awaitable[MemoryStep | None]]
"""Decides, from what the store holds when it is asked; None for nothing to do. May raise."""


async def change_memories(
    store: MemoryChangeStore,
    comparison: Comparison,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    decide: Decide,
    *,
    lease: Lease | None = None,
) -> MemoryDelta:
    """Write a change to memories in one transaction, decided anew if the graph has moved on.

    Args:
        store: where they are.
        comparison: makes the vectors of new words, if it can.
        clock: tells when it happens.
        ids: gives ids to revisions and jobs.
        profile_id: whose.
        decide: what happens.
        lease: the right under which jobs do this.

    Returns:
        What was written.

    Reads: whatever `decide` reads. Writes: one delta, or none. Safe to repeat: as `decide` is.
    """
    job_id = ids.new()  # before those of memories

    async def compute() -> GraphDelta | None:
        profile = await store.get_profile(profile_id)
        now = await tell_time(store, clock)
        step = await decide(profile, now)
        if step is None:
            return None
        delta = restand(
            step.known,
            step.change,
            level=profile.level,
            allows_romance=profile.allows_romance,
            now=now,
            new_id=ids.new,
        )
        delta = await with_vectors(comparison, step.known, delta)
        written = replace(delta, save_vetoes=step.save_vetoes)
        corrected = await take_back(store, profile_id, written, gone=step.drop_entry_ids)
        graph = await _restated(store, profile, corrected, now)
        return replace(
            graph,
            save_entries=step.save_entries,
            drop_entry_ids=step.drop_entry_ids,
            memories=written,
            unsaid=await _unsaid(store, profile_id, step, written) if step.scrubs else (),
            cost=step.cost,
            jobs=((ids.new(), JobKind.SCRUB),) if step.scrubs else (),
        )

    delta = await merge(store, compute, lease=lease)
    if delta is None:
        return NO_CHANGE
    if lease is None:  # what jobs make was looked at by them
        await await_consolidation(store, delta, job_id=job_id)
    return delta.memories


async def _unsaid(
    store: MemoryChangeStore, profile_id: str, step: MemoryStep, written: MemoryDelta
) -> tuple[str, ...]:
    notes = await store.read_records(profile_id, step.drop_entry_ids)
    texts = [record.entry.text for record in notes]
    return await unsay(store, profile_id, written, texts=texts)


async def _restated(
    store: MemoryChangeStore, profile: Profile, corrected: TakenBack, now: datetime
) -> GraphDelta:
    """What changes in the graph because statements count otherwise; mostly nothing."""
    if not corrected.changed:
        return GraphDelta(profile.id, profile.version, now)
    before, after = corrected.first(()), corrected.then(())
    merges = await store.list_rulings(profile.id, verbs=MERGES)
    neighbourhood = await load_neighbourhood(
        store,
        profile,
        source_ids=[record.entry.id for record in before],
        target_ids=targets_of(profile, [*before, *after], merges),
        from_day=min(record.entry.day for record in before),
    )
    return change(
        neighbourhood,
        Change(before, after, rulings=neighbourhood.rulings_with(merges), now=now),
    )
