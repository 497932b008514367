"""Words are read and nothing is kept of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.errors import ReaderFailed
from tests.api.harness import Api, StubReader

TEXT = "Yoga with Priya helped, I am anxious no more."


def test_what_would_be_read_comes_with_rules_and_with_whom_it_would_be_taken_for(api: Api) -> None:
    api.say("Yoga.")
    api.settle()
    yoga = api.entity("Yoga")

    answer = api.post("/read", {"text": TEXT}).json()

    phrases = {phrase["name"]: phrase for phrase in answer["phrases"]}
    assert set(phrases) == {"Yoga", "Priya", "anxiety"}
    assert {phrase["rule"] for phrase in phrases.values()} == {"stub:word"}
    assert phrases["Yoga"]["identity"]["verdict"] == "known"
    assert phrases["Yoga"]["identity"]["entity"]["id"] == yoga["id"]
    assert phrases["Yoga"]["identity"]["score"] > 0.5
    assert phrases["Priya"]["identity"]["verdict"] == "new"
    assert phrases["Priya"]["identity"]["entity"] is None
    (statement,) = answer["statements"]
    told = (statement["subject"], statement["predicate"], statement["object"])
    assert told == ("Yoga", "MITIGATES", "anxiety")
    assert answer["language"] == "en"
    assert answer["unread"] is None


def test_nothing_is_kept(api: Api) -> None:
    api.say("Yoga.")
    api.settle()
    before = [api.get(path).json() for path in ("/entries", "/entities", "/relations", "/jobs")]

    for _ in range(3):
        assert api.post("/read", {"text": TEXT}).status_code == 200
    api.settle()

    after = [api.get(path).json() for path in ("/entries", "/entities", "/relations", "/jobs")]
    assert after == before


def test_a_token_that_may_only_read_may_ask(api: Api) -> None:
    body = {"name": "guest", "read_only": True}
    made = api.call("POST", "/tokens", token=api.secret, json=body).json()

    answer = api.call("POST", "/read", token=made["secret"], json={"text": TEXT})

    assert answer.status_code == 200


def test_today_is_the_day_that_is_given(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    days: list[str] = []

    async def read_batch(_: StubReader, requests: Sequence[ReadRequest]) -> list[Reading]:
        days.extend(str(request.said_on) for request in requests)
        return [Reading((), (), (), "en", "stub-1") for _ in requests]

    monkeypatch.setattr(StubReader, "read_batch", read_batch)
    body = {"text": "Late.", "occurred_at": "2026-11-01T23:30:00Z"}

    api.post("/read", body)
    api.post("/read", {**body, "zone": "America/Lima"})

    assert days == ["2026-11-02", "2026-11-01"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": ""}, 422),
        ({"text": "  "}, 422),
        ({"text": "a\x00b"}, 422),
        ({"text": "Yoga.", "zone": "Mars/Olympus"}, 422),
        ({"text": "Yoga.", "occurred_at": "2031-01-01T00:00:00Z"}, 422),
        ({"text": "ä" * 500_001}, 413),
        ({"text": "Yoga.", "mood": 5}, 422),
    ],
)
def test_what_could_not_be_stored_cannot_be_read(
    api: Api, body: dict[str, object], status: int
) -> None:
    assert api.post("/read", body).status_code == status


def test_a_reader_that_fails_is_told(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read_batch(_: StubReader, requests: Sequence[ReadRequest]) -> list[Reading]:
        raise ReaderFailed("the reader took too long")

    monkeypatch.setattr(StubReader, "read_batch", read_batch)

    answer = api.post("/read", {"text": "Yoga."})

    assert answer.status_code == 503
    assert "took too long" in answer.json()["detail"]


def test_somebody_waits_for_a_tenth_of_an_entry_at_most(api: Api) -> None:
    answer = api.post("/read", {"text": "é" * 50_001})

    assert answer.status_code == 413
    problem = answer.json()
    assert problem["code"] == "text_too_large"
    assert "100,000" in problem["detail"]
    assert api.post("/read", {"text": "é" * 50_000}).status_code == 200
