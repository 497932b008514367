"""Days on which something that is told to have happened cannot have been."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date
from typing import Final

from graph_aria.domain.memories import Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.milestones import USER, Told, undated, what_and_whose
from graph_aria.domain.partial_days import MONTHS, OLDEST_YEARS

BIRTHDAY: Final = "the user's|birthday"
"""The slot that the user's own birthday fills."""

_BORN: Final = re.compile(
    r"The user was born(?: in (?:the )?[A-Z][\w'’-]*(?:,? [A-Z][\w'’-]*){0,3}?)??,? (?:on|in) "
    rf"(?:\d{{1,2}} )?(?:(?P<month>{'|'.join(MONTHS)}),? )?(?P<year>(?:19|20)\d\d)\b"
)
"""The user's birth as readers tell it: a day, a month or a year, and a place before it."""

_AHEAD: Final = re.compile(
    r"\b(?:will|plans?|intends?|hopes?|wants?|(?:is|am|are) (?:going to|about to|to|getting|due))\b"
    r"|['’]ll\b|['’](?:m|re) (?:going to|about to|getting|due)\b",
    re.IGNORECASE,
)


def is_ahead(said: MemoryCandidate, *, said_on: date) -> bool:
    """Whether a milestone is told as something to come: a plan, until it happens.

    Args:
        said: what was read.
        said_on: the local day on which it was said.
    """
    if said.kind is not MemoryKind.MILESTONE or _AHEAD.search(said.text) is None:
        return False
    first = Told.of(said).first
    return first is None or first > said_on


def plausible(said: MemoryCandidate, *, said_on: date, born: date | None) -> MemoryCandidate:
    """A milestone without a date on which it cannot have been; anything else as it is.

    That is a day after it was told, and for the user's own one before they were born, or more
    than 120 years back. What happened is told without it: no date rather than a wrong one.

    Args:
        said: what was read.
        said_on: the local day on which it was said.
        born: when the user was born, None if that is not known with its year.
    """
    told = Told.of(said)
    if said.kind is not MemoryKind.MILESTONE or told.first is None or told.last is None:
        return said
    what, whose = what_and_whose(said.slot, said.value)
    is_own = whose in {USER, ""} and what != "birth"
    earliest = (
        born if born is not None else said_on.replace(year=said_on.year - OLDEST_YEARS, day=1)
    )
    if told.first <= said_on and not (is_own and told.last < earliest):
        return said
    return replace(said, text=undated(said.text), valid_from=None, valid_until=None, important=None)


def is_plausible(said: MemoryCandidate, *, said_on: date, born: date | None) -> bool:
    """Whether something can have been when it is told to have been; arguments as in `plausible`."""
    return plausible(said, said_on=said_on, born=born) == said


def without_date(memory: Memory) -> Memory:
    """A milestone of which nothing that told when it was is left; anything else as it is."""
    if memory.kind is not MemoryKind.MILESTONE:
        return memory
    return replace(memory, valid_from=None, valid_until=None, important=None)


def without_days_before(
    born: date, sources: Iterable[MemorySource], but: Collection[tuple[str, str, int, int]]
) -> tuple[MemorySource, ...]:
    """What sources tell once it is known when the user was born; those that tell otherwise then.

    Args:
        born: the day.
        sources: of milestones. What was written by hand is the user's own to set right.
        but: keys of sources that go.
    """
    told = (
        (source, plausible(source.said, said_on=date.max, born=born))
        for source in sources
        if not source.is_by_hand and source.key not in but
    )
    return tuple(replace(source, said=said) for source, said in told if said != source.said)


def birth_told(told: Iterable[Memory | MemoryCandidate]) -> date | None:
    """When the user was born, if any of some memories tells it with its year.

    Where only a year or a month of a year is told that is its first day: nothing before it can
    be right.
    """
    known = list(told)
    for one in known:
        day = one.important
        if one.slot == BIRTHDAY and day is not None and day.year is not None:
            return date(day.year, day.month, day.day)
    found = next(filter(None, (_BORN.match(one.text) for one in known)), None)
    if found is None:
        return None
    month = found["month"]
    return date(int(found["year"]), MONTHS.index(month) + 1 if month else 1, 1)
