"""Lines about a life: what is told, in which order, how a loss is told, and what never is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.assembling import Assembly
from graph_aria.domain.drawn import Occasion
from graph_aria.domain.fitting import Purse
from graph_aria.domain.life import Upcoming, WhyNot
from graph_aria.domain.losses import Weight, is_fresh_loss, is_grief, weight_of
from graph_aria.domain.memories import Category, ImportantDate, Memory, MemoryKind, MemoryState
from graph_aria.domain.mood_journal import MoodPoint
from graph_aria.domain.prompt_life import (
    MOOD_TOKENS,
    MOST_LIFE,
    Told,
    lies_ahead,
    life_lines,
    life_seats,
    mood_said,
)
from graph_aria.domain.prompt_memories import (
    MOST_MEMORIES,
    MOST_STANDING,
    Setting,
    memory_line,
)
from graph_aria.domain.sentences import estimate_tokens
from tests.unit.domain.test_occasions import memory
from tests.unit.domain.test_prompt_text import PROFILE, SETTING, TEXTS, TODAY

DAY: Final = timedelta(days=1)


def focus(text: str = "The user is writing their thesis.", **changes: Any) -> Memory:
    known = {
        "id": text, "kind": MemoryKind.FOCUS, "category": Category.GOALS, "slot": f"focus|{text}",
        "value": "on",
    }  # fmt: skip
    return memory(text, **{**known, **changes})


def milestone(
    text: str, first: date | None = None, last: date | None = None, **changes: Any
) -> Memory:
    known = {
        "id": text, "kind": MemoryKind.MILESTONE, "slot": "milestone||user", "value": "",
        "valid_from": first, "valid_until": last or first,
    }  # fmt: skip
    return memory(text, **{**known, **changes})


def upcoming(one: Memory, on: date, **changes: Any) -> Upcoming:
    return replace(
        Upcoming(one, on, Occasion.ANNIVERSARY, None, is_said=True, why_not=None), **changes
    )


def birthday(text: str, on: date) -> Upcoming:
    day = ImportantDate(on.month, on.day)
    return upcoming(memory(text, id=text, kind=MemoryKind.FACT, important=day), on)


def told(*lives: Memory, ahead: tuple[Upcoming, ...] = (), setting: Setting = SETTING) -> list[str]:
    return [line.text for line in life_lines(lives, ahead, setting=setting)]


def test_the_first_of_each_sort_comes_before_the_rest() -> None:
    lives = [
        focus("The user is learning Danish.", importance=0.4),
        focus("The user is writing their thesis.", importance=0.9),
        milestone("The user moved to Bath.", TODAY - 3 * DAY),
        milestone("The user got promoted.", TODAY - 9 * DAY),
        focus("The user finished the barn.", value="done", valid_until=TODAY - 2 * DAY),
    ]
    ahead = (birthday("Clara's birthday.", TODAY + 4 * DAY), birthday("Tom's.", TODAY + 2 * DAY))
    lines = life_lines(lives, ahead, setting=SETTING)
    assert [one.memory.text for one in lines] == [
        "The user is writing their thesis.", "Tom's.", "The user moved to Bath.",
        "The user is learning Danish.", "Clara's birthday.", "The user got promoted.",
        "The user finished the barn.",
    ]  # fmt: skip
    assert [one.told for one in lines[:3]] == [Told.FOCUS, Told.AHEAD, Told.LATELY]


@pytest.mark.parametrize("most", range(10))
def test_the_first_lines_are_the_same_however_many_are_wanted(most: int) -> None:
    ends = [(TODAY - 2 * DAY, "done"), (TODAY - 5 * DAY, "dropped")]
    lives = [
        *(focus(f"The user is at {n}.", importance=n / 4) for n in range(3)),
        *(milestone(f"The user moved {n}.", TODAY - n * DAY) for n in range(1, 4)),
        *(focus(f"The user was at {how}.", value=how, valid_until=end) for end, how in ends),
    ]
    ahead = tuple(birthday(f"Birthday {n}.", TODAY + n * DAY) for n in range(1, 4))
    lines = life_lines(lives, ahead, setting=SETTING)

    assert len(lines) == 11
    assert life_lines(lives, ahead, setting=SETTING, most=most) == lines[:most]


def test_each_line_says_when() -> None:
    since = focus(valid_from=date(2026, 3, 2), reason="they want to teach")
    assert told(since) == [
        (
            "- Now: The user is writing their thesis. Why: they want to teach. (since Mon 2 Mar; "
            "last spoken of 6 days ago, on Tue 24 Nov)"
        )
    ]
    assert told(focus(value="dropped", valid_until=TODAY - 2 * DAY)) == [
        "- Given up: The user is writing their thesis. (2 days ago, on Sat 28 Nov)"
    ]
    assert told(milestone("The user moved to Bath.", TODAY - 3 * DAY)) == [
        "- Lately: The user moved to Bath. (3 days ago)"
    ]
    assert told(ahead=(birthday("Tom's day.", TODAY + 2 * DAY),)) == [
        "- Ahead: Tom's day. (Wed 2 Dec, in 2 days)"
    ]


def test_what_happened_where_it_is_a_day_later_was_today() -> None:
    tomorrow = TODAY + DAY
    day = ImportantDate(tomorrow.month, tomorrow.day, tomorrow.year)
    one = milestone("The user moved to Bath.", tomorrow, important=day)
    assert told(one) == ["- Lately: The user moved to Bath. (today)"]
    assert memory_line(one, SETTING, is_flagged=False).startswith(
        "- The user moved to Bath. (said "
    )
    died = milestone("The user's father died.", tomorrow, slot="the user's father|died")
    assert is_fresh_loss(died, today=TODAY, zone="UTC")
    assert not is_fresh_loss(replace(died, valid_until=TODAY + 40 * DAY), today=TODAY, zone="UTC")


def test_a_focus_that_was_not_spoken_of_for_long_is_flagged_and_comes_last() -> None:
    old = focus("The user is learning Danish.", importance=0.9,
                confirmed_at=datetime(2026, 6, 1, tzinfo=UTC))  # fmt: skip
    lines = life_lines([old, focus()], (), setting=SETTING)
    assert [one.is_stale for one in lines] == [False, True]
    assert lines[1].text.endswith("may be out of date)")


@pytest.mark.parametrize(
    ("first", "last", "is_told"),
    [
        (TODAY - 60 * DAY, None, True),
        (date(2026, 1, 5), None, True),  # this year's
        (date(2025, 12, 24), None, False),
        (date(2026, 1, 1), date(2026, 12, 31), True),
        (date(2025, 1, 1), date(2025, 12, 31), False),
        (TODAY + DAY, None, True),  # told where that day had begun
        (TODAY + 3 * DAY, None, False),
    ],
)
def test_milestones_of_sixty_days_and_of_this_year(
    first: date | None, last: date | None, *, is_told: bool
) -> None:
    assert bool(told(milestone("The user moved to Bath.", first, last))) is is_told


def test_what_is_over_is_told_for_thirty_days() -> None:
    for days, is_told in ((30, True), (31, False)):
        one = focus(value="done", valid_until=TODAY - days * DAY)
        assert bool(told(one)) is is_told


@pytest.mark.parametrize(
    "changes",
    [
        *({"state": state} for state in MemoryState if state is not MemoryState.CURRENT),
        {"scope": "elsewhere"},
        {"category": Category.FEARS},
        {"category": Category.ROMANCE},
    ],
    ids=str,
)
def test_what_may_not_be_used_is_not_told(changes: dict[str, Any]) -> None:
    assert told(focus(**changes), milestone("The user moved.", TODAY, **changes)) == []
    one = birthday("Tom's day.", TODAY + DAY)
    assert told(ahead=(replace(one, memory=replace(one.memory, **changes)),)) == []


def test_nothing_is_told_while_life_is_off() -> None:
    off = replace(SETTING, profile=replace(PROFILE, lives=False))
    ahead = (birthday("Tom's day.", TODAY + DAY),)
    assert told(focus(), milestone("The user moved.", TODAY), ahead=ahead, setting=off) == []


@pytest.mark.parametrize("why_not", list(WhyNot))
def test_nothing_ahead_is_told_of_the_dead_or_of_what_ended(why_not: WhyNot) -> None:
    one = replace(birthday("Tom's day.", TODAY + DAY), is_said=False, why_not=why_not)
    assert bool(told(ahead=(one,))) is (why_not is WhyNot.SAID)


def test_what_lies_ahead_is_told_for_fourteen_days_on_its_own_day() -> None:
    exam = memory("Exam.", valid_from=TODAY + 3 * DAY, valid_until=TODAY + 3 * DAY)
    asked = upcoming(exam, TODAY + 4 * DAY, occasion=Occasion.FOLLOW_UP)
    assert [day for day, _ in lies_ahead([asked], SETTING)] == [TODAY + 3 * DAY]
    for days, is_told in ((-1, False), (0, True), (14, True), (15, False)):
        one = birthday("Tom's day.", TODAY + days * DAY)
        assert bool(told(ahead=(one,))) is is_told


def test_a_memory_that_comes_up_by_itself_is_not_told_here_too() -> None:
    one = focus()
    assert life_lines([one], (), setting=SETTING, but={one.id}) == ()


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("The user's dad died on 4 February 2020.", Weight.LOSS),
        ("The user had a miscarriage in October 2026.", Weight.LOSS),
        ("The user lost their job.", Weight.LOSS),
        ("The user was made redundant.", Weight.LOSS),
        ("The user got divorced in 2021.", Weight.LOSS),
        ("The user and their partner broke up.", Weight.LOSS),
        ("The user's house burnt down.", Weight.LOSS),
        ("The user was diagnosed with diabetes.", Weight.HARD),
        ("The user had an operation on their knee.", Weight.HARD),
        ("The user dropped out of university.", Weight.HARD),
        ("The user got married on 3 May 2019.", None),
        ("The user lost 20 kilos.", None),
        ("The user is free of cancer.", None),
        ("The user moved to Bath in 2019.", None),
        ("The user's daughter Mia was born.", None),
        ("The user got promoted.", None),
    ],
)
def test_losses_are_told_from_what_is_glad(text: str, weight: Weight | None) -> None:
    one = milestone(text, TODAY - DAY)
    assert weight_of(one) is weight
    (line,) = told(one)
    assert ("congratulate nobody" in line) is (weight is not None)
    day = upcoming(replace(one, important=ImportantDate(12, 2, 2020)), TODAY + 2 * DAY)
    (ahead,) = told(ahead=(day,))
    assert ("congratulate nobody" in ahead) is (weight is not None)


def test_nobody_is_asked_whether_they_still_grieve() -> None:
    assert is_grief(focus("The user is grieving for Tom."))
    assert not is_grief(focus())


@given(st.integers(0, MOST_STANDING), st.integers(0, 3))
def test_seats_leave_half_to_the_question_and_never_exceed_twelve(
    n_standing: int, n_raised: int
) -> None:
    n = life_seats(n_standing=n_standing, n_raised=n_raised)
    left = MOST_MEMORIES - n_standing - n_raised
    assert 0 <= n <= MOST_LIFE
    assert n <= left
    assert left - n >= n - 1


def points(*moods: float) -> list[MoodPoint]:
    """Days with a mood, the last one today."""
    n = len(moods)
    return [MoodPoint(TODAY - (n - 1 - k) * DAY, mood, 1) for k, mood in enumerate(moods)]


def test_the_mood_line_holds_a_week_against_the_week_before() -> None:
    assert mood_said([], today=TODAY) == ""
    assert mood_said(points(4), today=TODAY + 9 * DAY) == ""
    line = mood_said(points(7, 7, 7, 4, 4, 4, 4, 4, 4, 4), today=TODAY)
    assert line.startswith("- Mood: 4.0 of 10 over the last 7 days (7 days, down from 7.0)")
    assert "as the week before" in mood_said(points(*[5.0] * 14), today=TODAY)
    assert "(1 day)" in mood_said(points(5), today=TODAY)
    assert "a hint, not a fact" in line
    assert estimate_tokens(line) <= MOOD_TOKENS


def test_the_mood_keeps_to_its_own_budget_and_stands_last() -> None:
    mood = mood_said(points(*[5.0] * 14), today=TODAY)
    lines = life_lines([focus(f"The user is at {n}.") for n in range(4)], (), setting=SETTING)
    text = ""
    for room in (900, 2_000, 6_000):
        assembly = Assembly(Purse(room), SETTING)
        assembly.instruct("You are ARIA.")
        assembly.take_turn("Hi.")
        assembly.tell_focus(lines, mood=mood)
        prompt = assembly.finish("")
        text = prompt.messages[0].text
        assert prompt.drawn.parts.get("focus", 0) <= prompt.budgets["focus"]
        if mood in text:
            assert text.index(mood) > text.rindex("- Now: ")
        assert "- Now: The user is at 0." in text
    assert mood in text


@given(st.lists(TEXTS, min_size=1, max_size=4), TEXTS)
def test_lines_are_one_line_each_whatever_words_stand_in_them(
    texts: list[str], reason: str
) -> None:
    lives = [focus(text, id=str(n), reason=reason) for n, text in enumerate(texts)]
    lives.append(milestone(texts[0], TODAY, id="m"))
    lines = told(*lives, ahead=(birthday(texts[-1], TODAY + DAY),))
    assert lines
    for line in lines:
        assert line.startswith("- ")
        assert not set("[]<>\n\r\u2028\x1b") & set(line)
        assert estimate_tokens(line) < 150


@pytest.mark.parametrize("n_days", [0, 10, 60])
def test_what_nobody_dated_counts_as_of_the_day_on_which_it_was_told(n_days: int) -> None:
    at = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC) - n_days * DAY
    lost = milestone("The user had a miscarriage.", created_at=at, confirmed_at=at)
    (line,) = told(lost)

    assert line.startswith("- A loss: The user had a miscarriage. (told ")
    assert "be gentle" in line
    assert is_fresh_loss(lost, today=TODAY, zone="UTC") is (n_days <= 14)
    yearly = replace(lost, important=ImportantDate(5, 3))
    assert told(yearly) == []  # it returns, and may have been long ago
    assert not is_fresh_loss(replace(lost, text="The user moved to Bath."), today=TODAY, zone="UTC")
