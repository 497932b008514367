"""A model that says what a test tells it to: an OpenAI-compatible server on loopback.

Each request takes the next step of the script; after the last step it is repeated. The
server listens on a port of its own that the system chooses and ends with the test.
"""

from __future__ import annotations

import functools
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

MODEL: Final = "scripted"
KEY: Final = "sk-scripted"
_CHUNK: Final = 7


@dataclass(frozen=True)
class Step:
    """What to answer to one request.

    Attributes:
        content: what the model says.
        tool: name of a tool that it calls instead, with `content` as its arguments.
        status: another one than 200 answers with an error.
        headers: more headers.
        delay: seconds before anything is sent; between two pieces of a stream, `pause`.
        body: the raw body, in place of one made from `content`.
        content_type: of the raw body.
        cut: bytes of the body after which the connection breaks.
        finish: why the model stopped; None: it ends without a word, as one that dies does.
        flood: sent again and again behind the content, until `n_flood` bytes are.
        n_flood: how many bytes that are.
        hangs: nothing comes behind the content, and the connection stays open.
        usage: tokens sent and received; None tells none.
    """

    content: str = ""
    tool: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    pause: float = 0.0
    body: bytes | None = None
    content_type: str = "application/json"
    cut: int | None = None
    finish: str | None = "stop"
    flood: bytes = b""
    n_flood: int = 0
    hangs: bool = False
    usage: tuple[int, int] | None = (100, 20)


@dataclass(frozen=True)
class Request:
    """What was asked."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


def saying(content: object, **more: Any) -> Step:
    """A step in which the model says a text, or something as JSON."""
    return Step(content if isinstance(content, str) else json.dumps(content), **more)


def failing(status: int, message: str = "no", **more: Any) -> Step:
    """A step that answers with an error."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": status}})
    return Step(status=status, body=body.encode(), **more)


class ScriptedModel:
    """The server, with what it was asked.

    Attributes:
        steps: the script: steps, or functions of the request that give one.
        requests: all requests for chat completions so far.
        embedding: gives the vector of a text.
        models: names that `/v1/models` lists.
        key: the bearer that is accepted; None accepts all.
        others: paths of all other requests.
        n_flooded: bytes of floods that were taken.
    """

    def __init__(self) -> None:
        self.steps: list[Step | Callable[[Request], Step]] = [Step("{}")]
        self.requests: list[Request] = []
        self.others: list[str] = []
        self.embedding: Callable[[str], list[float]] = lambda text: [float(len(text)), 1.0]
        self.models = [MODEL]
        self.key: str | None = None
        self.n_flooded = 0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.closing = threading.Event()
        serve = functools.partial(self._server.serve_forever, poll_interval=0.01)
        threading.Thread(target=serve, daemon=True).start()

    @property
    def base_url(self) -> str:
        """Its address, up to and with "/v1"."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def script(self, *steps: Step | Callable[[Request], Step]) -> None:
        """Begin anew with these steps; the last one is repeated."""
        with self._lock:
            self.steps = list(steps)
            self.requests = []

    def take(self, request: Request) -> Step:
        """The step for a request."""
        with self._lock:
            self.requests.append(request)
            step = self.steps[0] if len(self.steps) == 1 else self.steps.pop(0)
        return step if isinstance(step, Step) else step(request)

    def close(self) -> None:
        """End it."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(_Handler):
            script = model

        return Handler


