"""The machine's clock and ids made from it: the only place where either is asked for."""

from __future__ import annotations

import secrets
import threading
import time
from datetime import UTC, datetime
from uuid import UUID

_SEQUENCE_BITS = 74
_TIME_BITS = 48


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        return datetime.now(UTC)


class UuidIds:
    """UUIDv7 ids: 48 bits of milliseconds, then 74 that begin at random and count up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def new(self) -> str:
        """A new id, greater than every one before it from this process.

        Source: RFC 9562, sections 5.7 and 6.2 (monotonic random).

        >>> ids = UuidIds()
        >>> one, other = ids.new(), ids.new()
        >>> one < other, UUID(one).version
        (True, 7)
        """
        millis = time.time_ns() // 1_000_000 & ((1 << _TIME_BITS) - 1)
        fresh = millis << _SEQUENCE_BITS | secrets.randbits(_SEQUENCE_BITS)
        with self._lock:
            # A clock that was set back must not make ids go back.
            if fresh >> _SEQUENCE_BITS <= self._last >> _SEQUENCE_BITS:
                fresh = self._last + 1 + secrets.randbits(32)
            self._last = fresh
        high, low = fresh >> 62, fresh & ((1 << 62) - 1)
        stamp, random_a = high >> 12, high & 0xFFF
        return str(UUID(int=stamp << 80 | 7 << 76 | random_a << 64 | 0b10 << 62 | low))
