"""Sentences with and without dates, read to their days: the floors and what was reached."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bench.measures import dates

HERE: Final = Path(__file__).parent
SETS: Final = (
    "dates.jsonl",
    "dates_second.jsonl",
    "dates_third.jsonl",
    "dates_fourth.jsonl",
    "dates_fifth.jsonl",
)
"""The first is the one that rules were written with; each other was unseen when it came."""


@pytest.mark.quality
@pytest.mark.parametrize("name", SETS)
def test_sentences_are_read_to_their_days(name: str) -> None:
    judged = dates.judge(HERE / name)
    wrong = [one.text for one in judged if not one.is_right]
    reached = dates.figures(judged)
    for figure in dates.FIGURES:
        assert figure.reaches(reached[figure.name], figure.floor), wrong


@pytest.mark.quality
def test_the_first_set_reaches_the_goal() -> None:
    judged = dates.judge(HERE / SETS[0])
    assert len(judged) == 100
    assert sum(not one.expected for one in judged) == 30
    reached = dates.figures(judged)
    for figure in dates.FIGURES:
        assert figure.reaches(reached[figure.name], figure.goal), figure.name


def test_a_row_that_is_none_is_refused_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"text": "Today.", "said_on": "2026-01-01", "dates": []}\n{"text": "x"}\n')
    with pytest.raises(SystemExit, match="line 2"):
        dates.judge(path)
