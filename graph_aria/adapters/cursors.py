"""Cursors: where a list goes on. Opaque to whoever holds them, checked when they come back."""

from __future__ import annotations

import base64
import binascii
import json
import math
from datetime import datetime
from typing import Any, Final

from graph_aria.domain.days import from_micros
from graph_aria.errors import InvalidCursor

_INT64: Final = 2**63


def make_cursor(name: str, *position: str | float) -> str:
    """A cursor for a list, from the position of its last item."""
    text = json.dumps([name, *position], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def read_cursor(name: str, cursor: str, *types: type) -> tuple[Any, ...]:
    """The position that a cursor holds.

    Args:
        name: the list that must have made it.
        cursor: what came back.
        types: the types of the position's parts.

    Raises:
        InvalidCursor: this list did not make it.
    """
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        parts = json.loads(raw)
    except (ValueError, binascii.Error, RecursionError) as error:
        raise InvalidCursor from error
    if not isinstance(parts, list) or len(parts) != len(types) + 1 or parts[0] != name:
        raise InvalidCursor
    if not all(_fits(part, wanted) for part, wanted in zip(parts[1:], types, strict=True)):
        raise InvalidCursor
    return tuple(parts[1:])


def instant_of(position: int) -> datetime:
    """The instant that a position in microseconds stands for.

    Raises:
        InvalidCursor: no list has anything there.
    """
    try:
        return from_micros(position)
    except OverflowError as error:
        raise InvalidCursor from error


def _fits(part: object, wanted: type) -> bool:
    if wanted is float:
        # Heats are written as floats; a whole one comes back as an int.
        return isinstance(part, int | float) and not isinstance(part, bool) and math.isfinite(part)
    if wanted is int:
        return type(part) is int and -_INT64 <= part < _INT64
    return isinstance(part, wanted) and _encodes(part)


def _encodes(part: object) -> bool:
    try:
        str(part).encode()
    except UnicodeEncodeError:
        return False
    return True
