"""What a small real model is good for, beside the rules: floors under the measured figures.

The figures, and what they are of: docs/explanation/reading-with-a-model.md.
"""

from __future__ import annotations

import asyncio

import pytest

from bench.model import ENTRIES, Tally, Told, ask_all, load, measure, request_of
from tools.small_model import QWEN, ModelServer

ROWS = load(ENTRIES)
Measured = dict[str, dict[str, Tally]]


@pytest.fixture(scope="module")
def told() -> list[Told]:
    """What the model answers to every entry."""
    with ModelServer(QWEN) as server:
        return asyncio.run(ask_all(server, [request_of(row) for row in ROWS]))


@pytest.fixture(scope="module")
def measured(told: list[Told]) -> Measured:
    return measure(ROWS, told)


def test_it_answers_and_what_it_costs_is_counted(told: list[Told]) -> None:
    assert len(told) == len(ROWS) == 20
    answered = [one for one in told if one.answer.proposals is not None]
    assert len(answered) >= 18
    assert all(one.answer.cost.n_calls > 0 for one in told)
    assert not any(one.answer.cost.estimated for one in answered)


def test_with_the_model_more_is_found_than_without(measured: Measured) -> None:
    """What the rules find stays found; see the page for how much is added, and how much wrong."""
    rules, both = measured["rules"], measured["both"]
    for what in ("entities", "emotions", "memories"):
        assert both[what].n_met >= rules[what].n_met, what
    assert sum(one.n_met for one in both.values()) > sum(one.n_met for one in rules.values())
