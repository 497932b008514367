"""`aria search`: your own words with their days, or plainly nothing."""

from __future__ import annotations

import pytest

from graph_aria.api.routers.search import NOTHING
from tests.e2e.terminal import Terminal


@pytest.fixture
def known(terminal: Terminal) -> Terminal:
    terminal.ok("log", "I am allergic to peanuts. I love swimming.", "--at", "2026-03-01")
    return terminal


def test_what_has_to_do_with_some_words_is_shown_with_its_day(known: Terminal) -> None:
    out = known.ok("search", "allergic", "to", "peanuts").out
    assert "peanuts" in out
    assert "2026-03-01" in out
    hits = known.json("search", "allergic to peanuts")["hits"]
    assert all("peanuts" in quote["text"] for hit in hits for quote in hit["quotes"])


@pytest.mark.parametrize("words", ["", "/", '"', "--", "the of", "which submarine sank"])
def test_nothing_is_said_plainly(known: Terminal, words: str) -> None:
    assert NOTHING in " ".join(known.ok("search", "--", words).out.split())
