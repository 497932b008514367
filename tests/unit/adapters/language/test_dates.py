"""Dates relative to the entry's own day, 2026-11-25, a Wednesday."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.adapters.language.date_arithmetic import Past
from graph_aria.adapters.language.date_rules import read_expression
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from tests.unit.adapters.language.conftest import Read


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("I ran today.", "2026-11-25", "2026-11-25"),
        ("Deadline tommorow.", "2026-11-26", "2026-11-26"),
        ("Slept badly last night.", "2026-11-24", "2026-11-24"),
        ("I saw Sam last Tuesday.", "2026-11-24", "2026-11-24"),
        ("I saw Sam on Friday.", "2026-11-20", "2026-11-20"),
        ("I'm seeing Sam on Friday.", "2026-11-27", "2026-11-27"),
        ("The wedding is in two weeks.", "2026-12-09", "2026-12-09"),
        ("I moved three days ago.", "2026-11-22", "2026-11-22"),
        ("We met a month ago.", "2026-10-25", "2026-10-25"),
        ("She'll visit next week.", "2026-11-30", "2026-12-06"),
        ("We met last month.", "2026-10-01", "2026-10-31"),
        ("His birthday was March 3rd.", "2026-03-03", "2026-03-03"),
        ("He turns eighty on October 9th.", "2027-10-09", "2027-10-09"),
        ("The exam is on 14 January 2027.", "2027-01-14", "2027-01-14"),
        ("I stopped drinking in January.", "2026-01-01", "2026-01-31"),
        ("We moved in May.", "2026-05-01", "2026-05-31"),
        ("We left on 2026-02-01.", "2026-02-01", "2026-02-01"),
        ("It starts the day after tomorrow.", "2026-11-27", "2026-11-27"),
        ("I finished it this morning.", "2026-11-25", "2026-11-25"),
        ("I was away from Monday to Thursday.", "2026-11-16", "2026-11-19"),
        ("We will be away from December 30 to January 2.", "2026-12-30", "2027-01-02"),
        ("It closed in the last week of May.", "2026-05-25", "2026-05-31"),
        ("The fair is on the first Monday of next month.", "2026-12-07", "2026-12-07"),
        ("It begins two days before Christmas.", "2026-12-23", "2026-12-23"),
        ("Easter was early.", "2026-04-05", "2026-04-05"),
        ("I'll call you on Friday week.", "2026-12-04", "2026-12-04"),
        ("The fence fell in early April.", "2026-04-01", "2026-04-10"),
        ("I grew up in the eighties.", "1980-01-01", "1989-12-31"),
        ("We start on 03/04/2027.", "2027-03-04", "2027-03-04"),
        ("We start on 03.04.2027.", "2027-04-03", "2027-04-03"),
        ("We start on 25/03/2027.", "2027-03-25", "2027-03-25"),
        ("He has known since June.", "2026-06-01", "2026-06-30"),
        ("They gave us until 1 February to move.", "2027-02-01", "2027-02-01"),
        ("It happened on Tuesday, June 16.", "2026-06-16", "2026-06-16"),
    ],
)
def test_expressions(read: Read, text: str, first: str, last: str) -> None:
    assert read(text).days() == [(date.fromisoformat(first), date.fromisoformat(last))]


@pytest.mark.parametrize(
    "text",
    [
        "May called.",
        "April and I had lunch.",
        "It may rain.",
        "I slept for ten hours.",
        "First time in three weeks.",
        "Twenty minutes, slow.",
        "Tom's last day.",
        "I ran 10k at 9.40.",
        "We march on.",
        "She is twenty years old.",
        "I weigh 65 lbs more.",
        "We bought a Christmas tree.",
        "Fourth night in a row.",
        "I run every other Tuesday.",
        "On Sundays I call Nora.",
        "It was a slow Sunday.",
        "I usually rest on Sunday.",
        "I walked 2000 steps.",
        "The 3rd floor is dark.",
        "It is open 24/7.",
        "We won 3-1 and 2/3 of them cheered.",
        "The next day I left.",
        "I came the Friday before.",
        "Summer, my niece, sings.",
        "I love Christmas.",
    ],
)
def test_what_is_no_date(read: Read, text: str) -> None:
    assert read(text).days() == []


@given(st.dates(date(1, 1, 1), date(9999, 12, 31)), st.sampled_from([True, False, None]))
def test_no_day_breaks_a_rule(said_on: date, past: Past) -> None:
    for words in (
        "February 29th",
        "next year",
        "in 9999 months",
        "last Friday",
        "the 31st",
        "winter",
    ):
        found = read_expression(words, said_on, past=past)
        assert found is None or found[0][0] <= found[0][1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("See you Sunday\n\nIt was good.", ["Sunday"]),
        ("Brunch on Sunday\n\nMonday was dull.", ["Sunday", "Monday"]),
        ("We met last week\n\n\nYoga.", ["last week"]),
        ("We met last\nweek, in rain.", ["last\nweek"]),
    ],
)
def test_no_date_swallows_the_end_of_a_paragraph(read: Read, text: str, words: list[str]) -> None:
    assert [found.words for found in read(text).reading.dates] == words


@pytest.mark.parametrize(
    "text",
    [
        "We have class every Tuesday and Thursday.",
        "I call Nora every Monday, Wednesday and Friday.",
        "I swim every other Tuesday or Thursday.",
        "June came over with April and Augusto.",
        "April came by with her kids.",
        "May came round with Tom.",
    ],
)
def test_neither_lists_of_habits_nor_visitors_are_dates(read: Read, text: str) -> None:
    assert read(text).days() == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("See you next Friday, or the Friday after.", "2026-12-04"),
        ("We meet next Monday, and the Monday after.", "2026-11-30"),
        ("It's Sunday and I'm bored.", "2026-11-22"),
        ("It is Monday and I am tired.", "2026-11-23"),
        ("Long shift. It's Sunday already!", "2026-11-22"),
        ("I fear the exam. It's Friday.", "2026-11-27"),
        ("I saw Sam last Tuesday, and Nora called.", "2026-11-17"),
    ],
)
def test_which_day_is_meant_on_a_monday(read: Read, text: str, day: str) -> None:
    on = date.fromisoformat(day)
    assert read(text, said_on=date(2026, 11, 23)).days() == [(on, on)]


def test_a_month_that_came_is_a_month(read: Read) -> None:
    for text in ("June came and went.", "April came with rain.", "June flew by."):
        assert read(text).days() != []


@pytest.mark.parametrize("said_on", [date.min, date(1, 12, 31), date(9999, 1, 1), date.max])
def test_no_odd_year_breaks_an_entry(read: Read, said_on: date) -> None:
    for text in (
        "We met on 31 Dec 9999 and on 1/1/0001.",
        "It was yesterday, 2 weeks ago; see you tomorrow, next year, in 9999 months.",
        "On 12/31 I left. Since the 31st. In 5000 years. 99999 days ago. 1.1.10000, 0/0/0.",
        "The exam is on 29 Feb 0000, or 1st of Jan 12345, or 1 January year 1.",
        "It will end on Dec 31 at 5, last winter, by 3/4, on Monday the 30th of February 1.",
    ):
        for found in read(text, said_on=said_on).reading.dates:
            assert found.first_on <= found.last_on


@pytest.mark.parametrize("error", [OverflowError, ValueError, KeyError])
def test_what_dateparser_trips_over_is_no_date(
    read: Read, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def trip(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("dateparser.parse", trip)
    assert read("We met on 12Dec2025.").days() == []


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_a_past_weekday_lies_within_the_week_before(said_on: date) -> None:
    found = read_expression("Monday", said_on, past=True)
    assert found is not None
    assert timedelta(0) <= said_on - found[0][0] < timedelta(days=7)
    assert found[0][0].weekday() == 0


def test_words_of_a_date_name_nobody(read: Read) -> None:
    seen = read("On Christmas Eve we sang. Appointment with Dr. Osei: Tue 5 Jan, 9:15.")
    assert not seen.named(Kind.PERSON) & {"Eve", "Tue", "Jan"}
    assert len(seen.days()) == 2
