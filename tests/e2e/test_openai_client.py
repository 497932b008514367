"""The official clients of OpenAI, for Python and for Node, pointed at the service."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import openai
import pytest
from openai import OpenAI
from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolParam

from graph_aria import bootstrap
from tests.api.harness import StubReader
from tests.live_service import LiveService, live
from tests.scripted_model import KEY, MODEL, ScriptedModel, Step, saying

NODE: Final = Path(__file__).parent / "node"
TOOLS: Final[list[ChatCompletionToolParam]] = [
    {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
]


@pytest.fixture
def service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripted: ScriptedModel
) -> Iterator[LiveService]:
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    scripted.key = KEY
    scripted.script(
        saying("How is she?"),
        saying("How long is that still?"),
        Step('{"city": "Athens"}', tool="weather"),
        saying("It is 22 °C."),
    )
    given: dict[str, Any] = {
        "llm_base_url": scripted.base_url,
        "llm_api_key": KEY,
        "chat_model": MODEL,
    }
    with live(tmp_path, **given) as running:
        yield running


SAID: Final = (
    ("user", "My sister came to see me.", False),
    ("assistant", "How is she?", False),
    ("user", "She stays until Sunday.", False),
    ("assistant", "How long is that still?", False),
    ("user", "How warm?", False),
    ("assistant", "It is 22 °C.", False),
)
"""What is kept of the same talk, whoever the client is."""


def test_the_client_for_python_talks_streams_calls_tools_and_embeds(service: LiveService) -> None:
    client = OpenAI(base_url=service.base_url, api_key=service.token, max_retries=0)
    assert [each.id for each in client.models.list()] == [MODEL, "aria"]

    history: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "My sister came to see me."},
    ]
    whole = client.chat.completions.create(model="aria", messages=history)
    assert whole.usage is not None
    assert whole.usage.total_tokens == 120
    first = whole.choices[0].message.content or ""
    history += [
        {"role": "assistant", "content": first},
        {"role": "user", "content": "She stays until Sunday."},
    ]
    stream = client.chat.completions.create(
        model="aria", messages=history, stream=True, stream_options={"include_usage": True}
    )
    events = list(stream)
    second = "".join(e.choices[0].delta.content or "" for e in events if e.choices)
    assert events[-1].usage is not None

    history += [
        {"role": "assistant", "content": second},
        {"role": "user", "content": "How warm?"},
    ]
    with client.chat.completions.stream(model="aria", messages=history, tools=TOOLS) as calling:
        called = calling.get_final_completion().choices[0].message
    assert called.tool_calls is not None
    (call,) = called.tool_calls
    assert json.loads(call.function.arguments) == {"city": "Athens"}
    history += [
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": "weather", "arguments": call.function.arguments},
                }
            ],
        },
        {"role": "tool", "tool_call_id": call.id, "content": "22"},
    ]
    last = client.chat.completions.create(model="aria", messages=history, tools=TOOLS)
    assert last.choices[0].message.content == "It is 22 °C."
    service.wait_for(*SAID)

    vectors = client.embeddings.create(model="aria", input=["yoga", "swim"])  # as base64
    assert [len(each.embedding) for each in vectors.data] == [4, 4]


def test_the_client_for_python_knows_what_went_wrong(
    service: LiveService, scripted: ScriptedModel
) -> None:
    client = OpenAI(base_url=service.base_url, api_key=service.token, max_retries=0)
    with pytest.raises(openai.BadRequestError) as wrong:
        client.chat.completions.create(model="aria", messages=[])
    assert wrong.value.code == "invalid_input"
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("none")
    other = OpenAI(base_url=service.base_url, api_key="wrong", max_retries=0)
    with pytest.raises(openai.AuthenticationError):
        other.models.list()
    reading = OpenAI(base_url=service.base_url, api_key=service.reading_token, max_retries=0)
    hi: list[ChatCompletionMessageParam] = [{"role": "user", "content": "hi"}]
    with pytest.raises(openai.PermissionDeniedError):
        reading.chat.completions.create(model="aria", messages=hi)
    scripted.script(saying("Something that never ends", cut=520))
    with pytest.raises(openai.APIError, match="broke off"):
        list(client.chat.completions.create(model="aria", messages=hi, stream=True))


def test_the_client_for_python_that_tries_again_doubles_nothing(
    service: LiveService, scripted: ScriptedModel
) -> None:
    scripted.script(Step(status=500, body=b"{}"), saying("Hello."))
    client = OpenAI(base_url=service.base_url, api_key=service.token, max_retries=1)
    client.chat.completions.create(model="aria", messages=[{"role": "user", "content": "hi"}])
    assert len(scripted.requests) == 2
    service.wait_for(("user", "hi", False), ("assistant", "Hello.", False))


def node() -> str:
    """The program, with the client installed beside the script; the test is skipped without."""
    found = shutil.which("node")
    if found is not None and (NODE / "node_modules" / "openai").is_dir():
        return found
    why = "no Node with its client: install it, and run `npm ci` in tests/e2e/node"
    if os.environ.get("ARIA_TEST_NODE") == "required":
        pytest.fail(why)
    pytest.skip(why)


@pytest.mark.node
def test_the_client_for_node_talks_streams_calls_tools_and_embeds(service: LiveService) -> None:
    program = node()
    ran = subprocess.run(
        [program, str(NODE / "client.mjs"), service.base_url, service.token],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == {
        "models": [MODEL, "aria"],
        "whole": "How is she?",
        "usage": 120,
        "streamed": "How long is that still?",
        "tool": "weather",
        "answer": "It is 22 °C.",
        "dimensions": [4, 4],
        "error": {"name": "BadRequestError", "status": 400, "code": "invalid_input"},
        "refused": {"name": "AuthenticationError", "status": 401, "code": "unauthenticated"},
    }
    service.wait_for(*SAID)
