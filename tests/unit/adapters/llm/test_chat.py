"""What comes of a reply, whatever the endpoint does."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from datetime import UTC, datetime

import psutil
import pytest

from graph_aria.adapters.llm.chat import CHARACTERS_A_TOKEN, SPARE_BYTES, TRIES, OpenAiChat
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.domain.chat import ChatMessage, Speaker
from graph_aria.domain.reading import Cost
from graph_aria.errors import ChatFailed
from tests.scripted_model import KEY, MODEL, Request, ScriptedModel, Step, failing, saying

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SAID = "Yoga with Sam sounds good. How did it go?"
PROMPT = (
    ChatMessage(Speaker.SYSTEM, "You are ARIA."),
    ChatMessage(Speaker.USER, "Zanzibar yoga with Sam."),
)
REPLY_TOKENS = 50


def chat_of(base_url: str, seconds: float = 8) -> OpenAiChat:
    return OpenAiChat(
        Endpoint(base_url, KEY, seconds),
        MODEL,
        lambda: NOW,
        window=2048,
        most_reply_tokens=REPLY_TOKENS,
        first_wait_seconds=0.01,
    )


@pytest.fixture
async def chat(scripted: ScriptedModel) -> AsyncIterator[OpenAiChat]:
    model = chat_of(scripted.base_url)
    yield model
    await model.close()


class Heard:
    """What came, and how it ended."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.costs: list[Cost] = []
        self.why: str | None = None
        self.context: object = None

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def cost(self) -> Cost:
        (only,) = self.costs
        return only


async def hear(chat: OpenAiChat) -> Heard:
    heard = Heard()
    try:
        async for piece in chat.reply(PROMPT, heard.costs.append):
            heard.pieces.append(piece)
    except ChatFailed as error:
        heard.why, heard.context = error.message, error.__context__ or error.__cause__
    return heard


