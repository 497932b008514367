"""No test reaches another machine, and the scripted model says what it is told to."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import urllib.request

import httpx
import pytest

from tests.offline import NotHere
from tests.scripted_model import KEY, MODEL, ScriptedModel, Step, failing, saying

ASKED = {"model": MODEL, "messages": [{"role": "user", "content": "hello"}]}


def test_a_connection_to_another_machine_is_refused() -> None:
    for address in ("192.0.2.1", "8.8.8.8"):
        with socket.socket() as one, pytest.raises(NotHere, match="loopback"):
            one.connect((address, 443))
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://{address}/v1", timeout=1, trust_env=False)
        with pytest.raises(OSError, match="must not connect"):
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"http://{address}/")


async def test_so_is_one_on_an_event_loop() -> None:
    with pytest.raises(NotHere):
        await asyncio.open_connection("192.0.2.1", 443)


def test_no_endpoint_and_no_key_is_left_in_the_environment() -> None:
    assert not [name for name in os.environ if name.startswith(("OPENAI_", "ARIA_LLM_"))]


def _ask(scripted: ScriptedModel, **more: object) -> httpx.Response:
    return httpx.post(f"{scripted.base_url}/chat/completions", json={**ASKED, **more}, timeout=5)


def test_steps_are_taken_in_order_and_the_last_is_repeated(scripted: ScriptedModel) -> None:
    scripted.script(saying("one"), lambda request: saying(request.body["messages"][0]["content"]))

    said = [_ask(scripted).json()["choices"][0]["message"]["content"] for _ in range(3)]

    assert said == ["one", "hello", "hello"]


def test_it_streams(scripted: ScriptedModel) -> None:
    scripted.script(saying("a longer answer in pieces", usage=(3, 4)))

    response = _ask(scripted, stream=True, stream_options={"include_usage": True})

    lines = [line.removeprefix("data: ") for line in response.text.split("\n\n") if line]
    assert lines.pop() == "[DONE]"
    events = [json.loads(line) for line in lines]
    pieces = [choice["delta"].get("content", "") for event in events for choice in event["choices"]]
    assert "".join(pieces) == "a longer answer in pieces"
    assert len(pieces) > 3
    assert events[-1]["usage"]["total_tokens"] == 7


def test_a_stream_may_break(scripted: ScriptedModel) -> None:
    scripted.script(saying("a longer answer in pieces", cut=300))

    with pytest.raises(httpx.TransportError):
        _ask(scripted, stream=True)


def test_it_calls_tools_at_once_and_in_a_stream(scripted: ScriptedModel) -> None:
    scripted.script(saying({"city": "Rome"}, tool="weather"))

    (call,) = _ask(scripted).json()["choices"][0]["message"]["tool_calls"]
    streamed = _ask(scripted, stream=True).text

    assert call["function"] == {"name": "weather", "arguments": '{"city": "Rome"}'}
    assert '"finish_reason": "tool_calls"' in streamed


def test_it_embeds_lists_models_fails_and_asks_for_a_key(scripted: ScriptedModel) -> None:
    made = httpx.post(
        f"{scripted.base_url}/embeddings", json={"model": MODEL, "input": ["abc", "a"]}
    )
    assert [row["embedding"] for row in made.json()["data"]] == [[3.0, 1.0], [1.0, 1.0]]
    assert httpx.get(f"{scripted.base_url}/models").json()["data"][0]["id"] == MODEL

    page = Step(body=b"<p>", content_type="text/html")
    scripted.script(failing(429, headers={"retry-after": "7"}), page)
    assert _ask(scripted).headers["retry-after"] == "7"
    assert _ask(scripted).text == "<p>"

    scripted.key = KEY
    assert _ask(scripted).status_code == 401
