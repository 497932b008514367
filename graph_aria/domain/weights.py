"""How heavy something is in a life, and how it fades.

Evidence is the truth, weight is derived: what a source says of a target has a
strength; all evidence of one target on one local day counts once; replaying the
days gives the weight. Times are aware UTC, weights lie on a scale from 1 to 10.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Final

from graph_aria.domain.days import EPOCH, days_between
from graph_aria.errors import InvalidSetting, InvalidWeight

MIN_WEIGHT: Final = 1.0
MAX_WEIGHT: Final = 10.0
NAMED_STRENGTH: Final = 1.0
INFERRED_STRENGTH: Final = 0.75
CO_OCCURRENCE_STRENGTH: Final = 0.4
GUESSED_STRENGTH: Final = 0.4
"""Of a feeling or topic that no word tells: as weak as co-occurrence, so it has to recur."""
MAX_STRENGTH: Final = 3.0
_ROUNDING: Final = 1e-6
_PLAIN_INTENSITY: Final = 3


@dataclass(frozen=True, slots=True)
class Dial:
    """How fast things fade, and when they count as faded.

    Attributes:
        rate_per_day: decay constant λ, 0 < λ <= 1.
        threshold: weight at which something stops being active, 1 < threshold < 2.

    Raises:
        InvalidSetting: one of them lies outside its range.
    """

    rate_per_day: float = 0.05
    threshold: float = 1.5

    def __post_init__(self) -> None:
        if not 0 < self.rate_per_day <= 1:
            message = f"decay_rate_per_day must lie above 0 and up to 1, not {self.rate_per_day}"
            raise InvalidSetting(message)
        if not 1 < self.threshold < 2:  # noqa: PLR2004 - the design's range
            message = f"fade_threshold must lie between 1 and 2, not {self.threshold}"
            raise InvalidSetting(message)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one source (an entry or a ruling) says of one target.

    Attributes:
        source_id, target_id: ids; a target is an entity or a relation.
        at: time of evidence.
        day: the user's local day of `at`.
        strength: 0 to 3; 0 only where a ruling ends a relation.
        ended: the source says that the relation is over.
    """

    source_id: str
    target_id: str
    at: datetime
    day: date
    strength: float
    ended: bool = False


@dataclass(frozen=True, slots=True)
class DayRow:
    """All evidence of one target on one local day, folded, and the weight after it.

    Attributes:
        at: the day's last mention.
        strength: the day's greatest strength.
        weight_after: weight at `at`, 1 to 10.
        ended: stance of the day's last statement.
    """

    target_id: str
    day: date
    at: datetime
    strength: float
    weight_after: float
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a target stands: a function of its last day row and of the dial.

    Attributes:
        weight: weight at `ref_at`, 1 to 10.
        ref_at: the last reference.
        heat: orders by present weight, see `heat`.
        fades_at: the instant when the weight falls to the threshold.
        ended_at: when the relation ended, None if it holds.
        first_on, last_on: local days of the first and of the last reference.
        n_days: number of local days with evidence, at least 1.
    """

    weight: float
    ref_at: datetime
    heat: float
    fades_at: datetime
    first_on: date
    last_on: date
    n_days: int
    ended_at: datetime | None = None

    def weight_at(self, now: datetime, dial: Dial) -> float:
        """Weight at an instant not before `ref_at`; not clamped."""
        return decayed(
            self.weight,
            days=days_between(self.ref_at, now),
            rate_per_day=dial.rate_per_day,
        )


def decayed(weight: float, *, days: float, rate_per_day: float) -> float:
    """Weight left after a quiet spell.

    Args:
        weight: weight at the last reference, 1 to 10.
        days: days since then, >= 0 (fractions count).
        rate_per_day: decay constant, > 0.

    Returns:
        A weight in (0, weight]; equal to `weight` at `days == 0`. Not clamped: the
        scale from 1 to 10 holds at a reference.

    Raises:
        InvalidWeight: `weight` lies outside 1 to 10.

    Source: design, section 5, decay.

    >>> round(decayed(10, days=10, rate_per_day=0.05), 3)
    6.065
    """
    if not MIN_WEIGHT <= weight <= MAX_WEIGHT:
        message = f"a weight lies between 1 and 10, not at {weight}"
        raise InvalidWeight(message)
    return weight * math.exp(-rate_per_day * days)


def strength(*, named: bool = True, intensity: int | None = None, matters: bool = False) -> float:
    """Strength of one source for one target.

    Args:
        named: False for a topic that was read from what is said.
        intensity: strongest emotion tied to the target, 1 to 5, None if there is none.
        matters: the user says that it matters.

    Returns:
        0.75 to 3.0.

    Source: design, section 5, strength.

    >>> strength()
    1.0
    >>> strength(intensity=5)
    2.0
    >>> strength(intensity=5, matters=True)
    3.0
    >>> strength(named=False)
    0.75
    """
    value = NAMED_STRENGTH if named else INFERRED_STRENGTH
    value += 0.5 * max(0, (intensity or 0) - _PLAIN_INTENSITY)
    value += 1.0 if matters else 0.0
    return min(MAX_STRENGTH, value)


def reinforced(weight: float, *, strength: float) -> float:
    """Weight right after a reference.

    Args:
        weight: decayed weight just before, >= 0 (0 for something new).
        strength: 0 to 3.

    Returns:
        1 to 10.

    Source: design, section 5, reinforce.

    >>> reinforced(0, strength=1.0)
    2.0
    >>> reinforced(9.5, strength=1.0)
    10.0
    """
    return min(MAX_WEIGHT, max(MIN_WEIGHT, weight) + strength)


def heat(weight: float, ref_at: datetime, dial: Dial) -> float:
    """A number that orders targets as their present weights do, at any later instant.

    `ln W(t_ref) + λ·t_ref`, with t_ref in days since 1970: decay subtracts the same
    from all, so the order never changes until something is mentioned.

    Source: design, section 5, heat.

    >>> from datetime import timedelta
    >>> dial = Dial()
    >>> heat(2.0, EPOCH + timedelta(days=20), dial) > heat(5.0, EPOCH, dial)
    True
    """
    return math.log(weight) + dial.rate_per_day * ((ref_at - EPOCH) / timedelta(days=1))


def heat_floor(dial: Dial, now: datetime) -> float:
    """A heat that nothing active at `now` lies below; some that faded lie above it.

    A weight is at least 1 at its reference, and what is active has a weight above 1
    now or a reference after now: in both cases `ln W + λ·t_ref >= λ·now`.
    """
    return dial.rate_per_day * ((now - EPOCH) / timedelta(days=1)) - _ROUNDING


def fades_at(weight: float, ref_at: datetime, dial: Dial) -> datetime:
    """The instant when the weight falls to the threshold, never before `ref_at`.

    Source: design, section 5, active.

    >>> from datetime import timedelta
    >>> (fades_at(2.0, EPOCH, Dial()) - EPOCH) / timedelta(days=1) // 0.01 / 100
    5.75
    >>> fades_at(1.4, EPOCH, Dial()) == EPOCH
    True
    """
    if weight <= dial.threshold:
        return ref_at
    return ref_at + timedelta(days=math.log(weight / dial.threshold) / dial.rate_per_day)


def fold_days(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Fold the evidence of one target by local day.

    Returns:
        One item a day, in order of its last mention: its greatest strength, at its
        last mention, with the stance of its last statement (ties by source id).

    Source: design, section 5, the day rule.
    """
    by_day = sorted(evidence, key=lambda item: (item.day, item.at, item.source_id))
    folded = []
    for day, group in groupby(by_day, key=lambda item: item.day):
        items = list(group)
        last = items[-1]
        folded.append(
            Evidence(
                source_id=last.source_id,
                target_id=last.target_id,
                at=last.at,
                day=day,
                strength=max(item.strength for item in items),
                ended=last.ended,
            )
        )
    return sorted(folded, key=lambda item: (item.at, item.day))


