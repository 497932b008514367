"""Running it: `aria serve` and `aria demo`."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from graph_aria.bootstrap import SECRET_NAME, Services, make_clock
from graph_aria.cli.client import LocalClient, api
from graph_aria.cli.demo import as_data, demo_folder, play
from graph_aria.cli.demo_show import show
from graph_aria.cli.session import Session
from graph_aria.config import PREFIX, SQLITE, Settings, load_settings
from graph_aria.errors import InvalidSetting


def serve(
    session: Session,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="ADDRESS", help="127.0.0.1 unless ARIA_HOST says else."),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", metavar="PORT", help="7423; 0 takes any free one.")
    ] = None,
) -> None:
    """Serve the API, read what comes in, and keep to the schedule."""
    given = {key: value for key, value in (("host", host), ("port", port)) if value is not None}
    settings = _with_given(given)
    if not settings.is_loopback:
        session.err.print(
            f"Other machines can reach this ({settings.host}), and nothing is encrypted on the "
            "way: put a proxy with TLS before it.",
            style="yellow",
            markup=False,
        )

    def tell(address: str, services: Services) -> None:
        secret_path = services.settings.data_dir / SECRET_NAME
        if not session.emit({"address": address, "admin_secret_path": str(secret_path)}):
            session.say(f"graph-aria serves {address}{api('')}")
            session.say("a token for it: `aria token new NAME`; stop with Ctrl-C", style="dim")
        sys.stdout.flush()

    _serve(settings, session, tell)


def _with_given(given: Mapping[str, object]) -> Settings:
    """The settings, where what is wrong with an option names the option."""
    load_settings()  # what is wrong with a variable names the variable
    return _load(given)


def _load(given: Mapping[str, object]) -> Settings:
    try:
        return load_settings(**given)
    except InvalidSetting as error:
        message = error.message
        for key in given:
            message = message.replace(f"{PREFIX}{key.upper()}", f"--{key}")
        raise InvalidSetting(message) from error


def demo(
    session: Session,
    *,
    no_serve: Annotated[
        bool, typer.Option("--no-serve", help="Stop when what came out has been shown.")
    ] = False,
    store: Annotated[
        str,
        typer.Option(
            "--store",
            metavar="ADDRESS",
            help="An empty Neo4j to read it into, whatever ARIA_STORE says; it stays there.",
        ),
    ] = SQLITE,
) -> None:
    """Read a sample journal, show what came out, and serve it. Its folder is thrown away."""
    folder = demo_folder()
    try:
        settings = _load({"data_dir": folder, "keyring": False, "store": store})
        outcome = asyncio.run(play(settings, session.err, now=make_clock().now()))
        data: dict[str, Any] = dict(as_data(outcome))
        secret, browser_url = _look_after(settings)
        if browser_url is not None:
            data["browser_url"] = browser_url
        if not session.as_json:
            show(session.out, outcome)
            if browser_url is not None:
                session.say("\nNeo4j Browser, with this life in its editor:")
                session.out.print(browser_url, markup=False, soft_wrap=True)
        if no_serve:
            session.emit(data)
            return

        def tell(address: str, _: Services) -> None:
            if not session.emit({**data, "address": address, "token": secret}):
                session.say(f"\ngraph-aria serves {address}{api('')}")
                session.say(f"token: {secret}")
                session.say(_to_try(settings, folder), style="dim")
            sys.stdout.flush()

        _serve(_with_free_port(settings), session, tell)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _to_try(settings: Settings, folder: Path) -> str:
    """What to do with a demo that is served, and what its end leaves."""
    is_file = settings.store == SQLITE
    ends = "stops and deletes it" if is_file else "stops it; the life stays in that Neo4j"
    return f"try: ARIA_DATA_DIR={folder} aria themes; Ctrl-C {ends}"


def _serve(settings: Settings, session: Session, tell: Callable[[str, Services], None]) -> None:
    # Half a second that other commands do without.
    from graph_aria.server import serve as run_server  # noqa: PLC0415

    run_server(settings, ask=session.ask_passphrase, on_ready=tell)


def _look_after(settings: Settings) -> tuple[str, str | None]:
    """A token, and where Neo4j Browser shows what is active; None if the store is a file."""
    client = LocalClient(settings, None)
    try:
        body = {"name": "demo", "read_only": False}
        token = client.send("POST", api("/tokens"), params={}, body=body, profile=None)
        me = client.send("GET", api("/entities/me"), params={}, body=None, profile=None)
        return str(token["secret"]), me["browser_url"]
    finally:
        client.close()


def _with_free_port(settings: Settings) -> Settings:
    """The same settings, with any free port if the one that is set is taken."""
    try:
        with socket.create_server((settings.host, settings.port)):
            return settings
    except OSError:
        return settings.model_copy(update={"port": 0})
