"""How long ago something was, in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.days import local_day
from graph_aria.domain.elapsed import ago, as_meant, span_named, when
from graph_aria.domain.records import SpokenDate

TODAY = date(2026, 11, 30)
"""A Monday."""


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (date(2026, 11, 30), "today"),
        (date(2026, 11, 29), "yesterday"),
        (date(2026, 12, 1), "tomorrow"),
        (date(2026, 11, 25), "5 days ago"),
        (date(2026, 11, 17), "13 days ago"),
        (date(2026, 11, 16), "2 weeks ago"),
        (date(2026, 9, 29), "8 weeks ago"),
        (date(2026, 9, 28), "2 months ago"),
        (date(2026, 4, 2), "7 months ago"),
        (date(2024, 12, 1), "23 months ago"),
        (date(2024, 11, 30), "2 years ago"),
        (date(2018, 12, 1), "7 years ago"),
        (date(2026, 12, 25), "in 3 weeks"),
        (date(2027, 8, 1), "in 8 months"),
    ],
)
def test_time_is_told_in_words(day: date, words: str) -> None:
    assert ago(day, today=TODAY) == words


def test_the_leap_day_has_its_years() -> None:
    assert ago(date(2024, 2, 29), today=date(2026, 2, 28)) == "23 months ago"
    assert ago(date(2024, 2, 29), today=date(2026, 3, 1)) == "2 years ago"
    assert ago(date(2024, 2, 29), today=date(2028, 2, 29)) == "4 years ago"


@given(st.dates(), st.dates())
def test_every_two_days_have_words_and_only_one_direction(day: date, today: date) -> None:
    words = ago(day, today=today)
    assert words.endswith("ago") == (day < today - timedelta(1))
    assert words.startswith("in ") == (today < date.max and (day - today).days > 1)
    assert when(day, today=today)


def test_what_a_clock_set_back_dates_later_was_said_today() -> None:
    assert when(TODAY + timedelta(3), today=TODAY) == "today"


def test_days_are_the_users_own_also_where_clocks_are_put_forward() -> None:
    said = datetime(2026, 3, 28, 22, 30, tzinfo=UTC)  # 00:30 on the 29th in Athens, before the gap
    now = datetime(2026, 3, 29, 21, 30, tzinfo=UTC)  # 00:30 on the 30th there, 23 hours later
    told = {"Europe/Athens": "yesterday, on Sun 29 Mar", "UTC": "yesterday, on Sat 28 Mar"}
    for zone, words in told.items():
        today = local_day(now, zone)
        assert when(local_day(said, zone), today=today) == words


def test_a_day_of_another_year_has_its_year() -> None:
    assert when(date(2025, 11, 24), today=TODAY) == "12 months ago, on 24 Nov 2025"


def test_a_span_is_told_from_end_to_end() -> None:
    week = date(2026, 11, 30), date(2026, 12, 6)
    assert span_named(*week, today=date(2026, 12, 2)) == "Mon 30 Nov to Sun 6 Dec, now"
    assert span_named(*week, today=date(2026, 11, 25)) == "Mon 30 Nov to Sun 6 Dec, in 5 days"


def test_tomorrow_said_five_days_ago_is_told_as_past() -> None:
    text = "Exam tomorrow, party next week."
    dates = [
        SpokenDate(21, 30, date(2026, 11, 30), date(2026, 12, 6), "date:x"),
        SpokenDate(5, 13, date(2026, 11, 26), date(2026, 11, 26), "date:x"),
        SpokenDate(21, 25, date(2026, 12, 1), date(2026, 12, 1), "date:within"),
    ]
    assert as_meant(text, dates, today=TODAY) == (
        "Exam tomorrow (= Thu 26 Nov, 4 days ago), "
        "party next week (= Mon 30 Nov to Sun 6 Dec, now)."
    )
    assert as_meant(text, dates, today=TODAY, start=0, end=12) == "Exam tomorro"


@given(
    st.text(max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 60)), max_size=5),
)
def test_dates_only_add_to_a_text(text: str, spans: list[tuple[int, int]]) -> None:
    dates = [SpokenDate(a, a + n, TODAY, TODAY, "date:x") for a, n in spans]
    told = as_meant(text, dates, today=TODAY)
    assert told.replace(" (= Mon 30 Nov, today)", "") == text.replace(" (= Mon 30 Nov, today)", "")
