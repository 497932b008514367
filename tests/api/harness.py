"""The application in this process, as a client sees it, with a clock that can be set."""

from __future__ import annotations

import asyncio
import re
from array import array
from collections.abc import Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

from graph_aria.bootstrap import Services
from graph_aria.config import Settings
from graph_aria.domain.care import Concern
from graph_aria.domain.clauses import ParsedText
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memories import Category, ImportantDate, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.reading import ReadAssertion, Reading, ReadMention, ReadRequest
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.server import Mode, create_app

T = TypeVar("T")
_PLACES = (("eat", "allergic", "peanuts"), ("swim", "swimming"), ("sister", "twin"), ("",))
REMEMBERED = {
    r"I am allergic to (\w+)": (
        "health",
        "the user|allergy|{0}",
        "yes",
        "The user is allergic to {0}.",
    ),
    r"I (love|hate) swimming": (
        "tastes",
        "the user|attitude|swimming",
        "{0}",
        "The user {0}s swimming.",
    ),
    r"I am afraid of (\w+)": ("fears", "the user|fear|{0}", "yes", "The user is afraid of {0}."),
    r"my password is (\w+)": ("identity", None, None, "The user's password is {0}."),
}


LIVED = {
    r"I am writing my (\w+)": ("focus", "goals", "focus|{0}", "on", "is writing their {0}"),
    r"I finished my (\w+)": ("focus", "goals", "focus|{0}", "done", "finished their {0}"),
    r"I moved to (\w+)(?: on (\d{4}-\d\d-\d\d))?": (
        "milestone",
        "home",
        "milestone|move to {0}|user",
        "",
        "moved to {0}",
    ),
}
"""Focus and milestones: kind, category, slot, value, what is told of the user."""


def _placed(text: str) -> bytes:
    """A vector of length 1."""
    numbers = [float(any(word in text.casefold() for word in words if word)) for words in _PLACES]
    numbers[-1] = 0.0 if any(numbers) else 1.0
    length = sum(number * number for number in numbers) ** 0.5
    return array("f", (number / length for number in numbers)).tobytes()


def _remembered(text: str) -> tuple[MemoryCandidate, ...]:
    """What the stub proposes to remember of a text."""
    return tuple(
        MemoryCandidate(
            text=said.format(*match.groups()),
            kind=MemoryKind.PREFERENCE if category == "tastes" else MemoryKind.FACT,
            category=Category(category),
            start=match.start(),
            end=match.end(),
            rule="stub:memory",
            importance=0.8,
            slot=slot and slot.format(*match.groups()),
            value=value and value.format(*match.groups()),
        )
        for pattern, (category, slot, value, said) in REMEMBERED.items()
        for match in re.finditer(pattern, text)
    )


def _lived(text: str) -> tuple[MemoryCandidate, ...]:
    """What the stub proposes of focus and milestones; the day of a milestone is told."""
    found = []
    for pattern, (kind, category, slot, value, said) in LIVED.items():
        for match in re.finditer(pattern, text):
            on = date.fromisoformat(match[2]) if match.re.groups > 1 and match[2] else None
            when = "" if on is None else f" on {on.day} {on:%B} {on.year}"
            found.append(
                MemoryCandidate(
                    text=f"The user {said.format(match[1])}{when}.",
                    kind=MemoryKind(kind),
                    category=Category(category),
                    start=match.start(),
                    end=match.end(),
                    rule=f"stub:{kind}",
                    importance=0.7,
                    valid_from=on,
                    valid_until=on,
                    important=None if on is None else ImportantDate(on.month, on.day, on.year),
                    slot=slot.format(match[1].lower()),
                    value=value,
                )
            )
    for match in re.finditer(r"BORN (\d{4}-\d\d-\d\d)", text):
        on = date.fromisoformat(match[1])
        found.append(
            MemoryCandidate(
                text=f"The user's birthday is on {on.day} {on:%B}.",
                kind=MemoryKind.FACT,
                category=Category.DATES,
                start=match.start(),
                end=match.end(),
                rule="stub:born",
                important=ImportantDate(on.month, on.day, on.year),
                slot="the user's|birthday",
                value=f"{on.month}-{on.day}",
            )
        )
    return tuple(found)


START = datetime(2026, 11, 3, 20, 10, tzinfo=UTC)
_KNOWN = {
    "yoga": ("Yoga", Kind.ACTIVITY),
    "anxious": ("anxiety", Kind.EMOTION),
    "priya": ("Priya", Kind.PERSON),
    "work": ("Work", Kind.TOPIC),
    "ben": ("Ben", Kind.PERSON),
    "benjamin": ("Benjamin", Kind.PERSON),
}


