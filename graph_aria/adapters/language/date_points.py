"""What single dates mean: days, weeks, months, feasts, seen from the day of an entry."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from graph_aria.adapters.language import date_arithmetic as days
from graph_aria.adapters.language.date_arithmetic import Past, Span, one
from graph_aria.adapters.language.date_grammar import (
    DECADES,
    RELATIVE_DAYS,
    day_number,
    month_number,
    number_of,
    ordinal_of,
)

Match = re.Match[str]
Meaning = Callable[[Match, date, Past], Span]
"""Gives the days of a match, seen from a day; raises ValueError or OverflowError if none."""

_BEHIND: Final = frozenset({"last", "past", "previous"})
_AHEAD: Final = frozenset({"next", "coming", "upcoming"})
_MOST_MONTHS: Final = 12
_LAST_MONTH: Final = 12
_HALF_A_YEAR: Final = 6
_YEAR_DIGITS: Final = 4
_FAR_AHEAD: Final = 50
"""A year of two figures lies no further ahead."""


def _which(words: str | None) -> str:
    """The telling word of "this past", "the next", …; "" if there is none."""
    return words.split()[-1] if words and words != "this very" else "this" if words else ""


def _leaning(which: str | None, past: Past) -> Past:
    """The direction that "last" or "next" gives, else that of the sentence."""
    word = _which(which)
    return True if word in _BEHIND else False if word in _AHEAD else past


def _steps_of(found: Match) -> list[tuple[int, str, bool]]:
    """Count, unit and whether half a unit is added, one for each figure of an amount."""
    groups = found.groupdict()
    if groups.get("half_of"):
        return [
            (_HALF_A_YEAR, "month", False) if groups["half_of"] == "year" else (15, "day", False)
        ]
    unit = groups["unit"].removesuffix("s")
    has_half = bool(groups.get("half") or groups.get("half2"))
    counts = [groups.get("n") or "one", groups.get("n2") or "so"]
    return [(number_of(n), unit, has_half) for n in counts if n != "so"]


def away(found: Match, said_on: date, sign: int) -> Span:
    """The days that an amount of time away can mean, before (-1) or after (1) a day."""
    there = sorted(
        days.moved(said_on, sign * n, unit, half=half) for n, unit, half in _steps_of(found)
    )
    return there[0], there[-1]


def _relative(found: Match, said_on: date, _past: Past) -> Span:
    return one(said_on + timedelta(days=RELATIVE_DAYS[found["rel"]]))


def _ago(found: Match, said_on: date, _past: Past) -> Span:
    if found.groupdict().get("day"):
        latest = days.weekday_near(said_on, day_number(found["day"]), behind=True, strictly=True)
        return one(latest - timedelta(weeks=number_of(found["n"]) - 1))
    return away(found, said_on, -1)


def _in(found: Match, said_on: date, _past: Past) -> Span:
    return away(found, said_on, 1)


def _window(found: Match, said_on: date, _past: Past) -> Span:
    if found["which"] in _BEHIND:
        return away(found, said_on, -1)[0], said_on
    return said_on, away(found, said_on, 1)[1]


def _this_time(found: Match, said_on: date, _past: Past) -> Span:
    return one(days.moved(said_on, -1 if found["which"] == "last" else 1, found["unit"]))


def _whole(found: Match, said_on: date, _past: Past) -> Span:
    which = _which(found["which"])
    n = -1 if which in _BEHIND else 1 if which in _AHEAD else 0
    return days.whole(said_on, n, found["unit"])


def _beyond(found: Match, said_on: date, _past: Past) -> Span:
    """Read "the week after next", "the Friday before last"."""
    n = 2 if found["which"] == "after next" else -2
    if found["unit"] in {"week", "weekend", "month", "year"}:
        return days.whole(said_on, n, found["unit"])
    wanted = day_number(found["unit"])
    if n > 0:
        return one(_next_weekday(said_on, wanted) + timedelta(weeks=1))
    return one(days.weekday_near(said_on, wanted, behind=True, strictly=True) - timedelta(weeks=1))


def _weekend(_found: Match, said_on: date, past: Past) -> Span:
    return days.weekend_spoken_of(said_on, past)


def _next_weekday(said_on: date, wanted: int) -> date:
    """Say "next Friday" on a Wednesday: the one of the week to come."""
    return said_on - timedelta(days=said_on.weekday()) + timedelta(days=7 + wanted)


def _weekday(found: Match, said_on: date, past: Past) -> Span:
    wanted = day_number(found["day"])
    which = "last" if found.groupdict().get("last") else _which(found["which"])
    if which == "next":
        return one(_next_weekday(said_on, wanted))
    if which in _BEHIND or which in _AHEAD:
        is_behind = which in _BEHIND
        return one(days.weekday_near(said_on, wanted, behind=is_behind, strictly=True))
    is_behind = bool(past) or (past is None and which != "this")
    return one(days.weekday_near(said_on, wanted, behind=is_behind))


def stated_year(found: Match, said_on: date) -> int | None:
    """The year that an expression names, or None; a short one lies within fifty years."""
    groups = found.groupdict()
    if groups.get("that_year"):
        return said_on.year + {"last": -1, "this": 0, "next": 1}[groups["that_year"]]
    figures = groups.get("year") or groups.get("yy")
    if not figures:
        return None
    if len(figures) == _YEAR_DIGITS:
        return int(figures)
    year = said_on.year // 100 * 100 + int(figures)
    return year - 100 if year > said_on.year + _FAR_AHEAD else year


def _day(found: Match, said_on: date, past: Past) -> Span:
    month, dom = month_number(found["month"]), ordinal_of(found["dom"])
    year = stated_year(found, said_on)
    if year is not None:
        return one(date(year, month, dom))
    day = days.nearest(month, dom, said_on, past)
    if found.groupdict().get("on_day"):
        # "Tuesday, June 16" tells its year, if the tense does not.
        near = [days.nearest(month, dom, said_on, lean) for lean in (past, True, False)]
        wanted = day_number(found["on_day"])
        day = next((one for one in near if one.weekday() == wanted), day)
    return one(day)


def _month(found: Match, said_on: date, past: Past) -> Span:
    month = month_number(found["month"])
    year = stated_year(found, said_on)
    which = _which(found.groupdict().get("which"))
    if year is not None:
        return days.month_span(year, month)
    year = said_on.year
    if which in _BEHIND or (past and not which):
        year -= month > said_on.month or (which != "" and month == said_on.month)
    elif which in _AHEAD or (past is False and not which):
        year += month < said_on.month or (which != "" and month == said_on.month)
    elif which != "this":
        year += (month < said_on.month - _HALF_A_YEAR) - (month > said_on.month + _HALF_A_YEAR)
    return days.month_span(year, month)


def _iso(found: Match, _said_on: date, _past: Past) -> Span:
    return one(date(int(found["y"]), int(found["m"]), int(found["d"])))


def _numeric(found: Match, said_on: date, past: Past) -> Span:
    """Read "12/24", "24/12/2026" or "24.12.2026".

    The month comes first where both could be, unless dots part them.
    """
    if found.groupdict().get("y"):
        return days.month_span(int(found["y"]), int(found["m"]))
    a, b = int(found["a"]), int(found["b"])
    is_day_first = a > _LAST_MONTH or found["sign"] == "."
    month, dom = (b, a) if is_day_first else (a, b)
    year = stated_year(found, said_on)
    if year is not None:
        return one(date(year, month, dom))
    if found["sign"] != "/" or not 1 <= month <= _LAST_MONTH:
        raise ValueError(found[0])  # "3.4" and "3-4" are figures and scores
    return one(days.nearest(month, dom, said_on, past))


def _year(found: Match, _said_on: date, _past: Past) -> Span:
    year = int(found["y"])
    return date(year, 1, 1), date(year, 12, 31)


def _decade(found: Match, said_on: date, _past: Past) -> Span:
    if found["word"]:
        first = DECADES[found["word"]]
    elif found["century"]:
        first = int(found["century"] + found["tens"])
    else:
        first = 1900 + int(found["tens"])
        first += 100 * (first + 100 <= said_on.year)
    return date(first, 1, 1), date(first + 9, 12, 31)


def _quarter(found: Match, said_on: date, _past: Past) -> Span:
    first = date(stated_year(found, said_on) or said_on.year, int(found["q"]) * 3 - 2, 1)
    return first, days.shift_months(first, 3) - timedelta(days=1)


def _season(found: Match, said_on: date, past: Past) -> Span:
    season = found["season"]
    year = stated_year(found, said_on)
    if year is not None:
        return days.season_span(year, season)
    leaning = _leaning(found["which"], past)
    spans = [days.season_span(said_on.year + n, season) for n in (-2, -1, 0, 1, 2)]
    current = [span for span in spans if span[0] <= said_on <= span[1]]
    if current and _which(found["which"]) in {"", "this"}:
        return current[0]
    if leaning:
        return max(span for span in spans if span[1] < said_on)
    if leaning is False:
        return min(span for span in spans if span[0] > said_on)
    return min(spans, key=lambda span: min(abs(span[0] - said_on), abs(span[1] - said_on)))


def _holiday(found: Match, said_on: date, past: Past) -> Span:
    year = stated_year(found, said_on)
    if year is not None:
        return one(days.holiday_of(found["holiday"], year))
    which = _which(found["which"])
    if which == "this":
        return one(days.holiday_of(found["holiday"], said_on.year))
    return one(days.holiday_near(found["holiday"], said_on, _leaning(found["which"], past)))


def _nth(found: Match, said_on: date, past: Past) -> Span:
    """Read "on the 14th": of this month, the one before or the one to come."""
    wanted = ordinal_of(found["dom"])
    if found["of"]:
        n = {"last": -1, "next": 1}.get(found["of"].split()[0], 0)
        first, last = days.whole(said_on, n, "month")
        return one(first.replace(day=wanted)) if wanted <= last.day else one(last)
    weekday = day_number(found["on_day"]) if found["on_day"] else None
    near = []
    for months in range(-_MOST_MONTHS, _MOST_MONTHS + 1):
        start = days.shift_months(said_on.replace(day=1), months)
        if wanted > days.month_span(start.year, start.month)[1].day:
            continue
        day = start.replace(day=wanted)
        if weekday is None or day.weekday() == weekday:
            near.append(day)
    if past is None and weekday is None:
        return one(next(day for day in near if day >= said_on.replace(day=1)))
    if past is None:
        return one(min(near, key=lambda day: abs(day - said_on)))
    return one(
        max(day for day in near if day <= said_on)
        if past
        else min(day for day in near if day >= said_on)
    )


POINTS: Final[dict[str, Meaning]] = {
    "this_time": _this_time,
    "relative": _relative,
    "ago": _ago,
    "in": _in,
    "window": _window,
    "beyond": _beyond,
    "day": _day,
    "iso": _iso,
    "numeric": _numeric,
    "nth": _nth,
    "holiday": _holiday,
    "whole": _whole,
    "weekend": _weekend,
    "weekday": _weekday,
    "month": _month,
    "quarter": _quarter,
    "season": _season,
    "decade": _decade,
    "year": _year,
}
"""What each form means that holds no other expression."""
