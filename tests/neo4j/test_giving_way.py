"""A scrub gives way to who works meanwhile, and does its work after them."""

from __future__ import annotations

import asyncio

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore, schema
from graph_aria.adapters.neo4j.engine import rows
from tests.contract.samples import FixedClock, add_entry, add_profile
from tests.neo4j.services import eventually
from tests.servers import Neo4jUnderTest


def _changes_the_schema(server: Neo4jUnderTest) -> bool:
    """Whether the label is being waited for."""
    running = server.driver.execute_query("SHOW TRANSACTIONS YIELD currentQuery").records
    return any(str(record[0]).startswith("DROP INDEX") for record in running)


async def test_a_scrub_that_waits_stands_in_nobodys_way_for_long(
    neo4j: Neo4jUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who need one plan, and a change of the schema, wait for each other on the server."""
    monkeypatch.setattr(schema, "_CHANGE_SECONDS", 2)
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    store = await Neo4jStore.open(address, clock=FixedClock())
    holding = neo4j.driver.session(database=neo4j.database)
    try:
        owner = await add_profile(store)
        await add_entry(store, owner, "Yoga.", 1)
        work = holding.begin_transaction()
        # Whoever writes to a label holds it to the end, whatever plan that has; not so a reader.
        work.run("CREATE (:Entry {id: 'of nobody'})").consume()
        scrubbing = asyncio.create_task(store.scrub())
        await asyncio.to_thread(eventually, lambda: scrubbing.done() or _changes_the_schema(neo4j))
        new = "MATCH (n:Entry {profile_id: $profile}) WHERE n.id > '' RETURN n.text"
        async with asyncio.timeout(60):
            found = await store._engine.read(lambda tx: rows(tx, new, profile=owner.id))
        assert found == [["Yoga."]]
        assert not scrubbing.done()
        work.rollback()
        async with asyncio.timeout(60):
            await scrubbing
        assert (await store.list_entries(owner.id, query="yoga")).items
    finally:
        holding.close()
        await store.close()
