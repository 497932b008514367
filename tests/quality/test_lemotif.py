"""Entries of the Lemotif data set are read as a journal: no crash, sane and mostly not empty."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import USER, Reading, ReadRequest
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate, fits

DATA: Final = Path(__file__).parents[2].parent / "shared" / "data" / "lemotif_dev.csv"
DAY: Final = date(2026, 11, 25)


@pytest.fixture(scope="module")
def seen() -> list[tuple[str, Reading]]:
    if not DATA.is_file():
        print(f"\nfloors of quality not run: there is no ../shared/data/{DATA.name}")  # noqa: T201
        pytest.skip(f"no ../shared/data/{DATA.name}")
    with DATA.open(encoding="utf-8", newline="") as lines:
        texts = [row["Answer"] for row in csv.DictReader(lines)]
    readings = SpacyReader().read_batch([ReadRequest(text, DAY) for text in texts])
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
