"""What of all that searches brought is worth reading."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.promising import Span, likeliest, promising

_SPANS = st.builds(Span, st.sampled_from("abcdef"), st.just(0), st.integers(1, 700))
_VALUES = st.dictionaries(_SPANS, st.floats(0, 1), max_size=8)
ONE, TWO, THREE = (Span(name, 0, 40) for name in "abc")
ALONE = (None, None)


def test_what_stands_beside_the_best_comes_before_what_stands_beside_nothing() -> None:
    sides = {ONE: (None, TWO), TWO: (ONE, None), THREE: ALONE}
    assert promising({ONE: 0.9}, {}, sides, {}, limit=9) == [ONE, TWO, THREE]


def test_what_is_of_the_time_that_is_asked_about_comes_before_what_is_as_near() -> None:
    sides = dict.fromkeys((ONE, TWO), ALONE)
    near = {ONE: 0.5, TWO: 0.5}
    assert promising(near, {}, sides, {TWO: 1.0}, limit=1) == [TWO]


def test_what_says_more_comes_before_what_says_little() -> None:
    short, long = Span("a", 0, 8), Span("b", 0, 200)
    sides = dict.fromkeys((short, long), ALONE)
    assert promising({short: 0.5, long: 0.5}, {}, sides, {}, limit=1) == [long]


def test_nothing_is_likely_where_nothing_was_found() -> None:
    assert likeliest({}, {}, limit=5) == []
    assert promising({}, {}, {}, {}, limit=5) == []


def test_what_lies_nowhere_near_counts_for_nothing() -> None:
    assert likeliest({"a": 0.0}, {"b": 0.1}, limit=5) == ["b", "a"]


@given(_VALUES, _VALUES, st.integers(0, 9))
def test_the_best_of_few_are_the_first_of_many(
    near: dict[Span, float], ranks: dict[Span, float], limit: int
) -> None:
    every = likeliest(near, ranks, limit=99)
    assert set(every) == {*near, *ranks}
    assert likeliest(near, ranks, limit=limit) == every[:limit]
    sides = dict.fromkeys(every, ALONE)
    picked = promising(near, ranks, sides, {}, limit=99)
    assert sorted(picked) == sorted(every)
    assert promising(near, ranks, sides, {}, limit=limit) == picked[:limit]
