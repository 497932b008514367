"""Find the memories about an entity."""

from __future__ import annotations

from typing import Protocol

from graph_aria.domain.names_said import memory_names, own_names
from graph_aria.domain.proof import words_of
from graph_aria.domain.records import RulingVerb
from graph_aria.domain.statements import canonical_map
from graph_aria.ports import Graph, Memories, Record
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.recall import MERGES


class AboutStore(Record, Memories, Graph, Protocol):
    """What finding memories about an entity needs of a store."""


async def about_entity(store: AboutStore, profile_id: str, entity_id: str) -> frozenset[str]:
    """Ids of memories about an entity or what was merged into it, of any state.

    They were learned from words that mention it, or hold one of its names: words such as
    "she" need not be read as a mention. A name that another entity has too tells nothing.

    Raises:
        NotFound: there is no such entity.

    Reads: rulings, mentions, the entity with those that share its words, all memories.
    Writes: nothing. Safe to repeat: yes.
    """
    merges = await store.list_rulings(profile_id, verbs=MERGES)
    canonical = canonical_map(merges)
    merged = {
        ruling.target_id
        for ruling in merges
        if ruling.verb is RulingVerb.MERGE and canonical(ruling.target_id) == entity_id
    }
    spoken_of = await store.find_memories(profile_id, about={entity_id, *merged})
    return frozenset(spoken_of) | await _named(store, profile_id, entity_id)


async def _named(store: AboutStore, profile_id: str, entity_id: str) -> set[str]:
    found = await store.get_entity(profile_id, entity_id)
    names = own_names(found.entity, found.forms)
    if not names:
        return set()
    words = {word for name in names for word in words_of(name)}
    near = await store.find_candidates(profile_id, names, words=words)
    others = {
        name
        for other in near
        if other.entity.id != found.entity.id
        for name in own_names(other.entity, other.forms)
    }
    names -= others
    if not names:
        return set()
    return {
        memory.id
        async for memory in leaf_through(store.list_memories, profile_id)
        if memory_names(memory, names, others)
    }
