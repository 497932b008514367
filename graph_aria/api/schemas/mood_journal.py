"""Moods, this day of earlier years, and today, over the wire."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from graph_aria.api.schemas.entries import ShownEntry
from graph_aria.api.schemas.life import ShownUpcoming
from graph_aria.api.schemas.reading import EntityName
from graph_aria.api.schemas.values import Shown
from graph_aria.domain.mood_journal import Trend
from graph_aria.domain.today import About


class ShownMoodPoint(Shown):
    """The mood of one local day."""

    day: date
    mood: float = Field(description="1 to 10: what was said, which holds, else what was read.")
    said: float | None = Field(description="Mean of the moods that were given; null if none was.")
    n_said: int
    read: float | None = Field(description="Mean of those that were read; null if none was.")
    n_read: int


class ShownBecause(Shown):
    """What a check-in gives as its reason."""

    entry_id: str
    start: int
    end: int
    day: date
    mood: int | None
    quote: str


class Beside(Shown):
    """Something that was named on the same days."""

    name: str
    n_days: int


class ShownFeeling(Shown):
    """A feeling that was named within these days."""

    entity: EntityName
    n_days: int
    beside: list[Beside] = Field(description="What was named beside it: that is no cause.")
    because: list[ShownBecause]


class ShownGoesWith(Shown):
    """Something that goes together with better or worse days; no cause is told."""

    entity: EntityName
    with_it: float = Field(description="Mean mood of the days on which it was named.")
    without_it: float = Field(description="Of the other days.")
    n_with: int
    n_without: int
    p_value: float = Field(description="How often shuffled days would differ as much.")


class ShownMoodJournal(Shown):
    """How the user has been feeling, and what goes together with it."""

    since: date
    until: date
    days: list[ShownMoodPoint] = Field(description="Those that have a mood, oldest first.")
    level: float | None = Field(description="Mean of these days.")
    earlier: float | None = Field(description="Of the first half of the time; see `trend`.")
    later: float | None
    trend: Trend
    feelings: list[ShownFeeling] = Field(description="On most days first.")
    because: list[ShownBecause] = Field(description="The latest reasons of check-ins.")
    better: list[ShownGoesWith] = Field(description="What goes together with better days.")
    worse: list[ShownGoesWith] = Field(description="What goes together with worse days.")
    n_compared: int = Field(description="Things that have five days with a mood on either side.")
    is_told: bool = Field(description="False: it cannot be told yet what goes together.")
    told: str = Field(description="What goes together, or why that cannot be told, in words.")
    reads_moods: bool = Field(description="Whether the mood switch is on.")
    n_read: int = Field(description="Moods that were read and are kept of these days.")
    note: str | None = Field(description="What the mood switch keeps out, or what it lets in.")


class ClearedMoods(Shown):
    """What became of clearing the moods that were read."""

    n_cleared: int
    proved: bool = Field(description="The store was scrubbed and none was found afterwards.")
    n_left: int = Field(default=0, description="Found afterwards; 0 if it was not looked for.")
    out_of_reach: list[str] = Field(
        default_factory=list, description="Where some may still stand and no search can look."
    )


class ShownYearAgo(Shown):
    """What this day of an earlier year held."""

    day: date
    years: int
    entries: list[ShownEntry] = Field(description="Oldest first, at most 20.")
    mood: float | None = Field(description="Mean of the moods that were given in them.")
    feelings: list[str] = Field(description="Strongest first, at most five.")
    cared_for: list[EntityName] = Field(description="What else they spoke of, at most five.")


class OnThisDay(Shown):
    """What the user wrote, felt and cared for on this day, a year ago and more."""

    day: date = Field(description="Today.")
    years: list[ShownYearAgo] = Field(description="Latest first.")


class ShownQuestion(Shown):
    """One question for an evening."""

    text: str
    about: About
    memory_id: str | None
    entity_id: str | None


class ShownToday(Shown):
    """What the day holds."""

    day: date
    anniversaries: list[ShownUpcoming] = Field(description="Days that return today.")
    follow_ups: list[ShownUpcoming] = Field(description="What passed and is asked after.")
    yesterday: ShownMoodPoint | None = Field(description="Null if no mood is known of it.")
    this_day: list[ShownYearAgo] = Field(
        description="The latest three, in short: without feelings and what was cared for."
    )
    question: ShownQuestion
    note: str | None = Field(description="Told while life is off.")
