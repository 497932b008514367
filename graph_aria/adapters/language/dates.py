"""Dates that are spoken of: forms of words read by rule, the model's DATE spans behind them.

What no rule covers goes to dateparser, the span alone: its free-text search sees dates
everywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.date_context import NAMED_KINDS, is_no_date
from graph_aria.adapters.language.date_rules import find_expressions, read_expression
from graph_aria.adapters.language.date_tense import direction, names_today, verb_above
from graph_aria.domain.reading import ReadDate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.date_arithmetic import Past, Span
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_UNITS: Final = (
    r"(?:days?|weeks?|months?|years?|hours?|minutes?|weekends?|fortnights?|decades?|nights?|"
    r"mornings?|evenings?)"
)
_DURATION: Final = re.compile(
    rf"(?:[\w'-]+ ){{0,8}}{_UNITS}(?: old| straight| in a row| now| off| long| later| before)?",
    re.IGNORECASE,
)
_NO_DATE: Final = re.compile(
    r"[\d\W]{1,6}|\d+(?:st|nd|rd|th)?|\d+[a-z]{0,3}|.*:.*|.*\b(?:am|pm|noon|lbs?|o'clock|hrs?|hours?|mins?|minutes?)\b.*",
    re.IGNORECASE,
)
"""Bare figures, ordinals, measures and clock times."""

_LONGEST: Final = 40
"""Longest expression in code points that dateparser is asked about."""

_BREAK: Final = re.compile(r"\n\s*\n")
"""The end of a paragraph, which no date runs across; a single line break may wrap one."""

_DATE_LABELS: Final = frozenset({"DATE", "TIME"})
_FIGURE: Final = re.compile(r"\d")
_MOST_DATES: Final = 200
_NEAR: Final = 120
_ANY_DAY: Final = date(2025, 1, 1)
"""A day of which others are seen to lie ahead; years of four figures are told from it."""


def read_dates(draft: Draft, said_on: date) -> tuple[ReadDate, ...]:
    """The days that an entry speaks of, at most 200, in order; durations are none.

    Args:
        draft: the entry with its people read, whose names are no dates.
        said_on: the user's local day of the entry.
    """
    parse = draft.parse
    found: list[ReadDate] = []
    looked_at: set[int] = set()
    for start, end, form in find_expressions(_on_one_line(parse.text)):
        first, last = max(0, parse.word_at(start)), parse.word_at(end - 1)
        looked_at.update(range(first, last + 1))
        if not parse.words or draft.quoted[first] or is_no_date(draft, first, last, form):
            continue
        past = direction(parse, parse.words[first])
        words = parse.text[start:end]
        read = read_expression(words, said_on, past=past)
        if form == "weekday" and names_today(parse, parse.words[last]):
            is_sure = parse.words[first].sentence == 0  # nothing before it that "it" can be
            read = _as_today(words, said_on, is_sure=is_sure) or read
        if read is not None:
            (first_on, last_on), rule = read
            found.append(ReadDate(start, end, words, first_on, last_on, rule))
    for first, last in _labelled(parse):
        if not looked_at.isdisjoint(range(first, last + 1)) or draft.quoted[first]:
            continue
        start, end = parse.words[first].start, parse.words[last].end
        past = direction(parse, parse.words[first])
        day = _by_dateparser(parse.text[start:end], said_on, past=past)
        if day is not None:
            text = parse.text[start:end]
            found.append(ReadDate(start, end, text, day, day, "date:dateparser"))
    _unname(draft, found)
    return tuple(sorted(found, key=lambda one: one.start)[:_MOST_DATES])


def looks_ahead(draft: Draft, verb: Word) -> bool:
    """Whether a day to come makes a present a future: "We fly to Lisbon tomorrow".

    Only what stands within 120 code points of the verb is looked at.
    """
    parse = draft.parse
    if verb.tag not in {"VBP", "VBZ"} or parse.kids(verb, "aux"):
        return False
    begin, end = parse.sentences[verb.sentence]
    start = max(parse.words[begin].start, verb.start - _NEAR)
    near = parse.text[start : min(parse.words[end - 1].end, verb.end + _NEAR)]
    for at, until, form in find_expressions(_on_one_line(near)):
        first, last = max(0, parse.word_at(start + at)), parse.word_at(start + until - 1)
        above = verb_above(parse, parse.words[first])
        if above is None or above.i != verb.i or is_no_date(draft, first, last, form):
            continue
        read = read_expression(near[at:until], _ANY_DAY, past=False)
        if read is not None and read[0][0] > _ANY_DAY:
            return True
    return False


def _as_today(words: str, said_on: date, *, is_sure: bool) -> tuple[Span, str] | None:
    """A weekday that is said to be today's: the entry's day, or the latest before it.

    Args:
        words: the weekday.
        said_on: the entry's day.
        is_sure: whether it can be no other thing's day. If not, only the entry's day and the
            one before count, as somebody may write past midnight.
    """
    read = read_expression(words, said_on, past=True)
    is_near = read is not None and said_on - read[0][0] <= timedelta(days=1)
    return read if is_sure or is_near else None


def _unname(draft: Draft, found: list[ReadDate]) -> None:
    """Take back names that are words of a date: the Eve of "Christmas Eve", the Tue of a mail."""
    words = draft.parse.words
    spans = sorted((one.start, one.end) for one in found)
    for mention in draft.found:
        if mention.kind not in NAMED_KINDS:
            continue
        start, end = words[mention.first].start, words[mention.last].end
        at = bisect_right(spans, (start, len(draft.parse.text) + 1)) - 1
        if at >= 0 and end <= spans[at][1]:
            mention.live = False


def _on_one_line(text: str) -> str:
    """The text with line ends as spaces, but for those between paragraphs."""
    if "\n" not in text and "\t" not in text:
        return text
    marked = _BREAK.sub(lambda found: "\0" * len(found[0]), text)
    return "".join(" " if char in "\n\r\t" else char for char in marked)


def _labelled(parse: Parse) -> Iterator[tuple[int, int]]:
    """Spans with figures that the model calls a date or a time."""
    words = parse.words
    first: int | None = None
    for word in (*words, None):
        if first is not None and (
            word is None or word.begins or word.ent != words[first].ent or _BREAK.search(word.text)
        ):
            last = words[word.i - 1 if word is not None else -1]
            if _FIGURE.search(parse.text[words[first].start : last.end]):
                yield first, last.i
            first = None
        if (
            word is not None
            and first is None
            and word.ent in _DATE_LABELS
            and not word.text.isspace()
        ):
            first = word.i


def _by_dateparser(text: str, said_on: date, *, past: Past) -> date | None:
    """Ask dateparser about one expression with a figure in it; no durations, no clock times."""
    if _DURATION.fullmatch(text) or len(text) > _LONGEST or _NO_DATE.fullmatch(text):
        return None
    import dateparser  # noqa: PLC0415 - slow to import, and hardly ever needed

    try:
        parsed = dateparser.parse(
            text,
            languages=["en"],
            settings={
                "RELATIVE_BASE": datetime.combine(said_on, time(12)),
                "PREFER_DATES_FROM": {True: "past", False: "future", None: "current_period"}[past],
                "REQUIRE_PARTS": ["day", "month"],
            },
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None  # it counts beyond the years 1 to 9999, and trips over what it did not expect
    return parsed.date() if parsed is not None else None
