"""How long ago something was, in words, and what a day that was spoken of means by now."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from graph_aria.domain.records import SpokenDate

_DAYS: Final = 14
_WEEKS: Final = 9
_MONTHS: Final = 24
"""Up to where days, weeks and months are counted."""


def ago(day: date, *, today: date) -> str:
    """How far a day lies back or ahead, in words.

    Days up to two weeks, weeks up to nine, calendar months up to two years, then years; only
    what has passed as a whole counts.

    Args:
        day: the day.
        today: the user's local day.

    >>> ago(date(2026, 11, 24), today=date(2026, 11, 29)), ago(date(2026, 12, 1), today=date(2026, 11, 30))
    ('5 days ago', 'tomorrow')
    >>> ago(date(2024, 2, 29), today=date(2025, 2, 28)), ago(date(2021, 2, 3), today=date(2026, 2, 2))
    ('11 months ago', '4 years ago')
    """  # noqa: E501 - examples
    n_days = abs((today - day).days)
    if n_days == 0:
        return "today"
    if n_days == 1:
        return "yesterday" if day < today else "tomorrow"
    words = _span(min(day, today), max(day, today))
    return f"{words} ago" if day < today else f"in {words}"


def _span(first: date, last: date) -> str:
    n_days = (last - first).days
    if n_days < _DAYS:
        return f"{n_days} days"
    if n_days < _WEEKS * 7:
        return f"{n_days // 7} weeks"
    n_months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    if n_months < _MONTHS:
        return f"{n_months} months" if n_months > 1 else "1 month"
    return f"{n_months // 12} years"


def named_day(day: date, *, today: date) -> str:
    """A day as a calendar names it; its year only where it is another one.

    >>> named_day(date(2026, 11, 24), today=date(2026, 11, 29))
    'Tue 24 Nov'
    >>> named_day(date(2024, 2, 29), today=date(2026, 11, 29))
    '29 Feb 2024'
    """
    if day.year == today.year:
        return f"{day:%a} {day.day} {day:%b}"
    return f"{day.day} {day:%b} {day.year:04d}"


def when(day: date, *, today: date) -> str:
    """When something was said: how long ago, and on which day.

    What was said after today, by a clock that was set back since, was said today.

    >>> when(date(2026, 11, 24), today=date(2026, 11, 29))
    '5 days ago, on Tue 24 Nov'
    >>> when(date(2026, 11, 30), today=date(2026, 11, 29))
    'today'
    """
    told = min(day, today)
    words = ago(told, today=today)
    return words if told == today else f"{words}, on {named_day(told, today=today)}"


def span_named(first: date, last: date, *, today: date) -> str:
    """A day or a span of days, and how far off it is.

    >>> span_named(date(2026, 11, 25), date(2026, 11, 25), today=date(2026, 11, 30))
    'Wed 25 Nov, 5 days ago'
    >>> span_named(date(2026, 11, 16), date(2026, 11, 22), today=date(2026, 11, 30))
    'Mon 16 Nov to Sun 22 Nov, 8 days ago'
    """
    named = named_day(first, today=today)
    if last == first:
        return f"{named}, {ago(first, today=today)}"
    off = "now" if first <= today <= last else ago(last if last < today else first, today=today)
    return f"{named} to {named_day(last, today=today)}, {off}"


def as_meant(
    text: str, dates: Iterable[SpokenDate], *, today: date, start: int = 0, end: int | None = None
) -> str:
    """A piece of an entry, each date in it followed by the day that it means.

    So "exam tomorrow" is not read as if it were said today.

    Args:
        text: the whole text of the entry.
        dates: those that it speaks of, by their spans in it, in any order.
        today: the user's local day.
        start: where the piece begins.
        end: where it ends; None for the end of the text.

    >>> said = SpokenDate(5, 13, date(2026, 11, 25), date(2026, 11, 25), "date:relative")
    >>> as_meant("Exam tomorrow!", [said], today=date(2026, 11, 30))
    'Exam tomorrow (= Wed 25 Nov, 5 days ago)!'
    """
    stop = len(text) if end is None else end
    parts: list[str] = []
    at = start
    for one in sorted(dates, key=lambda each: (each.start, -each.end)):
        if one.start < at or one.end > stop:
            continue  # outside, or within one that was told
        meant = span_named(one.first_on, one.last_on, today=today)
        parts += [text[at : one.end], f" (= {meant})"]
        at = one.end
    return "".join([*parts, text[at:stop]])
