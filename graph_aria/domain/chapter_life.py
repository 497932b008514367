"""What the user was at in a chapter's time, and what changed in their life then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from graph_aria.domain.admission import may_be_used
from graph_aria.domain.block_text import as_data
from graph_aria.domain.days import local_day
from graph_aria.domain.life import Milestone, Precision, Standing, focus_of, milestone_of
from graph_aria.domain.losses import Weight, weight_of
from graph_aria.domain.memories import Memory, MemoryState
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.records import Profile
from graph_aria.domain.tellings import tellings

_LONGEST: Final = 40
_WEIGHT: Final = 10
"""What the importance of a memory, 0 to 1, counts beside the weight of a theme, 1 to 10."""


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """A focus or a milestone of a chapter's time.

    Attributes:
        memory: what tells it.
        first_on, last_on: the days between which it was, as far as they were said; of a focus
            that goes on there is no last one.
        standing: how a focus stood at the end of that time; None for a milestone.
        told_on: of a milestone that nobody dated the day on which it was first told, else None.
    """

    memory: Memory
    first_on: date | None
    last_on: date | None
    standing: Standing | None = None
    told_on: date | None = None

    @property
    def weight(self) -> float:
        """What it counts when lines are chosen, 0 to 10."""
        return _WEIGHT * self.memory.importance


def now_at(memories: Iterable[Memory], profile: Profile, *, since: date) -> tuple[LifeEvent, ...]:
    """What the user is at, and what they finished or gave up since a day.

    Args:
        memories: focus, in any order; current ones that a reply may use are told.
        profile: whose.
        since: the first day of the open chapter.

    Returns:
        What goes on first; of each sort the most important first.
    """
    found = []
    for memory in memories:
        standing = focus_of(memory)
        if standing is None or not _may_be_told(memory, profile):
            continue
        ended = None
        if standing is not Standing.ON:
            ended = memory.valid_until or local_day(memory.confirmed_at, profile.zone)
            if ended < since:
                continue
        found.append(LifeEvent(memory, memory.valid_from, ended, standing))
    return tuple(sorted(found, key=_rank))


def was_at(
    memories: Mapping[str, Memory],
    sources: Iterable[MemorySource],
    profile: Profile,
    *,
    since: date,
    until: date,
) -> tuple[LifeEvent, ...]:
    """What the user was at between two days, as they had said it by the second one.

    It was so from the day since when it goes on, or was first said, to the day on which it was
    said last; what was said to be over is told on its last day.

    Args:
        memories: focus by id, also those that were superseded since.
        sources: where these were said, in any order.
        profile: whose.
        since: the first local day.
        until: the last.

    Returns:
        As `now_at`.
    """
    of: dict[str, list[MemorySource]] = {}
    for source in sources:
        of.setdefault(source.memory_id, []).append(source)
    said = {
        memory_id: [local_day(one.said_at, profile.zone) for one in tellings(found)]
        for memory_id, found in of.items()
    }
    told: dict[tuple[str, str], LifeEvent] = {}
    for memory in sorted(
        memories.values(), key=lambda one: (min(said.get(one.id, [until])), one.id)
    ):
        days = [day for day in said.get(memory.id, ()) if day <= until]
        standing = focus_of(memory)
        if standing is None or not days or not _was_so(memory, memories, profile):
            continue
        first = min(days) if memory.valid_from is None else min(memory.valid_from, *days)
        last = max(days)
        if standing is not Standing.ON:
            last = memory.valid_until or min(days)
            first = last
        if first <= until and last >= since:
            key = (memory.slot or memory.id, memory.scope)
            ended = None if standing is Standing.ON else last
            told[key] = LifeEvent(memory, memory.valid_from, ended, standing)
    return tuple(sorted(told.values(), key=_rank))


def is_undated(memory: Memory) -> bool:
    """Whether it is a milestone of which nobody said when it was, not even the day of the year."""
    milestone = milestone_of(memory)
    return milestone is not None and milestone.precision is Precision.UNKNOWN


def changed_in(
    memories: Iterable[Memory],
    profile: Profile,
    *,
    since: date,
    until: date,
    told_on: Mapping[str, date],
) -> tuple[LifeEvent, ...]:
    """Milestones between two days, newest first, whenever they were told.

    One of which no more than the year is known belongs to a time that holds the whole of it; one
    that nobody dated to the time in which it was first told, as told then.

    Args:
        memories: milestones, in any order; current ones that a reply may use are told.
        profile: whose.
        since: the first local day.
        until: the last.
        told_on: by id, the local day on which one that nobody dated was first told.
    """
    found = []
    for memory in memories:
        milestone = milestone_of(memory)
        if milestone is None or not _may_be_told(memory, profile):
            continue
        told = told_on.get(memory.id) if is_undated(memory) else None
        if _is_of(milestone, since, until) or (told is not None and since <= told <= until):
            found.append(LifeEvent(memory, milestone.first, milestone.last, told_on=told))
    found.sort(key=lambda one: (one.first_on or one.told_on or since, one.memory.id), reverse=True)
    return tuple(found)


def event_line(event: LifeEvent) -> str:
    """A focus or a milestone as a line of a chapter."""
    text = as_data(event.memory.text, max_tokens=_LONGEST)
    if event.standing is Standing.ON:
        since = "" if event.first_on is None else f" (since {_day(event.first_on)})"
        return f"- {text}{since}"
    if event.standing is not None:
        over = "finished" if event.standing is Standing.DONE else "given up"
        return f"- {text} ({over} by {_day(event.last_on)})" if event.last_on else f"- {text}"
    notes = []
    day = event.first_on if event.first_on == event.last_on else None
    if day is not None and str(day.year) not in event.memory.text:
        notes.append(_day(day))
    if event.told_on is not None:
        notes.append(f"told on {_day(event.told_on)}")
    weight = weight_of(event.memory)
    if weight is not None:
        notes.append("a loss" if weight is Weight.LOSS else "a hard time")
    return f"- {text} ({'; '.join(notes)})" if notes else f"- {text}"


def _day(day: date | None) -> str:
    return "" if day is None else f"{day.day} {day:%B} {day.year:04d}"


def _is_of(milestone: Milestone, since: date, until: date) -> bool:
    first, last = milestone.first, milestone.last
    if first is None or last is None:
        return False
    if milestone.precision is Precision.YEAR:
        return since <= first and last <= until
    return first <= until and last >= since


def _may_be_told(memory: Memory, profile: Profile) -> bool:
    """Whether a reply may use it: current, everywhere, and allowed by level and switches."""
    return memory.state is MemoryState.CURRENT and _is_allowed(memory, profile)


def _was_so(memory: Memory, memories: Mapping[str, Memory], profile: Profile) -> bool:
    """The same of what is over since; not of what was taken back or put in other words."""
    if memory.state is MemoryState.CURRENT:
        return _is_allowed(memory, profile)
    after = memories.get(memory.superseded_by or "")
    went_on = (
        memory.state is MemoryState.SUPERSEDED
        and after is not None
        and after.slot == memory.slot
        and focus_of(after) not in {None, focus_of(memory)}
    )
    return went_on and _is_allowed(memory, profile)


def _is_allowed(memory: Memory, profile: Profile) -> bool:
    return (
        profile.lives
        and not memory.scope
        and may_be_used(memory.category, profile.level, allows_romance=profile.allows_romance)
    )


def _rank(event: LifeEvent) -> tuple[bool, bool, float, str]:
    memory = event.memory
    is_over = event.standing is not Standing.ON
    return (is_over, not memory.pinned, -memory.importance, memory.id)
