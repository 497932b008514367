"""How somebody has been feeling: the curve, its level and trend, and what goes together with it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from statistics import mean

import pytest

from graph_aria.domain.graph import Entity
from graph_aria.domain.mood_journal import (
    EACH_SIDE,
    Because,
    GoesWith,
    MoodJournal,
    MoodPoint,
    Trend,
    curve,
    feelings_named,
    going_together,
    halves,
    mean_of,
    told_apart,
)
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.views import MoodDay
from graph_aria.domain.vocabulary import Kind

FIRST = date(2026, 5, 1)
DAY = timedelta(days=1)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def on(n: int) -> date:
    return FIRST + n * DAY


def thing(name: str, kind: Kind = Kind.ACTIVITY, *, is_user: bool = False) -> Entity:
    return Entity(f"id {name}", "me", kind, name, name.lower(), None, is_user=is_user)


def points(*moods: float | None) -> tuple[MoodPoint, ...]:
    """Days in a row with these moods; None is a day without."""
    return tuple(MoodPoint(on(n), mood, 1) for n, mood in enumerate(moods) if mood is not None)


def compared(moods: Iterable[float], **days: Iterable[int]) -> tuple[tuple[GoesWith, ...], int]:
    things = {f"id {name}": thing(name) for name in days}
    named = {f"id {name}": {on(n) for n in each} for name, each in days.items()}
    return going_together(points(*moods), named, things)


# --- the curve -----------------------------------------------------------------------------


def test_what_was_said_and_what_was_read_stand_apart_and_what_was_said_holds() -> None:
    said = [MoodDay(on(3), 4.5, 2), MoodDay(on(1), 8.0, 1)]
    read = [
        MoodReading("a", on(1), 3.0, NOON),
        MoodReading("b", on(2), 6.0, NOON),
        MoodReading("c", on(2), 7.0, NOON),
    ]
    assert curve(said, read) == (
        MoodPoint(on(1), 8.0, 1, 3.0, 1),
        MoodPoint(on(2), None, 0, 6.5, 2),
        MoodPoint(on(3), 4.5, 2),
    )
    assert [one.mood for one in curve(said, read)] == [8.0, 6.5, 4.5]
    assert curve([], []) == ()


def test_a_day_without_a_mood_has_none_to_give() -> None:
    with pytest.raises(ValueError, match="2026-05-01 has no mood"):
        _ = MoodPoint(FIRST, None, 0).mood


def test_the_level_counts_each_day_once() -> None:
    assert mean_of(curve([MoodDay(on(0), 2.0, 9), MoodDay(on(1), 8.0, 1)], [])) == 5.0
    assert mean_of(()) is None


@pytest.mark.parametrize(
    ("moods", "expected"),
    [
        ([5.0] * 10, (5.0, 5.0)),
        ([4.0] * 5 + [6.0] * 5, (4.0, 6.0)),
        # The day in the middle belongs to the second half.
        ([4.0] * 5 + [6.0] * 6, (4.0, 6.0)),
        ([4.0] * 4 + [None] + [6.0] * 5, (None, None)),
        ([4.0] * 9, (None, None)),
        ([], (None, None)),
    ],
)
def test_halves_need_five_days_each(
    moods: list[float | None], expected: tuple[float | None, float | None]
) -> None:
    until = on(max(0, len(moods) - 1))
    assert halves(points(*moods), since=FIRST, until=until) == expected


@pytest.mark.parametrize(
    ("earlier", "later", "trend"),
    [
        (5.0, 5.5, Trend.BETTER),
        (5.0, 5.49, Trend.STEADY),
        (5.0, 4.51, Trend.STEADY),
        (5.0, 4.5, Trend.WORSE),
        (None, None, Trend.UNKNOWN),
    ],
)
def test_a_trend_is_half_a_point(earlier: float | None, later: float | None, trend: Trend) -> None:
    journal = MoodJournal(
        FIRST, FIRST, (), None, earlier, later, (), (), (), (), 0, reads_moods=False, n_read=0
    )
    assert journal.trend is trend
    assert not journal.is_told


# --- what goes together --------------------------------------------------------------------


def test_what_parts_better_from_worse_days_is_told_with_its_figures() -> None:
    moods = [8, 4, 7, 4, 8, 3, 8, 5, 7, 4, 8, 4]
    told, n_compared = compared(moods, swimming=range(0, 12, 2), work=range(1, 12, 2))
    assert n_compared == 2
    better, worse = told_apart(told)
    (swim,), (work,) = better, worse
    assert (swim.entity.name, swim.n_with, swim.n_without) == ("swimming", 6, 6)
    assert swim.with_it == mean(moods[::2])
    assert swim.without_it == mean(moods[1::2])
    assert work.difference == pytest.approx(-swim.difference)
    assert 0 < swim.p_value == work.p_value < 0.01


@pytest.mark.parametrize(
    ("n_with", "n_without", "is_compared"),
    [(EACH_SIDE, EACH_SIDE, True), (EACH_SIDE - 1, 20, False), (20, EACH_SIDE - 1, False)],
)
def test_each_side_needs_five_days_with_a_mood(
    n_with: int, n_without: int, *, is_compared: bool
) -> None:
    moods = [9.0] * n_with + [2.0] * n_without
    # Days without a mood do not count, however often it was named on them.
    told, n_compared = compared(moods, yoga=[*range(n_with), *range(100, 140)])
    assert (n_compared, len(told)) == ((1, 1) if is_compared else (0, 0))


def test_what_differs_by_less_than_half_a_point_is_not_told() -> None:
    told, n_compared = compared([5.4] * 50 + [5.0] * 50, tea=range(50))
    assert (told, n_compared) == ((), 1)
    assert len(compared([5.5] * 50 + [5.0] * 50, tea=range(50))[0]) == 1


def test_one_extreme_day_is_no_difference() -> None:
    # The means differ by more than a point; nine days of ten are the same.
    moods = [6.0, 5.0, 6.0, 5.0, 6.0, 5.0, 6.0, 5.0, 6.0, 5.0, 5.0, 6.0, 5.0, 6.0, 1.0, 1.0]
    assert compared(moods, rain=range(8))[0] == ()


def test_days_that_are_all_alike_differ_by_nothing() -> None:
    assert compared([6.0] * 30, yoga=range(10)) == ((), 1)


def test_feelings_and_the_user_are_not_compared() -> None:
    named = {f"id {name}": {on(n) for n in range(6)} for name in ("sadness", "Ann", "gone")}
    things = [thing("sadness", Kind.EMOTION), thing("Ann", Kind.PERSON, is_user=True)]
    by_id = {one.id: one for one in things}
    assert going_together(points(*[9] * 6, *[2] * 6), named, by_id) == ((), 0)


def test_the_order_is_by_difference_then_by_name() -> None:
    moods = [9, 9, 9, 9, 9, 9, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6]
    told, _ = compared(moods, tea=range(6), bath=range(6), work=range(6, 12))
    assert [one.entity.name for one in told] == ["bath", "tea", "work"]
    again, _ = compared(moods, work=range(6, 12), bath=range(6), tea=range(6))
    assert again == told
    assert [one.entity.name for one in told_apart(told * 4)[0]] == ["bath", "tea"] * 2 + ["bath"]


def test_of_many_things_that_mean_nothing_hardly_any_is_told() -> None:
    chance = random.Random(20261130)
    n_runs = n_wrong = n_compared = n_plain = 0
    for _ in range(200):
        moods = [float(min(10, max(1, round(chance.gauss(6, 1.8))))) for _ in range(30)]
        days = {f"t{n}": [d for d in range(30) if chance.random() < 0.3] for n in range(30)}
        told, n = compared(moods, **days)
        n_runs += 1
        n_wrong += bool(told)
        n_compared += n
        for each in days.values():
            others = set(range(30)) - set(each)
            if min(len(each), len(others)) >= EACH_SIDE:
                with_it, without = (mean(moods[d] for d in side) for side in (each, others))
                n_plain += abs(with_it - without) >= 0.5
    # Anything at all in at most one month of eight; by the means alone, eleven things a month.
    assert n_wrong <= n_runs / 8
    assert n_compared / n_runs > 25
    assert n_plain / n_runs > 8


def test_what_means_something_is_told_beside_much_that_means_nothing() -> None:
    chance = random.Random(7)
    n_found = 0
    for _ in range(100):
        with_it = {day for day in range(30) if chance.random() < 0.4}
        moods = [chance.gauss(7 if day in with_it else 4.5, 1.2) for day in range(30)]
        days = {f"t{n}": [d for d in range(30) if chance.random() < 0.3] for n in range(20)}
        told, _ = compared(moods, swimming=with_it, **days)
        n_found += "swimming" in {one.entity.name for one in told}
    assert n_found >= 90


# --- feelings ------------------------------------------------------------------------------


def test_feelings_named_most_come_first_with_what_was_named_beside_them() -> None:
    things = {
        one.id: one
        for one in (
            thing("joy", Kind.EMOTION),
            thing("anger", Kind.EMOTION),
            thing("calm", Kind.EMOTION),
            thing("Priya", Kind.PERSON),
            thing("work", Kind.TOPIC),
            thing("Ann", Kind.PERSON, is_user=True),
        )
    }
    days = {
        "id joy": {on(0), on(1), on(2)},
        "id calm": {on(1)},
        "id anger": {on(4)},
        "id Priya": {on(0), on(1), on(9)},
        "id work": {on(4), on(2)},
        "id Ann": {on(0), on(1), on(2)},
        "id gone": {on(0), on(1), on(2)},
    }
    reasons = [Because("e", 4, 8, on(0), 8, "swam")] * 4
    joy, anger, calm = feelings_named(days, things, {"id joy": reasons})
    assert (joy.entity.name, joy.n_days, joy.beside) == ("joy", 3, (("Priya", 2),))
    assert joy.because == tuple(reasons[:3])
    # Once is no pattern: nothing is said to stand beside it.
    assert (anger.entity.name, anger.beside, anger.because) == ("anger", (), ())
    assert calm.entity.name == "calm"
