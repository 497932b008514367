"""Focus and milestones through the whole line, with the reader that ships."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.life import (
    Focus,
    Milestone,
    MovedOnWhy,
    Precision,
    Standing,
    Upcoming,
    WhyNot,
)
from graph_aria.domain.memories import Level, Memory, MemoryKind, MemoryState
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.domain.moving_on import asks_whether_over
from graph_aria.errors import InvalidText
from graph_aria.stages.change_level import change_level
from graph_aria.stages.forget_memory import forget_memories
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.list_milestones import list_milestones
from graph_aria.stages.look_ahead import look_ahead
from graph_aria.stages.note_memory import Noted, add_memory
from graph_aria.stages.note_milestone import NotedMilestone, edit_milestone
from graph_aria.stages.rule_memory import list_reviews, rule_memory
from tests.faculties import faculties_with
from tests.line.world import World, add_profile, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID_AT: Final = datetime(2026, 3, 2, 19, tzinfo=UTC)
DAY: Final = timedelta(days=1)
EVERY: Final = frozenset(Standing)
TEN_WAYS: Final = (
    "I got married.",
    "We got married in 2019.",
    "Sam and I got married in May 2019.",
    "I married Sam on 3 May 2019.",
    "Our wedding was on 3 May 2019.",
    "We tied the knot in May 2019.",
    "Seven years ago I got married.",
    "My husband and I married in 2019.",
    "We got hitched in spring 2019.",
    "I got married on 3 May.",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def world(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[World]:
    async with opened(tmp_path, reader=process) as made:
        made.clock.instant = SAID_AT
        yield made


async def live(world: World, *said: str, days: int = 1) -> list[str]:
    """Say one thing after the other, a day apart; ids of the entries."""
    ids = []
    for n, text in enumerate(said):
        entry = await world.say(text, at=SAID_AT + n * days * DAY)
        ids.append(entry.id)
        await world.work()
    return ids


async def of_kind(world: World, kind: MemoryKind) -> list[Memory]:
    page = await world.store.list_memories(world.profile_id, limit=200)
    return sorted((one for one in page.items if one.kind is kind), key=lambda one: one.id)


async def milestones(world: World) -> tuple[Milestone, ...]:
    return (await list_milestones(world.store, await world.profile())).items


async def focus(world: World, *, days: float = 0) -> tuple[Focus, ...]:
    now = world.clock.now() + days * DAY
    return await list_focus(world.store, await world.profile(), now=now, standings=EVERY)


async def ahead(world: World, days: int = 366) -> tuple[Upcoming, ...]:
    return await look_ahead(world.store, await world.profile(), now=world.clock.now(), days=days)


async def n_sources(world: World, memory_id: str) -> int:
    known = await world.store.read_memories(world.profile_id, [memory_id])
    return sum(one.memory_id == memory_id for one in known.sources)


async def test_one_milestone_told_in_ten_ways_is_one_with_ten_sources(world: World) -> None:
    await live(world, *TEN_WAYS)
    (told,) = await milestones(world)

    assert (told.what, told.whose, told.precision) == ("wedding", "user", Precision.DAY)
    assert told.first == told.last == date(2019, 5, 3)
    assert await n_sources(world, told.memory.id) == len(TEN_WAYS)
    assert "3 May 2019" in told.memory.text


async def test_a_loss_told_in_several_ways_is_one(world: World) -> None:
    await live(
        world, "Grandma died in 2020.", "My gran passed away in June 2020.", "Nana is dead.",
        "I lost my grandmother Rosa on 5 June 2020.", "My grandmother died.",
    )  # fmt: skip
    (told,) = await milestones(world)

    assert (told.what, told.whose, told.first) == ("death", "grandmother rosa", date(2020, 6, 5))
    assert await n_sources(world, told.memory.id) >= 5  # one sentence may tell it twice


@pytest.mark.parametrize(
    "said",
    list(permutations(["I got married in 2019.", "I got married on 3 May.", "I got married."])),
)
async def test_the_order_of_telling_does_not_matter(world: World, said: Sequence[str]) -> None:
    await live(world, *said)
    (told,) = await milestones(world)

    assert told.first == told.last == date(2019, 5, 3)
    assert await n_sources(world, told.memory.id) == 3


async def test_what_was_told_exactly_goes_when_that_entry_goes(world: World) -> None:
    _, exact = await live(world, "I got married in 2019.", "We got married on 3 May 2019.")
    assert [one.precision for one in await milestones(world)] == [Precision.DAY]

    await world.edit(exact, "We got married, and it rained.")
    await world.work()
    assert [one.precision for one in await milestones(world)] == [Precision.YEAR]

    await world.edit(exact, "We got married on 4 June 2019.")
    await world.work()
    assert [one.first for one in await milestones(world)] == [date(2019, 6, 4)]

    await world.forget(exact)
    (told,) = await milestones(world)
    assert (told.first, told.last) == (date(2019, 1, 1), date(2019, 12, 31))
    assert told.memory.text == "The user got married in 2019."


async def test_dates_that_do_not_fit_are_an_open_question_until_they_do(world: World) -> None:
    _, other, _ = await live(
        world, "I got married in 2019.", "I got married in 2018.", "I got married in May 2019."
    )
    states = [one.state for one in await of_kind(world, MemoryKind.MILESTONE)]
    assert states == [MemoryState.CURRENT, MemoryState.PENDING]
    (review,) = await list_reviews(world.store, world.profile_id)
    assert {review.memory.text, review.other.text} == {
        "The user got married in 2018.", "The user got married in May 2019."
    }  # fmt: skip

    await world.edit(other, "I got married in 2019, in Ghent.")
    await world.work()
    assert [one.first for one in await milestones(world)] == [date(2019, 5, 1)]
    assert await list_reviews(world.store, world.profile_id) == []


@pytest.mark.parametrize(
    ("verb", "dates"),
    [
        (MemoryVerb.BOTH, [2018, 2019]),
        (MemoryVerb.UPDATE, [2018]),
        (MemoryVerb.SAME, [2019]),
    ],
)
async def test_an_open_question_is_answered_once_for_all(
    world: World, verb: MemoryVerb, dates: list[int]
) -> None:
    entry_id, _ = await live(world, "I got married in 2019.", "I got married in 2018.")
    (review,) = await list_reviews(world.store, world.profile_id)
    faculties = faculties_with(world.reader)
    await rule_memory(
        world.store, faculties, world.clock, world.ids, world.profile_id, review.memory.id, verb,
        other_id=review.other.id,
    )  # fmt: skip
    await world.reread(entry_id)

    told = [one.first.year for one in await milestones(world) if one.first is not None]
    assert sorted(told) == dates
    assert await list_reviews(world.store, world.profile_id) == []


async def test_once_the_only_telling_that_differed_is_gone_two_are_one(world: World) -> None:
    _, may, _ = await live(
        world,
        "I got married in 2019.",
        "We got married in May 2019.",
        "I got married in June 2019.",
    )
    assert len(await milestones(world)) == 2
    await world.forget(may)

    (told,) = await milestones(world)
    assert (told.first, told.memory.state) == (date(2019, 6, 1), MemoryState.CURRENT)


@pytest.mark.parametrize(
    ("said", "first", "text"),
    [
        (["I got married in 2019.", "Actually, I got married in 2018."], date(2018, 1, 1),
         "The user got married in 2018."),
        (["I got married in 2019.", "No, I got married in 2018.", "We got married on 3 May 2018."],
         date(2018, 5, 3), "The user got married on 3 May 2018."),
        (["I got married in 2019.", "No, I got married in 2018.", "No, I got married in 2019."],
         date(2019, 1, 1), "The user got married in 2019."),
        (["I got married in 2019.", "Actually, I got married in May 2019."], date(2019, 5, 1),
         "The user got married in May 2019."),
        (["My father died in 2020.", "No, my father died in 2019."], date(2019, 1, 1),
         "The user's father died in 2019."),
        (["I got married in 2019.", "No, it was 2018."], date(2018, 1, 1),
         "The user got married in 2018."),
        (["I got married in 2019.", "Sorry, I meant 2018."], date(2018, 1, 1),
         "The user got married in 2018."),
        (["I got married in 2019.", "No, I got married in 2018, not in 2019."], date(2018, 1, 1),
         "The user got married in 2018."),
        (["I got married in 2019.", "No, it was in May 2018, not in 2019."], date(2018, 5, 1),
         "The user got married in May 2018."),
    ],
)  # fmt: skip
async def test_a_correction_takes_back_another_date_and_is_taken_back_with_its_entry(
    world: World, said: list[str], first: date, text: str
) -> None:
    entry_ids = await live(world, *said)
    (told,) = await milestones(world)
    assert (told.first, told.memory.text) == (first, text)
    assert await list_reviews(world.store, world.profile_id) == []

    await world.reread(*reversed(entry_ids))
    assert [one.memory.text for one in await milestones(world)] == [text]

    await world.forget(*entry_ids[1:])
    assert [one.memory.state for one in await milestones(world)] == [MemoryState.CURRENT]
    assert (await milestones(world))[0].memory.text in {
        "The user got married in 2019.", "The user's father died in 2020."
    }  # fmt: skip


@pytest.mark.parametrize("no", ["No, it was on 4 May.", "No, it was on 4 May 2019."])
async def test_a_day_that_is_corrected_keeps_its_year(world: World, no: str) -> None:
    await live(world, "We got married on 3 May 2019.", no)

    assert [one.first for one in await milestones(world)] == [date(2019, 5, 4)]


@pytest.mark.parametrize(
    "said",
    [
        "I got married in 2019. No, it was 2018.",
        "I got married in 2019. No, I got married in 2018.",
    ],
)
async def test_who_corrects_in_the_next_sentence_is_right(world: World, said: str) -> None:
    await live(world, said)

    assert [str(one.first) for one in await milestones(world)] == ["2018-01-01"]


async def test_when_it_was_says_nothing_where_no_milestone_was_dated_before(world: World) -> None:
    await live(world, "My sister's birthday is on 3 May.", "No, it was in 2016.")

    assert await milestones(world) == ()


@pytest.mark.parametrize("no", ["No, it was in 1979.", "No, it was in 2031."])
async def test_no_correction_dates_what_cannot_have_been_then(world: World, no: str) -> None:
    await live(world, "I was born in 1988.", "I got married in 2019.", no)

    assert [str(one.first) for one in await milestones(world)] == ["2019-01-01"]


async def test_a_move_that_is_dated_otherwise_is_one_move(world: World) -> None:
    await live(world, "I moved to Ghent in 2018.", "No, it was in 2016.")

    assert [str(one.first) for one in await milestones(world)] == ["2016-01-01"]


async def test_who_married_again_married_twice(world: World) -> None:
    await live(
        world, "I got married in 2010.", "We got divorced in 2015.", "I got married again.",
        "I remarried on 3 May 2018.", "We got married in 2018.",
    )  # fmt: skip
    found = {one.memory.text: one.memory for one in await milestones(world)}

    assert sorted(found) == [
        "The user got divorced in 2015.", "The user got married in 2010.",
        "The user remarried on 3 May 2018.",
    ]  # fmt: skip
    assert await n_sources(world, found["The user remarried on 3 May 2018."].id) == 3
    assert [one.is_said for one in await ahead(world)] == [True]


@pytest.mark.parametrize(
    "alive", ["My father is alive, I meant the neighbour.", "My dad didn't die.", "Dad isn't dead."]
)
async def test_a_death_that_is_taken_back_keeps_nobody_from_being_wished_well(
    world: World, alive: str
) -> None:
    _, _, last = await live(
        world, "My father's birthday is on 3 May.", "My dad died in 2020.", alive
    )
    assert await milestones(world) == ()
    assert [one.why_not for one in await ahead(world)] == [None]

    await world.forget(last)
    assert [one.what for one in await milestones(world)] == ["death"]
    assert [one.why_not for one in await ahead(world)] == [WhyNot.DIED]


@pytest.mark.parametrize(
    ("died", "alive"),
    [
        ("My father died in 2020.", "My father is alive in my memories."),
        ("My father died in 2020.", "It feels like my father is still alive."),
        ("My father died in 2020.", "My father didn't die in vain."),
        ("My father died in 2020.", "I wish my father was alive."),
        ("My father died in 2020.", "In this photo my father is still alive."),
        ("My brother Tom died in 2010.", "My brother Ben is alive."),
        ("My brother died in 2010.", "My brother is alive."),  # one may have two
    ],
)
async def test_whoever_died_stays_dead_whatever_is_said_of_memories_and_of_others(
    world: World, died: str, alive: str
) -> None:
    await live(world, died, alive)
    found = [one for one in await of_kind(world, MemoryKind.MILESTONE) if " died" in one.text]

    assert [one.state for one in found] == [MemoryState.CURRENT]


async def test_of_two_who_died_the_one_who_is_named_is_alive(world: World) -> None:
    await live(
        world, "My brother Tom died in 2010.", "My brother Ben died in 2012.",
        "No, my brother Ben is alive.",
    )  # fmt: skip
    assert [one.whose for one in await milestones(world)] == ["brother tom"]


async def test_that_somebody_is_alive_says_nothing_by_itself(world: World) -> None:
    await live(world, "My father is still alive.", "It was not my father who died.")

    assert (await world.store.list_memories(world.profile_id, limit=9)).items == ()


async def test_what_was_corrected_and_is_said_again_is_asked_about(world: World) -> None:
    await live(
        world, "I got married in 2019.", "No, I got married in 2018.", "I got married in 2019."
    )
    (review,) = await list_reviews(world.store, world.profile_id)

    assert review.other.text == "The user got married in 2018."


async def test_a_correction_of_what_may_happen_twice_is_an_open_question(world: World) -> None:
    await live(
        world, "I moved to Ghent in 2010.", "A quiet day.", "A quiet day.",
        "I moved to Ghent in 2018.", "No, I moved to Ghent in 2016.",
    )  # fmt: skip
    (review,) = await list_reviews(world.store, world.profile_id)
    assert {review.memory.text, review.other.text} == {
        "The user moved to Ghent in 2018.", "The user moved to Ghent in 2016."
    }  # fmt: skip
    faculties = faculties_with(world.reader)
    await rule_memory(
        world.store, faculties, world.clock, world.ids, world.profile_id, review.memory.id,
        MemoryVerb.UPDATE, other_id=review.other.id,
    )  # fmt: skip

    told = [one.first.year for one in await milestones(world) if one.first is not None]
    assert (told, await list_reviews(world.store, world.profile_id)) == ([2016, 2010], [])


@pytest.mark.parametrize(
    "said",
    [
        ["I moved to Ghent in 2010.", "I moved to Ghent in 2018."],
        ["My sister got married on 3 May 2019.", "I got married on 3 May 2019."],
        ["I had an operation in 2012.", "I had an operation in 2020."],
    ],
)
async def test_what_happened_twice_is_two(world: World, said: list[str]) -> None:
    await live(world, *said, *said)
    found = await milestones(world)

    assert [one.memory.state for one in found] == [MemoryState.CURRENT] * 2
    assert [await n_sources(world, one.memory.id) for one in found] == [2, 2]


async def test_a_wedding_of_somebody_else_is_theirs(world: World) -> None:
    await live(world, "My sister got married.", "My sister Clara got married in May 2019.")

    assert [(one.what, one.whose) for one in await milestones(world)] == [
        ("wedding", "sister clara")
    ]


@pytest.mark.parametrize(
    "said",
    [
        "I got married on 31 April 2019.",
        "I got married on 3 May 2031.",
        "I got married in 1980.",
        "I got married in 1899.",
    ],
)
async def test_no_milestone_has_a_date_on_which_it_cannot_have_been(
    world: World, said: str
) -> None:
    for order in ("I was born on 5 May 1990.", said), (said, "I was born on 5 May 1990."):
        entries = await live(world, *order)
        (told,) = await milestones(world)
        assert told.precision is Precision.UNKNOWN
        assert told.memory.text == "The user got married."
        await world.forget(*entries)


@pytest.mark.parametrize("born", ["I was born in 1988.", "I was born in Ghent in June 1988."])
async def test_a_year_of_birth_is_enough_to_tell_what_cannot_have_been(
    world: World, born: str
) -> None:
    for order in (born, "I graduated in 1979."), ("I graduated in 1979.", born):
        entries = await live(world, *order)
        (told,) = await milestones(world)
        assert told.precision is Precision.UNKNOWN
        assert told.memory.text == "The user graduated."
        await world.forget(*entries)


async def test_what_others_lived_before_the_user_was_born_keeps_its_date(world: World) -> None:
    await live(
        world, "My grandmother died in 1980.", "I got married in 2019.", "I was born on 5 May 1990."
    )

    assert sorted(str(one.first) for one in await milestones(world)) == [
        "1980-01-01", "2019-01-01"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "I dreamt that I got married.",
        "If I get the job, I'll move to Ghent.",
        "I'm going to get married in May.",
        "I need to buy milk and call the bank.",
        "The prime minister got married on Saturday.",
    ],
)
async def test_plans_dreams_news_and_errands_are_none(world: World, said: str) -> None:
    await live(world, said)

    assert await milestones(world) == ()
    assert await focus(world) == ()


async def test_a_focus_goes_on_until_it_is_said_to_be_over(world: World) -> None:
    await live(world, "I'm writing my thesis.", "Worked on my thesis all day.")
    (on,) = await focus(world)
    assert on.standing is Standing.ON
    assert {name for name, one in (await world.entities()).items() if one.id in on.entity_ids} >= {
        "Thesis"
    }

    world.clock.instant += DAY
    await world.say("I finished my thesis!")
    await world.work()
    (done,) = await focus(world)
    assert done.standing is Standing.DONE
    assert (await world.store.get_memory(world.profile_id, on.memory.id)).superseded_by == (
        done.memory.id
    )
    assert await list_focus(world.store, await world.profile(), now=world.clock.now()) == ()


async def test_what_is_silent_for_its_window_is_perhaps_over_and_never_assumed(
    world: World,
) -> None:
    await live(world, "I'm writing my thesis.")
    (said,) = await focus(world)
    (later,) = await focus(world, days=27)
    (silent,) = await focus(world, days=28)

    assert [one.perhaps_over for one in (said, later, silent)] == [None, None, MovedOnWhy.SILENT]
    assert {one.standing for one in (said, later, silent)} == {Standing.ON}
    assert asks_whether_over(later) is None

    await world.say("I'm still writing my thesis.", at=SAID_AT + 30 * DAY)
    await world.work()
    (again,) = await focus(world)
    (later,) = await focus(world, days=29)
    assert (again.perhaps_over, later.perhaps_over) == (None, MovedOnWhy.SILENT)
    assert asks_whether_over(later) != asks_whether_over(silent)  # asked anew


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("I'm training for the marathon.", "The marathon is on my mind a lot."),
        ("I'm writing my thesis.", "Talked to Ada about the thesis."),
    ],
)
async def test_what_a_focus_is_about_keeps_it_going_when_it_is_spoken_of(
    world: World, said: str, then: str
) -> None:
    await live(world, said)
    await world.say(then, at=SAID_AT + 20 * DAY)
    await world.work()

    assert [one.perhaps_over for one in await focus(world, days=20)] != [MovedOnWhy.SILENT]
    assert [one.perhaps_over for one in await focus(world, days=29)] == [MovedOnWhy.SILENT]


@pytest.mark.parametrize(
    "then", ["Had lunch with Jonas.", "Jonas called me today.", "Jonas and I went for a walk."]
)
async def test_who_stands_beside_a_focus_does_not_keep_it_going(world: World, then: str) -> None:
    await live(world, "Jonas and I are looking for a bigger flat.")
    await world.say(then, at=SAID_AT + 20 * DAY)
    await world.work()

    assert [one.perhaps_over for one in await focus(world, days=9)] == [MovedOnWhy.SILENT]


async def test_a_focus_whose_project_ended_is_perhaps_over(world: World) -> None:
    await live(world, "I'm working at Acme on the new website.", "I quit my job at Acme.")

    assert [one.perhaps_over for one in await focus(world)] == [MovedOnWhy.ENDED]
    (asked,) = [one for one in await ahead(world) if one.occasion is Occasion.MOVED_ON]
    assert asked.on == date(2026, 3, 30)  # 28 days after it was said
    assert [one for one in await ahead(world, 7) if one.occasion is Occasion.MOVED_ON] == []


async def test_whether_it_is_over_is_asked_once(world: World) -> None:
    await live(world, "I'm writing my thesis.")
    world.clock.instant = SAID_AT + 30 * DAY
    (asked,) = [one for one in await ahead(world) if one.occasion is Occasion.MOVED_ON]
    assert (asked.is_said, asked.on) == (True, date(2026, 4, 1))

    (now,) = await focus(world)
    raised = asks_whether_over(now)
    assert raised is not None
    await world.store.note_raised(world.profile_id, [raised])
    await world.store.change_profile(world.profile_id, zone="Pacific/Kiritimati")
    (over,) = [one for one in await ahead(world) if one.occasion is Occasion.MOVED_ON]
    assert (over.is_said, over.why_not) == (False, WhyNot.SAID)


async def test_while_life_is_off_nothing_is_learned_and_what_is_stored_comes_back(
    world: World,
) -> None:
    await live(world, "I'm writing my thesis.", "I got married on 3 May 2019.")
    await world.store.change_profile(world.profile_id, lives=False)
    await world.say("I moved to Ghent in 2018. My father died in 2020.", at=SAID_AT + 2 * DAY)
    await world.say("I'm training for a marathon.", at=SAID_AT + 3 * DAY)
    await world.work()

    kept = await of_kind(world, MemoryKind.MILESTONE)
    assert [one.text for one in kept] == [
        "The user got married on 3 May 2019.", "The user's father died in 2020."
    ]  # fmt: skip
    assert await focus(world) == ()
    assert await milestones(world) == ()
    assert {one.why_not for one in await ahead(world)} == {WhyNot.LIFE_OFF}
    with pytest.raises(InvalidText, match="aria settings set life on"):
        await add_memory(
            world.store, faculties_with(world.reader), world.clock, world.ids, world.profile_id,
            Noted("I graduated in 2014.", kind=MemoryKind.MILESTONE),
        )  # fmt: skip

    await world.store.change_profile(world.profile_id, lives=True)
    assert [one.memory.text for one in await focus(world)] == ["The user is writing their thesis."]
    assert len(await milestones(world)) == 2
    assert [one.is_said for one in await ahead(world)] == [True]


async def test_what_is_stored_stays_when_entries_are_read_again_while_life_is_off(
    world: World,
) -> None:
    thesis, wedding, sister = await live(
        world, "I'm writing my thesis.", "I got married on 3 May 2019.", "My sister got married."
    )
    await world.store.change_profile(world.profile_id, lives=False)
    await world.reread(thesis, wedding, sister)
    await world.edit(wedding, "A long day. I got married on 3 May 2019. I moved to Ghent in 2018.")
    await world.edit(sister, "A long day.")
    await world.work()

    await world.store.change_profile(world.profile_id, lives=True)
    assert [one.memory.text for one in await focus(world)] == ["The user is writing their thesis."]
    assert [one.memory.text for one in await milestones(world)] == [
        "The user got married on 3 May 2019."
    ]
    assert [await n_sources(world, one.memory.id) for one in await milestones(world)] == [1]


async def test_what_came_up_before_life_was_off_does_not_come_up_twice(world: World) -> None:
    await live(world, "I got married on 3 May 2019.")
    world.clock.instant = datetime(2026, 5, 3, 9, tzinfo=UTC)
    (due,) = await ahead(world, days=1)
    assert (due.years, due.is_said, due.is_loss) == (7, True, False)

    raised = Raised(due.memory.id, due.occasion, due.on)
    await world.store.note_raised(world.profile_id, [raised])
    for lives in (False, True):
        await world.store.change_profile(world.profile_id, lives=lives)
    for zone in ("America/Los_Angeles", "Europe/Berlin"):
        await world.store.change_profile(world.profile_id, zone=zone)
        assert [one.why_not for one in await ahead(world, days=2)] == [WhyNot.SAID]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["I got married on 3 May 2010.", "We got divorced in 2020."], [WhyNot.ENDED]),
        (["I got married on 3 May 2010.", "I'm divorced."], [WhyNot.ENDED]),
        (["I got engaged on 3 May 2018.", "We broke off the engagement in 2019."], [WhyNot.ENDED]),
        (["I got engaged on 3 May 2018.", "My fiancé broke off our engagement."], [WhyNot.ENDED]),
        (["I got engaged on 3 May 2018.", "My sister broke off her engagement."], [None]),
        (["I got married on 3 May 2010.", "My sister Clara got divorced."], [None]),
        (["We got divorced in 2015.", "I got married on 3 May 2018."], [None]),
        (["My father's birthday is 3 May.", "My father died in 2020."], [WhyNot.DIED]),
        (["I married Sam on 3 May 2010.", "My husband Sam died in 2020."], [WhyNot.DIED]),
        (["My father died on 3 May 2020."], [None]),
        (["Our wedding anniversary is on 3 May.", "I got married on 3 May 2019."], [None]),
    ],
)
async def test_what_has_ended_is_listed_with_the_reason_and_not_said(
    world: World, said: list[str], told: list[WhyNot | None]
) -> None:
    await live(world, *said)
    found = [one for one in await ahead(world) if (one.on.month, one.on.day) == (5, 3)]

    assert [one.why_not for one in found] == told
    assert [one.is_said for one in found] == [one is None for one in told]
    assert [one.is_loss for one in found] == ["died" in one.memory.text for one in found]


async def test_days_come_in_order_with_29_february_on_the_first_of_march(world: World) -> None:
    await live(
        world, "I moved to Ghent on 29 February 2020.", "I got married on 3 May 2019.",
        "My daughter Lena was born on 7 July 2015.",
    )  # fmt: skip
    world.clock.instant = datetime(2027, 2, 20, 12, tzinfo=UTC)

    assert [(one.on, one.years) for one in await ahead(world, days=150)] == [
        (date(2027, 3, 1), 7), (date(2027, 5, 3), 8), (date(2027, 7, 7), 12),
    ]  # fmt: skip
    world.clock.instant = datetime(2028, 2, 20, 12, tzinfo=UTC)
    assert [(one.on, one.years) for one in await ahead(world, days=20)] == [(date(2028, 2, 29), 8)]


async def test_the_first_return_is_a_year_after(world: World) -> None:
    await live(world, "I got married on 1 March 2026.")

    assert [(one.on, one.years) for one in await ahead(world)] == [(date(2027, 3, 1), 1)]


async def test_what_is_above_the_level_is_listed_and_not_said(world: World) -> None:
    await live(world, "I got married on 3 May 2019.")
    faculties = faculties_with(world.reader)
    await change_level(
        world.store, faculties, world.clock, world.ids, world.profile_id, level=Level.ACQUAINTANCE
    )
    (told,) = await ahead(world)
    assert (told.is_said, told.why_not) == (False, WhyNot.ABOVE_LEVEL)
    assert told.memory.state is MemoryState.HELD
    assert len(await milestones(world)) == 1


@pytest.mark.parametrize("said", ["I got married on 3 May 2019.", "I'm writing my thesis."])
async def test_what_was_deleted_by_hand_does_not_come_back_by_reading(
    world: World, said: str
) -> None:
    (entry_id,) = await live(world, said)
    kinds = (MemoryKind.MILESTONE, MemoryKind.FOCUS)
    (found,) = [one for kind in kinds for one in await of_kind(world, kind)]
    faculties = faculties_with(world.reader)
    await forget_memories(
        world.store, faculties, world.clock, world.ids, world.profile_id, [found.id]
    )
    await world.reread(entry_id)

    assert [one for kind in kinds for one in await of_kind(world, kind)] == []


async def test_what_is_pinned_keeps_its_words_and_learns_its_date(world: World) -> None:
    await live(world, "I got married in 2019.")
    (told,) = await milestones(world)
    faculties = faculties_with(world.reader)
    await rule_memory(
        world.store, faculties, world.clock, world.ids, world.profile_id, told.memory.id,
        MemoryVerb.PIN,
    )  # fmt: skip
    await world.say("We got married on 3 May 2019.", at=SAID_AT + DAY)
    await world.work()
    (now,) = await milestones(world)

    assert (now.memory.id, now.memory.text) == (told.memory.id, "The user got married in 2019.")
    assert (now.first, now.memory.pinned) == (date(2019, 5, 3), True)


async def test_milestones_come_in_pages_the_newest_first(world: World) -> None:
    await live(
        world, "I graduated in 2014.", "I got married on 3 May 2019.", "I moved to Ghent in 2010.",
        "I had an operation.",
    )  # fmt: skip
    profile = await world.profile()
    seen: list[str] = []
    cursor = None
    while True:
        page = await list_milestones(world.store, profile, cursor=cursor, limit=2)
        seen += [one.what for one in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break

    assert seen == ["wedding", "graduation", "move to ghent", "operation"]


async def test_a_date_set_right_by_hand_stays_when_the_entry_is_read_again(world: World) -> None:
    (entry_id,) = await live(world, "I got married in May 2019.")
    (told,) = await milestones(world)
    faculties = faculties_with(world.reader)
    await edit_milestone(
        world.store, faculties, world.clock, world.ids, world.profile_id, told.memory.id,
        NotedMilestone(on="2019-06-04"),
    )  # fmt: skip
    await world.reread(entry_id)
    (now,) = await milestones(world)
    assert (now.memory.id, now.first, now.last) == (
        told.memory.id, date(2019, 6, 4), date(2019, 6, 4)
    )  # fmt: skip

    await world.say("We got married in 2019.", at=SAID_AT + DAY)
    await world.work()
    assert [one.first for one in await milestones(world)] == [date(2019, 6, 4)]

    await world.say("We got married on 3 May 2019.", at=SAID_AT + 2 * DAY)
    await world.work()
    assert len(await list_reviews(world.store, world.profile_id)) == 1


async def test_what_is_read_of_another_profile_tells_nothing_here(world: World) -> None:
    await live(world, "I got married on 3 May 2019.", "I'm writing my thesis.")
    await add_profile(world.store, profile_id="other", user_id="other user", name="Bo")
    other = await world.store.get_profile("other")

    assert (await list_milestones(world.store, other)).items == ()
    assert await list_focus(world.store, other, now=world.clock.now()) == ()
    assert await look_ahead(world.store, other, now=world.clock.now(), days=366) == ()
