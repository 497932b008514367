"""Focus and milestones of the user's own hand, beside those that are read, with the real reader."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.life import Focus, Milestone, Standing
from graph_aria.domain.memories import Memory
from graph_aria.errors import InvalidInput, InvalidTime, LifeOff
from graph_aria.ports import Ids
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.list_milestones import list_milestones
from graph_aria.stages.note_focus import NotedFocus, add_focus, edit_focus, end_focus
from graph_aria.stages.note_memory import Noted, edit_memory
from graph_aria.stages.note_milestone import NotedMilestone, add_milestone, edit_milestone
from tests.faculties import faculties_with
from tests.line.world import TurnedClock, World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID_AT: Final = datetime(2026, 3, 2, 19, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@dataclass
class Life:
    """A world with the user's hand on what is told of their life."""

    world: World

    @property
    def place(self) -> tuple[SqliteStore, Faculties, TurnedClock, Ids, str]:
        world = self.world
        faculties = faculties_with(world.reader)
        return world.store, faculties, world.clock, world.ids, world.profile_id

    async def say(self, text: str) -> None:
        self.world.clock.instant += timedelta(days=1)
        await self.world.say(text)
        await self.world.work()

    async def at(self, text: str, reason: str | None = None, since: str | None = None) -> Memory:
        self.world.clock.instant += timedelta(minutes=1)
        return await add_focus(*self.place, NotedFocus(text, reason, since))

    async def changed(self, text: str, on: str | None = None, reason: str | None = None) -> Memory:
        self.world.clock.instant += timedelta(minutes=1)
        return await add_milestone(*self.place, NotedMilestone(text, on, reason))

    async def foci(self, *standings: Standing) -> list[Focus]:
        world = self.world
        profile = await world.store.get_profile(world.profile_id)
        wanted = frozenset(standings or Standing)
        found = await list_focus(world.store, profile, now=world.clock.instant, standings=wanted)
        return list(found)

    async def milestones(self) -> list[Milestone]:
        world = self.world
        profile = await world.store.get_profile(world.profile_id)
        return list((await list_milestones(world.store, profile)).items)

    async def n_sources(self, memory_id: str) -> int:
        known = await self.world.store.read_memories(self.world.profile_id, [memory_id])
        return sum(one.memory_id == memory_id for one in known.sources)


@pytest_asyncio.fixture(loop_scope="module")
async def life(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[Life]:
    async with opened(tmp_path, reader=process) as made:
        made.clock.instant = SAID_AT
        yield Life(made)


async def test_a_focus_that_was_added_is_spoken_of_and_ended_like_one_that_was_read(
    life: Life,
) -> None:
    added = await life.at("I'm writing my thesis.", since="2025-10")
    await life.say("I'm still writing my thesis.")

    (one,) = await life.foci()
    assert one.memory.id == added.id
    assert one.since == date(2025, 10, 1)
    assert await life.n_sources(added.id) == 2

    await life.say("I finished my thesis!")
    assert await life.foci(Standing.ON) == []
    (done,) = await life.foci(Standing.DONE)
    assert done.memory.slot == added.slot


async def test_one_that_was_read_is_ended_by_hand_and_taken_up_again_by_words(life: Life) -> None:
    await life.say("I'm learning Greek.")
    (one,) = await life.foci(Standing.ON)

    ended, is_new = await end_focus(*life.place, one.memory.id, Standing.DROPPED)
    assert is_new
    assert ended.text == "The user is no longer learning Greek."
    again, is_new = await end_focus(*life.place, one.memory.id, Standing.DROPPED)
    assert (again.id, is_new) == (ended.id, False)
    assert await life.foci(Standing.ON) == []

    await life.say("I'm learning Greek again.")
    assert [each.standing for each in await life.foci()] == [Standing.ON]


async def test_words_that_nobody_can_read_are_a_focus_as_they_stand(life: Life) -> None:
    added = await life.at("The thing with the shed", reason="the roof leaks")

    (one,) = await life.foci()
    assert one.memory.text == "The thing with the shed"
    assert (one.standing, one.memory.reason) == (Standing.ON, "the roof leaks")
    edited = await edit_focus(*life.place, added.id, NotedFocus(since="2026"))
    assert (edited.text, edited.valid_from) == ("The thing with the shed", date(2026, 1, 1))
    assert (edited.slot, edited.value) == (added.slot, added.value)


async def test_a_milestone_that_was_added_and_told_is_one(life: Life) -> None:
    added = await life.changed("I moved to Ghent.", on="2019-05")
    await life.say("I moved to Ghent on 3 May 2019.")

    (one,) = await life.milestones()
    assert one.memory.id == added.id
    assert one.what == "move to ghent"
    assert await life.n_sources(added.id) == 2


async def test_what_is_somebody_elses_is_theirs_though_more_is_read_in_it(life: Life) -> None:
    await life.changed("My sister Clara got married", on="2019-05-03")

    (one,) = await life.milestones()

    assert (one.what, one.whose) == ("wedding", "sister clara")
    assert one.memory.text == "The user's sister Clara got married on 3 May 2019."
    assert (one.first, one.last) == (date(2019, 5, 3), date(2019, 5, 3))


async def test_another_date_is_told_in_the_words_too(life: Life) -> None:
    await life.say("I got married on 3 May 2019.")
    (one,) = await life.milestones()

    edited = await edit_milestone(*life.place, one.memory.id, NotedMilestone(on="2018"))

    assert edited.text == "The user got married in 2018."
    assert (edited.valid_from, edited.important) == (date(2018, 1, 1), None)
    assert edited.slot == one.memory.slot


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("I moved to Ghent.", "2026-03-04"),
        ("I will move to Ghent on 4 May 2026.", None),
        ("I'm going to move to Ghent.", None),
        ("I'm getting married next year.", None),
    ],
)
async def test_what_is_to_come_is_no_milestone_yet(life: Life, text: str, on: str | None) -> None:
    given = {} if on is None else {"on": on}

    with pytest.raises(InvalidInput, match="a milestone has happened"):
        await life.changed(text, **given)
    assert await life.milestones() == []


