"""Words that are handed to a command, and when they were said."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def given_words(session: Session, text: str | None, file: Path | None) -> Iterator[str]:
    """The words of a command: given with it, in a file, in a pipe, or in the editor.

    Raises:
        InvalidInput, InvalidText, TextTooLarge: there are none, or they cannot be read.
    """
    if file is not None:
        if text is not None:
            raise InvalidInput("give the words or --file, not both")
        yield checked_text(_decoded(_file_bytes(file), f"the file {file}"))
    elif text is not None and text != "-":
        yield checked_text(text)
    elif text == "-" or not sys.stdin.isatty():
        yield checked_text(_decoded(sys.stdin.buffer.read(MAX_TEXT_BYTES + 1), "the input"))
    elif not session.is_interactive:
        raise InvalidText("there are no words; give them here, in a pipe or with --file")
    else:
        with edited(session, "") as words:
            yield checked_text(words)


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


@contextmanager
def edited(session: Session, text: str) -> Iterator[str]:
    """A text as somebody leaves it in their editor.

    If what is done with it fails, what they wrote stays where it is, and they are told.

    Raises:
        InvalidInput: the editor failed.
    """
    folder = Path(tempfile.mkdtemp(prefix="aria-"))
    path, editor = folder / "entry.md", find_editor()
    path.write_text(text, "utf-8")
    try:
        subprocess.run([*shlex.split(editor), str(path)], check=True)  # noqa: S603 - the user's own editor
        raw = path.read_bytes()
    except (OSError, subprocess.CalledProcessError, ValueError) as error:
        shutil.rmtree(folder)
        message = f"the editor {editor!r} failed; set EDITOR, or give the words with the command"
        raise InvalidInput(message) from error
    is_kept = False
    try:
        yield _decoded(raw, "what was written")
    except BaseException:  # Ctrl-C too
        is_kept = bool(raw.strip()) and not session.is_stored
        raise
    finally:
        if is_kept:
            session.note(f"what you wrote is still in {path}")
        else:
            shutil.rmtree(folder)


def when(session: Session, at: str | None, zone: str | None) -> dict[str, Any]:
    """The fields of a request that say when and where something was said."""
    if at is None:
        return {"zone": zone}
    moment, moved = instant_of(at, zone or session.zone)
    if moved is not None:
        session.note(moved)
    return {"occurred_at": sent(moment, zone or session.zone), "zone": zone}
