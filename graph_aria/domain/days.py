"""Instants and the user's local days.

Instants are aware `datetime` values in UTC with microseconds; a local day is a
`date` in the zone that goes with the entry.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graph_aria.errors import InvalidTime, UnknownZone

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
EARLIEST: Final = datetime.min.replace(tzinfo=UTC)
LATEST: Final = datetime.max.replace(tzinfo=UTC)
DAY: Final = timedelta(days=1)
MARK_TRUST: Final = timedelta(hours=25)
"""A high-water mark further ahead of the clock than this is not believed."""
AHEAD_LIMIT: Final = timedelta(days=1)
"""An entry may be dated at most this far ahead of now."""
_MICROSECOND: Final = timedelta(microseconds=1)


@lru_cache(maxsize=256)
def zone_named(name: str) -> ZoneInfo:
    """The zone with an IANA name.

    Raises:
        UnknownZone: there is none with that name.

    >>> zone_named("Europe/Athens").key
    'Europe/Athens'
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        message = f"there is no time zone {name!r}; use a name such as Europe/Athens"
        raise UnknownZone(message) from error


def micros(at: datetime) -> int:
    """Microseconds since 1970-01-01 UTC.

    >>> micros(datetime(1970, 1, 2, tzinfo=UTC))
    86400000000
    """
    return (at - EPOCH) // _MICROSECOND


def from_micros(value: int) -> datetime:
    """The instant that lies `value` microseconds after 1970-01-01 UTC.

    >>> from_micros(86_400_000_000).isoformat()
    '1970-01-02T00:00:00+00:00'
    """
    return EPOCH + timedelta(0, 0, value)


def utc(at: datetime) -> datetime:
    """The same instant in UTC.

    Raises:
        InvalidTime: `at` has no offset, or UTC cannot express it.
    """
    if at.tzinfo is None:
        message = f"the time {at.isoformat()} has no offset; add one, such as +02:00 or Z"
        raise InvalidTime(message)
    try:
        return at.astimezone(UTC)
    except OverflowError as error:
        message = f"the time {at.isoformat()} is outside the years 1 to 9999"
        raise InvalidTime(message) from error


def days_between(earlier: datetime, later: datetime) -> float:
    """Days from one instant to another, at least 0, fractions included.

    >>> days_between(EPOCH, EPOCH + timedelta(hours=36))
    1.5
    >>> days_between(EPOCH + DAY, EPOCH)
    0.0
    """
    return max(0.0, (later - earlier) / DAY)


def local_day(at: datetime, zone: str) -> date:
    """The local day on which an instant falls.

    >>> at = datetime(2025, 7, 25, 2, 0, tzinfo=UTC)
    >>> local_day(at, "America/Phoenix").isoformat()
    '2025-07-24'
    >>> local_day(at, "Australia/Brisbane").isoformat()
    '2025-07-25'
    """
    return at.astimezone(zone_named(zone)).date()


def local_instant(day: date, at_time: time, zone: str) -> datetime:
    """The first instant at which the local clock shows `at_time` or later on `day`.

    In a gap (clocks put forward) that is the instant after the gap; in an overlap
    (clocks put back) the first of the two.

    >>> local_instant(date(2026, 3, 29), time(3, 30), "Europe/Athens").isoformat()
    '2026-03-29T01:00:00+00:00'
    >>> local_instant(date(2026, 10, 25), time(3, 30), "Europe/Athens").isoformat()
    '2026-10-25T00:30:00+00:00'
    """
    tz = zone_named(zone)
    wall = datetime.combine(day, at_time)
    first = wall.replace(tzinfo=tz, fold=0).astimezone(UTC)
    if first.astimezone(tz).replace(tzinfo=None) == wall:
        return first
    # A wall time inside a gap: the gap ends where fold=0 and fold=1 offsets meet.
    before = wall.replace(tzinfo=tz, fold=0).utcoffset() or timedelta()
    after = wall.replace(tzinfo=tz, fold=1).utcoffset() or timedelta()
    low = (wall - max(before, after)).replace(tzinfo=UTC)
    high = (wall - min(before, after)).replace(tzinfo=UTC)
    while high - low > _MICROSECOND:
        middle = low + (high - low) // 2
        if middle.astimezone(tz).replace(tzinfo=None) >= wall:
            high = middle
        else:
            low = middle
    return high


def end_of_day(day: date, zone: str) -> datetime:
    """The first instant of the next local day."""
    return local_instant(day + DAY, time(0), zone)


def effective_now(clock_at: datetime, mark_at: datetime | None) -> datetime:
    """Now: the later of the clock and the stored high-water mark.

    A mark more than 25 hours ahead of the clock is ignored: it was set by a clock
    that ran far ahead.

    >>> effective_now(EPOCH, EPOCH + timedelta(hours=1)) - EPOCH
    datetime.timedelta(seconds=3600)
    >>> effective_now(EPOCH, EPOCH + timedelta(hours=26)) - EPOCH
    datetime.timedelta(0)

    Source: design, section 5, time of evidence.
    """
    if mark_at is None or mark_at - clock_at > MARK_TRUST:
        return clock_at
    return max(clock_at, mark_at)
