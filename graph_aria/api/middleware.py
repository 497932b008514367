"""What holds for every request: host, size, headers, faults, metrics, the access log."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Collection
from http import HTTPStatus
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graph_aria.api.metrics import Metrics
from graph_aria.api.openai_form import in_openai_form, is_openai
from graph_aria.api.problems import problem, problem_of, unexpected
from graph_aria.errors import TextTooLarge

MAX_BODY_BYTES: Final = 6_500_000
"""Room for the longest text with every character escaped as JSON allows it."""
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_log = structlog.get_logger("graph_aria.access")


class _TooLarge(Exception):
    """The body grew beyond what is taken."""


class Gate:
    """The outermost layer of the application, in plain ASGI.

    It never runs a handler in a task of its own, so a client that goes away cancels
    nothing.
    """

    def __init__(
        self, app: ASGIApp, *, metrics: Metrics, hosts: Collection[str], any_address: bool
    ) -> None:
        """Wrap an application.

        Args:
            app: what comes after the gate.
            metrics: where requests are counted.
            hosts: names under which the service answers, without port. A page that
                rebinds its name to this machine sends its own name.
            any_address: whether it also answers under any IP address, which nobody can
                rebind.
        """
        self._app = app
        self._metrics = metrics
        self._hosts = hosts
        self._any_address = any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = HTTPStatus.INTERNAL_SERVER_ERROR.value
        sent = False

        async def send_with_headers(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status, sent = int(message["status"]), True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        is_for_client = is_openai(scope["path"])
        answer = in_openai_form(send_with_headers) if is_for_client else send_with_headers
        try:
            await self._checked(scope, receive, answer)
        except Exception as error:
            if sent:
                raise
            await unexpected(error)(scope, receive, answer)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    async def _checked(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not self._answers_to(_name_of(headers.get("host", ""))):
            response = problem(
                HTTPStatus.MISDIRECTED_REQUEST,
                "wrong_host",
                "This service does not answer under that name.",
                "the Host header names another host; use the address that `aria serve` prints, "
                "or add the name to ARIA_ALLOWED_HOSTS",
            )
            await response(scope, receive, send)
            return
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > MAX_BODY_BYTES:
            await _too_large()(scope, receive, send)
            return
        n_bytes = 0

        async def receive_bounded() -> Message:
            nonlocal n_bytes
            message = await receive()
            n_bytes += len(message.get("body", b""))
            if n_bytes > MAX_BODY_BYTES:
                raise _TooLarge
            return message

        answered = False

        async def send_once(message: Message) -> None:
            nonlocal answered
            if n_bytes > MAX_BODY_BYTES:
                if not answered:
                    answered = True
                    await _too_large()(scope, receive, send)
                return
            await send(message)

        try:
            await self._app(scope, receive_bounded, send_once)
        except _TooLarge:
            await _too_large()(scope, receive, send)

    def _answers_to(self, name: str) -> bool:
        return name in self._hosts or (self._any_address and _is_address(name))

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        self._metrics.note_request(scope["method"], route, status, seconds)
        _log.info(
            "request",
            method=scope["method"],
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
        )


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _name_of(host: str) -> str:
    """A Host header without its port."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def _too_large() -> JSONResponse:
    return problem_of(
        TextTooLarge(
            f"the request's body is larger than {MAX_BODY_BYTES:,} bytes; one entry holds at "
            "most 1,000,000: split it into several"
        )
    )
