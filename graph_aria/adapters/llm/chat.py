"""The chat model: one streamed reply to a prompt."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress
from datetime import datetime
from typing import Any, Final, cast

import httpx
import openai
from openai.types.chat import ChatCompletionMessageParam

from graph_aria.adapters.llm.attempts import CallFailed, failed
from graph_aria.adapters.llm.endpoint import Endpoint, TooMuch, connect, is_done
from graph_aria.adapters.llm.patience import Patience
from graph_aria.domain.chat import ChatMessage
from graph_aria.domain.proposals import Failure
from graph_aria.domain.reading import Cost
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.errors import ChatFailed

TRIES: Final = 3
BYTES_A_TOKEN: Final = 500
SPARE_BYTES: Final = 1_000_000
"""An answer is cut at so many bytes, whatever is in it; the spare ones are for thinking aloud."""
CHARACTERS_A_TOKEN: Final = 10
"""A server that does not hold to the limit of tokens is cut at as many characters for each."""
CALLS_A_REPLY: Final = 5.0
"""A reply may take as long as this many calls, each piece of it as long as one."""
LONGEST_WAIT_SECONDS: Final = 5.0
"""Somebody waits for the reply: an endpoint that asks for more patience is not asked again."""

_PASSING: Final = frozenset({Failure.BUSY, Failure.BROKEN})
_WAIT_FOR_USAGE_SECONDS: Final = 2.0
_CUT_SHORT: Final = {"length": Failure.TRUNCATED, "content_filter": Failure.GARBAGE}
"""Reasons for which a reply is no whole one; servers have many names for any other end."""
_REMEDIES: Final = {
    Failure.GARBAGE: "it gave no words: correct ARIA_CHAT_MODEL, if it is no model that talks",
    Failure.TRUNCATED: "the reply grew longer than ARIA_CHAT_REPLY_TOKENS",
    Failure.REFUSED: (
        "the endpoint refuses the request: correct ARIA_CHAT_WINDOW, if it is larger than what "
        "the model takes"
    ),
    Failure.TOO_LONG: "the endpoint sent more than a reply may hold",
    Failure.BUDGET: "the day's tokens are used up (ARIA_LLM_DAILY_TOKENS)",
}
_BROKE_OFF: Final = "the endpoint broke off in the midst of the reply"


def _forget(_: Cost) -> None:
    """Note nothing."""


class OpenAiChat:
    """A chat model behind an OpenAI-compatible endpoint.

    After a wrong key or an unknown model, and after three times in a row that it gave no word,
    it is left alone for a while, so that nobody waits for what does not come.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        now: Callable[[], datetime],
        *,
        window: int,
        most_reply_tokens: int,
        first_wait_seconds: float = 0.5,
    ) -> None:
        """Say whom to ask; nothing is contacted yet.

        Args:
            endpoint: where the model is.
            model: its name there.
            now: tells the time, for dates in answers.
            window: tokens that prompt and reply may take together.
            most_reply_tokens: where a reply is cut, > 0 and less than `window`.
            first_wait_seconds: the pause before the second try, > 0; it doubles.
        """
        most_bytes = SPARE_BYTES + BYTES_A_TOKEN * most_reply_tokens
        self._client = connect(endpoint, most_bytes=most_bytes)
        self._model = model
        self._now = now
        self._window = window
        self._most_reply_tokens = most_reply_tokens
        self._first_wait_seconds = first_wait_seconds
        self._piece_seconds = endpoint.call_seconds
        self._options: dict[str, Any] = {
            "max_tokens": most_reply_tokens,
            "stream_options": {"include_usage": True},
        }
        self._patience = Patience("ARIA_CHAT_MODEL")

    @property
    def model_id(self) -> str:
        """Name of the model."""
        return self._model

    @property
    def window(self) -> int:
        """Tokens that prompt and reply may take together."""
        return self._window

    @property
    def most_reply_tokens(self) -> int:
        """Tokens that a reply may take."""
        return self._most_reply_tokens

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""
        return self._patience.degraded

    def estimate(self, prompt: Sequence[ChatMessage]) -> int:
        """The most tokens that one reply may take, prompt included; estimated."""
        return sum(estimate_tokens(one.text) for one in prompt) + self._most_reply_tokens

    async def reply(
        self, prompt: Sequence[ChatMessage], note: Callable[[Cost], None] = _forget
    ) -> AsyncGenerator[str, None]:
        """What the model replies, piece by piece; see `ChatModel`.

        Args:
            prompt: what is sent.
            note: told at the end what asking took, whatever came of it.

        Raises:
            ChatFailed: it gave no reply, or broke off.
        """
        quiet = self._patience.degraded
        if quiet is not None:
            raise ChatFailed(quiet)
        tally = _Tally(sum(estimate_tokens(one.text) for one in prompt))
        failure: Failure | None = None
        try:
            async with aclosing(self._tries(prompt, tally)) as pieces:
                async for piece in pieces:
                    yield piece
        except CallFailed as error:
            failure = error.failure
        finally:
            note(tally.cost)
        # Who said something is there: that one breaks off is no reason to leave it alone.
        self._patience.remember(None if tally.text_seen else failure)
        if failure is Failure.UNREACHABLE and tally.text_seen:
            raise ChatFailed(_BROKE_OFF)
        if failure is not None:
            raise ChatFailed(self._patience.remedy(failure) or _REMEDIES[failure])

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        with suppress(RuntimeError):  # the loop that they belonged to is gone
            await self._client.close()

    async def _tries(
        self, prompt: Sequence[ChatMessage], tally: _Tally
    ) -> AsyncGenerator[str, None]:
        until = time.monotonic() + CALLS_A_REPLY * self._piece_seconds
        for n_tried in range(1, TRIES + 1):
            try:
                async with aclosing(self._call(prompt, tally, until)) as pieces:
                    async for piece in pieces:
                        yield piece
            except CallFailed as error:
                failure = error
            else:
                return
            pause = self._pause(failure, n_tried)
            if pause is None or tally.text_seen:
                raise CallFailed(failure.failure)
            await asyncio.sleep(pause)

    def _pause(self, failure: CallFailed, n_tried: int) -> float | None:
        """How long to wait before the next try, None if there is none."""
        if n_tried == TRIES:
            return None
        if failure.failure is Failure.REFUSED:
            return 0.0 if self._mend(failure.option) else None
        if failure.failure not in _PASSING:
            return None
        asked = failure.wait_seconds
        pause = self._first_wait_seconds * 2 ** (n_tried - 1) if asked is None else asked
        return pause if pause <= LONGEST_WAIT_SECONDS else None

    async def _call(
        self, prompt: Sequence[ChatMessage], tally: _Tally, until: float
    ) -> AsyncGenerator[str, None]:
        tally.begin()
        stream = await self._open(prompt, tally, until)
        finish: str | None = None
        try:
            while True:
                chunk = await self._next(stream, until, is_over=finish is not None)
                if chunk is None:
                    break
                tally.note(chunk)
                text, ended = _said(chunk)
                finish = finish or ended or None  # some tell an empty one until the end
                piece = tally.add(text)
                if piece:
                    yield piece
                if tally.n_characters > CHARACTERS_A_TOKEN * self._most_reply_tokens:
                    raise CallFailed(Failure.TOO_LONG)
        finally:
            await stream.close()
        if not tally.text_seen:
            raise CallFailed(Failure.TRUNCATED if finish == "length" else Failure.GARBAGE)
        if finish is None and not is_done(stream.response):
            raise CallFailed(Failure.UNREACHABLE)
        if finish in _CUT_SHORT:
            raise CallFailed(_CUT_SHORT[finish])

    async def _open(self, prompt: Sequence[ChatMessage], tally: _Tally, until: float) -> Any:
        messages = [{"role": one.speaker.value, "content": one.text} for one in prompt]
        try:
            async with asyncio.timeout(self._seconds(until)):
                return await self._client.chat.completions.create(
                    model=self._model,
                    messages=cast("list[ChatCompletionMessageParam]", messages),
                    stream=True,
                    **self._options,
                )
        except Exception as error:  # noqa: BLE001 - a server may answer with anything
            failure = _failure(error, self._now)
        if failure.is_refusal:
            tally.turned_away()
        raise failure  # outside of the handler, or its context would quote the diary

    async def _next(self, stream: Any, until: float, *, is_over: bool) -> Any:
        """The next chunk, None at the end; what comes behind the last word may be missing."""
        seconds = self._seconds(until)
        try:
            async with asyncio.timeout(
                min(seconds, _WAIT_FOR_USAGE_SECONDS) if is_over else seconds
            ):
                return await anext(stream, None)
        except Exception as error:  # noqa: BLE001 - as above
            failure = _failure(error, self._now)
        if is_over:
            return None
        raise failure

    def _seconds(self, until: float) -> float:
        return max(0.0, min(self._piece_seconds, until - time.monotonic()))

    def _mend(self, option: str | None) -> bool:
        """Ask without an option that the model does not take; whether there was one.

        Where the refusal names none, it is the one that not every server knows.
        """
        name = (option or "stream_options").partition(".")[0]
        if self._options.pop(name, None) is None:
            return False
        if name == "max_tokens":
            self._options["max_completion_tokens"] = self._most_reply_tokens
        return True


