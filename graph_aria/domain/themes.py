"""Themes with their trends, and what comes with them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from graph_aria.domain.days import days_between
from graph_aria.domain.graph import Entity
from graph_aria.domain.views import AsOf, MoodDay, ThemeDay
from graph_aria.domain.weights import DayRow, Dial, decayed, replay

MIN_MOOD_DAYS: Final = 5
"""Days with a mood that each side of a comparison needs."""
_MAX_EMOTIONS: Final = 3
_MIN_TOGETHER: Final = 2


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme of the user's life at some instant.

    Attributes:
        entity: what it is.
        weight: its weight at that instant.
        trend_7d, trend_30d: weight minus that of 7 and of 30 days before.
        emotions: names of at most three emotions that were spoken of on at least two of
            its days, with the number of those days, most first.
        mood_with, mood_without: mean mood on days with it and on days without it; both
            None unless there are at least five of each.
        n_mood_with, n_mood_without: how many days those are.
        first_on, last_on, n_days: first, last and number of its local days.
    """

    entity: Entity
    weight: float
    trend_7d: float
    trend_30d: float
    emotions: tuple[tuple[str, int], ...]
    mood_with: float | None
    mood_without: float | None
    n_mood_with: int
    n_mood_without: int
    first_on: date
    last_on: date
    n_days: int


def last_as_of(part: AsOf, dial: Dial) -> DayRow | None:
    """The last day of a target by an instant, from what had been said by then."""
    rows = replay(part.evidence, dial, before=part.row)
    return rows[-1] if rows else part.row


def weight_as_of(part: AsOf | None, at: datetime, dial: Dial) -> float:
    """Weight of a target at an instant, from what had been said by then.

    Returns:
        0 if nothing had been said, else the decayed weight, not clamped.
    """
    last = None if part is None else last_as_of(part, dial)
    if last is None:
        return 0.0
    return decayed(
        last.weight_after, days=days_between(last.at, at), rate_per_day=dial.rate_per_day
    )


def days_of(rows: Sequence[ThemeDay]) -> dict[str, set[date]]:
    """The local days on which each entity was spoken of."""
    days: defaultdict[str, set[date]] = defaultdict(set)
    for item in rows:
        days[item.entity_id].add(item.row.day)
    return dict(days)


def emotions_with(
    entity: Entity, days: Mapping[str, set[date]], emotions: Mapping[str, str]
) -> tuple[tuple[str, int], ...]:
    """Emotions that were spoken of on the same days as an entity.

    Args:
        entity: the theme.
        days: by entity id.
        emotions: names of emotion entities by id.
    """
    own = days.get(entity.id, set())
    counts = Counter(
        {
            name: len(own & days.get(emotion_id, set()))
            for emotion_id, name in emotions.items()
            if emotion_id != entity.id
        }
    )
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple((name, n) for name, n in ranked if n >= _MIN_TOGETHER)[:_MAX_EMOTIONS]


def mood_split(
    days: set[date], moods: Sequence[MoodDay]
) -> tuple[float | None, float | None, int, int]:
    """Mean mood on days with something and on days without it.

    Returns:
        (with, without, days with, days without); both means are None unless there are at
        least five days of each.
    """
    with_it = [mood.mood for mood in moods if mood.day in days]
    without = [mood.mood for mood in moods if mood.day not in days]
    if min(len(with_it), len(without)) < MIN_MOOD_DAYS:
        return None, None, len(with_it), len(without)
    return (
        sum(with_it) / len(with_it),
        sum(without) / len(without),
        len(with_it),
        len(without),
    )
