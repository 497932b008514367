"""Answers that come piece by piece: server-sent events, over HTTP or within this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

import httpx

_Asgi = Callable[..., Awaitable[None]]
_COMMENT: Final = ":"


@dataclass(frozen=True, slots=True)
class Event:
    """A server-sent event.

    Attributes:
        name: its type.
        data: what it holds, parsed.
        id: where to go on from, None if it has none.
    """

    name: str
    data: dict[str, Any]
    id: str | None = None


def events_of(lines: Iterable[str]) -> Iterator[Event]:
    """The events in some lines; one that was broken off is not among them.

    >>> list(events_of(["id: 4", "event: piece", 'data: {"text": "Hi"}', "", "data: {"]))
    [Event(name='piece', data={'text': 'Hi'}, id='4')]
    """
    found: dict[str, str] = {}
    for line in lines:
        if not line:
            if "data" in found:
                name = found.get("event", "message")
                yield Event(name, json.loads(found["data"]), found.get("id"))
            found = {}
        elif not line.startswith(_COMMENT):
            name, _, value = line.partition(":")
            found[name] = value.removeprefix(" ")


class StreamingTransport(httpx.AsyncBaseTransport):
    """Sends requests to an application in this process, and gives its answer as it comes."""

    def __init__(self, app: _Asgi) -> None:
        self._app = app
        self._tasks: set[asyncio.Task[None]] = set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """See `httpx.AsyncBaseTransport`."""
        exchange = _Exchange(await request.aread())
        task = asyncio.create_task(exchange.run(self._app, _scope(request)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        status, headers = await exchange.begun
        return httpx.Response(status, headers=headers, stream=_Body(exchange))


class _Exchange:
    """A request and its answer, between an application and who asks it."""

    def __init__(self, body: bytes) -> None:
        self._body: bytes | None = body
        self._pieces: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._left = asyncio.Event()
        self.begun: asyncio.Future[tuple[int, list[tuple[bytes, bytes]]]] = (
            asyncio.get_running_loop().create_future()
        )

    async def run(self, app: _Asgi, scope: dict[str, Any]) -> None:
        """Have the application answer; what it fails with ends the answer."""
        try:
            await app(scope, self._receive, self._send)
        except Exception:  # noqa: BLE001 - it has logged it, and told by its status what it can
            if not self.begun.done():
                self.begun.set_result((500, []))
        finally:
            self._pieces.put_nowait(None)

    async def pieces(self) -> AsyncIterator[bytes]:
        """The answer's body as it comes."""
        while (piece := await self._pieces.get()) is not None:
            yield piece

    def leave(self) -> None:
        """Listen no more."""
        self._left.set()

    async def _receive(self) -> dict[str, Any]:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.begun.set_result((message["status"], list(message.get("headers", ()))))
        elif message["type"] == "http.response.body" and message.get("body"):
            self._pieces.put_nowait(message["body"])


class _Body(httpx.AsyncByteStream):
    def __init__(self, exchange: _Exchange) -> None:
        self._exchange = exchange

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._exchange.pieces():
            yield piece

    async def aclose(self) -> None:
        self._exchange.leave()


def _scope(request: httpx.Request) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "scheme": request.url.scheme,
        "path": request.url.path,
        "raw_path": request.url.raw_path.split(b"?")[0],
        "query_string": request.url.query,
        "server": (request.url.host, request.url.port),
        "client": ("127.0.0.1", 0),
        "root_path": "",
    }
