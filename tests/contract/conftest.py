"""The stores that the contract suite runs against; the tests never ask which one it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.records import Profile
from graph_aria.ports import Clock, Store
from tests.contract.samples import FixedClock, add_profile
from tests.servers import Neo4jUnderTest

OpenStore = Callable[[], Awaitable[Store]]


def _sqlite(request: pytest.FixtureRequest, clock: Clock) -> OpenStore:
    folder: Path = request.getfixturevalue("tmp_path")

    async def open_store() -> Store:
        return await SqliteStore.open(folder / "data", clock=clock)

    return open_store


def _neo4j(request: pytest.FixtureRequest, clock: Clock) -> OpenStore:
    server: Neo4jUnderTest = request.getfixturevalue("neo4j")
    # Here, so that the other half of the suite runs whatever state this adapter is in.
    from graph_aria.adapters.neo4j import Address, Neo4jStore  # noqa: PLC0415

    # As people name it: with routing, which one server answers for itself.
    address = Address(
        uri=server.uri.replace("bolt:", "neo4j:"),
        user=server.user,
        password=server.password,
        database=server.database,
    )

    async def open_store() -> Store:
        return await Neo4jStore.open(address, clock=clock)

    return open_store


STORES = {"neo4j": _neo4j, "sqlite": _sqlite}


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture(
    params=[
        pytest.param("neo4j", marks=pytest.mark.neo4j),
        "sqlite",
    ]
)
def open_store(request: pytest.FixtureRequest, clock: FixedClock) -> OpenStore:
    """Opens the store of this test; empty, the first time."""
    return STORES[request.param](request, clock)


@pytest.fixture
async def store(open_store: OpenStore) -> AsyncIterator[Store]:
    opened = await open_store()
    yield opened
    await opened.close()


@pytest.fixture
async def owner(store: Store) -> Profile:
    return await add_profile(store)
