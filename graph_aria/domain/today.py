"""What a day holds, and one question that fits its evening.

The question is a pure function of what was known when the day began, so that it is the same all
day; only what ARIA asked in a chat meanwhile, or words of a crisis, make it another. What is asked
for a reason is asked on one day only, and what is asked without one goes round: nothing is asked on
two days running.

Source: docs/decisions/032-what-today-holds.md
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.drawn import Occasion
from graph_aria.domain.graph import Entity
from graph_aria.domain.life import Upcoming, WhyNot
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.mood_journal import MoodPoint, mean_of
from graph_aria.domain.moving_on import WINDOW
from graph_aria.domain.occasions import Death, death_told, may_wish
from graph_aria.domain.offline_saying import to_you
from graph_aria.domain.this_day import YearAgo
from graph_aria.domain.vocabulary import Kind

LOW_MOOD: Final = 3.0
"""A day of at most this is a bad one."""
WELL_BELOW: Final = 2.0
"""So many points below what is usual a day is a bad one too."""
MOST_YEARS: Final = 3
"""Earlier years that a day shows; `aria today --earlier` shows them all."""
USUAL_DAYS: Final = 30
"""What is usual is the mean of so many days."""
FEWEST_USUAL: Final = 5
RISING_DAYS: Final = 7
"""A theme rises if it was named more often within so many days than in as many before."""
_RISES_BY: Final = 2
_RISEN: Final = 3
_LIGHTER: Final = 1.0
_ROUND: Final = 4
"""After so many days it is again a focus's, a mood's or a theme's turn."""
_ROUNDS: Final = WINDOW.days // _ROUND

_PLAIN: Final = (
    "What was good about today?",
    "What is on your mind tonight?",
    "Who did you enjoy being with lately?",
    "What did you do today that you want to remember?",
    "What are you looking forward to?",
    "What gave you energy today, and what took it?",
    "What did you learn today, however small?",
    "What would make tomorrow a good day?",
    "What did you do for yourself this week?",
    "What surprised you today?",
    "What would you like to have more time for?",
)
_GENTLE: Final = (
    "How are you tonight?",
    "Is there something small that would do you good now?",
    "What do you need this evening?",
    "Who could you talk to, if you feel like it?",
    "What helped a little, the last time a day was hard?",
)
_GRAVE: Final = re.compile(
    r"\b(?:funeral|burial|buried|cremat\w+|memorial|wake|grie\w+|mourn\w*|death|died?|dying|dead"
    r"|bereave\w+|suicid\w+|self-harm|abuse\w*|miscarr\w+|stillb\w+|hospice)\b",
    re.IGNORECASE,
)
"""What nobody is asked about out of the blue."""


class About(StrEnum):
    """What a question is about."""

    GENTLE = "gentle"
    """The day before was bad, or today is hard: it asks for nothing."""
    EVENT = "event"
    """Something that is tomorrow or today."""
    FOLLOW_UP = "follow_up"
    """Something that was."""
    FOCUS = "focus"
    """Something that they were at, and that may be over."""
    MOOD = "mood"
    """Their best day lately."""
    THEME = "theme"
    """What they speak of more and more."""
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Question:
    """One question for an evening.

    Attributes:
        text: what is asked.
        about: what it is about.
        memory_id, entity_id: which one, None if none.
    """

    text: str
    about: About
    memory_id: str | None = None
    entity_id: str | None = None


