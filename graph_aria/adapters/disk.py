"""What the machine's disk can fail with, as errors of our own tree."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graph_aria.errors import AriaError, DiskFull, StoreUnreadable

NO_ROOM: Final = (
    "the disk is full: {} cannot be written; nothing was stored. Make room and try again"
)
READ_ONLY: Final = (
    "{} cannot be written: its file system or the file is read-only; make it writable, or copy "
    "the data folder to where it is"
)
_FULL_ERRNOS: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def translated_os_error(error: OSError) -> AriaError:
    """The error that the rest of the program knows."""
    if error.errno in _FULL_ERRNOS:
        return DiskFull(NO_ROOM.format(error.filename) if error.filename else None)
    if error.errno == errno.EROFS and error.filename:
        return StoreUnreadable(READ_ONLY.format(error.filename))
    where = f" {error.filename}" if error.filename else ""
    reason = error.strerror or "it failed"
    return StoreUnreadable(
        f"the data folder cannot be used: {reason.lower()}:{where}; check its permissions"
    )


@contextmanager
def using_folder() -> Iterator[None]:
    """Let only errors of our own tree out of a block that uses the data folder."""
    try:
        yield
    except OSError as error:
        raise translated_os_error(error) from error
