"""ARIA without a chat model about one day, and about what is new with somebody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.drawn import Drawn
from graph_aria.stages.index_entries import index_entries
from tests.faculties import faculties_with
from tests.line.offline_answers import answer_to
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOW: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAYS: Final = """
2026-05-01|I got married on 3 May 2019.
2026-06-20|My sister Clara got married last week.
2026-09-13|My dad died on 4 February 2020.
2026-10-02|My sister Clara moved to Ghent in 2024.
2026-11-05|Long day at the office. I bought bread.
2026-11-08|I passed my driving test on 5 November.
2026-11-09|My brother had lunch with me. He starts a new course in spring.
2026-11-16|My sister rang. She is expecting a baby in May.
2026-11-20|Priya broke her wrist at the climbing hall.
2026-11-21|I quit my job yesterday.
2026-11-24|On 2 June the kitchen was flooded by the neighbours.
"""
ANSWERS: Final = r"""
What happened on 5 November?|- You passed your driving test on 5 November 2026.
What happened on 5 November?|- On 5 November you wrote: “Long day at the office.
What happened on the 5th of November?|You passed your driving test on 5 November 2026.
What happened on November 5th?|You passed your driving test on 5 November 2026.
What was going on on 2026-11-05?|You passed your driving test on 5 November 2026.
What did I do on 20 November?|You quit your job on 20 November 2026.
What did I do on 20 November?|“Priya broke her wrist at the climbing hall.”
What happened on 3 May 2019?|You got married on 3 May 2019.
What happened in February 2020?|Your dad died on 4 February 2020.
What happened on 2 June?|On 24 November you wrote: “On 2 June the kitchen was flooded
What happened on June 2nd?|On 24 November you wrote: “On 2 June the kitchen was flooded
What's new with my sister?|Clara:\n- On 16 November you wrote: “My sister rang. She is expecting
What is new with Clara?|Clara:\n- On 16 November you wrote: “My sister rang. She is expecting
Any news from my brother?|your brother: on 9 November you wrote: “My brother had lunch with me. He
How's my brother getting on these days?|The latest that you wrote of your brother: on 9 November
How is Priya?|The latest that you wrote of Priya: on 20 November you wrote: “Priya broke her
What's new with Clara since October?|- On 16 November
What's new with my dad?|Your dad died on 4 February 2020: on 13 September you wrote
What's new with me?|- You quit your job on 20 November 2026.
"""
"""A question, and words of its answer."""

NEVER: Final = r"""
What happened on 6 November?|driving test
What happened on 4 May 2019?|married
Did I see Priya on 5 November?|driving test
What happened on 9 June?|married
What's new with my brother?|Clara
What's new with my aunt?|The latest
What's new with Clara since October?|married
What's new with my dad?|The latest
"""
"""A question, and words that its answer never holds."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def life(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder: Path = tmp_path_factory.mktemp("days")
    async with ReaderProcess() as reader, opened(folder, reader=reader) as world:
        for line in DAYS.strip().splitlines():
            day, text = line.split("|")
            await world.say(text, at=datetime.fromisoformat(f"{day}T19:00:00+00:00"))
            await world.work()
        world.clock.instant = NOW
        while await index_entries(world.store, faculties_with(reader), world.profile_id, limit=99):
            continue
        yield world


async def asked(world: World, text: str) -> tuple[str, Drawn]:
    return await answer_to(world, text, now=NOW)


@pytest.mark.parametrize("row", ANSWERS.strip().splitlines())
async def test_what_was_asked_is_what_is_answered(life: World, row: str) -> None:
    text, words = row.split("|")
    said, _ = await asked(life, text)
    assert words.replace("\\n", "\n") in said


@pytest.mark.parametrize("row", NEVER.strip().splitlines())
async def test_what_is_not_so_is_not_said(life: World, row: str) -> None:
    text, words = row.split("|")
    said, _ = await asked(life, text)
    assert words not in said


@pytest.mark.parametrize("text", ["What happened on 5 November?", "How was November?"])
async def test_a_day_names_the_milestones_and_words_that_it_rests_on(
    life: World, text: str
) -> None:
    said, drawn = await asked(life, text)
    known = await life.store.read_memories(life.profile_id, drawn.memory_ids)
    assert drawn.memory_ids
    assert len(known.memories) == len(drawn.memory_ids)
    records = await life.store.read_records(life.profile_id, {one.entry_id for one in drawn.quotes})
    entries = {record.entry.id: record.entry for record in records}
    cited = [entries[one.entry_id].text[one.start : one.end] for one in drawn.quotes]
    assert cited
    assert all(words in said for words in cited)


async def test_a_day_names_no_milestone_while_life_is_off(life: World) -> None:
    await life.store.change_profile(life.profile_id, lives=False)
    said, drawn = await asked(life, "What happened on 5 November?")
    await life.store.change_profile(life.profile_id, lives=True)
    assert drawn.memory_ids == ()
    assert "Long day at the office" in said
    assert "The life switch" not in said
