"""Reading relations, and walking along them.

An index over the heat of relations belongs to one type, so none gives the order of all. A list
therefore reads what an entity has and sorts it, which costs what the entity has; where that is
too much, or there is no entity, it reads the index downwards in windows that grow until there
is enough, so that it costs about what it gives and never the whole index. What is active is
found by the index over `fades_at`, which costs what is active.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import read_cursor
from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, require_profile, rows
from graph_aria.adapters.neo4j.entities import get_survivor
from graph_aria.adapters.neo4j.profiles import read_profile
from graph_aria.adapters.neo4j.queries import for_type, load_queries
from graph_aria.adapters.neo4j.rows import entity_of, relation_of, stored
from graph_aria.adapters.ordering import HOTTEST, between, page_by_heat
from graph_aria.domain.views import Page, Subgraph
from graph_aria.domain.weights import heat_floor
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from datetime import datetime

    from graph_aria.domain.graph import Relation
    from graph_aria.domain.vocabulary import Kind, Predicate
    from graph_aria.domain.weights import Dial

_MOST_A_STEP: Final = 1_000
"""A hub has a million relations; a walk takes the hottest of each entity."""
_MOST_EXPANDED: Final = 20_000
"""Up to here all relations of an entity are looked at: tens of milliseconds."""
_MOST_EXPANDED_ACTIVE: Final = 2_000
"""The same where only active ones are wanted: all that are active are some hundreds."""
_WINDOW_DAYS: Final = (1, 4, 16, 64, 256, 1024)
_ANY: Final = 2**62
_Q: Final = load_queries("relations")


class Neo4jRelations:
    """Implements the part of `ports.Graph` that reads relations."""

    _engine: Engine

    async def get_relation(self, profile_id: str, relation_id: str) -> Relation:
        """The relation with an id."""

        async def work(tx: Tx) -> Relation:
            for item in await read_relations(tx, profile_id, [relation_id]):
                return item
            await require_profile(tx, profile_id)
            raise NotFound(f"this profile has no relation with the id {relation_id!r}")

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
        values: dict[str, Any] = {
            "profile": profile_id,
            "now": stored(now),
            "entity_id": entity_id,
            "active": active,
            "after_heat": float(after_heat),
            "after_id": after_id,
            "limit": limit + 1,
        }

        async def work(tx: Tx) -> Page[Relation]:
            profile = await read_profile(tx, profile_id)
            if entity_id is not None:
                found = (await _list_of(tx, values, [entity_id], predicate, profile.dial, now)).get(
                    entity_id, []
                )
            elif active:
                found = await _rows(tx, "list_active", predicate, values)
            elif predicate is not None:
                found = await _rows(tx, "list_of_type", predicate, values)
            else:
                found = await _list_windows(tx, values, None, profile.dial, now)
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
        values: dict[str, Any] = {
            "profile": profile_id,
            "now": stored(now),
            "active": active or None,
            "after_heat": HOTTEST,
            "after_id": "",
            "limit": _MOST_A_STEP,
        }

        async def work(tx: Tx) -> Subgraph:
            profile = await read_profile(tx, profile_id)
            center = (await get_survivor(tx, profile_id, center_id)).entity
            seen: set[str] = {center.id}
            followed: dict[str, Row] = {}
            edge = [center.id]
            for _ in range(hops):
                found = await _list_of(tx, values, edge, None, profile.dial, now)
                met: dict[str, None] = {}
                for items in found.values():
                    for item in items:
                        followed[item[0]] = item
                        met[item[1]] = met[item[3]] = None
                edge = [entity_id for entity_id in met if entity_id not in seen]
                seen.update(edge)
                edge = [entity_id for entity_id in edge if entity_id != profile.user_id]
                if not edge:
                    break
            shown = await rows(
                tx,
                _Q["list_shown"],
                profile=profile_id,
                now=values["now"],
                ids=sorted(seen - {center.id}),
                kind=None if kind is None else kind.value,
                active=active,
                coldest=-HOTTEST,
                limit=limit,
            )
            entities = tuple(entity_of(item[0], profile_id) for item in shown)
            kept = {center.id, *(entity.id for entity in entities)}
            # Thousands may have been followed; only what is kept is worth making a value of.
            inside = (item for item in followed.values() if item[1] in kept and item[3] in kept)
            relations = between((relation_of(item, profile_id) for item in inside), kept)
            return Subgraph(center, entities, relations)

        return await self._engine.read(work)


async def read_relations(tx: Tx, profile_id: str, relation_ids: Iterable[str]) -> list[Relation]:
    """The relations among these ids, in order of id."""
    ids = list(dict.fromkeys(relation_ids))
    if not ids:
        return []
    found = await rows(tx, _Q["list_by_ids"], profile=profile_id, ids=ids)
    return [relation_of(item[0], profile_id) for item in found]


async def _rows(
    tx: Tx, name: str, predicate: Predicate | None, values: dict[str, Any]
) -> list[Row]:
    return [item[0] for item in await rows(tx, for_type(_Q[name], predicate), **values)]


async def _list_of(
    tx: Tx,
    values: dict[str, Any],
    entity_ids: Collection[str],
    predicate: Predicate | None,
    dial: Dial,
    now: datetime,
) -> dict[str, list[Row]]:
    """The hottest relations of each of these entities, by entity id."""
    most = _MOST_EXPANDED_ACTIVE if values["active"] else _MOST_EXPANDED
    query = for_type(_Q["list_of"], predicate)
    found: dict[str, list[Row]] = {}
    for entity_id, degree, items in await rows(
        tx, query, **{**values, "ids": list(entity_ids), "most": most}
    ):
        if degree <= most:
            found[entity_id] = items
            continue
        of_hub = {**values, "entity_id": entity_id}
        if values["active"]:
            found[entity_id] = await _rows(tx, "list_active", predicate, of_hub)
        else:
            found[entity_id] = await _list_windows(tx, of_hub, predicate, dial, now, degree=degree)
    return found


async def _list_windows(
    tx: Tx,
    values: dict[str, Any],
    predicate: Predicate | None,
    dial: Dial,
    now: datetime,
    *,
    degree: int | None = None,
) -> list[Row]:
    """The hottest relations, window by window.

    Args:
        tx: the transaction.
        values: what the queries are given.
        predicate: their type, None: all types.
        dial: the profile's; a window is as wide as weights fall in some days.
        now: the first window reaches down to what is active.
        degree: how many the entity has, if it is about one: as soon as the windows held
            more than that, all of its relations are looked at instead.
    """
    found: list[Row] = []
    n_seen = 0
    for from_heat, to_heat in _windows(values["after_heat"], dial, now):
        window = {**values, "from_heat": from_heat, "to_heat": to_heat}
        if degree is not None:
            counted = await rows(tx, for_type(_Q["count_window"], predicate), **window)
            n_seen += counted[0][0]
            if n_seen > degree:
                query = for_type(_Q["list_of"], predicate)
                whole = {**values, "ids": [values["entity_id"]], "most": _ANY}
                return [item for _, _, items in await rows(tx, query, **whole) for item in items]
        found += await _rows(
            tx, "list_window", predicate, {**window, "limit": values["limit"] - len(found)}
        )
        if len(found) >= values["limit"]:
            break
    return found


def _windows(after_heat: float, dial: Dial, now: datetime) -> Iterator[tuple[float, float]]:
    """Bounds of heat, downwards; the upper one is not included."""
    upper = math.nextafter(after_heat, math.inf)
    # What lies above this is active; a little below lies what faded in the last days.
    lower = heat_floor(dial, now) + math.log(dial.threshold)
    if lower < upper:
        yield lower, upper
        upper = lower
    for days in _WINDOW_DAYS:
        lower = upper - days * dial.rate_per_day
        yield lower, upper
        upper = lower
    yield -HOTTEST, upper
