"""Note as cut the replies that nobody will bring any more."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, Protocol

from graph_aria.domain.conversations import Reply, ReplyState
from graph_aria.errors import NotFound
from graph_aria.ports import Clock, Conversations, Ids, Jobs, Profiles, Record
from graph_aria.stages.tell_time import tell_time

PATIENCE: Final = timedelta(minutes=15)
"""How long a turn waits for its reply."""
OWN_ORIGIN: Final = "aria"
"""Where turns come from that this service replies to itself."""
_AT_ONCE: Final = 100


class AnswerStore(Profiles, Record, Conversations, Jobs, Protocol):
    """What looking for lost replies needs of a store."""


async def answer_lost(
    store: AnswerStore, clock: Clock, ids: Ids, *, has_started: bool = False
) -> int:
    """Have turns read whose client never came back with the reply.

    A turn is read once its reply is there or noted as cut; so nothing that was accepted is
    lost when a client dies between the two.

    Args:
        store: where they are.
        clock: tells how long they wait.
        ids: gives ids to jobs.
        has_started: this process has only just started, so that nobody replies to a turn of
            its own any more, however short it waits.

    Returns:
        How many turns that were.

    Reads: turns without a reply. Writes: a cut reply and a job for each. Safe to repeat: yes.
    """
    now = await tell_time(store, clock)
    n_answered = 0
    for profile in await store.list_profiles():
        while lost := await store.list_unanswered(profile.id, until=now - PATIENCE, limit=_AT_ONCE):
            n_answered += await _note_cut(store, ids, profile.id, lost, now)
        if has_started:
            waiting = await store.list_unanswered(profile.id, until=now, limit=_AT_ONCE)
            own = [one for one in waiting if await _is_own(store, profile.id, one)]
            n_answered += await _note_cut(store, ids, profile.id, own, now)
    return n_answered


async def _is_own(store: AnswerStore, profile_id: str, turn_id: str) -> bool:
    return (await store.get_entry(profile_id, turn_id)).origin == OWN_ORIGIN


async def _note_cut(
    store: AnswerStore, ids: Ids, profile_id: str, turn_ids: Sequence[str], now: datetime
) -> int:
    for turn_id in turn_ids:
        cut = Reply(turn_id, "", now, ReplyState.CUT)
        with suppress(NotFound):  # deleted since it was listed
            await store.save_reply(profile_id, cut, job_id=ids.new())
    return len(turn_ids)
