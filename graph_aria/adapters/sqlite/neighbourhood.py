"""Reading what a change to the graph must know."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.sqlite.engine import Engine, profile_key, rows
from graph_aria.adapters.sqlite.entities import read_forms, read_survivors
from graph_aria.adapters.sqlite.profiles import read_profile
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import ruling_of
from graph_aria.adapters.sqlite.relations import read_relations
from graph_aria.adapters.sqlite.rows import day_row_of, evidence_of, relation_of
from graph_aria.domain.graph import DAY_MARGIN, History, Neighbourhood
from graph_aria.domain.vocabulary import PREDICATES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    import apsw

    from graph_aria.domain.graph import Relation
    from graph_aria.domain.records import Ruling
    from graph_aria.domain.weights import DayRow, Evidence

_Q: Final = load_queries("neighbourhood")
_RECORD: Final = load_queries("record")
_EARLIEST: Final = 0
_FUNCTIONAL: Final = json.dumps([name for name, rule in PREDICATES.items() if rule.functional])


class SqliteNeighbourhood:
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

        def work(db: apsw.Connection) -> Neighbourhood:
            profile = read_profile(db, profile_id)
            key = profile_key(db, profile_id)
            asked = {item.id for item in read_survivors(db, key, profile_id, target_ids)}
            asked.update(target_ids)
            rulings = _rulings_about(db, key, profile_id, asked)
            evidence = _of_sources(db, key, {*source_ids, *(item.id for item in rulings)})
            wanted = asked | {item.target_id for items in evidence.values() for item in items}
            entities = {item.id: item for item in read_survivors(db, key, profile_id, wanted)}
            relations = {item.id: item for item in read_relations(db, key, profile_id, wanted)}
            subjects = {profile.user_id, *entities, *(r.subject_id for r in relations.values())}
            siblings = _siblings(db, key, profile_id, subjects)
            relations |= siblings
            first = max(_EARLIEST, from_day.toordinal() - DAY_MARGIN)
            days = dict.fromkeys({*wanted, *entities}, first) | dict.fromkeys(siblings, _EARLIEST)
            return Neighbourhood(
                profile=profile,
                entities=entities,
                relations=relations,
                forms=read_forms(db, key, entities),
                histories=_histories(db, key, days),
                evidence=evidence,
                rulings=rulings,
            )

        return await self._engine.read(work)


def _rulings_about(
    db: apsw.Connection, key: int, profile_id: str, target_ids: Iterable[str]
) -> tuple[Ruling, ...]:
    values = {"profile": key, "ids": json.dumps(sorted(target_ids)), "verbs": None}
    found = rows(db, _RECORD["list_rulings_about"], values)
    return tuple(ruling_of(item, profile_id) for item in found)


def _of_sources(
    db: apsw.Connection, key: int, source_ids: Collection[str]
) -> dict[str, tuple[Evidence, ...]]:
    found: dict[str, list[Evidence]] = defaultdict(list)
    values = {"profile": key, "ids": json.dumps(sorted(set(source_ids)))}
    for item in rows(db, _Q["list_of_sources"], values):
        found[item[1]].append(evidence_of(item))
    return {source_id: tuple(items) for source_id, items in found.items()}


def _siblings(
    db: apsw.Connection, key: int, profile_id: str, subject_ids: Iterable[str]
) -> dict[str, Relation]:
    """Every relation of these subjects of which only one object holds at a time."""
    values: dict[str, Any] = {
        "profile": key,
        "ids": json.dumps(sorted(subject_ids)),
        "predicates": _FUNCTIONAL,
    }
    found = (relation_of(item, profile_id) for item in rows(db, _Q["list_siblings"], values))
    return {item.id: item for item in found}


def _histories(db: apsw.Connection, key: int, days: dict[str, int]) -> dict[str, History]:
    """Histories from a day on, of the targets that have any."""
    values = {"profile": key, "days": json.dumps(list(days.items()))}
    before = {item[0]: day_row_of(item) for item in rows(db, _Q["list_rows_before"], values)}
    after: dict[str, list[DayRow]] = defaultdict(list)
    for item in rows(db, _Q["list_rows_from"], values):
        after[item[0]].append(day_row_of(item))
    evidence: dict[str, list[Evidence]] = defaultdict(list)
    for item in rows(db, _Q["list_evidence_from"], values):
        evidence[item[0]].append(evidence_of(item))
    return {
        target_id: History(
            target_id,
            before=before.get(target_id),
            rows=tuple(after.get(target_id, ())),
            evidence=tuple(evidence.get(target_id, ())),
        )
        for target_id in days
        if target_id in before or target_id in after or target_id in evidence
    }
