"""Whether two milestones are one, and when it was by all that is told of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.admission import Admitted, Setting, Why, admit
from graph_aria.domain.life import Precision, milestone_of
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    Memory,
    MemoryCandidate,
    MemoryKind,
)
from graph_aria.domain.milestones import Fit, Told, fit, settled, together, undated
from graph_aria.domain.plausible_days import birth_told, is_ahead, plausible

AT = datetime(2026, 3, 2, 19, tzinfo=UTC)
SAID_ON = date(2026, 3, 2)
YEAR = Told(date(2019, 1, 1), date(2019, 12, 31))
MAY = Told(date(2019, 5, 1), date(2019, 5, 31))
DAY = Told(date(2019, 5, 3), date(2019, 5, 3), ImportantDate(5, 3, 2019))
YEARLY = Told(yearly=ImportantDate(5, 3))


def candidate(
    slot: str | None = "milestone|wedding|user",
    told: Told = YEAR,
    *,
    value: str | None = "",
    text: str = "The user got married.",
    kind: MemoryKind = MemoryKind.MILESTONE,
) -> MemoryCandidate:
    return MemoryCandidate(
        text, kind, Category.FAMILY, 0, 21, "fact:milestone", importance=0.75,
        valid_from=told.first, valid_until=told.last, important=told.yearly,
        slot=slot, value=None if slot is None else value,
    )  # fmt: skip


def memory(
    slot: str | None = "milestone|wedding|user",
    told: Told = YEAR,
    *,
    value: str = "",
    text: str = "The user got married.",
) -> Memory:
    said = settled(candidate(slot, told, value=value, text=text))
    return Memory(
        "m", "p", said.text, said.kind, said.category, 0.7, 0.5, 0.9, None, Learned.SAID, AT, AT,
        valid_from=said.valid_from, valid_until=said.valid_until, important=said.important,
        slot=said.slot, value=said.value,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("slot", "kept", "value", "what", "whose"),
    [
        ("milestone|wedding|user", "milestone|wedding|user", "", "wedding", "user"),
        ("milestone|wedding|sister clara", "milestone|wedding|sister", "|clara", "wedding",
         "sister clara"),
        ("milestone|new job at acme|user", "milestone|new job|user", "at acme|", "new job at acme",
         "user"),
        ("milestone|move to ghent|mum", "milestone|move|mother", "to ghent|", "move to ghent",
         "mother"),
        ("milestone|move|older brother sam", "milestone|move|brother", "|sam", "move",
         "brother sam"),
        ("milestone|wedding|sister's friend", "milestone|wedding|sister's friend", "", "wedding",
         "sister's friend"),
        ("the user's grandma|died", "the user's grandmother|died", "", "death", "grandmother"),
        ("the user's gran Rosa|died", "the user's grandmother|died", "|rosa", "death",
         "grandmother rosa"),
        ("Rosa|died", "rosa|died", "", "death", "rosa"),
        ("the user's daughter lena's|birthday", "the user's daughter lena's|birthday", "7-7",
         "birth", "daughter lena"),
    ],
)  # fmt: skip
def test_what_is_one_has_one_slot(slot: str, kept: str, value: str, what: str, whose: str) -> None:
    given_ = {"died": "yes", "birthday": "7-7"}.get(slot.rpartition("|")[2], "")
    said = settled(candidate(slot, value=given_))

    assert (said.slot, said.value) == (kept, value)
    assert settled(said) == said
    told = milestone_of(memory(slot, value=given_))
    assert told is not None
    assert (told.what, told.whose) == (what, whose)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("The user got married in 2019.", date(2019, 1, 1), date(2019, 12, 31)),
        ("The user got married in March 2019.", date(2019, 3, 1), date(2019, 3, 31)),
        ("The user got married on 8 March 2019.", date(2019, 3, 8), date(2019, 3, 8)),
        ("The user got married in 2018.", date(2019, 3, 8), date(2019, 3, 8)),
    ],
)
def test_a_rough_day_is_no_more_exact_than_it_is_told(text: str, first: date, last: date) -> None:
    said = settled(candidate(told=Told(date(2019, 3, 8), date(2019, 3, 8)), text=text))

    assert (said.valid_from, said.valid_until) == (first, last)


def test_what_is_no_milestone_keeps_its_slot() -> None:
    focus = candidate("focus|move to ghent", value="on", kind=MemoryKind.FOCUS)

    assert settled(focus) is focus
    assert settled(candidate(None)).slot is None


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        (YEAR, MAY, True), (MAY, DAY, True), (DAY, YEARLY, True), (Told(), DAY, True),
        (YEAR, YEARLY, True), (YEARLY, YEARLY, True), (Told(), Told(), True),
        (MAY, Told(date(2019, 6, 1), date(2019, 6, 30)), False),
        (DAY, Told(yearly=ImportantDate(5, 4)), False),
        (MAY, Told(yearly=ImportantDate(6, 3)), False),
        (YEAR, Told(yearly=ImportantDate(2, 29)), False),  # 2019 had none
        (Told(date(2020, 1, 1), date(2020, 12, 31)), Told(yearly=ImportantDate(2, 29)), True),
        (Told(date(2019, 3, 1), date(2019, 5, 31)), MAY, True),
    ],
)  # fmt: skip
def test_dates_fit_where_they_have_a_day_in_common(one: Told, other: Told, *, fits: bool) -> None:
    assert (one.with_(other) is not None) is fits
    assert one.with_(other) == other.with_(one)
    assert fit(memory(told=one), memory(told=other)) is (Fit.ONE if fits else Fit.OPEN)


def test_a_day_without_a_year_and_a_year_make_a_date() -> None:
    assert together([YEAR, YEARLY]) == together([YEARLY, YEAR]) == DAY


@given(st.permutations([YEAR, MAY, DAY, YEARLY, Told()]), st.integers(1, 5))
def test_the_order_of_telling_does_not_matter_for_the_date(told: list[Told], n: int) -> None:
    most = max(told[:n], key=lambda one: one.exactness)

    assert together(told) == DAY
    assert together(told[:n]).exactness >= most.exactness


def test_of_dates_that_differ_the_first_of_the_most_exact_holds() -> None:
    other = Told(date(2018, 5, 3), date(2018, 5, 3), ImportantDate(5, 3, 2018))

    assert together([DAY, other, YEAR]) == DAY
    assert together([other, DAY]) == other


def told_in(year: int, month: int = 1, day: int | None = None) -> Told:
    first = date(year, month, day or 1)
    return Told(first, first if day else date(year, month, 28))


@pytest.mark.parametrize(
    ("slot", "one", "other", "how"),
    [
        ("milestone|wedding|user", told_in(2018), told_in(2019), Fit.OPEN),
        ("milestone|move to ghent|user", told_in(2010), told_in(2018), Fit.TWO),
        ("milestone|move to ghent|user", told_in(2018, 3, 1), told_in(2018, 3, 9), Fit.OPEN),
        ("milestone|new job at acme|user", told_in(2018), told_in(2020), Fit.TWO),
        ("milestone|operation on knee|user", told_in(2018), told_in(2020), Fit.TWO),
        ("milestone|birth|user", told_in(2015), told_in(2017), Fit.TWO),
        ("milestone|birth|user", told_in(2015, 1), told_in(2015, 3), Fit.OPEN),
        ("milestone|birth|daughter lena", told_in(2015), told_in(2017), Fit.OPEN),
        ("milestone|broken leg|user", told_in(2015), told_in(2017), Fit.TWO),
        ("the user's father|died", told_in(2015), told_in(2017), Fit.OPEN),
    ],
)
def test_what_may_happen_several_times_is_two_where_it_lies_apart(
    slot: str, one: Told, other: Told, how: Fit
) -> None:
    assert fit(memory(slot, one), memory(slot, other)) is how
    assert fit(memory(slot, other), memory(slot, one)) is how


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("milestone|wedding|sister clara", "milestone|wedding|sister", Fit.ONE),
        ("milestone|wedding|sister clara", "milestone|wedding|sister nora", Fit.TWO),
        ("milestone|wedding|friend anna", "milestone|wedding|friend", Fit.TWO),
        ("milestone|wedding|friend anna", "milestone|wedding|friend anna keller", Fit.ONE),
        ("milestone|wedding|sister clara", "milestone|wedding|user", Fit.TWO),
        ("milestone|move to ghent|user", "milestone|move to bruges|user", Fit.TWO),
        ("milestone|new job at acme|user", "milestone|new job|user", Fit.ONE),
        ("the user's grandma|died", "the user's grandmother Rosa|died", Fit.ONE),
    ],
)
def test_of_one_date_are_one_and_the_same_only_what_is_told_of_the_same(
    one: str, other: str, how: Fit
) -> None:
    assert fit(memory(one, DAY), memory(other, DAY)) is how
    assert fit(memory(other, DAY), memory(one, DAY)) is how


def test_a_job_without_a_date_need_not_be_one_that_is_known() -> None:
    at_acme = memory("milestone|new job at acme|user", DAY)

    assert fit(at_acme, memory("milestone|new job|user", Told())) is Fit.TWO
    assert fit(at_acme, memory("milestone|new job at acme|user", Told())) is Fit.ONE


def test_milestones_without_a_slot_are_held_against_each_other_by_their_words_but_for_days() -> (
    None
):
    in_2019 = memory(None, YEAR, text="The user got married in 2019.")
    in_2018 = memory(None, told_in(2018), text="The user got married in January 2018.")
    may = memory(None, DAY, text="The user got married on 3 May 2019.")
    other = memory(None, DAY, text="The user's sister got married on 3 May 2019.")

    assert fit(in_2019, may) is Fit.ONE
    assert fit(in_2019, in_2018) is Fit.OPEN
    assert fit(may, other) is None
    assert fit(may, replace(may, kind=MemoryKind.FACT)) is None


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("The user got married on 3 May 2019.", "The user got married."),
        ("The user got married in May 2019.", "The user got married."),
        ("The user moved to Ghent in 2018 with Sam.", "The user moved to Ghent with Sam."),
        ("On 3 May 2019, the user got married.", "The user got married."),
        ("The user got married on 3 May.", "The user got married."),
        ("The user got married between 1 March 2019 and 31 May 2019.", "The user got married."),
        ("The user moved between May and June 2019 to York.", "The user moved to York."),
        ("The user moved between York and Ghent.", "The user moved between York and Ghent."),
        ("The user got married in the week of 3 March 2019.", "The user got married."),
        ("The user got married in the summer of 2019.", "The user got married."),
        ("The user retired in spring 2019.", "The user retired."),
        ("The user retired in winter 2019/2020.", "The user retired."),
        ("The user retired at the end of May 2019.", "The user retired."),
        ("The user moved to Room 2019B.", "The user moved to Room 2019B."),
        ("The user's friend May moved.", "The user's friend May moved."),
    ],
)
def test_a_sentence_without_its_days(text: str, without: str) -> None:
    assert undated(text) == without


@pytest.mark.parametrize(
    ("told", "born", "stays"),
    [
        (YEAR, None, True),
        (told_in(2031), None, False),
        (Told(date(2026, 1, 1), date(2026, 12, 31)), None, True),
        (told_in(2026, 3, 3), None, False),
        (told_in(1980), date(1990, 5, 5), False),
        (Told(date(1990, 1, 1), date(1990, 12, 31)), date(1990, 5, 5), True),
        (told_in(1900), None, False),
        (told_in(1960), None, True),
        (YEARLY, date(1990, 5, 5), True),
        (Told(), None, True),
    ],
)
def test_no_date_is_kept_on_which_it_cannot_have_been(
    told: Told, born: date | None, *, stays: bool
) -> None:
    said = candidate(told=told, text="The user got married in May 2019.")
    kept = plausible(said, said_on=SAID_ON, born=born)

    assert (kept == said) is stays
    if not stays:
        assert Told.of(kept) == Told()
        assert kept.text == "The user got married."


def test_others_may_have_lived_before_the_user() -> None:
    parents = candidate("milestone|wedding|parents", told_in(1960))
    own = candidate("milestone|birth|user", told_in(2015))

    assert plausible(parents, said_on=SAID_ON, born=date(1990, 5, 5)) == parents
    assert plausible(own, said_on=SAID_ON, born=date(1990, 5, 5)) == own


def test_what_is_told_as_to_come_has_not_happened() -> None:
    ahead = candidate(told=told_in(2027), text="The user is going to marry in 2027.")

    assert is_ahead(ahead, said_on=SAID_ON)
    assert not is_ahead(
        candidate(text="The user got engaged and plans a wedding."), said_on=SAID_ON
    )
    verdict = admit(ahead, "I'm going to marry in 2027", Setting(said_on=SAID_ON))
    assert (verdict.admitted, verdict.why) == (Admitted.REFUSED, Why.NOT_YET)


def test_the_birth_of_the_user_is_told_by_their_birthday_with_its_year() -> None:
    yearly = candidate("the user's|birthday", YEARLY, value="5-3", kind=MemoryKind.FACT)
    whole = replace(yearly, important=ImportantDate(5, 3, 1990))

    assert birth_told([yearly]) is None
    assert birth_told([yearly, whole]) == date(1990, 5, 3)


@pytest.mark.parametrize(
    ("told", "precision"),
    [
        (DAY, Precision.DAY), (MAY, Precision.MONTH), (YEAR, Precision.YEAR),
        (YEARLY, Precision.YEARLY), (Told(), Precision.UNKNOWN),
        (Told(yearly=ImportantDate(5, 3, 2019)), Precision.DAY),
    ],
)  # fmt: skip
def test_how_exactly_it_is_known(told: Told, precision: Precision) -> None:
    milestone = milestone_of(memory(told=told))

    assert milestone is not None
    assert milestone.precision is precision
    assert milestone_of(replace(memory(), kind=MemoryKind.EVENT)) is None


@pytest.mark.parametrize(
    ("text", "kind", "by_hand", "why"),
    [
        ("The user got married.", MemoryKind.MILESTONE, False, Why.LIFE_OFF),
        ("The user is writing a thesis.", MemoryKind.FOCUS, False, Why.LIFE_OFF),
        ("The user is writing a thesis.", MemoryKind.FOCUS, True, Why.LIFE_OFF),
        ("The user's father died in 2019.", MemoryKind.MILESTONE, False, Why.WORTH),
        ("The user's father died in 2019.", MemoryKind.MILESTONE, True, Why.LIFE_OFF),
        ("The user has a sister.", MemoryKind.FACT, False, Why.WORTH),
    ],
)
def test_while_life_is_off_nothing_of_it_is_learned_but_deaths(
    text: str, kind: MemoryKind, why: Why, *, by_hand: bool
) -> None:
    said = candidate(None, text=text, kind=kind)
    verdict = admit(said, "I got married, and so on.", Setting(lives=False, by_hand=by_hand))

    assert verdict.why is why
    assert admit(said, "I got married, and so on.", Setting(by_hand=by_hand)).why is Why.WORTH


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("The user was born in 1988.", date(1988, 1, 1)),
        ("The user was born in June 1988.", date(1988, 6, 1)),
        ("The user was born on 5 June 1988.", date(1988, 6, 1)),
        ("The user was born in Ghent in 1988.", date(1988, 1, 1)),
        ("The user was born in Ghent, in June 1988.", date(1988, 6, 1)),
        ("The user was born in Ghent.", None),
        ("The user was born in Ghent and moved in 1990.", None),
        ("The user's mother was born in 1950.", None),
    ],
)
def test_a_year_of_birth_tells_when_it_was_at_the_earliest(text: str, born: date | None) -> None:
    assert birth_told([memory(None, Told(), text=text)]) == born