@pytest.mark.parametrize(
    "born",
    ["I was born on 4 July 1990.", "I was born in 1990.", "I was born in Ghent in July 1990."],
)
async def test_nothing_of_the_users_own_was_before_they_were_born(life: Life, born: str) -> None:
    await life.say(born)

    with pytest.raises(InvalidTime, match="before you were born"):
        await life.changed("I broke my leg.", on="1989")
    with pytest.raises(InvalidTime, match="before you were born"):
        await life.at("I'm learning Dutch.", since="1989-12")
    assert (await life.changed("I moved to Ghent.", on="1991")).valid_from == date(1991, 1, 1)
    mothers = await life.changed("My mother graduated.", on="1980")
    assert mothers.valid_from == date(1980, 1, 1)


async def test_what_tells_when_the_user_was_born_is_not_held_against_itself(life: Life) -> None:
    await life.say("I was born in 1990.")

    given = await life.changed("I was born in 1985.", on="1985")

    assert given.valid_from == date(1985, 1, 1)


async def test_while_life_is_off_nothing_is_added(life: Life) -> None:
    world = life.world
    await world.store.change_profile(world.profile_id, lives=False)

    with pytest.raises(LifeOff, match="aria settings set life on"):
        await life.at("I'm writing my thesis.")
    with pytest.raises(LifeOff):
        await life.changed("I moved to Ghent.")


async def test_other_words_for_what_is_over_take_nothing_up_again(life: Life) -> None:
    """Written over as a memory, by words in which nobody reads how it stands."""
    await life.at("I am writing my thesis.")
    (one,) = await life.foci()
    done, _ = await end_focus(*life.place, one.memory.id, Standing.DONE)
    life.world.clock.instant += timedelta(days=30)

    said = Noted("The user is through with the thesis mess.")
    await edit_memory(*life.place, done.id, said)

    assert await life.foci(Standing.ON) == []
    (now,) = await life.foci(Standing.DONE)
    assert now.memory.text == said.text


async def test_a_wedding_of_a_day_that_has_not_begun_here_can_be_set_right(life: Life) -> None:
    """Either way: it was told where it was a day later."""
    store, profile_id = life.world.store, life.world.profile_id
    await store.change_profile(profile_id, zone="Pacific/Auckland")
    married = await life.changed("I got married today.")
    await store.change_profile(profile_id, zone="America/Los_Angeles")
    assert married.valid_from is not None

    edited = await edit_memory(*life.place, married.id, Noted(married.text, importance=0.9))

    assert (edited.valid_from, edited.importance) == (married.valid_from, 0.9)
