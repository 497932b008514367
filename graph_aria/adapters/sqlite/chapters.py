"""Reading chapters."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.sqlite.engine import Engine, Row, profile_key, rows
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.rows import chapter_of
from graph_aria.domain.views import Page
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    import apsw

    from graph_aria.domain.graph import Chapter

_Q: Final = load_queries("chapters")


class SqliteChapters:
    """Implements the part of `ports.Graph` that reads chapters."""

    _engine: Engine

    async def read_chapters(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Chapter]:
        """See `ports.Graph`; by first day, ties by id descending."""
        before_on, before_id = None, ""
        if cursor is not None:
            before_on, before_id = read_cursor("chapters", cursor, int, str)

        def work(db: apsw.Connection) -> Page[Chapter]:
            values: dict[str, Any] = {
                "profile": profile_key(db, profile_id),
                "before_on": before_on,
                "before_id": before_id,
                "limit": limit + 1,
            }
            found = rows(db, _Q["list_chapters"], values)
            items = with_features(db, values["profile"], profile_id, found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            last = items[-1]
            return Page(items, make_cursor("chapters", last.started_on.toordinal(), last.id))

        return await self._engine.read(work)

    async def get_chapter(self, profile_id: str, chapter_id: str) -> Chapter:
        """The chapter with an id."""

        def work(db: apsw.Connection) -> Chapter:
            key = profile_key(db, profile_id)
            found = rows(db, _Q["get_chapter"], (key, chapter_id))
            if not found:
                raise NotFound(f"this profile has no chapter with the id {chapter_id!r}")
            return with_features(db, key, profile_id, found)[0]

        return await self._engine.read(work)


def with_features(
    db: apsw.Connection, key: int, profile_id: str, found: list[Row]
) -> tuple[Chapter, ...]:
    """Chapters from rows of their table, without the profile, in the same order."""
    features: dict[str, list[Row]] = defaultdict(list)
    ids = json.dumps([item[0] for item in found])
    for chapter_id, *feature in rows(db, _Q["list_features"], (key, ids)):
        features[chapter_id].append(tuple(feature))
    return tuple(chapter_of(item, features[item[0]], profile_id) for item in found)
