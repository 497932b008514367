from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from graph_aria.adapters.sqlite import SqliteStore
from tests.contract.samples import FixedClock


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


def names_in(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
async def store(folder: Path, clock: FixedClock) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(folder, clock=clock)
    yield opened
    await opened.close()
