"""What bad input gets: a status, the input's name, the remedy; never the diary's words."""

from __future__ import annotations

from typing import Any

import pytest

from graph_aria.domain.vocabulary import Kind
from tests.api.harness import Api, problem_of

SECRET_WORDS = "unspeakable heartbreak"
_JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"text": ""}, "text"),
        ({"text": "   "}, "text"),
        ({"text": 7}, "text"),
        ({}, "text"),
        ({"text": SECRET_WORDS + "\x00"}, "NUL"),
        ({"text": SECRET_WORDS, "mood": 11}, "mood"),
        ({"text": SECRET_WORDS, "mood": 0}, "mood"),
        ({"text": SECRET_WORDS, "mood": "good"}, "mood"),
        ({"text": SECRET_WORDS, "occurred_at": "2026-02-30T10:00:00Z"}, "occurred_at"),
        ({"text": SECRET_WORDS, "occurred_at": "2026-11-03T22:10:00"}, "offset"),
        ({"text": SECRET_WORDS, "occurred_at": 12}, "occurred_at"),
        ({"text": SECRET_WORDS, "occurred_at": "2026-11-05T22:10:00Z"}, "day ahead"),
        ({"text": SECRET_WORDS, "occurred_at": "0001-01-01T00:00:00Z"}, "1900"),
        ({"text": SECRET_WORDS, "zone": "Mars/Olympus"}, "Europe/Athens"),
        ({"text": SECRET_WORDS, "zone": "../etc/passwd"}, "Europe/Athens"),
        ({"text": SECRET_WORDS, "moood": 3}, "moood"),
        ({"text": SECRET_WORDS, "external_id": ""}, "external_id"),
    ],
)
def test_a_bad_entry_names_the_input_and_quotes_no_words(
    api: Api, fields: dict[str, Any], named: str
) -> None:
    answer = api.post("/entries", fields)

    problem = problem_of(answer, 422)
    assert named in problem["detail"]
    assert "heartbreak" not in answer.text
    assert api.get("/entries").json()["items"] == []


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        (b'{"text": "caf\xe9"}', "UTF-8"),
        (b'{"text": "half \\ud83d"}', "text"),
        (b'{"text": ', "JSON"),
        (b"", "body"),
        (b"[" * 100_000, "body"),
        (b'{"text": "x", "mood": 1e999}', "mood"),
        (b'{"text": "x", "mood": ' + b"9" * 5000 + b"}", "body"),
    ],
)
def test_a_body_that_is_no_text_is_refused(api: Api, raw: bytes, named: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = api.call("POST", "/entries", content=raw, headers=headers)

    assert named in problem_of(answer, 422)["detail"]
    assert api.get("/entries").json()["items"] == []


def test_a_text_of_more_than_a_million_bytes_is_too_large(api: Api) -> None:
    problem = problem_of(api.post("/entries", {"text": "é" * 500_001}), 413)

    assert "1,000,000" in problem["detail"]
    assert api.post("/entries", {"text": "é" * 500_000}).status_code == 201


@pytest.mark.parametrize("told", [True, False])
def test_seven_megabytes_are_refused_before_they_are_read(api: Api, *, told: bool) -> None:
    n_read = 0

    async def chunks() -> Any:
        nonlocal n_read
        for _ in range(700):
            n_read += 10_000
            yield b"x" * 10_000

    headers = {"Content-Type": "application/json"}
    if told:
        headers["Content-Length"] = "7000000"
    answer = api.call("POST", "/entries", content=chunks(), headers=headers)

    assert problem_of(answer, 413)["code"] == "text_too_large"
    assert api.get("/entries").json()["items"] == []


@pytest.mark.parametrize(
    "path",
    [
        "/entries?limit=0",
        "/entries?limit=1000000",
        "/entries?limit=many",
        "/entries?since=2026-02-30",
        "/entries?since=yesterday",
        "/entries?cursor=forged",
        "/entries?state=eaten",
        "/entries?query=%00",
        "/entities?kind=Robot",
        "/entities?cursor=forged",
        "/relations?cursor=forged",
        "/relations?predicate=HATES_A_LOT",
        "/graph?hops=9",
        "/themes?as_of=2026-11-03T22:10:00",
        "/themes?as_of=2027-11-03T22:10:00Z",
        "/chapter?token_budget=1",
        "/chapters?cursor=forged",
        "/jobs?cursor=forged",
        "/memories?cursor=forged",
        "/memories?state=eaten",
        "/memories?category=boats",
        "/memories?kind=thought",
        "/memories?limit=0",
        "/memories?pinned=perhaps",
        "/memories?search=yoga&cursor=x",
        "/jobs?state=tired",
    ],
)
def test_a_bad_question_is_refused(api: Api, path: str) -> None:
    problem_of(api.get(path), 422)


@pytest.mark.parametrize(
    ("method", "path", "body", "detail"),
    [
        (
            "PATCH",
            "/settings",
            {"fade_threshold": 7},
            "fade_threshold: it is a number above 1 and below 2, not 7",
        ),
        (
            "PATCH",
            "/settings",
            {"decay_rate_per_day": -0.5},
            "decay_rate_per_day: it is a number above 0, up to 1, not -0.5",
        ),
        (
            "PATCH",
            "/settings",
            {"token_budget": 3},
            "token_budget: it is a whole number from 120 to 100,000, not 3",
        ),
        ("GET", "/entries?limit=500", None, "limit: it is a whole number from 1 to 200, not 500"),
        ("GET", "/graph?hops=9", None, "hops: it is a whole number from 1 to 4, not 9"),
        (
            "POST",
            "/moods",
            {"mood": 11},
            "mood: it is a whole number from 1 (worst) to 10 (best), not 11",
        ),
        (
            "POST",
            "/moods",
            {"mood": SECRET_WORDS},
            "mood: it is a whole number from 1 (worst) to 10 (best)",
        ),
        (
            "GET",
            "/entities?kind=Robot",
            None,
            "kind: there is no 'Robot'; give one of " + ", ".join(Kind),
        ),
        (
            "GET",
            "/jobs?state=tired",
            None,
            "state: there is no 'tired'; give one of queued, leased, done, dead",
        ),
        (
            "GET",
            f"/jobs?state={SECRET_WORDS}",
            None,
            "state: this is none of them; give one of queued, leased, done, dead",
        ),
    ],
)
def test_what_was_given_is_named_with_what_can_be_given(
    api: Api, method: str, path: str, body: object, detail: str
) -> None:
    assert problem_of(api.call(method, path, json=body), 422)["detail"] == detail


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/entries/{id}"),
        ("GET", "/entries/{id}/reading"),
        ("DELETE", "/entries/{id}"),
        ("POST", "/entries/{id}/reread"),
        ("GET", "/entities/{id}"),
        ("GET", "/entities/{id}/evidence"),
        ("DELETE", "/entities/{id}"),
        ("POST", "/entities/{id}/pin"),
        ("GET", "/relations/{id}"),
        ("DELETE", "/relations/{id}"),
        ("POST", "/relations/{id}/reject"),
        ("GET", "/graph?center={id}"),
        ("GET", "/chapters/{id}"),
    ],
)
@pytest.mark.parametrize("unknown", ["nonsense", "019a4b7e-0c00-7000-8000-000000000003", "%00"])
def test_an_unknown_id_is_not_found(api: Api, method: str, path: str, unknown: str) -> None:
    problem_of(api.call(method, path.format(id=unknown)), 404)


