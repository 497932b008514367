"""Date expressions by rule: what each form means, seen from the day on which it was said."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language import date_arithmetic as days
from graph_aria.adapters.language.date_arithmetic import Past, Span, one
from graph_aria.adapters.language.date_grammar import FORMS, STARTS, day_number, ordinal_of
from graph_aria.adapters.language.date_points import POINTS, Match, Meaning, away, stated_year

if TYPE_CHECKING:
    from collections.abc import Iterator


def find_expressions(text: str) -> Iterator[tuple[int, int, str]]:
    """Where expressions stand in a text: start, end and form, the longest from left to right."""
    done = 0
    for found in STARTS.finditer(text):
        start = found.start()
        if start < done:
            continue
        end, name = max(
            ((match.end(), name) for name, form in FORMS if (match := form.match(text, start))),
            key=lambda one: one[0],
            default=(start, ""),
        )
        if end > start:
            done = end
            yield start, end - (text[end - 1] == "."), name  # it may end the sentence


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
    for name, form in FORMS:
        found = form.fullmatch(lower)
        if found is None:
            continue
        try:
            span = _MEANINGS[name](found, said_on, past)
        except (ValueError, OverflowError):
            continue  # no such day; another form may know better
        if span[0] <= span[1]:
            return span, f"date:{name}"
    return None


def _nested(words: str, said_on: date, past: Past) -> Span:
    """The days of an expression within another one.

    Raises:
        ValueError: there are none.
    """
    if words == "now":
        return one(said_on)
    if re.fullmatch(r"the (?:week|month|quarter|year|decade)", words):
        words = "this" + words.removeprefix("the")
    read = read_expression(words, said_on, past=past)
    if read is None:
        raise ValueError(words)
    return read[0]


def _steps(found: Match, said_on: date, past: Past) -> Span:
    """Read "two days before Christmas", "a week from Friday", "tomorrow week"."""
    groups = found.groupdict()
    side = (groups.get("side") or "on").strip()
    if side in {"before", "after"}:
        point = _nested(groups["point"], said_on, past)
    else:
        point = _nested(groups["point"], said_on, past=False)
    sign = -1 if side == "before" else 1
    edge = point[0] if sign < 0 else point[1]
    if groups.get("day") and "steps" not in groups:
        step = timedelta(days=sign)
        return one(days.weekday_near(edge + step, day_number(groups["day"]), behind=sign < 0))
    if "steps" not in groups:
        return one(edge + timedelta(weeks=1))
    if groups["steps"] == "the day":
        return one(edge + timedelta(days=sign))
    return away(found, edge, sign)


def _range(found: Match, said_on: date, past: Past) -> Span:
    """Read "from Monday to Thursday", "between 3 and 7 May", "May 3-7"."""
    groups = found.groupdict()
    if groups.get("dom"):
        last = _nested(groups["end"], said_on, past)[1]
        return last.replace(day=ordinal_of(groups["dom"])), last
    if groups.get("dom2"):
        year = stated_year(found, said_on)
        seen_from = said_on if year is None else date(year, 1, 1)
        first = _nested(groups["begin"], seen_from, past if year is None else False)[0]
        return first, first.replace(day=ordinal_of(groups["dom2"]))
    begin = _nested(groups["begin"], said_on, past)
    end = _nested(groups["end"], said_on, past)
    if begin[0] > end[1] or (begin[0] == end[1] and groups["begin"] != groups["end"]):
        if past or _YEAR_IN.search(groups["end"]):
            begin = _nested(groups["begin"], end[0], past=True)
        else:
            end = _nested(groups["end"], begin[1], past=False)
    if end[1] - begin[0] > _LONGEST_YEARLESS and _YEAR_IN.search(groups["end"]):
        begin = _nested(groups["begin"], end[0], past=True)
    return begin[0], end[1]


_YEAR_IN: Final = re.compile(r"\b(?:19|20)\d\d")
_LONGEST_YEARLESS: Final = timedelta(days=3_000)


def _part(found: Match, said_on: date, past: Past) -> Span:
    part = found["part"]
    if part in {"earlier", "later"}:
        first, last = _nested(found["whole"], said_on, past)
        return (first, min(said_on, last)) if part == "earlier" else (max(said_on, first), last)
    names = {"beginning": "start", "mid": "middle"}
    return days.part_of(_nested(found["whole"], said_on, past), names.get(part, part))


def _ordinal(found: Match, said_on: date, past: Past) -> Span:
    """Read "the first Monday of next month", "the last week of May"."""
    first, last = _nested(found["whole"], said_on, past)
    nth = -1 if found["nth"] == "last" else ordinal_of(found["nth"])
    unit = found["unit"]
    if unit == "weekend":
        day = days.nth_weekday(first, last, 5, nth)
        return day, day + timedelta(days=1)
    if unit not in {"day", "week"}:
        return one(days.nth_weekday(first, last, day_number(unit), nth))
    size = 7 if unit == "week" else 1
    begin = last - timedelta(days=size - 1) if nth < 0 else first + timedelta(days=size * (nth - 1))
    if not first <= begin <= last:
        raise ValueError(found[0])
    return begin, min(last, begin + timedelta(days=size - 1))


_MEANINGS: Final[dict[str, Meaning]] = {
    **POINTS,
    "range": _range,
    "steps": _steps,
    "part": _part,
    "ordinal": _ordinal,
}
