"""Properties of weights."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.days import days_between
from graph_aria.domain.graph import Entity
from graph_aria.domain.themes import weight_as_of
from graph_aria.domain.views import AsOf
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import (
    DayRow,
    Dial,
    Evidence,
    Standing,
    decayed,
    fades_at,
    heat,
    is_active,
    reinforced,
    replay,
    standing,
    strength,
)
from graph_aria.errors import InvalidSetting, InvalidWeight

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
weights = st.floats(1, 10)
spans = st.floats(0, 400)
rates = st.floats(0.001, 1)
instants = st.integers(0, 400 * 86_400_000_000).map(lambda us: BEGIN + timedelta(microseconds=us))


@given(weights, spans, spans, rates)
def test_decay_composes(weight: float, one: float, other: float, rate: float) -> None:
    at_once = decayed(weight, days=one + other, rate_per_day=rate)
    in_steps = decayed(weight, days=one, rate_per_day=rate) * math.exp(-rate * other)
    assert in_steps == pytest.approx(at_once, rel=1e-9)


@given(weights, st.floats(0.01, 400), rates)
def test_weight_only_falls_while_nothing_is_said(weight: float, days: float, rate: float) -> None:
    assert 0 < decayed(weight, days=days, rate_per_day=rate) < weight


@pytest.mark.parametrize("weight", [0.99, 10.01, -1, math.nan])
def test_a_weight_outside_the_scale_is_refused(weight: float) -> None:
    with pytest.raises(InvalidWeight, match="between 1 and 10"):
        decayed(weight, days=1, rate_per_day=0.05)


@pytest.mark.parametrize(
    ("rate", "threshold"), [(0, 1.5), (1.01, 1.5), (-1, 1.5), (0.05, 1), (0.05, 2), (math.nan, 1.5)]
)
def test_a_dial_outside_its_range_is_refused(rate: float, threshold: float) -> None:
    with pytest.raises(InvalidSetting):
        Dial(rate, threshold)


@given(st.floats(0, 12), st.floats(0, 3))
def test_reinforcing_stays_on_the_scale(weight: float, value: float) -> None:
    assert 1 <= reinforced(weight, strength=value) <= 10


@given(st.booleans(), st.none() | st.integers(1, 5), st.booleans())
def test_strength_stays_in_its_range(named: bool, intensity: int | None, matters: bool) -> None:  # noqa: FBT001
    assert 0.75 <= strength(named=named, intensity=intensity, matters=matters) <= 3


@given(
    st.lists(st.tuples(weights, instants), min_size=2, max_size=6),
    st.integers(0, 200 * 86_400_000_000),
    st.floats(0.01, 0.2),
)
def test_order_by_heat_is_order_by_decayed_weight(
    items: list[tuple[float, datetime]], later: int, rate: float
) -> None:
    dial = Dial(rate_per_day=rate)
    now = max(at for _, at in items) + timedelta(microseconds=later)

    def log_weight(item: tuple[float, datetime]) -> float:
        return math.log(item[0]) - rate * days_between(item[1], now)

    for one in items:
        for other in items:
            if log_weight(one) > log_weight(other) + 1e-9:
                assert heat(*one, dial) > heat(*other, dial)


@given(weights, instants)
def test_at_the_instant_of_fading_it_is_over(weight: float, at: datetime) -> None:
    dial = Dial()
    instant = fades_at(weight, at, dial)
    tick = timedelta(microseconds=1)
    assert not is_active(now=instant, fades_at=instant)
    assert instant >= at
    if weight > dial.threshold:
        assert is_active(now=instant - tick, fades_at=instant)
        left = decayed(weight, days=days_between(at, instant), rate_per_day=dial.rate_per_day)
        assert left == pytest.approx(dial.threshold, rel=1e-9)
    else:
        assert instant == at
    where = Standing(weight, at, heat(weight, at, dial), instant, at.date(), at.date(), 1)
    entity = Entity("e", "p", Kind.TOPIC, "Work", "work", where)
    assert entity.active_at(instant - tick) is is_active(now=instant - tick, fades_at=instant)
    assert not entity.active_at(instant)


evidence = st.builds(
    lambda us, source, value: Evidence(
        source,
        "t",
        BEGIN + timedelta(microseconds=us),
        (BEGIN + timedelta(microseconds=us)).date(),
        value,
    ),
    st.integers(0, 90 * 86_400_000_000),
    st.text("abc", min_size=1, max_size=3),
    st.floats(0.4, 3),
)


@given(st.lists(evidence, max_size=20), st.randoms(use_true_random=False))
def test_replay_does_not_depend_on_order(items: list[Evidence], shuffle: object) -> None:
    mixed = list(items)
    shuffle.shuffle(mixed)  # type: ignore[attr-defined]
    assert replay(mixed, Dial()) == replay(items, Dial())


@given(st.lists(evidence, min_size=1, max_size=20))
def test_replay_equals_incremental(items: list[Evidence]) -> None:
    whole = replay(items, Dial())
    rows: list[DayRow] = []
    for day in sorted({item.day for item in items}):
        today = [item for item in items if item.day == day]
        rows += replay(today, Dial(), before=rows[-1] if rows else None)
    assert rows == whole
    assert standing(whole, Dial()).n_days == len({item.day for item in items})


@given(st.lists(evidence, min_size=1, max_size=12), instants)
def test_looking_back_uses_only_what_had_been_said(items: list[Evidence], at: datetime) -> None:
    said = [item for item in items if item.at <= at]
    rows = replay(items, Dial())
    whole = [row for row in rows if row.at <= at]
    days = {row.day for row in whole}
    part = AsOf(
        row=whole[-1] if whole else None,
        evidence=tuple(item for item in said if item.day not in days),
    )
    expected = 0.0
    if said:
        expected = standing(replay(said, Dial()), Dial()).weight_at(at, Dial())
    assert weight_as_of(part, at, Dial()) == pytest.approx(expected)


@pytest.mark.parametrize(("every", "settles_at"), [(2, 10.0), (7, 3.4), (14, 2.0)])
def test_rhythms_settle_where_the_design_says(every: int, settles_at: float) -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(0, 400, every)]
    items = [
        Evidence(str(n), "t", datetime(d.year, d.month, d.day, 20, tzinfo=UTC), d, 1.0)
        for n, d in enumerate(days)
    ]
    assert replay(items, Dial())[-1].weight_after == pytest.approx(settles_at, abs=0.05)


def test_ten_fades_in_38_days_and_two_in_six() -> None:
    at = BEGIN
    assert (fades_at(10, at, Dial()) - at).days == 37
    assert (fades_at(2, at, Dial()) - at) / timedelta(days=1) == pytest.approx(5.75, abs=0.01)
