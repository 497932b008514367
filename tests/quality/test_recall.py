"""Floors of what is found of a long conversation, by its first sessions.

All of them would take minutes; `python -m bench.quality recall FILE` measures the whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from bench.measures import recall
from tests.shared_data import DATA, need

TALKS: Final = DATA / "locomo_dev.json"
N_SESSIONS: Final = 6
FLOORS: Final = {"recall @5": 66.0, "recall @10": 76.0, "recall @25": 84.0}

LEAST_REFUSED: Final = 60.0
MOST_FALSELY: Final = 9.0
"""Of some fifty questions one is 2 %; of all of them together it is 5 %."""


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Sequence[recall.Judged]:
    told: list[dict[str, Any]] = json.loads(need(TALKS).read_text("utf-8"))
    part = tmp_path_factory.mktemp("recall") / "part.json"
    part.write_text(json.dumps([beginning(told[0])]), "utf-8")
    return recall.judge(part)


def beginning(one: Mapping[str, Any]) -> dict[str, Any]:
    """The first sessions of a conversation, with the questions that these answer."""
    talk = one["conversation"]
    later = {f"session_{n}" for n in range(N_SESSIONS + 1, 99)}
    kept = {key: value for key, value in talk.items() if key not in later}
    turns = {turn["dia_id"] for n in range(1, N_SESSIONS + 1) for turn in talk[f"session_{n}"]}
    rows = [row for row in one["qa"] if row["evidence"] and set(row["evidence"]) <= turns]
    return {"conversation": kept, "qa": rows}


@pytest.mark.quality
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FLOORS))
def test_the_turns_that_answer_are_found(judged: Sequence[recall.Judged], name: str) -> None:
    assert recall.figures(judged)[name] >= FLOORS[name]


@pytest.mark.quality
@pytest.mark.slow
def test_what_nobody_said_is_answered_with_nothing(judged: Sequence[recall.Judged]) -> None:
    ours = recall.figures(judged)
    assert ours[recall.REFUSED] >= LEAST_REFUSED
    assert ours[recall.FALSELY] <= MOST_FALSELY


def test_figures_are_those_of_the_definitions() -> None:
    rows = [
        recall.Judged(0, 1, "a", frozenset({"D1:1", "D1:2"}), ("D1:1", "D1:3")),
        recall.Judged(0, 4, "b", frozenset({"D1:3"}), (), is_refused=True),
        recall.Judged(0, 0, "c", is_refused=True),
        recall.Judged(0, 0, "d", found=("D1:1",)),
    ]
    ours = recall.figures(rows)
    assert (ours["recall @5"], ours["multi-hop @10"]) == (25.0, 50.0)
    assert (ours[recall.REFUSED], ours[recall.FALSELY]) == (50.0, 50.0)
