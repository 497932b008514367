"""Requests of a client handed on to the endpoint as they are, and its answers handed back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from http import HTTPStatus
from typing import Final

import httpx

from graph_aria.adapters.llm.endpoint import Endpoint, TooMuch, open_http
from graph_aria.errors import ChatFailed

MOST_BYTES: Final = 16_000_000
"""Where an answer is cut: a hundred times the longest reply with all that can be asked for."""
CALLS_A_REPLY: Final = 5.0
"""A reply may take as long as this many calls, each piece of it as long as one."""

_PLAIN_JSON: Final = "application/json"
_HIDDEN: Final = b"(key)"
_NOT_THE_CLIENTS: Final = {
    HTTPStatus.UNAUTHORIZED: "the endpoint refuses the key: correct ARIA_LLM_API_KEY",
    HTTPStatus.FORBIDDEN: "the endpoint refuses the key: correct ARIA_LLM_API_KEY",
    HTTPStatus.PROXY_AUTHENTICATION_REQUIRED: "a proxy before the endpoint wants a password",
}


class OpenAiRelay:
    """Hands on to an OpenAI-compatible endpoint; see `ports.Relay`.

    The endpoint learns its own key and what the client sends, nothing of the client's token;
    the client learns nothing of the key, nor of what lies between here and the endpoint.
    """

    def __init__(self, endpoint: Endpoint, *, most_bytes: int = MOST_BYTES) -> None:
        """Say where it is; nothing is contacted yet.

        Args:
            endpoint: where.
            most_bytes: where an answer is cut, > 0.
        """
        self._endpoint = endpoint
        self._http = open_http(endpoint, most_bytes=most_bytes)
        self._key = (endpoint.api_key or "").encode()

    async def send(self, path: str, body: bytes | None) -> OpenAiAnswering:
        """See `ports.Relay`.

        Raises:
            ChatFailed: the endpoint gave no answer that concerns the client.
        """
        request = self._http.build_request(
            "GET" if body is None else "POST",
            f"{self._endpoint.base_url}/{path}",
            content=body,
            headers=None if body is None else {"content-type": _PLAIN_JSON},
        )
        until = time.monotonic() + CALLS_A_REPLY * self._endpoint.call_seconds
        try:
            async with asyncio.timeout(self._endpoint.call_seconds):
                response = await self._http.send(request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            why = _why(error)
        else:
            refusal = _refusal_of(response.status_code)
            if refusal is None:
                return OpenAiAnswering(response, self._key, self._endpoint.call_seconds, until)
            await response.aclose()
            why = refusal
        raise ChatFailed(why)  # outside of the handler, or its context would quote the request

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        with suppress(RuntimeError):  # the loop that they belonged to is gone
            await self._http.aclose()


class OpenAiAnswering:
    """An answer that is coming; see `ports.Answering`."""

    def __init__(
        self, response: httpx.Response, key: bytes, piece_seconds: float, until: float
    ) -> None:
        self._response = response
        self._key = key
        self._piece_seconds = piece_seconds
        self._until = until

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._response.status_code

    @property
    def content_type(self) -> str:
        """The media type, with its parameters."""
        return str(self._response.headers.get("content-type", _PLAIN_JSON))

    @property
    def retry_after(self) -> str | None:
        """How long the endpoint asks to be left alone."""
        asked = self._response.headers.get("retry-after")
        return None if asked is None else str(asked)[:100]

    async def parts(self) -> AsyncGenerator[bytes, None]:
        """See `ports.Answering`.

        Raises:
            ChatFailed: it broke off, is too long, or takes too long.
        """
        kept = b""
        why: str | None = None
        parts = self._response.aiter_raw()
        while why is None:
            try:
                seconds = min(self._piece_seconds, self._until - time.monotonic())
                async with asyncio.timeout(max(0.0, seconds)):
                    part = await anext(parts, None)
            except (httpx.HTTPError, httpx.StreamError, TimeoutError) as error:
                why = _why(error)
                continue
            if part is None:
                break
            whole, kept = self._without_key(kept + part)
            if whole:
                yield whole
        if kept:
            yield kept
        if why is not None:
            raise ChatFailed(why)

    async def close(self) -> None:
        """Let go of it; safe to repeat."""
        with suppress(RuntimeError):
            await self._response.aclose()

    def _without_key(self, part: bytes) -> tuple[bytes, bytes]:
        """A piece of an answer without the key, and what of its end may be the key's start."""
        if not self._key:
            return part, b""
        part = part.replace(self._key, _HIDDEN)
        longest = min(len(part), len(self._key) - 1)
        n_kept = next((n for n in range(longest, 0, -1) if part.endswith(self._key[:n])), 0)
        return part[: len(part) - n_kept], part[len(part) - n_kept :]


def _refusal_of(status: int) -> str | None:
    """Why an answer is none for the client, None if it is one."""
    known = _NOT_THE_CLIENTS.get(HTTPStatus(status) if status in _STATES else HTTPStatus.OK)
    if known is not None:
        return known
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return "the endpoint points to another address: correct ARIA_LLM_BASE_URL"
    return None


_STATES: Final = frozenset(state.value for state in HTTPStatus)


def _why(error: Exception) -> str:
    """What went wrong, without anything that was sent or came."""
    if isinstance(error, TooMuch):
        return "the endpoint sent more than an answer may hold"
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return "the endpoint takes longer than ARIA_LLM_SECONDS"
    if isinstance(error, httpx.ConnectError | httpx.InvalidURL):
        return "the endpoint cannot be reached: start it, or correct ARIA_LLM_BASE_URL"
    return "the endpoint broke off"
