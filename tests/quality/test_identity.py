"""Who is who, through the whole line: same, different, or an open question.

Each line of `identity.jsonl` is a short life and what must be in the graph afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.graph import Entity
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.questions import Question
from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.domain.vocabulary import Kind
from tests.line.world import BEGIN, World, opened

Case = dict[str, Any]
"""What can be asked of a life:

people: how many Person entities there are. question: there is one (true), or none (false);
    "or": either the people are as many, or there is a question between two of them.
one: a name under which exactly one entity is known, whatever its kind; kind: which it has.
holds, lacks: relations by the names of their ends, "me" is the user.
"""
CASES: Final[list[Case]] = [
    json.loads(line)
    for line in Path(__file__).with_name("identity.jsonl").read_text("utf-8").splitlines()
    if line.strip()
]


@dataclass
class InProcess:
    """The real reader, without its child process."""

    reader: SpacyReader

    @property
    def reader_id(self) -> str:
        return self.reader.reader_id

    @property
    def degraded(self) -> str | None:
        return None

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        return self.reader.read_batch(list(requests))


@pytest.fixture(scope="module")
def reader() -> InProcess:
    return InProcess(SpacyReader())


async def _live(world: World, case: Case) -> None:
    for day, text in enumerate(case["entries"]):
        await world.say(text, at=BEGIN + timedelta(days=day))
        if not case.get("at_once"):
            await world.work()
    await world.work()


async def _everything(world: World) -> list[Entity]:
    page = await world.store.list_entities(world.profile_id, now=world.clock.now(), limit=200)
    return list(page.items)


async def _relations(world: World, entities: Sequence[Entity]) -> set[tuple[str, str, str]]:
    page = await world.store.list_relations(world.profile_id, now=world.clock.now(), limit=200)
    names = {entity.id: normalized(entity.name) for entity in entities}
    names[(await world.profile()).user_id] = "me"
    return {(names[r.subject_id], str(r.predicate), names[r.object_id]) for r in page.items}


async def _known_as(world: World, name: str) -> list[Entity]:
    found = await world.store.find_candidates(world.profile_id, [normalized(name)])
    return [candidate.entity for candidate in found]


def _check_people(case: Case, people: Sequence[Entity], asked: Sequence[Question]) -> None:
    shown = [(entity.name, entity.role) for entity in people]
    if "people" in case:
        ids = {entity.id for entity in people}
        between = [question for question in asked if question.pair <= ids]
        if not (case.get("question") == "or" and between):
            assert len(people) == case["people"], shown
    if isinstance(case.get("question"), bool):
        assert bool(asked) is case["question"], [(q.reason, q.score) for q in asked]


@pytest.mark.quality
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
async def test_who_is_who(case: Case, reader: InProcess, tmp_path: Path) -> None:
    async with opened(tmp_path, reader=reader) as world:
        await _live(world, case)
        entities = await _everything(world)
        people = [entity for entity in entities if entity.kind is Kind.PERSON]
        asked = (await world.store.list_questions(world.profile_id)).items
        _check_people(case, people, asked)
        for name in case.get("one", []):
            assert len(await _known_as(world, name)) == 1, name
        for name, kind in case.get("kind", {}).items():
            assert {entity.kind for entity in await _known_as(world, name)} == {kind}
        for name, n_days in case.get("days", {}).items():
            (found,) = await _known_as(world, name)
            assert found.standing is not None
            assert found.standing.n_days == n_days
        relations = await _relations(world, entities)
        for fact in case.get("holds", []):
            assert tuple(fact) in relations, sorted(relations)
        for fact in case.get("lacks", []):
            assert tuple(fact) not in relations, fact
