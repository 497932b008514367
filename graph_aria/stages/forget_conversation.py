"""Delete a conversation as if it had never been held."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from graph_aria.domain.records import EntryRecord
from graph_aria.errors import Conflict, NotFound
from graph_aria.ports import Clock, Conversations, Ids
from graph_aria.stages.forget import forget
from graph_aria.stages.read import ReadStore

AT_ONCE: Final = 200
"""Turns that are deleted in one transaction."""
_TRIES: Final = 5


async def turns_of(
    store: Conversations, profile_id: str, conversation_id: str
) -> AsyncIterator[str]:
    """Ids of the turns of a conversation, latest first.

    Raises:
        NotFound: there is no such conversation.

    Reads: its messages, in pages. Writes: nothing. Safe to repeat: yes.
    """
    before = None
    while messages := await store.read_messages(
        profile_id, conversation_id, before=before, limit=AT_ONCE
    ):
        # A page may begin with a reply whose turn is before it; then its turn is there twice.
        for turn_id in sorted({one.turn_id for one in messages}, reverse=True):
            if before is None or turn_id < before:
                yield turn_id
                before = turn_id


async def forget_conversation(
    store: ReadStore, clock: Clock, ids: Ids, profile_id: str, conversation_id: str
) -> tuple[EntryRecord, ...]:
    """Delete a conversation with its turns, their replies and all that was read in them.

    Turns go 200 at a time, each lot in one transaction; one that is broken off is gone on
    with by deleting the conversation again. What is said in it meanwhile goes too.

    Returns:
        The turns that were deleted, for a proof that they are gone.

    Raises:
        NotFound: there is no such conversation.
        Conflict: something is said in it faster than it is deleted.

    Reads: its turns and their neighbourhood. Writes: one delta for each 200 turns, then the
    conversation. Safe to repeat: the second time it is not found.
    """
    deleted: list[EntryRecord] = []
    for _ in range(_TRIES):
        turn_ids = [one async for one in turns_of(store, profile_id, conversation_id)]
        for begin in range(0, len(turn_ids), AT_ONCE):
            part = turn_ids[begin : begin + AT_ONCE]
            try:
                deleted += await forget(store, clock, ids, profile_id, part)
            except NotFound:  # one of them was deleted meanwhile: look again at what is left
                break
        else:
            try:
                await store.delete_conversation(profile_id, conversation_id)
            except Conflict:
                continue
            return tuple(deleted)
    message = "something is being said in this conversation; end that, then delete it again"
    raise Conflict(message)
