"""Conversations, their turns, and what was replied to them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.plain_rows import conversation_of, reply_of
from graph_aria.adapters.sqlite.capture import queue_reading
from graph_aria.adapters.sqlite.engine import Engine, many, profile_key, row, rows
from graph_aria.adapters.sqlite.memory_rows import (
    conversation_values,
    raised_columns,
    raised_of,
    reply_values,
)
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.domain.conversations import Message, ReplyState, Role, is_better
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.views import Page
from graph_aria.errors import Conflict, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from datetime import datetime

    import apsw

    from graph_aria.adapters.sqlite.nearest import Nearest
    from graph_aria.adapters.sqlite.record_rows import Row
    from graph_aria.domain.conversations import Conversation, Reply
    from graph_aria.domain.drawn import Raised

_Q: Final = load_queries("conversations")
_LATEST: Final = 2**63 - 1


class SqliteConversations:
    """Implements `ports.Conversations`."""

    _engine: Engine
    _nearest: Nearest

    async def save_conversation(self, conversation: Conversation) -> Conversation:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> Conversation:
            key = profile_key(db, conversation.profile_id)
            if conversation.external_id is not None:
                values = (key, conversation.external_id)
                if (found := row(db, _Q["find_conversation"], values)) is not None:
                    return conversation_of(found, conversation.profile_id)
            if row(db, _Q["get_conversation"], (key, conversation.id)) is not None:
                raise Conflict(f"there is a conversation with the id {conversation.id!r} already")
            new = replace(conversation, last_at=conversation.started_at)
            db.execute(_Q["save_conversation"], conversation_values(key, new))
            return new

        return await self._engine.write(work)

    async def get_conversation(self, profile_id: str, conversation_id: str) -> Conversation:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> Conversation:
            return _get(db, profile_key(db, profile_id), profile_id, conversation_id)

        return await self._engine.look(work)

    async def list_conversations(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Conversation]:
        """See `ports.Conversations`."""
        before_at, before_id = _LATEST, ""
        if cursor is not None:
            before_at, before_id = read_cursor("conversations", cursor, int, str)

        def work(db: apsw.Connection) -> Page[Conversation]:
            values = {
                "profile": profile_key(db, profile_id),
                "before_at": before_at,
                "before_id": before_id,
                "limit": limit + 1,
            }
            found = rows(db, _Q["list_conversations"], values)
            items = tuple(conversation_of(item, profile_id) for item in found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            last = items[-1]
            last_at = micros(last.last_at or last.started_at)
            return Page(items, make_cursor("conversations", last_at, last.id))

        return await self._engine.read(work)

    async def delete_conversation(self, profile_id: str, conversation_id: str) -> None:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> None:
            values = (profile_key(db, profile_id), conversation_id)
            _get(db, values[0], profile_id, conversation_id)
            if row(db, _Q["find_turn_of"], values) is not None:
                raise Conflict("the conversation has turns; delete them first")
            db.execute(_Q["delete_conversation"], values)

        await self._engine.write(work)

    async def set_remembers(
        self,
        profile_id: str,
        conversation_id: str,
        *,
        remembers: bool,
        new_id: Callable[[], str],
        at: datetime,
    ) -> Conversation:
        """See `ports.Conversations`."""
        turn_ids: list[str] = []

        def work(db: apsw.Connection) -> Conversation:
            key = profile_key(db, profile_id)
            before = _get(db, key, profile_id, conversation_id)
            if before.remembers is remembers:
                return before
            values = {"profile": key, "id": conversation_id, "remembers": remembers}
            for (turn_id,) in rows(db, _Q["list_turns"], (key, conversation_id)):
                queue_reading(db, key, turn_id, job_id=new_id(), at=at)
                turn_ids.append(turn_id)
            # Last: after an index of words has changed, each statement takes far longer.
            db.execute(_Q["set_remembers"], values)
            return _get(db, key, profile_id, conversation_id)

        def follow(_: Conversation) -> None:
            if not remembers:
                self._nearest.follow_passages(profile_id, turn_ids)

        return await self._engine.write(work, kept=follow)

    async def save_reply(self, profile_id: str, reply: Reply, *, job_id: str) -> None:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> None:
            key = profile_key(db, profile_id)
            if row(db, _Q["find_turn"], (key, reply.turn_id)) is None:
                raise NotFound(f"this profile has no turn with the id {reply.turn_id!r}")
            before = row(db, _Q["find_reply"], (key, reply.turn_id))
            if before is not None and not is_better(reply, *before):
                return
            db.execute(_Q["save_reply"], reply_values(key, reply))
            if reply.text and reply.drawn is not None:
                _note_raised(db, key, reply.drawn.raised)
            if before is None:
                queue_reading(db, key, reply.turn_id, job_id=job_id, at=reply.at)

        await self._engine.write(work, grouped=True)

    async def get_reply(self, profile_id: str, turn_id: str) -> Reply:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> Reply:
            found = row(db, _Q["get_reply"], (profile_key(db, profile_id), turn_id))
            if found is None:
                raise NotFound(f"this profile has no reply to a turn with the id {turn_id!r}")
            return reply_of(found)

        return await self._engine.look(work)

    async def note_raised(self, profile_id: str, raised: Collection[Raised]) -> None:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> None:
            _note_raised(db, profile_key(db, profile_id), raised)

        await self._engine.write(work, grouped=True)

    async def list_raised(self, profile_id: str, memory_ids: Collection[str]) -> frozenset[Raised]:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> frozenset[Raised]:
            asked = json.dumps(sorted(set(memory_ids)))
            values = {"profile": profile_key(db, profile_id), "ids": asked}
            return frozenset(map(raised_of, rows(db, _Q["list_raised"], values)))

        return await self._engine.read(work)

    async def read_messages(
        self,
        profile_id: str,
        conversation_id: str,
        *,
        before: str | None = None,
        limit: int = 50,
    ) -> tuple[Message, ...]:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> tuple[Message, ...]:
            key = profile_key(db, profile_id)
            _get(db, key, profile_id, conversation_id)
            values = {
                "profile": key,
                "conversation_id": conversation_id,
                "before": before,
                "limit": limit,
            }
            turns = rows(db, _Q["read_messages"], values)[::-1]
            messages = [message for item in turns for message in _messages_of(item)]
            return tuple(messages[max(0, len(messages) - limit) :])

        return await self._engine.read(work)

    async def list_unanswered(
        self, profile_id: str, *, until: datetime, limit: int = 100
    ) -> tuple[str, ...]:
        """See `ports.Conversations`."""

        def work(db: apsw.Connection) -> tuple[str, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "until": micros(until),
                "limit": limit,
            }
            return tuple(item[0] for item in rows(db, _Q["list_unanswered"], values))

        return await self._engine.read(work)


def move_on(db: apsw.Connection, key: int, turn_id: str) -> None:
    """Note that a turn was read, and so were those before it; nothing for other entries."""
    db.execute(_Q["move_on"], {"profile": key, "turn_id": turn_id})


def _note_raised(db: apsw.Connection, key: int, raised: Collection[Raised]) -> None:
    many(db, _Q["note_raised"], (raised_columns(key, item) for item in raised))


def _get(db: apsw.Connection, key: int, profile_id: str, conversation_id: str) -> Conversation:
    found = row(db, _Q["get_conversation"], (key, conversation_id))
    if found is None:
        raise NotFound(f"this profile has no conversation with the id {conversation_id!r}")
    return conversation_of(found, profile_id)


def _messages_of(turn: Row) -> Iterator[Message]:
    turn_id, text, at, reply, replied_at, state = turn
    yield Message(turn_id, Role.USER, text, from_micros(at))
    if reply is not None:
        is_cut = state == ReplyState.CUT
        yield Message(turn_id, Role.ASSISTANT, reply, from_micros(replied_at), is_cut=is_cut)
