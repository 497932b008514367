"""What a retelling leaves out."""

from __future__ import annotations

import pytest

from graph_aria.domain.left_out import left_out


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I live in Bergen.", "The user lives in Bergen."),
        ("honestly i really hate mondays", "The user hates Mondays."),
        ("I've two kids.", "The user has 2 kids."),
        ("I can't stand loud chewing!", "The user cannot stand loud chewing."),
        ("I don't eat pork anymore", "The user no longer eats pork. not"),
        ("I quit my job last Friday.", "The user quit their job on 27 February 2026."),
        ("I have been a nurse for ten years", "The user has been a nurse since about 2016."),
    ],
)
def test_nothing_is_left_out(said: str, told: str) -> None:
    assert left_out(said, told)[0] == frozenset()


@pytest.mark.parametrize(
    ("said", "told", "missing"),
    [
        ("I prefer tea to milk", "The user prefers tea.", {"milk"}),
        ("My brother's dog bit me.", "The user has a brother.", {"dog", "bit"}),
        ("I do not live in Oslo.", "The user lives in Oslo.", {"not"}),
        ("I have three cats.", "The user has cats.", {"3"}),
        ("I run on 3 June.", "The user runs.", {"3", "jun"}),
    ],
)
def test_what_is_left_out(said: str, told: str, missing: set[str]) -> None:
    assert left_out(said, told)[0] == missing
