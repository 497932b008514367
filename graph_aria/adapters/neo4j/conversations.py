"""Conversations and what was replied in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.cursors import instant_of, make_cursor, read_cursor
from graph_aria.adapters.neo4j.capture import move_mark, queue_reading, reading_job
from graph_aria.adapters.neo4j.conversation_rows import (
    conversation_properties,
    raised_of,
    raised_properties,
    reply_properties,
)
from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, require_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record import AFTER_ALL_IDS
from graph_aria.adapters.neo4j.record_rows import job_properties
from graph_aria.adapters.neo4j.rows import stored
from graph_aria.adapters.plain_rows import conversation_of, reply_of
from graph_aria.domain.conversations import Message, ReplyState, Role, is_better
from graph_aria.domain.days import LATEST, from_micros, micros
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Page
from graph_aria.errors import Conflict, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import datetime

    from graph_aria.adapters.neo4j.engine import Row
    from graph_aria.domain.conversations import Conversation, Reply
    from graph_aria.domain.drawn import Raised

_Q: Final = load_queries("conversations")


class Neo4jConversations:
    """Implements `ports.Conversations`."""

    _engine: Engine

    async def save_conversation(self, conversation: Conversation) -> Conversation:
        """See `ports.Conversations`."""
        profile_id = conversation.profile_id
        ids = {"id": conversation.id, "external_id": conversation.external_id}

        async def work(tx: Tx) -> Conversation:
            begun = await row(tx, _Q["begin_conversation"], profile=profile_id, **ids)
            if begun is None:
                raise no_profile(profile_id)
            known, is_taken = begun
            if known:
                return conversation_of(known[0], profile_id)
            if is_taken:
                raise Conflict(f"there is a conversation with the id {conversation.id!r} already")
            new = replace(conversation, last_at=conversation.started_at)
            await rows(tx, _Q["save_conversation"], row=conversation_properties(new))
            return new

        return await self._engine.write(work)

    async def get_conversation(self, profile_id: str, conversation_id: str) -> Conversation:
        """The conversation with an id."""

        async def work(tx: Tx) -> Conversation:
            values = {"profile": profile_id, "id": conversation_id}
            found = await row(tx, _Q["get_conversation"], **values)
            if found is None:
                await require_profile(tx, profile_id)
                raise _no_conversation(conversation_id)
            return conversation_of(found[0], profile_id)

        return await self._engine.read(work)

    async def list_conversations(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Conversation]:
        """See `ports.Conversations`."""
        before_at, before_id = LATEST, AFTER_ALL_IDS
        if cursor is not None:
            position, before_id = read_cursor("conversations", cursor, int, str)
            before_at = instant_of(position)
        values = {"before_at": before_at, "before_id": before_id, "limit": limit + 1}

        async def work(tx: Tx) -> Page[Conversation]:
            found = await rows(tx, _Q["list_conversations"], profile=profile_id, **values)
            if not found:
                await require_profile(tx, profile_id)
            items = tuple(conversation_of(item[0], profile_id) for item in found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            last = items[-1]
            last_at = last.last_at or last.started_at
            return Page(items, make_cursor("conversations", micros(last_at), last.id))

        return await self._engine.read(work)

    async def delete_conversation(self, profile_id: str, conversation_id: str) -> None:
        """See `ports.Conversations`."""
        asked = {"profile": profile_id, "id": conversation_id}

        async def work(tx: Tx) -> None:
            found = await row(tx, _Q["begin_deletion"], **asked)
            if found is None:
                raise no_profile(profile_id)
            is_there, has_turns = found
            if not is_there:
                raise _no_conversation(conversation_id)
            if has_turns:
                raise Conflict("the conversation has turns; delete them first")
            await rows(tx, _Q["delete_conversation"], **asked)

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
        asked = {"profile": profile_id, "id": conversation_id}

        async def work(tx: Tx) -> Conversation:
            found = await row(tx, _Q["set_remembers"], remembers=remembers, **asked)
            if found is None:
                await require_profile(tx, profile_id)
                raise _no_conversation(conversation_id)
            before, changed = found
            if before is not remembers:
                if not remembers:
                    await rows(tx, _Q["drop_passages"], **asked)
                unqueued = await rows(tx, _Q["list_unqueued"], kind=JobKind.READ.value, **asked)
                jobs = [reading_job(profile_id, item[0], new_id(), at) for item in unqueued]
                values = [job_properties(job, slot=None) for job in jobs]
                await rows(tx, _Q["queue_turns"], rows=values)
            return conversation_of(changed, profile_id)

        return await self._engine.write(work)

    async def save_reply(self, profile_id: str, reply: Reply, *, job_id: str) -> None:
        """See `ports.Conversations`."""
        values = reply_properties(reply, profile_id)
        raised = reply.drawn.raised if reply.drawn is not None and reply.text else ()

        async def work(tx: Tx) -> None:
            found = await row(tx, _Q["begin_reply"], profile=profile_id, id=reply.turn_id)
            if found is None:
                raise no_profile(profile_id)
            is_turn, replied = found
            if not is_turn:
                raise NotFound(f"this profile has no turn with the id {reply.turn_id!r}")
            if not all(is_better(reply, *before) for before in replied):
                return
            await rows(tx, _Q["save_reply"], profile=profile_id, row=values)
            if not replied:
                await queue_reading(tx, profile_id, reply.turn_id, job_id=job_id, at=reply.at)
            await _note_raised(tx, profile_id, raised)
            await move_mark(tx, reply.at)

        await self._engine.write(work)

    async def read_messages(
        self,
        profile_id: str,
        conversation_id: str,
        *,
        before: str | None = None,
        limit: int = 50,
    ) -> tuple[Message, ...]:
        """See `ports.Conversations`."""
        values = {
            "profile": profile_id,
            "id": conversation_id,
            "before": AFTER_ALL_IDS if before is None else before,
            "limit": limit,
        }

        async def work(tx: Tx) -> tuple[Message, ...]:
            found = await row(tx, _Q["read_messages"], **values)
            if found is None:
                await require_profile(tx, profile_id)
                raise _no_conversation(conversation_id)
            messages = [each for turn in reversed(found[0]) for each in _messages(turn)]
            return tuple(messages[max(0, len(messages) - limit) :])

        return await self._engine.read(work)

    async def get_reply(self, profile_id: str, turn_id: str) -> Reply:
        """See `ports.Conversations`."""

        async def work(tx: Tx) -> Reply:
            found = await row(tx, _Q["get_reply"], profile=profile_id, id=turn_id)
            if found is None:
                await require_profile(tx, profile_id)
                raise NotFound(f"this profile has no turn with the id {turn_id!r}")
            if not found[0]:
                raise NotFound(f"the turn {turn_id!r} has no reply yet")
            return reply_of(found[0][0])

        return await self._engine.read(work)

    async def note_raised(self, profile_id: str, raised: Collection[Raised]) -> None:
        """See `ports.Conversations`."""

        async def work(tx: Tx) -> None:
            if await row(tx, _Q["hold_profile"], profile=profile_id) is None:
                raise no_profile(profile_id)
            await _note_raised(tx, profile_id, raised)

        await self._engine.write(work)

    async def list_raised(self, profile_id: str, memory_ids: Collection[str]) -> frozenset[Raised]:
        """See `ports.Conversations`."""
        ids = sorted(set(memory_ids))

        async def work(tx: Tx) -> frozenset[Raised]:
            found = await rows(tx, _Q["list_raised"], profile=profile_id, ids=ids)
            if not found:
                await require_profile(tx, profile_id)
            return frozenset(raised_of(item[0]) for item in found)

        return await self._engine.read(work)

    async def list_unanswered(
        self, profile_id: str, *, until: datetime, limit: int = 100
    ) -> tuple[str, ...]:
        """See `ports.Conversations`."""
        values = {"until": stored(until), "limit": limit, "kind": JobKind.READ.value}

        async def work(tx: Tx) -> tuple[str, ...]:
            found = await rows(tx, _Q["list_unanswered"], profile=profile_id, **values)
            if not found:
                await require_profile(tx, profile_id)
            return tuple(item[0] for item in found)

        return await self._engine.read(work)


async def _note_raised(tx: Tx, profile_id: str, raised: Collection[Raised]) -> None:
    values = [raised_properties(item, profile_id) for item in raised]
    if values:
        await rows(tx, _Q["note_raised"], profile=profile_id, rows=values)


def _messages(turn: Row) -> list[Message]:
    """A turn and its reply, if it has one."""
    id_, text, at, replies = turn
    replied = [reply_of(item) for item in replies]
    return [
        Message(id_, Role.USER, text, from_micros(at)),
        *(
            Message(id_, Role.ASSISTANT, one.text, one.at, is_cut=one.state is ReplyState.CUT)
            for one in replied
        ),
    ]


def _no_conversation(conversation_id: str) -> NotFound:
    return NotFound(f"this profile has no conversation with the id {conversation_id!r}")
