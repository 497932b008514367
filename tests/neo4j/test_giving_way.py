"""A scrub gives way to who works meanwhile, and does its work after them."""

from __future__ import annotations

import asyncio

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore, schema
from graph_aria.adapters.neo4j.engine import Tx, rows
from tests.contract.samples import FixedClock, add_entry, add_profile
from tests.servers import Neo4jUnderTest


async def test_a_scrub_that_waits_stands_in_nobodys_way_for_long(
    neo4j: Neo4jUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who need one plan, and a change of the schema, wait for each other on the server."""
    monkeypatch.setattr(schema, "_CHANGE_SECONDS", 0.5)
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    store = await Neo4jStore.open(address, clock=FixedClock())
    try:
        owner = await add_profile(store)
        await add_entry(store, owner, "Yoga.", 1)
        reads, is_planned = asyncio.Event(), asyncio.Event()

        async def read(tx: Tx) -> None:
            await rows(tx, "MATCH (n:Entry) RETURN n.id")  # from here on it holds the label
            reads.set()
            await is_planned.wait()

        reading = asyncio.create_task(store._engine.read(read))
        await reads.wait()
        scrubbing = asyncio.create_task(store.scrub())
        await asyncio.sleep(0.3)  # it waits for the label
        new = "MATCH (n:Entry) WHERE n.text STARTS WITH $words RETURN n.text"
        async with asyncio.timeout(60):
            found = await store._engine.read(lambda tx: rows(tx, new, words="Yoga"))
        assert found == [["Yoga."]]
        assert not scrubbing.done()
        is_planned.set()
        await reading
        async with asyncio.timeout(60):
            await scrubbing
        assert (await store.list_entries(owner.id, query="yoga")).items
    finally:
        await store.close()
