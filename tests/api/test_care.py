"""Words of a crisis over HTTP: whoever hands them in gets the text, and decides on reading them."""

from __future__ import annotations

from pathlib import Path

import pytest
import structlog

from graph_aria import bootstrap
from tests.api.harness import Api, StubReader, problem_of

DARK = "Yoga with Priya, and afterwards I want to kill myself."
ABUSED = "My husband hit me again, after yoga with Priya."


@pytest.fixture
def own(api: Api) -> str:
    """What ARIA says when no other text is set."""
    text = api.opened.faculties.care_text
    assert "findahelpline.com" in text
    return text


@pytest.mark.parametrize("query", ["", "?wait=read"])
def test_an_entry_and_a_mood_are_stored_with_an_answer(api: Api, own: str, query: str) -> None:
    care = {"concern": "self_harm", "text": own}
    entry = api.post(f"/entries{query}", {"text": DARK, "mood": 2})
    mood = api.post(f"/moods{query}", {"mood": 1, "feelings": ["empty"], "because": DARK})
    api.settle()

    for answer in (entry, mood):
        assert answer.status_code == 201
        assert answer.json()["care"] == care
        shown = api.get(f"/entries/{answer.json()['entry']['id']}").json()
        assert (shown["state"], shown["reason"]) == ("unread", "care")
        assert "allow-reading" in shown["remedy"]
    assert api.get("/moods/days").json()["days"][0]["mood"] == 1.5
    assert api.get("/entities").json()["items"] == []
    abused = api.post("/entries", {"text": ABUSED}).json()
    assert abused["care"] == {"concern": "abuse", "text": own}


def test_nothing_is_said_to_other_words_or_to_what_was_imported(api: Api) -> None:
    assert api.say("Yoga with Priya, this deadline is killing me.")["care"] is None
    imported = api.post("/entries?wait=read", {"text": DARK, "origin": "import:notes"}).json()
    assert imported["care"] is None
    assert imported["entry"]["reason"] == "care"


def test_what_is_told_by_meaning_is_answered_and_not_read(api: Api, own: str) -> None:
    answer = api.post("/entries?wait=read", {"text": "Yoga with Priya. All is BLEAK now."}).json()

    assert answer["care"] == {"concern": "self_harm", "text": own}
    assert answer["entry"]["reason"] == "care"
    assert api.get("/entities").json()["items"] == []


def test_a_second_try_is_answered_as_the_first_was(api: Api) -> None:
    answers = [
        api.post("/entries", {"text": DARK}, headers={"Idempotency-Key": "k"}).json()
        for _ in range(2)
    ]

    assert [each["created"] for each in answers] == [True, False]
    assert answers[0]["care"] == answers[1]["care"] != None  # noqa: E711 - of a chain


def test_it_is_read_once_the_user_asks(api: Api) -> None:
    entry_id = api.say(DARK)["entry"]["id"]
    assert api.post(f"/entries/{entry_id}/reread").json() == {"n_queued": 1}
    api.settle()
    assert api.get(f"/entries/{entry_id}").json()["state"] == "unread"

    allowed = api.post(f"/entries/{entry_id}/allow-reading?wait=read")

    assert allowed.status_code == 200
    assert allowed.json()["care"] is None
    assert allowed.json()["entry"]["state"] == "read"
    assert {each["name"] for each in api.get("/entities").json()["items"]} == {"Yoga", "Priya"}
    again = api.post(f"/entries/{entry_id}/allow-reading?wait=read").json()
    assert again["entry"]["state"] == "read"
    problem_of(api.post("/entries/unknown/allow-reading"), 404)


def test_who_may_only_read_cannot_allow_it(api: Api) -> None:
    entry_id = api.say(DARK)["entry"]["id"]
    reader = api.new_token("Maya", read_only=True)

    problem_of(api.post(f"/entries/{entry_id}/allow-reading", token=reader), 403)


def test_an_edit_is_answered_by_what_it_makes_of_the_words(api: Api, own: str) -> None:
    entry_id = api.say("Yoga with Priya.")["entry"]["id"]

    dark = api.patch(f"/entries/{entry_id}?wait=read", {"text": DARK}).json()
    assert dark["care"] == {"concern": "self_harm", "text": own}
    assert dark["reading"]["phrases"] == [] or {
        phrase["state"] for phrase in dark["reading"]["phrases"]
    } == {"retired"}
    light = api.patch(f"/entries/{entry_id}?wait=read", {"text": "Yoga with Priya."}).json()
    assert (light["care"], light["entry"]["state"]) == (None, "read")


def test_a_preview_says_so_and_reads_nothing(api: Api, own: str) -> None:
    shown = api.post("/read", {"text": DARK}).json()

    assert shown["care"] == {"concern": "self_harm", "text": own}
    assert (shown["unread"], shown["phrases"], shown["memories"]) == ("care", [], [])
    assert api.post("/read", {"text": "Yoga helped."}).json()["care"] is None


def test_a_turn_is_answered_its_reply_is_not(api: Api, own: str) -> None:
    talk = api.post("/conversations", {}).json()["id"]
    path = f"/conversations/{talk}/messages"
    turn = api.post(path, {"role": "user", "text": DARK}).json()
    reply = api.post(path, {"role": "assistant", "text": "I want to kill myself, you say."}).json()
    api.settle()

    assert turn["care"] == {"concern": "self_harm", "text": own}
    assert reply["care"] is None
    assert api.get(f"/entries/{turn['message']['entry_id']}").json()["reason"] == "care"
    assert api.get("/entities").json()["items"] == []


def test_neither_figures_nor_logs_tell_of_it(api: Api) -> None:
    with structlog.testing.capture_logs() as logged:
        dark = api.post("/entries?wait=read", {"text": DARK}).json()["entry"]["id"]
    figures = api.get("/metrics", token=None).text

    assert logged
    for word in (dark, "care", "crisis", "self_harm", "concern", "kill myself"):
        assert word not in figures
        assert word not in str(logged)
    assert "kill myself" not in api.get("/jobs").text


def test_another_text_takes_the_place_of_the_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    file = tmp_path / "care.txt"
    file.write_text("Call Nora, 555.\n", "utf-8")
    with Api(tmp_path, care_text_file=file) as api:
        api.token = api.new_token(api.add_profile("Maya"))

        assert api.say(DARK)["care"]["text"] == "Call Nora, 555."
