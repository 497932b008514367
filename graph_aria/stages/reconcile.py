"""Give memories the vectors that they lack, and hold them against those they missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.merge import merge
from graph_aria.stages.rejoin import rejoin
from graph_aria.stages.tell_time import tell_time

AT_ONCE: Final = 64
"""Memories that are embedded and stored together."""

MOST_BATCHES: Final = 20
"""Batches of one run, so few that it is done before its lease runs out; the next tick goes on."""


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What was put right.

    Attributes:
        n_embedded: memories that had no vector.
        n_remade: memories whose vector another embedder had made.
        n_joined: how many went into one that says the same, now that this is seen.
        n_open: how many pairs wait for somebody to decide.
        n_strays: rows that belonged to nothing any more.
        is_away: the embedder cannot be asked; what is left waits for it.
    """

    n_embedded: int = 0
    n_remade: int = 0
    n_joined: int = 0
    n_open: int = 0
    n_strays: int = 0
    is_away: bool = False


async def reconcile(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    lease: Lease | None = None,
) -> Reconciled:
    """Remove strays, embed what has no vector of the present embedder, and catch up on it.

    What was stored while the embedder was away was compared by words and slots alone; once it
    has its vector it is held against what lies near. What another embedder had placed was
    held against its neighbours then, and is only placed anew. Nothing is embedded while memory
    is off.

    Reads: memories, their neighbours. Writes: strays, one delta a batch, one more where
    something is found. Safe to repeat: yes.
    """
    n_strays = await store.remove_strays(profile_id)
    done = Reconciled(n_strays=n_strays)
    if not faculties.may_learn(await store.get_profile(profile_id)):
        return done
    comparison = Comparison(faculties)
    for _ in range(MOST_BATCHES):
        made_by = await comparison.meet()
        if made_by is None:
            return replace(done, is_away=True)
        batch = await store.list_unembedded(profile_id, made_by.embedder_id, limit=AT_ONCE)
        if not batch:
            return done
        comparison = Comparison(faculties)
        if not await _embed(store, comparison, clock, profile_id, batch, lease):
            return replace(done, is_away=True)
        bare = [one.id for one in batch if one.embedder_id is None]
        found = await rejoin(store, comparison, clock, ids, profile_id, bare, lease=lease)
        done = Reconciled(
            done.n_embedded + len(bare),
            done.n_remade + len(batch) - len(bare),
            done.n_joined + found.n_joined,
            done.n_open + found.n_open,
            n_strays,
        )
    return done


async def _embed(
    store: MemoryChangeStore,
    comparison: Comparison,
    clock: Clock,
    profile_id: str,
    batch: Sequence[Memory],
    lease: Lease | None,
) -> bool:
    """Store the vectors of a batch as its texts are now; whether they could be made."""
    is_made = False

    async def compute() -> GraphDelta:
        nonlocal is_made
        profile = await store.get_profile(profile_id)
        known = await store.read_memories(profile_id, [one.id for one in batch])
        present = [known.memories[one.id] for one in batch if one.id in known.memories]
        await comparison.embed(one.text for one in present)
        await comparison.parse(one.text for one in present)
        made = [vector for vector in map(comparison.vector_of, present) if vector is not None]
        is_made = len(made) == len(present)
        return GraphDelta(
            profile_id,
            profile.version,
            await tell_time(store, clock),
            memories=MemoryDelta(save_vectors=tuple(made)),
        )

    await merge(store, compute, lease=lease)
    return is_made
