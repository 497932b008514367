"""The store that the contract suite runs against; the tests never ask which one it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.records import Profile
from graph_aria.ports import Clock, Store
from tests.contract.samples import FixedClock, add_profile

OpenStore = Callable[[Path, Clock], Awaitable[Store]]


async def _open_sqlite(folder: Path, clock: Clock) -> Store:
    return await SqliteStore.open(folder / "data", clock=clock)


STORES: dict[str, OpenStore] = {"sqlite": _open_sqlite}


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture(params=sorted(STORES))
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock
) -> AsyncIterator[Store]:
    opened = await STORES[request.param](tmp_path, clock)
    yield opened
    await opened.close()


@pytest.fixture
async def owner(store: Store) -> Profile:
    return await add_profile(store)
