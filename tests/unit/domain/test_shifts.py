"""Moods are evened, and slid along their days."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from datetime import date, timedelta
from statistics import mean

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.shifts import (
    MIN_MOOD_DAYS,
    N_SHIFTS,
    Trial,
    evened,
    parts_of,
    shift_test,
    slid_by,
)

FIRST = date(2026, 1, 1)
POINT = 1_000_000


def on_days(values: Sequence[float]) -> list[tuple[date, float]]:
    return [(FIRST + timedelta(days=number), value) for number, value in enumerate(values)]


def noise(seed: int, n: int, *, memory: float = 0.5) -> list[int]:
    chance = random.Random(seed)
    state, values = 0.0, []
    for _ in range(n):
        state = memory * state + math.sqrt(1 - memory**2) * chance.gauss(0, 1)
        values.append(round(state * POINT))
    return values


class TestEvened:
    def test_a_rising_year_is_flat_to_its_very_ends(self) -> None:
        left = evened(on_days([2 + 6 * number / 364 for number in range(364)]))
        assert max(map(abs, left)) < 0.01 * POINT

    def test_a_week_that_repeats_is_flat(self) -> None:
        left = evened(on_days([8.0 if number % 7 > 4 else 5.0 for number in range(364)]))
        inner = left[28:-28]
        assert max(map(abs, inner)) < 0.1 * POINT

    def test_a_slow_year_is_nearly_flat(self) -> None:
        slow = [5.5 + 2 * math.sin(math.tau * number / 364) for number in range(364)]
        assert max(map(abs, evened(on_days(slow)))) < 0.25 * POINT

    def test_one_good_day_stands_out_by_nearly_all_of_it(self) -> None:
        values = [5.0] * 200
        values[100] = 8.0
        left = evened(on_days(values))
        assert left[100] == max(left)
        assert 2.5 * POINT < left[100] <= 3 * POINT

    def test_days_that_are_missing_are_skipped(self) -> None:
        line = on_days([2 + 6 * number / 364 for number in range(364)])
        some = [item for number, item in enumerate(line) if number % 5 in {0, 3} or number > 300]
        assert max(map(abs, evened(some))) < 0.01 * POINT

    def test_days_far_apart_are_each_their_own_line(self) -> None:
        lone = [(FIRST + timedelta(days=70 * number), 3.0 + number) for number in range(5)]
        assert evened(lone) == [0] * 5

    @given(st.lists(st.integers(1, 10), min_size=60, max_size=200), st.integers(-3, 3))
    def test_how_high_moods_are_makes_no_difference(self, values: list[int], up: int) -> None:
        low, high = evened(on_days(values)), evened(on_days([value + up for value in values]))
        assert max(abs(a - b) for a, b in zip(low, high, strict=True)) <= 4


class TestParts:
    @given(st.integers(MIN_MOOD_DAYS, 400))
    def test_parts_lie_end_to_end_and_can_be_slid_in_enough_ways(self, n: int) -> None:
        parts = parts_of(n)
        assert [place for part in parts for place in part] == list(range(n))
        assert math.prod(map(len, parts)) >= 8_000
        assert max(map(len, parts)) - min(map(len, parts)) <= 1

    def test_slidings_are_spread_evenly(self) -> None:
        for distances in slid_by([91, 91, 91, 91], N_SHIFTS):
            counts = [distances.count(distance) for distance in range(91)]
            assert max(counts) - min(counts) <= 6


class TestShiftTest:
    def test_what_goes_with_better_moods_is_certain(self) -> None:
        present = frozenset(random.Random(1).sample(range(200), 50))
        moods = [value + 2 * POINT * (n in present) for n, value in enumerate(noise(1, 200))]
        (verdict,) = shift_test(moods, [Trial(present)])
        assert verdict.deviations > 5
        assert verdict.p_value == 1 / (1 + N_SHIFTS)

    def test_better_and_worse_are_mirrored(self) -> None:
        present = frozenset(random.Random(1).sample(range(200), 50))
        moods = [value + POINT * (n in present) for n, value in enumerate(noise(2, 200))]
        (up,) = shift_test(moods, [Trial(present)])
        (down,) = shift_test([-value for value in moods], [Trial(present)])
        assert (up.p_value, up.deviations) == (down.p_value, -down.deviations)

    def test_with_and_without_are_mirrored(self) -> None:
        present = frozenset(random.Random(1).sample(range(200), 50))
        moods = [value + 2 * POINT * (n in present) for n, value in enumerate(noise(2, 200))]
        (one,) = shift_test(moods, [Trial(present)])
        (other,) = shift_test(moods, [Trial(frozenset(range(200)) - present)])
        assert math.isclose(one.deviations, -other.deviations)

    def test_one_long_run_is_never_certain(self) -> None:
        """However much better a fortnight was: it is one fortnight."""
        present = frozenset(range(100, 114))
        moods = [value + 5 * POINT * (n in present) for n, value in enumerate(noise(3, 364))]
        (verdict,) = shift_test(moods, [Trial(present)])
        assert verdict.p_value is None or verdict.p_value > 1 / 182

    def test_what_shares_a_rhythm_is_not_certain(self) -> None:
        """Both have it anyway; most slidings of one rhythm along itself look as good."""
        present = frozenset(range(0, 200, 2))
        moods = [value + 3 * POINT * (n in present) for n, value in enumerate(noise(4, 200))]
        (verdict,) = shift_test(moods, [Trial(present)])
        assert verdict.p_value is None or verdict.p_value > 0.02

    def test_more_trials_make_each_less_certain(self) -> None:
        chance = random.Random(5)
        present = frozenset(chance.sample(range(200), 50))
        moods = [value + 4 * POINT // 5 * (n in present) for n, value in enumerate(noise(11, 200))]
        others = [Trial(frozenset(chance.sample(range(200), 50))) for _ in range(40)]
        alone = shift_test(moods, [Trial(present)])[0]
        among = shift_test(moods, [Trial(present), *others])[0]
        assert alone.p_value is not None
        assert among.p_value is not None
        assert alone.deviations == among.deviations
        assert alone.p_value < among.p_value

    def test_what_nobody_can_tell_of_counts_on_neither_side(self) -> None:
        chance = random.Random(6)
        present = frozenset(chance.sample(range(200), 60))
        unknown = frozenset(chance.sample(sorted(set(range(200)) - present), 70))
        moods = [
            value + POINT * (2 * (n in present) + 9 * (n in unknown))
            for n, value in enumerate(noise(6, 200))
        ]
        everywhere = mean(moods)
        assert mean(moods[n] for n in present) < everywhere
        (verdict,) = shift_test(moods, [Trial(present, unknown)])
        assert verdict.deviations > 0

    def test_the_same_comes_out_in_any_order(self) -> None:
        chance = random.Random(7)
        moods = noise(7, 150)
        sets = [frozenset(chance.sample(range(150), 30 + n)) for n in range(12)]
        forward = shift_test(moods, [Trial(one) for one in sets])
        back = shift_test(moods, [Trial(tuple(sorted(one, reverse=True))) for one in sets[::-1]])
        assert forward == back[::-1]

    def test_moods_that_never_change_go_with_nothing(self) -> None:
        (verdict,) = shift_test([0] * 100, [Trial(frozenset(range(0, 100, 3)))])
        assert (verdict.deviations, verdict.p_value) == (0.0, None)

    def test_no_trials_no_verdicts(self) -> None:
        assert shift_test(noise(8, 100), []) == []

    def test_chance_is_certain_no_more_often_than_it_says(self) -> None:
        """Moods with a long memory, things in runs of days: p <= 0.01 in about 3 of 300."""
        n_sure = 0
        for seed in range(300):
            chance = random.Random(seed)
            places = [
                place
                for begin in chance.sample(range(150), 12)
                for place in range(begin, min(150, begin + chance.randint(1, 5)))
            ]
            trials = [Trial(frozenset(places))]
            verdict = shift_test(noise(seed, 150, memory=0.8), trials)[0]
            n_sure += verdict.p_value is not None and verdict.p_value <= 0.01
        assert n_sure <= 9
