"""ARIA without a chat model about focus, milestones, what is ahead and the mood journal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.reading import EntryForm
from graph_aria.stages.index_entries import index_entries
from tests.faculties import faculties_with
from tests.line.offline_answers import answer_to
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOW: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAYS: Final = """
2026-03-02|I've been looking for a job since June.
2026-05-01|I got married on 3 May 2019.
2026-05-02|We moved to Bath in 2019.
2026-05-03|I started learning Danish in March.
2026-06-20|My sister Clara got married last week.
2026-09-12|I lost my job last week.
2026-09-13|My dad died on 4 February 2020.
2026-10-02|My sister Clara moved to Ghent in 2024.
2026-10-21|I'm writing my thesis because I want to teach.
2026-11-10|My birthday is on 5 December.
2026-11-11|I finally finished the novel that I was writing.
2026-11-12|My mother's birthday is on 9 December.
2026-11-13|My dad's birthday is on 10 December.
2026-11-14|I have an exam on 4 December.
2026-11-20|I gave up on the marathon.
2026-11-25|I'm struggling with insomnia.
"""
ANSWERS: Final = r"""
What am I working on?|You are writing your thesis, because you want to teach.
What am I working on?|On 21 October you wrote: “I'm writing my thesis because I want to teach.”
What am I dealing with at the moment?|You are struggling with insomnia.
What's keeping me busy?|You are looking for a job (since 1 June 2025).
What am I up to these days?|You are learning Danish (since 1 March).
What am I working on?|You have not written of it for a while: it may be over, I do not know.
Am I still looking for a job?|As far as you told me, yes: You are looking for a job
Am I still writing a novel?|You said no: You finished
How far am I with the thesis?|What you told me of it: You are writing your thesis
Where do I stand with my Danish?|You are learning Danish
How far along are we with the job?|You are looking for a job
What did I finish lately?|You finished the novel
What have I given up?|You gave up the marathon.
When did I get married?|On 3 May 2019 (7 years ago): on 1 May you wrote: “I got married on
When was my wedding?|On 3 May 2019
When did we move to Bath?|In 2019: on 2 May you wrote: “We moved to Bath in 2019.”
When did Clara get married?|Between 8 June and 14 June: on 20 June you wrote
When was my sister's wedding?|Between 8 June and 14 June
When did Clara move to Ghent?|In 2024: on 2 October you wrote: “My sister Clara moved to Ghent
When did I lose my job?|Between 31 August and 6 September
When did my dad die?|died on 4 February 2020
Since when am I looking for a job?|Since 1 June 2025
How long have I been learning Danish?|Since 1 March
When is my wedding anniversary?|On 3 May 2027
What is coming up?|- On 4 December (in 4 days): You have an exam on 4 December 2026.
What is coming up?|- On 5 December (in 5 days): Your birthday is on 5 December.
Anything coming up?|- On 9 December (in 9 days): Your mother's birthday is on 9 December.
Whose birthday is next?|Your mother's birthday
What are my milestones?|- You got married on 3 May 2019. (7 years ago)
What are Clara's milestones?|- Your sister Clara moved to Ghent in 2024.
What changed in my life?|You lost your job
What changed this year?|You lost your job
What has changed in 2024?|- Your sister Clara moved to Ghent in 2024.
What changed since August?|You lost your job
How have I been lately?|From 1 November to 30 November:\n- Your mood was
How have I been lately?|(3 days noted), lowest on 28 November (3), highest on 26 November (7).
How have I been lately?|On 28 November you wrote: “The noise kept me awake.”
"""
"""A question, and words of its answer."""

NEVER: Final = r"""
What is coming up?|dad
What did I finish lately?|marathon
What have I given up?|novel
What am I working on?|novel
What am I working on?|marathon
What are Clara's milestones?|job
When did I get married?|Clara
When did we move to Bath?|January
When did Clara move to Paris?|In 2024:
When did Clara get divorced?|Between
When did I graduate?|2019
"""
"""A question, and words that its answer never holds."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def life(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder: Path = tmp_path_factory.mktemp("life")
    async with ReaderProcess() as reader, opened(folder, reader=reader) as world:
        for line in DAYS.strip().splitlines():
            day, text = line.split("|")
            await world.say(text, at=datetime.fromisoformat(f"{day}T19:00:00+00:00"))
            await world.work()
        for n, mood, why in (
            (26, 7, "calm\nLong swim in the lake."),
            (27, 5, "tired"),
            (28, 3, "tired\nThe noise kept me awake."),
        ):
            at = datetime(2026, 11, n, 20, tzinfo=UTC)
            await world.say(why, at=at, mood=mood, form=EntryForm.MOOD_CHECK_IN)
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


async def test_an_answer_names_the_memories_and_words_that_it_rests_on(life: World) -> None:
    said, drawn = await asked(life, "What am I working on?")
    known = await life.store.read_memories(life.profile_id, drawn.memory_ids)
    assert len(drawn.memory_ids) == said.count("\n- ") == len(known.memories)
    records = await life.store.read_records(life.profile_id, {one.entry_id for one in drawn.quotes})
    entries = {record.entry.id: record.entry for record in records}
    assert drawn.quotes
    for quote in drawn.quotes:
        assert entries[quote.entry_id].text[quote.start : quote.end].split()[0] in said


async def test_nothing_of_it_is_told_while_life_is_off(life: World) -> None:
    await life.store.change_profile(life.profile_id, lives=False)
    for text in ("What am I working on?", "What is coming up?", "What are my milestones?"):
        said, drawn = await asked(life, text)
        assert "The life switch is off" in said
        assert drawn.memory_ids == ()
    _, drawn = await asked(life, "When did I get married?")
    assert drawn.memory_ids == ()
    await life.store.change_profile(life.profile_id, lives=True)
    said, _ = await asked(life, "What am I working on?")
    assert "thesis" in said


async def test_nothing_is_made_up_where_nothing_was_told(tmp_path: Path, life: World) -> None:
    async with opened(tmp_path, reader=life.reader) as world:
        for text, words in (
            ("What am I working on?", "You told me of nothing that you are working on"),
            ("What have I given up?", "You told me of nothing that you finished or gave up"),
            ("What is coming up?", "I know of nothing that is coming up in the next 30 days"),
            ("What are my milestones?", "I know of no such milestone"),
            ("When did I get married?", "I find nothing relevant"),
            ("How have I been lately?", "I find nothing that you wrote"),
        ):
            said, drawn = await asked(world, text)
            assert words in said
            assert drawn.memory_ids == ()
            assert drawn.quotes == ()
