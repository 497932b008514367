"""Conversations: turns of the user, which are entries, and what was replied to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graph_aria.domain.drawn import Drawn


class Role(StrEnum):
    """Who said something in a conversation."""

    USER = "user"
    ASSISTANT = "assistant"


class ReplyState(StrEnum):
    """How far a reply has come."""

    FINISHED = "finished"
    CUT = "cut"
    """It was broken off; what there is of it is kept."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns that belong together.

    Attributes:
        id: UUIDv7.
        profile_id: whose.
        started_at: when it was begun.
        remembers: whether what is said in it becomes knowledge; False covers all of it.
        scope: where memories of it are used: "" for everywhere, else a namespace.
        external_id: its id at the client that leads it, None if it has none.
        read_to: the last turn from which was learned what there is to learn; turns are read
            in order of their ids. None before the first.
        last_at: when something was last said in it: the latest `occurred_at` of its turns;
            `started_at` while there are none. A store fills it in.
    """

    id: str
    profile_id: str
    started_at: datetime
    remembers: bool = True
    scope: str = ""
    external_id: str | None = None
    read_to: str | None = None
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What was answered to a turn. Nothing is ever learned from it.

    Attributes:
        turn_id: the entry that it answers; it goes when that goes.
        text: the words, empty if it was cut before the first.
        at: when it was finished or cut.
        state: which of the two.
        drawn: what it drew on, None if another program replied.
    """

    turn_id: str
    text: str
    at: datetime
    state: ReplyState = ReplyState.FINISHED
    drawn: Drawn | None = None


def is_better(reply: Reply, state: str, has_text: bool) -> bool:  # noqa: FBT001 - a store's row
    """Whether a reply replaces the one that there is.

    What was cut replaces nothing that is finished, and if it has no words nothing that has some:
    a try that failed takes nothing away.

    Args:
        reply: the new one.
        state: how far the one that there is has come.
        has_text: whether that has words.
    """
    if reply.state is ReplyState.FINISHED:
        return True
    return state != ReplyState.FINISHED and bool(reply.text.strip() or not has_text)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation, as it was said.

    Attributes:
        turn_id: the entry that it is, or that it replies to.
        role: who said it.
        text: the words.
        at: when it was said; of a reply when it was finished or cut.
        is_cut: a reply that was broken off.
    """

    turn_id: str
    role: Role
    text: str
    at: datetime
    is_cut: bool = False
