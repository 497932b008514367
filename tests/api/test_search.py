"""Search over HTTP: what is relevant, with the words that it rests on, or plainly nothing."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_aria.api.routers.search import NOTHING
from tests.api.harness import Api

HOSTILE = (
    "", " ", "/", "-", "--", "-yoga", "/yoga", '"', '""', '"yoga', "yoga*", "yoga OR", "OR", "AND",
    "NOT", "NEAR(yoga, 2)", "words:yoga", "^yoga", "(", ")", "((yoga", "{yoga}", "the of and",
    "what is it", "?", "%", "_", "\\", "';--", "\x00", "yoga\x00", "\ud7ff", "😀", "瑜伽",
    "a" * 2000,
    "yoga " * 400,
)  # fmt: skip


def found(api: Api, words: str) -> dict[str, object]:
    answer = api.get("/search", params={"q": words})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("words", HOSTILE)
def test_nothing_that_is_typed_is_an_error_in_an_empty_store(api: Api, words: str) -> None:
    answer = found(api, words)
    assert answer["hits"] == []
    assert answer["note"] == NOTHING


def test_nothing_that_is_typed_is_an_error_where_something_was_said(api: Api) -> None:
    api.post("/entries", {"text": "Yoga with Priya helped against my anxiety."})
    api.settle()
    for words in HOSTILE:
        answer = found(api, words)
        assert (answer["note"] is None) is bool(answer["hits"])


def test_a_search_is_asked_without_words_too(api: Api) -> None:
    assert api.get("/search").json()["note"] == NOTHING


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(words=st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_can_be_searched_for(api: Api, words: str) -> None:
    found(api, words)


def test_what_is_no_search_is_said(api: Api) -> None:
    answer = api.get("/search", params={"q": "yoga", "limit": 0})
    assert answer.status_code == 422
    assert api.get("/search", params={"q": "y" * 2001}).status_code == 422
