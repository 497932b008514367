"""Who waits for a profile that is deleted meanwhile must not go on with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.engine import Tx, rows
from graph_aria.domain.records import JobKind, Profile
from graph_aria.errors import NotFound
from tests.contract.memory_samples import conversation
from tests.contract.samples import FixedClock, add_profile, apply, at, entry, new_id
from tests.servers import Neo4jUnderTest

Write = Callable[[Neo4jStore, Profile], Awaitable[object]]

WRITES: dict[str, Write] = {
    "save": lambda store, owner: store.save_entry(entry(owner), job_id=new_id()),
    "edit": lambda store, owner: store.edit_entry(entry(owner), job_id=new_id()),
    "queue": lambda store, owner: store.queue_job(
        job_id="other", profile_id=owner.id, kind=JobKind.SCRUB, due_at=at(0)
    ),
    "retry": lambda store, owner: store.retry_jobs(owner.id, at=at(0)),
    "apply": apply,
    "converse": lambda store, owner: store.save_conversation(conversation(owner)),
}


@pytest.mark.parametrize("name", [*WRITES, "lease"])
async def test_a_profile_that_is_deleted_while_it_is_waited_for_is_not_found(
    neo4j: Neo4jUnderTest, name: str
) -> None:
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    store = await Neo4jStore.open(address, clock=FixedClock())
    try:
        owner = await add_profile(store)
        await store.queue_job(job_id="job", profile_id=owner.id, kind=JobKind.FADE, due_at=at(0))
        held = asyncio.Event()

        async def delete(tx: Tx) -> None:
            profile = {"profile": owner.id}
            await rows(tx, "MATCH (p:Profile {id: $profile}) SET p.held_at = datetime()", **profile)
            held.set()
            await asyncio.sleep(0.5)
            await rows(tx, "MATCH (p:Profile {id: $profile}) DELETE p", **profile)

        deleting = asyncio.create_task(store._engine.write(delete))
        await held.wait()
        if name == "lease":
            assert await store.lease_jobs(now=at(1), until=at(2), limit=9) is None
        else:
            with pytest.raises(NotFound):
                await WRITES[name](store, owner)
        await deleting
        neo4j.driver.execute_query("MATCH (j:Job {id: 'job'}) DELETE j")
        assert neo4j.count() == 2  # the store's own node, and who was the user
    finally:
        await store.close()
