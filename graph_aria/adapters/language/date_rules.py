"""Date expressions by rule: what each form means, seen from the day on which it was said."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Span = tuple[date, date]
"""First and last day."""

Past = bool | None
"""Whether a sentence tells of the past, of the future (False), or neither (None)."""

_WORDS: Final = tuple(read_table("date_words.tsv"))
_NUMBERS: Final = {word: int(value) for kind, word, value in _WORDS if kind == "number"}
_RELATIVE_DAYS: Final = {word: int(value) for kind, word, value in _WORDS if kind == "relative"}
_HOLIDAYS: Final = {
    word: (int(value.split("-")[0]), int(value.split("-")[1]))
    for kind, word, value in _WORDS
    if kind == "holiday"
}
_DAYS: Final = tuple(name.lower() for name in calendar.day_name)
_MONTHS: Final = tuple(name.lower() for name in calendar.month_name[1:])
_SHORT_DAYS: Final = {day[:3]: at for at, day in enumerate(_DAYS)} | {
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
_SHORT_MONTHS: Final = {month[:3]: at + 1 for at, month in enumerate(_MONTHS)} | {"sept": 9}
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def _any_of(words: Iterable[str]) -> str:
    """A pattern for one of the words, longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


_N: Final = rf"(?P<n>\d{{1,4}}|{_any_of(_NUMBERS)})(?: of)?"
_UNIT: Final = r"(?P<unit>day|week|weekend|month|year|fortnight)s?"
_DAY: Final = rf"(?P<day>{_any_of([*_DAYS, *_SHORT_DAYS])})\b\.?"
_MONTH: Final = rf"(?P<month>{_any_of([*_MONTHS, *_SHORT_MONTHS])})\b\.?"
_DOM: Final = r"(?P<dom>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,? (?P<year>(?:19|20)\d\d))?"
_PART: Final = r"(?: (?:morning|afternoon|evening|night|lunchtime|at noon))?"


def number_of(words: str) -> int:
    """The number that a word or numeral stands for, at most 9999.

    >>> number_of("three"), number_of("14")
    (3, 14)
    """
    return int(words) if words.isdigit() else _NUMBERS[words]


def _shift_months(day: date, months: int) -> date:
    at = day.year * 12 + day.month - 1 + months
    year, month = divmod(at, 12)
    if not 1 <= year < date.max.year:
        raise OverflowError
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _month(year: int, month: int) -> Span:
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _moved(said_on: date, n: int, unit: str) -> Span:
    """A count of units away: a day for days and weeks, the same day of another month."""
    if unit in {"day", "week", "fortnight", "weekend"}:
        day = said_on + timedelta(
            days=n * {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}[unit]
        )
        return day, day
    day = _shift_months(said_on, n * (12 if unit == "year" else 1))
    return day, day


def _whole(said_on: date, n: int, unit: str) -> Span:
    """This (0), the last (-1) or the next (1) week, weekend, month or year, whole."""
    monday = said_on - timedelta(days=said_on.weekday())
    if unit == "week":
        first = monday + timedelta(weeks=n)
        return first, first + timedelta(days=6)
    if unit == "weekend":
        first = monday + timedelta(weeks=n, days=5)
        return first, first + timedelta(days=1)
    if unit == "month":
        moved = _shift_months(said_on.replace(day=1), n)
        return _month(moved.year, moved.month)
    if unit == "year":
        return date(said_on.year + n, 1, 1), date(said_on.year + n, 12, 31)
    return _moved(said_on, n, unit)


def _one(day: date) -> Span:
    return day, day


def _relative(found: re.Match[str], said_on: date, _past: Past) -> Span | None:
    return _one(said_on + timedelta(days=_RELATIVE_DAYS[found["rel"].lower()]))


def _ago(found: re.Match[str], said_on: date, _past: Past) -> Span | None:
    return _moved(said_on, -number_of(found["n"]), found["unit"])


def _in(found: re.Match[str], said_on: date, _past: Past) -> Span | None:
    return _moved(said_on, number_of(found["n"]), found["unit"])


def _last_next(found: re.Match[str], said_on: date, _past: Past) -> Span | None:
    return _whole(said_on, {"last": -1, "past": -1, "previous": -1, "this": 0, "the": 0, "next": 1,
                            "coming": 1}[found["which"]], found["unit"])  # fmt: skip


