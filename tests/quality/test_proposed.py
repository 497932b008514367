"""Which of a model's proposals are believed: honest ones, and those that the text does not say.

Each row of proposed.jsonl is a text, what a model proposes to remember of it, and its quotes;
"holds" tells whether the text says so.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from graph_aria.domain.admission import Admitted, Setting, admit
from graph_aria.domain.judged_memories import judge_memories
from graph_aria.domain.proposals import ProposedMemory
from graph_aria.domain.reading import ReadContext, ReadRequest

pytestmark = pytest.mark.quality

ROWS: Final = [
    json.loads(line)
    for line in (Path(__file__).parent / "proposed.jsonl").read_text("utf-8").splitlines()
]
DAY: Final = date(2026, 3, 1)
LEAST_HONEST: Final = 0.9
LEAST_REFUSED: Final = 0.95


def is_kept(row: dict[str, Any]) -> bool:
    """Whether what a row proposes becomes a memory."""
    proposed = ProposedMemory(row["told"], "fact", "interests", 4, 3, 5, tuple(row["quotes"]))
    context = ReadContext(before=tuple(row.get("before", ())))
    found = judge_memories(ReadRequest(row["text"], DAY, context=context), [proposed], foreign=())
    return any(admit(one, row["text"], Setting()).admitted is not Admitted.REFUSED for one in found)


def test_honest_proposals_are_believed() -> None:
    rows = [row for row in ROWS if row["holds"]]
    lost = [row["told"] for row in rows if not is_kept(row)]
    assert len(rows) >= 60
    assert len(lost) <= (1 - LEAST_HONEST) * len(rows), lost


def test_what_the_text_does_not_say_is_refused() -> None:
    rows = [row for row in ROWS if not row["holds"]]
    kept = [(row["text"], row["told"]) for row in rows if is_kept(row)]
    assert len(rows) >= 60
    assert len(kept) <= (1 - LEAST_REFUSED) * len(rows), kept


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if row["kind"] in {"assistant", "injection"}],
    ids=lambda r: r["text"],
)
def test_nothing_is_believed_of_an_assistant_or_an_order(row: dict[str, Any]) -> None:
    assert not is_kept(row)
