"""A world for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.line.world import ScriptedReader, World, opened


@pytest.fixture
def reader() -> ScriptedReader:
    return ScriptedReader()


@pytest.fixture
async def world(tmp_path: Path, reader: ScriptedReader) -> AsyncIterator[World]:
    async with opened(tmp_path, reader=reader) as made:
        yield made
