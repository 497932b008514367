"""Find what something new may have brought to an end, and what may have ended it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graph_aria.domain.endings import ends, may_end, tells_fully
from graph_aria.domain.memories import Category, Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.ports import Memories

_MOST: Final = 200
_STANDS: Final = (MemoryState.CURRENT, MemoryState.HELD)
_WHERE: Final = (
    MemoryFilter(kind=MemoryKind.FOCUS),
    MemoryFilter(kind=MemoryKind.MILESTONE),
    MemoryFilter(kind=MemoryKind.FACT, category=Category.WORK),
    MemoryFilter(kind=MemoryKind.FACT, category=Category.FAMILY),
)


async def find_endings(
    store: Memories, profile_id: str, memories: Iterable[Memory]
) -> frozenset[str]:
    """Ids of what some new memories end, or are ended by.

    Args:
        store: where they are.
        profile_id: whose.
        memories: new ones, as they would be stored.

    Reads: of each sort of memory that may be ended what was said last, 200 at most; nothing if
    no new one ends anything or is ended. Writes: nothing. Safe to repeat: yes.
    """
    new = [one for one in memories if may_end(one)]
    if not new:
        return frozenset()
    found: set[str] = set()
    for where in _WHERE:
        for memory in (await store.list_memories(profile_id, where, limit=_MOST)).items:
            if memory.state in _STANDS and any(
                bears(one, memory) or bears(memory, one)
                for one in new
                for bears in (ends, tells_fully)
            ):
                found.add(memory.id)
    return frozenset(found)
