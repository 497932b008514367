"""What SQLite can fail with, as errors of our own tree."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import apsw

from graph_aria.adapters.disk import NO_ROOM, READ_ONLY, translated_os_error
from graph_aria.errors import (
    AriaError,
    Conflict,
    DiskFull,
    InvalidText,
    StoreCorrupt,
    StoreLocked,
    StoreUnreadable,
    Unavailable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# The first that fits counts. No message quotes a statement's values, so none can quote
# a diary.
_FAULTS: Final[tuple[tuple[type[Exception], type[AriaError], str | None], ...]] = (
    (apsw.FullError, DiskFull, None),
    (apsw.CorruptError, StoreCorrupt, None),
    (apsw.NotADBError, StoreCorrupt, None),
    (apsw.CantOpenError, StoreUnreadable, None),
    (apsw.ReadOnlyError, StoreUnreadable, None),
    (apsw.PermissionsError, StoreUnreadable, None),
    (apsw.AuthError, StoreUnreadable, None),
    (
        apsw.BusyError,
        StoreLocked,
        "another program holds the store's file; close it and try again",
    ),
    (
        apsw.IOError,
        Unavailable,
        "the disk could not be read or written; nothing was stored. Check it and try again",
    ),
    (apsw.ConstraintError, Conflict, "something with this id or name is stored already"),
    (
        UnicodeEncodeError,
        InvalidText,
        "the text has a lone surrogate, which is no character; remove it",
    ),
)


def translated(error: BaseException, path: Path | None = None) -> BaseException:
    """The error that the rest of the program knows; an unknown one stays what it is.

    Args:
        error: what was raised.
        path: the store's file, to be named where SQLite does not say which file it was.
    """
    if path is not None and isinstance(error, apsw.FullError):
        return DiskFull(NO_ROOM.format(path))
    if path is not None and isinstance(error, apsw.ReadOnlyError):
        return StoreUnreadable(READ_ONLY.format(path))
    for known, ours, message in _FAULTS:
        if isinstance(error, known):
            return ours(message)
    if isinstance(error, OSError):
        return translated_os_error(error)
    return error


@contextmanager
def translating(path: Path | None = None) -> Iterator[None]:
    """Let only errors of our own tree out of the block; `path` is the file that it opens."""
    try:
        yield
    except (apsw.Error, OSError, UnicodeEncodeError) as error:
        raise translated(error, path) from error
