"""Words that tell nothing: no deletion takes them out of ARIA's own sentences."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

import graph_aria.domain
from graph_aria.domain.common_words import COMMON
from graph_aria.domain.proof import telling_words

DOMAIN = Path(graph_aria.domain.__path__[0])
_SPOKEN = re.compile(r"[A-Z].*[.?!]$|^ [a-z].*[.?!]$", re.DOTALL)
_PATTERN = re.compile(r"[\\|\[]|\(\?")


def sentences_of(path: Path) -> list[str]:
    """Whole sentences among the literals of a module, its docstrings aside."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value not in docs
        and _SPOKEN.search(node.value)
        and not _PATTERN.search(node.value)
    ]


@pytest.mark.parametrize(
    "path", sorted(DOMAIN.glob("offline*.py")), ids=lambda path: str(path.name)
)
def test_the_sentences_of_offline_aria_stay_whole(path: Path) -> None:
    assert telling_words(sentences_of(path)) == ()


def test_sentences_are_found() -> None:
    assert sum(len(sentences_of(path)) for path in DOMAIN.glob("offline*.py")) > 20


def test_the_text_of_a_crisis_stays_whole() -> None:
    assert telling_words([(files("graph_aria.prompts") / "care.txt").read_text("utf-8")]) == ()


def test_what_tells_of_somebody_is_none_of_them() -> None:
    assert COMMON.isdisjoint({"sister", "cancer", "pregnant", "yoga", "anxious", "wedding"})
