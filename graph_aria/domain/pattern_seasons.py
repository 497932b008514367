"""What returns with a season."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, product
from operator import add, itemgetter, mul
from typing import Final

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
from graph_aria.domain.pattern_words import category_of, named, season_sentence
from graph_aria.domain.shifts import MIN_DEVIATIONS, N_SHIFTS, slid_by
from graph_aria.domain.vocabulary import Kind

MIN_YEARS: Final = 3
"""Two years can be slid along each other in 52 ways only, too few to tell anything."""
MAX_YEARS: Final = 5
N_WEEKS: Final = 52
MIN_WEEKS: Final = 40
"""Weeks written about that a year needs."""
LONGEST: Final = 6
"""Months of the longest season."""
_MIN_DAYS_A_YEAR: Final = 2
_TWICE: Final = 2
_N_MONTHS: Final = 12
_KINDS: Final = frozenset({Kind.ACTIVITY, Kind.TOPIC, Kind.EVENT})
_IMPORTANCE: Final = 0.5


def season_patterns(journal: JournalDays) -> list[Pattern]:
    """What is spoken of in the same weeks of every year, over three to five years.

    The years, counted back from today, are slid along each other week by week: somebody
    who has phases of months has them in other months of other years. So a season that was
    seen three times must have been sharp to be believed; four or five times make it easy.

    Returns:
        In order of entity id.
    """
    years = _years(journal)
    if len(years) < MIN_YEARS:
        return []
    window = frozenset[date]().union(*years)
    histories = tuple(
        replace(item, days=item.days & window)
        for item in journal.histories
        if item.kind in _KINDS and category_of(item)
    )
    tried = [
        item
        for item in heaviest(histories)
        if len(item.days) >= MIN_DAYS
        and sum(bool(item.days & year.keys()) for year in years) >= MIN_YEARS
    ]
    scores = [_scores(item.days, years) for item in tried]
    seen = [sum((row[0] for row in rows), 0.0) for rows in scores]
    if not any(one >= MIN_DEVIATIONS for one in seen):
        return []
    slidings = _slidings(len(years))
    greatest = _greatest(scores, slidings, len(years))
    found = []
    for history, one in zip(tried, seen, strict=True):
        if one >= MIN_DEVIATIONS:
            p_value = (1 + sum(map(one.__le__, greatest))) / (1 + len(greatest))
            pattern = _pattern(history, years, p_value * SHARES[PatternKind.SEASON])
            if pattern:
                found.append(replace(pattern, n_shifts=len(greatest)))
    return sorted(found, key=lambda item: item.entity_id)


def _years(journal: JournalDays) -> list[dict[date, int]]:
    """Whole years back from today, latest first, while enough was written about in them.

    Returns:
        Of each the days written about, with their weeks, counted back from its end.
    """
    told = journal.told
    years = []
    until = journal.today
    for _ in range(MAX_YEARS):
        since = _year_before(until)
        weeks = {day: _week(day, until) for day in told if since < day <= until}
        if len(set(weeks.values())) < MIN_WEEKS:
            break
        years.append(weeks)
        until = since
    return years


def _year_before(day: date) -> date:
    """The same day of the year before; of 29 February the day before."""
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return day.replace(year=day.year - 1, day=28)


def _week(day: date, until: date) -> int:
    """Weeks back from the end of a year; the last of them has a day or two more."""
    return min(N_WEEKS - 1, (until - day) // timedelta(weeks=1))


def _scores(spoken: frozenset[date], years: Sequence[Mapping[date, int]]) -> list[list[float]]:
    """For each two years, and each distance, how much their weeks agree, in deviations."""
    profiles = []
    for year in years:
        written = Counter(year.values())
        having = Counter(year[day] for day in spoken & year.keys())
        share = having.total() / written.total()
        profiles.append([having[week] - share * written[week] for week in range(N_WEEKS)])
    twice = [[*profile, *profile] for profile in profiles]
    agreements = [
        [sum(map(mul, one, other[by : by + N_WEEKS])) for by in range(N_WEEKS)]
        for one, other in combinations(twice, 2)
    ]
    spread = math.sqrt(sum(sum(value**2 for value in row) / N_WEEKS for row in agreements))
    return [[value / spread if spread else 0.0 for value in row] for row in agreements]


def _slidings(n_years: int) -> list[tuple[int, ...]]:
    """For each year but the first, which stays, its distances in order of the slidings."""
    n_moved = n_years - 1
    if N_WEEKS**n_moved <= N_SHIFTS:
        every = [steps for steps in product(range(N_WEEKS), repeat=n_moved) if any(steps)]
        return list(zip(*every, strict=True))
    return slid_by([N_WEEKS] * n_moved, N_SHIFTS)


def _greatest(
    scores: Iterable[Sequence[Sequence[float]]], slidings: Sequence[tuple[int, ...]], n_years: int
) -> list[float]:
    """In each sliding the greatest deviation of any theme."""
    n_slidings = len(slidings[0])
    moved = [(0,) * n_slidings, *slidings]
    picks = [
        itemgetter(*((b - a) % N_WEEKS for a, b in zip(moved[one], moved[other], strict=True)))
        for one, other in combinations(range(n_years), 2)
    ]
    greatest = [0.0] * n_slidings
    for rows in scores:
        slid = [0.0] * n_slidings
        for pick, row in zip(picks, rows, strict=True):
            slid = list(map(add, slid, pick(row)))
        greatest = list(map(max, greatest, slid))
    return greatest


def _pattern(
    history: History, years: Sequence[Mapping[date, int]], p_value: float
) -> Pattern | None:
    """What is to be told of a season, if it is certain and returned every year."""
    told = frozenset[date]().union(*years)
    months = season_of(history.days, told)
    category = category_of(history)
    if p_value > MAX_P or category is None:
        return None
    in_season = frozenset(day for day in told if day.month in months)
    days = history.days & in_season
    n_outside = len(told) - len(in_season)
    inside = len(days), len(in_season)
    outside = len(history.days - in_season), n_outside
    if (
        min(inside[0], outside[1] - outside[0]) < MIN_DAYS
        or inside[0] * outside[1] < _TWICE * outside[0] * inside[1]
        or min(len(days & year.keys()) for year in years) < _MIN_DAYS_A_YEAR
    ):
        return None
    return Pattern(
        kind=PatternKind.SEASON,
        entity_id=history.entity_id,
        text=season_sentence(
            named(history), months, n_years=len(years), inside=inside, outside=outside
        ),
        value=f"{months[0]}-{months[-1]}",
        category=category,
        importance=_IMPORTANCE,
        days=tuple(sorted(days)),
        n_without=outside[1],
        with_it=inside[0] / inside[1],
        without_it=outside[0] / outside[1],
        p_value=p_value,
        n_shifts=0,
    )


def season_of(spoken: frozenset[date], told: frozenset[date]) -> list[int]:
    """The months, at most six on end, in which it was spoken of most beyond its share.

    Returns:
        1 to 12 each, in order of time; the year may turn among them.
    """
    all_days = Counter(day.month for day in told)
    having = Counter(day.month for day in spoken & told)
    share = having.total() / all_days.total()
    runs = [
        [(first + step) % _N_MONTHS + 1 for step in range(length)]
        for length in range(1, LONGEST + 1)
        for first in range(_N_MONTHS)
    ]
    return max(runs, key=lambda run: sum(having[m] - share * all_days[m] for m in run))
