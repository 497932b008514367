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
        is given as it is, but that what is not to be remembered is remembered no longer:
        all that was learned from it is withdrawn. The other way round needs an order of its
        own (`set_remembered`): nothing is learned again by chance.

    Reads: the mark. Writes: one conversation; jobs, where it was remembered before. Safe to
    repeat: with an external id.
    """
    now = await tell_time(store, clock)
    wanted = Conversation(
        id=ids.new(),
        profile_id=profile_id,
        started_at=now,
        remembers=remembers,
        scope=scope,
        external_id=external_id,
    )
    stored = await store.save_conversation(wanted)
    is_new = stored.id == wanted.id
    if stored.remembers and not remembers:
        stored = await store.set_remembers(
            profile_id, stored.id, remembers=False, new_id=ids.new, at=now
        )
    return stored, is_new
