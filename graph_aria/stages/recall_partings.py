"""Recall who has parted."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.partings import PARTING_WORDS, Parting, parting_told
from graph_aria.ports import Memories

_MOST: Final = 100


async def recall_partings(store: Memories, profile_id: str) -> tuple[Parting, ...]:
    """Whoever is known to have parted, whatever may be used of it.

    Returns:
        Of the first 100 memories that may tell it, by their ids.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    ranked = await store.search_memories(profile_id, PARTING_WORDS, limit=_MOST)
    if not ranked:
        return ()
    ids = [memory_id for memory_id, _ in ranked]
    known = await store.read_memories(profile_id, ids)
    found = (parting_told(known.memories[one]) for one in sorted(set(ids) & known.memories.keys()))
    return tuple(one for one in found if one is not None)
