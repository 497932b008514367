"""How somebody has been feeling: the curve of their days, and what goes together with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from math import erfc, sqrt
from typing import Final

from graph_aria.domain.graph import Entity
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.views import MoodDay
from graph_aria.domain.vocabulary import Kind

FEWEST_DAYS: Final = 1
MOST_DAYS: Final = 366
"""How many days a mood journal may show."""
EACH_SIDE: Final = 5
"""Days with a mood that each side of a comparison needs."""
LEAST_DIFFERENCE: Final = 0.5
"""Points of mood below which a difference is not told, however certain it is."""
FALSE_SHARE: Final = 0.1
"""Of what is told to go together, how much may be chance: one in ten."""
MOST_TOLD: Final = 5
"""Things that are told to go with better days, and as many with worse ones."""
MOST_FEELINGS: Final = 5
_MOST_WITH: Final = 3
_TOGETHER_DAYS: Final = 2


class Trend(StrEnum):
    """Where the moods go within the days that are shown."""

    BETTER = "better"
    WORSE = "worse"
    STEADY = "steady"
    UNKNOWN = "unknown"
    """There are not five days with a mood in each half."""


@dataclass(frozen=True, slots=True)
class MoodPoint:
    """The mood of one local day.

    Attributes:
        day: the user's local day.
        said: mean of the moods that the user gave on it, 1 to 10, None if they gave none.
        n_said: how many those are.
        read: mean of the moods that were read in its entries, None if none was.
        n_read: how many those are.
    """

    day: date
    said: float | None
    n_said: int
    read: float | None = None
    n_read: int = 0

    @property
    def mood(self) -> float:
        """What the user said, which holds; what was read, if they said nothing."""
        if self.said is not None:
            return self.said
        if self.read is None:
            raise ValueError(f"{self.day} has no mood")
        return self.read


@dataclass(frozen=True, slots=True)
class Because:
    """What a check-in gives as its reason, in the user's own words.

    Attributes:
        entry_id, start, end: where they stand.
        day: of the check-in.
        mood: what it gives, None if it gives none.
        text: `entry.text[start:end]`.
    """

    entry_id: str
    start: int
    end: int
    day: date
    mood: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Feeling:
    """A feeling of the user's that was named within the days that are shown.

    Attributes:
        entity: the feeling.
        n_days: on how many days.
        beside: names of at most three things that were named on at least two of these days,
            and how many they are; most first. It is said beside, and is no cause.
        because: reasons of check-ins that name it, latest first, at most three.
    """

    entity: Entity
    n_days: int
    beside: tuple[tuple[str, int], ...] = ()
    because: tuple[Because, ...] = ()


@dataclass(frozen=True, slots=True)
class GoesWith:
    """Something that goes together with better or worse days; which of them causes it is not told.

    Attributes:
        entity: what was named.
        with_it, without_it: mean mood of the days on which it was named, and of the others.
        n_with, n_without: how many those are, at least five each.
        p_value: how often days that are shuffled would differ as much, before it is counted
            how many things were compared.
    """

    entity: Entity
    with_it: float
    without_it: float
    n_with: int
    n_without: int
    p_value: float

    @property
    def difference(self) -> float:
        """Points of mood by which days with it are better; negative if they are worse."""
        return self.with_it - self.without_it


@dataclass(frozen=True, slots=True)
class MoodJournal:
    """How somebody has been feeling over some days.

    Attributes:
        since, until: the first and last local day.
        points: the days that have a mood, oldest first; may be empty.
        level: mean of these days, None without any.
        earlier, later: mean of the days with a mood in the first and in the second half of
            the time; None unless there are at least five in each.
        feelings: what was named most, on most days first, at most five.
        because: the latest reasons of check-ins, at most five.
        better, worse: what goes together with better and with worse days, largest difference
            first, at most five each.
        n_compared: how many things were compared: those with five days on either side.
        is_told: whether anything could be compared; if not it cannot be told yet what goes
            together with better or worse days.
        reads_moods: whether moods that were read are in the curve: the mood switch is on.
        n_read: how many moods that were read are kept of these days, shown or not.
    """

    since: date
    until: date
    points: tuple[MoodPoint, ...]
    level: float | None
    earlier: float | None
    later: float | None
    feelings: tuple[Feeling, ...]
    because: tuple[Because, ...]
    better: tuple[GoesWith, ...]
    worse: tuple[GoesWith, ...]
    n_compared: int
    reads_moods: bool
    n_read: int

    @property
    def is_told(self) -> bool:
        """Whether anything could be compared."""
        return self.n_compared > 0

    @property
    def trend(self) -> Trend:
        """Whether the second half of the time is better than the first, by half a point."""
        if self.earlier is None or self.later is None:
            return Trend.UNKNOWN
        change = self.later - self.earlier
        if abs(change) < LEAST_DIFFERENCE:
            return Trend.STEADY
        return Trend.BETTER if change > 0 else Trend.WORSE


def curve(said: Iterable[MoodDay], read: Iterable[MoodReading]) -> tuple[MoodPoint, ...]:
    """The days that have a mood, oldest first; what was read stays apart from what was said.

    Args:
        said: means of the moods that the user gave.
        read: moods that were read in entries.
    """
    given = {one.day: one for one in said}
    found: defaultdict[date, list[float]] = defaultdict(list)
    for one in read:
        found[one.day].append(one.mood)
    return tuple(
        MoodPoint(
            day,
            said=given[day].mood if day in given else None,
            n_said=given[day].n if day in given else 0,
            read=_mean(found[day]) if day in found else None,
            n_read=len(found.get(day, ())),
        )
        for day in sorted(given.keys() | found.keys())
    )


def halves(
    points: Sequence[MoodPoint], *, since: date, until: date
) -> tuple[float, float] | tuple[None, None]:
    """Mean mood of the first and of the second half of the time between two days.

    Returns:
        Both, if each half has at least five days with a mood, else None twice. An odd day in
        the middle belongs to the second half.
    """
    middle = date.fromordinal((since.toordinal() + until.toordinal() + 1) // 2)
    first = [one.mood for one in points if one.day < middle]
    second = [one.mood for one in points if one.day >= middle]
    if min(len(first), len(second)) < EACH_SIDE:
        return None, None
    return _mean(first), _mean(second)


def mean_of(points: Sequence[MoodPoint]) -> float | None:
    """Mean mood of some days, each counting once; None without any."""
    return _mean([one.mood for one in points]) if points else None


def told_apart(
    together: Iterable[GoesWith],
) -> tuple[tuple[GoesWith, ...], tuple[GoesWith, ...]]:
    """What goes with better days, and what with worse ones, at most five each, in that order."""
    found = tuple(together)
    better = tuple(one for one in found if one.difference > 0)
    worse = tuple(one for one in found if one.difference < 0)
    return better[:MOST_TOLD], worse[:MOST_TOLD]


def going_together(
    points: Sequence[MoodPoint],
    days: Mapping[str, set[date]],
    entities: Mapping[str, Entity],
) -> tuple[tuple[GoesWith, ...], int]:
    """What goes together with better or worse days.

    Days on which something was named are laid beside the other days, all of them with a mood.
    Told is what has at least five days on either side, whose means differ by half a point or
    more, and whose ranks differ so clearly (rank sum of Mann and Whitney) that of all that is
    told at most one in ten is expected to be chance, however many things were compared
    (Benjamini and Hochberg). Days that follow each other are alike, which this does not know:
    it says "goes together", never "because". Feelings are left out: a bad day that is called sad
    says one thing twice.

    Args:
        points: days with a mood.
        days: by entity id, the days on which each was named.
        entities: by id; what is not among them is left out.

    Returns:
        What is told, largest difference first, ties by name, then by id; and how many things
        were compared.

    Source: docs/decisions/031-what-goes-with-better-days.md
    """
    moods = {one.day: one.mood for one in points}
    ranks, ties = _ranks(moods)
    compared = []
    for entity_id in sorted(days.keys() & entities.keys()):
        entity = entities[entity_id]
        present = days[entity_id] & moods.keys()
        absent = moods.keys() - present
        if entity.is_user or entity.kind is Kind.EMOTION:
            continue
        if min(len(present), len(absent)) < EACH_SIDE:
            continue
        compared.append(
            GoesWith(
                entity,
                with_it=_mean([moods[day] for day in sorted(present)]),
                without_it=_mean([moods[day] for day in sorted(absent)]),
                n_with=len(present),
                n_without=len(absent),
                p_value=_p_value([ranks[day] for day in sorted(present)], len(moods), ties),
            )
        )
    most = _highest_p([one.p_value for one in compared])
    told = [
        one for one in compared if one.p_value <= most and abs(one.difference) >= LEAST_DIFFERENCE
    ]
    told.sort(key=lambda one: (-abs(one.difference), one.entity.name.casefold(), one.entity.id))
    return tuple(told), len(compared)


def feelings_named(
    days: Mapping[str, set[date]],
    entities: Mapping[str, Entity],
    because: Mapping[str, Sequence[Because]],
) -> tuple[Feeling, ...]:
    """The feelings that were named on most days, with what was named beside them.

    Args:
        days: by entity id, the days on which each was named.
        entities: by id; what is not among them is left out.
        because: by id of a feeling, the reasons of check-ins that name it, latest first.

    Returns:
        Most days first, ties by name, at most five.
    """
    felt = [
        (-len(days[one.id]), one.name.casefold(), one.id)
        for one in entities.values()
        if one.kind is Kind.EMOTION and days.get(one.id)
    ]
    named = [one for one in entities.values() if not one.is_user and one.kind is not Kind.EMOTION]
    return tuple(
        Feeling(
            entities[entity_id],
            n_days=-n_days,
            beside=_beside(days[entity_id], days, named),
            because=tuple(because.get(entity_id, ()))[:_MOST_WITH],
        )
        for n_days, _, entity_id in sorted(felt)[:MOST_FEELINGS]
    )


def _beside(
    own: set[date], days: Mapping[str, set[date]], named: Iterable[Entity]
) -> tuple[tuple[str, int], ...]:
    counts = Counter({(one.name, one.id): len(own & days.get(one.id, set())) for one in named})
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple((name, n) for (name, _), n in ranked if n >= _TOGETHER_DAYS)[:_MOST_WITH]


def _ranks(moods: Mapping[date, float]) -> tuple[dict[date, float], float]:
    """The rank of each day by its mood, equal ones sharing theirs; and Σ(t³ − t) over ties."""
    ordered = sorted(moods, key=lambda day: (moods[day], day))
    ranks: dict[date, float] = {}
    ties, first = 0.0, 0
    while first < len(ordered):
        last = first
        while last + 1 < len(ordered) and moods[ordered[last + 1]] == moods[ordered[first]]:
            last += 1
        for day in ordered[first : last + 1]:
            ranks[day] = (first + last) / 2 + 1
        n = last - first + 1
        ties += n**3 - n
        first = last + 1
    return ranks, ties


def _p_value(ranks: Sequence[float], n_all: int, ties: float) -> float:
    """How often as extreme a rank sum comes about by chance, on either side.

    Source: Mann and Whitney (1947), the normal approximation, corrected for ties.
    """
    n, other = len(ranks), n_all - len(ranks)
    spread = n * other / 12 * (n_all + 1 - ties / (n_all * (n_all - 1)))
    if spread <= 0:
        return 1.0
    deviation = abs(sum(ranks) - n * (n_all + 1) / 2) / sqrt(spread)
    return erfc(deviation / sqrt(2))


def _highest_p(p_values: Sequence[float]) -> float:
    """Up to which p something is told, so that one in ten of it may be chance; -1 for nothing.

    Source: Benjamini and Hochberg (1995).
    """
    highest = -1.0
    for place, p_value in enumerate(sorted(p_values), start=1):
        if p_value <= FALSE_SHARE * place / len(p_values):
            highest = p_value
    return highest


def _mean(moods: Sequence[float]) -> float:
    return sum(moods) / len(moods)
