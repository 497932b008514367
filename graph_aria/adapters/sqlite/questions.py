"""Open questions about identity."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.plain_rows import question_of
from graph_aria.adapters.sqlite.engine import Engine, profile_key, row, rows
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import micros_or_none
from graph_aria.domain.days import micros
from graph_aria.domain.views import Page
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Collection

    import apsw

    from graph_aria.adapters.sqlite.record_rows import Row
    from graph_aria.domain.questions import Question

_Q: Final = load_queries("questions")
_LATEST: Final = 2**63 - 1


def question_values(key: int, item: Question) -> Row:
    """A question in the order of its table."""
    return (
        key,
        item.id,
        item.one_id,
        item.other_id,
        item.reason.value,
        item.score,
        micros(item.asked_at),
        None if item.answer is None else item.answer.value,
        micros_or_none(item.answered_at),
    )


class SqliteQuestions:
    """Implements the part of `ports.Graph` that reads questions."""

    _engine: Engine

    async def read_questions(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Question, ...]:
        """See `ports.Graph`."""

        def work(db: apsw.Connection) -> tuple[Question, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "ids": json.dumps(sorted(set(entity_ids))),
            }
            found = rows(db, _Q["read_about"], values)
            return tuple(question_of(item, profile_id) for item in found)

        return await self._engine.read(work)

    async def list_questions(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Question]:
        """See `ports.Graph`."""
        after_at, after_id = _LATEST, ""
        if cursor is not None:
            after_at, after_id = read_cursor("questions", cursor, int, str)

        def work(db: apsw.Connection) -> Page[Question]:
            values = {
                "profile": profile_key(db, profile_id),
                "after_at": after_at,
                "after_id": after_id,
                "limit": limit + 1,
            }
            found = rows(db, _Q["list_open"], values)
            items = tuple(question_of(item, profile_id) for item in found[:limit])
            if len(found) <= limit:
                return Page(items)
            last = items[-1]
            return Page(items, make_cursor("questions", micros(last.asked_at), last.id))

        return await self._engine.read(work)

    async def get_question(self, profile_id: str, question_id: str) -> Question:
        """See `ports.Graph`."""

        def work(db: apsw.Connection) -> Question:
            found = row(db, _Q["get_question"], (profile_key(db, profile_id), question_id))
            if found is None:
                raise NotFound(f"this profile has no question with the id {question_id!r}")
            return question_of(found, profile_id)

        return await self._engine.read(work)
