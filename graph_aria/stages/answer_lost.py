"""Note as cut the replies that nobody will bring any more."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Final, Protocol

from graph_aria.domain.conversations import Reply, ReplyState
from graph_aria.errors import NotFound
from graph_aria.ports import Clock, Conversations, Ids, Jobs, Profiles
from graph_aria.stages.tell_time import tell_time

PATIENCE: Final = timedelta(minutes=15)
"""How long a turn waits for its reply."""
_AT_ONCE: Final = 100


class AnswerStore(Profiles, Conversations, Jobs, Protocol):
    """What looking for lost replies needs of a store."""


async def answer_lost(store: AnswerStore, clock: Clock, ids: Ids) -> int:
    """Have turns read whose client never came back with the reply.

    A turn is read once its reply is there or noted as cut; so nothing that was accepted is
    lost when a client dies between the two.

    Returns:
        How many turns that were.

    Reads: turns without a reply. Writes: a cut reply and a job for each. Safe to repeat: yes.
    """
    now = await tell_time(store, clock)
    n_answered = 0
    for profile in await store.list_profiles():
        while lost := await store.list_unanswered(profile.id, until=now - PATIENCE, limit=_AT_ONCE):
            for turn_id in lost:
                cut = Reply(turn_id, "", now, ReplyState.CUT)
                with suppress(NotFound):  # deleted since it was listed
                    await store.save_reply(profile.id, cut, job_id=ids.new())
            n_answered += len(lost)
    return n_answered
