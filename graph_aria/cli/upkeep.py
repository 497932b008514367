"""Keeping it: `aria doctor`, `backup`, `restore`, `encrypt`, `decrypt`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.prompt import Prompt
from rich.text import Text

from graph_aria import bootstrap
from graph_aria.cli.exits import Refused, for_looking
from graph_aria.cli.grid import Column, grid
from graph_aria.cli.options import Yes
from graph_aria.cli.session import Session
from graph_aria.config import SQLITE
from graph_aria.errors import AriaError, InvalidInput, StoreLocked, WrongPassphrase

_MIN_PASSPHRASE = 8
_BROKEN = "broken"
_STYLES = {"ok": "green", "degraded": "yellow", _BROKEN: "red"}
Remember = Annotated[
    bool, typer.Option("--remember", help="Keep the passphrase in the system's keyring.")
]


def doctor(session: Session) -> None:
    """Tell what is well, degraded or broken, and how to mend it."""
    try:
        findings = session.as_admin("GET", "/doctor")["findings"]
    except (AriaError, Refused) as error:
        from graph_aria.api.doctor import examine_closed  # noqa: PLC0415 - spared by all others

        reason = error.detail if isinstance(error, Refused) else error.message
        findings = [
            item.model_dump() for item in examine_closed(session.settings, for_looking(reason))
        ]
    if not session.emit({"findings": findings}):
        rows = []
        for item in findings:
            detail = Text(item["detail"])
            if item["remedy"]:
                detail.append(f"\n→ {item['remedy']}", style="dim")
            mark = Text(item["state"], style=_STYLES.get(item["state"], ""))
            rows.append((mark, Text(item["what"]), detail))
        columns = (Column(""), Column("what"), Column("state of it", least=20))
        session.out.print(grid(columns, rows, width=session.out.width))
    if any(item["state"] == _BROKEN for item in findings):
        raise typer.Exit(1)


def backup(
    session: Session,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")],
) -> None:
    """Write a whole copy of the store; safe while it is in use."""
    answer = session.as_admin("POST", "/backup", body={"path": str(file.absolute())})
    if not session.emit(answer):
        session.say(f"{answer['path']}: {answer['n_bytes'] / 1e6:.1f} MB")
        session.note(answer["note"])


def restore(
    session: Session,
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    yes: Yes = False,
) -> None:
    """Put a backup in the place of the store. What is there now is lost."""
    settings = session.settings
    _only_a_file_at_rest(session)
    if bootstrap.store_path(settings).exists():
        session.confirm(
            "Put the backup in the place of the present store, which is lost then?", yes=yes
        )
    bootstrap.restore_store(settings, file, ask=session.ask_passphrase)
    if not session.emit({"restored": str(file)}):
        session.say(f"restored from {file}")


def encrypt(session: Session, *, remember: Remember = False) -> None:
    """Encrypt the store's file with a passphrase. Without it nobody can open it again."""
    settings = session.settings
    _only_a_file_at_rest(session)
    if bootstrap.is_store_encrypted(settings):
        raise InvalidInput("the store is encrypted already; `aria decrypt` first for another one")
    passphrase = _new_passphrase(session)
    bootstrap.encrypt_store(settings, passphrase)
    kept = remember and bootstrap.remember_passphrase(settings, passphrase)
    if remember and not kept:
        session.note("the system has no keyring to keep it in; set ARIA_PASSPHRASE, or be asked")
    if not session.emit({"encrypted": True, "remembered": kept}):
        session.say("the store is encrypted; older backups are not")


def decrypt(session: Session) -> None:
    """Write the store's file without encryption again."""
    settings = session.settings
    _only_a_file_at_rest(session)
    if not bootstrap.is_store_encrypted(settings):
        raise InvalidInput("the store is not encrypted")
    passphrase = bootstrap.find_passphrase(settings, ask=session.ask_passphrase)
    if not passphrase:
        raise WrongPassphrase(
            "the store is encrypted, and its passphrase was not found: set ARIA_PASSPHRASE"
        )
    bootstrap.decrypt_store(settings, passphrase)
    if bootstrap.recall_passphrase(settings) is not None:
        bootstrap.remember_passphrase(settings, None)
    if not session.emit({"encrypted": False}):
        session.say("the store is not encrypted any more")


def _only_a_file_at_rest(session: Session) -> None:
    """Refuse what is about a file that somebody has open, or about no file.

    Raises:
        InvalidInput: the store is a Neo4j.
        StoreLocked: a process owns the data folder.
    """
    if session.settings.store != SQLITE:
        raise InvalidInput(
            f"this is for a store in a file, and the store is the Neo4j at "
            f"{session.settings.store}: its own tools back it up, restore and encrypt it, and "
            "`aria copy` moves it"
        )
    owner = bootstrap.owner_of(session.settings)
    if owner is not None:
        message = (
            f"process {owner.get('pid')} ({owner.get('command')}) uses the store; stop it first, "
            "then try again"
        )
        raise StoreLocked(message)


def _new_passphrase(session: Session) -> str:
    given = session.settings.passphrase
    if given is not None:
        passphrase = given.get_secret_value()
    elif session.is_interactive:
        passphrase = Prompt.ask("New passphrase", console=session.err, password=True)
        again = Prompt.ask("Once more", console=session.err, password=True)
        if passphrase != again:
            raise InvalidInput("these two are not the same; try again")
    else:
        raise InvalidInput("nobody can be asked here; give the passphrase in ARIA_PASSPHRASE")
    if len(passphrase) < _MIN_PASSPHRASE:
        message = f"the passphrase has less than {_MIN_PASSPHRASE} characters; take a longer one"
        raise InvalidInput(message)
    return passphrase
