"""Somebody has died: how the chapter speaks of them, with the reader that ships."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.occasions import is_dead
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.synthesize import synthesize
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID_AT: Final = datetime(2026, 3, 2, 19, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


async def lived(world: World, *said: str) -> list[str]:
    """Names of those who have died, after some entries on one day after the other."""
    for n, text in enumerate(said):
        await world.say(text, at=SAID_AT + n * timedelta(days=1))
        await world.work()
    deaths = await recall_deaths(world.store, world.profile_id)
    people = [one for one in (await world.entities()).values() if one.kind is Kind.PERSON]
    return sorted(one.name for one in people if is_dead(one, deaths))


@pytest.mark.parametrize(
    ("said", "dead"),
    [
        (["Tea with my grandmother Rosa.", "Grandma died last night."], ["Rosa"]),
        (["My friend Tom and my friend Ida sang.", "My friend Tom died."], ["Tom"]),
        (["Called my mum.", "We buried Mum today."], ["mum"]),
        (["My brother Ben called.", "Saw Tom Weiss.", "My uncle Karl Weiss died."], ["Karl Weiss"]),
        (["My sister Clara called.", "My sister Clara nearly died."], []),
        (["My boss Ida is kind.", "My neighbour's dog died."], []),
    ],
)
async def test_who_is_dead_and_who_is_not(
    tmp_path: Path, process: ReaderProcess, said: list[str], dead: list[str]
) -> None:
    async with opened(tmp_path, reader=process) as world:
        assert await lived(world, *said) == dead


async def test_the_chapter_says_who_has_died(tmp_path: Path, process: ReaderProcess) -> None:
    async with opened(tmp_path, reader=process) as world:
        told = "Tea with my grandmother Rosa and my sister Clara. Rosa and Clara laughed."
        await lived(world, told, "My grandmother Rosa died last night. I called my sister Clara.")
        entry = (await world.store.list_entries(world.profile_id)).items[0]
        chapter = await synthesize(world.store, await world.profile(), now=world.clock.instant)
        lines = [line for line in chapter.text.splitlines() if "Rosa" in line or "Clara" in line]
        assert any(line.startswith("- Rosa, grandmother (has died):") for line in lines), lines
        assert not any("Clara" in line and "died" in line for line in lines)

        await world.forget(entry.id)  # as if it had never been told
        await world.work()
        chapter = await synthesize(world.store, await world.profile(), now=world.clock.instant)
        assert "has died" not in chapter.text
