"""When a chapter of a life closes, and what it was about.

Chapters are projections over the day rows of themes: they live in entry time, so ten
years that are imported in one evening give the chapters of those years.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final

from graph_aria.domain.days import DAY, days_between, end_of_day
from graph_aria.domain.graph import Chapter, Feature
from graph_aria.domain.records import derived_id
from graph_aria.domain.views import MoodDay, ThemeDay
from graph_aria.domain.weights import DayRow, Dial, decayed, fades_at, is_active

MIN_DAYS: Final = 14
"""A chapter is open for at least this many days."""
THEN_FROM_DAY: Final = 7
"""First day on which a chapter that follows another is known well enough to compare with."""
THEN_FROM_DAY_IF_FRESH: Final = 28
"""The same for one that begins a life or ends a silence: its window has to fill first, or
the themes that are mentioned less often would look like a change when they arrive."""
MIN_THEMES: Final = 5
TOP: Final = 20
RECURRENT_DAYS: Final = 3
WINDOW: Final = timedelta(days=28)
MIN_OVERLAP: Final = 0.5
TREND: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class ChapterInput:
    """What chapters are derived from.

    Attributes:
        profile_id, zone, dial: of the profile.
        rows: day rows of everything that may be a theme, in any order; of each its last
            row before the first day as well.
        entry_days: number of entries of each local day that has any.
        moods: mean mood of each local day that has one.
    """

    profile_id: str
    zone: str
    dial: Dial
    rows: Sequence[ThemeDay]
    entry_days: Mapping[date, int]
    moods: Sequence[MoodDay] = ()


@dataclass(slots=True)
class _Life:
    """Weights of all themes, day after day."""

    dial: Dial
    zone: str
    last: dict[str, DayRow] = field(default_factory=dict)
    days: defaultdict[str, deque[date]] = field(default_factory=lambda: defaultdict(deque))

    def add(self, theme: ThemeDay) -> None:
        row = theme.row
        known = self.last.get(theme.entity_id)
        if known is None or row.at >= known.at:
            self.last[theme.entity_id] = row
        self.days[theme.entity_id].append(row.day)

    def active_on(self, day: date) -> dict[str, float]:
        """Weights at the end of a local day of what is active then, by entity id."""
        end = end_of_day(day, self.zone)
        weights = {}
        for entity_id, row in list(self.last.items()):
            if is_active(now=end, fades_at=fades_at(row.weight_after, row.at, self.dial)):
                weights[entity_id] = decayed(
                    row.weight_after,
                    days=days_between(row.at, end),
                    rate_per_day=self.dial.rate_per_day,
                )
            else:
                # It comes back with its next row; until then no day need look at it.
                del self.last[entity_id]
        return weights

    def recurrent(self, weights: Mapping[str, float], day: date) -> dict[str, float]:
        """The heaviest twenty with evidence on at least three of the last 28 days."""
        first = day - WINDOW + DAY
        kept = {}
        for entity_id, weight in weights.items():
            days = self.days[entity_id]
            while days and days[0] < first:
                days.popleft()
            if len(days) >= RECURRENT_DAYS:
                kept[entity_id] = weight
        ranked = sorted(kept.items(), key=lambda item: (-item[1], item[0]))
        return dict(ranked[:TOP])


def shares(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as parts of their sum.

    >>> shares({"a": 3.0, "b": 1.0})
    {'a': 0.75, 'b': 0.25}
    """
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()} if total else {}


def overlap(then: Mapping[str, float], now: Mapping[str, float]) -> float:
    """How much of one set of shares lies in another: Σmin / Σmax over their union.

    Args:
        then: shares that add up to 1.
        now: the same later; what is absent in one counts as 0.

    Returns:
        0 (nothing in common) to 1 (the same).

    Source: design, section 7.

    >>> overlap({"a": 0.5, "b": 0.5}, {"a": 0.5, "c": 0.5}) // 0.001 / 1000
    0.333
    >>> overlap({"a": 1.0}, {"a": 1.0})
    1.0
    """
    keys = sorted(then.keys() | now.keys())
    least = sum(min(then.get(key, 0.0), now.get(key, 0.0)) for key in keys)
    most = sum(max(then.get(key, 0.0), now.get(key, 0.0)) for key in keys)
    return least / most if most else 1.0


