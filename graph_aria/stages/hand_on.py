"""Hand one request on to an endpoint, and its answer back to whoever still listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from typing import Final

import structlog

from graph_aria.domain.completions import DONE, Heard, error_of, event_of
from graph_aria.domain.reading import Cost
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.errors import AriaError, ChatFailed
from graph_aria.ports import Answering, Budget, Clock, Relay
from graph_aria.stages.set_aside import Asked, set_aside

_LISTENS_SECONDS: Final = 60.0
"""How long a client may leave what is there for it; then the answer goes on without it."""
_MOST_WAITING: Final = 64
_BYTES_A_TOKEN: Final = 3
_OK: Final = 200

_log = structlog.get_logger("graph_aria.model")


class Settling:
    """Tokens of the day's budget that are set aside for a request."""

    def __init__(self, budget: Budget, clock: Clock, body: bytes) -> None:
        """Say of what budget, and for what; nothing is set aside yet."""
        self._n_sent = len(body) // _BYTES_A_TOKEN
        self._aside = set_aside(budget, self._n_sent, clock.now().date())
        self._asked: Asked | None = None

    def begin(self) -> None:
        """Set them aside.

        Raises:
            ChatFailed: the day has too few left.
        """
        self._asked = self._aside.__enter__()
        if self._asked is None:
            self._aside.__exit__(None, None, None)
            raise ChatFailed("the day's tokens are used up (ARIA_LLM_DAILY_TOKENS)")

    def end(self, heard: Heard, n_bytes: int) -> None:
        """Note what it took."""
        if self._asked is None:
            return
        if n_bytes:
            told = heard.usage
            n_sent, n_received = told or (self._n_sent, estimate_tokens(heard.text))
            cost = Cost(n_calls=1, n_sent=n_sent, n_received=n_received, estimated=told is None)
            self._asked.cost = cost
            _log.info(
                "model_asked",
                about="client",
                calls=cost.n_calls,
                tokens_sent=cost.n_sent,
                tokens_received=cost.n_received,
            )
        self._asked = None
        self._aside.__exit__(None, None, None)


class Handing:
    """One request that is handed on."""

    def __init__(
        self,
        relay: Relay,
        body: bytes,
        settling: Settling,
        keep: Callable[[Heard], Awaitable[None]],
    ) -> None:
        """Say what and where to.

        Args:
            relay: the endpoint.
            body: what is sent.
            settling: of the tokens that it takes.
            keep: stores what was replied.
        """
        self._relay = relay
        self._body = body
        self._settle = settling
        self._keep = keep
        self._heard = Heard()
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)
        self._is_listening = True

    async def begin(self) -> Answering:
        """Ask the endpoint.

        Raises:
            ChatFailed: it gives no answer, or the day has too few tokens left.
        """
        self._settle.begin()
        try:
            return await self._relay.send("chat/completions", self._body)
        except BaseException:
            self._settle.end(Heard(), 0)
            raise

    async def read_whole(self, answering: Answering) -> bytes:
        """The whole answer; what was replied is kept.

        Raises:
            ChatFailed: it broke off, or is too long.
        """
        body = bytearray()
        try:
            async for part in answering.parts():
                body += part
            if answering.status == _OK:
                self._heard.take_whole(bytes(body))
        finally:
            await answering.close()
            self._settle.end(self._heard, len(body) if answering.status == _OK else 0)
        await self._keep(self._heard)
        return bytes(body)

    async def read_stream(self, answering: Answering) -> None:
        """Read an answer to its end, whoever listens, and keep what was replied."""
        why: str | None = None
        n_bytes = 0
        half = b""
        try:
            async for part in answering.parts():
                n_bytes += len(part)
                self._heard.take_stream(part)
                # Line by line: a half event behind which an error comes is none for a client.
                whole, half = _lines_in(half + part)
                if whole:
                    await self._hand(whole)
        except ChatFailed as error:
            why = error.message
        except asyncio.CancelledError:
            self._hand_at_once(_failed("the service is stopping"))
            raise
        finally:
            await answering.close()
            self._heard.end_stream()
            self._settle.end(self._heard, n_bytes)
            with suppress(AriaError):
                await self._keep(self._heard)
        if why is None and not self._heard.has_ended:
            why = "the endpoint broke off"
        await self._hand(half if why is None else _failed(why))
        await self._hand(None)

    async def listen(self) -> AsyncGenerator[bytes, None]:
        """What comes, as it comes."""
        try:
            while (part := await self._waiting.get()) is not None:
                yield part
        finally:
            self._is_listening = False
            while not self._waiting.empty():  # whoever waits for room goes on
                self._waiting.get_nowait()

    async def _hand(self, part: bytes | None) -> None:
        if not self._is_listening:
            return
        try:
            await asyncio.wait_for(self._waiting.put(part), _LISTENS_SECONDS)
        except TimeoutError:
            self._is_listening = False

    def _hand_at_once(self, part: bytes) -> None:
        """Hand a last piece over in place of those that still wait."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(part)
        self._waiting.put_nowait(None)


def _failed(why: str) -> bytes:
    """The end of a stream that has none of its own."""
    error = error_of(why, kind="server_error", code=ChatFailed.code)
    return b"\n\n" + event_of(error) + DONE


def _lines_in(part: bytes) -> tuple[bytes, bytes]:
    r"""The whole lines of a piece of a stream, and what is left.

    >>> _lines_in(b"data: 1\n\ndata")
    (b'data: 1\n\n', b'data')
    """
    end = max(part.rfind(b"\n"), part.rfind(b"\r")) + 1
    return part[:end], part[end:]
