"""Reading relations, and walking along them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import read_cursor
from graph_aria.adapters.ordering import HOTTEST, between, heaviest, page_by_heat
from graph_aria.adapters.sqlite.engine import Engine, profile_key, row, rows
from graph_aria.adapters.sqlite.entities import get_survivor, read_by_ids
from graph_aria.adapters.sqlite.profiles import read_profile
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.rows import relation_of
from graph_aria.domain.days import micros
from graph_aria.domain.views import Page, Subgraph
from graph_aria.domain.weights import heat_floor
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    import apsw

    from graph_aria.domain.graph import Relation
    from graph_aria.domain.vocabulary import Kind, Predicate

_MOST_A_STEP: Final = 1_000
"""A hub has a million relations; a walk takes the hottest of each entity."""
_Q: Final = load_queries("relations")


class SqliteRelations:
    """Implements the part of `ports.Graph` that reads relations."""

    _engine: Engine

    async def get_relation(self, profile_id: str, relation_id: str) -> Relation:
        """The relation with an id."""

        def work(db: apsw.Connection) -> Relation:
            found = row(db, _Q["get_relation"], (profile_key(db, profile_id), relation_id))
            if found is None:
                raise NotFound(f"this profile has no relation with the id {relation_id!r}")
            return relation_of(found, profile_id)

        return await self._engine.read(work)

    async def list_relations(
        self,
        profile_id: str,
        *,
        now: datetime,
        entity_id: str | None = None,
        predicate: Predicate | None = None,
        active: bool | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Relation]:
        """See `ports.Graph`."""
        after_heat, after_id = HOTTEST, ""
        if cursor is not None:
            after_heat, after_id = read_cursor("relations", cursor, float, str)

        def work(db: apsw.Connection) -> Page[Relation]:
            profile = read_profile(db, profile_id)
            values: dict[str, Any] = {
                "profile": profile_key(db, profile_id),
                "now": micros(now),
                "entity_id": entity_id,
                "predicate": None if predicate is None else predicate.value,
                "active": active,
                "floor": heat_floor(profile.dial, now) if active else -HOTTEST,
                "after_heat": after_heat,
                "after_id": after_id,
                "limit": limit + 1,
            }
            name = "list_relations" if entity_id is None else "list_relations_of"
            found = rows(db, _Q[name], values)
            items = [relation_of(item, profile_id) for item in found]
            return page_by_heat("relations", items, limit)

        return await self._engine.read(work)

    async def read_graph(
        self,
        profile_id: str,
        center_id: str,
        *,
        now: datetime,
        hops: int,
        active: bool = True,
        kind: Kind | None = None,
        limit: int = 200,
    ) -> Subgraph:
        """See `ports.Graph`.

        Of each entity on the way the hottest 1,000 relations are followed. `kind` picks
        what is shown, not what is walked through; the user comes last.
        """

        def work(db: apsw.Connection) -> Subgraph:
            profile = read_profile(db, profile_id)
            key = profile_key(db, profile_id)
            center = get_survivor(db, key, profile_id, center_id)
            values: dict[str, Any] = {
                "profile": key,
                "now": micros(now),
                "active": active,
                "floor": heat_floor(profile.dial, now) if active else -HOTTEST,
                "limit": _MOST_A_STEP,
            }
            seen, relations = {center.id}, {}
            edge = [center.id]
            for _ in range(hops):
                met: dict[str, None] = {}
                for entity_id in edge:
                    for relation in _touching(db, values, entity_id, profile_id):
                        relations[relation.id] = relation
                        met[relation.subject_id] = met[relation.object_id] = None
                edge = [entity_id for entity_id in met if entity_id not in seen]
                seen.update(edge)
                edge = [entity_id for entity_id in edge if entity_id != profile.user_id]
            entities = read_by_ids(db, key, profile_id, seen - {center.id})
            shown = heaviest(entities, now=now, active=active, kind=kind)[:limit]
            kept = {center.id, *(entity.id for entity in shown)}
            return Subgraph(center, tuple(shown), between(relations.values(), kept))

        return await self._engine.read(work)


def read_relations(
    db: apsw.Connection, key: int, profile_id: str, relation_ids: Iterable[str]
) -> list[Relation]:
    """The relations among these ids, in order of id."""
    found = rows(db, _Q["list_by_ids"], (key, json.dumps(list(relation_ids))))
    return [relation_of(item, profile_id) for item in found]


def _touching(
    db: apsw.Connection, values: dict[str, Any], entity_id: str, profile_id: str
) -> list[Relation]:
    found = rows(db, _Q["list_touching"], {**values, "entity_id": entity_id})
    return [relation_of(item, profile_id) for item in found]