def _weekday(found: re.Match[str], said_on: date, past: Past) -> Span | None:
    name = found["day"].strip(".")
    wanted = _DAYS.index(name) if name in _DAYS else _SHORT_DAYS[name]
    which = found["which"] or ""
    ahead = (wanted - said_on.weekday()) % 7
    behind = (said_on.weekday() - wanted) % 7
    if which in {"last", "past"}:
        return _one(said_on - timedelta(days=behind or 7))
    if which in {"next", "coming"}:
        # "next Friday", said on a Wednesday, is the one of the week to come.
        monday = said_on - timedelta(days=said_on.weekday())
        day = (
            monday + timedelta(days=7 + wanted)
            if which == "next"
            else said_on + timedelta(days=ahead or 7)
        )
        return _one(day)
    if past or (past is None and which != "this"):
        return _one(said_on - timedelta(days=behind))
    return _one(said_on + timedelta(days=ahead))


def _day_of_month(found: re.Match[str], said_on: date, past: Past) -> Span | None:
    month = _month_number(found["month"])
    groups = found.groupdict()
    last = groups.get("dom2")
    if groups.get("year"):
        first = date(int(found["year"]), month, int(found["dom"]))
    else:
        first = _nearest(month, int(found["dom"]), said_on, past)
    return first, (first.replace(day=int(last)) if last else first)


def _month_alone(found: re.Match[str], said_on: date, past: Past) -> Span | None:
    month = _month_number(found["month"])
    groups = found.groupdict()
    which = groups.get("which")
    if groups.get("year"):
        return _month(int(found["year"]), month)
    year = said_on.year
    if which == "last" or (past and which != "next"):
        year -= month > said_on.month or (which == "last" and month == said_on.month)
    elif which == "next" or past is False:
        year += month < said_on.month or (which == "next" and month == said_on.month)
    elif month > said_on.month + 6:
        year -= 1
    elif month < said_on.month - 6:
        year += 1
    return _month(year, month)


def _iso(found: re.Match[str], _said_on: date, _past: Past) -> Span | None:
    return _one(date(int(found["y"]), int(found["m"]), int(found["d"])))


def _year_alone(found: re.Match[str], _said_on: date, _past: Past) -> Span | None:
    year = int(found["y"])
    return date(year, 1, 1), date(year, 12, 31)


def _season(found: re.Match[str], said_on: date, past: Past) -> Span | None:
    month = _SEASONS[found["season"]]
    year = said_on.year
    which = found["which"]
    begin = date(year, month, 1)
    if which == "last" and begin + timedelta(days=91) > said_on:
        year -= 1
    elif which == "next" and begin <= said_on:
        year += 1
    elif not which and past and begin > said_on:
        year -= 1
    first = date(year, month, 1)
    return first, _shift_months(first, 3) - timedelta(days=1)


def _holiday(found: re.Match[str], said_on: date, past: Past) -> Span | None:
    month, day = _HOLIDAYS[found["holiday"]]
    which = found["which"]
    return _one(
        _nearest(
            month, day, said_on, {"last": True, "next": False, "this": None}.get(which or "", past)
        )
    )


def _nth(found: re.Match[str], said_on: date, past: Past) -> Span | None:
    """Read "on the 14th": of this month, the one before or the one to come."""
    wanted = int(found["dom"])
    for months in (0, -1, -2) if past else (0, 1, 2):
        start = _shift_months(said_on.replace(day=1), months)
        if wanted > calendar.monthrange(start.year, start.month)[1]:
            continue
        day = start.replace(day=wanted)
        if (day <= said_on) if past else (day >= said_on or past is None):
            return _one(day)
    return None


def _nearest(month: int, day: int, said_on: date, past: Past) -> date:
    """The day of a year-less date: the latest before, the next after, or the nearest."""
    near = [
        date(year, month, day)
        for year in range(said_on.year - 8, said_on.year + 9)
        if day <= calendar.monthrange(year, month)[1]
    ]
    if past is True:
        return max(one for one in near if one <= said_on)
    if past is False:
        return min(one for one in near if one >= said_on)
    return min(near, key=lambda one: abs(one - said_on))


