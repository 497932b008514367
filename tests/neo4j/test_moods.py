"""Moods that were read: on a server, too, nothing of them is left when their days are over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date
from typing import cast

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.queries import load_migrations
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.memories import MemoryKind
from graph_aria.domain.records import JobKind
from graph_aria.stages.clear_moods import clear_moods
from graph_aria.stages.look_at_moods import look_at_moods
from graph_aria.stages.prove_moods import prove_moods
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.schedule import schedule
from graph_aria.stages.work import work
from tests.contract.memory_samples import keep, memory
from tests.faculties import faculties_with
from tests.line.test_mood_readings import felt
from tests.line.world import ScriptedReader, TurnedClock, World, add_profile, after
from tests.neo4j.services import ask
from tests.servers import Neo4jUnderTest

N_CANARIES = 12


@pytest.fixture
async def world(neo4j: Neo4jUnderTest) -> AsyncIterator[World]:
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    clock = TurnedClock()
    store = await Neo4jStore.open(address, clock=clock)
    # What of a world is used here asks nothing that only a file answers.
    alike = cast("SqliteStore", store)
    await add_profile(alike)
    made = World(alike, clock, ScriptedReader())
    await store.change_profile(made.profile_id, reads_moods=True, mood_days=30)
    yield made
    await store.close()


async def _work(world: World) -> None:
    await work(world.store, faculties_with(world.reader), world.clock, world.ids)


async def _write(world: World) -> list[float]:
    """Write entries that are felt, one a day; their moods, oldest first."""
    assert isinstance(world.reader, ScriptedReader)
    for n in range(N_CANARIES):
        world.reader.script[f"canary {n}"] = felt(-0.977 + n * 0.0499)
        await world.say(f"canary {n}", at=after(n))
    await _work(world)
    found = await world.store.read_mood_readings(world.profile_id, since=date.min, until=date.max)
    assert len({one.mood for one in found}) == N_CANARIES
    return [one.mood for one in found]


def _left(server: Neo4jUnderTest, moods: list[float]) -> list[float]:
    """Which of these numbers stand in any property of any node or relationship."""
    anywhere = (
        "UNWIND $moods AS mood "
        "WITH mood WHERE EXISTS { MATCH (n) WHERE any(k IN keys(n) WHERE n[k] = mood) } "
        "OR EXISTS { MATCH ()-[r]->() WHERE any(k IN keys(r) WHERE r[k] = mood) } "
        "RETURN mood ORDER BY mood"
    )
    return [row[0] for row in ask(server.driver, anywhere, moods=moods)]


async def test_when_the_days_are_over_no_canary_is_left(
    world: World, neo4j: Neo4jUnderTest
) -> None:
    moods = await _write(world)
    assert _left(neo4j, moods) == moods
    for n in (30, 36, 41, 42):
        world.clock.instant = after(n)
        await schedule(world.store, world.clock, world.ids)
        await _work(world)
        assert _left(neo4j, moods) == moods[n - 30 :]
    assert ask(neo4j.driver, "MATCH (x:MoodReading) RETURN count(x)") == [[0]]
    jobs = (await world.store.list_jobs(world.profile_id, limit=500)).items
    assert {job.state for job in jobs} == {"done"}
    assert JobKind.SCRUB in {job.kind for job in jobs}
    assert len(await world.store.list_entry_ids(world.profile_id)) == N_CANARIES
    assert (await world.store.check()).problems == ()


async def test_clearing_and_forgetting_leave_no_canary(world: World, neo4j: Neo4jUnderTest) -> None:
    moods = await _write(world)
    first, *_ = await world.store.list_entry_ids(world.profile_id)
    await world.forget(first)
    assert _left(neo4j, moods) == moods[1:]
    n_gone = await clear_moods(world.store, world.clock, world.ids, world.profile_id)
    assert n_gone == N_CANARIES - 1
    await _work(world)
    assert _left(neo4j, moods) == []


async def test_what_is_gone_is_proved(world: World) -> None:
    await _write(world)
    days = {"since": date.min, "until": date.max}
    canaries = await world.store.read_mood_readings(world.profile_id, **days)
    journal = await look_at_moods(
        world.store, await world.profile(), now=world.clock.instant, days=366
    )
    assert {one.read for one in journal.points} == {one.mood for one in canaries}
    proof = await prove_moods(world.store, world.profile_id, canaries)
    assert [one.word for one in proof.findings] == sorted(one.entry_id for one in canaries)
    world.clock.instant = after(60)
    await schedule(world.store, world.clock, world.ids)
    await _work(world)
    proof = await prove_moods(world.store, world.profile_id, canaries)
    assert (proof.n_readings, proof.findings) == (N_CANARIES, ())
    assert "the server's transaction logs, until they turn" in proof.out_of_reach


async def test_a_reading_without_its_entry_is_seen_and_swept(
    world: World, neo4j: Neo4jUnderTest
) -> None:
    moods = await _write(world)
    ask(neo4j.driver, "MATCH (n:Entry {text: 'canary 3'}) DETACH DELETE n")
    told = [problem.detail for problem in (await world.store.check()).problems]
    assert any("no memory or no entry" in each for each in told)
    assert await world.store.remove_strays(world.profile_id) >= 1
    assert _left(neo4j, moods) == [mood for n, mood in enumerate(moods) if n != 3]


async def test_a_profile_of_before_its_switches_goes_on(
    world: World, neo4j: Neo4jUnderTest
) -> None:
    owner = await world.profile()
    ask(neo4j.driver, "MATCH (p:Profile) REMOVE p.lives, p.reads_moods, p.mood_days")
    for statement in load_migrations()[4].statements:
        with neo4j.driver.session(database=neo4j.database) as session:
            session.run(statement).consume()
    assert await world.profile() == replace(owner, reads_moods=False, mood_days=90)
    # Said as it is already, nothing has changed.
    same = await world.store.change_profile(owner.id, lives=True)
    assert same.version == owner.version
    assert (await world.store.change_profile(owner.id, lives=False)).version == owner.version + 1
    assert isinstance(world.reader, ScriptedReader)
    world.reader.script["felt"] = felt(0.5)
    await world.say("felt")
    await _work(world)
    days = {"since": date.min, "until": date.max}
    assert await world.store.read_mood_readings(owner.id, **days) == ()


async def test_a_death_that_was_told_before_is_a_milestone(
    world: World, neo4j: Neo4jUnderTest
) -> None:
    owner = await world.profile()
    death, trip = (
        memory(owner, text, kind=MemoryKind.EVENT, slot=slot, value="")
        for text, slot in (
            ("The user's mother died.", "the user's mother|died"),
            ("The user goes to Rome.", "trip|rome"),
        )
    )
    await keep(world.store, death, trip)
    for _ in range(2):  # what is done already may be done again
        for statement in load_migrations()[4].statements:
            with neo4j.driver.session(database=neo4j.database) as session:
                session.run(statement).consume()
    for kept, kind in ((death, MemoryKind.MILESTONE), (trip, MemoryKind.EVENT)):
        known = await world.store.read_memories(owner.id, [kept.id])
        assert known.memories[kept.id] == replace(kept, kind=kind)
        assert [one.said.kind for one in known.sources] == [kind]
    assert len(await recall_deaths(world.store, owner.id)) == 1
    assert (await world.store.check()).problems == ()
