"""What SQLite can fail with, as errors of our own tree."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import apsw

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

_DISK_FULL_ERRNOS: Final = (28, 122)  # ENOSPC, EDQUOT

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


def translated(error: BaseException) -> BaseException:
    """The error that the rest of the program knows; an unknown one stays what it is."""
    for known, ours, message in _FAULTS:
        if isinstance(error, known):
            return ours(message)
    if isinstance(error, OSError):
        return _translated_os_error(error)
    return error


def _translated_os_error(error: OSError) -> AriaError:
    if error.errno in _DISK_FULL_ERRNOS:
        return DiskFull()
    where = f" {error.filename}" if error.filename else ""
    reason = error.strerror or "it failed"
    return StoreUnreadable(
        f"the data folder cannot be used: {reason.lower()}:{where}; check its permissions"
    )


@contextmanager
def translating() -> Iterator[None]:
    """Let only errors of our own tree out of the block."""
    try:
        yield
    except (apsw.Error, OSError, UnicodeEncodeError) as error:
        raise translated(error) from error
