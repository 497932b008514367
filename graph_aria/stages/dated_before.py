"""Find the milestones that are dated before a day."""

from __future__ import annotations

from datetime import date

from graph_aria.domain.memories import MemoryFilter, MemoryKind
from graph_aria.ports import Memories
from graph_aria.stages.leaf_through import leaf_through


async def dated_before(store: Memories, profile_id: str, day: date) -> frozenset[str]:
    """Ids of the milestones that were over before a day, of any state.

    Reads: memories of this kind. Writes: nothing. Safe to repeat: yes.
    """
    wanted = MemoryFilter(kind=MemoryKind.MILESTONE)
    return frozenset(
        [
            memory.id
            async for memory in leaf_through(store.list_memories, profile_id, wanted)
            if memory.valid_until is not None and memory.valid_until < day
        ]
    )
