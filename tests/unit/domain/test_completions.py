"""What is read out of an endpoint's answer, however it comes."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.completions import DONE, MOST_KEPT, Heard, OwnReply, event_of
from graph_aria.domain.sentences import estimate_tokens


def event(delta: Any, finish: str | None = None, index: int = 0) -> bytes:
    return event_of({"choices": [{"index": index, "delta": delta, "finish_reason": finish}]})


STREAM = (
    b": ping\n\n"
    + event({"role": "assistant"})
    + event({"content": "Grüße, "})
    + event({"content": "nobody"}, index=1)
    + event({"content": "Maya"})
    + event({}, "stop")
    + event_of({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})
    + DONE
)


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_a_stream_is_read_the_same_wherever_it_is_cut(cuts: list[int]) -> None:
    heard = Heard()
    places = [0, *sorted(cuts), len(STREAM)]
    for start, end in itertools.pairwise(places):
        heard.take_stream(STREAM[start:end])
    heard.end_stream()
    assert heard.text == "Grüße, Maya"
    assert heard.is_over
    assert heard.has_ended
    assert heard.usage == (7, 2)


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_garbage_is_no_reply_and_no_fault(body: bytes) -> None:
    heard = Heard()
    heard.take_stream(b"data: " + body + b"\n\n")
    heard.end_stream()
    heard.take_whole(body)
    assert not heard.is_over


@pytest.mark.parametrize(
    "choices",
    [None, 3, [None], [{"message": 3}], [{"message": {"content": [1]}}], [{"delta": "x"}], {}],
)
def test_answers_of_another_form_are_no_reply(choices: Any) -> None:
    heard = Heard()
    heard.take_whole(json.dumps({"choices": choices, "usage": [1]}).encode())
    heard.take_stream(event_of({"choices": choices, "usage": {"prompt_tokens": "x"}}))
    heard.end_stream()
    assert not heard.text
    assert heard.usage is None


def test_a_call_of_a_tool_is_seen_in_a_stream_and_in_a_whole_answer() -> None:
    called: dict[str, Any] = {"tool_calls": [{"index": 0, "function": {"name": "weather"}}]}
    streamed, whole = Heard(), Heard()
    streamed.take_stream(event(called) + event({}, "tool_calls"))
    streamed.end_stream()
    choice = {"index": 0, "message": called, "finish_reason": "tool_calls"}
    whole.take_whole(json.dumps({"choices": [choice]}).encode())
    assert streamed.calls_tools
    assert whole.calls_tools


@pytest.mark.parametrize("finish", ["eos_token", "STOP", "end_turn", "", None])
def test_a_reply_is_over_whatever_its_end_is_called(finish: str | None) -> None:
    streamed, whole = Heard(), Heard()
    streamed.take_stream(event({"content": "Maya"}, "") + event({}, finish) + DONE)
    streamed.end_stream()
    choice = {"index": 0, "message": {"content": "Maya"}, "finish_reason": finish}
    whole.take_whole(json.dumps({"choices": [choice]}).encode())
    assert streamed.is_over
    assert whole.is_over


@pytest.mark.parametrize("finish", ["length", "content_filter"])
def test_a_reply_that_is_cut_short_is_not_over_though_the_stream_is(finish: str) -> None:
    heard = Heard()
    heard.take_stream(event({"content": "Maya"}, finish) + DONE)
    heard.end_stream()
    assert heard.has_ended
    assert not heard.is_over


def test_a_stream_without_any_end_or_words_is_not_over() -> None:
    for stream in (event({"content": "Maya"}), event({"content": "Maya"}, ""), DONE):
        heard = Heard()
        heard.take_stream(stream)
        heard.end_stream()
        assert not heard.is_over


def test_a_reply_that_is_cut_at_its_limit_is_not_over() -> None:
    heard = Heard()
    heard.take_stream(event({"content": "And then"}) + event({}, "length") + DONE)
    heard.end_stream()
    assert heard.has_ended
    assert not heard.is_over


def test_of_an_endless_reply_a_bounded_part_is_kept() -> None:
    heard = Heard()
    for _ in range(50):
        heard.take_stream(event({"content": "x" * 50_000}))
    heard.take_stream(event({}, "stop"))
    heard.end_stream()
    assert MOST_KEPT <= len(heard.text) <= MOST_KEPT + 50_000
    assert not heard.is_over


@given(st.text(min_size=1, max_size=200))
def test_an_own_reply_says_the_same_whole_and_in_pieces(text: str) -> None:
    reply = OwnReply("1", 2, "aria", text, 3, estimate_tokens(text))
    heard = Heard()
    heard.take_stream(b"".join(reply.events(with_usage=True)))
    heard.end_stream()
    whole = Heard()
    whole.take_whole(json.dumps(reply.whole()).encode())
    expected = text.encode("utf-8", "replace").decode()
    assert heard.text == expected
    assert heard.is_over
    assert heard.usage == whole.usage == (3, estimate_tokens(text))
