"""What a text looks for, and whom it names."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.asking import MOST_WORDS, asked_of, speaks_of_time
from graph_aria.domain.finding import Stretch, stretch_of
from graph_aria.domain.passage_cutting import MOST_CHARS, cut_passages
from graph_aria.domain.records import SpokenDate


@pytest.mark.parametrize(
    "text",
    ["Where does Clara live?", "clara lisbon", "tell me about Clara", "So, how was the exam"],
)
def test_questions_and_searches_ask(text: str) -> None:
    assert asked_of(text).is_question


def test_a_story_does_not() -> None:
    assert not asked_of(
        "Yesterday I went swimming with my sister and we had ice cream."
    ).is_question


def test_words_of_dates_are_not_looked_for() -> None:
    text = "What did I bake in May 2023?"
    start = text.index("May")
    assert asked_of(text, but=[(start, start + 8)]).words == ("bake",)


@given(st.text())
def test_any_text_can_be_asked(text: str) -> None:
    asked = asked_of(text)
    assert len(asked.words) == len(asked.bases) <= MOST_WORDS
    assert isinstance(speaks_of_time(text), bool)


@given(st.text(max_size=3000), st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 3000))))
def test_passages_are_in_order_and_touch_nothing_closed(
    text: str, spans: list[tuple[int, int]]
) -> None:
    closed = [(min(one), min(max(one), len(text))) for one in spans if min(one) < len(text)]
    at = 0
    for start, end in cut_passages(text, closed):
        assert at <= start < end <= len(text)
        assert end - start <= MOST_CHARS
        assert not any(first < end and start < last for first, last in closed)
        at = end


@given(st.text(max_size=3000))
def test_passages_cover_every_letter(text: str) -> None:
    covered = {n for start, end in cut_passages(text) for n in range(start, end)}
    assert all(n in covered for n, char in enumerate(text) if char.isalnum())


def test_a_time_ahead_narrows_nothing_and_one_that_goes_on_ends_today() -> None:
    week = SpokenDate(0, 4, date(2026, 11, 30), date(2026, 12, 6), "date:week")
    assert stretch_of([week], today=date(2026, 11, 29)) is None
    assert stretch_of([week], today=date(2026, 12, 1)) == Stretch(
        date(2026, 11, 30), date(2026, 12, 1)
    )
    assert Stretch(date.min, date.max).fits(date(2026, 1, 1)) == 1.0
