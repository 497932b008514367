"""Take what was replied to the user."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from graph_aria.domain.conversations import Message, Reply, ReplyState, Role
from graph_aria.domain.days import utc
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.entries import checked_text
from graph_aria.errors import Conflict, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.take_turn import TurnStore
from graph_aria.stages.tell_time import tell_time


async def take_reply(  # noqa: PLR0913 - a reply has that many facts
    store: TurnStore,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    conversation_id: str,
    *,
    text: str,
    at: datetime | None = None,
    is_cut: bool = False,
    turn_id: str | None = None,
    drawn: Drawn | None = None,
) -> tuple[Reply, bool]:
    """Store the reply to a turn with the job to read that turn, in one transaction.

    Nothing is ever learned from a reply. One that was cut is replaced by what comes after
    all; the same words again change nothing.

    Args:
        store: where it goes.
        clock: tells when it was handed in.
        ids: gives the job its id.
        profile_id: whose conversation it is.
        conversation_id: which one.
        text: the words; may be empty if it was cut.
        at: when it was finished or cut, aware; now if None.
        is_cut: whether it was broken off.
        turn_id: which turn it answers; the last one if None.
        drawn: what it drew on; None if another program replied.

    Returns:
        The reply as it is stored, and whether that is new.

    Raises:
        NotFound: there is no such conversation or turn.
        Conflict: no turn waits for a reply.
        InvalidText, TextTooLarge: empty though it was finished, or too long.

    Reads: the mark, the turn, the last messages. Writes: the reply and a job. Safe to repeat: yes.
    """
    text = checked_text(text, may_be_empty=is_cut)
    now = await tell_time(store, clock)
    there = await _find(store, profile_id, conversation_id, turn_id)
    reply = Reply(
        turn_id=there.turn_id,
        text=text,
        at=now if at is None else min(utc(at), now),
        state=ReplyState.CUT if is_cut else ReplyState.FINISHED,
        drawn=drawn,
    )
    if there.role is Role.ASSISTANT and not there.is_cut:
        if there.text == text:
            return replace(reply, at=there.at), False
        message = (
            "this turn of the conversation has its reply already; hand in the user's next "
            "message first"
        )
        raise Conflict(message)
    await store.save_reply(profile_id, reply, job_id=ids.new())
    return reply, True


async def _find(
    store: TurnStore, profile_id: str, conversation_id: str, turn_id: str | None
) -> Message:
    """The turn that is answered, or what was replied to it before."""
    if turn_id is not None:
        turn = await store.get_entry(profile_id, turn_id)
        with suppress(NotFound):
            reply = await store.get_reply(profile_id, turn_id)
            is_cut = reply.state is ReplyState.CUT
            return Message(turn_id, Role.ASSISTANT, reply.text, reply.at, is_cut)
        return Message(turn_id, Role.USER, turn.text, turn.occurred_at)
    last = await store.read_messages(profile_id, conversation_id, limit=1)
    if not last:
        message = (
            "nothing was said in this conversation yet that this could reply to; hand in the "
            "user's message first, and leave out what an assistant says before it"
        )
        raise Conflict(message)
    return last[-1]