class _Tally:
    """Counts what a reply takes, and makes words of what comes."""

    def __init__(self, n_sent: int) -> None:
        self._n_sent = n_sent
        self._done = Cost()
        self._is_under_way = False
        self._usage: Cost | None = None
        self._n_received = 0
        self._half = ""
        self.n_characters = 0

    @property
    def text_seen(self) -> bool:
        """Whether there was anything but blanks."""
        return self.n_characters > 0

    @property
    def cost(self) -> Cost:
        """All calls; by estimate what the endpoint does not tell."""
        if not self._is_under_way:
            return self._done
        return self._done + (
            self._usage
            or Cost(n_calls=1, n_sent=self._n_sent, n_received=self._n_received, estimated=True)
        )

    def begin(self) -> None:
        """Count a call."""
        self._done, self._usage, self._n_received = self.cost, None, 0
        self._is_under_way = True

    def turned_away(self) -> None:
        """Count a call that was refused at the door, and cost no tokens."""
        self._is_under_way = False
        self._done += Cost(n_calls=1)

    def note(self, chunk: Any) -> None:
        """Take the endpoint's own count, if it tells one."""
        usage = getattr(chunk, "usage", None)
        n_sent = getattr(usage, "prompt_tokens", None)
        n_received = getattr(usage, "completion_tokens", None)
        if isinstance(n_sent, int) and isinstance(n_received, int) and n_sent > 0:
            self._usage = Cost(n_calls=1, n_sent=n_sent, n_received=max(0, n_received))

    def add(self, text: str) -> str:
        """The words of a piece as they can be stored: without blanks before the first.

        A character that comes in two halves is put together, half of one is none.
        """
        whole = self._half + text
        self._half = ""
        if whole and "\ud800" <= whole[-1] <= "\udbff":
            whole, self._half = whole[:-1], whole[-1]
        whole = whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        whole = whole.replace("\x00", "")
        if not self.text_seen:
            whole = whole.lstrip()
        self.n_characters += len(whole)
        self._n_received += estimate_tokens(whole)
        return whole


def _said(chunk: Any) -> tuple[str, str | None]:
    """The words of a chunk, and why it is the last one with any."""
    try:
        choice = chunk.choices[0]
        content, finish = choice.delta.content, choice.finish_reason
    except (AttributeError, IndexError, TypeError):
        return "", None
    return (
        content if isinstance(content, str) else "",
        finish if isinstance(finish, str) else None,
    )


def _failure(error: Exception, now: Callable[[], datetime]) -> CallFailed:
    """What went wrong, without the texts that an error quotes."""
    if isinstance(error, TooMuch) or isinstance(error.__cause__, TooMuch):
        return CallFailed(Failure.TOO_LONG)
    if isinstance(error, httpx.TimeoutException):
        return CallFailed(Failure.TIMEOUT)
    if isinstance(error, httpx.HTTPError):
        return CallFailed(Failure.UNREACHABLE)
    if type(error) is openai.APIError:  # an error in the midst of the stream
        return CallFailed(Failure.BROKEN)
    return failed(error, now)
