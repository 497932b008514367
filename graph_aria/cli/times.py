"""Times as people write them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from graph_aria.domain.days import end_of_day, local_instant
from graph_aria.errors import InvalidTime

_LOCAL: Final = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?")
_HELP: Final = "write 2026-11-03 22:10, or a time with an offset"
_DATED: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_NOON: Final = time(12)


def instant_of(text: str, zone: str) -> tuple[datetime, str | None]:
    """The instant that a person means.

    Args:
        text: "2026-11-03 22:10" on the clock of the zone, "2026-11-03" (noon), or ISO
            8601 with an offset.
        zone: IANA name.

    Returns:
        The instant in UTC, and what to tell the person if their clock never showed that
        time, because it was put forward.

    Raises:
        InvalidTime: there is no such time.

    >>> instant_of("2026-11-03 22:10", "Europe/Athens")[0].isoformat()
    '2026-11-03T20:10:00+00:00'
    >>> instant_of("2026-03-29 03:30", "Europe/Athens")[1]
    'clocks in Europe/Athens were put forward then: 03:30 was taken as 04:00'
    """
    local = _LOCAL.fullmatch(text.strip())
    try:
        if local is None:
            at = datetime.fromisoformat(text.strip())
            if at.tzinfo is None:
                message = f"{text!r} is not understood; {_HELP}"
                raise InvalidTime(message)
            return at.astimezone(UTC), None
        day = date.fromisoformat(local[1])
        clock = _NOON if local[2] is None else time.fromisoformat(local[2].zfill(5))
        at = local_instant(day, clock, zone)
    except (ValueError, OverflowError) as error:
        if local is None and not _DATED.match(text.strip()):
            message = f"{text!r} is not understood; {_HELP}"
            raise InvalidTime(message) from error
        message = f"there is no such time as {text!r}; {_HELP}"
        raise InvalidTime(message) from error
    shown = at.astimezone(ZoneInfo(zone)).time()
    if shown == clock:
        return at, None
    return at, (f"clocks in {zone} were put forward then: {clock:%H:%M} was taken as {shown:%H:%M}")


def sent(at: datetime, zone: str) -> str:
    """An instant as it is handed to the API: on the clock of the zone, with its offset.

    >>> sent(datetime(2026, 11, 3, 20, 10, tzinfo=UTC), "Europe/Athens")
    '2026-11-03T22:10:00+02:00'
    """
    try:
        return at.astimezone(ZoneInfo(zone)).isoformat()
    except OverflowError:  # in the last hours of the year 9999
        return at.isoformat()


def end_of(text: str, zone: str) -> datetime:
    """The end of a local day, or the instant that is given.

    Raises:
        InvalidTime: there is no such day or time.

    >>> end_of("2026-11-03", "Europe/Athens").isoformat()
    '2026-11-03T22:00:00+00:00'
    """
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return instant_of(text, zone)[0]
    try:
        return end_of_day(day, zone)
    except OverflowError as error:
        message = f"{text!r} lies too far ahead; {_HELP}"
        raise InvalidTime(message) from error
