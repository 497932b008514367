"""Begin a conversation."""

from __future__ import annotations

from typing import Protocol

from graph_aria.domain.conversations import Conversation
from graph_aria.ports import Clock, Conversations, Ids, Jobs
from graph_aria.stages.tell_time import tell_time


class BeginStore(Conversations, Jobs, Protocol):
    """What beginning a conversation needs of a store."""


async def begin_conversation(
    store: BeginStore,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    external_id: str | None = None,
    scope: str = "",
    remembers: bool = True,
) -> tuple[Conversation, bool]:
    """Begin a conversation, or find the one that a client began before.

    Args:
        store: where it goes.
        clock: tells when it is begun.
        ids: gives it its id.
        profile_id: whose it is.
        external_id: its id at the client that leads it.
        scope: where what is learned from it is used: "" for everywhere, else a namespace.
        remembers: whether anything is learned from it.

    Returns:
        The conversation, and whether it is new. One with this `external_id` that is there
        is given as it is, whatever else is asked for.

    Reads: the mark. Writes: one conversation. Safe to repeat: with an external id.
    """
    wanted = Conversation(
        id=ids.new(),
        profile_id=profile_id,
        started_at=await tell_time(store, clock),
        remembers=remembers,
        scope=scope,
        external_id=external_id,
    )
    stored = await store.save_conversation(wanted)
    return stored, stored.id == wanted.id
