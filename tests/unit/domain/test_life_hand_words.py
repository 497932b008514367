"""What the user writes of their life by hand: as a sentence about them, and what is refused."""

from __future__ import annotations

from datetime import date

import pytest

from graph_aria.domain.kin_days import cannot_be
from graph_aria.domain.life import Standing
from graph_aria.domain.life_by_hand import finished, without_since
from graph_aria.domain.memories import MemoryKind
from graph_aria.domain.not_a_focus import why_no_focus
from graph_aria.domain.third_person import in_third_person
from tests.unit.domain.test_occasions import memory

BORN = date(1988, 5, 3)


@pytest.mark.parametrize(
    ("wrote", "told"),
    [
        ("Our cat Minka died.", "The user's cat Minka died."),
        ("My great-aunt Gerda died.", "The user's great-aunt Gerda died."),
        ("my godson Ole got his licence.", "The user's godson Ole got his licence."),
        ("Our neighbour gave us her piano and I was glad.",
         "The user's neighbour gave them her piano and they were glad."),
        ("I've just sold my boat.", "The user has just sold their boat."),
        ("I'm trying to sleep more.", "The user is trying to sleep more."),
        ("I carry on with my knitting.", "The user carries on with their knitting."),
        ("I had finished our roof.", "The user had finished their roof."),
        ("Moved to the US with my dad.", "Moved to the US with their dad."),
        ("The user's cat died.", "The user's cat died."),
        ("We moved to Bonn.", "We moved to Bonn."),
        ("The shed roof", "The shed roof"),
    ],
)  # fmt: skip
def test_what_is_told_of_oneself_is_told_of_the_user(wrote: str, told: str) -> None:
    assert in_third_person(wrote) == told


@pytest.mark.parametrize(
    ("text", "standing", "named"),
    [
        ("The user finished knitting a scarf.", Standing.DONE, "done FOCUS"),
        ("The user gave up the marathon.", Standing.DROPPED, "drop FOCUS"),
        ("The user moved to Bonn.", Standing.ON, "milestones add"),
        ("The user has married.", Standing.ON, "milestones add"),
        ("The user bought a boat.", Standing.ON, "milestones add"),
    ],
)
def test_what_is_over_or_happened_is_no_focus_and_says_what_to_do(
    text: str, standing: Standing, named: str
) -> None:
    assert named in str(why_no_focus(text, standing, is_read=False))


@pytest.mark.parametrize(
    "text", ["The user started chemo.", "The user joined a choir.", "The shed roof.",
             "The user is moving to Bonn.", "The user needs a new flat."],
)  # fmt: skip
def test_what_goes_on_may_be_a_focus(text: str) -> None:
    assert why_no_focus(text, Standing.ON, is_read=False) is None


@pytest.mark.parametrize(
    ("text", "standing", "told"),
    [
        ("The user finished writing their thesis.", Standing.DROPPED,
         "The user is no longer writing their thesis."),
        ("The user gave up organizing the fair.", Standing.DONE,
         "The user finished organizing the fair."),
        ("The user finished chemo.", Standing.DROPPED, "The user gave up chemo."),
        ("The user is no longer in therapy.", Standing.DROPPED,
         "The user is no longer in therapy."),
        ("The user no longer has a dog to train.", Standing.DONE,
         "The user no longer has a dog to train."),
        ("The user joined a choir.", Standing.DONE, "The user is no longer in a choir."),
        ("The user is looking for a bigger flat for weeks.", Standing.DONE,
         "The user finished looking for a bigger flat."),
        ("The user is learning Greek since two years now.", Standing.DONE,
         "The user finished learning Greek."),
        ("The user is working for time travel.", Standing.DONE,
         "The user finished working for time travel."),
    ],
)  # fmt: skip
def test_what_is_over_is_told_in_its_own_words_whatever_it_was_before(
    text: str, standing: Standing, told: str
) -> None:
    one = memory(text, kind=MemoryKind.FOCUS, slot="focus|x", value="on")
    assert finished(one, standing).text == told


@pytest.mark.parametrize(
    ("text", "last", "cannot"),
    [
        ("The user's daughter was born.", date(1970, 12, 31), True),
        ("The user's youngest son died.", date(1980, 1, 1), True),
        ("The user's grandson graduated.", date(1980, 1, 1), True),
        ("The user's mother died.", date(1970, 12, 31), True),
        ("The user's wife passed away.", date(1985, 1, 1), True),
        ("The user's mother was born.", date(1960, 1, 1), False),
        ("The user's wife was born.", date(1986, 1, 1), False),
        ("The user's father died.", date(1987, 12, 1), False),
        ("The user's grandmother died.", date(1970, 1, 1), False),
        ("The user's son-in-law was born.", date(1980, 1, 1), False),
        ("The user's mother-in-law died.", date(1980, 1, 1), False),
        ("The user's daughter was born.", date(1988, 12, 31), False),
    ],
)
def test_kin_of_the_user_cannot_have_been_before_them(
    text: str, last: date, *, cannot: bool
) -> None:
    assert cannot_be(text, last, BORN) is cannot


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ("The user is learning Greek since May 2026 for a trip.",
         "The user is learning Greek for a trip."),
        ("The user is in therapy, since 2026.", "The user is in therapy."),
        ("The user is in therapy since June 2026.", "The user is in therapy since June 2026."),
        ("The user is writing a book on Germany since 1945.",
         "The user is writing a book on Germany since 1945."),
        ("The user is restoring the house built since 1950.",
         "The user is restoring the house built since 1950."),
    ],
)  # fmt: skip
def test_only_the_time_since_when_it_goes_on_is_taken_out(told: str, left: str) -> None:
    assert without_since(told, date(2026, 5, 1)) == left
    assert without_since(told, None) == told