@dataclass(frozen=True, slots=True)
class Rising:
    """A theme that the user speaks of more and more.

    Attributes:
        entity: the theme.
        n_days: on how many of the seven days before today.
        n_before: on how many of the seven days before those.
    """

    entity: Entity
    n_days: int
    n_before: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What a question may be about, as it was known when the day began.

    Attributes:
        day: the user's local day.
        zone: the user's.
        events: memories of events that are today or tomorrow and may be used.
        follow_ups: memories of events that were, and after which nobody asked yet.
        foci: memories of what they were at and might be over when the day began, and was not
            asked about yet.
        points: moods of the days before today, oldest first.
        rising: themes that rise, most first.
        deaths: all that are known.
        is_hard: yesterday or today speaks of a crisis, a loss returns today, or one is fresh.
    """

    day: date
    zone: str
    events: Sequence[Memory] = ()
    follow_ups: Sequence[Memory] = ()
    foci: Sequence[Memory] = ()
    points: Sequence[MoodPoint] = ()
    rising: Sequence[Rising] = ()
    deaths: Collection[Death] = ()
    is_hard: bool = False


@dataclass(frozen=True, slots=True)
class Today:
    """What a day holds.

    Attributes:
        day: the user's local day.
        anniversaries: days that return today; without birthdays of who died.
        follow_ups: what passed and may be asked after, and what may be over, said already or not.
        yesterday: the mood of the day before, None if it has none.
        this_day: the latest three years in which this day has something, with what was
            written and given as mood, without what was read in it.
        question: one that fits this evening.
    """

    day: date
    anniversaries: tuple[Upcoming, ...]
    follow_ups: tuple[Upcoming, ...]
    yesterday: MoodPoint | None
    this_day: tuple[YearAgo, ...]
    question: Question


def returning_today(upcoming: Iterable[Upcoming], day: date) -> tuple[Upcoming, ...]:
    """Those that return on a day, and are said then or were said already."""
    return _of(upcoming, day, Occasion.ANNIVERSARY)


def perhaps_over(upcoming: Iterable[Upcoming], day: date) -> tuple[Upcoming, ...]:
    """Foci that may be over, and are asked about on a day or were already."""
    return _of(upcoming, day, Occasion.MOVED_ON)


def to_ask_after(upcoming: Iterable[Upcoming], day: date) -> tuple[Upcoming, ...]:
    """Those that passed before a day, and are asked after on it or were already."""
    return _of(upcoming, day, Occasion.FOLLOW_UP)


def _of(upcoming: Iterable[Upcoming], day: date, occasion: Occasion) -> tuple[Upcoming, ...]:
    told = {None, WhyNot.SAID}
    return tuple(
        one
        for one in upcoming
        if one.on == day and one.occasion is occasion and one.why_not in told
    )


def is_bad_day(points: Iterable[MoodPoint], day: date) -> bool:
    """Whether a day's mood was bad, or far below what is usual.

    Args:
        points: moods of that day and of those before; what is usual needs five of them.
        day: the day.
    """
    before = []
    own = None
    for point in points:
        if point.day == day:
            own = point.mood
        elif point.day < day and (day - point.day).days <= USUAL_DAYS:
            before.append(point)
    if own is None:
        return False
    usual = mean_of(before) if len(before) >= FEWEST_USUAL else None
    return own <= LOW_MOOD or (usual is not None and usual - own >= WELL_BELOW)


def rising(days: Iterable[tuple[Entity, Collection[date]]], today: date) -> tuple[Rising, ...]:
    """Themes that were named on at least three of the last seven days, and on two more than before.

    Args:
        days: themes with the days on which they were named; feelings are passed over.
        today: it does not count itself, so that a day's question stays.

    Returns:
        Those that rise most first, ties by name, then by id.
    """
    found = []
    for entity, named in days:
        if entity.kind is Kind.EMOTION or entity.is_user:
            continue
        ages = [(today - day).days for day in set(named)]
        n_days = sum(1 <= age <= RISING_DAYS for age in ages)
        n_before = sum(RISING_DAYS < age <= 2 * RISING_DAYS for age in ages)
        if n_days >= _RISEN and n_days - n_before >= _RISES_BY:
            found.append(Rising(entity, n_days, n_before))
    found.sort(key=lambda one: (one.n_before - one.n_days, one.entity.name, one.entity.id))
    return tuple(found)


def question_for(evening: Evening) -> Question:
    """The question of an evening.

    Gently after a bad day. Else about what passed, or is tomorrow or today; else, as their turn
    comes, about a focus that may be over, the best of the last days, a theme that rises; else a
    plain one. Never about who has died, or a crisis.
    """
    day = evening.day
    if evening.is_hard or is_bad_day(evening.points, day - DAY):
        return Question(_GENTLE[day.toordinal() % len(_GENTLE)], About.GENTLE)
    asked = _about_events(evening)
    if asked is None:
        by_turn = (_about_focus, _about_mood, _about_theme)
        turn = day.toordinal() % _ROUND
        asked = by_turn[turn](evening) if turn < len(by_turn) else None
    return asked or Question(_PLAIN[day.toordinal() % len(_PLAIN)], About.PLAIN)


def may_be_asked(text: str) -> bool:
    """Whether words are of nothing that nobody is asked about out of the blue.

    >>> may_be_asked("The user has a job interview."), may_be_asked("Aunt May's funeral")
    (True, False)
    """
    return _GRAVE.search(text) is None


def _may_ask(memory: Memory, deaths: Collection[Death]) -> bool:
    return may_be_asked(memory.text) and death_told(memory) is None and may_wish(memory, deaths)


def _about_events(evening: Evening) -> Question | None:
    """What passed is asked after on the first day; what is ahead on the evening before.

    What was only told on the evening before is asked after on its day, and then not again on the
    next one.
    """
    found: list[tuple[int, float, str, Question]] = []
    day, zone = evening.day, evening.zone
    for memory in evening.follow_ups:
        first, last = _span(memory)
        if last is None or last + DAY != day or not _may_ask(memory, evening.deaths):
            continue
        if first == last and _asked_on_its_day(memory, last, zone):
            continue
        text = f"{to_you(memory.text)} That was yesterday. How did it go?"
        question = Question(text, About.FOLLOW_UP, memory.id)
        found.append((0, -memory.importance, memory.id, question))
    for memory in evening.events:
        first, _ = _span(memory)
        if memory.kind is not MemoryKind.EVENT or first is None:
            continue
        if memory.important is not None or not _may_ask(memory, evening.deaths):
            continue
        if first - DAY == day and local_day(memory.created_at, zone) < day:
            text = f"{to_you(memory.text)} That is tomorrow. What would help it go well?"
        elif first == day and _asked_on_its_day(memory, day, zone):
            text = f"{to_you(memory.text)} That is today. How is it, or how was it?"
        else:
            continue
        question = Question(text, About.EVENT, memory.id)
        found.append((1, -memory.importance, memory.id, question))
    return min(found, key=lambda one: one[:3])[3] if found else None


def _asked_on_its_day(memory: Memory, day: date, zone: str) -> bool:
    """Whether it was told on the evening before, too late to be asked about then."""
    return local_day(memory.created_at, zone) == day - DAY


def _span(memory: Memory) -> tuple[date | None, date | None]:
    return memory.valid_from, memory.valid_until or memory.valid_from


def _about_focus(evening: Evening) -> Question | None:
    for memory in sorted(evening.foci, key=lambda one: one.id):
        n_days = (evening.day - local_day(memory.confirmed_at, evening.zone)).days
        # In its turn within one round of seven: first on the days after the one on which its
        # window ended, then once in as long.
        if (n_days - 1) // _ROUND % _ROUNDS == 0 and _may_ask(memory, evening.deaths):
            text = f"{to_you(memory.text)} You have not spoken of it for a while. Is it still so?"
            return Question(text, About.FOCUS, memory.id)
    return None


def _about_mood(evening: Evening) -> Question | None:
    usual = mean_of(evening.points) if len(evening.points) >= FEWEST_USUAL else None
    lately = [one for one in evening.points if 1 <= (evening.day - one.day).days <= _ROUND]
    if usual is None or not lately:
        return None
    best = max(lately, key=lambda one: (one.mood, one.day))
    if best.mood - usual < _LIGHTER:
        return None
    when = "Yesterday" if best.day == evening.day - DAY else f"{best.day:%A}"
    return Question(f"{when} was one of your better days. What made it good?", About.MOOD)


def _about_theme(evening: Evening) -> Question | None:
    for one in evening.rising:
        if may_be_asked(one.entity.name):
            text = (
                f"You have spoken of {one.entity.name} on {one.n_days} of the last "
                f"{RISING_DAYS} days. What is it to you just now?"
            )
            return Question(text, About.THEME, entity_id=one.entity.id)
    return None
