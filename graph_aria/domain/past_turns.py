"""The last turns of a conversation as messages of a prompt, newest first as far as they fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from graph_aria.domain.block_text import cut_to
from graph_aria.domain.chat import ChatMessage, Speaker
from graph_aria.domain.conversations import Message, Role
from graph_aria.domain.days import local_day
from graph_aria.domain.elapsed import as_meant, when
from graph_aria.domain.fitting import MESSAGE_TOKENS
from graph_aria.domain.records import SpokenDate
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.domain.turn_text import as_turn

TURN_CUT: Final = "(The rest of this message did not fit and was left out.)"
"""What stands in place of the rest of a message that is too long."""

_REPLY_CUT: Final = " (broken off)"
_LEAST: Final = 48
"""Tokens below which a piece of a message tells nothing."""

_MOST_OF_ALL: Final = 0.5
"""Of the room for past turns that one message may take."""


@dataclass(frozen=True, slots=True)
class PastTurns:
    """Past messages that fit.

    Attributes:
        messages: oldest first; the first one is the user's.
        turn_ids: the turns that they are, or answer, in that order.
        n_tokens: what they take, each with `MESSAGE_TOKENS`.
    """

    messages: tuple[ChatMessage, ...] = ()
    turn_ids: tuple[str, ...] = ()
    n_tokens: int = 0


def as_said(
    message: Message, dates: Iterable[SpokenDate], *, today: date, zone: str
) -> ChatMessage | None:
    """A message of a conversation; one of another day of the user begins with when that was.

    Args:
        message: what was said.
        dates: that it speaks of.
        today: the user's local day.
        zone: the user's.

    Returns:
        None for a reply that was cut before its first word.
    """
    text = message.text
    if message.role is Role.ASSISTANT:
        if not text.strip():
            return None
        ending = _REPLY_CUT if message.is_cut else ""
        return ChatMessage(Speaker.ASSISTANT, f"{as_turn(text)}{ending}")
    day = local_day(message.at, zone)
    if day < today:
        text = f"(Said {when(day, today=today)}.)\n{as_meant(text, dates, today=today)}"
    return ChatMessage(Speaker.USER, as_turn(text))


def fit_turns(
    said: Sequence[Message],
    dates: Mapping[str, Iterable[SpokenDate]],
    *,
    budget: int,
    today: date,
    zone: str,
) -> PastTurns:
    """The last messages that fit, the newest first in choosing and last in the prompt.

    A message may take half of the room; a longer one is cut at its end with a note. It ends
    at the first that does not fit, so that there is no gap.

    Args:
        said: oldest first.
        dates: that turns of the user speak of, by the turn's id.
        budget: tokens for all of them.
        today: the user's local day.
        zone: the user's.
    """
    kept: list[tuple[str, ChatMessage]] = []
    left = budget
    most = max(_LEAST, int(budget * _MOST_OF_ALL))
    for message in reversed(said):
        own = dates.get(message.turn_id, ()) if message.role is Role.USER else ()
        whole = as_said(message, own, today=today, zone=zone)
        if whole is None:
            continue
        room = min(most, left - MESSAGE_TOKENS)
        if estimate_tokens(whole.text) > room and room < _LEAST:
            break
        text, _ = cut_to(whole.text, room, note=TURN_CUT)
        kept.append((message.turn_id, ChatMessage(whole.speaker, text)))
        left -= estimate_tokens(text) + MESSAGE_TOKENS
    while kept and kept[-1][1].speaker is not Speaker.USER:
        kept.pop()  # a reply to what is not there any more
    kept.reverse()
    return PastTurns(
        messages=tuple(one for _, one in kept),
        turn_ids=tuple(dict.fromkeys(turn_id for turn_id, _ in kept)),
        n_tokens=sum(estimate_tokens(one.text) + MESSAGE_TOKENS for _, one in kept),
    )


def joined(messages: Iterable[ChatMessage]) -> tuple[ChatMessage, ...]:
    r"""Messages of one speaker that follow one another, as one: many templates want turns.

    >>> user, aria = Speaker.USER, Speaker.ASSISTANT
    >>> [one.text for one in joined([ChatMessage(user, "a"), ChatMessage(user, "b"),
    ...                              ChatMessage(aria, "c")])]
    ['a\n\nb', 'c']
    """
    found: list[ChatMessage] = []
    for one in messages:
        if found and found[-1].speaker is one.speaker:
            found.append(ChatMessage(one.speaker, f"{found.pop().text}\n\n{one.text}"))
        else:
            found.append(one)
    return tuple(found)
