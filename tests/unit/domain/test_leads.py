"""Orders to remember something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.leads import without_leads


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Remember that I'm allergic to nuts.", "I'm allergic to nuts."),
        ("remember: my sister is called Ida", "my sister is called Ida"),
        ("Please don't forget that Ida moved.", "Ida moved."),
        ("Could you please remember my name is Jo?", "my name is Jo?"),
        ("I want you to know that we split up.", "we split up."),
        ("FYI I work nights", "I work nights"),
        ("Just so you know, I hate surprises.", "I hate surprises."),
        ("Keep in mind that the flat is sold.", "the flat is sold."),
    ],
)
def test_what_follows_an_order_is_what_is_said(text: str, left: str) -> None:
    assert without_leads(text).strip() == left


@pytest.mark.parametrize(
    "text",
    [
        "I remember that I was tired.",
        "Remember to buy milk.",
        "Remember Ida?",
        "I can't forget that my brother left.",
        "He said: I should note my hours.",
        "We note that down every day.",
        "Remember the summer in Ghent, when we swam?",
    ],
)
def test_what_is_no_order_stays(text: str) -> None:
    assert without_leads(text) == text


@given(text=st.text())
def test_nothing_moves(text: str) -> None:
    plain = without_leads(text)
    assert len(plain) == len(text)
    assert all(new in {old, " "} for old, new in zip(text, plain, strict=True))
