"""Reading entities: by id, by name, by weight."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import read_cursor
from graph_aria.adapters.ordering import HOTTEST, page_by_heat
from graph_aria.adapters.sqlite.engine import Engine, profile_key, rows
from graph_aria.adapters.sqlite.profiles import read_profile
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.rows import entity_of, form_of
from graph_aria.adapters.sqlite.words import match_all
from graph_aria.domain.days import micros
from graph_aria.domain.views import Candidate, Page
from graph_aria.domain.weights import heat_floor
from graph_aria.errors import NotFound
from graph_aria.ports import WORD_LIMIT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    import apsw

    from graph_aria.domain.graph import Entity, Form
    from graph_aria.domain.vocabulary import Kind

_Q: Final = load_queries("entities")


def read_forms(
    db: apsw.Connection, key: int, entity_ids: Iterable[str]
) -> dict[str, tuple[Form, ...]]:
    """The forms of entities, most frequent first; those without any are left out."""
    found: dict[str, list[Form]] = defaultdict(list)
    for item in rows(db, _Q["list_forms"], (key, json.dumps(list(entity_ids)))):
        found[item[0]].append(form_of(item))
    return {entity_id: tuple(forms) for entity_id, forms in found.items()}


def read_by_ids(
    db: apsw.Connection, key: int, profile_id: str, entity_ids: Iterable[str]
) -> list[Entity]:
    """The entities among these ids, as stored, in order of id."""
    found = rows(db, _Q["list_by_ids"], (key, json.dumps(list(entity_ids))))
    return [entity_of(item, profile_id) for item in found]


def read_survivors(
    db: apsw.Connection, key: int, profile_id: str, entity_ids: Iterable[str]
) -> list[Entity]:
    """These entities and, for merged ones, what they were merged into, to the end."""
    found = rows(db, _Q["list_survivors"], {"profile": key, "ids": json.dumps(list(entity_ids))})
    return [entity_of(item, profile_id) for item in found]


def get_survivor(db: apsw.Connection, key: int, profile_id: str, entity_id: str) -> Entity:
    """An entity by id, or what it was merged into.

    Raises:
        NotFound: there is none with this id.
    """
    for entity in read_survivors(db, key, profile_id, [entity_id]):
        if entity.merged_into is None:
            return entity
    raise NotFound(f"this profile has no entity with the id {entity_id!r}")


class SqliteEntities:
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

        def work(db: apsw.Connection) -> tuple[Candidate, ...]:
            key = profile_key(db, profile_id)
            values = {"profile": key, "keys": json.dumps(list(dict.fromkeys(keys)))}
            found = {item[0] for item in rows(db, _Q["find_by_keys"], values)}
            for word in sorted(set(words)):
                if (match := match_all(word)) is not None:
                    asked = {"profile": key, "word": match, "limit": WORD_LIMIT}
                    found |= {item[0] for item in rows(db, _Q["find_by_word"], asked)}
            for role in sorted(set(roles)):
                asked = {"profile": key, "role": role, "limit": WORD_LIMIT}
                found |= {item[0] for item in rows(db, _Q["find_by_role"], asked)}
            entities = [
                entity
                for entity in read_survivors(db, key, profile_id, found)
                if entity.merged_into is None and not entity.is_user
            ]
            forms = read_forms(db, key, [entity.id for entity in entities])
            return tuple(Candidate(entity, forms.get(entity.id, ())) for entity in entities)

        return await self._engine.read(work)

    async def get_entity(self, profile_id: str, entity_id: str) -> Candidate:
        """See `ports.Graph`."""

        def work(db: apsw.Connection) -> Candidate:
            key = profile_key(db, profile_id)
            entity = get_survivor(db, key, profile_id, entity_id)
            return Candidate(entity, read_forms(db, key, [entity.id]).get(entity.id, ()))

        return await self._engine.read(work)

    async def read_entities(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Entity, ...]:
        """See `ports.Graph`; in order of id."""

        def work(db: apsw.Connection) -> tuple[Entity, ...]:
            key = profile_key(db, profile_id)
            return tuple(read_by_ids(db, key, profile_id, entity_ids))

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

        def work(db: apsw.Connection) -> Page[Entity]:
            values: dict[str, Any] = {
                "profile": profile_key(db, profile_id),
                "now": micros(now),
                "kind": None if kind is None else kind.value,
                "active": active,
                "pinned": pinned,
                "after_heat": after_heat,
                "after_id": after_id,
                "limit": limit + 1,
            }
            if query is not None:
                values["words"] = match_all(query, prefix=True)
                if values["words"] is None:
                    return Page(())
                name = "search_entities"
            elif pinned:
                name = "list_pinned"
            elif active:
                name = "list_active"
                values["floor"] = heat_floor(read_profile(db, profile_id).dial, now)
            elif kind is not None:
                name = "list_of_kind"
            else:
                name = "list_entities"
            found = rows(db, _Q[name], values)
            items = [entity_of(item, profile_id) for item in found]
            return page_by_heat("entities", items, limit)

        return await self._engine.read(work)

    async def list_faded(
        self, profile_id: str, *, since: datetime, now: datetime, limit: int = 50
    ) -> tuple[Entity, ...]:
        """See `ports.Graph`."""

        def work(db: apsw.Connection) -> tuple[Entity, ...]:
            values = (profile_key(db, profile_id), micros(since), micros(now), limit)
            found = rows(db, _Q["list_faded"], values)
            return tuple(entity_of(item, profile_id) for item in found)

        return await self._engine.read(work)