def _month_number(name: str) -> int:
    name = name.strip(".")
    return _MONTHS.index(name) + 1 if name in _MONTHS else _SHORT_MONTHS[name]


Rule = tuple[str, "re.Pattern[str]", "Callable[[re.Match[str], date, Past], Span | None]"]

_ABOUT: Final = r"(?:about |around |almost |nearly |roughly |exactly |only |just |over |maybe )?"
_LEAD: Final = r"(?:on |in |by |since |until |till |from |for |of |at )?"
_LAST_NEXT: Final = r"(?P<which>last|past|this|next|coming) "
_UP_TO: Final = r"(?: ?(?:-|–|to) ?(?P<dom2>[0-3]?\d)(?:st|nd|rd|th)?)?"
_PART_OF_MONTH: Final = r"(?:(?:early|late|mid|the end of) ?-?)?"

_FORMS: Final = (
    ("relative", rf"(?P<rel>{_any_of(_RELATIVE_DAYS)}){_PART}", _relative),
    ("ago", rf"{_ABOUT}{_N} {_UNIT} (?:ago|back|earlier)", _ago),
    ("in", rf"{_N} {_UNIT}(?:'s?)? (?:from (?:now|today)|time)", _in),
    ("whole", rf"(?:the )?{_LAST_NEXT}(?P<unit>week|weekend|month|year)", _last_next),
    ("weekend", r"(?P<which>the) (?P<unit>weekend)", _last_next),
    ("weekday", rf"(?:the )?(?:{_LAST_NEXT})?{_DAY}{_PART}", _weekday),
    ("day", rf"(?:the )?{_DOM}(?: of)? {_MONTH}{_YEAR}", _day_of_month),
    ("day", rf"(?:{_any_of(_DAYS)},? )?{_MONTH}(?: the)? {_DOM}{_UP_TO}{_YEAR}", _day_of_month),
    ("month", rf"{_PART_OF_MONTH}(?:{_LAST_NEXT})?{_MONTH}{_YEAR}", _month_alone),
    ("iso", r"(?P<y>(?:19|20)\d\d)-(?P<m>[01]?\d)-(?P<d>[0-3]?\d)", _iso),
    ("year", r"(?P<y>(?:19|20)\d\d)", _year_alone),
    ("season", rf"(?:the )?(?:{_LAST_NEXT})?(?P<season>{_any_of(_SEASONS)})", _season),
    ("holiday", rf"(?:{_LAST_NEXT})?(?P<holiday>{_any_of(_HOLIDAYS)})", _holiday),
    ("nth", r"the (?P<dom>[0-3]?\d)(?:st|nd|rd|th)", _nth),
)

RULES: Final[tuple[Rule, ...]] = tuple(
    (f"date:{name}", re.compile(_LEAD + pattern, re.IGNORECASE), meaning)
    for name, pattern, meaning in _FORMS
)
"""Rules in order; each has to cover a whole expression."""

IN_RULE: Final = re.compile(
    rf"in {_ABOUT}(?:a |the next )?{_N} {_UNIT}(?:'s?)?(?: time)?", re.IGNORECASE
)


def read_expression(words: str, said_on: date, *, past: Past) -> tuple[Span, str] | None:
    """What a date expression means.

    Args:
        words: the whole expression, such as "last Tuesday".
        said_on: the day on which it was said.
        past: whether the sentence tells of the past, of the future (False), or neither (None).

    Returns:
        First and last day with the rule's name, or None if no rule covers it or there is
        no such day.

    >>> read_expression("in two weeks", date(2026, 1, 1), past=None)
    ((datetime.date(2026, 1, 15), datetime.date(2026, 1, 15)), 'date:in')
    >>> read_expression("February 30th", date(2026, 1, 1), past=None) is None
    True
    """
    lower = " ".join(words.lower().split())
    try:
        ahead = IN_RULE.fullmatch(lower)
        if ahead is not None:
            return _moved(said_on, number_of(ahead["n"]), ahead["unit"]), "date:in"
        for name, pattern, meaning in RULES:
            found = pattern.fullmatch(lower)
            if found is not None:
                span = meaning(found, said_on, past)
                return (span, name) if span is not None else None
    except (ValueError, OverflowError):
        return None
    return None
