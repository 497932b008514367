"""The sample journal is asked without a model, read as the product reads it.

Every answer is held to the entry that tells it: its day and its words.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.offline_saying import plain_day
from graph_aria.stages.index_entries import index_entries
from tests.faculties import faculties_with
from tests.line.offline_answers import answer_to
from tests.line.test_notice_sample import LAST, lived
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")
TODAY = LAST + timedelta(days=1)
NOW = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)


def on(n: int) -> date:
    """The day of the journal with a number."""
    return LAST - timedelta(days=120 - n)


KNOWN: list[tuple[str, int, str]] = [
    ("When did I last see Priya?", 119, "back from her honeymoon"),
    ("when was the last time I went running?", 120, "Ran 6k"),
    ("how long is it since I saw Tom?", 40, "Tom's last day"),
    ("When did I first mention Walt?", 90, "My neighbour has a name: Walt"),
    ("since when do I do pottery?", 91, "Started a pottery class"),
    ("what helps with anxiety?", 52, "the long walk helped"),
    ("What makes my insomnia worse?", 22, "Coffee makes my insomnia worse"),
    ("who is Priya?", 119, "Priya is your friend"),
    ("who is Carol?", 112, "Carol"),
    ("when did I move to Bristol?", 84, "I moved to Bristol today"),
    ("When was Priya's wedding?", 106, "orchard"),
    ("what did I say about the pond?", 118, "Dug a hole for the pond"),
    ("where does Sam work?", 5, "Harrow Cycles"),
    ("what is my therapist called?", 54, "Dr Marsh"),
    ("what did the doctor say?", 47, "cut down on coffee"),
    ("what did Helen write in her email?", 110, "she said sorry"),
    ("when did I quit my job?", 62, "I quit my job"),
    ("Do I like yoga?", 102, "I hate yoga"),
]
"""A question, the day of the entry that tells it, and words of the answer."""

NEVER_SAID = [
    "did I ever go skiing?",
    "how high is Mount Everest?",
    "Who won the world cup?",
    "what is the capital of France?",
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def life(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder: Path = tmp_path_factory.mktemp("life")
    async with ReaderProcess() as reader, opened(folder, reader=reader) as world:
        world.clock.instant = NOW
        await lived(world)
        while await index_entries(world.store, faculties_with(reader), world.profile_id, limit=99):
            continue
        yield world


async def asked(world: World, text: str) -> tuple[str, Drawn]:
    return await answer_to(world, text, now=NOW)


async def test_questions_are_answered_from_the_entry_that_tells_it(life: World) -> None:
    wrong = []
    for text, n, words in KNOWN:
        said, _ = await asked(life, text)
        day = "yesterday" if on(n) == LAST else plain_day(on(n), TODAY)
        if (day not in said.lower() and day not in said) or words not in said:
            wrong.append((text, day, words, said))

    assert wrong == []


async def test_every_word_that_is_cited_stands_in_its_entry(life: World) -> None:
    profile = await life.profile()
    for text, _, _ in KNOWN:
        said, drawn = await asked(life, text)
        assert drawn.quotes, said
        records = await life.store.read_records(profile.id, {one.entry_id for one in drawn.quotes})
        entries = {record.entry.id: record.entry for record in records}
        for quote in drawn.quotes:
            own = entries[quote.entry_id].text[quote.start : quote.end]
            assert own.split()[0] in said, (text, own)


@pytest.mark.parametrize("text", NEVER_SAID)
async def test_what_was_never_said_is_not_answered(life: World, text: str) -> None:
    said, drawn = await asked(life, text)

    assert "I find nothing relevant" in said
    assert drawn.quotes == ()


async def test_days_are_counted_as_the_journal_has_them(life: World) -> None:
    said, _ = await asked(life, "how often do I swim?")

    assert f"first on {plain_day(on(92), TODAY)}" in said
    assert "days" in said


async def test_a_time_is_told_with_its_moods(life: World) -> None:
    said, _ = await asked(life, f"how was {on(20):%B}?")

    assert "Your mood was" in said
    assert "Atlas" in said


async def test_what_faded_is_told(life: World) -> None:
    said, _ = await asked(life, "what faded?")

    assert "Yoga" in said
    assert f"{plain_day(on(102), TODAY)}" in said
