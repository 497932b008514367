"""Recall when the user was born."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from graph_aria.domain.memories import MemoryKind, MemoryState
from graph_aria.domain.plausible_days import BIRTHDAY, birth_told
from graph_aria.domain.reading import Reading
from graph_aria.ports import Memories

_WORD: Final = "born"
_MOST: Final = 100
_STANDS: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING})


async def recall_birth(
    store: Memories, profile_id: str, readings: Sequence[Reading]
) -> date | None:
    """When the user was born, as far as the dates of milestones that were read hang on it.

    Args:
        store: where it is.
        profile_id: whose.
        readings: what was read just now; it may tell it as well.

    Returns:
        None if it is not known with its year, or neither a milestone was read nor a correction.

    Reads: memories that may tell it. Writes: nothing. Safe to repeat: yes.
    """
    said = [one for reading in readings for one in reading.memories]
    if not any(one.kind is MemoryKind.MILESTONE or one.corrects for one in said):
        return None
    found = {*await store.find_memories(profile_id, slots=[BIRTHDAY])}
    found |= {each for each, _ in await store.search_memories(profile_id, _WORD, limit=_MOST)}
    if found:
        known = await store.read_memories(profile_id, found)
        born = birth_told(
            one for one in known.memories.values() if one.id in found and one.state in _STANDS
        )
        if born is not None:
            return born
    return birth_told(said)
