"""Which things a loss is about, so that their days are not told to be the worse ones."""

from __future__ import annotations

import pytest

from graph_aria.domain.losses import is_about_loss
from graph_aria.domain.memories import MemoryKind
from tests.unit.domain.test_occasions import memory


@pytest.mark.parametrize(
    ("name", "text", "is_about"),
    [
        ("Baby", "The user had a miscarriage.", True),
        ("Pregnancy", "The user's twins were stillborn.", True),
        ("Minka", "The user's cat Minka died on 3 May 2024.", True),
        ("Siemens", "The user lost their job at Siemens.", True),
        ("Baby", "The user's grandmother died.", False),
        ("Yoga", "The user had a miscarriage.", False),
        ("Uncle Bert", "The user's uncle died.", False),
    ],
)
def test_what_was_lost_is_known(name: str, text: str, *, is_about: bool) -> None:
    assert is_about_loss(name, [memory(text, kind=MemoryKind.MILESTONE)]) is is_about
