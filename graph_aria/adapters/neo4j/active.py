"""The hot reads: what is active now, and what has faded since.

Both are range reads of indexes over `fades_at` and `due_at`: they cost what is active or
due, not what is stored, and compare microseconds as `weights.is_active` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, require_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.rows import entity_of, relation_of, stored
from graph_aria.adapters.ordering import active_first
from graph_aria.domain.days import from_micros
from graph_aria.domain.views import ActiveGraph
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    from datetime import datetime

_Q: Final = load_queries("active")


class Neo4jActive:
    """Implements the part of `ports.Graph` that asks what is active or due."""

    _engine: Engine

    async def read_active(
        self, profile_id: str, *, now: datetime, max_entities: int, max_relations: int
    ) -> ActiveGraph:
        """See `ports.Graph`; `n_entities` and `n_relations` count all that is active.

        `entities` are the pinned and the heaviest up to `max_entities`, and whatever
        else the relations join.
        """
        values = {
            "profile": profile_id,
            "now": stored(now),
            "max_entities": max_entities,
            "max_relations": max_relations,
        }
        found = await self._engine.read(lambda tx: row(tx, _Q["read_active"], **values))
        if found is None:
            raise no_profile(profile_id)
        user, entities, n_entities, relations, n_relations = found
        if not user:
            raise NotFound("this profile has lost its user; run `aria rebuild`")
        shown = [entity_of(item, profile_id) for item in entities]
        return ActiveGraph(
            entities=tuple(sorted(shown, key=active_first)),
            relations=tuple(relation_of(item, profile_id) for item in relations),
            user=entity_of(user[0], profile_id),
            n_entities=n_entities,
            n_relations=n_relations,
        )

    async def read_due(
        self, profile_id: str, *, now: datetime, limit: int
    ) -> tuple[tuple[str, datetime], ...]:
        """See `ports.Graph`."""
        values = {"profile": profile_id, "now": stored(now), "limit": limit}

        async def work(tx: Tx) -> tuple[tuple[str, datetime], ...]:
            found = await rows(tx, _Q["list_due"], **values)
            if not found:
                await require_profile(tx, profile_id)
            return tuple((target_id, from_micros(due_at)) for target_id, due_at in found)

        return await self._engine.read(work)
