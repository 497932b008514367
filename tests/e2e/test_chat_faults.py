"""Talking with a real service while things go wrong: it, its clients, and the model."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import psutil
import pytest

from tests import scripted_model
from tests.e2e.terminal import environment
from tests.scripted_model import KEY, MODEL, ScriptedModel, Step, failing, saying

SAID: Final = "Yoga with Sam sounds good. How did it go, and what was it like for you?"
TURN: Final = "Zanzibar yoga with Sam."
SLOWLY: Final = saying(SAID, pause=0.2)
_PATIENCE: Final = 60.0

Event = tuple[str, str | None, dict[str, Any]]


@dataclass
class Running:
    """A service in a process of its own, and a client of it."""

    process: subprocess.Popen[str]
    address: str
    secret: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"}

    def url(self, path: str) -> str:
        return f"{self.address}/api/v1{path}"

    def get(self, path: str) -> Any:
        answer = httpx.get(self.url(path), headers=self.headers, timeout=_PATIENCE)
        answer.raise_for_status()
        return answer.json()

    def post(self, path: str, body: object, **headers: str) -> Any:
        answer = httpx.post(
            self.url(path), json=body, headers={**self.headers, **headers}, timeout=_PATIENCE
        )
        answer.raise_for_status()
        return answer.json()

    def begin(self) -> str:
        return str(self.post("/conversations", {})["id"])

    def ask(self, talk: str, text: str = TURN, **fields: Any) -> dict[str, Any]:
        """A turn with its whole reply."""
        body = {"text": text, "conversation_id": talk, **fields}
        return dict(self.post("/chat", body, Accept="application/json"))

    def messages(self, talk: str) -> list[tuple[str, str, bool]]:
        items = self.get(f"/conversations/{talk}/messages")["items"]
        return [(each["role"], each["text"], each["cut"]) for each in items]


@contextmanager
def serving(folder: Path, model: ScriptedModel, **more: str) -> Iterator[Running]:
    """A service that talks with a scripted model; killed at the end if it still runs."""
    given = {"ARIA_LLM_BASE_URL": model.base_url, "ARIA_CHAT_MODEL": MODEL, "ARIA_LLM_API_KEY": KEY}
    process = subprocess.Popen(
        [sys.executable, "-m", "graph_aria.cli", "serve", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(folder, **given, **more),
    )
    try:
        assert process.stdout is not None
        told = json.loads("".join(process.stdout.readline() for _ in range(4)))
        secret = Path(told["admin_secret_path"]).read_text("utf-8").strip()
        service = Running(process, told["address"], secret)
        if not service.get("/profiles")["items"]:
            service.post("/profiles", {"name": "Maya", "zone": "UTC"})
        yield service
    finally:
        process.kill()
        process.communicate(timeout=_PATIENCE)


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedModel]:
    with scripted_model.running() as running:
        yield running


@pytest.fixture(scope="module")
def service(model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One that is left running."""
    with serving(tmp_path_factory.mktemp("chat"), model, ARIA_LLM_SECONDS="3") as running:
        yield running


@dataclass
class Listener:
    """A client that listens to a reply in a thread of its own."""

    service: Running
    body: dict[str, Any]
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for event in listen(self.service, "POST", "/chat", self.body):
                self.events.append(event)
        except httpx.HTTPError:  # the service is gone
            pass

    @property
    def text(self) -> str:
        return heard(self.events)

    def until_something_was_said(self) -> None:
        until = time.monotonic() + _PATIENCE
        while not self.text:
            assert time.monotonic() < until, self.events
            time.sleep(0.02)

    def join(self) -> None:
        self._thread.join(_PATIENCE)
        assert not self._thread.is_alive()


def listen(
    service: Running, method: str, path: str, body: object = None, **headers: str
) -> Iterator[Event]:
    """Events as they come."""
    name, event_id = "", None
    with httpx.stream(
        method,
        service.url(path),
        json=body,
        headers={**service.headers, **headers},
        timeout=_PATIENCE,
    ) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            key, _, value = line.partition(": ")
            if key == "event":
                name = value
            elif key == "id":
                event_id = value
            elif key == "data":
                yield name, event_id, json.loads(value)
                name, event_id = "", None


def heard(events: list[Event]) -> str:
    return "".join(data["text"] for name, _, data in events if name == "piece")


def test_killed_in_mid_reply_it_keeps_the_turn_notes_the_reply_as_cut_and_doubles_nothing(
    model: ScriptedModel, tmp_path: Path
) -> None:
    model.script(SLOWLY)
    with serving(tmp_path, model) as service:
        talk = service.begin()
        listener = Listener(
            service, {"text": TURN, "conversation_id": talk, "external_id": "turn-1"}
        )
        listener.until_something_was_said()
        service.process.send_signal(signal.SIGKILL)
        listener.join()
    turn = listener.events[0][2]["turn_id"]
    with serving(tmp_path, model) as service:
        assert service.messages(talk) == [("user", TURN, False), ("assistant", "", True)]
        (_, _, done) = list(listen(service, "GET", f"/chat/{turn}/events"))[-1]
        assert (done["state"], done["text"]) == ("cut", "")
        model.script(saying(SAID))
        # The client, which does not know what became of its request, sends it again.
        again = service.ask(talk, external_id="turn-1")
        assert (again["turn_id"], again["text"]) == (turn, SAID)
        assert service.messages(talk) == [("user", TURN, False), ("assistant", SAID, False)]
        assert len(model.requests) == 1


