"""Words that are handed to a command, and when they were said."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from graph_aria.cli.session import Session
from graph_aria.cli.times import instant_of, sent
from graph_aria.config import find_editor
from graph_aria.domain.entries import MAX_TEXT_BYTES, checked_text
from graph_aria.errors import InvalidInput, InvalidText, TextTooLarge

At = Annotated[
    str | None,
    typer.Option("--at", metavar="TIME", help='When it was: "2026-11-03 22:10", on your clock.'),
]
Zone = Annotated[
    str | None, typer.Option("--zone", metavar="ZONE", help="Where it was, if not at home.")
]


def given_words(session: Session, text: str | None, file: Path | None) -> str:
    """The words of a command: given with it, in a file, in a pipe, or in the editor.

    Raises:
        InvalidInput, InvalidText, TextTooLarge: there are none, or they cannot be read.
    """
    if file is not None:
        if text is not None:
            raise InvalidInput("give the words or --file, not both")
        return checked_text(_decoded(_file_bytes(file), f"the file {file}"))
    if text is not None and text != "-":
        return checked_text(text)
    if text == "-" or not sys.stdin.isatty():
        return checked_text(_decoded(sys.stdin.buffer.read(MAX_TEXT_BYTES + 1), "the input"))
    if not session.is_interactive:
        raise InvalidText("there are no words; give them here, in a pipe or with --file")
    return checked_text(edited(""))


def _file_bytes(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_TEXT_BYTES + 1)
    except OSError as error:
        message = f"the file {file} cannot be read: {(error.strerror or 'it failed').lower()}"
        raise InvalidInput(message) from error


def _decoded(raw: bytes, what: str) -> str:
    if len(raw) > MAX_TEXT_BYTES:
        message = f"{what} has more than {MAX_TEXT_BYTES:,} bytes; split it into several entries"
        raise TextTooLarge(message)
    try:
        return raw.decode("utf-8").removeprefix("\ufeff").rstrip("\n")
    except UnicodeDecodeError as error:
        message = f"{what} is not valid UTF-8 at byte {error.start}; save it as UTF-8"
        raise InvalidText(message) from error


def edited(text: str) -> str:
    """A text as somebody leaves it in their editor.

    Raises:
        InvalidInput: the editor failed.
    """
    with tempfile.TemporaryDirectory(prefix="aria-") as folder:
        path = Path(folder) / "entry.md"
        path.write_text(text, "utf-8")
        editor = find_editor()
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)  # noqa: S603 - the user's own editor
        except (OSError, subprocess.CalledProcessError, ValueError) as error:
            message = (
                f"the editor {editor!r} failed; set EDITOR, or give the words with the command"
            )
            raise InvalidInput(message) from error
        return _decoded(path.read_bytes(), "what was written")


def when(session: Session, at: str | None, zone: str | None) -> dict[str, Any]:
    """The fields of a request that say when and where something was said."""
    if at is None:
        return {"zone": zone}
    moment, moved = instant_of(at, zone or session.zone)
    if moved is not None:
        session.note(moved)
    return {"occurred_at": sent(moment, zone or session.zone), "zone": zone}
