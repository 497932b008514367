"""Lists of memories: pinned ones first, then the newest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import instant_of, make_cursor, read_cursor
from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, require_profile, rows
from graph_aria.adapters.neo4j.memory_rows import memory_of
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record import AFTER_ALL_IDS
from graph_aria.domain.days import LATEST, micros
from graph_aria.domain.memories import EVERY_MEMORY
from graph_aria.domain.views import Page

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date, datetime

    from graph_aria.domain.memories import Memory, MemoryFilter

_Q: Final = load_queries("memory_lists")


class Neo4jMemoryLists:
    """Implements `list_memories` and `list_dated` of `ports.Memories`."""

    _engine: Engine

    async def list_memories(
        self,
        profile_id: str,
        wanted: MemoryFilter = EVERY_MEMORY,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Memory]:
        """See `ports.Memories`."""
        place = _place(cursor)
        values: dict[str, Any] = {
            "profile": profile_id,
            "state": wanted.state and wanted.state.value,
            "category": wanted.category and wanted.category.value,
            "kind": wanted.kind and wanted.kind.value,
            "scope": wanted.scope,
            "but_values": sorted(wanted.but_values),
        }

        async def work(tx: Tx) -> Page[Memory]:
            if wanted.about_id is not None:
                found = await _list_about(tx, wanted, place, limit + 1, values)
            else:
                found = await _list_all(tx, wanted, place, limit + 1, values)
            if not found:
                await require_profile(tx, profile_id)
            items = tuple(memory_of(item[0], profile_id) for item in found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            last = items[-1]
            position = (int(last.pinned), micros(last.confirmed_at), last.id)
            return Page(items, make_cursor("memories", *position))

        return await self._engine.read(work)

    async def list_dated(
        self,
        profile_id: str,
        *,
        since: date,
        until: date,
        returning: Collection[tuple[int, int]],
        limit: int,
    ) -> tuple[Memory, ...]:
        """See `ports.Memories`."""
        values: dict[str, Any] = {
            "profile": profile_id,
            "since": since,
            "until": until,
            "returning": [list(each) for each in sorted(returning)],
            "limit": limit,
        }

        async def work(tx: Tx) -> tuple[Memory, ...]:
            found = await rows(tx, _Q["list_dated"], **values)
            if not found:
                await require_profile(tx, profile_id)
            return tuple(memory_of(item[0], profile_id) for item in found)

        return await self._engine.read(work)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a list goes on: among pinned ones or others, at an instant, before an id."""

    pinned: bool
    at: datetime
    before_id: str


_BEGIN: Final = _Place(pinned=True, at=LATEST, before_id=AFTER_ALL_IDS)


def _place(cursor: str | None) -> _Place:
    if cursor is None:
        return _BEGIN
    pinned, position, last_id = read_cursor("memories", cursor, int, int, str)
    return _Place(bool(pinned), instant_of(position), last_id)


async def _list_all(
    tx: Tx, wanted: MemoryFilter, place: _Place, limit: int, values: dict[str, Any]
) -> list[Row]:
    found: list[Row] = []
    if wanted.pinned is not False and place.pinned:
        after = {"before_at": place.at, "before_id": place.before_id}
        found = await rows(tx, _Q["list_pinned"], limit=limit, **after, **values)
    if wanted.pinned is not True and len(found) < limit:
        name = "list_unpinned" if wanted.state is None else "list_unpinned_in_state"
        if wanted.kind is not None:
            name = "list_unpinned_of_kind"
        start = _BEGIN if place.pinned else place
        after = {"before_at": start.at, "before_id": start.before_id}
        found += await rows(tx, _Q[name], limit=limit - len(found), **after, **values)
    return found


async def _list_about(
    tx: Tx, wanted: MemoryFilter, place: _Place, limit: int, values: dict[str, Any]
) -> list[Row]:
    return await rows(
        tx,
        _Q["list_about"],
        about_id=wanted.about_id,
        pinned=wanted.pinned,
        before_pinned=place.pinned,
        before_at=place.at,
        before_id=place.before_id,
        limit=limit,
        **values,
    )
