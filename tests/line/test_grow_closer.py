"""The level grows with time and use, and what was held below it is freed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graph_aria.domain.memories import Category, Level, MemoryCandidate, MemoryKind, MemoryState
from graph_aria.domain.reading import Reading
from graph_aria.domain.records import JobKind
from graph_aria.stages.change_level import change_level
from graph_aria.stages.schedule import schedule
from tests.faculties import faculties_with
from tests.line.talk import Mind
from tests.line.world import ScriptedReader, World, decoded

FEAR = "@Flying:Topic scares me"


@pytest.fixture
def mind(world: World) -> Mind:
    return Mind(world)


def feared() -> Reading:
    plain = decoded(FEAR)
    fear = MemoryCandidate(
        text="The user is afraid of flying.",
        kind=MemoryKind.FACT,
        category=Category.FEARS,
        start=0,
        end=len(FEAR),
        rule="test:told",
        importance=0.8,
    )
    return Reading(plain.mentions, (), (), "en", plain.reader_id, memories=(fear,))


async def live(world: World, n_days: int) -> None:
    """Write on every second day, and let each night's jobs be done."""
    for day in range(n_days):
        world.clock.instant += timedelta(days=1)
        if day % 2 == 0:
            await world.say("@Yoga:Activity")
        await schedule(world.store, world.clock, world.ids)
        await world.work()


@pytest.mark.parametrize("grows", [True, False])
async def test_a_friend_becomes_close_where_the_owner_has_it_so(
    world: World, reader: ScriptedReader, mind: Mind, *, grows: bool
) -> None:
    await world.store.change_profile(world.profile_id, level_grows=grows)
    reader.script[FEAR] = feared()
    await world.say(FEAR)
    await world.work()
    assert await mind.texts(MemoryState.HELD) == ["The user is afraid of flying."]

    await live(world, 88)
    assert (await world.profile()).level is Level.FRIEND

    await live(world, 6)
    assert ((await world.profile()).level is Level.CLOSE) is grows
    state = MemoryState.CURRENT if grows else MemoryState.HELD
    assert await mind.texts(state) == ["The user is afraid of flying."]
    jobs = {job.kind for job in (await world.store.list_jobs(world.profile_id, limit=200)).items}
    assert (JobKind.GROW in jobs) is grows


async def test_what_was_written_before_the_profile_was_made_does_not_count(world: World) -> None:
    await world.store.change_profile(world.profile_id, level_grows=True)
    begun = (await world.profile()).created_at
    for day in range(1, 100):
        await world.say("@Yoga:Activity", at=begun - timedelta(days=day))
    world.clock.instant = begun + timedelta(days=100)
    await schedule(world.store, world.clock, world.ids)
    await world.work()
    assert (await world.profile()).level is Level.FRIEND


async def test_it_never_falls_by_itself(world: World) -> None:
    await change_level(
        world.store,
        faculties_with(world.reader),
        world.clock,
        world.ids,
        world.profile_id,
        level=Level.CLOSE,
    )
    await world.store.change_profile(world.profile_id, level_grows=True)
    world.clock.instant += timedelta(days=1000)
    await schedule(world.store, world.clock, world.ids)
    await world.work()
    assert (await world.profile()).level is Level.CLOSE