def derive_chapters(source: ChapterInput, *, start: date, until: date) -> list[Chapter]:
    """The chapters from a day on which one begins to another day, both included.

    Args:
        source: what they are derived from.
        start: first day of the first chapter; days before it only lend their weight.
        until: last whole local day.

    Returns:
        Oldest first; at most the last one is open. A chapter begins on a day with an
        entry; it closes when its themes overlap by less than half with those it began
        with, or when none is active, and not before its fourteenth day.

    Source: design, section 7.
    """
    life = _Life(source.dial, source.zone)
    rows_of: defaultdict[date, list[ThemeDay]] = defaultdict(list)
    for item in sorted(source.rows, key=lambda item: item.row.at):
        if item.row.day < start:
            life.add(item)
        else:
            rows_of[item.row.day].append(item)
    chapters: list[Chapter] = []
    current: Chapter | None = None
    compare_from = THEN_FROM_DAY
    heaviest: dict[str, float] = {}
    for day in (start + DAY * n for n in range((until - start).days + 1)):
        if current is None and source.entry_days.get(day):
            fresh = not life.active_on(day - DAY)
            compare_from = THEN_FROM_DAY_IF_FRESH if fresh else THEN_FROM_DAY
            current = _opened(source.profile_id, day)
        for row in rows_of[day]:
            life.add(row)
        if current is None:
            continue
        weights = life.active_on(day)
        heaviest = weights or heaviest
        top = life.recurrent(weights, day)
        age = (day - current.started_on).days + 1
        if current.then_on is None and age >= compare_from and len(top) >= MIN_THEMES:
            current = replace(current, then=shares(top), then_on=day)
        if age >= MIN_DAYS and _closes(current, weights, top):
            # A chapter that ends in silence is about what it was last about.
            chapters.append(_closed(current, day, heaviest, source))
            current = None
    if current is not None:
        chapters.append(current)
    return [_counted(chapter, source, until) for chapter in chapters]


def _opened(profile_id: str, day: date) -> Chapter:
    return Chapter(
        id=derived_id(profile_id, "chapter", day),
        profile_id=profile_id,
        started_on=day,
        ended_on=None,
        then={},
        then_on=None,
    )


def _closes(chapter: Chapter, weights: Mapping[str, float], top: Mapping[str, float]) -> bool:
    if not weights:
        return True
    if chapter.then_on is None or len(top) < MIN_THEMES:
        return False
    return overlap(chapter.then, shares(top)) < MIN_OVERLAP


def _closed(
    chapter: Chapter, day: date, weights: Mapping[str, float], source: ChapterInput
) -> Chapter:
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:TOP]
    before = _weights_on(day - TREND, [entity_id for entity_id, _ in ranked], source)
    return replace(
        chapter,
        ended_on=day,
        features=tuple(
            Feature(
                entity_id=entity_id,
                weight=weight,
                trend=weight - before.get(entity_id, 0.0),
                rank=rank,
            )
            for rank, (entity_id, weight) in enumerate(ranked, start=1)
        ),
    )


def _weights_on(day: date, entity_ids: Iterable[str], source: ChapterInput) -> dict[str, float]:
    wanted = set(entity_ids)
    life = _Life(source.dial, source.zone)
    for theme in sorted(source.rows, key=lambda item: item.row.at):
        if theme.entity_id in wanted and theme.row.day <= day:
            life.add(theme)
    return life.active_on(day)


def _counted(chapter: Chapter, source: ChapterInput, until: date) -> Chapter:
    last = chapter.ended_on or until
    moods = [mood for mood in source.moods if chapter.started_on <= mood.day <= last]
    n_moods = sum(mood.n for mood in moods)
    return replace(
        chapter,
        n_entries=sum(
            n for day, n in source.entry_days.items() if chapter.started_on <= day <= last
        ),
        mood=sum(mood.mood * mood.n for mood in moods) / n_moods if n_moods else None,
    )
