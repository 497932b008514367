"""Sentences of which half are worth a memory and half are not, read as the reader ships."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.admission import Admitted, Setting, admit
from graph_aria.domain.memories import Level, MemoryCandidate
from graph_aria.domain.reading import EntryForm, ReadRequest
from tests.quality.counts import Counts

_ROWS: Final[list[dict[str, Any]]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "facts.jsonl").read_text(encoding="utf-8").splitlines()
]
_SAID_ON: Final = date(2026, 3, 2)
_FORMS: Final = {"entry": EntryForm.JOURNAL, "turn": EntryForm.TURN}
PRECISION: Final = 0.97
RECALL: Final = 0.8
"""What must be reached, of all sentences together."""


@pytest.fixture(scope="module")
def reader() -> SpacyReader:
    """The reader that ships."""
    return SpacyReader()


def is_it(found: MemoryCandidate, wanted: dict[str, Any]) -> bool:
    """Whether a memory says what was wanted, of the right part of a life, with its reason."""
    text = found.text.lower()
    important = found.important
    day = None if important is None else [important.month, important.day, important.year]
    reasons = [reason.lower() for reason in wanted.get("reason", [])]
    return (
        any(says.lower() in text for says in wanted["says"])
        and wanted.get("with", "").lower() in text
        and found.category.value in wanted["category"]
        and found.importance >= wanted.get("importance", 0)
        and (not reasons or any(reason in (found.reason or "").lower() for reason in reasons))
        and ("important" not in wanted or day == wanted["important"])
    )


def judge(row: dict[str, Any], found: list[MemoryCandidate], counts: Counts) -> list[str]:
    """Count one sentence; what is wrong with it in words."""
    said: list[str] = []
    left = list(found)
    for wanted in row["wanted"]:
        hit = next((one for one in left if is_it(one, wanted)), None)
        if hit is None:
            counts.missed += 1
            said.append(f"{row['id']} missed {wanted['says'][0]!r} in {row['text']!r}")
            continue
        left.remove(hit)
        counts.right += 1
    for one in left:
        if any(part.lower() in one.text.lower() for part in row.get("also", ())):
            continue
        counts.false += 1
        said.append(
            f"{row['id']} false {one.text!r} ({one.category}, {one.reason}) in {row['text']!r}"
        )
    return said


def read_all(reader: SpacyReader, rows: list[dict[str, Any]]) -> tuple[Counts, list[str]]:
    """Read rows and count."""
    requests = [ReadRequest(row["text"], _SAID_ON, _FORMS[row["said"]]) for row in rows]
    counts, said = Counts(), []
    for row, reading in zip(rows, reader.read_batch(requests), strict=True):
        setting = Setting(Level.CLOSE, allows_romance=True, is_chat=row["said"] == "turn")
        kept = [
            one
            for one in reading.memories
            if admit(one, row["text"], setting).admitted is not Admitted.REFUSED
        ]
        said += judge(row, kept, counts)
    return counts, said


@pytest.mark.quality
def test_sentences_worth_a_memory_give_it_and_no_others_do(reader: SpacyReader) -> None:
    counts, said = read_all(reader, _ROWS)
    assert counts.precision >= PRECISION, said
    assert counts.recall >= RECALL, said


@pytest.mark.quality
def test_a_sentence_without_its_full_stop_says_no_less(reader: SpacyReader) -> None:
    rows = [row for row in _ROWS if "\n" not in row["text"]]
    bare = [{**row, "text": row["text"].rstrip(".")} for row in rows]
    ended = [
        {**row, "text": row["text"].rstrip(".") + ("" if row["text"][-1] in "?!" else ".")}
        for row in rows
    ]
    for kind in (bare, ended):
        counts, said = read_all(reader, kind)
        assert counts.precision >= PRECISION, said
        assert counts.recall >= RECALL, said


def test_half_of_the_sentences_is_worth_nothing() -> None:
    worth = [row for row in _ROWS if row["wanted"]]
    assert len(_ROWS) >= 200
    assert 2 * len(worth) == len(_ROWS)
    assert len({row["id"] for row in _ROWS}) == len(_ROWS)