class _Handler(BaseHTTPRequestHandler):
    script: ScriptedModel
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Keep quiet."""

    def do_GET(self) -> None:
        self.script.others.append(self.path)
        if self._is_refused():
            return
        if self.path == "/v1/models":
            data = [{"id": name, "object": "model"} for name in self.script.models]
            self._send(200, _json({"object": "list", "data": data}))
        else:
            self._send(404, _json({"error": {"message": "no such path"}}))

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self._is_refused():
            return
        body = json.loads(raw)
        request = Request(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        if self.path == "/v1/chat/completions":
            self._chat(request)
        elif self.path == "/v1/embeddings":
            self.script.others.append(self.path)
            self._embed(body)
        else:
            self.script.others.append(self.path)
            self._send(404, _json({"error": {"message": "no such path"}}))

    def _is_refused(self) -> bool:
        key = self.script.key
        if key is None or self.headers.get("authorization") == f"Bearer {key}":
            return False
        self._send(401, _json({"error": {"message": "wrong key", "code": "invalid_api_key"}}))
        return True

    def _chat(self, request: Request) -> None:
        step = self.script.take(request)
        self.script.closing.wait(step.delay)
        if step.body is not None or step.status != 200:
            self._send(step.status, step.body or b"", step)
        elif request.body.get("stream"):
            self._stream(request, step)
        else:
            self._send(200, _json(_completion(request, step)), step)

    def _stream(self, request: Request, step: Step) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        n_sent = 0
        with suppress(OSError):
            for event in _events(request, step):
                if step.cut is not None and n_sent + len(event) > step.cut:
                    self.wfile.write(event[: step.cut - n_sent])
                    self._break()
                    return
                self.wfile.write(event)
                self.wfile.flush()
                n_sent += len(event)
                self.script.closing.wait(step.pause)
            while step.flood and self.script.n_flooded < step.n_flood:
                self.wfile.write(step.flood)
                self.script.n_flooded += len(step.flood)
            if step.hangs:
                self.script.closing.wait()
        self.close_connection = True

    def _embed(self, body: dict[str, Any]) -> None:
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        data = [
            {"object": "embedding", "index": i, "embedding": self.script.embedding(text)}
            for i, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        self._send(
            200, _json({"object": "list", "data": data, "model": body["model"], "usage": usage})
        )

    def _send(self, status: int, body: bytes, step: Step | None = None) -> None:
        step = step or Step()
        with suppress(OSError):
            self.send_response(status)
            self.send_header("content-type", step.content_type)
            self.send_header("content-length", str(len(body)))
            for name, value in step.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body if step.cut is None else body[: step.cut])
            if step.cut is not None:
                self._break()

    def _break(self) -> None:
        """Break the connection as a crash does: without a goodbye."""
        self.wfile.flush()
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        self.connection.close()


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def _completion(request: Request, step: Step) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": step.content}
    finish = step.finish
    if step.tool is not None:
        function = {"name": step.tool, "arguments": step.content}
        calls = [{"id": "call-1", "type": "function", "function": function}]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
        finish = "tool_calls"
    whole: dict[str, Any] = {
        "id": "completion-1",
        "object": "chat.completion",
        "created": 1,
        "model": request.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if step.usage is not None:
        whole["usage"] = _usage(step.usage)
    return whole


def _usage(usage: tuple[int, int]) -> dict[str, int]:
    return {
        "prompt_tokens": usage[0],
        "completion_tokens": usage[1],
        "total_tokens": sum(usage),
    }


def _events(request: Request, step: Step) -> Iterator[bytes]:
    head = {
        "id": "completion-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": request.body["model"],
    }

    def event(choices: list[dict[str, Any]], **more: Any) -> bytes:
        return b"data: " + _json({**head, "choices": choices, **more}) + b"\n\n"

    yield event([{"index": 0, "delta": {"role": "assistant"}, "finish_reason": None}])
    for at in range(0, len(step.content), _CHUNK):
        piece: dict[str, Any] = {"content": step.content[at : at + _CHUNK]}
        if step.tool is not None:
            call: dict[str, Any] = {"index": 0, "function": {"arguments": piece["content"]}}
            if at == 0:  # as OpenAI does it: what a later piece does not hold stays
                call |= {"id": "call-1", "type": "function"}
                call["function"]["name"] = step.tool
            piece = {"tool_calls": [call]}
        yield event([{"index": 0, "delta": piece, "finish_reason": None}])
    if step.hangs or step.flood or step.finish is None:
        return
    finish = step.finish if step.tool is None else "tool_calls"
    yield event([{"index": 0, "delta": {}, "finish_reason": finish}])
    if step.usage is not None and (request.body.get("stream_options") or {}).get("include_usage"):
        yield event([], usage=_usage(step.usage))
    yield b"data: [DONE]\n\n"


@contextmanager
def running() -> Iterator[ScriptedModel]:
    """A server for the time of a test."""
    model = ScriptedModel()
    try:
        yield model
    finally:
        model.close()