def test_stopped_in_mid_reply_it_ends_at_once_and_keeps_what_was_said(
    model: ScriptedModel, tmp_path: Path
) -> None:
    model.script(SLOWLY)
    with serving(tmp_path, model, ARIA_DRAIN_SECONDS="0") as service:
        talk = service.begin()
        listener = Listener(service, {"text": TURN, "conversation_id": talk})
        listener.until_something_was_said()
        began = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        listener.join()
        assert time.monotonic() - began < 6
        assert service.process.wait(_PATIENCE) == 0
        # Less than uvicorn waits for connections that stay open.
        assert time.monotonic() - began < 9
    name, _, done = listener.events[-1]
    assert (name, done["state"]) == ("done", "cut")
    assert done["text"] == listener.text
    assert SAID.startswith(listener.text)
    assert listener.text != SAID
    with serving(tmp_path, model) as service:
        assert service.messages(talk) == [("user", TURN, False), ("assistant", listener.text, True)]
        turn = listener.events[0][2]["turn_id"]
        assert heard(list(listen(service, "GET", f"/chat/{turn}/events"))) == listener.text


def test_a_client_that_drops_and_comes_back_hears_all_of_it_once(
    service: Running, model: ScriptedModel
) -> None:
    model.script(SLOWLY)
    talk = service.begin()
    first: list[Event] = []
    for event in listen(service, "POST", "/chat", {"text": TURN, "conversation_id": talk}):
        first.append(event)
        if event[0] == "piece":
            break  # and the connection is closed
    turn, last = first[0][2]["turn_id"], str(first[-1][1])
    time.sleep(0.5)
    rest = list(listen(service, "GET", f"/chat/{turn}/events", **{"Last-Event-ID": last}))
    assert heard(first) + heard(rest) == SAID
    assert rest[-1][2]["state"] == "finished"
    assert len(model.requests) == 1
    assert service.messages(talk) == [("user", TURN, False), ("assistant", SAID, False)]


def test_a_client_that_never_comes_back_leaves_the_reply_to_be_finished(
    service: Running, model: ScriptedModel
) -> None:
    model.script(SLOWLY)
    talk = service.begin()
    stream = listen(service, "POST", "/chat", {"text": TURN, "conversation_id": talk})
    assert next(stream)[0] == "turn"
    stream.close()  # type: ignore[attr-defined]  # a generator
    until = time.monotonic() + _PATIENCE
    while len(service.messages(talk)) < 2:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert service.messages(talk) == [("user", TURN, False), ("assistant", SAID, False)]


def test_two_chats_at_once_on_one_conversation_come_one_after_the_other(
    service: Running, model: ScriptedModel
) -> None:
    model.script(lambda asked: saying(f"About {asked.body['messages'][-1]['content'][-6:]}"))
    talk = service.begin()
    bodies = [
        {"text": f"This is turn {n}", "conversation_id": talk, "external_id": f"{talk}-{n}"}
        for n in range(4)
    ]
    listeners = [Listener(service, body) for body in (*bodies, *bodies)]
    for listener in listeners:
        listener.join()
    told = service.messages(talk)
    assert len(told) == 8
    assert {text for role, text, _ in told if role == "user"} == {body["text"] for body in bodies}
    for turn, reply in zip(told[::2], told[1::2], strict=True):
        assert (turn[0], reply[0]) == ("user", "assistant")
        assert reply[1:] == (f"About {turn[1][-6:]}", False)
    assert len(model.requests) == 4
    for listener in listeners:
        assert listener.text == f"About {listener.body['text'][-6:]}"


FAULTS: dict[str, tuple[Step, str, str]] = {
    "dies in mid-answer": (saying(SAID, cut=700), "cut", "model"),
    "ends in mid-answer": (saying(SAID, finish=None), "cut", "model"),
    "hangs in mid-answer": (saying(SAID, hangs=True), "cut", "model"),
    "answers nothing": (saying(""), "finished", "offline"),
    "answers with an error": (failing(500), "finished", "offline"),
    "does not answer": (saying(SAID, delay=30), "finished", "offline"),
    "answers 200 MB": (Step(body=b"y" * 200_000_000), "finished", "offline"),
}


@pytest.mark.parametrize(("step", "state", "by"), FAULTS.values(), ids=FAULTS.keys())
def test_whatever_the_model_does_the_turn_is_kept_and_the_reply_is_marked(
    service: Running, model: ScriptedModel, step: Step, state: str, by: str
) -> None:
    talk = service.begin()
    model.script(saying(SAID))
    service.ask(talk, "Is it well?")  # what went wrong before does not count on
    model.script(step)
    reply = service.ask(talk)
    assert (reply["state"], reply["by"]) == (state, by)
    assert reply["note"]
    told = service.messages(talk)
    assert told[2:] == [("user", TURN, False), ("assistant", reply["text"], state == "cut")]
    if by == "model":
        assert reply["text"]
        assert SAID.startswith(reply["text"])


def test_200_megabytes_of_words_are_cut_off_without_being_held(
    service: Running, model: ScriptedModel
) -> None:
    talk = service.begin()
    line = b'data: {"choices": [{"index": 0, "delta": {"content": "yoga "}}]}\n\n'
    model.n_flooded = 0
    model.script(Step("Yoga ", flood=line * 500, n_flood=200_000_000))
    process = psutil.Process(service.process.pid)
    before = process.memory_info().rss
    reply = service.ask(talk)
    assert process.memory_info().rss - before < 60_000_000
    assert model.n_flooded < 30_000_000
    assert reply["state"] == "cut"
    assert 0 < len(reply["text"]) < 10_000
    assert service.messages(talk)[-1] == ("assistant", reply["text"], True)
