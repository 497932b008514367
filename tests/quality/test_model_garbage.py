"""What a model may answer instead of an answer: the entry is kept, read offline, and marked.

Rows of `../shared/cases/memory.jsonl` that have `model_answers`; each answer is all that the
model ever says.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.llm.analysis import TRIES, OpenAiAnalysis
from graph_aria.adapters.llm.budget import ProcessBudget
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.bootstrap.models import ModelReader
from graph_aria.domain.records import EntryState
from tests.line.world import BEGIN, World, opened
from tests.scripted_model import MODEL, ScriptedModel, saying

pytestmark = pytest.mark.quality

DATA: Final = Path(__file__).parents[2].parent / "shared" / "cases" / "memory.jsonl"
TEXT: Final = "I went to yoga with my sister Ann and felt calm."


def _answers() -> list[str]:
    if not DATA.exists():
        return []
    rows = (json.loads(line) for line in DATA.read_text("utf-8").splitlines() if line.strip())
    return [answer for row in rows for answer in row.get("model_answers", ())]


@pytest.fixture(scope="module")
def answers() -> list[str]:
    found = _answers()
    if not found:
        pytest.skip(f"not run: there is no ../shared/cases/{DATA.name}")
    return found


@pytest.fixture
async def world(tmp_path: Path, scripted: ScriptedModel) -> AsyncIterator[World]:
    rules = ReaderProcess()
    async with opened(tmp_path, reader=rules) as made:
        model = OpenAiAnalysis(
            Endpoint(scripted.base_url, None, 5), MODEL, made.clock.now, first_wait_seconds=0.01
        )
        made.reader = ModelReader(rules, model, ProcessBudget(None), made.clock, at_once=1)
        yield made
        await model.close()
        await rules.close()


async def test_an_entry_survives_every_answer(
    answers: list[str], world: World, scripted: ScriptedModel
) -> None:
    entry_ids = []
    for answer in answers:
        scripted.script(saying(answer))
        (entry,) = await world.live((BEGIN, TEXT))

        entry_ids.append(entry.id)
        stored = await world.store.get_entry(world.profile_id, entry.id)
        assert (stored.state, stored.text) == (EntryState.READ, TEXT), answer
        assert stored.reason == "model:garbage", answer
        assert len(scripted.requests) == TRIES, answer
        assert {"Ann", "Yoga", "calm"} <= set(await world.entities()), answer

    whole: dict[str, object] = {"entities": [], "emotions": [], "relations": [], "memories": []}
    scripted.script(saying(whole))
    await world.reread(*entry_ids)

    records = await world.store.read_records(world.profile_id, entry_ids)
    assert {record.entry.reason for record in records} == {None}