async def test_a_reply_comes_piece_by_piece_with_what_it_cost(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(saying(SAID))
    heard = await hear(chat)
    assert (heard.text, heard.why) == (SAID, None)
    assert len(heard.pieces) > 3
    assert heard.cost == Cost(n_calls=1, n_sent=100, n_received=20)
    (asked,) = scripted.requests
    assert asked.body["messages"] == [
        {"role": "system", "content": "You are ARIA."},
        {"role": "user", "content": "Zanzibar yoga with Sam."},
    ]
    assert asked.body["stream"] is True
    assert asked.body["max_tokens"] == REPLY_TOKENS
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert not [name for name in asked.headers if name.startswith(("x-stainless", "openai"))]


async def test_without_a_count_of_its_own_the_cost_is_estimated(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(saying(SAID, usage=None))
    heard = await hear(chat)
    assert heard.cost.estimated
    assert heard.cost.n_sent > 5
    assert heard.cost.n_received > 5
    assert heard.cost.n_tokens < chat.estimate(PROMPT)


LASTING: dict[str, tuple[Step, str]] = {
    "key": (failing(401), "ARIA_LLM_API_KEY"),
    "forbidden": (failing(403), "ARIA_LLM_API_KEY"),
    "model": (failing(404, "no such model"), "ARIA_CHAT_MODEL"),
}


@pytest.mark.parametrize(("step", "names"), LASTING.values(), ids=LASTING.keys())
async def test_a_wrong_key_or_model_names_the_setting_and_is_not_tried_again(
    scripted: ScriptedModel, chat: OpenAiChat, step: Step, names: str
) -> None:
    scripted.script(step)
    for _ in range(2):
        heard = await hear(chat)
        assert heard.pieces == []
        assert names in (heard.why or "")
        assert heard.context is None
    assert len(scripted.requests) == 1
    assert names in (chat.degraded or "")


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_busy_or_broken_endpoint_is_asked_again_at_once(
    scripted: ScriptedModel, chat: OpenAiChat, status: int
) -> None:
    scripted.script(failing(status), failing(status), saying(SAID))
    heard = await hear(chat)
    assert (heard.text, heard.why) == (SAID, None)
    assert len(scripted.requests) == TRIES


async def test_after_three_replies_in_vain_it_is_left_alone(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(failing(500))
    for _ in range(3):
        assert chat.degraded is None
        assert "errors of its own" in ((await hear(chat)).why or "")
    n_asked = len(scripted.requests)
    assert n_asked == 3 * TRIES
    assert chat.degraded is not None
    assert (await hear(chat)).why == chat.degraded
    assert len(scripted.requests) == n_asked


async def test_an_endpoint_that_wants_more_patience_than_a_person_has_is_not_asked_again(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(failing(429, headers={"retry-after": "20"}), saying(SAID))
    began = time.monotonic()
    assert "pause" in ((await hear(chat)).why or "")
    assert time.monotonic() - began < 15
    assert len(scripted.requests) == 1


def _refusing(*options: str) -> Callable[[Request], Step]:
    """A model that does not take some options, and names the first it finds."""

    def answer(request: Request) -> Step:
        for option in options:
            if option in request.body:
                error = {"message": "unsupported", "param": option, "code": "unsupported"}
                return Step(status=400, body=json.dumps({"error": error}).encode())
        return saying(SAID)

    return answer


async def test_options_that_a_model_does_not_take_are_left_out_from_then_on(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(_refusing("max_tokens", "stream_options"))
    assert (await hear(chat)).text == SAID
    assert (await hear(chat)).text == SAID
    assert len(scripted.requests) == 4
    last = scripted.requests[-1].body
    assert "max_tokens" not in last
    assert last["max_completion_tokens"] == REPLY_TOKENS


async def test_a_refusal_that_names_nothing_is_tried_once_without_what_not_all_know(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    def strict(request: Request) -> Step:
        return failing(422) if "stream_options" in request.body else saying(SAID)

    scripted.script(strict)
    assert (await hear(chat)).text == SAID
    scripted.script(failing(400))
    heard = await hear(chat)
    assert "ARIA_CHAT_WINDOW" in (heard.why or "")
    assert len(scripted.requests) == 1


async def test_nobody_there(chat: OpenAiChat) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    away = chat_of(f"http://127.0.0.1:{port}/v1")
    heard = await hear(away)
    assert "ARIA_LLM_BASE_URL" in (heard.why or "")
    assert heard.context is None
    await away.close()


NOTHING = {
    "no words": saying(""),
    "blanks": saying(" \n\t"),
    "a page": Step(body=b"<html>Sign in</html>", content_type="text/html"),
    "no stream": Step(body=b'{"choices": [{"message": {"content": "x"}}]}'),
    "nothing at all": Step(body=b"", content_type="text/event-stream"),
    "no choices": Step(body=b'data: {"choices": []}\n\n', content_type="text/event-stream"),
    "null": Step(body=b"data: null\n\n", content_type="text/event-stream"),
    "no JSON": Step(body=b"data: hello\n\n", content_type="text/event-stream"),
    "other content": Step(
        body=b'data: {"choices": [{"delta": {"content": [1]}, "finish_reason": "stop"}]}\n\n',
        content_type="text/event-stream",
    ),
}


@pytest.mark.parametrize("step", NOTHING.values(), ids=NOTHING.keys())
async def test_no_words_are_no_reply(scripted: ScriptedModel, chat: OpenAiChat, step: Step) -> None:
    scripted.script(step)
    heard = await hear(chat)
    assert heard.text == ""
    assert heard.why is not None
    assert len(scripted.requests) == 1


CUT = {
    "it dies": (saying(SAID, cut=600), "broke off"),
    "it ends without a word": (saying(SAID, finish=None), "broke off"),
    "it talks of an end and dies": (
        Step(
            body=b'data: {"choices": [{"index": 0, "delta": {"content": "Yoga wi"}}]}\n\n'
            b'data: {"choices": [{"index": 0, "delta": {"content": ""}}], "x": "data: [DONE]"}\n\n',
            content_type="text/event-stream",
        ),
        "broke off",
    ),
    "it reached its limit": (saying(SAID, finish="length"), "ARIA_CHAT_REPLY_TOKENS"),
    "a filter": (saying(SAID, finish="content_filter"), "words"),
    "an error in the stream": (
        Step(
            body=b'data: {"choices": [{"index": 0, "delta": {"content": "Yoga wi"}}]}\n\n'
            b'data: {"error": {"message": "out of memory"}}\n\n',
            content_type="text/event-stream",
        ),
        "errors of its own",
    ),
}


@pytest.mark.parametrize(("step", "says"), CUT.values(), ids=CUT.keys())
async def test_what_came_before_it_broke_off_is_kept_and_it_is_not_asked_again(
    scripted: ScriptedModel, chat: OpenAiChat, step: Step, says: str
) -> None:
    scripted.script(step, saying("again"))
    heard = await hear(chat)
    assert heard.text
    assert SAID.startswith(heard.text)
    assert says in (heard.why or "")
    assert heard.context is None
    assert len(scripted.requests) == 1
    assert heard.cost.n_received > 0


def _events(*choices: bytes, done: bytes = b"data: [DONE]\n\n") -> Step:
    body = b"".join(b'data: {"choices": [{"index": 0, ' + each + b"}]}\n\n" for each in choices)
    return Step(body=body + done, content_type="text/event-stream")


ENDS = {
    "the token for the end": saying(SAID, finish="eos_token"),
    "a word of the user": saying(SAID, finish="stop_sequence"),
    "in capitals": saying(SAID, finish="STOP"),
    "no reason": _events(b'"delta": {"content": "' + SAID.encode() + b'"}'),
    "no reason, tightly": _events(
        b'"delta": {"content": "' + SAID.encode() + b'"}', done=b"data:[DONE]"
    ),
    "an empty reason each time": _events(
        b'"delta": {"content": "' + SAID.encode() + b'"}, "finish_reason": ""',
        b'"delta": {}, "finish_reason": "eos"',
        done=b"",
    ),
}


@pytest.mark.parametrize("step", ENDS.values(), ids=ENDS.keys())
async def test_a_reply_has_ended_whatever_its_end_is_called(
    scripted: ScriptedModel, chat: OpenAiChat, step: Step
) -> None:
    scripted.script(step)
    heard = await hear(chat)
    assert (heard.text, heard.why) == (SAID, None)


async def test_an_endpoint_that_breaks_off_is_not_left_alone(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(saying(SAID, finish=None))
    for n in range(5):
        heard = await hear(chat)
        assert heard.text == SAID
        assert len(scripted.requests) == n + 1
    assert chat.degraded is None


async def test_a_silent_model_is_waited_for_as_long_as_one_piece_may_take(
    scripted: ScriptedModel,
) -> None:
    chat = chat_of(scripted.base_url, seconds=0.3)
    for step, text in ((saying(SAID, delay=60), ""), (saying("Yoga", hangs=True), "Yoga")):
        scripted.script(step)
        began = time.monotonic()
        heard = await hear(chat)
        assert time.monotonic() - began < 20
        assert heard.text == text
        assert "ARIA_LLM_SECONDS" in (heard.why or "")
    await chat.close()


async def test_a_slow_model_is_cut_after_five_times_as_long(scripted: ScriptedModel) -> None:
    chat = chat_of(scripted.base_url, seconds=0.2)
    scripted.script(saying("Yoga. " * 40, pause=0.1))
    began = time.monotonic()
    heard = await hear(chat)
    assert 0.8 < time.monotonic() - began < 3.5
    assert heard.text.startswith("Yoga. ")
    assert "ARIA_LLM_SECONDS" in (heard.why or "")
    await chat.close()


async def test_a_model_that_lingers_after_its_last_word_has_finished(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    def lingering(_: Request) -> Step:
        chunk = {"choices": [{"index": 0, "delta": {"content": SAID}, "finish_reason": "stop"}]}
        line = f"data: {json.dumps(chunk)}\n\n".encode()
        return Step(flood=line, n_flood=1, hangs=True)

    scripted.script(lingering)
    heard = await hear(chat)
    assert (heard.text, heard.why) == (SAID, None)


LINE = b'data: {"choices": [{"index": 0, "delta": {"content": "yoga "}}]}\n\n'
FLOODS = {
    "words": LINE * 500,
    "no end of a line": b"x" * 65_536,
    "comments": b": nothing\n\n" * 6_000,
    "empty pieces": b'data: {"choices": [{"index": 0, "delta": {}}]}\n\n' * 1_000,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
async def test_200_megabytes_are_cut_off_without_being_held(
    scripted: ScriptedModel, flood: bytes
) -> None:
    chat = chat_of(scripted.base_url, seconds=20)
    scripted.script(Step("Yoga ", flood=flood, n_flood=200_000_000))
    process = psutil.Process()
    before = process.memory_info().rss
    heard = await hear(chat)
    assert process.memory_info().rss - before < 60_000_000
    assert scripted.n_flooded < 9 * SPARE_BYTES
    assert heard.text.startswith("Yoga ")
    assert len(heard.text) < CHARACTERS_A_TOKEN * REPLY_TOKENS + 100
    assert "more than a reply may hold" in (heard.why or "")
    await chat.close()


@pytest.mark.parametrize("status", [200, 500])
async def test_a_body_of_200_megabytes_is_not_taken_in(
    scripted: ScriptedModel, status: int
) -> None:
    chat = chat_of(scripted.base_url, seconds=20)
    scripted.script(Step(body=b"y" * 200_000_000, status=status))
    process = psutil.Process()
    before = process.memory_info().rss
    heard = await hear(chat)
    assert process.memory_info().rss - before < 60_000_000
    assert heard.text == ""
    assert heard.why is not None
    await chat.close()


async def test_what_is_packed_is_neither_asked_for_nor_taken(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(Step(body=b"\x1f\x8b" * 9, headers={"content-encoding": "gzip"}))
    heard = await hear(chat)
    assert heard.text == ""
    assert heard.why is not None
    assert scripted.requests[0].headers["accept-encoding"] == "identity"


async def test_half_characters_are_put_together_and_what_is_none_is_replaced(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    pieces = ['"  Ja\\u0000 \\ud83d"', '"\\ude00 \\udc00"', '"!"']
    body = "".join(
        f'data: {{"choices": [{{"index": 0, "delta": {{"content": {piece}}}}}]}}\n\n'
        for piece in pieces
    )
    end = 'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\n'
    scripted.script(Step(body=(body + end).encode(), content_type="text/event-stream"))
    assert (await hear(chat)).text == "Ja \U0001f600 \ufffd!"


async def test_who_listens_no_longer_ends_the_call(
    scripted: ScriptedModel, chat: OpenAiChat
) -> None:
    scripted.script(saying(SAID, hangs=True))
    costs: list[Cost] = []
    async with aclosing(chat.reply(PROMPT, costs.append)) as pieces:
        assert await anext(pieces) == SAID[:7]
    assert [cost.n_calls for cost in costs] == [1]
    scripted.script(saying(SAID))
    assert (await hear(chat)).text == SAID
