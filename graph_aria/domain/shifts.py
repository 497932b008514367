"""Whether moods go with something by more than chance, judged by sliding them along time.

Moods that follow one another are alike, weeks have a rhythm and years drift. A test that
takes days for independent finds patterns in all that. So first what months and weekdays do
to the moods is taken away, then the moods are slid along the days in every way that leaves
their order alone, and what is seen counts only if hardly any sliding shows as much for
anything that was tried.

Whole numbers throughout, so that the order of sums changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, pairwise
from operator import add, itemgetter
from typing import Final

HALF_WIDTH_DAYS: Final = 28
"""How far to either side the line reaches that a mood is measured from."""
MIN_MOOD_DAYS: Final = 60
"""With fewer days that have a mood nothing is tried: 3 parts of 20 can be slid in 8,000 ways."""
MIN_PART_DAYS: Final = 20
MAX_PARTS: Final = 4
N_SHIFTS: Final = 4999
"""Slidings that are looked at, of all that are possible."""
MIN_DEVIATIONS: Final = 3.0
"""What deviates less than this from its mean over all slidings is never claimed."""
_SCALE: Final = 1_000_000
_WEEK: Final = 7
_PRIMES: Final = (2, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class Trial:
    """One thing that may go with moods.

    Attributes:
        present: positions in the row of moods that have it.
        unknown: positions of which nobody can tell.
    """

    present: Collection[int]
    unknown: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the slidings say of one trial.

    Attributes:
        deviations: standard deviations from the mean over all slidings; above 0 if moods
            are better with it.
        p_value: share of slidings in which any of all trials deviates as much, what was
            seen included; above 0, at most 1. None if it deviates too little to ask.
    """

    deviations: float
    p_value: float | None


