"""Exit codes: documented in docs/reference/commands.md, which a test compares."""

from __future__ import annotations

from enum import IntEnum
from http import HTTPStatus

from graph_aria.errors import (
    AriaError,
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    Unauthenticated,
    Unavailable,
)


class Exit(IntEnum):
    """What a command ends with."""

    OK = 0
    FAILED = 1
    USAGE = 2
    NOT_FOUND = 3
    CONFLICT = 4
    UNAVAILABLE = 5
    NOT_ALLOWED = 6
    INTERRUPTED = 130


MEANINGS = {
    Exit.OK: "it was done",
    Exit.FAILED: "it failed for another reason, or `aria doctor` found something broken",
    Exit.USAGE: "the command or its input is not valid",
    Exit.NOT_FOUND: "there is no such thing in this profile",
    Exit.CONFLICT: "it collides with what is there, or a name means more than one thing",
    Exit.UNAVAILABLE: "the store, the reader, the disk or the server is not available",
    Exit.NOT_ALLOWED: "the token or the admin secret does not allow it",
    Exit.INTERRUPTED: "it was interrupted (Ctrl-C)",
}
_BY_STATUS = {
    HTTPStatus.NOT_FOUND: Exit.NOT_FOUND,
    HTTPStatus.CONFLICT: Exit.CONFLICT,
    HTTPStatus.UNPROCESSABLE_ENTITY: Exit.USAGE,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Exit.USAGE,
    HTTPStatus.UNAUTHORIZED: Exit.NOT_ALLOWED,
    HTTPStatus.FORBIDDEN: Exit.NOT_ALLOWED,
    HTTPStatus.SERVICE_UNAVAILABLE: Exit.UNAVAILABLE,
    HTTPStatus.INSUFFICIENT_STORAGE: Exit.UNAVAILABLE,
}
_BY_ERROR: dict[type[AriaError], Exit] = {
    InvalidInput: Exit.USAGE,
    NotFound: Exit.NOT_FOUND,
    Conflict: Exit.CONFLICT,
    Unavailable: Exit.UNAVAILABLE,
    Unauthenticated: Exit.NOT_ALLOWED,
    Forbidden: Exit.NOT_ALLOWED,
}


class Refused(Exception):
    """The API answered with a problem.

    Attributes:
        status: of the response.
        code: stable name of the error.
        detail: what was wrong and what to do.
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        self.status, self.code, self.detail = status, code, detail
        super().__init__(detail)


def for_looking(message: str) -> str:
    """What an error says to somebody who only looked, and so had nothing to store.

    >>> for_looking("the disk is full; nothing was stored. Make room and try again")
    'the disk is full. Make room and try again'
    """
    return message.replace("; nothing was stored. ", ". ")


def exit_of(error: AriaError | Refused) -> Exit:
    """The exit code that tells of an error."""
    if isinstance(error, Refused):
        if error.status not in _BY_STATUS:
            return Exit.FAILED
        return _BY_STATUS[HTTPStatus(error.status)]
    return next((_BY_ERROR[kind] for kind in type(error).__mro__ if kind in _BY_ERROR), Exit.FAILED)
