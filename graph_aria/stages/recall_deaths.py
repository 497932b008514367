"""Recall who has died."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.occasions import Death, death_told
from graph_aria.ports import Memories

_MOST: Final = 100
_WORDS: Final = "died dead death deceased lost passed away killed"


async def recall_deaths(store: Memories, profile_id: str) -> tuple[Death, ...]:
    """Whoever is known to have died, whatever may be used of it.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    ranked = await store.search_memories(profile_id, _WORDS, limit=_MOST)
    known = await store.read_memories(profile_id, [memory_id for memory_id, _ in ranked])
    told = (death_told(memory) for memory in known.memories.values())
    return tuple(one for one in told if one is not None)
