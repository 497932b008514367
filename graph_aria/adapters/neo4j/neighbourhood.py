"""Reading what a change to the graph must know: three statements, however large the graph is."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record_rows import profile_of, ruling_of
from graph_aria.adapters.neo4j.rows import (
    day_row_of,
    entity_of,
    evidence_of,
    form_of,
    relation_of,
)
from graph_aria.domain.days import DAY
from graph_aria.domain.graph import DAY_MARGIN, History, Neighbourhood

if TYPE_CHECKING:
    from collections.abc import Collection

    from graph_aria.domain.graph import Entity, Form, Relation
    from graph_aria.domain.records import Profile, Ruling
    from graph_aria.domain.weights import Evidence

_EARLIEST: Final = date.min
_Q: Final = load_queries("neighbourhood")


class Neo4jNeighbourhood:
    """Implements `ports.Graph.read_neighbourhood`."""

    _engine: Engine

    async def read_neighbourhood(
        self,
        profile_id: str,
        *,
        source_ids: Collection[str],
        target_ids: Collection[str],
        from_day: date,
    ) -> Neighbourhood:
        """See `ports.Graph`.

        Siblings are those of every entity among the targets and of the user: a relation
        that is said for the first time has them too, and its id does not tell its subject.
        """
        first = date.fromordinal(max(_EARLIEST.toordinal(), from_day.toordinal() - DAY_MARGIN))

        async def work(tx: Tx) -> Neighbourhood:
            profile, asked, rulings, evidence = await _about(tx, profile_id, source_ids, target_ids)
            wanted = asked | {item.target_id for items in evidence.values() for item in items}
            targets = await _targets(tx, profile, wanted)
            entities, forms, relations, siblings = targets
            histories = await _histories(
                tx,
                profile_id,
                (wanted | entities.keys()) - siblings.keys(),
                whole_ids=siblings.keys(),
                first=first,
            )
            return Neighbourhood(
                profile=profile,
                entities=entities,
                relations=relations | siblings,
                forms=forms,
                histories=histories,
                evidence=evidence,
                rulings=rulings,
            )

        return await self._engine.read(work)


async def _about(
    tx: Tx, profile_id: str, source_ids: Collection[str], target_ids: Collection[str]
) -> tuple[Profile, set[str], tuple[Ruling, ...], dict[str, tuple[Evidence, ...]]]:
    """The profile, the targets with what they were merged into, and what is said of them."""
    asked = set(target_ids)
    values: dict[str, Any] = {"profile": profile_id, "source_ids": sorted(set(source_ids))}
    found = await row(tx, _Q["read_about"], **values, ids=sorted(asked))
    if found is None:
        raise no_profile(profile_id)
    profile = profile_of(found[0])  # as it was first: with the version that all else may follow
    while not asked.issuperset(found[1]):
        asked.update(found[1])
        found = await row(tx, _Q["read_about"], **values, ids=sorted(asked))
        if found is None:
            raise no_profile(profile_id)
    _, _, rulings, said = found
    evidence: dict[str, list[Evidence]] = defaultdict(list)
    for item in map(evidence_of, said):
        evidence[item.source_id].append(item)
    return (
        profile,
        asked,
        tuple(ruling_of(item, profile_id) for item in rulings),
        {source_id: tuple(items) for source_id, items in evidence.items()},
    )


async def _targets(
    tx: Tx, profile: Profile, target_ids: Collection[str]
) -> tuple[
    dict[str, Entity], dict[str, tuple[Form, ...]], dict[str, Relation], dict[str, Relation]
]:
    """Entities to the end of their merges, their forms, relations, and siblings; by id."""
    entities: dict[str, Entity] = {}
    forms: dict[str, tuple[Form, ...]] = {}
    relations: dict[str, Relation] = {}
    siblings: dict[str, Relation] = {}
    missing, asked = set(target_ids), set(target_ids)
    while True:
        values = {"profile": profile.id, "user_id": profile.user_id, "ids": sorted(missing)}
        found = await rows(tx, _Q["read_targets"], **values)
        for named, related, beside in found:
            for item, spoken in named:
                entity = entity_of(item, profile.id)
                entities[entity.id] = entity
                if spoken:
                    forms[entity.id] = tuple(form_of(form) for form in spoken)
            for items, by_id in ((related, relations), (beside, siblings)):
                for item in items:
                    relation = relation_of(item, profile.id)
                    by_id[relation.id] = relation
        survivors = {item.merged_into for item in entities.values() if item.merged_into is not None}
        missing = survivors - entities.keys() - asked
        asked |= missing
        if not missing:
            return entities, forms, relations, siblings


async def _histories(
    tx: Tx,
    profile_id: str,
    target_ids: Collection[str],
    *,
    whole_ids: Collection[str],
    first: date,
) -> dict[str, History]:
    """Histories from a day on, and whole ones, of the targets that have any."""
    found = await rows(
        tx,
        _Q["read_histories"],
        profile=profile_id,
        ids=sorted(target_ids),
        from_day=first,
        from_at=_earliest_instant(first),
        whole_ids=sorted(whole_ids),
        first_day=_EARLIEST,
        first_at=_earliest_instant(_EARLIEST),
    )
    return {
        target_id: History(
            target_id,
            before=day_row_of(before[0]) if before else None,
            rows=tuple(day_row_of(item) for item in days),
            evidence=tuple(evidence_of(item) for item in evidence),
        )
        for target_id, before, days, evidence in found
        if before or days or evidence
    }


def _earliest_instant(day: date) -> datetime:
    """No local day begins before it: offsets go up to 14 hours."""
    midnight = datetime.combine(day, time(), UTC)
    return midnight if day == _EARLIEST else midnight - DAY
