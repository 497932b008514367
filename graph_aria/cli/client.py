"""The API as the commands see it: over HTTP where a server runs, else in this process."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol

import httpx

from graph_aria.api import PREFIX
from graph_aria.bootstrap import Ask, owner_of, read_secret
from graph_aria.cli.exits import Refused
from graph_aria.cli.streams import StreamingTransport
from graph_aria.config import Settings
from graph_aria.errors import StoreLocked, Unauthenticated, Unavailable

_TIMEOUT: Final = httpx.Timeout(120.0, connect=5.0)
_STREAM_TIMEOUT: Final = httpx.Timeout(60.0, connect=5.0)
"""How long a stream may be silent: the service says every quarter of a minute that it is there."""
_PATIENCE_SECONDS: Final = 60.0
"""How long another command may hold the data folder."""
_PATIENCE_WITH_WORDS_SECONDS: Final = 600.0
"""The same for a command that has words to store: they are worth more than the wait."""
_TOLD_AFTER_SECONDS: Final = 2.0
"""After how long it is told that another command is waited for."""
_PAUSE_SECONDS: Final = 0.1
_AHEAD_SECONDS: Final = 2.0
"""How long what is outstanding may keep a command waiting."""
_AFTER_LOOKING_SECONDS: Final = 0.2
_AFTER_WRITING_SECONDS: Final = 10.0
"""How long the work that a command makes, such as a scrub, may keep it from ending."""
_INSIDE: Final = "http://127.0.0.1"


class Client(Protocol):
    """Sends requests to the API."""

    def send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any],
        body: object,
        profile: str | None,
    ) -> Any:
        """What the API answers, parsed.

        Raises:
            Refused: with a problem.
            Unavailable: it does not answer.
        """

    def stream(
        self, method: str, path: str, *, body: object, headers: Mapping[str, str]
    ) -> Generator[str, None, None]:
        """The lines of an answer as they come; to be closed where they are not all read.

        Raises:
            Refused: with a problem.
            Unavailable: it does not answer, or breaks off.
        """

    def pause(self, seconds: float) -> None:
        """Wait while the service goes on with its work."""

    def hurry(self) -> None:
        """Have `close` wait for no work at all: it is left for the next command."""

    def close(self) -> None:
        """Let go of it; jobs that this command queued are done first, if that is quick."""


class RemoteClient:
    """Talks to the server that owns the data folder."""

    def __init__(self, address: str, secret: str) -> None:
        self._http = httpx.Client(
            base_url=address, headers=_authorization(secret), timeout=_TIMEOUT, trust_env=False
        )

    def send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any],
        body: object,
        profile: str | None,
    ) -> Any:
        """See `Client`."""
        try:
            response = self._http.request(
                method, path, params=_clean(params), json=body, headers=_headers(profile)
            )
        except httpx.HTTPError as error:
            message = (
                f"the server at {self._http.base_url} does not answer "
                f"({type(error).__name__}); look at its log, or stop it and try again"
            )
            raise Unavailable(message) from error
        return _answer(response)

    def stream(
        self, method: str, path: str, *, body: object, headers: Mapping[str, str]
    ) -> Generator[str, None, None]:
        """See `Client`."""
        try:
            with self._http.stream(
                method, path, json=body, headers=dict(headers), timeout=_STREAM_TIMEOUT
            ) as response:
                if not response.is_success:
                    response.read()
                    _answer(response)
                yield from response.iter_lines()
        except httpx.HTTPError as error:
            message = (
                f"the connection to the server at {self._http.base_url} broke off "
                f"({type(error).__name__})"
            )
            raise Unavailable(message) from error

    def pause(self, seconds: float) -> None:
        """See `Client`."""
        time.sleep(seconds)

    def hurry(self) -> None:
        """See `Client`."""

    def close(self) -> None:
        """See `Client`."""
        self._http.close()


class LocalClient:
    """Owns the data folder for one command and runs the application in this process."""

    def __init__(
        self,
        settings: Settings,
        ask: Ask | None,
        *,
        has_words: bool = False,
        on_left: Callable[[int], None] | None = None,
    ) -> None:
        # Half a second that a running server spares every command.
        from graph_aria.server import Mode, create_app  # noqa: PLC0415

        self._runner = asyncio.Runner()
        self._after_seconds: float | None = _AFTER_LOOKING_SECONDS
        # Until it is open, nothing of this command can be left.
        self._hurries = True
        secrets: list[str] = []
        app = create_app(
            settings,
            Mode(
                serving=False,
                ask=ask,
                on_open=lambda opened: secrets.append(opened.admin_secret),
                # Words are stored before anything is read.
                ahead_seconds=0.0 if has_words else _AHEAD_SECONDS,
                after_seconds=lambda: 0.0 if self._hurries else self._after_seconds,
                on_left=lambda n: None if self._hurries or on_left is None else on_left(n),
            ),
        )
        self._lifespan: AbstractAsyncContextManager[Any] | None = app.router.lifespan_context(app)
        try:
            self._runner.run(self._lifespan.__aenter__())
        except BaseException:
            self._lifespan = None
            self._runner.close()
            raise
        self._hurries = False
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app),
            base_url=_INSIDE,
            headers=_authorization(secrets[0]),
            timeout=None,  # noqa: S113 - nothing to wait for: it is this process
        )
        self._streams = httpx.AsyncClient(
            transport=StreamingTransport(app),
            base_url=_INSIDE,
            headers=_authorization(secrets[0]),
            timeout=None,  # noqa: S113 - the same
        )

    def send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any],
        body: object,
        profile: str | None,
    ) -> Any:
        """See `Client`."""
        request = self._http.request(
            method, path, params=_clean(params), json=body, headers=_headers(profile)
        )
        self._after_seconds = _after(method, path, body, self._after_seconds)
        return _answer(self._runner.run(_awaited(request)))

    def stream(
        self, method: str, path: str, *, body: object, headers: Mapping[str, str]
    ) -> Generator[str, None, None]:
        """See `Client`."""
        request = self._streams.build_request(method, path, json=body, headers=dict(headers))
        self._after_seconds = _after(method, path, body, self._after_seconds)
        response = self._runner.run(_awaited(self._streams.send(request, stream=True)))
        try:
            if not response.is_success:
                self._runner.run(_awaited(response.aread()))
                _answer(response)
            lines = response.aiter_lines()
            while (line := self._runner.run(_awaited(anext(lines, None)))) is not None:
                yield line
        finally:
            self._runner.run(_awaited(response.aclose()))

    def pause(self, seconds: float) -> None:
        """See `Client`."""
        self._runner.run(asyncio.sleep(seconds))

    def hurry(self) -> None:
        """See `Client`."""
        self._hurries = True

    def close(self) -> None:
        """See `Client`."""
        lifespan, self._lifespan = self._lifespan, None
        if lifespan is None:
            return
        try:
            self._runner.run(_awaited(self._http.aclose()))
            self._runner.run(_awaited(self._streams.aclose()))
            self._runner.run(_awaited(lifespan.__aexit__(None, None, None)))
        finally:
            self._runner.close()


def changes(method: str, path: str, body: object) -> bool:
    """Whether a request may change something."""
    is_trial = isinstance(body, Mapping) and body.get("dry_run") is True
    return not (method == "GET" or is_trial or path in {"/read", api("/read")})


def _after(method: str, path: str, body: object, before: float | None) -> float | None:
    """How long the work that a request may have made is waited for at the end."""
    if not changes(method, path, body) or before is None:
        return before
    return None if path.endswith("/reread") else _AFTER_WRITING_SECONDS


async def _awaited(awaitable: Any) -> Any:
    return await awaitable


def connect(
    settings: Settings,
    ask: Ask | None = None,
    *,
    has_words: bool = False,
    on_left: Callable[[int], None] | None = None,
    on_wait: Callable[[str], None] | None = None,
) -> Client:
    """A client of the server that owns the data folder, or of an application of our own.

    Another command that holds the folder is waited for.

    Args:
        settings: where the folder is.
        ask: asks for the passphrase of an encrypted store.
        has_words: whether there are words to store, which is done first and waits longer.
        on_left: told how many entries still wait to be read at the end, if any do.
        on_wait: told once which command is waited for, if that takes two seconds.

    Raises:
        StoreLocked: it holds it for longer than a minute, ten minutes if there are words.
        Unauthenticated: the server's admin secret cannot be found.
        AriaError: the store does not open.
    """
    patience = _PATIENCE_WITH_WORDS_SECONDS if has_words else _PATIENCE_SECONDS
    began, is_told = time.monotonic(), False
    while True:
        owner = owner_of(settings)
        if owner is not None and isinstance(owner.get("address"), str):
            secret = read_secret(settings)
            if secret is None:
                message = (
                    f"the admin secret is missing in {settings.data_dir}; restart `aria serve`"
                )
                raise Unauthenticated(message)
            return RemoteClient(str(owner["address"]), secret)
        # An application of our own is made only when there is hope: that costs some work.
        if owner is None:
            with contextlib.suppress(StoreLocked):
                return LocalClient(settings, ask, has_words=has_words, on_left=on_left)
        waited = time.monotonic() - began
        if waited > patience:
            message = (
                f"{_named(owner)} still uses {settings.data_dir} after {patience:.0f} seconds; "
                "nothing was stored. Try again when it is done"
            )
            raise StoreLocked(message)
        if on_wait is not None and not is_told and waited > _TOLD_AFTER_SECONDS:
            is_told = True
            on_wait(f"waiting for {_named(owner)}, which uses the store; Ctrl-C ends the wait")
        time.sleep(_PAUSE_SECONDS)


def _named(owner: Mapping[str, object] | None) -> str:
    """The command that holds the data folder, as it calls itself."""
    if not owner or "pid" not in owner:
        return "another command"
    return f"`{owner.get('command')}` (process {owner['pid']})"


def _authorization(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def _headers(profile: str | None) -> dict[str, str]:
    return {} if profile is None else {"X-Aria-Profile": profile}


def _clean(params: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in params.items() if value is not None}


def _answer(response: httpx.Response) -> Any:
    if response.is_success:
        return response.json() if response.content else None
    try:
        problem = response.json()
        raise Refused(response.status_code, problem["code"], problem["detail"])
    except (ValueError, KeyError, TypeError) as error:
        message = f"the server answered {response.status_code} without a reason"
        raise Refused(response.status_code, "error", message) from error


def api(path: str) -> str:
    """The full path of a route."""
    return f"{PREFIX}{path}"
