"""The hot reads: what is active now, and what has faded since.

Both are range reads of an index over `fades_at`: they cost what is active or due, not
what is stored, and compare microseconds as `weights.is_active` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.ordering import active_first
from graph_aria.adapters.sqlite.engine import Engine, profile_key, row, rows
from graph_aria.adapters.sqlite.entities import read_by_ids
from graph_aria.adapters.sqlite.profiles import read_profile
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.rows import entity_of, relation_of
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.views import ActiveGraph
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    from datetime import datetime

    import apsw

    from graph_aria.domain.graph import Entity

_Q: Final = load_queries("active")


class SqliteActive:
    """Implements the part of `ports.Graph` that asks what is active or due."""

    _engine: Engine

    async def read_active(
        self, profile_id: str, *, now: datetime, max_entities: int, max_relations: int
    ) -> ActiveGraph:
        """See `ports.Graph`; `n_entities` and `n_relations` count all that is active.

        `entities` are the pinned and the heaviest up to `max_entities`, and whatever
        else the relations join.
        """

        def work(db: apsw.Connection) -> ActiveGraph:
            profile = read_profile(db, profile_id)
            key = profile_key(db, profile_id)
            here = {"profile": key, "now": micros(now)}
            user = _get_user(db, key, profile_id, profile.user_id)
            pinned = rows(db, _Q["list_pinned"], {**here, "limit": max_entities})
            n_pinned = rows(db, _Q["count_pinned"], here)[0][0]
            n_others = rows(db, _Q["count_entities"], here)[0][0]
            # Few: sort what is active. Many: the hottest are all active, stop early.
            room = max(0, max_entities - len(pinned))
            name = "list_all_entities" if n_others <= room else "list_hottest_entities"
            others = rows(db, _Q[name], {**here, "limit": room})
            entities = {item[1]: entity_of(item, profile_id) for item in (*pinned, *others)}
            n_relations = rows(db, _Q["count_relations"], here)[0][0]
            few = n_relations <= max_relations
            name = "list_all_relations" if few else "list_hottest_relations"
            found = rows(db, _Q[name], {**here, "limit": max_relations})
            relations = tuple(relation_of(item, profile_id) for item in found)
            ends = {end for item in relations for end in (item.subject_id, item.object_id)}
            for entity in read_by_ids(db, key, profile_id, ends - entities.keys() - {user.id}):
                entities[entity.id] = entity
            return ActiveGraph(
                entities=tuple(sorted(entities.values(), key=active_first)),
                relations=relations,
                user=user,
                n_entities=n_pinned + n_others,
                n_relations=n_relations,
            )

        return await self._engine.read(work)

    async def read_due(
        self, profile_id: str, *, now: datetime, limit: int
    ) -> tuple[tuple[str, datetime], ...]:
        """See `ports.Graph`."""

        def work(db: apsw.Connection) -> tuple[tuple[str, datetime], ...]:
            values = {"profile": profile_key(db, profile_id), "now": micros(now), "limit": limit}
            found = rows(db, _Q["list_due"], values)
            return tuple((target_id, from_micros(fades_at)) for target_id, fades_at in found)

        return await self._engine.read(work)

    async def freshen_weights(self, profile_id: str, *, now: datetime) -> int:  # noqa: ARG002 - the port's
        """See `ports.Graph`; nobody looks into the file, so no weight is kept that could age."""
        return 0


def _get_user(db: apsw.Connection, key: int, profile_id: str, user_id: str) -> Entity:
    found = row(db, _Q["get_user"], (key, user_id))
    if found is None:
        raise NotFound("this profile has lost its user; run `aria rebuild`")
    return entity_of(found, profile_id)
