"""Open questions about identity."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.neo4j.engine import Engine, Tx, require_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.rows import Properties, stored, stored_or_none
from graph_aria.adapters.plain_rows import question_of
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.views import Page
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Collection

    from graph_aria.domain.questions import Question

_Q: Final = load_queries("questions")
_LATEST: Final = datetime(9999, 1, 1, tzinfo=UTC)


def question_properties(item: Question) -> Properties:
    """All properties of a question."""
    return {
        "profile_id": item.profile_id,
        "id": item.id,
        "one_id": item.one_id,
        "other_id": item.other_id,
        "reason": item.reason.value,
        "score": item.score,
        "asked_at": stored(item.asked_at),
        "answer": None if item.answer is None else item.answer.value,
        "answered_at": stored_or_none(item.answered_at),
        "is_open": True if item.answer is None else None,
    }


class Neo4jQuestions:
    """Implements the part of `ports.Graph` that reads questions."""

    _engine: Engine

    async def read_questions(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Question, ...]:
        """See `ports.Graph`."""
        ids = sorted(set(entity_ids))

        async def work(tx: Tx) -> tuple[Question, ...]:
            found = await rows(tx, _Q["read_about"], profile=profile_id, ids=ids)
            if not found:
                await require_profile(tx, profile_id)
            return tuple(question_of(item[0], profile_id) for item in found)

        return await self._engine.read(work)

    async def list_questions(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Question]:
        """See `ports.Graph`."""
        after_at, after_id = _LATEST, ""
        if cursor is not None:
            after, after_id = read_cursor("questions", cursor, int, str)
            after_at = from_micros(after)
        values = {"after_at": stored(after_at), "after_id": after_id, "limit": limit + 1}

        async def work(tx: Tx) -> Page[Question]:
            found = await rows(tx, _Q["list_open"], profile=profile_id, **values)
            if not found:
                await require_profile(tx, profile_id)
            items = tuple(question_of(item[0], profile_id) for item in found[:limit])
            if len(found) <= limit:
                return Page(items)
            last = items[-1]
            return Page(items, make_cursor("questions", micros(last.asked_at), last.id))

        return await self._engine.read(work)

    async def get_question(self, profile_id: str, question_id: str) -> Question:
        """See `ports.Graph`."""

        async def work(tx: Tx) -> Question:
            found = await row(tx, _Q["get_question"], profile=profile_id, id=question_id)
            if found is None:
                await require_profile(tx, profile_id)
                raise NotFound(f"this profile has no question with the id {question_id!r}")
            return question_of(found[0], profile_id)

        return await self._engine.read(work)
