"""Hold stored memories against those that lie near to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from graph_aria.domain.consolidating import hold_together
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import Author, LinkKind, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.records import Profile
from graph_aria.domain.remembering import Plan
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock, Ids, Memories
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.remember import MOST_NEAR, OPEN


@dataclass(frozen=True, slots=True)
class Rejoined:
    """What holding memories against each other brought about.

    Attributes:
        n_joined: how many went into one that says the same.
        n_open: how many pairs wait for somebody to decide.
    """

    n_joined: int = 0
    n_open: int = 0


async def rejoin(
    store: MemoryChangeStore,
    comparison: Comparison,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_ids: Collection[str],
    *,
    lease: Lease | None = None,
) -> Rejoined:
    """Join memories that say the same, and link those that exclude each other or may repeat.

    What is joined goes by a ruling, so that it can be undone; nothing of it is deleted.

    Args:
        store: where memories are.
        comparison: vectors and claims, kept from one try to the next.
        clock: tells when it happens.
        ids: gives ids to rulings.
        profile_id: whose.
        memory_ids: those that are held against their neighbours, by their stored vectors.
        lease: the right under which jobs do this.

    Reads: memories, their neighbours. Writes: one delta, if anything is found. Safe to
    repeat: yes.
    """
    found = Rejoined()

    async def decide(_profile: Profile, now: datetime) -> MemoryStep | None:
        nonlocal found
        found = Rejoined()
        known, near = await read_near(store, comparison, profile_id, memory_ids)
        pairs = [(one, other) for one, others in near.items() for other in others]
        if not pairs:
            return None
        texts = {known.memories[one].text for pair in pairs for one in pair}
        await comparison.parse(texts)
        joined = hold_together(pairs, known, comparison.bearings)
        if not joined.links and not joined.merges:
            return None
        found = Rejoined(
            len(joined.merges), sum(one.kind is LinkKind.UNCLEAR for one in joined.links)
        )
        rulings = tuple(
            MemoryRuling(ids.new(), MemoryVerb.MERGE, one, now, into) for one, into in joined.merges
        )
        change = MemoryChange(Plan(links=joined.links), rulings=rulings, by=Author.CONSOLIDATION)
        return MemoryStep(known, change)

    if memory_ids:
        await change_memories(store, comparison, clock, ids, profile_id, decide, lease=lease)
    return found


async def read_near(
    store: Memories,
    comparison: Comparison,
    profile_id: str,
    memory_ids: Iterable[str],
    *,
    grouped: bool = False,
) -> tuple[MemoryNeighbourhood, dict[str, tuple[str, ...]]]:
    """Memories with their neighbours by stored vectors of the present embedder.

    Args:
        store: where they are.
        comparison: takes over the stored vectors.
        profile_id: whose.
        memory_ids: whose neighbours to look for; those without such a vector have none.
        grouped: neighbours that may be told in one sentence, not those to be held together.

    Returns:
        All of them with what hangs together with them, and by id the neighbours, nearest
        first, at most `MOST_NEAR` of each.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    wanted = sorted(set(memory_ids))
    made_by = await comparison.meet()
    if made_by is None or not wanted:
        return MemoryNeighbourhood(), {}
    likeness = made_by.likeness
    stored = await store.read_memories(profile_id, wanted)
    near: dict[str, tuple[str, ...]] = {}
    for one in wanted:
        vector = stored.vectors.get(one)
        if vector is None or vector.embedder_id != made_by.embedder_id:
            continue
        others = await store.find_near(
            profile_id,
            vector.numbers,
            embedder_id=made_by.embedder_id,
            least=likeness.least_grouped if grouped else likeness.least_held,
            limit=MOST_NEAR + 1,
            scope=stored.memories[one].scope,
            states=OPEN,
        )
        near[one] = tuple(other for other, _ in others if other != one)
    everybody = {*wanted, *(other for others in near.values() for other in others)}
    known = await store.read_memories(profile_id, everybody)
    comparison.take(known.memories.values(), known.vectors)
    near = {
        one: tuple(other for other in others if other in known.memories)
        for one, others in near.items()
        if one in known.memories
    }
    return known, near
