"""Derive the projections from the record again."""

from __future__ import annotations

from graph_aria.domain.changes import Change
from graph_aria.domain.graph import GraphDelta, Neighbourhood
from graph_aria.domain.merging import change
from graph_aria.domain.records import EntryRecord, RulingVerb
from graph_aria.domain.statements import targets_of
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock
from graph_aria.stages.merge import load_neighbourhood, merge
from graph_aria.stages.read import ReadStore
from graph_aria.stages.tell_time import tell_time


async def rebuild(
    store: ReadStore, clock: Clock, profile_id: str, *, lease: Lease | None = None
) -> int:
    """Replace every entity, form, relation and weight by what the record gives.

    Ids and what tells namesakes apart are part of the record and stay. The graph is
    equal before and after, unless a projection was damaged.

    Returns:
        How many entries it was derived from.

    Reads: the whole record. Writes: one delta. Safe to repeat: yes.
    """
    n_entries = 0

    async def compute() -> GraphDelta:
        nonlocal n_entries
        profile = await store.get_profile(profile_id)
        now = await tell_time(store, clock)
        records: list[EntryRecord] = []
        after = ""
        while entry_ids := await store.list_entry_ids(profile_id, after=after):
            records += await store.read_records(profile_id, entry_ids)
            after = entry_ids[-1]
        n_entries = len(records)
        rulings = await store.list_rulings(profile_id)
        stored = await load_neighbourhood(
            store,
            profile,
            source_ids=(),
            target_ids=targets_of(profile, records, rulings),
            from_day=min((record.entry.day for record in records), default=now.date()),
        )
        bare = Neighbourhood(profile=profile, rulings=tuple(rulings))
        merged_away = {r.target_id for r in rulings if r.verb is RulingVerb.MERGE}
        return change(
            bare,
            Change(
                before=(),
                after=records,
                rulings=rulings,
                now=now,
                distinct={key: entity.distinct for key, entity in stored.entities.items()},
                stamps={key: entity.archived_at for key, entity in stored.entities.items()}
                | {key: relation.archived_at for key, relation in stored.relations.items()},
                touched=frozenset(merged_away),
                whole=True,
            ),
        )

    await merge(store, compute, lease=lease)
    return n_entries
