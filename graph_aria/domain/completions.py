"""What a client of OpenAI's form is answered: read out of an endpoint's answer, or made here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

DONE: Final = b"data: [DONE]\n\n"
MOST_KEPT: Final = 900_000
"""Characters of a reply that are stored; what is longer is stored as cut."""
_LONGEST_LINE: Final = 4_000_000
_PIECE: Final = 24
_CUT_SHORT: Final = frozenset({"length", "content_filter"})
"""Reasons for which a reply is no whole one; servers have many names for any other end."""


@dataclass
class Heard:
    """What the assistant said in an answer, as it comes.

    Attributes:
        text: of the first choice.
        calls_tools: whether it calls a tool: then it is no reply, the exchange goes on.
        is_over: whether it was said to its end.
        has_ended: whether the endpoint said that it is at an end.
        usage: tokens sent and received, as the endpoint counts them, None if it does not.
    """

    text: str = ""
    calls_tools: bool = False
    is_over: bool = False
    has_ended: bool = False
    usage: tuple[int, int] | None = None
    _half: bytes = b""
    _pieces: list[str] = field(default_factory=list)
    _n_kept: int = 0
    _finish: str = ""

    def take_stream(self, part: bytes) -> None:
        """Take a piece of a stream of server-sent events, wherever it is cut."""
        *lines, self._half = (self._half + part).split(b"\n")
        if len(self._half) > _LONGEST_LINE:  # no event of a chat
            self._half = b""
        for line in lines:
            self._take_line(line.strip())

    def end_stream(self) -> None:
        """Take what the last line holds."""
        self._take_line(self._half.strip())
        self._half = b""
        self._end()

    def take_whole(self, body: bytes) -> None:
        """Take a whole answer."""
        answer = _json(body)
        self._take_usage(answer)
        for choice in _choices(answer):
            message = choice.get("message")
            self._take(message if isinstance(message, dict) else {}, choice)
        self.has_ended = True  # a whole answer is one, whether it tells why or not
        self._end()

    def _end(self) -> None:
        self.text = "".join(self._pieces)
        # Cut at its limit of tokens, it is no whole reply.
        is_whole = self.has_ended and self._finish not in _CUT_SHORT and self._n_kept <= MOST_KEPT
        self.is_over = is_whole and bool(self._finish or self._n_kept or self.calls_tools)

    def _take_line(self, line: bytes) -> None:
        if not line.startswith(b"data:"):
            return
        data = line[5:].strip()
        if data == b"[DONE]":
            self.has_ended = True
            return
        event = _json(data)
        self._take_usage(event)
        for choice in _choices(event):
            delta = choice.get("delta")
            self._take(delta if isinstance(delta, dict) else {}, choice)

    def _take(self, said: Mapping[str, Any], choice: Mapping[str, Any]) -> None:
        if choice.get("index", 0) != 0:
            return
        content = said.get("content")
        if isinstance(content, str) and content and self._n_kept <= MOST_KEPT:
            self._pieces.append(content)
            self._n_kept += len(content)
        if said.get("tool_calls") or said.get("function_call"):
            self.calls_tools = True
        finish = choice.get("finish_reason")
        if isinstance(finish, str) and finish:  # some tell an empty one until the end
            self.has_ended, self._finish = True, finish

    def _take_usage(self, answer: Mapping[str, Any]) -> None:
        usage = answer.get("usage")
        if isinstance(usage, dict):
            n_sent, n_received = usage.get("prompt_tokens"), usage.get("completion_tokens")
            if isinstance(n_sent, int) and isinstance(n_received, int):
                self.usage = (max(0, n_sent), max(0, n_received))


def _json(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _choices(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    choices = answer.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, dict):
            yield choice


@dataclass(frozen=True, slots=True)
class OwnReply:
    """A reply that no model gave.

    Attributes:
        id: of the answer.
        created: seconds since 1970.
        model: who it is said to be.
        text: the words.
        n_sent, n_received: tokens; estimated.
    """

    id: str
    created: int
    model: str
    text: str
    n_sent: int
    n_received: int

    def whole(self) -> dict[str, Any]:
        """As a chat completion."""
        message = {"role": "assistant", "content": self.text, "refusal": None}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {**self._head("chat.completion"), "choices": [choice], "usage": self._usage()}

    def events(self, *, with_usage: bool) -> Iterator[bytes]:
        """As a stream of server-sent events."""
        head = self._head("chat.completion.chunk")

        def event(delta: dict[str, Any], finish: str | None) -> bytes:
            choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
            return event_of({**head, "choices": [choice]})

        yield event({"role": "assistant", "content": ""}, None)
        for at in range(0, len(self.text), _PIECE):
            yield event({"content": self.text[at : at + _PIECE]}, None)
        yield event({}, "stop")
        if with_usage:
            yield event_of({**head, "choices": [], "usage": self._usage()})
        yield DONE

    def _head(self, kind: str) -> dict[str, Any]:
        return {
            "id": f"chatcmpl-{self.id}",
            "object": kind,
            "created": self.created,
            "model": self.model,
        }

    def _usage(self) -> dict[str, int]:
        return {
            "prompt_tokens": self.n_sent,
            "completion_tokens": self.n_received,
            "total_tokens": self.n_sent + self.n_received,
        }


def event_of(value: Mapping[str, Any]) -> bytes:
    """A server-sent event."""
    return b"data: " + json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n\n"


def error_of(message: str, *, kind: str, code: str | None, param: str | None = None) -> Any:
    """An error as OpenAI's clients know it."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}
