"""What is remembered beside much that is alike: it is found, and costs no link for each pair."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest

from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memories import Category, MemoryCandidate, MemoryKind, MemoryState
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.remember import MOST_NEAR
from graph_aria.stages.work import work
from tests.faculties import WordsAlone
from tests.line.talk import Mind, Talk, says
from tests.line.world import ScriptedReader, World, decoded, opened

N: Final = 3 * MOST_NEAR


@dataclass
class Cone:
    """Vectors that all lie around one axis, each as near to it as is told."""

    nearness: Callable[[str], float]
    places: dict[str, int] = field(default_factory=dict)

    async def describe(self) -> Embedding:
        return Embedding("cone", 256, Likeness(same=0.92, review=0.8))

    async def embed(self, texts: Sequence[str]) -> Embedding:
        return replace(await self.describe(), vectors=tuple(map(self._vector, texts)))

    def _vector(self, text: str) -> bytes:
        place = self.places.setdefault(text, 1 + len(self.places))
        near = self.nearness(text)
        numbers = [0.0] * 256
        numbers[0], numbers[place] = near, math.sqrt(1 - near * near)
        return struct.pack("<256f", *numbers)


@dataclass
class Alike:
    """A life in which much is alike."""

    world: World
    reader: ScriptedReader
    cone: Cone

    async def work(self) -> None:
        faculties = Faculties(self.reader, WordsAlone(), self.cone)
        await work(self.world.store, faculties, self.world.clock, self.world.ids)

    async def say(self, text: str, remembered: str) -> None:
        self.reader.script[text] = says(text, remembered)
        await self.world.say(text)
        await self.work()

    async def hear(self, talk: Talk, text: str, remembered: str) -> None:
        self.reader.script[text] = says(text, remembered)
        await talk.hear(text)
        await talk.answer("I see.")
        await self.work()

    async def n_links(self) -> int:
        return int((await self.world.sql("SELECT count(*) FROM memory_link"))[0][0])

    async def state_of(self, text: str) -> MemoryState:
        return (await Mind(self.world).the(text)).state


def nearness(text: str) -> float:
    return {"The user sleeps well.": 0.86, "The user is sleeping well.": 1.0}.get(text, 0.95)


@pytest.mark.parametrize("n", [MOST_NEAR - 2, N])
async def test_what_is_nearer_in_another_scope_hides_nothing(tmp_path: Path, n: int) -> None:
    reader = ScriptedReader()
    async with opened(tmp_path, reader=reader) as world:
        life = Alike(world, reader, Cone(nearness))
        await life.say("I sleep at home.", "The user sleeps well.")
        talk = await Talk.begin(world, scope="work")
        for at in range(n):
            await life.hear(talk, f"turn {at}", f"The user sleeps {at} hours.")
        await life.say("Once more.", "The user is sleeping well.")
        assert await life.state_of("The user is sleeping well.") is MemoryState.PENDING


async def test_what_was_put_away_hides_nothing_that_stands(tmp_path: Path) -> None:
    reader = ScriptedReader()
    async with opened(tmp_path, reader=reader) as world:
        life, mind = Alike(world, reader, Cone(nearness)), Mind(world)
        await life.say("I sleep at home.", "The user sleeps well.")
        for at in range(N):
            await life.say(f"day {at}", f"The user sleeps {at} hours.")
        for at in range(N):
            one = await mind.the(f"The user sleeps {at} hours.")
            await mind.rule(one.id, MemoryVerb.ARCHIVE)
        await life.say("Once more.", "The user is sleeping well.")
        assert await life.state_of("The user is sleeping well.") is MemoryState.PENDING


async def test_what_is_alike_is_linked_with_the_nearest_alone(tmp_path: Path) -> None:
    reader = ScriptedReader()
    async with opened(tmp_path, reader=reader) as world:
        life = Alike(world, reader, Cone(nearness))
        for at in range(N):
            await life.say(f"day {at}", f"The user sleeps {at} hours.")
        assert 0 < await life.n_links() <= MOST_NEAR * N


async def test_values_of_a_slot_need_no_links(tmp_path: Path) -> None:
    reader = ScriptedReader()
    async with opened(tmp_path, reader=reader) as world:
        mind = Mind(world)
        for at in range(N):
            text = f"I weigh {at} now."
            said = MemoryCandidate(
                f"The user weighs {at} kg.", MemoryKind.FACT, Category.HEALTH, 0, len(text),
                "test:weight", importance=0.6, slot="weight", value=str(at),
            )  # fmt: skip
            reader.script[text] = replace(decoded(text), memories=(said,))
            await world.say(text)
            await world.work()
        states = [one.state for one in await mind.all()]
        assert states.count(MemoryState.CURRENT) == 1
        assert states.count(MemoryState.SUPERSEDED) == N - 1
        assert (await world.sql("SELECT count(*) FROM memory_link"))[0][0] == 0
