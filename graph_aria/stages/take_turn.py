"""Take what the user says in a conversation."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from graph_aria.domain.conversations import Reply, ReplyState, Role
from graph_aria.domain.entries import new_entry
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Saved
from graph_aria.ports import Clock, Conversations, Ids, Jobs, Record
from graph_aria.stages.tell_time import tell_time


class TurnStore(Record, Conversations, Jobs, Protocol):
    """What taking turns needs of a store."""


async def take_turn(  # noqa: PLR0913 - a turn has that many facts
    store: TurnStore,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    conversation_id: str,
    *,
    text: str,
    occurred_at: datetime | None = None,
    zone: str | None = None,
    origin: str = "api",
    external_id: str | None = None,
    answering: Collection[str] = (),
) -> Saved:
    """Store a turn on arrival; it is read once it has its reply.

    A turn before it that still waits for a reply gets none any more: that is noted as cut,
    and the turn is read.

    Args:
        store: where it goes.
        clock: tells when it was handed in.
        ids: gives ids to the turn and to a job.
        profile: whose turn it is; its zone holds where `zone` is None.
        conversation_id: what it belongs to.
        text: the words.
        occurred_at: aware; now if None.
        zone: IANA name.
        origin: where it came from.
        external_id: its id there; a second turn with it is not stored.
        answering: ids of turns that are being replied to just now; theirs is not cut.

    Raises:
        InvalidText, TextTooLarge, InvalidTime, UnknownZone, EntryDeleted.
        NotFound: there is no such conversation.

    Reads: the mark, the message before. Writes: the turn; the reply of the one before it.
    Safe to repeat: with an external id.
    """
    now = await tell_time(store, clock)
    turn = new_entry(
        entry_id=ids.new(),
        profile=profile,
        form=EntryForm.TURN,
        text=text,
        now=now,
        occurred_at=occurred_at,
        zone=zone,
        origin=origin,
        external_id=external_id,
    )
    saved = await store.save_turn(replace(turn, conversation_id=conversation_id))
    if saved.created:
        before = await store.read_messages(
            profile.id, conversation_id, before=saved.entry.id, limit=1
        )
        waits = bool(before) and before[-1].role is Role.USER
        if waits and before[-1].turn_id not in answering:
            cut = Reply(before[-1].turn_id, "", now, ReplyState.CUT)
            await store.save_reply(profile.id, cut, job_id=ids.new())
    return saved
