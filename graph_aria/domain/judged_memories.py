"""Which of the memories that a model proposes rest on the text.

Whether one is worth keeping, says something new or holds a secret, admission decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from graph_aria.domain.borne_out import Witness, sentences
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    MemoryCandidate,
    MemoryKind,
)
from graph_aria.domain.proposals import ProposedMemory
from graph_aria.domain.quotes import Span, find_quotes, touches
from graph_aria.domain.reading import ReadDate, ReadRequest
from graph_aria.domain.sentences import one_line
from graph_aria.domain.stems import words

MOST_MEMORIES: Final = 8
"""How many of one answer are kept at most."""

_MOST_LOOKED_AT: Final = 32
_MOST_QUOTES: Final = 6
_LONGEST: Final = 300
_LEVELS: Final = range(1, 6)
_SUBJECT: Final = re.compile(r"The user(?:['’]s)?\s\S")
_MONTH_DAY: Final = re.compile(r"--(\d\d)-(\d\d)")
_LONGEST_SPAN: Final = 400
_PASSING: Final = timedelta(days=14)
"""How long what is so now holds if nobody says."""
_KINDS: Final = {kind.value: kind for kind in MemoryKind}
_CATEGORIES: Final = {category.value: category for category in Category}
_WORD: Final = re.compile(r"[^\W_]+")
_CALENDAR: Final = words(
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday the user i aria"
)


def judge_memories(
    request: ReadRequest,
    proposed: Sequence[ProposedMemory],
    *,
    foreign: Sequence[Span],
    dates: Sequence[ReadDate] | None = None,
) -> tuple[MemoryCandidate, ...]:
    """Those that are in the vocabulary, about the user, and said by the text.

    Every quote must stand in the text; one that does not costs the memory, since what it
    rests on is then not what was said. The sentences around the quotes must bear it out, see
    `Witness`. Names and numbers in it must stand in the text, or, names only, in what is
    known; what a date says may stand in it, too. What is still to come is no milestone.

    Args:
        request: the text with what is known.
        proposed: in the model's order.
        foreign: spans that the user did not say.
        dates: the days that rules read in the text; a memory's day must be one of them, or
            it has none: small models give every memory the day that they were told. None
            believes any.

    Returns:
        At most `MOST_MEMORIES`, each text once.
    """
    kept: dict[str, MemoryCandidate] = {}
    context = request.context
    witness = Witness(request.text, foreign=foreign, before=context.before, known=context.known)
    for item in proposed[:_MOST_LOOKED_AT]:
        memory = _judged(request, item, witness, foreign, dates)
        if memory is not None and len(kept) < MOST_MEMORIES:
            kept.setdefault(memory.text.casefold(), memory)
    return tuple(kept.values())


def _judged(
    request: ReadRequest,
    item: ProposedMemory,
    witness: Witness,
    foreign: Sequence[Span],
    dates: Sequence[ReadDate] | None,
) -> MemoryCandidate | None:
    text = one_line(item.text)
    kind = _KINDS.get(item.kind.strip().casefold())
    category = _CATEGORIES.get(item.category.strip().casefold())
    levels = (item.importance, item.significance, item.confidence)
    if kind is None or category is None or any(level not in _LEVELS for level in levels):
        return None
    spans = _spans(request.text, item.quotes, foreign)
    on, until = (
        day if dates is None or day is None or _is_said(day, dates) else None
        for day in (_day_of(item.on), _day_of(item.until))
    )
    if not spans or len(text) > _LONGEST or not _SUBJECT.match(text):
        return None
    is_affirmed = witness.affirms(text, spans)
    if not is_affirmed and not witness.bears_out(text, spans):
        return None
    asked = request.context.before[-1:] if is_affirmed else ()
    said = _Said(request, [day for day in (on, until) if day is not None], asked)
    is_milestone = kind is MemoryKind.MILESTONE
    if is_milestone:  # "seven years ago" names a year; how exact that is, the rules tell
        said.allow_years(dates or ())
    if not said.makes(text):
        return None
    if is_milestone and (
        witness.is_to_come(text, spans) or _is_dated_ahead(request, spans, dates or ())
    ):
        return None
    span = _whole(spans, foreign)
    reason = one_line(item.reason or "")[:_LONGEST]
    if is_milestone and on is not None and on.day is not None and on.day > request.said_on:
        on = until = None  # what has happened is not to come
    last = None if until is None else until.day
    if kind is MemoryKind.CONTEXT and last is None:
        last = request.said_on + _PASSING
    return MemoryCandidate(
        text=text,
        kind=kind,
        category=category,
        start=span[0],
        end=span[1],
        rule="model:memory",
        importance=_score(item.importance),
        emotional_significance=_score(item.significance),
        confidence=_score(item.confidence),
        reason=reason if said.makes(reason) and witness.explains(reason) else None,
        learned=Learned.INFERRED if item.inferred else Learned.SAID,
        valid_from=None if on is None else on.day,
        valid_until=None if kind is MemoryKind.CONTEXT else last,
        expires_on=last if kind is MemoryKind.CONTEXT else None,
        important=on.yearly
        if on is not None
        and (category is Category.DATES or (is_milestone and _is_exact(on, dates)))
        else None,
        corrects=kind is MemoryKind.CORRECTION,
    )


def _score(level: int) -> float:
    """The middle of a fifth: 5 is 0.9, "identity and role"; 3 is 0.5, a preference."""
    return round(level / 5 - 0.1, 1)


def _spans(text: str, quotes: Sequence[str], foreign: Sequence[Span]) -> list[Span]:
    """Where the quotes stand, each once; nowhere if one of them has no place."""
    found: list[Span] = []
    for quote in quotes[:_MOST_QUOTES]:
        places = [span for span in find_quotes(text, quote) if not touches(span, foreign)]
        if not places:
            return []
        found.append(places[0])
    return found


def _whole(spans: Sequence[Span], foreign: Sequence[Span]) -> Span:
    """What the quotes enclose, or the first alone."""
    whole = (min(start for start, _ in spans), max(end for _, end in spans))
    is_short = whole[1] - whole[0] <= _LONGEST_SPAN and not touches(whole, foreign)
    return whole if is_short else spans[0]


class _Day(NamedTuple):
    """A date as a model writes it."""

    day: date | None
    yearly: ImportantDate


def _day_of(said: str | None) -> _Day | None:
    """A date, with or without its year; None if it cannot be read."""
    try:
        yearly = _MONTH_DAY.fullmatch((said or "").strip())
        if yearly is not None:
            return _Day(None, ImportantDate(int(yearly[1]), int(yearly[2])))
        day = date.fromisoformat((said or "").strip())
    except ValueError:
        return None
    return _Day(day, ImportantDate(day.month, day.day, day.year))


def _is_said(day: _Day, dates: Sequence[ReadDate]) -> bool:
    """Whether a day is among those that were read, in the same year or the one beside it.

    Which April is meant, a model may know better.
    """
    said = day.yearly
    for read in dates:
        for year in range(read.first_on.year, read.last_on.year + 1):
            here = said.next_from(date(year, 1, 1))
            is_near = said.year is None or abs(said.year - year) <= 1
            if is_near and read.first_on <= here <= read.last_on:
                return True
    return False


def _is_dated_ahead(request: ReadRequest, spans: Sequence[Span], dates: Sequence[ReadDate]) -> bool:
    """Whether all days that the sentences of some quotes name are still to come."""
    held = [
        (one.start, one.end)
        for one in sentences(request.text)
        if touches((one.start, one.end), spans)
    ]
    named = [day for day in dates if touches((day.start, day.end), held)]
    return bool(named) and all(day.first_on > request.said_on for day in named)


def _is_exact(day: _Day, dates: Sequence[ReadDate] | None) -> bool:
    """Whether one day was said, and no month or year in which a model picked one."""
    said = (day.yearly.month, day.yearly.day)
    return any(
        read.first_on == read.last_on and (read.first_on.month, read.first_on.day) == said
        for read in dates or ()
    )


class _Said:
    """The names and numbers that a memory may be made of."""

    def __init__(
        self, request: ReadRequest, days: Sequence[_Day], asked: Sequence[str] = ()
    ) -> None:
        self._said = set(_WORD.findall(" ".join((request.text, *asked)).casefold()))
        self._names = self._said | _CALENDAR
        for line in request.context.known:
            self._names |= set(_WORD.findall(line.casefold()))
        today = request.said_on
        self._numbers = {str(n) for n in (today.year, today.month, today.day)}
        for day in days:
            parts = (day.yearly.year, day.yearly.month, day.yearly.day)
            self._numbers |= {str(n) for n in parts if n is not None}

    def allow_years(self, dates: Sequence[ReadDate]) -> None:
        """Let a sentence tell the years of days that the text names."""
        self._numbers |= {str(day.year) for one in dates for day in (one.first_on, one.last_on)}

    def makes(self, sentence: str) -> bool:
        """Whether all names and numbers of a sentence are among them."""
        for word in _WORD.findall(sentence):
            lower = word.casefold()
            if any(map(str.isdigit, lower)):
                if lower not in self._said and lower.lstrip("0") not in self._numbers:
                    return False
            elif word[0].isupper() and lower not in self._names:
                return False
        return True
