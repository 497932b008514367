"""A connection that breaks while something is being committed: nobody heard whether it was."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from neo4j import AsyncManagedTransaction
from neo4j.exceptions import IncompleteCommit

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.engine import rows
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.records import Profile
from graph_aria.errors import Conflict, OutcomeUnknown, StoreBusy, VersionConflict
from tests.contract.samples import BEGIN, FixedClock, add_profile, entry
from tests.servers import Neo4jUnderTest


@pytest.fixture
async def store(neo4j: Neo4jUnderTest) -> AsyncIterator[Neo4jStore]:
    address = Address(
        neo4j.uri, neo4j.user, neo4j.password, neo4j.database, pool_size=1, acquire_seconds=0.5
    )
    opened = await Neo4jStore.open(address, clock=FixedClock())
    yield opened
    await opened.close()


@pytest.fixture
async def owner(store: Neo4jStore) -> Profile:
    return await add_profile(store)


def _break_commits(patch: pytest.MonkeyPatch, *, made: bool, n: int = 1) -> list[bool]:
    """Let the connection break at the next commits, before or after they are made."""
    real: Any = AsyncManagedTransaction._commit
    broken: list[bool] = []

    async def commit(tx: Any) -> None:
        if len(broken) < n:
            broken.append(made)
            await (real(tx) if made else tx._rollback())
            raise IncompleteCommit("the connection broke")
        await real(tx)

    patch.setattr(AsyncManagedTransaction, "_commit", commit)
    return broken


async def _count(store: Neo4jStore, label: str) -> int:
    found = await store._engine.read(lambda tx: rows(tx, f"MATCH (n:{label}) RETURN count(n)"))
    return int(found[0][0])


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("key", [None, "a key"])
@pytest.mark.parametrize("external_id", [None, "e1"])
async def test_an_entry_is_stored_once_and_told_as_created(
    store: Neo4jStore,
    owner: Profile,
    monkeypatch: pytest.MonkeyPatch,
    *,
    made: bool,
    key: str | None,
    external_id: str | None,
) -> None:
    said = replace(entry(owner), external_id=external_id)
    with monkeypatch.context() as patch:
        broken = _break_commits(patch, made=made)
        saved = await store.save_entry(said, job_id="job", idempotency_key=key)
    assert broken == [made]
    assert (saved.entry, saved.created) == (said, True)
    assert [await _count(store, label) for label in ("Entry", "Job")] == [1, 1]
    if key or external_id:
        again = replace(said, id="another")
        known = await store.save_entry(again, job_id="job 2", idempotency_key=key)
        assert (known.entry.id, known.created) == (said.id, False)


async def test_an_entry_that_breaks_off_twice_may_be_stored(
    store: Neo4jStore, owner: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = entry(owner)
    with monkeypatch.context() as patch:
        _break_commits(patch, made=True, n=2)
        with pytest.raises(OutcomeUnknown, match="may be stored"):
            await store.save_entry(said, job_id="job")
    assert (await store.get_entry(owner.id, said.id)).text == said.text


async def test_an_id_that_somebody_else_uses_is_still_refused(
    store: Neo4jStore, owner: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = entry(owner)
    await store.save_entry(said, job_id="job")
    with monkeypatch.context() as patch:
        _break_commits(patch, made=False)
        with pytest.raises(Conflict, match="already"):
            await store.save_entry(replace(said, text="Other words."), job_id="job 2")


async def test_a_delta_is_not_applied_again_on_its_own(
    store: Neo4jStore, owner: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    delta = GraphDelta(owner.id, (await store.get_profile(owner.id)).version, BEGIN)
    with monkeypatch.context() as patch:
        broken = _break_commits(patch, made=True, n=9)
        with pytest.raises(OutcomeUnknown):
            await store.apply(delta)
    assert broken == [True]
    assert (await store.get_profile(owner.id)).version == delta.based_on + 1
    with pytest.raises(VersionConflict):
        await store.apply(delta)


async def test_too_much_at_once_is_told_as_that(store: Neo4jStore) -> None:
    async with store._engine.session(write=False) as session:
        await session.run("UNWIND range(1, 100000) AS n RETURN n")
        with pytest.raises(StoreBusy, match="ARIA_NEO4J_POOL_SIZE"):
            await store.list_profiles()
