"""What the driver can fail with, as errors of our own tree.

No message quotes a parameter, so none can quote a diary.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from neo4j.exceptions import (
    ConfigurationError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from graph_aria.errors import (
    AriaError,
    Conflict,
    InvalidSetting,
    InvalidText,
    StoreReadOnly,
    StoreRefused,
    StoreUnknown,
    StoreUnreachable,
    Unavailable,
)

_COLLISION: Final = "Neo.ClientError.Schema.ConstraintValidationFailed"

# The first that fits counts; a code that ends with a point stands for all that begin so.
_FAULTS: Final[tuple[tuple[tuple[str, ...], type[AriaError], str], ...]] = (
    ((_COLLISION,), Conflict, "something with this id or name is stored already"),
    (
        ("Neo.ClientError.Security.",),
        StoreRefused,
        "{uri} refuses the user or the password; correct ARIA_NEO4J_USER and ARIA_NEO4J_PASSWORD",
    ),
    (
        ("Neo.ClientError.Database.DatabaseNotFound",),
        StoreUnknown,
        "{uri} has no such database; correct ARIA_NEO4J_DATABASE",
    ),
    (
        (
            "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
            "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
            "Neo.ClientError.Statement.AccessMode",
        ),
        StoreReadOnly,
        "the database at {uri} is read-only (server.databases.read_only); nothing was stored",
    ),
    (
        (
            "Neo.TransientError.General.DatabaseUnavailable",
            "Neo.TransientError.Database.DatabaseUnavailable",
            "Neo.DatabaseError.Database.UnableToStartDatabase",
        ),
        StoreUnreachable,
        "the database at {uri} is not available yet; it may be starting",
    ),
    (
        (
            "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
            "Neo.TransientError.General.OutOfMemoryError",
            "Neo.TransientError.General.TransactionOutOfMemoryError",
        ),
        Unavailable,
        "{uri} has not enough memory for this; give its heap more",
    ),
)


def is_collision(error: ConstraintError) -> bool:
    """Whether two made the same thing at once; the second one will find it."""
    return error.code == _COLLISION


def translated(error: Exception, uri: str) -> Exception:
    """The error that the rest of the program knows; an unknown one stays what it is."""
    if isinstance(error, UnicodeEncodeError):
        return InvalidText("the text has a lone surrogate, which is no character; remove it")
    if isinstance(error, ConfigurationError | ValueError):
        return InvalidSetting(f"{uri} is no address of a Neo4j: {error}")
    if isinstance(error, ServiceUnavailable | SessionExpired):
        return StoreUnreachable(
            f"no Neo4j answers at {uri}; start it, or correct ARIA_STORE. Nothing was stored"
        )
    if isinstance(error, Neo4jError):
        return _of_server(error, uri)
    if isinstance(error, DriverError):
        return StoreUnreachable(f"{uri} did not answer in time ({type(error).__name__})")
    return error


def _of_server(error: Neo4jError, uri: str) -> AriaError:
    code = error.code or ""
    for codes, ours, message in _FAULTS:
        if code in codes or any(known[-1] == "." and code.startswith(known) for known in codes):
            return ours(message.format(uri=uri, code=code))
    if isinstance(error, TransientError):
        return Unavailable(f"{uri} could not do it just now ({code}); try again")
    return Unavailable(f"{uri} failed ({code or type(error).__name__}); its log says why")


@contextmanager
def translating(uri: str) -> Iterator[None]:
    """Let only errors of our own tree out of the block."""
    try:
        yield
    except AriaError:
        raise
    except (Neo4jError, DriverError, UnicodeEncodeError) as error:
        raise translated(error, uri) from error
