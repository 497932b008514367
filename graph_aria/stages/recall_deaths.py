"""Recall who has died."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Final, Protocol

from graph_aria.domain.occasions import Death, death_told, told_of
from graph_aria.domain.records import MentionState
from graph_aria.domain.statements import canonical_map
from graph_aria.ports import Memories, Record
from graph_aria.stages.recall import MERGES

_MOST: Final = 100
_WORDS: Final = "died dead death deceased lost passed away killed"


class DeathStore(Memories, Record, Protocol):
    """What recalling deaths needs of a store."""


async def recall_deaths(
    store: DeathStore, profile_id: str, *, with_entities: bool = True
) -> tuple[Death, ...]:
    """Whoever is known to have died, whatever may be used of it.

    Args:
        store: where it was told.
        profile_id: whose.
        with_entities: whether it is asked which entities they are; memories are told apart
            by names and roles alone, see `occasions.may_wish`.

    Returns:
        Each with the entities that the words which told it mean, if that was asked; of the
        first 100 memories that may tell one.

    Reads: memories, the entries that told of a death. Writes: nothing. Safe to repeat: yes.
    """
    ranked = await store.search_memories(profile_id, _WORDS, limit=_MOST)
    known = await store.read_learned(profile_id, [memory_id for memory_id, _ in ranked])
    deaths = {
        memory.id: death
        for memory in known.memories.values()
        if (death := death_told(memory)) is not None
    }
    if not deaths or not with_entities:
        return tuple(deaths.values())
    sources = [one for one in known.sources if one.memory_id in deaths]
    records = {
        record.entry.id: record
        for record in await store.read_records(profile_id, {one.entry_id for one in sources})
    }
    canonical = canonical_map(await store.list_rulings(profile_id, verbs=MERGES))
    meant: defaultdict[str, set[str]] = defaultdict(set)
    for source in sources:
        record = records.get(source.entry_id)
        for mention in () if record is None else record.mentions:
            if (
                mention.state is MentionState.LIVE
                and mention.entity_id is not None
                and mention.start < source.said.end
                and source.said.start < mention.end
                and told_of(mention, deaths[source.memory_id])
            ):
                meant[source.memory_id].add(canonical(mention.entity_id))
    return tuple(
        replace(death, entity_ids=frozenset(meant[memory_id]))
        for memory_id, death in deaths.items()
    )
