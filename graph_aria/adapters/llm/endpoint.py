"""A connection to an OpenAI-compatible endpoint that tells it nothing but what is asked."""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import httpx
from openai import AsyncOpenAI

from graph_aria import __version__

_SENT: Final = frozenset(
    {"host", "accept", "accept-encoding", "connection", "content-type", "content-length"}
)
"""Headers that may be sent; openai adds some about the machine, and some from OPENAI_…"""

_NO_KEY: Final = "none"
_PLAIN: Final = "identity"
_CONNECT_SECONDS: Final = 10.0
_DONE: Final = re.compile(rb"(?:^|[\r\n])data:[ \t]?\[DONE\]")
_END_BYTES: Final = 256
_SILENT: Final = ("openai", "instructor")
"""Loggers whose lines quote requests and answers, and with them the diary."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where models are, and how to reach them.

    Attributes:
        base_url: address up to and with "/v1".
        api_key: sent as a bearer; None sends none.
        call_seconds: how long one call may take, > 0.
    """

    base_url: str
    api_key: str | None = None
    call_seconds: float = 60.0

    def __repr__(self) -> str:
        """Without the key."""
        return f"Endpoint({self.base_url!r})"


class TooMuch(httpx.TransportError):
    """An answer that is larger than it may be; the rest of it is not looked at."""


def connect(endpoint: Endpoint, *, most_bytes: int | None = None) -> AsyncOpenAI:
    """A client of an endpoint; nothing is contacted yet. It retries nothing by itself.

    Args:
        endpoint: where it is.
        most_bytes: as in `open_http`.
    """
    for name in _SILENT:
        # instructor logs failed answers as errors, openai requests at debug.
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    http = open_http(endpoint, most_bytes=most_bytes)
    return AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or _NO_KEY,
        timeout=http.timeout,
        max_retries=0,
        http_client=http,
    )


def open_http(endpoint: Endpoint, *, most_bytes: int | None = None) -> httpx.AsyncClient:
    """Connections to an endpoint; nothing is contacted yet.

    They follow no redirect (the text is for this address alone), and use no proxy for an
    address of this machine.

    Args:
        endpoint: where it is.
        most_bytes: where an answer is cut with `TooMuch`, > 0; None for no limit. With one
            nothing that is packed is asked for or taken, since it may unpack to any size.
    """

    async def bare(request: httpx.Request) -> None:
        for header in [name for name in request.headers if name.lower() not in _SENT]:
            del request.headers[header]
        request.headers["user-agent"] = f"graph-aria/{__version__}"
        if endpoint.api_key is not None:
            request.headers["authorization"] = f"Bearer {endpoint.api_key}"
        if most_bytes is not None:
            request.headers["accept-encoding"] = _PLAIN

    async def bounded(response: httpx.Response) -> None:
        if most_bytes is not None and isinstance(response.stream, httpx.AsyncByteStream):
            is_packed = response.headers.get("content-encoding", _PLAIN) != _PLAIN
            response.stream = _Bounded(response.stream, 0 if is_packed else most_bytes)

    timeout = httpx.Timeout(
        endpoint.call_seconds, connect=min(_CONNECT_SECONDS, endpoint.call_seconds)
    )
    return httpx.AsyncClient(
        timeout=timeout,
        follow_redirects=False,
        trust_env=not _is_here(endpoint.base_url),
        event_hooks={"request": [bare], "response": [bounded]},
    )


def is_done(response: httpx.Response) -> bool:
    """Whether a stream of events ended with the mark that says so; of a client with a limit."""
    stream = response.stream
    return isinstance(stream, _Bounded) and _DONE.search(stream.end) is not None


class _Bounded(httpx.AsyncByteStream):
    """The bytes of an answer, up to a limit.

    Attributes:
        end: the last ones that came.
    """

    def __init__(self, inner: httpx.AsyncByteStream, most_bytes: int) -> None:
        self._inner = inner
        self._left = most_bytes
        self.end = b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._inner:
            self._left -= len(part)
            if self._left < 0:
                await self.aclose()
                raise TooMuch("the answer is larger than it may be")
            self.end = (self.end + part[-_END_BYTES:])[-_END_BYTES:]
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()


def _is_here(address: str) -> bool:
    """Whether an address is one of this machine."""
    host = urlsplit(address).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