def replay(
    evidence: Iterable[Evidence], dial: Dial, *, before: DayRow | None = None
) -> list[DayRow]:
    """Weights after each day on which a target was spoken of.

    Args:
        evidence: evidence of one target, in any order.
        dial: rate and threshold.
        before: the row that all of `evidence` comes after, None at the beginning.

    Returns:
        One row a day, in order of `at`. It does not depend on the order of `evidence`.

    Source: design, section 5, evidence is the truth.
    """
    rows: list[DayRow] = []
    last = before
    for item in fold_days(evidence):
        left = 0.0
        if last is not None:
            left = decayed(
                last.weight_after,
                days=days_between(last.at, item.at),
                rate_per_day=dial.rate_per_day,
            )
        last = DayRow(
            target_id=item.target_id,
            day=item.day,
            at=item.at,
            strength=item.strength,
            weight_after=reinforced(left, strength=item.strength),
            ended=item.ended,
        )
        rows.append(last)
    return rows


def standing(rows: Sequence[DayRow], dial: Dial) -> Standing:
    """Where a target stands after all of its rows.

    Args:
        rows: in order of `at`, not empty.
        dial: rate and threshold.
    """
    last = rows[-1]
    return Standing(
        weight=last.weight_after,
        ref_at=last.at,
        heat=heat(last.weight_after, last.at, dial),
        fades_at=fades_at(last.weight_after, last.at, dial),
        first_on=rows[0].day,
        last_on=last.day,
        n_days=len(rows),
        ended_at=last.at if last.ended else None,
    )


def is_active(
    *,
    now: datetime,
    fades_at: datetime,
    pinned: bool = False,
    is_user: bool = False,
    ended: bool = False,
) -> bool:
    """Tell whether something is active: the one place where that is decided.

    For an entity `pinned or is_user or now < fades_at`; for a relation
    `now < fades_at and not ended`. Stores filter by the same comparison of
    microseconds, so every path gives one answer at the very instant of fading.

    Source: design, section 5, active.
    """
    return (pinned or is_user or now < fades_at) and not ended


def shown(weight: float) -> float:
    """The weight that people see: never below 1.

    >>> shown(0.4)
    1.0
    """
    return max(MIN_WEIGHT, weight)
