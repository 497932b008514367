"""This day of earlier years: which days it is, and what of them is brought up."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from graph_aria.domain.graph import Entity
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryRecord, EntryState, Mention, MentionState
from graph_aria.domain.remedies import CONVERSATION_OFF, CRISIS, MEMORY_OFF, TAKEN_BACK
from graph_aria.domain.this_day import MOST_YEARS, days_before, may_come_up, years_ago
from graph_aria.domain.vocabulary import Kind

TODAY = date(2026, 5, 9)
NOON = datetime(2025, 5, 9, 12, tzinfo=UTC)
WRITTEN = Entry("e", "me", EntryForm.JOURNAL, "Swam.", NOON, "UTC", NOON, state=EntryState.READ)


def mention(name: str, strength: float = 1.0, kind: Kind = Kind.ACTIVITY) -> Mention:
    return Mention(f"m {name}", "e", 0, 4, name, kind, "test:x", strength, f"id {name}")


def thing(name: str, kind: Kind = Kind.ACTIVITY) -> Entity:
    return Entity(f"id {name}", "me", kind, name, name.lower(), None)


# --- which days ----------------------------------------------------------------------------


def test_a_day_is_looked_for_in_sixty_years() -> None:
    days = days_before(TODAY)
    assert len(days) == MOST_YEARS
    assert days[0] == date(2025, 5, 9)
    assert days[-1] == date(1966, 5, 9)


def test_the_first_years_have_no_years_before_them() -> None:
    assert days_before(date(1, 5, 9)) == ()
    assert days_before(date(3, 5, 9)) == (date(2, 5, 9), date(1, 5, 9))


def test_29_february_is_shown_on_its_day_and_on_1_march_of_years_without_one() -> None:
    leap = days_before(date(2028, 2, 29))
    assert {(day.month, day.day) for day in leap} == {(2, 29)}
    assert leap[:2] == (date(2024, 2, 29), date(2020, 2, 29))
    march = days_before(date(2026, 3, 1))
    assert [day for day in march if day.month == 2][:2] == [date(2024, 2, 29), date(2020, 2, 29)]
    assert len([day for day in march if day.month == 3]) == MOST_YEARS
    # A leap year has its own day for it.
    assert all(day.month == 3 for day in days_before(date(2028, 3, 1)))
    assert len(set(march)) == len(march)


@pytest.mark.parametrize("n", [0, 57, 58, 59, 364, 422, 423, 424, 425, 426, 790])
def test_every_day_of_earlier_years_is_shown_on_one_day_of_each_later_year(n: int) -> None:
    asked = date(2023, 1, 1) + timedelta(days=n)
    year = asked.year + 1
    days = [date(year, 1, 1) + timedelta(days=k) for k in range(366)]
    shown = [day for day in days if day.year == year and asked in days_before(day)]
    assert len(shown) == 1
    assert (shown[0] - asked).days in {365, 366}


# --- what is brought up --------------------------------------------------------------------


@pytest.mark.parametrize("reason", [CRISIS, MEMORY_OFF, CONVERSATION_OFF, TAKEN_BACK])
def test_what_is_withheld_does_not_come_up(reason: str) -> None:
    assert not may_come_up(replace(WRITTEN, state=EntryState.UNREAD, reason=reason))


def test_neither_does_a_crisis_that_was_read_nor_what_waits_nor_a_chat_nor_a_note() -> None:
    assert may_come_up(WRITTEN)
    assert may_come_up(replace(WRITTEN, form=EntryForm.MOOD_CHECK_IN))
    # Another language than the reader's is no secret.
    assert may_come_up(replace(WRITTEN, state=EntryState.UNREAD, reason="language:fr"))
    assert not may_come_up(replace(WRITTEN, reading_allowed=True))
    assert not may_come_up(replace(WRITTEN, state=EntryState.PENDING))
    assert not may_come_up(replace(WRITTEN, form=EntryForm.TURN))
    assert not may_come_up(replace(WRITTEN, form=EntryForm.NOTE))


def test_a_year_tells_what_was_written_felt_and_cared_for() -> None:
    later = replace(WRITTEN, id="f", mood=9, occurred_at=NOON + timedelta(hours=1))
    names = ("Priya", "joy", "swimming", "lake", "denied", "gone")
    kinds = {"Priya": Kind.PERSON, "joy": Kind.EMOTION}
    entities = {f"id {name}": thing(name, kinds.get(name, Kind.ACTIVITY)) for name in names[:5]}
    records = (
        EntryRecord(later, (mention("swimming", 2.0), mention("swimming", 1.0))),
        EntryRecord(
            replace(WRITTEN, mood=4),
            (
                mention("joy"),
                mention("Priya", 2.5),
                mention("lake"),
                mention("denied", 0.0),
                mention("gone"),
                replace(mention("lake"), entity_id=None),
                replace(mention("Priya", 3.0), state=MentionState.WITHDRAWN),
                replace(mention("swimming", 1.0), id="other"),
            ),
        ),
    )
    (year,) = years_ago(records, today=TODAY, entities=entities)
    assert (year.day, year.years, year.mood) == (date(2025, 5, 9), 1, 6.5)
    assert [one.id for one in year.entries] == ["e", "f"]
    assert year.feelings == ("joy",)
    # Of each entry the strongest mention counts: swimming 2 + 1.
    assert [one.name for one in year.cared_for] == ["swimming", "Priya", "lake"]


def test_years_come_latest_first_and_what_was_merged_is_one() -> None:
    old = replace(WRITTEN, id="o", occurred_at=NOON.replace(year=2019), recorded_at=NOON)
    yoga = thing("yoga")
    both = (mention("joga"), mention("yoga"))
    records = [EntryRecord(old, both), EntryRecord(WRITTEN)]
    one, other = years_ago(records, today=TODAY, entities={"id joga": yoga, "id yoga": yoga})
    assert (one.years, other.years) == (1, 7)
    assert other.cared_for == (yoga,)
    assert (one.mood, one.feelings, one.cared_for) == (None, (), ())
    assert years_ago([], today=TODAY, entities={}) == ()
