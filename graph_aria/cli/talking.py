"""One turn of a chat: it is stored, and its reply is shown as it comes."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from graph_aria.cli.screen import give_up, visible
from graph_aria.cli.session import Session
from graph_aria.cli.stopping import brought_to_its_end
from graph_aria.cli.streams import Event
from graph_aria.errors import Unavailable

_TRIES: Final = 5
"""How often a reply whose connection broke off is asked for again, before it is left."""

_PAUSE_SECONDS: Final = 0.5
OWN: Final = "chat:"
"""How the service begins its name for a conversation that no other program leads."""

GOES_ON: Final = "it goes on; `aria conversation show` shows it when it is done"


class Talk:
    """A conversation that is being led.

    Attributes:
        conversation_id: which one; None before the first turn of a new one.
        turn_id: the last turn that was stored, None before the first.
        is_heard: whether the reply to it was heard to its end.
        is_remembered: whether anything is learned from it.
    """

    def __init__(
        self, session: Session, conversation_id: str | None = None, *, remembers: bool = True
    ) -> None:
        self._session = session
        self.is_remembered = remembers
        self._heard_to = ""
        self.conversation_id = conversation_id
        self.turn_id: str | None = None
        self.is_heard = True

    def say(self, text: str, *, shows: bool = True) -> dict[str, Any]:
        """Say something, and show the reply as it comes; the whole reply.

        A connection that breaks off is taken up again where it broke off.

        Args:
            text: the words.
            shows: whether pieces are written to standard output.

        Raises:
            KeyboardInterrupt: somebody does not want to see more of it.
            Refused, Unavailable.
        """
        body: dict[str, Any] = {"text": text, "conversation_id": self.conversation_id}
        if not self.is_remembered:
            body["remember"] = False
        self._session.expect_words()
        _ = self._session.profile  # the store is waited for and opened here: that may be stopped
        key = secrets.token_hex(16)
        self._heard_to = ""
        events = self._session.stream("POST", "/chat", body, Idempotency_Key=key)
        return self._hear(events, shows=shows)

    def rest(self, *, shows: bool = False) -> dict[str, Any]:
        """The rest of a reply that was left, when it is there."""
        return self._hear(self._again(), shows=shows)

    def _hear(self, events: Iterator[Event], *, shows: bool) -> dict[str, Any]:
        tries = 0
        while True:
            try:
                done = self._heard(events, shows=shows)
            except Unavailable:
                tries += 1
                if self.turn_id is None or self.is_heard or tries > _TRIES:
                    raise
                time.sleep(_PAUSE_SECONDS * tries)
                self._session.reconnect()
            else:
                if done is not None:
                    return done
                tries += 1
                if tries > _TRIES:
                    raise Unavailable(f"the reply broke off; {GOES_ON}")
            events = self._again()

    def _again(self) -> Iterator[Event]:
        headers = {"Last_Event_ID": self._heard_to} if self._heard_to else {}
        return self._session.stream("GET", f"/chat/{self.turn_id}/events", **headers)

    def _heard(self, events: Iterator[Event], *, shows: bool) -> dict[str, Any] | None:
        """The whole reply at its end, None if the events end before it."""
        with closing(events):  # type: ignore[type-var]  # it is a generator
            self._note_turn(events)
            for event in events:
                if event.name == "piece":
                    if shows:
                        write(event.data["text"])
                    self._heard_to = event.id or self._heard_to
                elif event.name in {"done", "gone"}:
                    self.is_heard = True
                    return event.data
        return None

    def _note_turn(self, events: Iterator[Event]) -> None:
        with brought_to_its_end():
            first = next(events, None)
        if first is None or first.name != "turn":
            raise Unavailable("the service did not say whether it stored what you wrote")
        self.turn_id = str(first.data["turn_id"])
        self.conversation_id = str(first.data["conversation_id"])
        self.is_heard = False
        self._session.is_stored = True
        self._session.progress = f"what you wrote is stored, and the reply to it goes on: {GOES_ON}"


def write(text: str) -> None:
    """Write some words to standard output at once; that nobody reads them stops nothing."""
    try:
        sys.stdout.write(visible(text))
        sys.stdout.flush()
    except BrokenPipeError:
        give_up(sys.stdout)
