"""The delay of a reply's first piece: through the service, against the model server itself.

The same prompt goes to the same scripted model server, in turn directly and by way of a service
that has read a life of fifty days; what lies between is what the service adds: storing the turn,
the chapter, retrieval with the embedding of the question, fitting the prompt, handing the pieces
on.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import sys
import time
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import conclude, percentile, spread
from bench.service import Service, running
from tests import scripted_model
from tests.scripted_model import MODEL, ScriptedModel, saying

N_ENTRIES: Final = 60
N_ROUNDS: Final = 48
N_WARM: Final = 8
LIMIT_MS: Final = 80.0
GOAL_MS: Final = 40.0
PART: Final = 0.95
QUESTIONS: Final = (
    "What helped when I could not sleep?",
    "How is it going with the deadline at work?",
    "When did I last go climbing?",
    "I went for a long run this morning and feel better.",
    "Who was at the dinner with my sister?",
    "Why am I anxious about the release?",
)


def first_piece(address: str, path: str, body: object, headers: Mapping[str, str]) -> float:
    """Milliseconds until the first words of a stream; the rest of it is read as well."""
    host, _, port = address.removeprefix("http://").partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=60)
    sent = json.dumps(body).encode()
    began = time.perf_counter()
    connection.request("POST", path, sent, {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    if answer.status != 200:
        message = f"{path} answered {answer.status}"
        raise SystemExit(message)
    took: float | None = None
    while line := answer.readline():
        if took is None and _has_words(line):
            took = (time.perf_counter() - began) * 1000
    connection.close()
    if took is None:
        raise SystemExit("nothing was said")
    return took


def wait_until_read(service: Service) -> None:
    """Wait until nothing waits to be read: a person takes longer than that to answer."""
    while any(
        job["kind"] == "read"
        for state in ("queued", "leased")
        for job in post(service, f"/jobs?state={state}&limit=200", None)["items"]
    ):
        time.sleep(0.05)


def _has_words(line: bytes) -> bool:
    """Whether a line of a stream brings words, the service's or the model's."""
    if not line.startswith(b"data: {"):
        return False
    data = json.loads(line.removeprefix(b"data: "))
    if "choices" in data:
        return any(choice["delta"].get("content") for choice in data["choices"])
    return bool(data.get("text"))


def post(service: Service, path: str, body: object) -> Any:
    """What the service answers to a request; without a body it is a GET."""
    host, _, port = service.address.removeprefix("http://").partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=120)
    headers = {"Authorization": f"Bearer {service.token}", "Content-Type": "application/json"}
    method = "GET" if body is None else "POST"
    sent = None if body is None else json.dumps(body).encode()
    connection.request(method, f"/api/v1{path}", sent, headers)
    told = json.loads(connection.getresponse().read())
    connection.close()
    return told


def fill(service: Service) -> None:
    """Let the service read a part of the sample journal."""
    lines = (files("graph_aria.sample") / "journal.jsonl").read_text("utf-8").splitlines()
    texts = [row["text"] for row in map(json.loads, lines) if row["form"] == "journal"]
    for text in texts[:N_ENTRIES]:
        service.post_entry(text, wait=True)


def measure(service: Service, model: ScriptedModel) -> tuple[list[float], list[float]]:
    """Milliseconds until the first words, directly and through the service."""
    model_address = model.base_url.removesuffix("/v1")
    bearer = {"Authorization": f"Bearer {service.token}"}
    direct, through = [], []
    for n in range(N_WARM + N_ROUNDS):
        text = QUESTIONS[n % len(QUESTIONS)]
        wait_until_read(service)
        body = {
            "model": MODEL,
            "stream": True,
            "messages": [
                {"role": one["role"], "content": one["text"]}
                for one in post(service, "/chat/preview", {"text": text})["messages"]
            ],
        }
        # In turn, so that whatever else the machine does meets both.
        plain = first_piece(model_address, "/v1/chat/completions", body, {})
        whole = first_piece(service.address, "/api/v1/chat", {"text": text}, bearer)
        if n >= N_WARM:
            direct.append(plain)
            through.append(whole)
    return direct, through


def main() -> None:
    """Print both, and what the service adds."""
    with scripted_model.running() as model:
        model.script(saying("That sounds good. How did it go, and what was it like for you?"))
        os.environ |= {"ARIA_LLM_BASE_URL": model.base_url, "ARIA_CHAT_MODEL": MODEL}
        with running() as service:
            fill(service)
            direct, through = measure(service, model)
    added = [one - other for one, other in zip(through, direct, strict=True)]
    print(f"direct           {spread(direct)} ms")
    print(f"by the service   {spread(through)} ms")
    p50, p95 = statistics.median(added), percentile(added, PART)
    print(f"added            {spread(added)} ms; p50 {p50:.1f}, p95 {p95:.1f}, goal {GOAL_MS:g}")
    conclude("first_token", p50, LIMIT_MS, unit="ms")


if __name__ == "__main__":
    main()