def test_a_route_that_is_not_there_and_a_verb_that_does_not_fit_are_problems_too(api: Api) -> None:
    assert "openapi.json" in problem_of(api.get("/nowhere"), 404)["detail"]
    answer = api.call("PUT", "/entries")
    assert "PUT" in problem_of(answer, 405)["detail"]
    assert "POST" in answer.headers["allow"]


def test_a_mood_needs_a_number_and_feelings_without_commas(api: Api) -> None:
    assert "mood" in problem_of(api.post("/moods", {"because": "rain"}), 422)["detail"]
    problem = problem_of(api.post("/moods", {"mood": 5, "feelings": ["sad, tired"]}), 422)
    assert "comma" in problem["detail"]


def test_a_fault_of_ours_tells_nothing_of_itself(
    api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError(SECRET_WORDS)

    monkeypatch.setattr("graph_aria.api.routers.entries.capture", broken)

    answer = api.post("/entries", {"text": SECRET_WORDS})

    assert problem_of(answer, 500)["code"] == "error"
    printed = capsys.readouterr()
    assert "heartbreak" not in answer.text + printed.out + printed.err


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize(
    ("method", "path", "field"),
    [
        ("PATCH", "/settings", "decay_rate_per_day"),
        ("PATCH", "/settings", "fade_threshold"),
        ("PATCH", "/settings", "token_budget"),
        ("PATCH", "/settings", "name"),
        ("POST", "/moods", "mood"),
        ("POST", "/entries", "text"),
        ("POST", "/profiles", "name"),
        ("POST", "/decay", "as_of"),
        ("POST", "/decay", "dry_run"),
    ],
)
def test_what_is_no_number_in_json_is_refused(
    api: Api, method: str, path: str, field: str, number: str
) -> None:
    answer = api.call(
        method, path, content=f'{{"{field}": {number}}}', token=api.secret, headers=_JSON
    )

    problem_of(answer, 422)


@pytest.mark.parametrize("value", ["true", "false", '"yes"', "[1]", "5.5"])
@pytest.mark.parametrize(
    ("method", "path", "field"),
    [
        ("POST", "/moods", "mood"),
        ("PATCH", "/settings", "token_budget"),
        ("PATCH", "/settings", "decay_rate_per_day"),
        ("PATCH", "/settings", "fade_threshold"),
    ],
)
def test_only_a_number_is_a_number(
    api: Api, method: str, path: str, field: str, value: str
) -> None:
    answer = api.call(
        method, path, content=f'{{"{field}": {value}}}', token=api.secret, headers=_JSON
    )

    assert field in problem_of(answer, 422)["detail"]


@pytest.mark.parametrize("value", [1, 0, "yes", "true"])
def test_only_a_truth_value_is_one(api: Api, value: object) -> None:
    problem_of(api.post("/decay", {"dry_run": value}), 422)
    problem_of(api.post("/tokens", {"name": "x", "read_only": value}, token=api.secret), 422)
    problem_of(api.post("/entries", {"text": "x", "restore_deleted": value}), 422)


def test_the_longest_text_may_be_escaped(api: Api) -> None:
    raw = b'{"text": "' + rb"\u00e9" * 500_000 + b'"}'
    answer = api.call("POST", "/entries", content=raw, headers=_JSON)
    assert answer.status_code == 201, answer.text
    assert answer.json()["entry"]["text"] == "é" * 500_000

    problem_of(
        api.call("POST", "/entries", content=raw[:-2] + rb"\u00e9" + b'"}', headers=_JSON), 413
    )
    problem_of(api.call("POST", "/entries", content=b" " * 6_500_001), 413)
