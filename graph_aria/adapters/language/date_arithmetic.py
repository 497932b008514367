"""Days, weeks, months and feasts of the calendar: where they lie, seen from a day."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from typing import Final

from graph_aria.adapters.language.lexicon import read_table

Span = tuple[date, date]
"""First and last day."""

Past = bool | None
"""Whether a sentence tells of the past, of the future (False), or neither (None)."""

SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First months of the seasons, those of the north."""

_SHORT_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAYS_OF: Final = {"day": 1, "night": 1, "week": 7, "weekend": 7, "fortnight": 14}
_MONTHS_OF: Final = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
_LONGEST_SEASON: Final = 100
_FAR: Final = 8
"""How many years away a 29th of February can be."""

_HOLIDAYS: Final = {
    word: day for kind, word, day in read_table("date_words.tsv") if kind == "holiday"
}
_BY_LETTERS: Final = {word.replace("'", ""): day for word, day in _HOLIDAYS.items()}
_FEAST: Final = re.compile(
    r"easter(?P<off>[+-]\d+)|"
    r"(?P<month>\d+)-(?:(?P<day>\d+)|(?P<name>[a-z]{3})-(?P<nth>\d|last)(?P<after>\+\d)?)"
)


def one(day: date) -> Span:
    """A span of a single day."""
    return day, day


