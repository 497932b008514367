"""List what the user is working on or dealing with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

from graph_aria.domain.graph import relation_id
from graph_aria.domain.life import Focus, MovedOnWhy, Standing, focus_of
from graph_aria.domain.memories import Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.moving_on import AT, WINDOW, perhaps_over
from graph_aria.domain.records import MentionState, Profile
from graph_aria.domain.statements import canonical_map
from graph_aria.domain.tellings import tellings
from graph_aria.domain.vocabulary import Kind
from graph_aria.ports import Graph, Memories, Record
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.recall import MERGES

_MOST_SOURCES: Final = 5
"""Of each focus, the places where it was said last: these tell what it is about."""

_SLOT: Final = "focus|"
_LISTED: Final = (MemoryState.CURRENT, MemoryState.HELD)


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
    found = await _found(store, profile, frozenset(standings), limit=limit)
    return await look_at_focus(store, profile, found, now=now)


async def look_at_focus(
    store: FocusStore,
    profile: Profile,
    found: Sequence[tuple[Memory, Standing]],
    *,
    now: datetime,
) -> tuple[Focus, ...]:
    """What some focus is about, and whether it is perhaps over.

    Args:
        store: where it is.
        profile: whose.
        found: each with its standing.
        now: the instant.

    Returns:
        As many, in the same order.

    Reads: the entries they were said in, the entities named there. Writes: nothing. Safe to
    repeat: yes.
    """
    about = await _about(store, profile, [memory for memory, _ in found])
    on = {
        each
        for memory, standing in found
        if standing is Standing.ON
        for each in about.get(memory.id, ())
    }
    entities = {one.id: one for one in await store.read_entities(profile.id, on)}
    ended = await _ended(store, profile, sorted(entities), now=now)
    listed = []
    for memory, standing in found:
        ids = about.get(memory.id, ())
        over = None
        if standing is Standing.ON:
            over = perhaps_over(
                memory,
                entities=[entities[one] for one in ids if one in entities],
                ended=[each for one in ids for each in ended.get(one, ())],
                now=now,
            )
        if over is MovedOnWhy.SILENT and await _is_written_of(store, memory, now=now):
            over = None
        listed.append(Focus(memory, standing, memory.valid_from, memory.valid_until, ids, over))
    return tuple(listed)


async def _found(
    store: FocusStore, profile: Profile, standings: frozenset[Standing], *, limit: int
) -> list[tuple[Memory, Standing]]:
    """Those of some standings, in the order of the list; others are not even read."""
    others = frozenset(each.value for each in Standing if each not in standings)
    found: list[tuple[Memory, Standing]] = []
    for state in _LISTED:
        wanted = MemoryFilter(state, kind=MemoryKind.FOCUS, but_values=others)
        n_found = 0
        async for memory in leaf_through(store.list_memories, profile.id, wanted):
            standing = focus_of(memory)
            if standing is None or standing not in standings:
                continue
            found.append((memory, standing))
            n_found += 1
            if n_found == limit:
                break
    found.sort(key=lambda each: (each[0].pinned, each[0].confirmed_at, each[0].id), reverse=True)
    return found[:limit]


async def _is_written_of(store: FocusStore, memory: Memory, *, now: datetime) -> bool:
    """Whether the words for a focus were written within its window, whatever was read in them."""
    words = (memory.slot or "").removeprefix(_SLOT)
    if not words:
        return False
    since = now - WINDOW + timedelta(microseconds=1)
    page = await store.list_entries(memory.profile_id, query=words, since=since, limit=1)
    return bool(page.items)


async def _ended(
    store: FocusStore, profile: Profile, entity_ids: Sequence[str], *, now: datetime
) -> Mapping[str, Sequence[datetime]]:
    """By entity, when what the user had to do with it was last said, where that was to be over."""
    of = {
        relation_id(profile.id, profile.user_id, predicate, entity_id): entity_id
        for entity_id in entity_ids
        for predicate in AT
    }
    if not of:
        return {}
    ended: defaultdict[str, list[datetime]] = defaultdict(list)
    for each, known in (await store.read_as_of(profile.id, sorted(of), now)).items():
        if known.row is not None and known.row.ended:
            ended[of[each]].append(known.row.at)
    return ended


async def _about(
    store: FocusStore, profile: Profile, memories: Sequence[Memory]
) -> Mapping[str, tuple[str, ...]]:
    """By memory, the entities that its words name, without the user and feelings; ascending.

    What is only read from them, such as "work", is spoken of with much else besides.
    """
    if not memories:
        return {}
    known = await store.read_learned(profile.id, [memory.id for memory in memories])
    said: defaultdict[str, list[MemorySource]] = defaultdict(list)
    for source in known.sources:
        said[source.memory_id].append(source)
    asked = [
        source
        for memory in memories
        for source in sorted(tellings(said[memory.id]), key=lambda one: one.said_at, reverse=True)[
            :_MOST_SOURCES
        ]
    ]
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
                and mention.named
                and mention.kind is not Kind.EMOTION
                and mention.start < source.said.end
                and source.said.start < mention.end
            ):
                meant[source.memory_id].add(canonical(mention.entity_id))
    return {memory_id: tuple(sorted(ids - {profile.user_id})) for memory_id, ids in meant.items()}