def evened(moods: Sequence[tuple[date, float]]) -> list[int]:
    """Moods without what months and weekdays do to them.

    From each mood a straight line through the moods of the 28 days before and after it is
    taken away, then the mean of what is left on that day of the week. The line, and not a
    mean, so that the ends of a rising year are not above and below it.

    Args:
        moods: one a day, oldest first.

    Returns:
        Millionths of a point, in the same order; near 0 on average.
    """
    days = [day.toordinal() - moods[0][0].toordinal() for day, _ in moods]
    values = [round(mood * _SCALE) for _, mood in moods]
    left = [mood - line for mood, line in zip(values, _lines(days, values), strict=True)]
    by_weekday: list[list[int]] = [[] for _ in range(_WEEK)]
    for day, rest in zip(days, left, strict=True):
        by_weekday[day % _WEEK].append(rest)
    usual = [sum(rests) // len(rests) if rests else 0 for rests in by_weekday]
    return [rest - usual[day % _WEEK] for day, rest in zip(days, left, strict=True)]


def _lines(days: Sequence[int], values: Sequence[int]) -> list[int]:
    """At each day the line of least squares through the values near it."""
    sums = [
        list(accumulate(terms, initial=0))
        for terms in (
            days,
            values,
            (day * day for day in days),
            (day * value for day, value in zip(days, values, strict=True)),
        )
    ]
    lines = []
    first = last = 0
    for day in days:
        while days[first] < day - HALF_WIDTH_DAYS:
            first += 1
        while last < len(days) and days[last] <= day + HALF_WIDTH_DAYS:
            last += 1
        n = last - first
        x, y, xx, xy = (total[last] - total[first] for total in sums)
        spread = n * xx - x * x
        if spread:
            lines.append((y * spread + (n * xy - x * y) * (n * day - x)) // (n * spread))
        else:
            lines.append(y // n)
    return lines


def parts_of(n_moods: int) -> list[range]:
    """The stretches within which moods are slid, each by itself; oldest first.

    At most four, of almost equal length, at least 20 moods each; empty if there are fewer
    than `MIN_MOOD_DAYS` moods. Several, since one row of n moods can be slid in n ways
    only, too few to tell one in a thousand. What was there in one part only is still seen
    as it was whenever that part stays: once in at most 91 slidings, so it is never claimed.

    >>> [len(part) for part in parts_of(100)]
    [25, 25, 25, 25]
    >>> parts_of(59)
    []
    """
    if n_moods < MIN_MOOD_DAYS:
        return []
    n_parts = min(MAX_PARTS, n_moods // MIN_PART_DAYS)
    ends = [n_moods * part // n_parts for part in range(n_parts + 1)]
    return [range(first, last) for first, last in pairwise(ends)]


def slid_by(lengths: Sequence[int], n_shifts: int) -> list[tuple[int, ...]]:
    """How far each part is slid in each sliding, spread evenly over all that are possible.

    Args:
        lengths: of the parts, at most four.
        n_shifts: how many slidings.

    Returns:
        For each part the distances, in order of the slidings.

    Source: a Kronecker sequence, fractional parts of the multiples of √2, √3, √5, √7.

    >>> slid_by((10, 100), 3)
    [(4, 8, 2), (73, 46, 19)]
    """
    return [
        tuple(int(n * math.modf(step * math.sqrt(prime))[0]) for step in range(1, n_shifts + 1))
        for n, prime in zip(lengths, _PRIMES, strict=False)
    ]


def shift_test(moods: Sequence[int], trials: Sequence[Trial]) -> list[Verdict]:
    """Judge all trials together.

    What counts is how the moods with something differ from those without it, in standard
    deviations over all slidings, so that what comes in long runs must differ by more.
    Every sliding is held against the greatest deviation of any trial (Westfall and Young),
    so the share is one over everything that was tried, however much that is.

    Args:
        moods: evened, oldest first.
        trials: each with at least one position that has it and one that has not.

    Returns:
        One verdict a trial, in their order; no p-values if there are too few moods.
    """
    parts = parts_of(len(moods))
    rows = [moods[part.start : part.stop] for part in parts]
    doubled = [[*row, *row] for row in rows]
    totals: dict[frozenset[int], list[list[int]]] = {}
    scores = []
    for trial in trials:
        if trial.unknown not in totals:
            gone = _sums(doubled, parts, trial.unknown)
            totals[trial.unknown] = [
                [sum(row) - one for one in sums] for row, sums in zip(rows, gone, strict=True)
            ]
        scores.append(_scores(doubled, parts, trial, totals[trial.unknown], len(moods)))
    seen = [sum((score[0] for score in part_scores), 0.0) for part_scores in scores]
    if not any(abs(one) >= MIN_DEVIATIONS for one in seen):
        return [Verdict(one, None) for one in seen]
    picks = [itemgetter(*steps) for steps in slid_by([len(part) for part in parts], N_SHIFTS)]
    greatest: list[float] = [0.0] * N_SHIFTS
    for part_scores in scores:
        slid: Sequence[float] = [0.0] * N_SHIFTS
        for pick, score in zip(picks, part_scores, strict=True):
            slid = list(map(add, slid, pick(score)))
        greatest = list(map(max, greatest, map(abs, slid)))
    return [
        Verdict(one, _share(greatest, one) if abs(one) >= MIN_DEVIATIONS else None) for one in seen
    ]


def _share(greatest: Sequence[float], seen: float) -> float:
    return (1 + sum(map(abs(seen).__le__, greatest))) / (1 + len(greatest))


def _sums(
    doubled: Sequence[Sequence[int]], parts: Sequence[range], positions: Collection[int]
) -> list[list[int]]:
    """For each part, and each distance that it is slid by, the sum at these positions."""
    sums = []
    for row, part in zip(doubled, parts, strict=True):
        total = [0] * len(part)
        for place in sorted(positions):
            if place in part:
                begin = place - part.start
                total = list(map(add, total, row[begin : begin + len(part)]))
        sums.append(total)
    return sums


def _scores(
    doubled: Sequence[Sequence[int]],
    parts: Sequence[range],
    trial: Trial,
    known: Sequence[Sequence[int]],
    n_moods: int,
) -> list[list[float]]:
    """For each part and distance, what it adds to the deviation."""
    n_known = n_moods - len(trial.unknown)
    n_present = len(trial.present)
    present = _sums(doubled, parts, trial.present)
    differences = [
        [n_known * one - n_present * all_of_it for one, all_of_it in zip(own, every, strict=True)]
        for own, every in zip(present, known, strict=True)
    ]
    means = [sum(row) / len(row) for row in differences]
    spread = math.sqrt(
        sum(
            sum((value - mean) ** 2 for value in row) / len(row)
            for row, mean in zip(differences, means, strict=True)
        )
    )
    if not spread:
        return [[0.0] * len(row) for row in differences]
    return [
        [(value - mean) / spread for value in row]
        for row, mean in zip(differences, means, strict=True)
    ]
