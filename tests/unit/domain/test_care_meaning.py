"""Which sentences get a second look."""

from __future__ import annotations

import pytest

from graph_aria.domain.care_meaning import open_sentences


@pytest.mark.parametrize(
    "text",
    [
        "I counted the days that are left.",
        "Counted the days that are left.",
        "My sister gave away her things.",
        "He told me that it is over.",
    ],
)
def test_what_the_user_says_of_themselves_and_theirs_is_looked_at(text: str) -> None:
    assert list(open_sentences(text)) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "You gave away your things.",
        "They gave away their things.",
        "I don't want to die.",
        "I would never do anything that could hurt me.",
        "I gave up, haha.",
        "I saw a film in which all of it ends.",
        "In 1998 I gave away my things.",
        "I dreamt that the house was empty.",
        "If it broke I would cry.",
        'Ana wrote: "I gave away my things."',
        "> I gave away my things.",
        "Not me.",
    ],
)
def test_what_is_anothers_denied_told_over_or_quoted_is_not(text: str) -> None:
    assert not [each for each in open_sentences(text) if "my things" in each or each == text]


def test_each_sentence_stands_alone_as_it_was_written() -> None:
    text = "Tea with Ana!  I gave AWAY my things."
    assert list(open_sentences(text)) == ["Tea with Ana!", "I gave AWAY my things."]
