"""Focus and milestones of a model, with what rules read in its sentences."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from graph_aria.domain.borne_out import Witness
from graph_aria.domain.focus_told import focus_slot, plainly_over, standing_told
from graph_aria.domain.life import Standing
from graph_aria.domain.life_proposed import Retold, focus_proposed, milestone_proposed
from graph_aria.domain.memories import Category, ImportantDate, MemoryCandidate, MemoryKind
from graph_aria.domain.reading import ReadDate

SAID_ON = date(2026, 3, 2)


def said(text: str, kind: MemoryKind, on: date | None = None) -> MemoryCandidate:
    return MemoryCandidate(text, kind, Category.EVENTS, 0, 9, "model:memory", valid_from=on)


def wedding(text: str, first: date | None = None, last: date | None = None) -> MemoryCandidate:
    one = said(text, MemoryKind.MILESTONE, first)
    return replace(
        one, valid_until=last, category=Category.FAMILY, slot="milestone|wedding|user", value=""
    )


def named(words: str, first: date, last: date | None = None) -> ReadDate:
    return ReadDate(0, len(words), words, first, last or first, "dates:x")


def judged(
    text: str, retold: Retold | None = None, *dates: ReadDate, on: date | None = None
) -> MemoryCandidate | None:
    one = said(text, MemoryKind.MILESTONE, on)
    return milestone_proposed(one, retold or Retold(text), dates=dates, said_on=SAID_ON)


YEAR = (date(2019, 1, 1), date(2019, 12, 31))
THIRD = date(2019, 5, 3)
IN_2019 = named("in 2019", *YEAR)
ON_3_MAY_2019 = named("3 May 2019", THIRD)
MARRIED = "The user married Sam."


@pytest.mark.parametrize(
    ("dates", "on", "first", "last", "important", "text"),
    [
        ((), THIRD, None, None, None, MARRIED),
        ((IN_2019,), THIRD, *YEAR, None, "The user married Sam in 2019."),
        ((ON_3_MAY_2019,), THIRD, THIRD, THIRD, ImportantDate(5, 3, 2019),
         "The user married Sam on 3 May 2019."),
        ((IN_2019, ON_3_MAY_2019), THIRD, THIRD, THIRD, ImportantDate(5, 3, 2019),
         "The user married Sam on 3 May 2019."),
        ((named("3 May", date(2025, 5, 3)),), date(2025, 5, 3), None, None, None, MARRIED),
        ((named("seven years ago", date(2019, 3, 2)),), date(2019, 3, 2), *YEAR, None,
         "The user married Sam in 2019."),
        ((IN_2019,), date(2020, 5, 3), None, None, None, MARRIED),
    ],
)  # fmt: skip
def test_the_day_of_a_model_is_no_more_exact_than_the_text(
    dates: tuple[ReadDate, ...],
    on: date,
    first: date | None,
    last: date | None,
    important: ImportantDate | None,
    text: str,
) -> None:
    found = judged(MARRIED, Retold(MARRIED, wedding(MARRIED)), *dates, on=on)

    assert found is not None
    assert (found.valid_from, found.valid_until, found.important, found.text) == (
        first, last, important, text,
    )  # fmt: skip
    assert (found.slot, found.category) == ("milestone|wedding|user", Category.FAMILY)


@pytest.mark.parametrize(
    ("dates", "text"),
    [
        ((ON_3_MAY_2019,), "The user got married in 2019."),
        ((IN_2019,), "The user got married in 2019."),
        ((), "The user got married."),
        ((named("in 2018", date(2018, 1, 1), date(2018, 12, 31)),), "The user got married."),
    ],
)
def test_the_words_of_a_model_tell_no_other_day_than_the_text(
    dates: tuple[ReadDate, ...], text: str
) -> None:
    told = "The user got married in 2019."
    found = judged(told, Retold(told, wedding(told, *YEAR), (YEAR,)), *dates)

    assert found is not None
    assert found.text == text
    assert (found.valid_from is None) == ("2019" not in text)


def test_a_year_that_a_model_adds_to_a_day_is_not_kept() -> None:
    told = "The user married Sam on 3 May 2025."
    day = date(2025, 5, 3)
    read = replace(wedding(told, day, day), important=ImportantDate(5, 3, 2025))
    found = judged(told, Retold(told, read, ((day, day),)), named("3 May", day), on=day)

    assert found is not None
    assert (found.valid_from, found.important) == (None, ImportantDate(5, 3))
    assert found.text == "The user married Sam on 3 May."


def test_what_the_rules_do_not_read_is_told_by_its_words() -> None:
    found = judged("The user met the King.")

    assert found is not None
    assert (found.slot, found.value, found.category) == (None, None, Category.EVENTS)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The user will marry Sam.", ()),
        ("The user is getting married.", ()),
        ("The user's wedding is on 3 May 2027.", ((date(2027, 5, 3), date(2027, 5, 3)),)),
    ],
)
def test_what_is_to_come_is_no_milestone(text: str, days: tuple[tuple[date, date], ...]) -> None:
    assert judged(text, Retold(text, days=days)) is None


@pytest.mark.parametrize(
    ("text", "is_to_come"),
    [
        ("We are getting married in June.", True),
        ("I hope to get married.", True),
        ("I am planning to get married.", True),
        ("I got married after years of trying.", False),
        ("I am so happy: I got married.", False),
        ("I'm writing because I got married.", False),
    ],
)
def test_what_a_text_tells_as_still_to_come_bears_out_no_milestone(
    text: str,
    is_to_come: bool,  # noqa: FBT001 - a row each
) -> None:
    witness = Witness(text)

    assert witness.is_to_come("The user got married.", [(0, len(text))]) is is_to_come


def test_a_dream_job_that_somebody_got_is_not_to_come() -> None:
    text = "I got my dream job at Acme."
    assert not Witness(text).is_to_come("The user got their dream job.", [(0, len(text))])


@pytest.mark.parametrize(
    ("text", "standing", "slot"),
    [
        ("The user is gluing the kayak hull.", Standing.ON, "focus|gluing kayak hull"),
        ("The user works on the kayak hull.", Standing.ON, "focus|kayak hull"),
        ("The user has finally wrapped up the kayak hull.", Standing.DONE, "focus|kayak hull"),
        ("The user's kayak hull is done.", Standing.DONE, "focus|kayak hull"),
        ("The user abandoned the kayak hull.", Standing.DROPPED, "focus|kayak hull"),
        ("The user is no longer at the kayak hull.", Standing.DROPPED, "focus|kayak hull"),
        ("The user is trying to finish the kayak hull.", Standing.ON, "focus|finish kayak hull"),
        ("The user plans to build a kayak.", None, None),
        ("The user wants to learn Greek.", None, None),
        ("The user is not building a kayak.", None, None),
        ("The user saw a kayak.", None, None),
        ("The user's kayak.", None, None),
    ],
)
def test_a_focus_that_no_rule_reads_goes_by_its_words(
    text: str, standing: Standing | None, slot: str | None
) -> None:
    found = focus_proposed(said(text, MemoryKind.FOCUS), Retold(text), dates=())

    assert standing_told(text) is standing
    assert (None if found is None else found.value) == standing
    assert (None if found is None else found.slot) == slot
    assert slot is None or focus_slot(text) == slot


def test_a_focus_that_the_rules_read_has_their_slot_and_no_other_day_than_the_text() -> None:
    text = "The user has been writing their thesis since 2019."
    read = replace(
        said(text, MemoryKind.FOCUS, YEAR[0]), category=Category.WORK, slot="focus|thesis",
        value="on",
    )  # fmt: skip
    for dates, since in (((IN_2019,), YEAR[0]), ((), None)):
        found = focus_proposed(said(text, MemoryKind.FOCUS), Retold(text, read), dates=dates)
        assert found is not None
        assert (found.slot, found.value, found.category) == ("focus|thesis", "on", Category.WORK)
        assert found.valid_from == since


def test_what_is_over_is_said_once_more_in_plain_words() -> None:
    assert plainly_over("The user has completed the course.") == "The user finished the course."
    assert plainly_over("The user finished the course.") is None
    assert plainly_over("The user is taking a course.") is None
    assert plainly_over("The user quit.") is None
