"""What was broken off, or taken away, is whole again at the next opening."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from graph_aria import bootstrap
from graph_aria.adapters.neo4j import Address, Neo4jStore, maintenance, schema
from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, rows
from graph_aria.config import Settings
from graph_aria.errors import NotFound, Unavailable
from tests.contract.samples import BEGIN, FixedClock, add_profile, at, tell_story
from tests.neo4j.services import ask
from tests.servers import Neo4jUnderTest, StartNeo4j


def _address(server: Neo4jUnderTest) -> Address:
    return Address(server.uri, server.user, server.password, server.database)


async def _open(server: Neo4jUnderTest) -> Neo4jStore:
    return await Neo4jStore.open(_address(server), clock=FixedClock())


@pytest.fixture
async def store(neo4j: Neo4jUnderTest) -> AsyncIterator[Neo4jStore]:
    opened = await _open(neo4j)
    yield opened
    await opened.close()


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("INDEX", "entity_heat"),
        ("INDEX", "does_heat"),
        ("CONSTRAINT", "entry_id"),
        ("INDEX", "entry_text"),
    ],
)
async def test_what_is_missing_is_made_at_the_next_opening(
    neo4j: Neo4jUnderTest, store: Neo4jStore, what: str, name: str
) -> None:
    story = await tell_story(store)
    ask(neo4j.driver, f"DROP {what} {name}")
    (problem,) = (await store.check()).problems
    assert name in problem.detail

    again = await _open(neo4j)
    assert (await again.check()).problems == ()
    assert (await again.list_entries(story.owner.id, query="ulm")).items == (story.entry,)
    states = "SHOW INDEXES YIELD name, state, owningConstraint WHERE name = $name RETURN state"
    assert ask(neo4j.driver, states, name=name) == [["ONLINE"]]
    assert ask(neo4j.driver, "MATCH (l:MigrationLock) RETURN l") == []
    await again.close()


async def test_a_constraint_that_cannot_be_made_is_told_and_keeps_nobody_out(
    neo4j: Neo4jUnderTest, store: Neo4jStore
) -> None:
    ask(neo4j.driver, "DROP CONSTRAINT entry_id")
    ask(neo4j.driver, "UNWIND [1, 2] AS _ CREATE (:Entry {profile_id: 'x', id: 'twice'})")
    again = await _open(neo4j)
    (problem,) = (await again.check()).problems
    assert (problem.state, "entry_id" in problem.detail) == ("broken", True)
    ask(neo4j.driver, "MATCH (n:Entry {id: 'twice'}) DELETE n")
    await again.close()
    again = await _open(neo4j)
    assert (await again.check()).problems == ()
    await again.close()


async def test_opening_a_sound_store_takes_no_lock(
    neo4j: Neo4jUnderTest, store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(schema, "_take_lock", never)
    await (await _open(neo4j)).close()


async def test_a_scrub_that_breaks_off_leaves_its_indexes(
    neo4j: Neo4jUnderTest, store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = await tell_story(store)

    async def break_off(tx: Tx, query: str, **values: object) -> list[Row]:
        if query.startswith("CREATE FULLTEXT"):
            raise Unavailable("killed")
        return await rows(tx, query, **values)

    with monkeypatch.context() as broken:
        broken.setattr(schema, "rows", break_off)
        with pytest.raises(Unavailable, match="killed"):
            await store.scrub()
    assert (await store.list_entries(story.owner.id, query="ulm")).items == (story.entry,)
    assert (await store.check()).problems == ()
    await store.scrub()


async def test_a_search_waits_for_an_index_that_somebody_makes(
    neo4j: Neo4jUnderTest, store: Neo4jStore
) -> None:
    story = await tell_story(store)
    for name in ("entry_text", "entity_name"):
        ask(neo4j.driver, f"DROP INDEX {name}")
    searching = asyncio.gather(
        store.list_entries(story.owner.id, query="ulm"),
        store.list_entities(story.owner.id, now=BEGIN, query="ulm"),
    )
    await asyncio.sleep(0.3)
    await (await _open(neo4j)).close()
    entries, entities = await searching
    assert (entries.items, entities.items) == ((story.entry,), (story.ulm,))


async def test_a_sweep_that_fails_is_no_failure_of_the_deletion_and_is_gone_on_with(
    neo4j: Neo4jUnderTest, store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = await tell_story(store)

    async def fail(*_: object) -> None:
        raise Unavailable("broken off")

    with monkeypatch.context() as broken:
        broken.setattr(maintenance, "sweep", fail)
        await store.delete_profile(story.owner.id)
    assert await store.list_profiles() == ()
    held = "MATCH (n {profile_id: $profile}) RETURN count(n) > 0"
    assert ask(neo4j.driver, held, profile=story.owner.id) == [[True]]

    again = await _open(neo4j)
    assert ask(neo4j.driver, held, profile=story.owner.id) == [[False]]
    # Its words may stand in the full-text indexes still.
    assert [item.state for item in (await again.check()).problems] == ["degraded"]
    await again.scrub()
    assert (await again.check()).problems == ()
    await again.close()


async def test_the_lock_of_the_schema_is_held_for_as_long_as_it_takes(
    neo4j: Neo4jUnderTest, store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_LOCK_SECONDS", 1)
    monkeypatch.setattr(schema, "_RENEW_SECONDS", 0.2)
    monkeypatch.setattr(schema, "_LOCK_TRIES", 1)
    async with schema.holding_schema(store._engine):
        await asyncio.sleep(2)
        with pytest.raises(Unavailable, match="another process"):
            async with schema.holding_schema(store._engine):
                raise AssertionError
    async with schema.holding_schema(store._engine):
        pass


async def test_a_source_that_holds_no_store_is_refused_and_left_as_it_is(
    neo4j: Neo4jUnderTest,
) -> None:
    settings = Settings(
        neo4j_user=neo4j.user,
        neo4j_password=neo4j.password,  # type: ignore[arg-type]
        neo4j_database=neo4j.database,
    )
    with pytest.raises(NotFound, match="there is no store at"):
        await bootstrap.open_store(settings, neo4j.uri)
    assert neo4j.count() == 0
    made = await bootstrap.open_store(settings, neo4j.uri, copying=True)
    await made.close()
    found = await bootstrap.open_store(settings, neo4j.uri)
    await found.close()


@pytest.mark.parametrize(
    "target", ["MATCH (x:Entity {id: $id})", "MATCH ()-[x:DOES {id: $id}]->()"]
)
async def test_a_shown_weight_is_that_of_what_was_written_while_it_was_waited_for(
    neo4j: Neo4jUnderTest, store: Neo4jStore, target: str
) -> None:
    story = await tell_story(store)
    target_id = story.yoga.id if "Entity" in target else story.does.id

    held = asyncio.Event()

    async def reinforce(tx: Tx) -> None:
        change = f"{target} SET x.ref_weight = 9.5, x.ref_at = $at, x.fades_at = $until"
        await rows(tx, change, id=target_id, at=at(3), until=at(300))
        held.set()
        await asyncio.sleep(1)

    reinforcing = asyncio.create_task(store._engine.write(reinforce))
    await held.wait()
    await store.freshen_weights(story.owner.id, now=at(3))
    await reinforcing
    assert ask(neo4j.driver, f"{target} RETURN x.weight", id=target_id) == [[9.5]]


async def test_what_is_deleted_meanwhile_does_not_keep_the_weights_from_being_fresh(
    neo4j: Neo4jUnderTest, store: Neo4jStore
) -> None:
    story = await tell_story(store)
    held = asyncio.Event()

    async def delete(tx: Tx) -> None:
        await rows(tx, "MATCH (e:Entity {id: $id}) SET e.name = e.name", id=story.yoga.id)
        held.set()
        await asyncio.sleep(1)
        await rows(tx, "MATCH (e:Entity {id: $id}) DETACH DELETE e", id=story.yoga.id)

    deleting = asyncio.create_task(store._engine.write(delete))
    await held.wait()
    await store.freshen_weights(story.owner.id, now=at(3))
    await deleting
    assert ask(neo4j.driver, "MATCH (e:Entity {id: $id}) RETURN e", id=story.yoga.id) == []


async def test_two_processes_make_the_schema_of_an_empty_database_at_once(
    start_neo4j: StartNeo4j,
) -> None:
    server = start_neo4j()
    address = Address(server.uri, *server.auth)
    stores = await asyncio.gather(*(Neo4jStore.open(address, clock=FixedClock()) for _ in range(2)))
    assert len({store._engine.hash_key for store in stores}) == 1
    assert (await stores[1].check()).problems == ()
    await add_profile(stores[0])
    for store in stores:
        await store.close()


async def test_a_deadlock_of_a_statement_about_the_schema_passes(
    store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raise what the server raises for a deadlock, twice."""
    from neo4j.exceptions import Neo4jError  # noqa: PLC0415

    asked = 0

    async def collide(_: Engine, __: str) -> list[Row]:
        nonlocal asked
        asked += 1
        if asked < 3:
            code = "Neo.TransientError.Transaction.DeadlockDetected"
            raise Unavailable from Neo4jError._hydrate_neo4j(code=code, message="deadlock")
        return [["made"]]

    monkeypatch.setattr(Engine, "run_alone", collide)
    assert await schema.insist(store._engine, "CREATE …") == [["made"]]
