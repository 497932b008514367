"""Dates as far as they are known: what can be typed, what cannot be, how they are told."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.memories import ImportantDate
from graph_aria.domain.partial_days import (
    PartialDay,
    check_was,
    partial_day,
    redated,
    told_day,
)
from graph_aria.errors import InvalidTime

TODAY = date(2026, 11, 3)


@given(st.dates(date(1, 1, 1)))
def test_every_day_month_and_year_is_taken_as_it_is_written(day: date) -> None:
    whole = partial_day(day.isoformat())
    month = partial_day(day.isoformat()[:7])
    year = partial_day(day.isoformat()[:4])

    assert (whole.first, whole.last) == (day, day)
    assert whole.important == ImportantDate(day.month, day.day, day.year)
    assert month.first is not None
    assert month.last is not None
    assert month.first <= day <= month.last
    assert month.last.month == day.month
    assert (year.first, year.last) == (date(day.year, 1, 1), date(day.year, 12, 31))
    assert (month.important, year.important) == (None, None)


@given(st.dates(date(2000, 1, 1), date(2000, 12, 31)), st.sampled_from(["", "--"]))
def test_a_day_without_a_year_returns_and_has_no_span(day: date, dashes: str) -> None:
    yearly = partial_day(f"{dashes}{day:%m-%d}")

    assert yearly == PartialDay(None, None, ImportantDate(day.month, day.day))


@given(st.from_regex(r"\d{4}-\d\d-\d\d|\d\d-\d\d|\d{4}-\d\d", fullmatch=True))
def test_what_has_the_form_is_a_date_of_the_calendar_or_refused(text: str) -> None:
    try:
        day = partial_day(text)
    except InvalidTime as error:
        told = error.message
    else:
        assert day.first is not None or day.important is not None
        told = text
    assert text in told


@pytest.mark.parametrize(
    "text",
    ["", "19", "2019-5", "2019-05-3", "5-3", "2019/05/03", "3.5.2019", "２０１９",
     "2019-05-03T10:00", "-2019", "2019-", "--2019", "0000", "0000-01-01", "00-10",
     "10-00", "13-01"],
)  # fmt: skip
def test_other_forms_are_refused(text: str) -> None:
    with pytest.raises(InvalidTime, match="is no date"):
        partial_day(text)


def test_a_day_is_checked_against_today_birth_and_the_oldest() -> None:
    check_was(partial_day("2026"), today=TODAY)
    check_was(partial_day("2026-11-03"), today=TODAY)
    check_was(partial_day("11-04"), today=TODAY)
    check_was(partial_day("1990"), today=TODAY, born=date(1990, 5, 3))
    check_was(partial_day("1990-05-03"), today=TODAY, born=date(1990, 5, 3))
    for text in ("2026-11-04", "2026-12", "2027"):
        with pytest.raises(InvalidTime, match="lies ahead"):
            check_was(partial_day(text), today=TODAY)
    with pytest.raises(InvalidTime, match="before you were born"):
        check_was(partial_day("1990-05-02"), today=TODAY, born=date(1990, 5, 3))
    check_was(partial_day("1906"), today=TODAY)
    with pytest.raises(InvalidTime, match="120 years back"):
        check_was(partial_day("1905"), today=TODAY)


@given(st.dates(date(1000, 1, 1)), st.sampled_from([4, 7, 10]))
def test_what_is_told_of_a_date_tells_it_exactly(day: date, length: int) -> None:
    part = partial_day(day.isoformat()[:length])
    told = told_day(part.first, part.last, part.important)

    assert str(day.year) in told
    assert told.startswith("on " if length == 10 else "in ")


@given(st.dates(date(1900, 1, 1)), st.dates(date(1900, 1, 1)), st.sampled_from([4, 7, 10]))
def test_a_sentence_that_is_dated_anew_tells_the_new_date_once(
    was: date, day: date, length: int
) -> None:
    old, new = partial_day(was.isoformat()), partial_day(day.isoformat()[:length])
    first = redated("The user moved to Ghent.", PartialDay(None, None, None), old)

    again = redated(first, old, new)

    phrase = told_day(new.first, new.last, new.important)
    assert again.count(phrase) == 1
    if phrase not in first:
        assert again == f"The user moved to Ghent {phrase}."
    assert redated(again, new, new) == again


@pytest.mark.parametrize(
    ("text", "was", "day", "told"),
    [
        ("We met on 3 May 2019.", "2019-05-03", "05-03", "We met on 3 May."),
        ("We met on 3 May.", "05-03", "2019", "We met in 2019."),
        ("We met on 2019-05-03.", "2019-05-03", "2018-11", "We met in November 2018."),
        ("We met on May 3, 2019!", "2019-05-03", "2018", "We met in 2018!"),
        ("We met 3 May 2019.", "2019-05-03", "2018-11", "We met November 2018."),
        ("We met in 2019-05.", "2019-05", "2018-11-04", "We met on 4 November 2018."),
        ("We left room 20190.", "2019", "2018", "We left room 20190 in 2018."),
        ("We met on 3 May 2019.", "2019-05-03", "2019-05-03", "We met on 3 May 2019."),
        ("We met on 3 May 2019.", "2018", "2019-05-03", "We met on 3 May 2019."),
    ],
)
def test_a_sentence_tells_its_new_day_in_place_of_the_old_one(
    text: str, was: str, day: str, told: str
) -> None:
    assert redated(text, partial_day(was), partial_day(day)) == told


@pytest.mark.parametrize("text", ["9999", "9999-12", "9999-12-31", "0001", "0001-01-01"])
def test_the_ends_of_the_calendar_are_days_like_others(text: str) -> None:
    with pytest.raises(InvalidTime, match=r"lies ahead|years back"):
        check_was(partial_day(text), today=TODAY)


def test_a_span_of_no_month_and_no_year_is_told_by_both_ends() -> None:
    first = date(2019, 5, 2)

    assert told_day(first, first + timedelta(9), None) == "between 2 May 2019 and 11 May 2019"
    assert told_day(None, None, None) == ""
