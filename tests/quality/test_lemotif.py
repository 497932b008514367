"""Entries of the Lemotif data set are read, and lived as a journal: no crash, sane, not empty."""

from __future__ import annotations

import csv
from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Final, TypeVar

import pytest

from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.reading import USER, EntryForm, Reading, ReadRequest
from graph_aria.domain.records import EntryState
from graph_aria.domain.views import Page
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate, fits
from graph_aria.stages.await_consolidation import PAUSE
from graph_aria.stages.capture import capture
from graph_aria.stages.schedule import schedule
from graph_aria.stages.synthesize import render_chapter, synthesize
from graph_aria.stages.work import work
from tests.contract.samples import FixedClock, add_profile, at
from tests.faculties import faculties_with
from tests.shared_data import DATA, need

T = TypeVar("T")

ANSWERS: Final = DATA / "lemotif_dev.csv"
DAY: Final = date(2026, 11, 25)
N_LIVED: Final = 300
DAYS: Final = 730


@pytest.fixture(scope="module")
def texts() -> list[str]:
    with need(ANSWERS).open(encoding="utf-8", newline="") as lines:
        return [row["Answer"] for row in csv.DictReader(lines)]


@pytest.fixture(scope="module")
def model(texts: list[str]) -> SpacyReader:
    return SpacyReader()


@pytest.fixture(scope="module")
def seen(texts: list[str], model: SpacyReader) -> list[tuple[str, Reading]]:
    readings = model.read_batch([ReadRequest(text, DAY) for text in texts])
    return list(zip(texts, readings, strict=True))


@pytest.mark.quality
def test_every_span_and_fact_is_sane(seen: list[tuple[str, Reading]]) -> None:
    for text, reading in seen:
        kinds = [mention.kind for mention in reading.mentions] + [Kind.PERSON]
        assert kinds[USER] is Kind.PERSON
        for mention in reading.mentions:
            assert text[mention.start : mention.end] == mention.words
            assert (mention.kind is Kind.EMOTION) == (mention.name in EMOTIONS)
        for fact in reading.assertions:
            assert fits(fact.predicate, kinds[fact.subject], kinds[fact.object])
            assert text[fact.start : fact.end].strip()
        for found in reading.dates:
            assert text[found.start : found.end] == found.words


@pytest.mark.quality
def test_english_is_read_as_english(seen: list[tuple[str, Reading]]) -> None:
    unread = [text for text, reading in seen if reading.unread is not None]
    assert unread == []


@pytest.mark.quality
def test_most_entries_say_something(seen: list[tuple[str, Reading]]) -> None:
    """Floors well below what was measured: they tell a broken reader from a working one."""
    n = len(seen)
    with_mention = sum(bool(reading.mentions) for _, reading in seen)
    with_feeling = sum(
        any(one.kind is Kind.EMOTION for one in reading.mentions) for _, reading in seen
    )
    with_fact = sum(
        any(fact.predicate is not Predicate.RELATED_TO for fact in reading.assertions)
        for _, reading in seen
    )
    print(f"\n{n} entries: mentions in {with_mention}, feelings {with_feeling}, facts {with_fact}")  # noqa: T201
    assert with_mention > 0.9 * n
    assert with_feeling > 0.5 * n
    assert with_fact > 0.4 * n


class _Here:
    """The reader without a process of its own."""

    degraded = None

    def __init__(self, model: SpacyReader) -> None:
        self._model = model

    @property
    def reader_id(self) -> str:
        return self._model.reader_id

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        return self._model.read_batch(requests)


async def _pages(
    list_page: Callable[[str | None], Awaitable[Page[T]]],
) -> list[T]:
    items: list[T] = []
    cursor = None
    while True:
        page = await list_page(cursor)
        items += page.items
        cursor = page.next_cursor
        if cursor is None:
            return items


@pytest.mark.quality
@pytest.mark.slow
async def test_two_years_of_it_go_through_the_whole_line(
    texts: list[str], model: SpacyReader, tmp_path: Path
) -> None:
    clock, ids = FixedClock(), UuidIds()
    begin, clock.instant = at(0), at(DAYS)
    store = await SqliteStore.open(tmp_path / "data", clock=clock)
    try:
        owner = await add_profile(store)
        for n, text in enumerate(texts[:N_LIVED]):
            said_at = begin + timedelta(days=DAYS * n / N_LIVED)
            await capture(
                store, clock, ids, owner, form=EntryForm.JOURNAL, text=text, occurred_at=said_at
            )
        await schedule(store, clock, ids)
        await work(store, faculties_with(_Here(model)), clock, ids)
        clock.instant += PAUSE  # until what was learned is gone through
        await work(store, faculties_with(_Here(model)), clock, ids)

        jobs = await _pages(lambda cursor: store.list_jobs(owner.id, cursor=cursor, limit=200))
        assert {job.state for job in jobs} == {"done"}, [job for job in jobs if job.reason]
        entries = await _pages(
            lambda cursor: store.list_entries(owner.id, cursor=cursor, limit=200)
        )
        assert {entry.state for entry in entries} == {EntryState.READ}
        assert len(entries) == N_LIVED

        now = clock.instant
        entities = await _pages(
            lambda cursor: store.list_entities(owner.id, now=now, cursor=cursor, limit=200)
        )
        relations = await _pages(
            lambda cursor: store.list_relations(owner.id, now=now, cursor=cursor, limit=200)
        )
        kinds = {item.id: item.kind for item in entities} | {owner.user_id: Kind.PERSON}
        for entity in entities:
            assert entity.standing is not None
            assert 1 <= entity.standing.weight <= 10
            assert entity.kind in Kind
        for relation in relations:
            assert 1 <= relation.standing.weight <= 10
            assert fits(relation.predicate, kinds[relation.subject_id], kinds[relation.object_id])
        rows = await store.read_theme_days(owner.id, since=begin.date(), until=now.date())
        assert all(1 <= row.row.weight_after <= 10 for row in rows)
        assert len(entities) > 100
        assert len(relations) > 100

        chapters = (await store.read_chapters(owner.id, limit=200)).items
        told = [await render_chapter(store, owner, chapter, now=now) for chapter in chapters]
        assert len(told) > 1
        assert (await synthesize(store, owner, now=now)).text
        assert (await store.check()).problems == ()
        print(  # noqa: T201
            f"\n{len(entities)} entities, {len(relations)} relations, {len(chapters)} chapters"
        )
    finally:
        await store.close()