class SetClock:
    """A clock that shows what it is set to."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


class StubReader:
    """Knows six words, and that yoga helps; what says CRASH cannot be read."""

    reader_id = "stub-1"
    parser_id = "stub-1"
    degraded: str | None = None

    def __init__(self, model: str | None = None) -> None:
        self.model = model

    async def start(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to stop."""

    async def parse_sentences(self, texts: Sequence[str]) -> list[ParsedText]:
        """Nothing of each text: memories are compared by their words and slots."""
        return [ParsedText(()) for _ in texts]

    async def describe(self) -> Embedding:
        """What it places words with."""
        return Embedding("stub-words", len(_PLACES), Likeness(same=0.99, review=0.9, related=0.4))

    async def embed(self, texts: Sequence[str]) -> Embedding:
        """By which of some words they hold; allergies and what one cannot eat are near."""
        vectors = tuple(_placed(text) for text in texts)
        return replace(await self.describe(), vectors=vectors)

    async def concerns_of(self, sentences: Sequence[str]) -> list[Concern | None] | None:
        """By one word."""
        return [Concern.SELF_HARM if "BLEAK" in each else None for each in sentences]

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        return [self._read(request.text) for request in requests]

    def _read(self, text: str) -> Reading:
        if "CRASH" in text:
            raise RuntimeError(text)
        mentions = [
            ReadMention(
                start=found.start(),
                end=found.end(),
                words=found[0],
                name=_KNOWN[found[0].lower()][0],
                kind=_KNOWN[found[0].lower()][1],
                rule="stub:word",
                intensity=3 if found[0].lower() == "anxious" else None,
            )
            for found in re.finditer(r"\w+", text)
            if found[0].lower() in _KNOWN
        ]
        names = [mention.name for mention in mentions]
        assertions = []
        if "helped" in text and {"Yoga", "anxiety"} <= set(names):
            yoga, anxiety = names.index("Yoga"), names.index("anxiety")
            start = mentions[yoga].start
            assertions = [
                ReadAssertion(
                    subject=yoga,
                    predicate=Predicate.MITIGATES,
                    object=anxiety,
                    start=start,
                    end=text.index("helped") + len("helped"),
                    rule="stub:helped",
                )
            ]
        return Reading(
            tuple(mentions),
            tuple(assertions),
            (),
            "en",
            self.reader_id,
            memories=(*_remembered(text), *_lived(text)),
            valence=-0.8 if "MISERABLE" in text else None,
        )


class Api:
    """A running application with the means to call it."""

    def __init__(self, folder: Path, *, clock: SetClock | None = None, **given: Any) -> None:
        self.settings = Settings(
            data_dir=folder / "data", keyring=False, zone="Europe/Athens", **given
        )
        self.clock = clock or SetClock()
        self.services: Services | None = None
        self.runner = asyncio.Runner()
        mode = Mode(serving=False, on_open=self._opened, clock=self.clock)
        self.app = create_app(self.settings, mode)
        self._lifespan: AbstractAsyncContextManager[Any] = self.app.router.lifespan_context(
            self.app
        )
        self.token: str | None = None

    def _opened(self, services: Services) -> None:
        self.services = services

    def __enter__(self) -> Self:
        self.run(self._lifespan.__aenter__())
        transport = httpx.ASGITransport(self.app)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self.http.aclose())
        self.run(self._lifespan.__aexit__(None, None, None))
        self.runner.close()

    @property
    def opened(self) -> Services:
        assert self.services is not None
        return self.services

    @property
    def secret(self) -> str:
        return self.opened.admin_secret

    def run(self, awaitable: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(awaitable)

    def call(
        self, method: str, path: str, *, token: str | None = "", **given: Any
    ) -> httpx.Response:
        """One request; the harness's own token unless another, or None, is given."""
        headers = dict(given.pop("headers", {}))
        bearer = (self.token or self.secret) if token == "" else token
        if bearer is not None:
            headers["Authorization"] = f"Bearer {bearer}"
        url = (
            path
            if path.startswith(("/api", "/v1", "/healthz", "/readyz", "/metrics"))
            else PREFIX + path
        )
        return self.run(self.http.request(method, url, headers=headers, **given))

    def get(self, path: str, **given: Any) -> httpx.Response:
        return self.call("GET", path, **given)

    def post(self, path: str, body: object = None, **given: Any) -> httpx.Response:
        return self.call("POST", path, json=body, **given)

    def patch(self, path: str, body: object, **given: Any) -> httpx.Response:
        return self.call("PATCH", path, json=body, **given)

    def delete(self, path: str, **given: Any) -> httpx.Response:
        return self.call("DELETE", path, **given)

    def add_profile(self, name: str, zone: str = "Europe/Athens") -> str:
        """A new profile; its id."""
        made = self.post("/profiles", {"name": name, "zone": zone}, token=self.secret)
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def new_token(self, profile: str, *, read_only: bool = False) -> str:
        """The secret of a new token."""
        made = self.post(
            "/tokens",
            {"name": "test", "read_only": read_only},
            token=self.secret,
            headers={"X-Aria-Profile": profile},
        )
        assert made.status_code == 201, made.text
        return str(made.json()["secret"])

    def say(self, text: str, **fields: Any) -> dict[str, Any]:
        """An entry that is stored and read."""
        answer = self.post("/entries?wait=read", {"text": text, **fields})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def settle(self) -> None:
        """Wait until no job is due any more."""
        for _ in range(500):
            waiting = [
                job
                for state in ("queued", "leased")
                for job in self.get(f"/jobs?state={state}").json()["items"]
                if datetime.fromisoformat(job["due_at"]) <= self.clock.at
            ]
            if not waiting:
                return
            self.run(asyncio.sleep(0.01))
        raise TimeoutError

    def entity(self, name: str) -> dict[str, Any]:
        """The entity with a name."""
        found = self.get("/entities", params={"query": name}).json()["items"]
        return dict(next(item for item in found if item["name"] == name))


PREFIX = "/api/v1"


def problem_of(response: httpx.Response, status: int) -> dict[str, Any]:
    """The problem that a response tells, checked for its form."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = dict(response.json())
    assert problem["status"] == status
    assert problem["type"] == f"urn:graph-aria:problem:{problem['code']}"
    assert problem["title"]
    assert problem["detail"]
    return problem
