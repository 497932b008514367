"""What a day holds, and the one question of its evening."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from graph_aria.domain.days import DAY
from graph_aria.domain.drawn import Occasion
from graph_aria.domain.graph import Entity
from graph_aria.domain.life import Upcoming, WhyNot
from graph_aria.domain.memories import Category, ImportantDate, Learned, Memory, MemoryKind
from graph_aria.domain.mood_journal import MoodPoint
from graph_aria.domain.moving_on import WINDOW
from graph_aria.domain.occasions import Death
from graph_aria.domain.roles import role_key
from graph_aria.domain.today import (
    About,
    Evening,
    Question,
    Rising,
    is_bad_day,
    may_be_asked,
    perhaps_over,
    question_for,
    returning_today,
    rising,
    to_ask_after,
)
from graph_aria.domain.vocabulary import Kind

TODAY = date(2026, 5, 9)
LONG_AGO = datetime(2026, 1, 1, 12, tzinfo=UTC)


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def memory(text: str = "The user has a job interview.", **changes: Any) -> Memory:
    made = Memory(
        id="m",
        profile_id="me",
        text=text,
        kind=MemoryKind.EVENT,
        category=Category.EVENTS,
        importance=0.6,
        emotional_significance=0.4,
        confidence=0.8,
        reason=None,
        learned=Learned.SAID,
        created_at=LONG_AGO,
        confirmed_at=LONG_AGO,
    )
    return replace(made, **changes)


def event(first: date, last: date | None = None, **changes: Any) -> Memory:
    return memory(valid_from=first, valid_until=last or first, **changes)


def asked(day: date = TODAY, **known: Any) -> Question:
    return question_for(Evening(day, "UTC", **known))


def week(*moods: float, until: date = TODAY - DAY) -> list[MoodPoint]:
    """Moods of days in a row, the last one on a day."""
    first = until - (len(moods) - 1) * DAY
    return [MoodPoint(first + n * DAY, mood, 1) for n, mood in enumerate(moods)]


def focus(until: date, text: str = "The user is writing their thesis.") -> Memory:
    """One of which nobody had spoken for a window when a day began."""
    return memory(text, kind=MemoryKind.FOCUS, confirmed_at=noon(until - DAY) - WINDOW)


def thing(name: str, kind: Kind = Kind.ACTIVITY) -> Entity:
    return Entity(f"id {name}", "me", kind, name, name.lower(), None)


def on_turn(n: int) -> date:
    """A day on which it is the turn of 0 a focus, 1 a mood, 2 a theme, 3 nothing."""
    return next(day for k in range(4) if (day := TODAY + k * DAY).toordinal() % 4 == n)


# --- plain days ----------------------------------------------------------------------------


def test_without_anything_known_a_plain_question_goes_round_and_never_comes_twice_running() -> None:
    questions = [asked(TODAY + n * DAY) for n in range(60)]
    assert {one.about for one in questions} == {About.PLAIN}
    assert all(one.text != other.text for one, other in pairwise(questions))
    assert len({one.text for one in questions[:11]}) == 11
    assert all(one.text.endswith("?") for one in questions)


def test_the_same_day_asks_the_same() -> None:
    known = {"points": week(5, 5, 5, 5, 8), "rising": [Rising(thing("tea"), 4, 1)]}
    for n in range(8):
        assert asked(TODAY + n * DAY, **known) == asked(TODAY + n * DAY, **known)


# --- events --------------------------------------------------------------------------------


def test_an_event_is_asked_about_on_the_evening_before_and_on_the_day_after_it() -> None:
    first = TODAY + 2 * DAY
    told = event(first)
    abouts = [
        asked(
            TODAY + n * DAY,
            events=[told] if n in {1, 2} else [],
            follow_ups=[told] if n >= 3 else [],
        ).about
        for n in range(6)
    ]
    assert [n for n, about in enumerate(abouts) if about is not About.PLAIN] == [1, 3]
    assert (abouts[1], abouts[3]) == (About.EVENT, About.FOLLOW_UP)


def test_what_was_only_told_on_the_evening_before_is_asked_about_on_its_day_and_no_more() -> None:
    first = TODAY + DAY
    told = event(first, created_at=noon(TODAY))
    assert asked(TODAY, events=[told]).about is About.PLAIN
    question = asked(first, events=[told])
    assert (question.about, question.memory_id) == (About.EVENT, "m")
    assert "That is today" in question.text
    assert asked(first + DAY, follow_ups=[told]).about is About.PLAIN
    # A journey that ends later is: it was not asked about on the day before.
    longer = event(first, first + 3 * DAY, created_at=noon(TODAY))
    assert asked(first + 4 * DAY, follow_ups=[longer]).about is About.FOLLOW_UP


def test_what_is_told_today_changes_nothing_today() -> None:
    for first in (TODAY, TODAY + DAY):
        told = event(first, created_at=noon(TODAY))
        assert asked(TODAY, events=[told]) == asked(TODAY)


def test_the_day_it_was_told_on_is_that_of_the_users_zone() -> None:
    # 23:30 in UTC is the next day in Berlin: told today, there.
    late = datetime(2026, 5, 8, 23, 30, tzinfo=UTC)
    told = event(TODAY + DAY, created_at=late)
    assert question_for(Evening(TODAY, "UTC", events=[told])).about is About.EVENT
    berlin = question_for(Evening(TODAY, "Europe/Berlin", events=[told]))
    assert berlin.about is About.PLAIN


def test_what_passed_goes_before_what_is_ahead_and_what_matters_more_before_the_rest() -> None:
    passed = event(TODAY - DAY, id="passed", importance=0.1)
    small, large = [
        event(TODAY + DAY, id=name, importance=weight) for name, weight in (("a", 0.5), ("b", 0.9))
    ]
    assert asked(events=[small, large], follow_ups=[passed]).memory_id == "passed"
    assert asked(events=[small, large]).memory_id == "b"
    assert asked(events=[large, small]).memory_id == "b"


def test_it_is_said_to_the_user() -> None:
    text = asked(follow_ups=[event(TODAY - DAY)]).text
    assert text == "You have a job interview. That was yesterday. How did it go?"


def test_a_milestone_that_begins_today_and_a_day_that_returns_are_no_event_ahead() -> None:
    moved = event(TODAY + DAY, kind=MemoryKind.MILESTONE)
    birthday = event(TODAY + DAY, important=ImportantDate(5, 10))
    assert asked(events=[moved, birthday]).about is About.PLAIN


# --- nobody is asked about that -------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "The user goes to their grandmother's funeral.",
        "The user is at a memorial for Tom.",
        "The user's brother died.",
        "The user has an appointment after the miscarriage.",
        "The user speaks about their suicide attempt.",
    ],
)
def test_nobody_is_asked_about_death_or_harm(text: str) -> None:
    assert not may_be_asked(text)
    told = event(TODAY + DAY, text=text)
    passed = event(TODAY - DAY, text=text)
    assert asked(events=[told], follow_ups=[passed]).about is About.PLAIN
    day = on_turn(0)
    assert asked(day, foci=[focus(day, text)]).about is About.PLAIN


def test_nobody_is_asked_about_who_has_died() -> None:
    deaths = [Death(frozenset({role_key("mother")}))]
    visit = event(TODAY + DAY, text="The user visits their mother.")
    assert asked(events=[visit]).about is About.EVENT
    assert asked(events=[visit], deaths=deaths).about is About.PLAIN
    day = on_turn(0)
    caring = focus(day, "The user is caring for their mother.")
    assert asked(day, foci=[caring]).about is About.FOCUS
    assert asked(day, foci=[caring], deaths=deaths).about is About.PLAIN


def test_a_theme_of_grief_is_passed_over_for_the_next_one() -> None:
    day = on_turn(2)
    themes = [Rising(thing("grief"), 6, 0), Rising(thing("tea"), 4, 0)]
    assert asked(day, rising=themes).entity_id == "id tea"
    assert asked(day, rising=themes[:1]).about is About.PLAIN


# --- gently --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moods", "is_bad"),
    [
        ([3], True),
        ([4], False),
        ([8, 8, 8, 8, 8, 6], True),
        ([8, 8, 8, 8, 8, 7], False),
        ([8, 8, 8, 8, 6], False),  # too few days to tell what is usual
        ([], False),
    ],
)
def test_a_bad_day_is_low_or_far_below_what_is_usual(moods: list[float], *, is_bad: bool) -> None:
    points = week(*moods)
    assert is_bad_day(points, TODAY - DAY) is is_bad
    question = asked(points=points, follow_ups=[event(TODAY - DAY)])
    assert (question.about is About.GENTLE) is is_bad


def test_only_yesterday_makes_today_gentle() -> None:
    assert asked(points=week(2, until=TODAY - 2 * DAY)).about is About.PLAIN
    # What is usual is that of a month.
    old = [MoodPoint(TODAY - (40 + n) * DAY, 9.0, 1) for n in range(20)]
    assert not is_bad_day([*old, MoodPoint(TODAY - DAY, 5.0, 1)], TODAY - DAY)


def test_a_hard_day_is_gentle_whatever_is_due() -> None:
    question = asked(is_hard=True, follow_ups=[event(TODAY - DAY)], events=[event(TODAY + DAY)])
    assert (question.about, question.memory_id) == (About.GENTLE, None)


def test_gentle_questions_go_round_too() -> None:
    questions = [asked(TODAY + n * DAY, is_hard=True).text for n in range(20)]
    assert all(one != other for one, other in pairwise(questions))


# --- in their turn -------------------------------------------------------------------------


def test_a_focus_that_may_be_over_is_asked_about_soon_and_once_in_four_weeks() -> None:
    for start in range(4):
        over = focus(TODAY + start * DAY)
        days = [
            n
            for n in range(80)
            if asked(TODAY + n * DAY, foci=[over] if n >= start else []).about is About.FOCUS
        ]
        assert start <= days[0] < start + 4
        assert [later - earlier for earlier, later in pairwise(days)] == [28] * (len(days) - 1)
        assert len(days) in {2, 3}


def test_what_is_asked_about_a_focus_says_that_it_may_go_on() -> None:
    day = on_turn(0)
    question = asked(day, foci=[focus(day)])
    assert question.memory_id == "m"
    assert question.text == (
        "You are writing your thesis. You have not spoken of it for a while. Is it still so?"
    )


def test_the_best_of_the_last_days_is_asked_about_and_never_twice() -> None:
    day = on_turn(1)
    yesterday = asked(day, points=week(5, 5, 5, 5, 5, 8, until=day - DAY))
    assert yesterday.about is About.MOOD
    assert yesterday.text.startswith("Yesterday ")
    best = day - 3 * DAY
    points = week(5, 5, 5, 5, 5, 8, 5, 5, until=day - DAY)
    assert asked(day, points=points).text.startswith(f"{best:%A} ")
    assert asked(day + 4 * DAY, points=points).about is About.PLAIN
    # Nothing out of the usual, or too little known of it.
    assert asked(day, points=week(5, 5, 5, 5, 5, 5.5, until=day - DAY)).about is About.PLAIN
    assert asked(day, points=week(5, 5, 5, 8, until=day - DAY)).about is About.PLAIN


def test_whatever_is_known_nothing_is_asked_on_two_days_running() -> None:
    moods = [5, 6, 8, 5, 4, 7, 8, 6, 2, 2, 5, 6, 9, 9, 5, 6, 7, 5, 5, 6] * 3
    points = [MoodPoint(TODAY + (n - 20) * DAY, float(mood), 1) for n, mood in enumerate(moods)]
    events = [event(TODAY + 3 * n * DAY, id=f"e{n}") for n in range(12)]
    texts, abouts = [], set()
    for n in range(40):
        day = TODAY + n * DAY
        question = asked(
            day,
            events=[one for one in events if one.valid_from in {day, day + DAY}],
            follow_ups=[
                one for one in events if one.valid_from and 1 <= (day - one.valid_from).days <= 7
            ],
            foci=[focus(TODAY + 10 * DAY)],
            points=[one for one in points if one.day < day],
            rising=[Rising(thing("tea"), 5, 0)],
        )
        texts.append((question.text, question.memory_id))
        abouts.add(question.about)
    assert all(one != other for one, other in pairwise(texts))
    assert abouts >= {About.EVENT, About.FOLLOW_UP, About.GENTLE}


# --- what rises ----------------------------------------------------------------------------


def ago(*days: int) -> set[date]:
    return {TODAY - n * DAY for n in days}


@pytest.mark.parametrize(
    ("days", "counts"),
    [
        (ago(1, 2, 7), (3, 0)),
        (ago(1, 2, 7, 8), (3, 1)),
        (ago(1, 2, 7, 8, 14), None),
        (ago(1, 2), None),
        # Today does not count: the question of a day stays.
        (ago(0, 1, 2), None),
        (ago(1, 2, 3, 15, 20, 30), (3, 0)),
    ],
)
def test_a_theme_rises_by_two_days_a_week(days: set[date], counts: tuple[int, int] | None) -> None:
    found = rising([(thing("tea"), days)], TODAY)
    assert [(one.n_days, one.n_before) for one in found] == ([counts] if counts else [])


def test_feelings_do_not_rise_and_what_rises_most_is_first() -> None:
    user = replace(thing("Ann"), is_user=True)
    found = rising(
        [
            (thing("tea"), ago(1, 2, 3)),
            (thing("run"), ago(1, 2, 3, 4)),
            (thing("bath"), ago(1, 2, 3)),
            (thing("joy", Kind.EMOTION), ago(1, 2, 3, 4, 5)),
            (user, ago(1, 2, 3, 4, 5)),
        ],
        TODAY,
    )
    assert [one.entity.name for one in found] == ["run", "bath", "tea"]


# --- what returns and what is due ------------------------------------------------------------


def test_what_is_shown_is_of_today_and_nobody_who_died_is_wished() -> None:
    def due(occasion: Occasion, on: date = TODAY, why_not: WhyNot | None = None) -> Upcoming:
        return Upcoming(memory(), on, occasion, None, is_said=why_not is None, why_not=why_not)

    yearly, after = Occasion.ANNIVERSARY, Occasion.FOLLOW_UP
    said = due(yearly, why_not=WhyNot.SAID)
    given = [
        due(yearly),
        said,
        due(yearly, TODAY + DAY),
        due(yearly, why_not=WhyNot.DIED),
        due(yearly, why_not=WhyNot.ENDED),
        due(yearly, why_not=WhyNot.LIFE_OFF),
        due(yearly, why_not=WhyNot.ABOVE_LEVEL),
        due(after),
        due(after, TODAY + timedelta(days=2)),
        due(Occasion.MOVED_ON),
    ]
    assert returning_today(given, TODAY) == (given[0], said)
    assert to_ask_after(given, TODAY) == (given[7],)
    assert perhaps_over(given, TODAY) == (given[9],)