def shift_months(day: date, months: int) -> date:
    """The same day of another month, or its last if it has no such day.

    Raises:
        OverflowError: it lies beyond the years 1 to 9998.
    """
    at = day.year * 12 + day.month - 1 + months
    year, month = divmod(at, 12)
    if not 1 <= year < date.max.year:
        raise OverflowError
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def month_span(year: int, month: int) -> Span:
    """A month, whole."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def season_span(year: int, season: str) -> Span:
    """A season that begins in a year, whole."""
    first = date(year, SEASONS[season], 1)
    return first, shift_months(first, 3) - timedelta(days=1)


def moved(day: date, n: int, unit: str, *, half: bool = False) -> date:
    """The day that lies some units away, with half a unit on top if `half`.

    Raises:
        OverflowError: it lies beyond the years 1 to 9998.

    >>> moved(date(2026, 1, 31), 1, "month"), moved(date(2026, 1, 1), -1, "year", half=True)
    (datetime.date(2026, 2, 28), datetime.date(2024, 7, 1))
    """
    sign = -1 if n < 0 else 1
    if unit in _DAYS_OF:
        return day + timedelta(days=n * _DAYS_OF[unit] + sign * half * (_DAYS_OF[unit] // 2))
    months = _MONTHS_OF[unit]
    there = shift_months(day, n * months + sign * half * (months // 2))
    return there + timedelta(days=sign * 15) if half and unit == "month" else there


def whole(said_on: date, n: int, unit: str) -> Span:
    """This (0), the last (-1) or the next (1) week, weekend, month, quarter or year, whole."""
    monday = said_on - timedelta(days=said_on.weekday())
    if unit in {"week", "weekend", "fortnight"}:
        first = monday + timedelta(days=n * _DAYS_OF[unit])
        if unit == "weekend":
            return first + timedelta(days=5), first + timedelta(days=6)
        return first, first + timedelta(days=_DAYS_OF[unit] - 1)
    months = _MONTHS_OF[unit]
    if unit == "decade":
        start = date(max(1, said_on.year // 10 * 10), 1, 1)
    else:
        start = date(said_on.year, (said_on.month - 1) // months * months + 1, 1)
    first = shift_months(start, n * months)
    return first, shift_months(first, months) - timedelta(days=1)


def weekend_spoken_of(said_on: date, past: Past) -> Span:
    """The weekend that "the weekend" means: the one before, the one to come, or the nearest."""
    this = whole(said_on, 0, "weekend")
    if past is False or this[0] <= said_on:
        return this
    is_early = said_on.weekday() < 3  # noqa: PLR2004 - Monday to Wednesday look back
    return whole(said_on, -1, "weekend") if past or is_early else this


def weekday_near(said_on: date, wanted: int, *, behind: bool, strictly: bool = False) -> date:
    """The latest such weekday up to a day, or the first from it on.

    Args:
        said_on: seen from here.
        wanted: 0 for Monday to 6 for Sunday.
        behind: whether to look back.
        strictly: whether the day itself does not count.
    """
    days = (said_on.weekday() - wanted if behind else wanted - said_on.weekday()) % 7
    days = days or 7 * strictly
    return said_on - timedelta(days=days) if behind else said_on + timedelta(days=days)


def nearest(month: int, day: int, said_on: date, past: Past) -> date:
    """The day of a year-less date: the latest before, the next after, or the nearest.

    Raises:
        ValueError: there is no such day.
    """
    years = range(max(1, said_on.year - _FAR), min(9999, said_on.year + _FAR) + 1)
    near = [date(year, month, day) for year in years if day <= calendar.monthrange(year, month)[1]]
    return _chosen(near, said_on, past)


def _chosen(near: list[date], said_on: date, past: Past) -> date:
    if past is True:
        return max(one for one in near if one <= said_on)
    if past is False:
        return min(one for one in near if one >= said_on)
    return min(near, key=lambda one: abs(one - said_on))


def part_of(span: Span, part: str) -> Span:
    """The "early", "middle" or "late" third of a span; its "start" and "end" are the same.

    Of a month these are the days 1 to 10, 11 to 20 and 21 to its end; of a week Monday and
    Tuesday, Wednesday and Thursday, Friday to Sunday. A year starts and ends with its first
    and its last month.
    """
    first, last = span
    days = (last - first).days + 1
    at = {"start": 0, "early": 0, "middle": 1, "end": 2, "late": 2}[part]
    if days > _LONGEST_SEASON:
        if part in {"start", "end"}:
            return month_span(first.year, 1) if part == "start" else month_span(last.year, 12)
        begin = shift_months(first, at * 4)
        return begin, last if at == 2 else shift_months(begin, 4) - timedelta(days=1)  # noqa: PLR2004
    third = 2 if days == 7 else 10 if days <= 31 else 30  # noqa: PLR2004 - a week, a month, a season
    begin = first + timedelta(days=at * third)
    return begin, last if at == 2 else begin + timedelta(days=third - 1)  # noqa: PLR2004


def nth_weekday(first: date, last: date, wanted: int, nth: int) -> date:
    """The nth such weekday of a span; the last one if `nth` is -1.

    Raises:
        ValueError: the span has no so many.
    """
    day = (
        weekday_near(last, wanted, behind=True)
        if nth < 0
        else weekday_near(first, wanted, behind=False) + timedelta(weeks=nth - 1)
    )
    if not first <= day <= last:
        raise ValueError("there are not so many")
    return day


def easter(year: int) -> date:
    """Easter Sunday of the western churches, for years from 1 on as if always Gregorian.

    Source: Anonymous Gregorian algorithm, in the form of J. Meeus, Astronomical Algorithms,
    chapter 8.

    >>> easter(2026), easter(2027)
    (datetime.date(2026, 4, 5), datetime.date(2027, 3, 28))
    """
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    month, day = divmod(h + m - 7 * ((a + 11 * h + 22 * m) // 451) + 114, 31)
    return date(year, month, day + 1)


def holiday_names() -> list[str]:
    """The names of all feasts, in lower case."""
    return list(_HOLIDAYS)


def holiday_of(name: str, year: int) -> date:
    """The day of a feast in a year; `name` is one of `holiday_names`, apostrophes apart."""
    found = _FEAST.fullmatch(_BY_LETTERS[name.replace("'", "")])
    assert found is not None, f"date_words.tsv: {name}"  # noqa: S101 - a list of ours
    if found["off"]:
        return easter(year) + timedelta(days=int(found["off"]))
    month = int(found["month"])
    if found["day"]:
        return date(year, month, int(found["day"]))
    nth = -1 if found["nth"] == "last" else int(found["nth"])
    wanted = _SHORT_DAYS.index(found["name"])
    day = nth_weekday(*month_span(year, month), wanted, nth)
    return day + timedelta(days=int(found["after"] or 0))


def holiday_near(name: str, said_on: date, past: Past) -> date:
    """The day of a feast: the latest before, the next after, or the nearest."""
    years = range(max(1, said_on.year - 1), min(9998, said_on.year + 1) + 1)
    return _chosen([holiday_of(name, year) for year in years], said_on, past)
