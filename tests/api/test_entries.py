"""Entries over HTTP: accepted once, read, changed, deleted."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from graph_aria.domain.reading import Reading
from tests.api.harness import Api, StubReader, problem_of

LONG_AGO = {"occurred_at": "2026-10-01T08:00:00+03:00"}


def test_an_entry_that_is_waited_for_comes_back_with_what_was_read(api: Api) -> None:
    answer = api.post("/entries?wait=read", {"text": "Felt anxious. Yoga helped."})

    assert answer.status_code == 201
    body = answer.json()
    assert answer.headers["location"] == f"/api/v1/entries/{body['entry']['id']}"
    assert body["created"] is True
    assert body["entry"]["state"] == "read"
    assert body["entry"]["local_day"] == "2026-11-03"
    assert [(p["words"], p["kind"]) for p in body["reading"]["phrases"]] == [
        ("anxious", "Emotion"),
        ("Yoga", "Activity"),
    ]
    (statement,) = body["reading"]["statements"]
    assert (statement["subject"], statement["predicate"], statement["object"]) == (
        "Yoga",
        "MITIGATES",
        "anxiety",
    )
    assert statement["quote"] == "Yoga helped"


def test_an_entry_that_is_not_waited_for_is_accepted_at_once(api: Api) -> None:
    answer = api.post("/entries", {"text": "Yoga."})

    assert answer.status_code == 201
    assert answer.json()["reading"] is None


def test_an_entry_that_cannot_be_read_in_time_is_told_with_202(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.api.routers.entries.WAIT_SECONDS", 0.1)

    answer = api.post("/entries?wait=read", {"text": "CRASH"})

    assert answer.status_code == 202
    assert answer.json()["entry"]["state"] == "pending"
    assert answer.json()["reading"] is None
    reasons = [job["reason"] for job in api.get("/jobs").json()["items"] if job["kind"] == "read"]
    assert reasons == ["RuntimeError"]


@pytest.mark.parametrize("same", [{"headers": {"Idempotency-Key": "k1"}}, {}])
def test_the_same_entry_posted_twice_is_one_entry(api: Api, same: dict[str, Any]) -> None:
    body = {"text": "Yoga.", "occurred_at": "2026-11-03T22:10:00+02:00"}
    if not same:
        body["external_id"] = "app-1"

    first = api.post("/entries", body, **same)
    second = api.post("/entries", body, **same)

    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["entry"]["id"] == second.json()["entry"]["id"]
    assert second.json()["created"] is False
    assert len(api.get("/entries").json()["items"]) == 1


def test_the_last_entry_is_the_one_written_last_whatever_day_it_tells_of(api: Api) -> None:
    problem_of(api.get("/entries/last"), 404)
    api.post("/entries", {"text": "Yoga."})
    late = api.post(
        "/entries", {"text": "Slept.", "occurred_at": "2026-10-01T22:10:00+02:00"}
    ).json()["entry"]["id"]
    api.post("/memories", {"text": "The user loves rowing."})

    assert api.get("/entries/last").json()["id"] == late
    assert api.get("/entries").json()["items"][0]["id"] != late


def test_a_key_that_was_used_for_another_entry_is_a_conflict(api: Api) -> None:
    headers = {"Idempotency-Key": "k1"}
    api.post("/entries", {"text": "Yoga."}, headers=headers)

    problem = problem_of(api.post("/entries", {"text": "Work."}, headers=headers), 409)

    assert problem["code"] == "idempotency_mismatch"


def test_an_entry_that_was_deleted_stays_deleted_when_it_is_posted_again(api: Api) -> None:
    body = {"text": "Yoga with Priya.", "external_id": "app-1"}
    entry = api.post("/entries", body).json()["entry"]
    assert api.delete(f"/entries/{entry['id']}").status_code == 200

    problem = problem_of(api.post("/entries", body), 409)
    assert problem["code"] == "entry_deleted"
    assert api.get("/entries").json()["items"] == []

    again = api.post("/entries", {**body, "restore_deleted": True})
    assert again.status_code == 201


def test_entries_are_listed_newest_first_and_paged_by_cursor(api: Api) -> None:
    for hour in (8, 9, 10):
        api.post("/entries", {"text": f"Yoga {hour}.", "occurred_at": f"2026-11-03T{hour:02}:00Z"})

    texts, cursor, n_pages = [], None, 0
    while n_pages == 0 or cursor is not None:
        page = api.get("/entries", params={"limit": 2} | ({"cursor": cursor} if cursor else {}))
        texts += [entry["text"] for entry in page.json()["items"]]
        cursor, n_pages = page.json()["next_cursor"], n_pages + 1

    assert texts == ["Yoga 10.", "Yoga 9.", "Yoga 8."]
    assert n_pages == 2


def test_entries_can_be_filtered_by_words_and_local_days(api: Api) -> None:
    api.post("/entries", {"text": "Yoga.", "occurred_at": "2026-11-01T23:30:00Z"})
    api.post("/entries", {"text": "Work.", "occurred_at": "2026-11-01T12:00:00Z"})

    def texts(**params: str) -> list[str]:
        return [entry["text"] for entry in api.get("/entries", params=params).json()["items"]]

    assert texts(query="yoga") == ["Yoga."]
    # 23:30 UTC is half past one in Athens: the next local day.
    assert texts(since="2026-11-02") == ["Yoga."]
    assert texts(until="2026-11-01") == ["Work."]
    assert texts(query='"AND OR NOT *') == []


def test_an_edited_entry_is_read_again(api: Api) -> None:
    entry = api.say("Yoga.")["entry"]

    answer = api.patch(f"/entries/{entry['id']}?wait=read", {"text": "Work."})

    assert answer.status_code == 200
    assert answer.json()["entry"]["revision"] == 2
    names = [item["name"] for item in api.get("/entities").json()["items"]]
    assert names == ["Work"]


def test_a_deleted_entry_is_gone_and_proved_to_be(api: Api) -> None:
    entry = api.say("Yoga in Zanzibar with Priya.")["entry"]
    api.say("Priya.")

    answer = api.delete(f"/entries/{entry['id']}?prove=true")

    assert answer.json()["proved"] is True
    assert answer.json()["found"] == []
    assert answer.json()["n_words"] == 1  # Priya is still spoken of; the rest is too short
    problem_of(api.get(f"/entries/{entry['id']}"), 404)
    problem_of(api.get(f"/entries/{entry['id']}/reading"), 404)
    problem_of(api.delete(f"/entries/{entry['id']}"), 404)
    assert [item["name"] for item in api.get("/entities").json()["items"]] == ["Priya"]


def test_reading_again_alters_no_weight(api: Api) -> None:
    entry = api.say("Felt anxious. Yoga helped.", **LONG_AGO)["entry"]
    before = api.get("/entities").json()

    assert api.post(f"/entries/{entry['id']}/reread").json() == {"n_queued": 1}
    assert api.post("/entries/reread").json()["n_queued"] in {0, 1}
    api.settle()

    assert api.get("/entities").json() == before


def test_a_mood_is_an_entry_with_its_feelings_and_reason(api: Api) -> None:
    answer = api.post(
        "/moods?wait=read", {"mood": 6, "feelings": ["anxious"], "because": "work and yoga"}
    )

    assert answer.status_code == 201
    assert answer.json()["entry"]["form"] == "MoodCheckIn"
    assert answer.json()["entry"]["text"] == "anxious\nwork and yoga"
    assert [item["mood"] for item in api.get("/moods").json()["items"]] == [6]
    assert api.get("/moods/days").json()["days"] == [{"day": "2026-11-03", "mood": 6.0, "n": 1}]


def test_a_client_that_goes_away_in_a_write_loses_nothing_and_undoes_nothing(api: Api) -> None:
    """The request is cancelled after every possible number of steps of the event loop."""

    async def cancelled_after(n_steps: int) -> None:
        task = asyncio.create_task(
            api.http.post(
                "/api/v1/entries",
                json={"text": f"Yoga {n_steps}.", "external_id": f"e{n_steps}"},
                headers={"Authorization": f"Bearer {api.token}"},
            )
        )
        other = asyncio.create_task(
            api.http.post(
                "/api/v1/entries",
                json={"text": "Work.", "external_id": f"other{n_steps}"},
                headers={"Authorization": f"Bearer {api.token}"},
            )
        )
        for _ in range(n_steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task, other})
        assert (await other).status_code == 201

    for n_steps in range(25):
        api.run(cancelled_after(n_steps))

    for n_steps in range(25):
        body = {"text": f"Yoga {n_steps}.", "external_id": f"e{n_steps}"}
        assert api.post("/entries", body).status_code in {200, 201}
    texts = [entry["text"] for entry in api.get("/entries?limit=200").json()["items"]]
    assert len(texts) == len(set(texts)) + 24 == 50


def _states(api: Api, entry_id: str) -> list[str]:
    statements = api.get(f"/entries/{entry_id}/reading").json()["statements"]
    return [statement["state"] for statement in statements]


def test_a_statement_says_that_its_relation_was_rejected_or_taken_back(api: Api) -> None:
    entry = api.say("Felt anxious. Yoga helped.")["entry"]["id"]
    (eases,) = api.get("/relations?predicate=MITIGATES").json()["items"]
    assert _states(api, entry) == ["live"]

    api.post(f"/relations/{eases['id']}/reject")
    assert _states(api, entry) == ["rejected"]

    api.post(
        "/relations",
        {
            "subject_id": eases["subject"]["id"],
            "predicate": "MITIGATES",
            "object_id": eases["object"]["id"],
        },
    )
    assert _states(api, entry) == ["live"]

    api.delete(f"/relations/{eases['id']}")
    assert _states(api, entry) == ["withdrawn"]


def test_a_statement_about_what_was_deleted_counts_no_more(api: Api) -> None:
    entry = api.say("Felt anxious. Yoga helped.")["entry"]["id"]

    api.delete(f"/entities/{api.entity('Yoga')['id']}")

    assert _states(api, entry) == ["withdrawn"]


def test_what_was_read_without_the_model_can_be_read_again_alone(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = StubReader._read

    def without(reader: StubReader, text: str) -> Reading:
        return replace(whole(reader, text), note="model:timeout" if "slow" in text else None)

    monkeypatch.setattr(StubReader, "_read", without)
    api.post("/entries?wait=read", {"text": "Yoga."})
    slow = api.post("/entries?wait=read", {"text": "Yoga, slow."}).json()["entry"]
    assert (slow["state"], slow["reason"]) == ("read", "model:timeout")
    monkeypatch.setattr(StubReader, "_read", whole)

    assert api.post("/entries/reread?without_model=true").json() == {"n_queued": 1}
    api.post("/entries?wait=read", {"text": "Yoga, last of all."})

    entry = api.get(f"/entries/{slow['id']}").json()
    assert (entry["state"], entry["reason"]) == ("read", None)
    assert api.post("/entries/reread?without_model=true").json() == {"n_queued": 0}
