"""Whose words a memory has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph_aria.domain.memory_sources import MemorySource, leading, projected
from tests.unit.domain.memory_model import Mind


def sources(*rules: str) -> list[MemorySource]:
    """Sources of one memory, handed in one after the other; each says its own words."""
    mind = Mind()
    mind.say("The user swims.")
    (first,) = mind.sources
    return [
        replace(first, entry_id=f"e{n}", said=replace(first.said, text=f"{rule} {n}", rule=rule))
        for n, rule in enumerate(rules)
    ]


@pytest.mark.parametrize(
    ("rules", "pinned", "leads"),
    [
        (("en:a", "en:b"), None, 0),
        (("en:a", "en:b"), 1, 1),
        (("en:a", "hand:add", "hand:add"), None, 1),
        (("en:a", "hand:add", "hand:add"), 0, 0),
        (("hand:add", "en:a", "hand:add"), 0, 0),
        (("en:a", "hand:edit", "hand:add"), 0, 1),
        (("hand:edit", "hand:edit", "en:a"), 2, 1),
        (("hand:edit", "hand:add"), 0, 0),
    ],
)
def test_an_edit_leads_then_what_is_pinned_then_the_first_note(
    rules: tuple[str, ...], pinned: int | None, leads: int
) -> None:
    given = sources(*rules)
    text = None if pinned is None else given[pinned].said.text
    assert leading(given, pinned=text) == given[leads]
    assert leading(given[::-1], pinned=text) == given[leads]


def test_pinned_words_that_nobody_says_any_more_give_way() -> None:
    mind = Mind()
    mind.say("The user swims.")
    memory = replace(mind.memories["m001"], text="The user dives.", pinned=True)
    assert projected(memory, mind.sources).text == "The user swims."


@pytest.mark.parametrize(("rule", "importance"), [("hand:edit", 0.2), ("hand:add", 0.6)])
def test_an_edit_may_make_it_matter_less_and_nothing_else_may(rule: str, importance: float) -> None:
    mind = Mind()
    mind.say("The user swims.")
    (first,) = mind.sources
    later = replace(first, entry_id="e9", said=replace(first.said, rule=rule, importance=0.2))
    assert projected(mind.memories["m001"], [first, later]).importance == importance
