"""What the user is at, what lies ahead and what changed lately, as lines of a prompt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import IntEnum
from typing import Final

from graph_aria.domain.block_text import as_data
from graph_aria.domain.days import local_day
from graph_aria.domain.elapsed import ago, named_day, span_named, when
from graph_aria.domain.life import (
    Milestone,
    Precision,
    Standing,
    Upcoming,
    WhyNot,
    focus_of,
    happened_by,
    milestone_of,
    was_on,
)
from graph_aria.domain.losses import Weight, weight_of
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_age import as_told
from graph_aria.domain.mood_journal import MoodPoint
from graph_aria.domain.prompt_memories import MOST_MEMORIES, STALE, Setting

AHEAD_DAYS: Final = 14
"""Days ahead that are told of, today not counted."""

LATELY_DAYS: Final = 60
"""A milestone is told of for so many days, and those of this year after them."""

OVER_DAYS: Final = 30
"""For so many days it is told that something was finished or given up."""

MOST_LIFE: Final = 6
"""Memories in this part of a prompt."""

MOOD_TOKENS: Final = 64
"""What the line about the mood may take."""

_MOOD_DAYS: Final = 7
_CHANGED: Final = 0.5
_LONGEST: Final = 60
_LONGEST_REASON: Final = 24
_UNSAID: Final = frozenset({WhyNot.DIED, WhyNot.ENDED, WhyNot.LIFE_OFF, WhyNot.ABOVE_LEVEL})
_HEADS: Final = {None: "Lately", Weight.LOSS: "A loss", Weight.HARD: "Hard, lately"}
_DAYS: Final = {Weight.LOSS: "the day of a loss", Weight.HARD: "a hard day"}
_GENTLY: Final = "be gentle, congratulate nobody"


class Told(IntEnum):
    """What a line is about, in the order of the block."""

    FOCUS = 0
    AHEAD = 1
    LATELY = 2
    OVER = 3


@dataclass(frozen=True, slots=True)
class LifeLine:
    """A line about what goes on in a life.

    Attributes:
        memory: what tells it.
        told: what it is about.
        text: the line, fit for a block.
        is_stale: it says that it may be out of date.
    """

    memory: Memory
    told: Told
    text: str
    is_stale: bool = False


def life_seats(*, n_standing: int, n_raised: int) -> int:
    """How many memories this part may hold: half of what others leave of twelve, six at most.

    Args:
        n_standing: memories that have a seat whatever is asked.
        n_raised: others that come up by themselves.

    >>> life_seats(n_standing=2, n_raised=0), life_seats(n_standing=9, n_raised=0)
    (5, 2)
    """
    return min(MOST_LIFE, max(0, MOST_MEMORIES - n_standing - n_raised + 1) // 2)


def life_lines(
    lives: Iterable[Memory],
    ahead: Iterable[Upcoming],
    *,
    setting: Setting,
    but: Collection[str] = (),
    most: int | None = None,
) -> tuple[LifeLine, ...]:
    """What there is to tell of a life, as far as it may be told.

    What the user is at, of everything that was not given up or finished; what lies ahead in the
    next fourteen days; milestones of the last sixty days, then of this year; what was finished
    or given up in the last thirty days. Nothing of it while the life switch is off.

    Args:
        lives: focus and milestones, in any order.
        ahead: what comes up in the next days.
        setting: for whom and when.
        but: ids of memories that are told elsewhere in the prompt.
        most: at most so many lines, None for all.

    Returns:
        The most important first, first one of each sort but the last; each memory once.
    """
    if not setting.profile.lives:
        return ()
    known = [one for one in lives if setting.may_use(one) and one.id not in but]
    near = lies_ahead([one for one in ahead if one.memory.id not in but], setting)
    near_ids = {one.memory.id for _, one in near}
    rest = [one for one in known if one.id not in near_ids]
    # Of hundreds the few that are told are put into words.
    coming = [_ahead_line(day, one, setting) for day, one in near[:most]]
    foci, over = _foci(rest, setting, most)
    lately = _lately(rest, setting, most)
    firsts = [line for lines in (foci, coming, lately) for line in lines[:1]]
    others = [line for lines in (foci, coming, lately, over) for line in lines]
    found = {line.memory.id: line for line in [*firsts, *others]}
    return tuple(found.values())[:most]


def mood_said(points: Sequence[MoodPoint], *, today: date) -> str:
    """The line about the mood of the last seven days against the seven before; "" for none.

    It is told while the mood switch is on, from check-ins and from what was read.

    Args:
        points: days that have a mood, oldest first.
        today: the last of the days.
    """
    since = today - timedelta(_MOOD_DAYS - 1)
    week = [one.mood for one in points if since <= one.day <= today]
    before = [one.mood for one in points if since - timedelta(_MOOD_DAYS) <= one.day < since]
    if not week:
        return ""
    mean = sum(week) / len(week)
    days = "1 day" if len(week) == 1 else f"{len(week)} days"
    change = ""
    if before:
        by = mean - sum(before) / len(before)
        change = ", as the week before"
        if abs(by) >= _CHANGED:
            change = f", {'up' if by > 0 else 'down'} from {sum(before) / len(before):.1f}"
    return (
        f"- Mood: {mean:.1f} of 10 over the last 7 days ({days}{change}), from check-ins and as "
        "read in what they wrote: a hint, not a fact; never quote the figure."
    )


def _foci(
    memories: Iterable[Memory], setting: Setting, most: int | None
) -> tuple[list[LifeLine], list[LifeLine]]:
    """What goes on, and what is over since lately."""
    going: list[tuple[bool, Memory]] = []
    over: list[tuple[date, Memory, Standing]] = []
    for memory in memories:
        standing = focus_of(memory)
        if standing is Standing.ON:
            going.append((setting.is_stale(memory), memory))
        elif standing is not None:
            ended = memory.valid_until or local_day(memory.confirmed_at, setting.profile.zone)
            if setting.today - ended <= timedelta(OVER_DAYS):
                over.append((ended, memory, standing))
    going.sort(key=lambda each: (each[0], *_rank(each[1])))
    over.sort(key=lambda each: (-each[0].toordinal(), each[1].id))
    return (
        [_focus_line(memory, setting, is_stale=stale) for stale, memory in going[:most]],
        [_over_line(memory, standing, ended, setting) for ended, memory, standing in over[:most]],
    )


def _rank(memory: Memory) -> tuple[bool, float, float, str]:
    return (not memory.pinned, -memory.importance, -memory.confirmed_at.timestamp(), memory.id)


def _focus_line(memory: Memory, setting: Setting, *, is_stale: bool) -> LifeLine:
    today = setting.today
    said_on = local_day(memory.confirmed_at, setting.profile.zone)
    notes = [f"last spoken of {when(said_on, today=today)}"]
    if memory.valid_from is not None and memory.valid_from < min(said_on, today):
        notes.insert(0, f"since {named_day(memory.valid_from, today=today)}")
    if is_stale:
        notes.append(STALE)
    return LifeLine(
        memory, Told.FOCUS, f"- Now: {_text(memory, today)} ({'; '.join(notes)})", is_stale
    )


def _over_line(memory: Memory, standing: Standing, ended: date, setting: Setting) -> LifeLine:
    today = setting.today
    how = "Finished" if standing is Standing.DONE else "Given up"
    told = f"- {how}: {_text(memory, today)} ({when(ended, today=today)})"
    return LifeLine(memory, Told.OVER, told)


def lies_ahead(
    coming: Iterable[Upcoming], setting: Setting, *, days: int = AHEAD_DAYS
) -> tuple[tuple[date, Upcoming], ...]:
    """What lies ahead and may be told, with its day; nearest first, each memory once.

    Of what is asked after afterwards that is the day on which it begins. What is about somebody
    who died is left out, but for the day of the death.

    Args:
        coming: what comes up, in any order.
        setting: for whom and when.
        days: how many, today not counted.
    """
    today, until = setting.today, setting.today + timedelta(days)
    found: dict[str, tuple[date, Upcoming]] = {}
    for one in coming:
        memory = one.memory
        day = one.on if memory.important is not None else memory.valid_from
        if day is None or not today <= day <= until or one.why_not in _UNSAID:
            continue
        known = found.get(memory.id)
        if setting.may_use(memory) and (known is None or day < known[0]):
            found[memory.id] = (day, one)
    return tuple(sorted(found.values(), key=lambda each: (each[0], *_rank(each[1].memory))))


def _ahead_line(day: date, coming: Upcoming, setting: Setting) -> LifeLine:
    memory, today = coming.memory, setting.today
    notes = [span_named(day, day, today=today)]
    if coming.years is not None:
        notes.append(f"{coming.years} years then" if coming.years > 1 else "a year then")
    weight = Weight.LOSS if coming.is_loss else weight_of(memory)
    if weight is not None:
        notes.append(f"{_DAYS[weight]}: {_GENTLY}")
    told = f"- Ahead: {_text(memory, today)} ({'; '.join(notes)})"
    return LifeLine(memory, Told.AHEAD, told)


def _lately(memories: Iterable[Memory], setting: Setting, most: int | None) -> list[LifeLine]:
    """Milestones of the last sixty days, then those of this year, of each the newest first."""
    found: list[tuple[bool, int, str, Milestone, date]] = []
    today = setting.today
    for memory in memories:
        milestone = milestone_of(memory)
        by = None if milestone is None else happened_by(milestone, setting.profile.zone)
        if milestone is None or by is None:
            continue  # nobody knows that it was lately
        first, last = was_on(milestone.first or by, today), min(by, today)
        is_near = milestone.precision is not Precision.YEAR and (today - last).days <= LATELY_DAYS
        if first <= today and (is_near or first.year == today.year):
            found.append((not is_near, -last.toordinal(), memory.id, milestone, last))
    found.sort(key=lambda each: each[:3])
    return [_milestone_line(milestone, last, today) for *_, milestone, last in found[:most]]


def _milestone_line(milestone: Milestone, last: date, today: date) -> LifeLine:
    memory, first = milestone.memory, milestone.first
    notes: list[str] = []
    if milestone.precision is Precision.DAY and first is not None:
        notes.append(ago(was_on(first, today), today=today))
    elif first is None:  # when it was nobody said
        notes.append(f"told {ago(last, today=today)}")
    weight = weight_of(memory)
    if weight is not None:
        notes.append(_GENTLY)
    head = _HEADS[weight]
    note = f" ({'; '.join(notes)})" if notes else ""
    return LifeLine(memory, Told.LATELY, f"- {head}: {_text(memory, today)}{note}")


def _text(memory: Memory, today: date) -> str:
    text = as_data(as_told(memory, today=today), max_tokens=_LONGEST)
    if memory.reason:
        text = f"{text} Why: {as_data(memory.reason, max_tokens=_LONGEST_REASON)}."
    return text
