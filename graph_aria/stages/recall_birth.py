"""Recall when the user was born."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from graph_aria.domain.memories import MemoryCandidate, MemoryState
from graph_aria.domain.plausible_days import BIRTHDAY, birth_told
from graph_aria.ports import Memories

_WORD: Final = "born"
_MOST: Final = 100
_HOLDS: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD})


async def recall_birth(
    store: Memories, profile_id: str, said: Iterable[MemoryCandidate] = ()
) -> date | None:
    """When the user was born at the earliest, as far as they told it with its year.

    What holds tells it before what waits for an answer, and that before what was said just now.

    Args:
        store: where it is.
        profile_id: whose.
        said: what was read just now; it may tell it as well.

    Returns:
        The day, or the first one of the month or the year that was told; None if none was.

    Reads: memories that may tell it. Writes: nothing. Safe to repeat: yes.
    """
    found = {*await store.find_memories(profile_id, slots=[BIRTHDAY])}
    found |= {each for each, _ in await store.search_memories(profile_id, _WORD, limit=_MOST)}
    if not found:
        return birth_told(said)
    known = await store.read_learned(profile_id, found)
    memories = [one for _, one in sorted(known.memories.items())]
    holding = birth_told(one for one in memories if one.state in _HOLDS)
    waiting = birth_told(one for one in memories if one.state is MemoryState.PENDING)
    return holding or waiting or birth_told(said)
