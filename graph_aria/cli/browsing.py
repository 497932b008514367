"""`aria browser`: Neo4j Browser, opened on the right query."""

from __future__ import annotations

import contextlib
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from graph_aria.api.browser import browser_url
from graph_aria.cli import pick
from graph_aria.cli.guide import GuideServer, read_style, save_files
from graph_aria.cli.session import Session
from graph_aria.errors import InvalidInput

EntityRef = Annotated[
    str | None,
    typer.Argument(metavar="[ENTITY]", help="A name, an id, or `me`; all that is active if none."),
]


def browser(
    session: Session,
    *,
    entity: EntityRef = None,
    why: Annotated[
        bool, typer.Option("--why", help="The entries that speak of it, not its relations.")
    ] = False,
    style: Annotated[
        bool, typer.Option("--style", help="Colours and captions instead; run it once.")
    ] = False,
    guide: Annotated[
        bool, typer.Option("--guide", help="A guide with saved queries instead, until Ctrl-C.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="FOLDER", help="Write saved queries and style, to be dropped onto it."
        ),
    ] = None,
    only_print: Annotated[
        bool, typer.Option("--print", help="Only print the address; open nothing.")
    ] = False,
) -> None:
    """Open Neo4j Browser with a query in its editor; run it there."""
    if save is not None:
        files = [str(path) for path in save_files(save)]
        if not session.emit({"files": files}):
            session.say("drop these onto Neo4j Browser, one after the other:")
            for path in files:
                session.say(f"  {path}")
        return
    settings = session.settings
    if settings.browser is None:
        raise InvalidInput(
            "Neo4j Browser shows what lies in a Neo4j, and this store is a SQLite file: "
            "`aria copy --from sqlite: --to neo4j://…` brings it there, and ARIA_STORE=neo4j://… "
            "makes it the store"
        )
    if guide:
        _play_guide(session, settings.browser, only_print=only_print)
    elif style:
        address = browser_url(settings, f":style {read_style()}")
        _open(session, address, only_print=only_print)
    else:
        target = "me" if entity is None else pick.entity_id(session, entity)
        answer = session.get(f"/entities/{target}")
        address = answer["evidence_browser_url" if why else "browser_url"]
        _open(session, address, only_print=only_print)


def _play_guide(session: Session, browser_address: str, *, only_print: bool) -> None:
    with GuideServer(browser_address) as server, contextlib.suppress(KeyboardInterrupt):
        address = browser_url(session.settings, server.guide, command="play")
        _open(session, address, only_print=only_print)
        session.note("serving the guide; Ctrl-C when Neo4j Browser shows it and has the style")
        server.serve_forever()


def _open(session: Session, address: str, *, only_print: bool) -> None:
    if not session.emit({"address": address}):
        session.out.print(address, markup=False, soft_wrap=True)
    if not only_print and not webbrowser.open(address):
        session.note("no web browser could be started here; open this address in one")
