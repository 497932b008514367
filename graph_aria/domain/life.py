"""What is going on in a life, and what changed it: focus and milestones, as memories tell them.

Both are memories of kinds of their own, so sources, corrections, vetoes, levels and deletion hold
for them as for any other. Here is how they are told from a memory.

Source: docs/decisions/029-focus-and-milestones.md
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from graph_aria.domain import memories
from graph_aria.domain.admission import may_be_used
from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.drawn import Occasion
from graph_aria.domain.memories import Memory, MemoryKind, MemoryState
from graph_aria.domain.milestones import what_and_whose
from graph_aria.domain.records import Profile

LIFE_KINDS: Final = memories.LIFE_KINDS
"""What the life switch is about."""

_LONGEST_MONTH: Final = 31
_FARTHEST_AHEAD: Final = 2 * DAY


class Standing(StrEnum):
    """How a focus stands."""

    ON = "on"
    DONE = "done"
    DROPPED = "dropped"


_STANDINGS: Final = {one.value: one for one in Standing}


class MovedOnWhy(StrEnum):
    """Why a focus is perhaps over, though nobody said so."""

    SILENT = "silent"
    """Neither it nor what it is about was spoken of for its window."""

    ENDED = "ended"
    """What it is about was said to be over."""


class Precision(StrEnum):
    """How exactly it is known when something happened."""

    DAY = "day"
    MONTH = "month"
    """Within 31 days."""

    YEAR = "year"
    """Within some longer time."""

    YEARLY = "yearly"
    """Month and day, no year."""

    UNKNOWN = "unknown"


class WhyNot(StrEnum):
    """Why ARIA will not say something on its day."""

    DIED = "died"
    """It is about somebody who has died."""

    ENDED = "ended"
    """What it began is over: a wedding that was followed by a divorce."""

    LIFE_OFF = "life_off"
    ABOVE_LEVEL = "above_level"
    SAID = "said"
    """It came up already."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What the user is working on or dealing with.

    Attributes:
        memory: the memory that tells it.
        standing: whether it goes on.
        since: the first day of it, None if that is not known.
        until: the last, None while it goes on or if that is not known.
        entity_ids: what its words are about, without the user; may be empty.
        perhaps_over: why it may be moved on from: proposed, never assumed; None if nothing tells.
    """

    memory: Memory
    standing: Standing
    since: date | None
    until: date | None
    entity_ids: tuple[str, ...] = ()
    perhaps_over: MovedOnWhy | None = None


@dataclass(frozen=True, slots=True)
class Milestone:
    """A dated change in the user's own life, or of somebody close.

    Attributes:
        memory: the memory that tells it.
        what: what it is, in a form that is equal however it is put: "wedding"; "" if it was
            written by hand and nothing tells.
        whose: "user", or who it is of: "sister clara"; "" if nothing tells.
        first, last: the days between which it happened, both None where no year is known.
        precision: how exact that is.
    """

    memory: Memory
    what: str
    whose: str
    first: date | None
    last: date | None
    precision: Precision


@dataclass(frozen=True, slots=True)
class Upcoming:
    """Something that ARIA may say by itself on a day.

    Attributes:
        memory: what it is about.
        on: the user's local day.
        occasion: why it comes up.
        years: since it was, for a day that returns and whose year is known; at least 1.
        is_said: whether ARIA will say it.
        why_not: why she will not, None if she will.
        is_loss: it is remembered, not wished: a death, a parting, a job that was lost.
    """

    memory: Memory
    on: date
    occasion: Occasion
    years: int | None
    is_said: bool
    why_not: WhyNot | None = None
    is_loss: bool = False


def shows(profile: Profile, memory: Memory) -> bool:
    """Whether a memory may be used in a reply of a profile, the life switch included.

    Args:
        profile: with its switches and its level.
        memory: of any kind.
    """
    if memory.kind in LIFE_KINDS and not profile.lives:
        return False
    return memory.state is MemoryState.CURRENT and may_be_used(
        memory.category, profile.level, allows_romance=profile.allows_romance
    )


def kinds_listed(
    profile: Profile, *, kind: MemoryKind | None, states: Collection[MemoryState]
) -> frozenset[MemoryKind]:
    """Of which kinds the list of memories is.

    While the life switch is off no focus and no milestone is listed, but where they are asked
    for, by their kind or by all states: what is stored can be found and deleted.

    Args:
        profile: whose.
        kind: the kind that is asked for, None for any.
        states: the states that are asked for.
    """
    every = frozenset(MemoryKind)
    is_asked_for = kind is not None or frozenset(states) == frozenset(MemoryState)
    return every if profile.lives or is_asked_for else every - LIFE_KINDS


def focus_of(memory: Memory) -> Standing | None:
    """How a focus stands by its own words; None for a memory of another kind."""
    if memory.kind is not MemoryKind.FOCUS:
        return None
    return _STANDINGS.get(memory.value or "", Standing.ON)


def milestone_of(memory: Memory) -> Milestone | None:
    """The milestone that a memory tells; None for a memory of another kind."""
    if memory.kind is not MemoryKind.MILESTONE:
        return None
    what, whose = what_and_whose(memory.slot, memory.value)
    first, last, precision = _when(memory)
    return Milestone(memory, what, whose, first, last, precision)


def happened_by(milestone: Milestone, zone: str) -> date | None:
    """The last day on which it can have been; of what nobody dated, the day on which it was told.

    Args:
        milestone: any.
        zone: the user's.

    Returns:
        None for a day that returns and whose year nobody knows: it may have been long ago.
    """
    if milestone.last is not None or milestone.precision is not Precision.UNKNOWN:
        return milestone.last
    memory = milestone.memory
    return local_day(min(memory.created_at, memory.confirmed_at), zone)


def was_on(day: date, today: date) -> date:
    """The day on which something was that has happened, for somebody whose day is another one.

    Who flies far to the west reads on the day before of what they told on the day itself: it lies
    ahead by the calendar alone. Two places lie two days apart at most.
    """
    return today if today < day <= today + _FARTHEST_AHEAD else day


def returns_on(memory: Memory, today: date) -> date | None:
    """The next return of a memory's day, None if it has none.

    A milestone has happened: its own day is no return, though it may lie ahead, see `was_on`.

    Args:
        memory: of any kind.
        today: the user's local day.
    """
    day = memory.important
    if day is None:
        return None
    if memory.kind is MemoryKind.MILESTONE and day.year is not None:
        own = date(day.year, day.month, day.day)
        return day.next_from(own + DAY if own > today else today)
    return day.next_from(today)


def _when(memory: Memory) -> tuple[date | None, date | None, Precision]:
    first = memory.valid_from or memory.valid_until
    last = memory.valid_until or memory.valid_from
    day = memory.important
    if first is None or last is None:
        if day is None:
            return None, None, Precision.UNKNOWN
        if day.year is None:
            return None, None, Precision.YEARLY
        first = last = date(day.year, day.month, day.day)
    if first == last:
        return first, last, Precision.DAY
    is_short = (last - first).days < _LONGEST_MONTH
    return first, last, Precision.MONTH if is_short else Precision.YEAR
