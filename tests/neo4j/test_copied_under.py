"""A copy into a Neo4j on which a service runs already: first the service, then the move."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.copies import CopyMark
from graph_aria.errors import CopyUnfinished, EntryDeleted
from graph_aria.stages.copy import copy
from tests.contract.samples import FixedClock, add_entry, add_profile, apply, at
from tests.servers import Neo4jUnderTest


async def test_a_service_that_was_there_first_keeps_to_what_was_copied(
    neo4j: Neo4jUnderTest, tmp_path: Path
) -> None:
    clock = FixedClock()
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    service = await Neo4jStore.open(address, clock=clock)
    source = await SqliteStore.open(tmp_path / "data", clock=clock)
    owner = await add_profile(source)
    gone = await add_entry(source, owner, "Gone", external_id="x-1", origin="import:test")
    await apply(source, owner, drop_entry_ids=(gone.id,))
    kept = await add_entry(source, owner, "Kept", 1)
    target = await Neo4jStore.open(address, clock=clock, copying=True)

    await copy(source, target, tell=lambda _: None)

    await target.note_copy(CopyMark("as if it were under way", None))
    with pytest.raises(CopyUnfinished):
        await add_entry(service, owner, "Too early", 2)
    assert await service.lease_jobs(now=at(3), until=at(4), limit=9) is None
    await target.end_copy()
    assert [entry.id for entry in (await service.list_entries(owner.id)).items] == [kept.id]
    with pytest.raises(EntryDeleted):
        await add_entry(service, owner, "Gone", external_id="x-1", origin="import:test")
    later = await add_entry(service, owner, "Later", 2)
    lease = await service.lease_jobs(now=at(3), until=at(4), limit=9)
    assert lease is not None
    assert {job.subject_id for job in lease.jobs} == {kept.id, later.id}
    for store in (service, source, target):
        await store.close()
