"""What comes up by itself, once, on the right day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    Memory,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.occasions import Death, comes_up, death_told, look_for, may_wish

SAID_AT = datetime(2026, 11, 24, 19, tzinfo=UTC)


def memory(text: str = "The user has an exam on 25 November 2026.", **changes: object) -> Memory:
    known: dict[str, object] = {
        "id": "m",
        "profile_id": "p",
        "text": text,
        "kind": MemoryKind.EVENT,
        "category": Category.EVENTS,
        "importance": 0.6,
        "emotional_significance": 0.4,
        "confidence": 0.8,
        "reason": None,
        "learned": Learned.SAID,
        "created_at": SAID_AT,
        "confirmed_at": SAID_AT,
    }
    return Memory(**{**known, **changes})  # type: ignore[arg-type]


def exam(**changes: object) -> Memory:
    day = date(2026, 11, 25)
    return memory(**{"valid_from": day, "valid_until": day, **changes})  # type: ignore[arg-type]


def birthday(text: str, month: int = 11, day: int = 30, year: int | None = None) -> Memory:
    return memory(text, kind=MemoryKind.FACT, important=ImportantDate(month, day, year))


def due(
    *memories: Memory, on: date, zone: str = "UTC", deaths: tuple[Death, ...] = ()
) -> list[Raised]:
    return list(comes_up(memories, today=on, zone=zone, deaths=deaths))


def test_how_it_went_is_asked_from_the_day_after_to_a_week_after() -> None:
    asked = Raised("m", Occasion.FOLLOW_UP, date(2026, 11, 26))
    for n_days in range(-3, 12):
        expected = [asked] if 1 <= n_days <= 7 else []
        assert due(exam(), on=date(2026, 11, 25) + timedelta(n_days)) == expected


def test_an_event_of_several_days_is_asked_about_when_it_is_over() -> None:
    trip = exam(valid_until=date(2026, 11, 28))
    assert due(trip, on=date(2026, 11, 28)) == []
    assert due(trip, on=date(2026, 11, 29)) == [Raised("m", Occasion.FOLLOW_UP, date(2026, 11, 29))]


@pytest.mark.parametrize(
    "changes",
    [
        {"state": MemoryState.HELD},
        {"state": MemoryState.SUPERSEDED},
        {"state": MemoryState.PENDING},
        {"state": MemoryState.ARCHIVED},
        {"kind": MemoryKind.FACT},
        {"valid_from": None},
        {"valid_from": date(2026, 9, 1)},
        {"confirmed_at": SAID_AT + timedelta(2)},
        {"created_at": SAID_AT + timedelta(2)},
    ],
    ids=str,
)
def test_nobody_asks_about_what_is_held_over_or_told_already(changes: dict[str, object]) -> None:
    assert due(exam(**changes), on=date(2026, 11, 27)) == []


def test_the_day_is_the_users_own() -> None:
    told_late = exam(confirmed_at=datetime(2026, 11, 26, 3, tzinfo=UTC))
    assert due(told_late, on=date(2026, 11, 26)) == []
    assert len(due(told_late, on=date(2026, 11, 26), zone="America/Phoenix")) == 1


def test_a_day_that_returns_comes_up_on_the_day_alone() -> None:
    one = birthday("The user's sister's birthday is on 30 November.")
    today = date(2026, 11, 30)
    assert due(one, on=today) == [Raised("m", Occasion.ANNIVERSARY, today)]
    assert due(one, on=today - timedelta(1)) == due(one, on=today + timedelta(1)) == []


def test_the_first_time_is_no_anniversary() -> None:
    one = birthday("The user got married on 30 November 2026.", year=2026)
    assert due(one, on=date(2026, 11, 30)) == []
    assert len(due(one, on=date(2027, 11, 30))) == 1


def test_the_leap_day_returns_every_year() -> None:
    one = birthday("The user's son's birthday is on 29 February.", 2, 29)
    assert len(due(one, on=date(2028, 2, 29))) == 1
    assert due(one, on=date(2028, 3, 1)) == due(one, on=date(2027, 2, 28)) == []
    assert len(due(one, on=date(2027, 3, 1))) == 1
    assert look_for(date(2027, 3, 1))[2] == {(3, 1), (2, 29)}
    assert look_for(date(2028, 3, 1))[2] == {(3, 1)}


def test_what_matters_comes_first() -> None:
    grave = exam(id="z", importance=0.9)
    assert [one.memory_id for one in due(exam(), grave, on=date(2026, 11, 26))] == ["z", "m"]


@pytest.mark.parametrize(
    ("text", "roles", "names"),
    [
        ("The user's dad died in 2018.", {"father"}, set()),
        ("The user's sister Nora died on 3 May 2020.", {"sister"}, {"nora"}),
        ("The user's dog Rex died in 2020.", {"dog"}, {"rex"}),
        ("Nora passed away in May 2020.", set(), {"nora"}),
        ("Nora, whom the user knew, died.", set(), {"nora"}),
        ("The user's dad died and they could not be there.", {"father"}, set()),
        ("The user lost their grandmother in March.", {"grandmother"}, set()),
    ],
)
def test_a_death_is_seen(text: str, roles: set[str], names: set[str]) -> None:
    assert death_told(memory(text)) == Death(frozenset(roles), frozenset(names))


@pytest.mark.parametrize(
    "text",
    [
        "The user nearly died in 2018.",
        "The user's phone died in Rome.",
        "The user lost their keys.",
        "The user lost their friend's trust.",
        "The user is afraid that their dad has died.",
        "The user's dad lives in Porto.",
        "The user's plants died in the frost.",
    ],
)
def test_no_death_is_seen_where_nobody_died(text: str) -> None:
    assert death_told(memory(text)) is None


def test_a_death_that_was_taken_back_is_none() -> None:
    assert death_told(memory("The user's dad died.", state=MemoryState.SUPERSEDED)) is None


@pytest.mark.parametrize(
    ("birthday_of", "death", "may"),
    [
        ("The user's father's birthday", "The user's dad died in 2018.", False),
        ("The user's sister's birthday", "The user's sister Nora died.", False),
        ("The user's sister Clara's birthday", "The user's sister Nora died.", True),
        ("Nora's birthday", "The user's sister Nora died.", False),
        ("The user's mother's birthday", "The user's dad died.", True),
        ("The user's birthday", "The user's dad died.", True),
        ("The user's friend Tom's birthday", "The user's friend died.", True),
        ("The user's daughter Anna's birthday", "The user's grandmother Anna died.", True),
        ("The user's dog Rex's birthday", "The user's dog died.", False),
        ("The user's aunt Ida's birthday", "The user's aunt died.", False),
    ],
)
def test_the_dead_are_not_wished_well(birthday_of: str, death: str, may: bool) -> None:  # noqa: FBT001
    told = death_told(memory(death))
    assert told is not None
    one = birthday(f"{birthday_of} is on 30 November.")
    assert may_wish(one, [told]) is may
    assert len(due(one, on=date(2026, 11, 30), deaths=(told,))) == may


def test_the_day_of_a_death_itself_comes_up() -> None:
    loss = memory("The user's dad died on 30 November 2018.", important=ImportantDate(11, 30, 2018))
    told = death_told(loss)
    assert told is not None
    assert len(due(loss, on=date(2026, 11, 30), deaths=(told,))) == 1
