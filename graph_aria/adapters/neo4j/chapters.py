"""Reading chapters."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.neo4j.engine import Engine, Tx, require_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.rows import chapter_of
from graph_aria.domain.views import Page
from graph_aria.errors import InvalidCursor, NotFound

if TYPE_CHECKING:
    from graph_aria.domain.graph import Chapter

_Q: Final = load_queries("chapters")


class Neo4jChapters:
    """Implements the part of `ports.Graph` that reads chapters."""

    _engine: Engine

    async def read_chapters(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Chapter]:
        """See `ports.Graph`; by first day, ties by id descending."""
        before_on, before_id = date.max, ""
        if cursor is not None:
            day, before_id = read_cursor("chapters", cursor, int, str)
            try:
                before_on = date.fromordinal(day)
            except (ValueError, OverflowError) as error:
                raise InvalidCursor from error
        values = {
            "profile": profile_id,
            "before_on": before_on,
            "before_id": before_id,
            "limit": limit + 1,
        }

        async def work(tx: Tx) -> Page[Chapter]:
            found = await rows(tx, _Q["list_chapters"], **values)
            if not found:
                await require_profile(tx, profile_id)
            items = tuple(chapter_of(item[0], profile_id) for item in found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            last = items[-1]
            return Page(items, make_cursor("chapters", last.started_on.toordinal(), last.id))

        return await self._engine.read(work)

    async def get_chapter(self, profile_id: str, chapter_id: str) -> Chapter:
        """The chapter with an id."""

        async def work(tx: Tx) -> Chapter:
            found = await row(tx, _Q["get_chapter"], profile=profile_id, id=chapter_id)
            if found is None:
                await require_profile(tx, profile_id)
                raise NotFound(f"this profile has no chapter with the id {chapter_id!r}")
            return chapter_of(found[0], profile_id)

        return await self._engine.read(work)
