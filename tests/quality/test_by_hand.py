"""What the offline reader tells of the user is understood when it is written by hand."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.first_person import in_first_person
from graph_aria.domain.memories import MemoryCandidate
from graph_aria.domain.memory_sources import words_key
from graph_aria.domain.reading import EntryForm, ReadRequest

_HERE: Final = Path(__file__).parent
_SAID_ON: Final = date(2026, 3, 2)
_FORMS: Final = {"entry": EntryForm.JOURNAL, "turn": EntryForm.TURN}
UNDERSTOOD: Final = 0.95
"""Of the memories with a slot, how many must have the same when written by hand."""


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a data set beside this file."""
    lines = (_HERE / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def said() -> list[ReadRequest]:
    """Every sentence of the two data sets."""
    texts = [(row["said"], row["text"]) for row in rows("facts.jsonl")]
    for row in rows("memories.jsonl"):
        texts += [(one[0], one[1]) for one in row["said"]]
    return [
        ReadRequest(text, _SAID_ON, _FORMS.get(form, EntryForm.JOURNAL)) for form, text in texts
    ]


@pytest.mark.slow
def test_what_is_written_like_a_memory_is_understood(record_property: Any) -> None:
    reader = SpacyReader()
    told: dict[str, MemoryCandidate] = {}
    for reading in reader.read_batch(said()):
        told |= {one.text: one for one in reading.memories if one.slot is not None}

    lost = []
    again = [ReadRequest(in_first_person(text), _SAID_ON, EntryForm.TURN) for text in told]
    for (text, memory), reading in zip(told.items(), reader.read_batch(again), strict=True):
        same = [one for one in reading.memories if words_key(one.text) == words_key(text)]
        found = same or list(reading.memories)
        if len(found) != 1 or (found[0].slot, found[0].value) != (memory.slot, memory.value):
            lost.append(text)

    rate = 1 - len(lost) / len(told)
    record_property("understood", round(rate, 3))
    assert rate >= UNDERSTOOD, lost
