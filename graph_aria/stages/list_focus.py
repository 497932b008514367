"""List what the user is working on or dealing with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol

from graph_aria.domain.life import Focus, Standing, focus_of
from graph_aria.domain.memories import Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.moving_on import perhaps_over
from graph_aria.domain.records import MentionState, Profile
from graph_aria.domain.statements import canonical_map
from graph_aria.ports import Graph, Memories, Record
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.recall import MERGES

_MOST_SOURCES: Final = 5
"""Of each focus, the places where it was said last: these tell what it is about."""

_LISTED: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD})


class FocusStore(Memories, Record, Graph, Protocol):
    """What listing focus needs of a store."""


async def list_focus(
    store: FocusStore,
    profile: Profile,
    *,
    now: datetime,
    standings: Collection[Standing] = frozenset({Standing.ON}),
    limit: int = 50,
) -> tuple[Focus, ...]:
    """What the user is working on or dealing with, or has finished or given up.

    Held ones too: they are the user's to see. Replies use what `life.shows` lets through.

    Args:
        store: where it is.
        profile: whose.
        now: the instant.
        standings: which are wanted.
        limit: at most so many.

    Returns:
        Pinned ones first, then the one that was said last; none while the life switch is off.

    Reads: memories of this kind, the entries they were said in, the entities named there.
    Writes: nothing. Safe to repeat: yes.
    """
    if not profile.lives:
        return ()
    found: list[tuple[Memory, Standing]] = []
    wanted = MemoryFilter(kind=MemoryKind.FOCUS)
    async for memory in leaf_through(store.list_memories, profile.id, wanted):
        standing = focus_of(memory)
        if standing is None or standing not in standings or memory.state not in _LISTED:
            continue
        found.append((memory, standing))
        if len(found) == limit:
            break
    about = await _about(store, profile, [memory for memory, _ in found])
    on = [memory.id for memory, standing in found if standing is Standing.ON]
    entities = {
        one.id: one
        for one in await store.read_entities(
            profile.id, {each for memory_id in on for each in about.get(memory_id, ())}
        )
    }
    listed = []
    for memory, standing in found:
        ids = about.get(memory.id, ())
        over = None
        if standing is Standing.ON:
            own = [entities[one] for one in ids if one in entities]
            over = perhaps_over(memory, entities=own, relations=(), now=now)
        listed.append(Focus(memory, standing, memory.valid_from, memory.valid_until, ids, over))
    return tuple(listed)


async def _about(
    store: FocusStore, profile: Profile, memories: Sequence[Memory]
) -> Mapping[str, tuple[str, ...]]:
    """By memory, the entities that its words mean, without the user; ascending."""
    if not memories:
        return {}
    known = await store.read_memories(profile.id, [memory.id for memory in memories])
    said: defaultdict[str, list[MemorySource]] = defaultdict(list)
    for source in sorted(known.sources, key=lambda one: one.said_at, reverse=True):
        if len(said[source.memory_id]) < _MOST_SOURCES:
            said[source.memory_id].append(source)
    asked = [source for memory in memories for source in said[memory.id]]
    records = {
        record.entry.id: record
        for record in await store.read_records(profile.id, {one.entry_id for one in asked})
    }
    canonical = canonical_map(await store.list_rulings(profile.id, verbs=MERGES))
    meant: defaultdict[str, set[str]] = defaultdict(set)
    for source in asked:
        record = records.get(source.entry_id)
        for mention in () if record is None else record.mentions:
            if (
                mention.state is MentionState.LIVE
                and mention.entity_id is not None
                and mention.start < source.said.end
                and source.said.start < mention.end
            ):
                meant[source.memory_id].add(canonical(mention.entity_id))
    return {memory_id: tuple(sorted(ids - {profile.user_id})) for memory_id, ids in meant.items()}
