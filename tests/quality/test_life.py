"""What somebody is at, and what changed in a life, read as the reader ships.

All texts were labelled before the rules that read them. What the reader found at first sight of
each set is in `README.md`; here it is held to what it reads now, of texts that its rules have
seen, and of `life_unseen.jsonl`, which they have not.
"""

from __future__ import annotations

import json
import re
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any, Final

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.admission import Admitted, Setting, admit
from graph_aria.domain.memories import Level, MemoryCandidate, MemoryKind
from graph_aria.domain.reading import EntryForm, ReadRequest
from tests.quality.counts import Counts

PRECISION: Final = 0.9
RECALL: Final = 0.6
"""What must be reached, of texts and journal alike."""

MORE_PRECISION: Final = 0.95
MORE_RECALL: Final = 0.75
"""What is reached of the ninety texts of `life_more.jsonl`, a little rounded down."""

LATELY_PRECISION: Final = 0.95
LATELY_RECALL: Final = 0.9
"""What is reached of each thirty of `life_lately.jsonl`, a little rounded down."""

_HERE: Final = Path(__file__).parent
_FORMS: Final = {
    "turn": EntryForm.TURN, "journal": EntryForm.JOURNAL, "check_in": EntryForm.MOOD_CHECK_IN,
}  # fmt: skip
_KINDS: Final = (MemoryKind.FOCUS, MemoryKind.MILESTONE)
Row = dict[str, Any]


def _rows(text: str) -> list[Row]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _texts(name: str = "life.jsonl") -> list[Row]:
    return _rows((_HERE / name).read_text(encoding="utf-8"))


def _journal() -> list[Row]:
    """The labels of the sample journal with the texts that they are of."""
    journal = (resources.files("graph_aria.sample") / "journal.jsonl").read_text(encoding="utf-8")
    entries = {(one["day"], one["time"]): one for one in _rows(journal)}
    rows = []
    for row in _rows((_HERE / "life_sample.jsonl").read_text(encoding="utf-8")):
        entry = entries[row["day"], row["time"]]
        is_mood = entry["form"] == "mood"
        text = ", ".join(entry["feelings"]) + "\n" + entry["because"] if is_mood else entry["text"]
        rows.append({**row, "text": text})
    return rows


@pytest.fixture(scope="module")
def reader() -> SpacyReader:
    """The reader that ships."""
    return SpacyReader()


def _whose(found: MemoryCandidate) -> set[str]:
    """Whose milestone it is, as its slot tells."""
    slot = found.slot or ""
    told = slot.split("|")[2] if slot.startswith("milestone|") else slot.split("|")[0]
    return set(told.replace("the user's ", "").replace("'s", "").replace(",", " ").split())


def is_it(found: MemoryCandidate, wanted: Row, text: str) -> bool:
    """Whether a memory is of the wanted kind and words, stands so, and is of the same person."""
    if found.kind.value != wanted["what"]:
        return False
    places = re.finditer(re.escape(wanted["quote"]), text)
    if not any(found.start < at.end() and at.start() < found.end for at in places):
        return False
    if found.kind is MemoryKind.FOCUS:
        return found.value == str(wanted["stands"])
    return bool(set(wanted["whose"].lower().split()) & _whose(found))


def count(reader: SpacyReader, rows: list[Row]) -> tuple[Counts, list[str]]:
    """Read rows and count; what may be found counts neither way."""
    requests = [
        ReadRequest(row["text"], date.fromisoformat(row["on"]), _FORMS[row["said"]]) for row in rows
    ]
    setting = Setting(Level.CLOSE, allows_romance=True)
    counts, said = Counts(), []
    for row, reading in zip(rows, reader.read_batch(requests), strict=True):
        left = [
            one for one in reading.memories
            if one.kind in _KINDS
            and admit(one, row["text"], setting).admitted is not Admitted.REFUSED
        ]  # fmt: skip
        for wanted in row["wanted"]:
            hit = next((one for one in left if is_it(one, wanted, row["text"])), None)
            if hit is None:
                counts.missed += 1
                said.append(f"{row['id']} missed")
                continue
            left.remove(hit)
            counts.right += 1
        for one in left:
            if not any(is_it(one, may, row["text"]) for may in row.get("also", ())):
                counts.false += 1
                said.append(f"{row['id']} false {one.text!r}")
    return counts, said


@pytest.mark.quality
def test_the_sample_journal(reader: SpacyReader) -> None:
    counts, said = count(reader, _journal())
    assert counts.precision >= PRECISION, said
    assert counts.recall >= RECALL, said


@pytest.mark.quality
def test_sixty_texts(reader: SpacyReader) -> None:
    counts, said = count(reader, _texts())
    assert counts.precision >= PRECISION, said
    assert counts.recall >= RECALL, said


@pytest.mark.quality
def test_ninety_texts_of_a_writer_who_did_not_know_the_rules(reader: SpacyReader) -> None:
    counts, said = count(reader, _texts("life_more.jsonl"))
    assert counts.precision >= MORE_PRECISION, said
    assert counts.recall >= MORE_RECALL, said


@pytest.mark.quality
@pytest.mark.parametrize("which", ["life-d-", "life-e-", "life-f-"])
def test_thirty_texts_that_no_rule_was_made_for_at_first(reader: SpacyReader, which: str) -> None:
    rows = [row for row in _texts("life_lately.jsonl") if row["id"].startswith(which)]
    assert len(rows) == 30
    counts, said = count(reader, rows)
    assert counts.precision >= LATELY_PRECISION, said
    assert counts.recall >= LATELY_RECALL, said


@pytest.mark.quality
def test_thirty_texts_that_no_rule_has_seen(reader: SpacyReader) -> None:
    counts, _ = count(reader, _texts("life_unseen.jsonl"))  # not told, so that nobody learns them
    assert counts.precision >= PRECISION
    assert counts.recall >= RECALL


def test_forty_statements_are_among_sixty_texts() -> None:
    rows = _texts()
    assert len(rows) >= 60
    assert sum(len(row["wanted"]) for row in rows) >= 40
    assert sum(row["half"] == "held" for row in rows) == len(rows) // 2
