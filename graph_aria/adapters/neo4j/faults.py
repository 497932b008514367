"""What the driver can fail with, as errors of our own tree.

No message quotes a parameter, so none can quote a diary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from neo4j.exceptions import (
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    ConstraintError,
    DriverError,
    IncompleteCommit,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
    UnsupportedServerProduct,
)

from graph_aria.errors import (
    AriaError,
    Conflict,
    InvalidSetting,
    InvalidText,
    OutcomeUnknown,
    StoreBusy,
    StoreReadOnly,
    StoreRefused,
    StoreTooOld,
    StoreUnknown,
    StoreUnreachable,
    Unavailable,
)

_USER: Final = re.compile(r"//.*@")
_COLLISION: Final = "Neo.ClientError.Schema.ConstraintValidationFailed"

# The first that fits counts; a code that ends with a point stands for all that begin so.
_FAULTS: Final[tuple[tuple[tuple[str, ...], type[AriaError], str], ...]] = (
    ((_COLLISION,), Conflict, "something with this id or name is stored already"),
    (
        ("Neo.ClientError.Security.CredentialsExpired",),
        StoreRefused,
        (
            "{uri} wants the password changed, as a new server does with its first one; change it "
            "(ALTER CURRENT USER SET PASSWORD FROM … TO … in Neo4j Browser or cypher-shell), and "
            "put the new one into ARIA_NEO4J_PASSWORD"
        ),
    ),
    (
        ("Neo.ClientError.Security.AuthenticationRateLimit",),
        StoreRefused,
        (
            "{uri} lets nobody in for a while after too many wrong passwords; wait some seconds, "
            "and correct ARIA_NEO4J_PASSWORD if it is one of them"
        ),
    ),
    (
        ("Neo.ClientError.Security.Forbidden",),
        StoreRefused,
        (
            "the user has no right to do this in the database at {uri}; let it read, write and "
            "change the schema there, or name another user in ARIA_NEO4J_USER"
        ),
    ),
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


def translated(error: Exception, uri: str, *, writing: bool = False) -> Exception:
    """The error that the rest of the program knows; an unknown one stays what it is.

    Args:
        error: the driver's.
        uri: address of the server.
        writing: it broke off a transaction that writes, and is lost with all it wrote unless
            the driver says that it cannot tell.
    """
    uri = without_user(uri)
    if isinstance(error, UnicodeEncodeError):
        return InvalidText("the text has a lone surrogate, which is no character; remove it")
    if isinstance(error, Neo4jError):
        return _of_server(error, uri)
    if isinstance(error, DriverError):
        return _of_driver(error, uri, writing=writing)
    return error


def without_user(uri: str) -> str:
    """An address as it may be shown.

    >>> without_user("bolt://neo4j:sesame@localhost:7687")
    'bolt://…@localhost:7687'
    """
    return _USER.sub("//…@", uri)


def _of_driver(error: DriverError, uri: str, *, writing: bool) -> AriaError:
    if isinstance(error, UnsupportedServerProduct):
        return StoreTooOld(
            f"what answers at {uri} is too old a Neo4j, or none at all; upgrade it to 5.26 or "
            "newer, or correct ARIA_STORE"
        )
    if isinstance(error, ConfigurationError):
        # Its own words repeat the address, with whatever stands in it.
        return InvalidSetting(f"{uri} is no address of a Neo4j such as neo4j://127.0.0.1:7687")
    if isinstance(error, IncompleteCommit):
        return OutcomeUnknown(
            f"the connection to {uri} broke while this was being stored; it may be stored: look, "
            "or send it again with the same Idempotency-Key or external id"
        )
    if isinstance(error, ServiceUnavailable | SessionExpired):
        nothing = ". Nothing was stored" if writing else ""
        return StoreUnreachable(
            f"no Neo4j answers at {uri}; start it, or correct ARIA_STORE{nothing}"
        )
    if isinstance(error, ConnectionAcquisitionTimeoutError):
        return StoreBusy(
            f"too much is asked of {uri} at once, and no connection came free in time; try again, "
            "or raise ARIA_NEO4J_POOL_SIZE"
        )
    return StoreUnreachable(f"{uri} did not answer in time ({type(error).__name__})")


def _of_server(error: Neo4jError, uri: str) -> AriaError:
    code = error.code or ""
    for codes, ours, message in _FAULTS:
        if code in codes or any(known[-1] == "." and code.startswith(known) for known in codes):
            return ours(message.format(uri=uri, code=code))
    if isinstance(error, TransientError):
        return Unavailable(f"{uri} could not do it just now ({code}); try again")
    return Unavailable(f"{uri} failed ({code or type(error).__name__}); its log says why")


@contextmanager
def translating(uri: str, *, writing: bool = False) -> Iterator[None]:
    """Let only errors of our own tree out of the block; see `translated`."""
    try:
        yield
    except AriaError:
        raise
    except (Neo4jError, DriverError, UnicodeEncodeError) as error:
        raise translated(error, uri, writing=writing) from error
