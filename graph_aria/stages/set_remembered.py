"""Switch for one conversation whether it is remembered."""

from __future__ import annotations

from graph_aria.domain.conversations import Conversation
from graph_aria.ports import Clock, Ids
from graph_aria.stages.begin_conversation import BeginStore
from graph_aria.stages.tell_time import tell_time


async def set_remembered(
    store: BeginStore,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    conversation_id: str,
    *,
    remembers: bool,
) -> Conversation:
    """Withdraw all that was learned from a conversation, or learn it again.

    It covers the whole conversation, what was said before too: all its turns are read again,
    and while it is off there is nothing in them. What is written stays.

    Returns:
        The conversation as it is then.

    Raises:
        NotFound: there is no such conversation.

    Reads: the mark. Writes: the conversation and jobs. Safe to repeat: yes.
    """
    return await store.set_remembers(
        profile_id,
        conversation_id,
        remembers=remembers,
        new_id=ids.new,
        at=await tell_time(store, clock),
    )
