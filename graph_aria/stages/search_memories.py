"""Find memories by the user's own words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from graph_aria.domain.memories import (
    EVERY_MEMORY,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.search_words import fused, telling_words
from graph_aria.errors import EmbedderAway
from graph_aria.ports import Memories
from graph_aria.stages.about_entity import AboutStore, about_entity
from graph_aria.stages.faculties import Faculties

STANDING: Final = (MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING)
"""States of what may be so; the others are shown only where they are asked for."""

_MOST: Final = 200
"""Memories that are looked at on either way, before any filter."""


async def search_memories(
    store: AboutStore,
    faculties: Faculties,
    profile_id: str,
    words: str,
    wanted: MemoryFilter = EVERY_MEMORY,
    *,
    states: Collection[MemoryState] = STANDING,
    kinds: Collection[MemoryKind] = frozenset(MemoryKind),
    limit: int,
) -> tuple[Memory, ...]:
    """Memories that have to do with some words, by meaning and by the words themselves.

    Args:
        store: where they are.
        faculties: the embedder; while it is away the words alone are looked for.
        profile_id: whose.
        words: any text; one without words finds nothing.
        wanted: which ones; its state is not looked at.
        states: in which states.
        kinds: of which kinds.
        limit: most of them, > 0.

    Returns:
        Best first, current ones before those that are not; may be empty. Of either way the
        first 200 are looked at.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    by_words = await store.search_memories(profile_id, telling_words(words), limit=_MOST)
    by_meaning = await _near(store, faculties, profile_id, words)
    scores = dict(fused([one for one, _ in by_words], by_meaning))
    if not scores:
        return ()
    known = await store.read_memories(profile_id, scores)
    about = None
    if wanted.about_id is not None:
        about = await about_entity(store, profile_id, wanted.about_id)
    found = [
        memory
        for memory_id, memory in known.memories.items()
        if memory_id in scores
        and memory.state in set(states)
        and memory.kind in kinds
        and is_wanted(memory, wanted)
        and (about is None or memory_id in about)
    ]
    found.sort(key=lambda one: (one.state is not MemoryState.CURRENT, -scores[one.id], one.id))
    return tuple(found[:limit])


async def _near(
    store: Memories, faculties: Faculties, profile_id: str, words: str
) -> tuple[str, ...]:
    if not telling_words(words):
        return ()
    try:
        made = await faculties.vectors.embed([words])
    except EmbedderAway:
        return ()
    near = await store.find_near(
        profile_id,
        made.vectors[0],
        embedder_id=made.embedder_id,
        least=made.likeness.related,
        limit=_MOST,
    )
    return tuple(memory_id for memory_id, _ in near)


def is_wanted(memory: Memory, wanted: MemoryFilter) -> bool:
    """Whether a memory is one that a filter leaves, its state and what it is about aside."""
    return (
        wanted.category in {None, memory.category}
        and wanted.kind in {None, memory.kind}
        and wanted.pinned in {None, memory.pinned}
        and wanted.scope in {None, memory.scope}
    )
