"""Reading entities: by id, by name, by weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import read_cursor
from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, require_profile, rows
from graph_aria.adapters.neo4j.profiles import read_profile
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.rows import entity_of, form_of, stored
from graph_aria.adapters.neo4j.searching import search
from graph_aria.adapters.neo4j.words import match_all
from graph_aria.adapters.ordering import HOTTEST, page_by_heat
from graph_aria.domain.views import Candidate, Page
from graph_aria.domain.weights import heat_floor
from graph_aria.errors import NotFound
from graph_aria.ports import WORD_LIMIT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from graph_aria.domain.graph import Entity
    from graph_aria.domain.vocabulary import Kind

_Q: Final = load_queries("entities")


async def read_by_ids(tx: Tx, profile_id: str, entity_ids: Iterable[str]) -> list[Entity]:
    """The entities among these ids, as stored, in order of id."""
    ids = list(dict.fromkeys(entity_ids))
    if not ids:
        return []
    found = await rows(tx, _Q["list_by_ids"], profile=profile_id, ids=ids)
    return [entity_of(item[0], profile_id) for item in found]


async def read_named(tx: Tx, profile_id: str, found: list[Row]) -> dict[str, Candidate]:
    """Entities with their forms, and what merged ones among them were merged into.

    Args:
        tx: the transaction.
        profile_id: whose.
        found: rows of an entity and its forms.
    """
    known: dict[str, Candidate] = {}
    while found:
        for entity, forms in found:
            known[entity[0]] = Candidate(
                entity_of(entity, profile_id), tuple(form_of(item) for item in forms)
            )
        missing = missing_survivors(item.entity for item in known.values())
        if not missing:
            break
        found = await rows(tx, _Q["list_named"], profile=profile_id, ids=sorted(missing))
    return known


def missing_survivors(known: Iterable[Entity]) -> set[str]:
    """Ids of what entities were merged into, step by step, as far as it is not known yet."""
    entities = list(known)
    survivors = {item.merged_into for item in entities if item.merged_into is not None}
    return survivors.difference(item.id for item in entities)


async def get_survivor(tx: Tx, profile_id: str, entity_id: str) -> Candidate:
    """An entity by id, or what it was merged into.

    Raises:
        NotFound: there is none with this id.
    """
    found = await rows(tx, _Q["list_named"], profile=profile_id, ids=[entity_id])
    for item in (await read_named(tx, profile_id, found)).values():
        if item.entity.merged_into is None:
            return item
    await require_profile(tx, profile_id)
    raise NotFound(f"this profile has no entity with the id {entity_id!r}")


class Neo4jEntities:
    """Implements the part of `ports.Graph` that reads entities."""

    _engine: Engine

    async def find_candidates(
        self,
        profile_id: str,
        keys: Collection[str],
        *,
        words: Collection[str] = (),
        roles: Collection[str] = (),
    ) -> tuple[Candidate, ...]:
        """See `ports.Graph`; in order of id."""
        wanted = list(dict.fromkeys(keys))
        asked = [match_all(word, profile_id=profile_id) for word in sorted(set(words))]
        asked_roles = sorted({role for role in roles if role})
        matches = [match for match in asked if match is not None]

        async def work(tx: Tx) -> tuple[Candidate, ...]:
            found = await rows(tx, _Q["find_by_keys"], profile=profile_id, keys=wanted)
            if matches:
                values = {"words": matches, "limit": WORD_LIMIT}
                found += await rows(tx, _Q["find_by_words"], profile=profile_id, **values)
            if asked_roles:
                values = {"roles": asked_roles, "limit": WORD_LIMIT}
                found += await rows(tx, _Q["find_by_roles"], profile=profile_id, **values)
            if not found:
                await require_profile(tx, profile_id)
            known = await read_named(tx, profile_id, found)
            return tuple(
                known[entity_id]
                for entity_id in sorted(known)
                if known[entity_id].entity.merged_into is None
                and not known[entity_id].entity.is_user
            )

        return await search(self._engine, work)

    async def get_entity(self, profile_id: str, entity_id: str) -> Candidate:
        """See `ports.Graph`."""
        return await self._engine.read(lambda tx: get_survivor(tx, profile_id, entity_id))

    async def read_entities(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Entity, ...]:
        """See `ports.Graph`; in order of id."""

        async def work(tx: Tx) -> tuple[Entity, ...]:
            found = await read_by_ids(tx, profile_id, entity_ids)
            if not found:
                await require_profile(tx, profile_id)
            return tuple(found)

        return await self._engine.read(work)

    async def list_entities(
        self,
        profile_id: str,
        *,
        now: datetime,
        kind: Kind | None = None,
        active: bool | None = None,
        pinned: bool | None = None,
        query: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Entity]:
        """See `ports.Graph`."""
        after_heat, after_id = HOTTEST, ""
        if cursor is not None:
            after_heat, after_id = read_cursor("entities", cursor, float, str)
        values: dict[str, Any] = {
            "profile": profile_id,
            "now": stored(now),
            "kind": None if kind is None else kind.value,
            "active": active,
            "pinned": pinned,
            "after_heat": float(after_heat),
            "after_id": after_id,
            "limit": limit + 1,
        }
        name = "list_entities"
        if query is not None:
            name = "search_entities"
            values["words"] = match_all(query, profile_id=profile_id, prefix=True)
        elif pinned:
            name = "list_pinned"
        elif active:
            name = "list_active"
        elif kind is not None:
            name = "list_of_kind"

        async def work(tx: Tx) -> Page[Entity]:
            if name == "list_active":
                values["floor"] = heat_floor((await read_profile(tx, profile_id)).dial, now)
            found: list[Row] = []
            if name != "search_entities" or values["words"] is not None:
                found = await rows(tx, _Q[name], **values)
            if not found:
                await require_profile(tx, profile_id)
            return page_by_heat(
                "entities", [entity_of(item[0], profile_id) for item in found], limit
            )

        return await search(self._engine, work)

    async def list_faded(
        self, profile_id: str, *, since: datetime, now: datetime, limit: int = 50
    ) -> tuple[Entity, ...]:
        """See `ports.Graph`."""
        values = {"profile": profile_id, "since": stored(since), "now": stored(now), "limit": limit}

        async def work(tx: Tx) -> tuple[Entity, ...]:
            found = await rows(tx, _Q["list_faded"], **values)
            if not found:
                await require_profile(tx, profile_id)
            return tuple(entity_of(item[0], profile_id) for item in found)

        return await self._engine.read(work)
