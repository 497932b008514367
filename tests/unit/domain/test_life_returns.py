"""What is perhaps over, what comes up in the next days, and what has ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.graph import Entity
from graph_aria.domain.life import (
    Focus,
    MovedOnWhy,
    Standing,
    WhyNot,
    focus_of,
    returns_on,
    shows,
)
from graph_aria.domain.life_by_hand import finished, focus_by_hand, milestone_by_hand
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Level,
    Memory,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.moving_on import WINDOW, asks_whether_over, perhaps_over
from graph_aria.domain.occasions import death_told, tells_death
from graph_aria.domain.partings import has_ended, is_widowed, parting_told, wedding_of
from graph_aria.domain.upcoming import ahead, asking, once
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import Standing as Weighed
from tests.unit.domain.graph_model import GraphModel
from tests.unit.domain.test_occasions import SAID_AT, memory

DAY = timedelta(days=1)


def focus(text: str = "The user is writing their thesis.", **changes: object) -> Memory:
    known: dict[str, object] = {"kind": MemoryKind.FOCUS, "slot": "focus|thesis", "value": "on"}
    return memory(text, **{**known, **changes})


def milestone(text: str, day: ImportantDate | None = None, **changes: object) -> Memory:
    return memory(text, kind=MemoryKind.MILESTONE, important=day, **changes)


def weighed(at: datetime, *, days: float = 6, ended_at: datetime | None = None) -> Weighed:
    return Weighed(
        weight=2.0, heat=0.0, ref_at=at, fades_at=at + days * DAY, first_on=at.date(),
        last_on=at.date(), n_days=1, ended_at=ended_at,
    )  # fmt: skip


def thesis(at: datetime = SAID_AT, *, days: float = 6, pinned: bool = False) -> Entity:
    return Entity(
        "thesis", "p", Kind.THING, "Thesis", "thesis", weighed(at, days=days), pinned=pinned
    )


@pytest.mark.parametrize(
    ("entities", "days", "why"),
    [
        ([], 27.9, None),
        ([], 28, MovedOnWhy.SILENT),
        ([thesis()], 5.9, None),
        ([thesis()], 27.9, None),  # it has faded, but a focus is no theme
        ([thesis()], 28, MovedOnWhy.SILENT),
        ([thesis(SAID_AT + 20 * DAY)], 24, None),
        ([thesis(SAID_AT + 20 * DAY)], 40, None),
        ([thesis(SAID_AT + 20 * DAY)], 48, MovedOnWhy.SILENT),
        ([thesis(), thesis(days=30)], 10, None),
        ([thesis(pinned=True)], 10, None),
        ([replace(thesis(SAID_AT + 20 * DAY), kind=Kind.PERSON)], 28, MovedOnWhy.SILENT),
        ([replace(thesis(), kind=Kind.PERSON)], 10, None),
    ],
)
def test_a_focus_is_perhaps_over_when_nobody_speaks_of_it(
    entities: list[Entity], days: float, why: MovedOnWhy | None
) -> None:
    now = SAID_AT + days * DAY

    assert perhaps_over(focus(), entities=entities, ended=(), now=now) is why
    assert perhaps_over(focus(pinned=True), entities=entities, ended=(), now=now) is None


@pytest.mark.parametrize(
    ("day", "today", "returns"),
    [
        (ImportantDate(11, 5, 2026), date(2026, 11, 4), date(2027, 11, 5)),
        (ImportantDate(1, 1, 2027), date(2026, 12, 31), date(2028, 1, 1)),
        (ImportantDate(2, 29, 2028), date(2028, 2, 28), date(2029, 3, 1)),
        (ImportantDate(11, 5, 2026), date(2026, 11, 5), date(2026, 11, 5)),
        (ImportantDate(11, 5, 2025), date(2026, 11, 4), date(2026, 11, 5)),
        (ImportantDate(11, 5), date(2026, 11, 4), date(2026, 11, 5)),
        (None, date(2026, 11, 4), None),
    ],
)
def test_the_day_of_a_milestone_itself_is_no_return_of_it(
    day: ImportantDate | None, today: date, returns: date | None
) -> None:
    one = milestone("The user moved to Ghent.", day)

    assert returns_on(one, today) == returns
    plan = replace(one, kind=MemoryKind.EVENT)
    assert returns_on(plan, today) == (None if day is None else day.next_from(today))
    if day is not None and day.year is not None and day.year >= today.year:
        days = [today, today + DAY]
        assert ahead([one], days=days, zone="UTC", deaths=(), said=(), bar=lambda _: None) == ()


@pytest.mark.parametrize(
    ("ended", "why"),
    [
        ([], None),
        ([SAID_AT - DAY], None),
        ([SAID_AT + DAY], MovedOnWhy.ENDED),
        ([SAID_AT - DAY, SAID_AT + DAY], MovedOnWhy.ENDED),
    ],
)
def test_a_focus_is_perhaps_over_when_its_project_ended_since(
    ended: list[datetime], why: MovedOnWhy | None
) -> None:
    now = SAID_AT + 2 * DAY

    assert perhaps_over(focus(), entities=(), ended=ended, now=now) is why
    assert perhaps_over(focus(pinned=True), entities=(), ended=ended, now=now) is None


def test_it_is_asked_once_for_each_time_it_was_said() -> None:
    silent = Focus(focus(), Standing.ON, None, None, perhaps_over=MovedOnWhy.SILENT)
    raised = asks_whether_over(silent)

    assert raised == Raised("m", Occasion.MOVED_ON, (SAID_AT + WINDOW).date())
    again = replace(silent, memory=focus(confirmed_at=SAID_AT + 40 * DAY))
    assert asks_whether_over(again) != raised
    for other in (
        replace(silent, perhaps_over=None),
        replace(silent, standing=Standing.DONE),
    ):
        assert asks_whether_over(other) is None
    assert raised is not None
    on = date(2027, 1, 1)
    assert asking(silent.memory, raised, on=on, said=()).is_said
    assert asking(silent.memory, raised, on=on, said=[raised]).why_not is WhyNot.SAID


@pytest.mark.parametrize(
    ("text", "is_told", "of_user"),
    [
        ("The user got divorced in 2020.", True, True),
        ("The user is divorced.", True, True),
        ("The user and their partner broke up in 2025.", True, True),
        ("Sam and the user separated.", True, True),
        ("The user was left by their husband.", True, True),
        ("The user's sister Clara got divorced.", True, False),
        ("The user is not divorced.", False, False),
        ("The user fears a divorce.", False, False),
        ("The user got married in 2019.", False, False),
        ("The user split the wood.", False, False),
    ],
)
def test_who_parted(text: str, *, is_told: bool, of_user: bool) -> None:
    told = parting_told(memory(text))

    assert (told is not None) is is_told
    if told is not None:
        assert (not told.who.roles and not told.who.names) is of_user
    assert parting_told(memory(text, state=MemoryState.SUPERSEDED)) is None


@pytest.mark.parametrize(
    ("wedding", "first", "parting", "ended"),
    [
        ("The user got married on 3 May 2010.", 2010, "The user got divorced.", True),
        ("The user's wedding anniversary is on 3 May.", None, "The user is divorced.", True),
        ("The user got married on 3 May 2030.", 2030, "The user got divorced.", False),
        ("The user married Alex.", 2010, "Sam and the user separated.", False),
        ("The user's sister Clara got married.", 2010, "The user got divorced.", False),
        ("The user's sister Clara got married.", 2010, "The user's sister got divorced.", True),
        ("The user's sister Clara got married.", 2010, "The user's sister Nora got divorced.",
         False),
        ("The user moved to Ghent.", 2010, "The user got divorced.", False),
    ],
)  # fmt: skip
def test_a_wedding_ends_with_a_parting_that_came_after_it(
    wedding: str, first: int | None, parting: str, *, ended: bool
) -> None:
    told = parting_told(memory(parting))
    assert told is not None
    on = None if first is None else date(first, 5, 3)

    assert has_ended(milestone(wedding, valid_from=on), [told]) is ended


def test_a_wedding_whose_spouse_died_is_no_day_to_wish() -> None:
    died = death_told(memory("The user's husband Sam died in 2024."))
    father = death_told(memory("The user's father died in 2024."))
    assert died is not None
    assert father is not None

    assert is_widowed(milestone("The user got married."), [died])
    assert not is_widowed(milestone("The user got married."), [father])
    assert not is_widowed(milestone("The user's sister got married."), [died])
    assert tells_death("The user's husband Sam died in 2024.")
    assert wedding_of(milestone("The user moved.")) is None


def test_of_one_day_that_two_memories_tell_one_comes_up() -> None:
    day, whole = ImportantDate(5, 3), ImportantDate(5, 3, 2019)
    vague = memory("The user's wedding anniversary is on 3 May.", id="a", important=day)
    exact = milestone("The user got married on 3 May 2019.", whole, id="b")
    hers = milestone("The user's sister Clara got married on 3 May 2019.", whole, id="c")
    born = milestone("The user's daughter Lena was born on 3 May 2019.", whole, id="d")
    birthday = memory("The user's daughter Lena's birthday is on 3 May.", id="e", important=day)
    memories = {one.id: one for one in (vague, exact, hers, born, birthday)}
    due = [Raised(one, Occasion.ANNIVERSARY, date(2026, 5, 3)) for one in memories]

    assert [one.memory_id for one in once(due, memories)] == ["b", "c", "d"]
    assert [one.memory_id for one in once(due, memories, [due[0]])] == ["a", "c", "d"]


def test_what_comes_in_the_next_days_is_in_order_with_its_years_and_the_reason_why_not() -> None:
    memories = [
        milestone("The user moved to Ghent on 4 May 2020.", ImportantDate(5, 4, 2020), id="a"),
        milestone("The user got married on 3 May 2010.", ImportantDate(5, 3, 2010), id="b"),
        milestone("The user lost their job on 5 May 2025.", ImportantDate(5, 5, 2025), id="c"),
        memory("The user's dad's birthday is on 3 May.", id="d", important=ImportantDate(5, 3)),
    ]
    dead = death_told(memory("The user's father died."))
    parted = parting_told(memory("The user got divorced."))
    assert dead is not None
    assert parted is not None
    found = ahead(
        memories, days=[date(2026, 5, 1) + n * DAY for n in range(6)], zone="UTC", deaths=[dead],
        said=[Raised("a", Occasion.ANNIVERSARY, date(2026, 5, 4))], bar=lambda _: None,
        partings=[parted],
    )  # fmt: skip

    assert [(one.memory.id, one.on.day, one.years, one.why_not, one.is_loss) for one in found] == [
        ("b", 3, 16, WhyNot.ENDED, False),
        ("d", 3, None, WhyNot.DIED, False),
        ("a", 4, 6, WhyNot.SAID, False),
        ("c", 5, 1, None, True),
    ]
    assert {one.is_said for one in found if one.why_not is not None} == {False}


def test_what_may_be_shown_goes_by_switch_level_and_state() -> None:
    profile = GraphModel().profile
    one = milestone("The user got married.", category=Category.FAMILY)

    assert shows(profile, one)
    assert not shows(replace(profile, lives=False), one)
    assert shows(replace(profile, lives=False), memory(category=Category.FAMILY))
    assert not shows(replace(profile, level=Level.ACQUAINTANCE), one)
    assert not shows(profile, replace(one, state=MemoryState.PENDING))


@pytest.mark.parametrize(
    ("text", "standing", "told"),
    [
        ("The user is writing their thesis.", Standing.DONE,
         "The user finished writing their thesis."),
        ("The user is writing their thesis.", Standing.DROPPED,
         "The user is no longer writing their thesis."),
        ("The user finished writing their thesis.", Standing.DROPPED,
         "The user is no longer writing their thesis."),
        ("The user gave up the marathon.", Standing.DONE, "The user finished the marathon."),
        ("The user started chemo.", Standing.DONE, "The user finished chemo."),
        ("The user is in therapy.", Standing.DONE,
         "The user is no longer in therapy."),
        ("The user has a lot of debt.", Standing.DONE, "The user no longer has a lot of debt."),
        ("The user is writing their thesis.", Standing.ON, "The user is writing their thesis."),
        ("The user gave up writing their thesis.", Standing.ON,
         "The user is writing their thesis."),
    ],
)  # fmt: skip
def test_what_is_done_or_dropped_by_hand_fills_the_same_slot(
    text: str, standing: Standing, told: str
) -> None:
    said = finished(focus(text), standing, on=date(2026, 5, 3))

    assert (said.text, said.slot, said.value) == (told, "focus|thesis", standing.value)
    assert said.valid_until == (None if standing is Standing.ON else date(2026, 5, 3))
    with pytest.raises(ValueError, match="no focus"):
        finished(memory(), standing)


def test_what_is_added_by_hand_has_slot_value_and_dates() -> None:
    added = focus_by_hand("my thesis on owls", "The user is writing a thesis on owls.")
    wed = milestone_by_hand(
        "We married.", "The user got married.", first=date(2019, 5, 3), last=date(2019, 5, 3)
    )

    assert (added.kind, added.slot, added.value) == (MemoryKind.FOCUS, "focus|thesis owls", "on")
    assert wed.important == ImportantDate(5, 3, 2019)
    assert (wed.slot or "").startswith("milestone|")
    assert focus_of(focus(value=None, slot=None)) is Standing.ON
    with pytest.raises(ValueError, match="comes before"):
        milestone_by_hand("x", "The user.", first=date(2019, 5, 3), last=date(2018, 5, 3))


def test_what_is_told_within_a_namespace_and_outside_comes_up_once() -> None:
    day = date(2026, 5, 3)
    move = milestone(
        "The user moved to Ghent.", ImportantDate(5, 3, 2018), slot="milestone|move|user",
        value="to ghent|",
    )  # fmt: skip
    memories = {
        "a": replace(move, id="a"),
        "b": replace(move, id="b", scope="work"),
        "c": replace(move, id="c", value="to york|"),
    }
    due = [Raised(one, Occasion.ANNIVERSARY, day) for one in memories]

    assert [one.memory_id for one in once(due, memories)] == ["a", "c"]


def test_nobody_is_asked_about_what_they_did_for_somebody_who_died() -> None:
    care = focus("The user is caring for their mother.", slot="focus|care of mother")
    raised = Raised(care.id, Occasion.MOVED_ON, date(2026, 5, 3))
    dead = [one for one in [death_told(memory("The user's mother died."))] if one is not None]

    told = [asking(care, raised, on=raised.on, said=(), deaths=each) for each in ((), dead)]
    assert [one.why_not for one in told] == [None, WhyNot.DIED]


def test_who_is_quoted_tells_of_whom_they_speak() -> None:
    wedding = milestone("The user got married.", valid_from=date(2010, 5, 3))
    hers = parting_told(milestone('The user wrote on 3 March 2026: "My sister got divorced".'))
    ours = parting_told(milestone('The user wrote on 3 March 2026: "We got divorced".'))
    died = death_told(milestone('The user wrote on 3 March 2026: "My dad Tom died".'))

    assert hers is not None
    assert ours is not None
    assert died is not None
    assert [has_ended(wedding, [one]) for one in (hers, ours)] == [False, True]
    assert (died.roles, died.names) == (frozenset({"father"}), frozenset({"tom"}))
