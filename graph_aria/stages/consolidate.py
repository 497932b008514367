"""Join memories that say the same, and with a model tell those in one that lie near."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from graph_aria.domain.memories import MemoryState
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.rejoin import Rejoined, rejoin
from graph_aria.stages.retell import Retold, retell
from graph_aria.stages.settle_reviews import Settled, settle_reviews

AT_ONCE: Final = 100
"""Memories that one run looks at; whoever goes through more comes again."""


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What consolidating brought about.

    Attributes:
        n_seen: memories that were looked at.
        rejoined: what was joined or linked by likeness and guard.
        settled: what the model decided of what waited; nothing without one.
        retold: what the model told in one sentence; nothing without one.
        n_open: memories that wait for somebody to decide.
        next_after: id after which there is more to look at, None if that was all.
    """

    n_seen: int = 0
    rejoined: Rejoined = field(default_factory=Rejoined)
    settled: Settled = field(default_factory=Settled)
    retold: Retold = field(default_factory=Retold)
    n_open: int = 0
    next_after: str | None = None


async def consolidate(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    after: str = "",
    lease: Lease | None = None,
) -> Consolidated:
    """Consolidate memories that were made since one, with whatever lies near to them.

    What it costs grows with what is new, not with what is there. Without a model only what
    says the same, by likeness and guard, is joined; what may say the same waits for the user.
    Nothing is done while memory is off.

    Args:
        store: where memories are.
        faculties: what compares, and the model if there is one.
        clock: tells when it happens.
        ids: gives ids to what is made; UUIDv7, so that later ones are greater.
        profile_id: whose.
        after: memories with greater ids are looked at, at most `AT_ONCE`; "" for all.
        lease: the right under which jobs do this.

    Reads: memories and their neighbours. Writes: some deltas. Safe to repeat: yes.
    """
    if not faculties.may_learn(await store.get_profile(profile_id)):
        return Consolidated()
    fresh = await store.list_memory_ids(profile_id, after=after, limit=AT_ONCE)
    comparison = Comparison(faculties)
    rejoined = await rejoin(store, comparison, clock, ids, profile_id, fresh, lease=lease)
    settled, retold = Settled(), Retold()
    if faculties.adviser is not None:
        settled = await settle_reviews(
            store, comparison, faculties.adviser, clock, ids, profile_id, lease=lease
        )
        if settled.failure is None:
            retold = await retell(
                store, comparison, faculties.adviser, clock, ids, profile_id, fresh, lease=lease
            )
    counted = await store.count_memories(profile_id)
    return Consolidated(
        n_seen=len(fresh),
        rejoined=rejoined,
        settled=settled,
        retold=retold,
        n_open=counted.get(MemoryState.PENDING, 0),
        next_after=retold.next_after or (fresh[-1] if len(fresh) == AT_ONCE else None),
    )
