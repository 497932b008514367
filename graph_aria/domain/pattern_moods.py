"""What comes before better or worse moods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from graph_aria.domain.days import DAY
from graph_aria.domain.pattern_values import (
    MAX_P,
    MIN_DAYS,
    SHARES,
    History,
    JournalDays,
    Pattern,
    PatternKind,
    heaviest,
)
from graph_aria.domain.pattern_words import category_of, mood_sentence, named
from graph_aria.domain.shifts import (
    MIN_MOOD_DAYS,
    N_SHIFTS,
    Trial,
    Verdict,
    evened,
    shift_test,
)

WINDOW_DAYS: Final = 364
"""How far back moods are looked at: 52 weeks."""
LEAST_DIFFERENCE: Final = 0.5
"""Points of mood below which a difference is not worth telling, however certain it is."""
_IMPORTANCE: Final = 0.6
_DELAYS: Final = {PatternKind.SAME_DAY: 0 * DAY, PatternKind.NEXT_DAY: DAY}


@dataclass(frozen=True, slots=True)
class _Tried:
    """A theme and a delay; the rest are positions in the row of days with a mood."""

    history: History
    kind: PatternKind
    present: tuple[int, ...]
    absent: tuple[int, ...]
    unknown: frozenset[int]


def mood_patterns(journal: JournalDays) -> list[Pattern]:
    """What the moods of the last 52 weeks go with, on the same day and on the day after.

    Those without it are all other days with a mood; for the day after, only where
    the day before has an entry. A theme counts only if the moods also differ by half as
    much from those other days on which any theme was told of (if there are eight): who
    writes only on bad days would else be told that everything is bad for them.

    Returns:
        At most one pattern a theme, the one that deviates more; in order of entity id.
    """
    since = journal.today - (WINDOW_DAYS - 1) * DAY
    moods = sorted(
        (day, mood) for day, mood in journal.moods.items() if since <= day <= journal.today
    )
    if len(moods) < MIN_MOOD_DAYS:
        return []
    tried = _all_tried(journal, [day for day, _ in moods])
    told = journal.told
    verdicts = shift_test(
        evened(moods), [Trial(frozenset(item.present), item.unknown) for item in tried]
    )
    best: dict[str, tuple[float, Pattern]] = {}
    for item, verdict in zip(tried, verdicts, strict=True):
        pattern = _pattern(item, verdict, moods, told)
        if pattern is None:
            continue
        before = best.get(pattern.entity_id)
        if before is None or abs(verdict.deviations) > before[0]:
            best[pattern.entity_id] = abs(verdict.deviations), pattern
    return [pattern for _, (_, pattern) in sorted(best.items())]


def _all_tried(journal: JournalDays, days: Sequence[date]) -> list[_Tried]:
    """Themes with eight days and eight others, for both delays, in a fixed order."""
    seen = {day - delay for day in days for delay in _DELAYS.values()} & journal.entries
    histories = tuple(
        replace(item, days=item.days & seen) for item in journal.histories if category_of(item)
    )
    tried = []
    for kind, delay in _DELAYS.items():
        earlier = {day - delay: place for place, day in enumerate(days)}
        known = {place for day, place in earlier.items() if day in journal.entries}
        unknown = frozenset(range(len(days))) - known
        for history in heaviest(histories):
            present = {earlier[day] for day in history.days & earlier.keys()}
            absent = known - present
            if min(len(present), len(absent)) >= MIN_DAYS:
                tried.append(
                    _Tried(history, kind, tuple(sorted(present)), tuple(sorted(absent)), unknown)
                )
    return tried


def _pattern(
    item: _Tried, verdict: Verdict, moods: Sequence[tuple[date, float]], told: frozenset[date]
) -> Pattern | None:
    """What is to be told of a trial, if it is certain, large and not the telling's own."""
    if verdict.p_value is None or verdict.p_value * SHARES[item.kind] > MAX_P:
        return None
    better = verdict.deviations > 0
    sign = 1 if better else -1
    with_it = _mean(moods, item.present)
    without_it = _mean(moods, item.absent)
    difference = sign * (with_it - without_it)
    if difference < LEAST_DIFFERENCE:
        return None
    delay = _DELAYS[item.kind]
    told_of_others = [place for place in item.absent if moods[place][0] - delay in told]
    if (
        len(told_of_others) >= MIN_DAYS
        and sign * (with_it - _mean(moods, told_of_others)) < difference / 2
    ):
        return None
    category = category_of(item.history)
    if category is None:
        return None
    text = mood_sentence(
        named(item.history),
        better=better,
        next_day=item.kind is PatternKind.NEXT_DAY,
        means=(with_it, without_it),
        n_days=(len(item.present), len(item.absent)),
    )
    return Pattern(
        kind=item.kind,
        entity_id=item.history.entity_id,
        text=text,
        value="better" if better else "worse",
        category=category,
        importance=_IMPORTANCE,
        days=_days(moods, item.present, delay),
        n_without=len(item.absent),
        with_it=with_it,
        without_it=without_it,
        p_value=verdict.p_value * SHARES[item.kind],
        n_shifts=N_SHIFTS,
    )


def _mean(moods: Sequence[tuple[date, float]], places: Sequence[int]) -> float:
    return sum(moods[place][1] for place in places) / len(places)


def _days(
    moods: Sequence[tuple[date, float]], places: Sequence[int], delay: timedelta
) -> tuple[date, ...]:
    """The days on which it was spoken of."""
    return tuple(moods[place][0] - delay for place in places)
