"""Memories through the whole line, with the reader that ships."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.memories import ImportantDate, Memory
from graph_aria.domain.memory_age import as_told
from graph_aria.domain.records import Entry
from graph_aria.domain.vocabulary import Kind
from tests.line.talk import Mind, Talk
from tests.line.world import World, opened
from tests.shared_data import DATA, need

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID_AT: Final = datetime(2026, 3, 2, 19, tzinfo=UTC)
"""A Monday evening."""

DAY: Final = timedelta(days=1)
SHARED: Final = DATA.parent / "cases" / "memory.jsonl"
_ROWS: Final = Path(__file__).parents[1] / "quality" / "memories.jsonl"
ROWS: Final[list[dict[str, Any]]] = list(map(json.loads, _ROWS.read_text("utf-8").splitlines()))
JOURNALS: Final = [
    row
    for row in ROWS
    if len(row["said"]) > 1
    and all(who == "entry" for who, _ in row["said"])
    and not row.get("in_order")
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@asynccontextmanager
async def lived(folder: Path, process: ReaderProcess) -> AsyncIterator[tuple[World, Mind]]:
    async with opened(folder, reader=process) as world:
        world.clock.instant = SAID_AT
        yield world, Mind(world)


async def say_all(world: World, said: list[list[str]], *, days: int = 1) -> list[Entry]:
    """Say each thing a day after the one before, and read it."""
    told: list[Entry] = []
    said = [each or ["", ""] for each in said]
    talk = await Talk.begin(world) if any(who in {"user", "assistant"} for who, _ in said) else None
    for n, (who, text) in enumerate(said):
        at = SAID_AT + n * days * DAY
        if who == "entry":
            told.append(await world.say(text, at=at))
        elif talk is not None and who == "user":
            told.append(await talk.hear(text, at=at))
        elif talk is not None and who == "assistant":
            await talk.answer(text)
        is_answered = who != "user" or n + 1 == len(said)
        if is_answered and who == "user" and talk is not None:
            await talk.answer("", is_cut=True)
        if is_answered:
            await world.work()
    return told


async def the_entries(world: World) -> list[Entry]:
    return list((await world.store.list_entries(world.profile_id, limit=200)).items)


def day(text: str) -> date:
    return date.fromisoformat(text)


async def check(
    mind: Mind, one: Memory, expected: dict[str, Any], by_id: dict[str, Memory]
) -> None:
    """Hold a memory against what a row says of it."""
    check_days(one, expected)
    for name in ("reason", "kind", "category"):
        if name in expected:
            assert getattr(one, name) == expected[name]
    if "significance" in expected:
        assert one.emotional_significance >= expected["significance"]
    if "superseded_by" in expected:
        assert by_id[one.superseded_by or ""].text == expected["superseded_by"]
    sources = await mind.sources(one.id)
    quotes = await mind.quotes(one.id)
    assert all(quote.strip() for quote in quotes)
    if "quotes" in expected:
        assert [quote.strip(" .!") for quote in quotes] == expected["quotes"]
    if "n_sources" in expected:
        assert len(sources) == expected["n_sources"]
    if "changed_on" in expected:
        assert sources[0].said_at == SAID_AT + expected["changed_on"] * DAY


def check_days(one: Memory, expected: dict[str, Any]) -> None:
    """Hold the days of a memory against what a row says of them."""
    for name in ("valid_from", "valid_until"):
        if name in expected:
            assert getattr(one, name) == day(expected[name])
    if "expires_after" in expected:
        least, most = expected["expires_after"]
        assert one.expires_at is not None
        assert SAID_AT + least * DAY <= one.expires_at <= SAID_AT + (most + 1) * DAY
    if "important" in expected:
        assert one.important == ImportantDate(*expected["important"])
    if "returns" in expected:
        asked, returned = expected["returns"]
        assert one.important is not None
        assert one.important.next_from(day(asked)) == day(returned)
    if "told" in expected:
        asked, told = expected["told"]
        assert as_told(one, today=day(asked)) == told


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
async def test_what_is_said_is_remembered_as_it_should_be(
    tmp_path: Path, process: ReaderProcess, row: dict[str, Any]
) -> None:
    async with lived(tmp_path, process) as (world, mind):
        told = await say_all(world, row["said"])
        memories = await mind.all()
        assert sorted((one.text, one.state.value) for one in memories) == sorted(
            (each["text"], each["state"]) for each in row["remembered"]
        )
        by_id = {one.id: one for one in memories}
        expected = {each["text"]: each for each in row["remembered"]}
        for one in memories:
            await check(mind, one, expected[one.text], by_id)
        stored = [await world.store.get_entry(world.profile_id, each.id) for each in told]
        assert [each.text for each in stored] == [
            text for who, text in row["said"] if who != "assistant"
        ]
        refused = [n for n, each in enumerate(stored) if each.refused is not None]
        assert refused == row.get("refused", [])
        if row.get("feels"):
            kinds = {one.kind for one in (await world.entities()).values()}
            assert Kind.EMOTION in kinds
        # Reading all of it again changes nothing.
        before = await world.tables(*MEMORY_TABLES)
        await world.reread(*(each.id for each in told))
        assert await world.tables(*MEMORY_TABLES) == before


MEMORY_TABLES: Final = ("memory", "memory_source", "memory_link", "memory_revision")


@pytest.mark.parametrize("row", JOURNALS, ids=lambda row: row["id"])
@pytest.mark.parametrize("way", ["in one batch", "backwards"])
async def test_it_does_not_matter_when_it_comes_in(
    tmp_path: Path, process: ReaderProcess, row: dict[str, Any], way: str
) -> None:
    async with lived(tmp_path / "one by one", process) as (world, mind):
        await say_all(world, row["said"])
        expected = await mind.story()
    async with lived(tmp_path / "otherwise", process) as (world, mind):
        dated = [(SAID_AT + n * DAY, text) for n, (_, text) in enumerate(row["said"])]
        for at, text in reversed(dated) if way == "backwards" else dated:
            await world.say(text, at=at, recorded_at=dated[-1][0])
            if way == "backwards":
                await world.work()
        await world.work()
        assert await mind.story() == expected


async def test_every_shared_case_is_among_the_rows() -> None:
    rows = {row["id"]: row for row in ROWS}
    for line in need(SHARED).read_text("utf-8").splitlines():
        case = json.loads(line)
        if "model_answers" in case:
            continue  # see tests/quality/test_model_garbage.py
        said = case.get("turns") or [["entry", text] for text in case["entries"]]
        assert rows[case["id"]]["said"] == said, case["id"]


@pytest.mark.parametrize(
    "row", [one for one in ROWS if one.get("words")], ids=lambda row: row["id"]
)
async def test_a_word_goes_with_the_last_thing_that_has_it(
    tmp_path: Path, process: ReaderProcess, row: dict[str, Any]
) -> None:
    async with lived(tmp_path, process) as (world, mind):
        first, second = await say_all(world, row["said"])
        (word,) = row["words"]
        await world.forget(first.id)
        await world.work()
        left = {finding.where for finding in await world.store.prove_gone([word])}
        assert left
        # What is left of it is what the second says.
        assert second.text in [each.text for each in await the_entries(world)]
        async with lived(tmp_path / "fresh", process) as (other, theirs):
            await say_all(other, [[], *row["said"][1:]])
            assert await mind.story() == await theirs.story()
        await world.forget(second.id)
        await world.work()
        assert await world.store.prove_gone([word]) == ()
        assert await mind.all() == []
        for path in (tmp_path / "data").rglob("*"):
            assert not path.is_file() or word.encode() not in path.read_bytes(), path
