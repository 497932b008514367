"""Focus and milestones come from the analysis model in the same call as all else."""

from __future__ import annotations

import json
from datetime import date

import pytest

from graph_aria.adapters.llm.analysis import OpenAiAnalysis
from graph_aria.adapters.llm.answer import form_for
from graph_aria.adapters.llm.prompt import messages_for
from graph_aria.domain.judged_memories import judge_memories
from graph_aria.domain.memories import MemoryKind
from graph_aria.domain.proposals import ProposedMemory
from graph_aria.domain.reading import ReadDate, ReadRequest

SAID_ON = date(2026, 6, 10)
TEXT = "I am writing my thesis about moss. We moved to Ghent on 6 June."
REQUEST = ReadRequest(text=TEXT, said_on=SAID_ON)
MOVED = ReadDate(
    TEXT.index("6 June"), len(TEXT) - 1, "6 June", date(2026, 6, 6), date(2026, 6, 6), ""
)


def proposed(kind: MemoryKind, told: str, *quotes: str, on: str | None = None) -> ProposedMemory:
    return ProposedMemory(told, kind.value, "home", 4, 3, 5, quotes, on=on)


@pytest.mark.parametrize("kind", [MemoryKind.FOCUS, MemoryKind.MILESTONE])
def test_the_form_and_the_rules_of_the_one_call_name_both_kinds(kind: MemoryKind) -> None:
    form = json.dumps(form_for(TEXT).model_json_schema())
    rules = str(messages_for(REQUEST, again=False)[0]["content"])
    assert f'"{kind.value}"' in form
    assert f"A {kind.value} is" in rules
    assert OpenAiAnalysis.propose.__doc__ is not None


def test_a_focus_and_a_milestone_with_their_quotes_are_believed() -> None:
    found = judge_memories(
        REQUEST,
        [
            proposed(MemoryKind.FOCUS, "The user is writing their thesis about moss.",
                     "I am writing my thesis about moss"),
            proposed(MemoryKind.MILESTONE, "The user moved to Ghent.", "We moved to Ghent",
                     on="2026-06-06"),
        ],
        foreign=(), dates=[MOVED],
    )  # fmt: skip
    assert [(one.kind, TEXT[one.start : one.end]) for one in found] == [
        (MemoryKind.FOCUS, "I am writing my thesis about moss"),
        (MemoryKind.MILESTONE, "We moved to Ghent"),
    ]
    assert found[1].valid_from == date(2026, 6, 6)
    assert found[1].important is not None


@pytest.mark.parametrize("kind", [MemoryKind.FOCUS, MemoryKind.MILESTONE])
@pytest.mark.parametrize(
    "quotes", [(), ("I am writing my novel",), ("We moved to Ghent", "in May")]
)
def test_without_a_quote_that_stands_in_the_text_neither_is_believed(
    kind: MemoryKind, quotes: tuple[str, ...]
) -> None:
    told = proposed(kind, "The user moved to Ghent.", *quotes)
    assert judge_memories(REQUEST, [told], foreign=()) == ()


def test_a_milestone_to_come_has_no_day() -> None:
    told = proposed(MemoryKind.MILESTONE, "The user moved to Ghent.", "We moved to Ghent",
                    on="2026-07-01")  # fmt: skip
    (found,) = judge_memories(REQUEST, [told], foreign=())
    assert (found.valid_from, found.important) == (None, None)


def test_what_a_quote_of_somebody_else_says_is_no_milestone() -> None:
    at = TEXT.index("We moved")
    told = proposed(MemoryKind.MILESTONE, "The user moved to Ghent.", "We moved to Ghent")
    assert judge_memories(REQUEST, [told], foreign=[(at, len(TEXT))]) == ()
