"""Days as far as they are known: a year, a month of one, a day, or a day that has no year."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from typing import Final

from graph_aria.domain.memories import ImportantDate
from graph_aria.errors import InvalidTime

OLDEST_YEARS: Final = 120
"""Nobody who writes has lived longer."""

_FORM: Final = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2}))?)?", re.ASCII)
_YEARLY: Final = re.compile(r"(?:--)?(?P<month>\d{2})-(?P<day>\d{2})", re.ASCII)
_HELP: Final = (
    "write 2019-05-03, 2019-05, 2019, or 05-03 for a day whose year is not known or does not matter"
)
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PartialDay:
    """When something was, as far as it is known.

    Attributes:
        first, last: the days between which it was; None where no year is known.
        important: the day itself, None where only a month or a year is known.
    """

    first: date | None
    last: date | None
    important: ImportantDate | None


def partial_day(text: str) -> PartialDay:
    """What a person means by a date.

    Args:
        text: `2019`, `2019-05`, `2019-05-03`, `05-03` or `--05-03`.

    Raises:
        InvalidTime: it has another form, or no calendar has it.

    >>> partial_day("2019-05").last
    datetime.date(2019, 5, 31)
    >>> partial_day("--02-29")
    PartialDay(first=None, last=None, important=ImportantDate(month=2, day=29, year=None))
    """
    written = text.strip()
    yearly = _YEARLY.fullmatch(written)
    if yearly is not None:
        month, day = int(yearly["month"]), int(yearly["day"])
        _check_exists(written, 2000, month, day)  # a leap year: 29 February is a day
        return PartialDay(None, None, ImportantDate(month, day))
    found = _FORM.fullmatch(written)
    if found is None or found["year"] == "0000":
        message = f"{written!r} is no date; {_HELP}"
        raise InvalidTime(message)
    year = int(found["year"])
    if found["month"] is None:
        return PartialDay(date(year, 1, 1), date(year, 12, 31), None)
    month = int(found["month"])
    if found["day"] is None:
        _check_exists(written, year, month, 1)
        return PartialDay(date(year, month, 1), _last_of(year, month), None)
    day = int(found["day"])
    _check_exists(written, year, month, day)
    on = date(year, month, day)
    return PartialDay(on, on, ImportantDate(month, day, year))


def _last_of(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _check_exists(written: str, year: int, month: int, day: int) -> None:
    if not 1 <= month <= len(MONTHS):
        message = f"{written!r} is no date: there is no month {month}; {_HELP}"
        raise InvalidTime(message)
    n_days = monthrange(year, month)[1]
    if not 1 <= day <= n_days:
        name = MONTHS[month - 1]
        which = f"{name} {year}" if month == 2 else name  # noqa: PLR2004 - February
        message = f"{written!r} is no date: {which} has {n_days} days"
        raise InvalidTime(message)


_HAPPENED: Final = (
    "a milestone has happened. Add it when it has, and write what is planned as an entry "
    "(`aria log`)"
)


def check_was(
    day: PartialDay, *, today: date, born: date | None = None, ahead: str = _HAPPENED
) -> None:
    """Refuse a day on which nothing of a life can have happened yet, or any more.

    Args:
        day: when it is said to have been.
        today: the user's local day.
        born: when they were born at the earliest, None if that is not known, or if it is not
            about them.
        ahead: why it cannot lie ahead, and what to do.

    Raises:
        InvalidTime: it lies ahead, before they were born, or before anybody was who lives.
    """
    if day.first is None or day.last is None:
        return
    told = told_day(day.first, day.last, day.important)
    if day.first > today:
        message = f"the date lies ahead ({told}; today is {today}): {ahead}"
        raise InvalidTime(message)
    if born is not None and day.last < born:
        message = (
            f"the date lies before you were born ({told}; as far as is known that was on {born} or "
            "later): give a later date, or set right when you were born (`aria memory edit`)"
        )
        raise InvalidTime(message)
    if day.last.year < today.year - OLDEST_YEARS:
        message = (
            f"the date lies more than {OLDEST_YEARS} years back ({told}), before anybody was "
            "born who could have lived it: give a later one"
        )
        raise InvalidTime(message)


def told_day(first: date | None, last: date | None, important: ImportantDate | None) -> str:
    """When it was, in words; "" if nothing is known.

    >>> told_day(date(2019, 5, 1), date(2019, 5, 31), None)
    'in May 2019'
    >>> told_day(None, None, ImportantDate(5, 3))
    'on 3 May'
    >>> told_day(date(2019, 5, 1), date(2019, 6, 2), None)
    'between 1 May 2019 and 2 June 2019'
    """
    if first is None or last is None:
        if important is None:
            return ""
        year = "" if important.year is None else f" {important.year}"
        return f"on {important.day} {MONTHS[important.month - 1]}{year}"
    if first == last:
        return f"on {_written(first)}"
    if (first, last) == (date(first.year, 1, 1), date(first.year, 12, 31)):
        return f"in {first.year}"
    if first.day == 1 and last == _last_of(first.year, first.month):
        return f"in {MONTHS[first.month - 1]} {first.year}"
    return f"between {_written(first)} and {_written(last)}"


def _written(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def redated(text: str, was: PartialDay, day: PartialDay) -> str:
    """A sentence that tells another day, or one at all, where it told none.

    >>> may = PartialDay(date(2019, 5, 3), date(2019, 5, 3), ImportantDate(5, 3, 2019))
    >>> redated("The user got married on 3 May 2019.", may, partial_day("2018"))
    'The user got married in 2018.'
    >>> redated("The user got married on 3 May 2019.", may, partial_day("05-03"))
    'The user got married on 3 May.'
    >>> redated("The user got married.", PartialDay(None, None, None), may)
    'The user got married on 3 May 2019.'
    """
    new = told_day(day.first, day.last, day.important)
    if not new:
        return text
    for phrase, has_preposition in _phrases(was):
        found = _whole(phrase, text)
        if found is not None:
            at = new if has_preposition else new.partition(" ")[2]
            return f"{text[: found.start()]}{at}{text[found.end() :]}"
    if _whole(new, text) is not None:
        return text
    plain = text.rstrip(".!")
    return f"{plain} {new}."


def _phrases(day: PartialDay) -> list[tuple[str, bool]]:
    """How a sentence may tell a day, and whether a preposition is part of it; longest first."""
    told = told_day(day.first, day.last, day.important)
    if not told:
        return []
    preposition, _, bare = told.partition(" ")
    forms = [bare]
    if day.first is not None and day.first == day.last:
        one = day.first
        forms += [f"{MONTHS[one.month - 1]} {one.day}, {one.year}", one.isoformat()]
    elif day.first is not None and preposition == "in" and " " in bare:
        forms.append(day.first.isoformat()[:7])
    return [(f"{preposition} {one}", True) for one in forms] + [(one, False) for one in forms]


def _whole(phrase: str, text: str) -> re.Match[str] | None:
    """Where a day is told by these words alone: "3 May" is not in "3 May 2019"."""
    year = "" if phrase[-4:].isdigit() else r"(?!,? \d{4})"
    return re.search(rf"(?<![\w-]){re.escape(phrase)}(?![\w-]){year}", text)
