"""Which sentences of a turn ask."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.questions_asked import asked_spans, only_asks


@pytest.mark.parametrize(
    "text",
    [
        "How often did I go swimming?",
        "who is ana",
        "Who is Ana? And Tom?",
        "Did I ever go skiing in Norway",
        "Is Grandma alive",
        "What helped me last time",
        "tell me about Biscuit",
        "and Tomás?",
        "when did i last se Tomas",
        "Aria, what about the concert",
    ],
)
def test_what_only_asks(text: str) -> None:
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "When I was at school, I swam.",
        "What a day!",
        "How lovely!",
        "I quit my job, right?",
        "My sister Clara moved. Do you remember her?",
        "May was great",
        "Will came over for dinner",
        "Had dinner with Ana",
        "Was at the gym",
        "Can you believe it? I got the job!",
        "What I want is peace.",
        "Which reminds me: I saw Tom.",
        "",
    ],
)
def test_what_says_something_too(text: str) -> None:
    assert not only_asks(text)


@given(text=st.text(alphabet="wWhoisAna ?!.,\n'’dIt"))
def test_spans_lie_in_the_text_and_apart(text: str) -> None:
    spans = asked_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
