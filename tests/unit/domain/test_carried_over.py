"""What stays of a memory that is given other words."""

from __future__ import annotations

from datetime import UTC, date, datetime

from graph_aria.domain.carried_over import carried_over
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    Memory,
    MemoryCandidate,
    MemoryKind,
)

THEN = datetime(2026, 3, 2, tzinfo=UTC)
EXAM_ON, LAST_ON = date(2026, 3, 14), date(2026, 3, 20)


def was(text: str, **given: object) -> Memory:
    return Memory(
        "m", "p", text, MemoryKind.EVENT, Category.EVENTS, 0.6, 0.0, 0.8, None, Learned.SAID,
        THEN, THEN, **given,  # type: ignore[arg-type]
    )  # fmt: skip


def now(text: str, **given: object) -> MemoryCandidate:
    return MemoryCandidate(
        text, MemoryKind.EVENT, Category.EVENTS, 0, len(text), "hand:edit", **given  # type: ignore[arg-type]
    )  # fmt: skip


def test_the_same_words_tell_the_same() -> None:
    exam = was("The exam.", valid_from=EXAM_ON, valid_until=EXAM_ON, slot="exam", value="x")

    after = carried_over(now("the exam"), exam, until=LAST_ON, days=(), is_read=False)

    assert (after.valid_from, after.valid_until, after.expires_on) == (EXAM_ON, EXAM_ON, LAST_ON)
    assert (after.slot, after.value) == ("exam", "x")


def test_days_stay_or_move_with_the_one_that_is_named() -> None:
    exam = was("The exam.", valid_from=EXAM_ON, valid_until=EXAM_ON)
    moved_on = date(2026, 3, 16)

    same = carried_over(now("The final."), exam, until=LAST_ON, days=(), is_read=False)
    moved = carried_over(
        now("The final."), exam, until=LAST_ON, days=[(moved_on, moved_on)], is_read=False
    )
    gone = carried_over(
        now("The final."), exam, until=LAST_ON, days=[(moved_on, moved_on)] * 2, is_read=False
    )
    read = carried_over(now("I passed."), exam, until=LAST_ON, days=(), is_read=True)

    assert (same.valid_from, same.expires_on) == (EXAM_ON, LAST_ON)
    assert (moved.valid_from, moved.valid_until) == (moved_on, moved_on)
    assert moved.expires_on == date(2026, 3, 22)
    assert (gone.valid_from, gone.expires_on) == (None, None)
    assert (read.valid_from, read.expires_on) == (None, None)


def test_a_day_that_returns_stays_or_moves() -> None:
    day = was("Her day is 9 May.", important=ImportantDate(5, 9, 1990))
    tenth = date(2026, 5, 10)

    same = carried_over(now("Ana's day."), day, until=None, days=(), is_read=False)
    moved = carried_over(now("10 May."), day, until=None, days=[(tenth, tenth)], is_read=False)

    assert same.important == ImportantDate(5, 9, 1990)
    assert moved.important == ImportantDate(5, 10)


def test_a_slot_stays_while_what_fills_it_is_in_the_words() -> None:
    home = was("Home is Oslo.", slot="the user|lives in", value="oslo")
    taste = was("Tea!", slot="the user|attitude|tea", value="like")

    def slot(text: str, memory: Memory) -> str | None:
        return carried_over(now(text), memory, until=None, days=(), is_read=False).slot

    assert slot("Oslo it is, by the sea.", home) == "the user|lives in"
    assert slot("Bergen it is.", home) is None
    assert slot("Coffee I like.", taste) is None
