"""Look up what the words of some readings may stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Protocol

from graph_aria.domain.known import Known
from graph_aria.domain.lookup import lookup_all
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.questions import apart_pairs
from graph_aria.domain.reading import Reading
from graph_aria.domain.records import EntryRecord, MentionState, Ruling, RulingVerb
from graph_aria.domain.statements import canonical_map
from graph_aria.ports import Graph, Record

IDENTITY: Final = frozenset(
    {RulingVerb.MERGE, RulingVerb.UNMERGE, RulingVerb.SPLIT, RulingVerb.NEVER_MERGE}
)
"""Rulings about who is the same as whom."""


MERGES: Final = frozenset({RulingVerb.MERGE, RulingVerb.UNMERGE})
"""Those of them that say what an entity stands as."""


_MOST_SOURCES: Final = 200
"""Entries that are looked into for the names of what was merged."""


class RecallStore(Record, Graph, Protocol):
    """What recalling needs of a store."""


async def recall(
    store: RecallStore,
    profile_id: str,
    readings: Iterable[Reading],
    rulings: Sequence[Ruling] | None = None,
) -> Known:
    """What is known of the entities that some readings may speak of.

    Args:
        store: where they are.
        profile_id: whose.
        readings: what was read.
        rulings: every ruling of `IDENTITY`, oldest first, if they are at hand.

    Reads: candidates, rulings. Writes: nothing. Safe to repeat: yes.
    """
    if rulings is None:
        rulings = await store.list_rulings(profile_id, verbs=IDENTITY)
    readings = list(readings)
    wanted = lookup_all(readings)
    candidates = await store.find_candidates(
        profile_id, wanted.keys, words=wanted.words, roles=wanted.roles
    )
    canonical = canonical_map(rulings)
    parts: Mapping[str, Mapping[str, set[str]]] = {}
    if any(said.same for reading in readings for said in reading.identities):
        ids = {candidate.entity.id for candidate in candidates}
        parts = await _parts(store, profile_id, ids, rulings)
    return Known.of(
        candidates, apart=apart_pairs(rulings, canonical), canonical=canonical, parts=parts
    )


async def _parts(
    store: RecallStore, profile_id: str, entity_ids: Collection[str], rulings: Sequence[Ruling]
) -> dict[str, dict[str, set[str]]]:
    """By id of some entities, what was merged into each: its own id and keys of its names."""
    canonical = canonical_map(rulings)
    into = {
        ruling.target_id: survivor
        for ruling in rulings
        if ruling.verb is RulingVerb.MERGE
        and (survivor := canonical(ruling.target_id)) in entity_ids
        and survivor != ruling.target_id
    }
    parts: dict[str, dict[str, set[str]]] = {}
    if not into:
        return parts
    sources = await store.list_source_ids(profile_id, into)
    for record in await store.read_records(profile_id, sources[:_MOST_SOURCES]):
        for mention in record.mentions:
            if mention.entity_id in into and mention.state is MentionState.LIVE:
                own = parts.setdefault(into[mention.entity_id], {})
                own.setdefault(mention.entity_id, set()).add(normalized(mention.name))
    return parts


async def read_spoken_of(
    store: RecallStore,
    profile_id: str,
    entity_ids: Collection[str],
    rulings: Iterable[Ruling],
    *,
    but: Collection[str] = (),
) -> tuple[EntryRecord, ...]:
    """The entries that mention any of some entities, or what was merged into one.

    Args:
        store: where they are.
        profile_id: whose.
        entity_ids: the entities; without any there are no entries.
        rulings: every MERGE and UNMERGE, oldest first.
        but: ids of entries to leave out.
    """
    if not entity_ids:
        return ()
    merges = [ruling for ruling in rulings if ruling.verb in MERGES]
    canonical = canonical_map(merges)
    cluster = set(entity_ids) | {
        merge.target_id for merge in merges if canonical(merge.target_id) in entity_ids
    }
    sources = await store.list_source_ids(profile_id, cluster)
    return await store.read_records(profile_id, [each for each in sources if each not in but])
