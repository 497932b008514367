"""Talking with ARIA over HTTP, and seeing what she draws on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from graph_aria import bootstrap
from tests.api.harness import Api, StubReader, problem_of
from tests.scripted_model import KEY, MODEL, Request, ScriptedModel, Step, failing, saying

SAID = "Yoga with Priya sounds good. How did it go?"
TURN = "Yoga with Priya helped."


@pytest.fixture
def api(tmp_path: Path, scripted: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    """With Maya's profile, and a chat model that says one thing."""
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    scripted.script(saying(SAID))
    given: dict[str, Any] = {
        "llm_base_url": scripted.base_url,
        "chat_model": MODEL,
        "llm_api_key": KEY,
    }
    with Api(tmp_path, **given) as made:
        made.token = made.new_token(made.add_profile("Maya"))
        yield made


def events_of(answer: httpx.Response) -> list[tuple[str, str | None, dict[str, Any]]]:
    """Name, id and data of each event."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    found = []
    for block in answer.text.strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if line[0] != ":")
        if lines:
            found.append((lines["event"], lines.get("id"), json.loads(lines["data"])))
    return found


def chat(api: Api, text: str = TURN, **fields: Any) -> dict[str, Any]:
    """A turn with its whole reply."""
    answer = api.post("/chat", {"text": text, **fields}, headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def heard(events: list[tuple[str, str | None, dict[str, Any]]]) -> str:
    return "".join(data["text"] for name, _, data in events if name == "piece")


def messages(api: Api, talk: str) -> list[tuple[str, str, bool]]:
    page = api.get(f"/conversations/{talk}/messages").json()
    return [(each["role"], each["text"], each["cut"]) for each in page["items"]]


def test_a_turn_is_answered_event_by_event_and_kept(api: Api) -> None:
    events = events_of(api.post("/chat", {"text": TURN}))
    turn, done = events[0][2], events[-1][2]
    assert [name for name, _, _ in events][:2] == ["turn", "piece"]
    assert (events[0][0], events[-1][0]) == ("turn", "done")
    assert turn["created"] is True
    assert heard(events) == done["text"] == SAID
    assert (done["state"], done["by"], done["model"]) == ("finished", "model", MODEL)
    assert done["note"] is None
    assert messages(api, turn["conversation_id"]) == [
        ("user", TURN, False),
        ("assistant", SAID, False),
    ]
    api.settle()
    # Only what the user said becomes knowledge.
    assert api.get(f"/entries/{turn['turn_id']}").json()["state"] == "read"
    assert api.entity("Priya")["name"] == "Priya"


def test_the_conversation_goes_on_and_the_model_is_told_what_was_said(
    api: Api, scripted: ScriptedModel
) -> None:
    first = chat(api)
    second = chat(api, "And now?", conversation_id=first["conversation_id"])
    assert second["conversation_id"] == first["conversation_id"]
    sent = scripted.requests[-1].body["messages"]
    assert SAID in str(sent)
    assert sent[-1]["content"].endswith("And now?")
    assert chat(api, "Something else.")["conversation_id"] != first["conversation_id"]


def test_who_comes_back_hears_what_was_said_after_the_last_event(api: Api) -> None:
    events = events_of(api.post("/chat", {"text": TURN}))
    turn = events[0][2]["turn_id"]
    for n, (name, event_id, _) in enumerate(events):
        if name != "piece":
            continue
        rest = events_of(api.get(f"/chat/{turn}/events", headers={"Last-Event-ID": str(event_id)}))
        assert heard(events[: n + 1]) + heard(rest) == SAID
        assert rest[-1][0] == "done"
    for last in ("end", "9999"):
        rest = events_of(api.get(f"/chat/{turn}/events", headers={"Last-Event-ID": last}))
        assert [name for name, _, _ in rest] == ["turn", "done"]
    assert heard(events_of(api.get(f"/chat/{turn}/events"))) == SAID
    whole = api.get(f"/chat/{turn}/events", headers={"Accept": "application/json"}).json()
    assert whole == events[-1][2]
    for wrong in ("-1", "x", "1.5", "٣"):
        headers = {"Last-Event-ID": wrong.encode()}
        problem_of(api.get(f"/chat/{turn}/events", headers=headers), 422)


def test_a_slow_model_is_waited_for_with_a_sign_of_life(
    api: Api, scripted: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.api.routers.chat.BEAT_SECONDS", 0.05)
    scripted.script(saying(SAID, delay=0.4))
    answer = api.post("/chat", {"text": TURN})
    assert answer.text.count(": still here\n\n") >= 3
    assert heard(events_of(answer)) == SAID


def test_after_a_restart_the_reply_is_given_from_the_store(
    tmp_path: Path, scripted: ScriptedModel, api: Api
) -> None:
    turn = chat(api)["turn_id"]
    api.opened.replies._lives.clear()  # as a restart does
    events = events_of(api.get(f"/chat/{turn}/events"))
    assert [name for name, _, _ in events] == ["turn", "piece", "done"]
    assert heard(events) == SAID
    rest = events_of(api.get(f"/chat/{turn}/events", headers={"Last-Event-ID": "10"}))
    assert heard(rest) == SAID[10:]
    assert len(scripted.requests) == 1


@pytest.mark.parametrize("how", ["body", "header"])
def test_the_same_request_is_answered_once(api: Api, scripted: ScriptedModel, how: str) -> None:
    headers = {"Idempotency-Key": "k-1"} if how == "header" else {}
    fields = {"external_id": "k-1"} if how == "body" else {}
    answers = [api.post("/chat", {"text": TURN, **fields}, headers=headers) for _ in range(3)]
    events = [events_of(answer) for answer in answers]
    assert {each[0][2]["turn_id"] for each in events} == {events[0][0][2]["turn_id"]}
    assert [each[0][2]["created"] for each in events] == [True, False, False]
    assert [heard(each) for each in events] == [SAID] * 3
    assert len(scripted.requests) == 1
    assert len(api.get("/conversations").json()["items"]) == 1
    problem = problem_of(api.post("/chat", {"text": "Other.", **fields}, headers=headers), 409)
    assert problem["code"] == "idempotency_mismatch"


def test_with_remember_off_nothing_is_learned(api: Api) -> None:
    first = chat(api, remember=False)
    talk = first["conversation_id"]
    assert api.get(f"/conversations/{talk}").json()["remember"] is False
    api.settle()
    assert api.get("/entities", params={"query": "Priya"}).json()["items"] == []
    # And in one that was remembered it withdraws what was learned.
    other = chat(api)["conversation_id"]
    api.settle()
    assert api.entity("Priya")
    chat(api, "Not this.", conversation_id=other, remember=False)
    api.settle()
    assert api.get("/entities", params={"query": "Priya"}).json()["items"] == []
    assert messages(api, other)[0] == ("user", TURN, False)


def test_without_a_model_aria_answers_offline_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    with Api(tmp_path) as api:
        api.add_profile("Maya")
        reply = chat(api)
        assert (reply["by"], reply["model"], reply["note"]) == ("offline", None, None)
        assert reply["text"].startswith("(Offline")


FAULTS = {
    "key": (failing(401), "ARIA_LLM_API_KEY"),
    "model": (failing(404), "ARIA_CHAT_MODEL"),
    "nothing": (saying(""), "ARIA_CHAT_MODEL"),
}


@pytest.mark.parametrize(("step", "names"), FAULTS.values(), ids=FAULTS.keys())
def test_a_model_that_gives_nothing_is_told_with_its_remedy(
    api: Api, scripted: ScriptedModel, step: Step, names: str
) -> None:
    scripted.script(step)
    reply = chat(api)
    assert (reply["by"], reply["state"]) == ("offline", "finished")
    assert names in reply["note"]
    assert names in reply["text"]
    assert messages(api, reply["conversation_id"])[0] == ("user", TURN, False)


def test_a_model_that_is_left_alone_shows_in_doctor(api: Api, scripted: ScriptedModel) -> None:
    def chat_finding() -> dict[str, Any]:
        findings = api.get("/doctor", token=api.secret).json()["findings"]
        return next(dict(each) for each in findings if each["what"] == "chat")

    assert chat_finding()["state"] == "ok"
    assert MODEL in chat_finding()["detail"]
    scripted.script(failing(401))
    chat(api)
    assert chat_finding()["state"] == "degraded"
    assert "ARIA_LLM_API_KEY" in chat_finding()["remedy"]


def test_a_model_that_dies_in_mid_answer_leaves_what_came(
    api: Api, scripted: ScriptedModel
) -> None:
    scripted.script(saying(SAID, cut=700))
    reply = chat(api)
    assert (reply["state"], reply["by"]) == ("cut", "model")
    assert reply["text"]
    assert SAID.startswith(reply["text"])
    assert reply["note"]
    assert messages(api, reply["conversation_id"])[-1] == ("assistant", reply["text"], True)


def test_when_the_days_tokens_are_used_up_offline_aria_says_so(
    tmp_path: Path, scripted: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    scripted.script(saying(SAID, usage=(4_000, 900)))
    given: dict[str, Any] = {
        "llm_base_url": scripted.base_url,
        "chat_model": MODEL,
        "llm_daily_tokens": 5_000,
    }
    with Api(tmp_path, **given) as api:
        api.add_profile("Maya")
        assert chat(api)["by"] == "model"
        reply = chat(api)
        assert reply["by"] == "offline"
        assert "ARIA_LLM_DAILY_TOKENS" in reply["text"]
        assert len(scripted.requests) == 1


def test_words_of_a_crisis_reach_no_model(api: Api, scripted: ScriptedModel) -> None:
    reply = chat(api, "I want to die.")
    assert (reply["by"], reply["state"]) == ("care", "finished")
    assert reply["text"]
    assert scripted.requests == []
    api.settle()
    assert api.get(f"/entries/{reply['turn_id']}").json()["text"] == "I want to die."


def test_a_preview_shows_the_prompt_and_keeps_nothing(api: Api, scripted: ScriptedModel) -> None:
    api.say("I am allergic to peanuts.")
    (memory,) = api.get("/memories").json()["items"]
    api.post(f"/memories/{memory['id']}/pin")
    n_entries = len(api.get("/entries").json()["items"])
    reading = api.new_token("Maya", read_only=True)
    shown = api.post("/chat/preview", {"text": "Peanuts?"}, token=reading).json()
    assert scripted.requests == []
    assert (shown["model"], shown["window"]) == (MODEL, 4096)
    assert shown["messages"][0]["role"] == "system"
    assert shown["messages"][-1]["text"].endswith("Peanuts?")
    assert shown["memory_ids"] == [memory["id"]]
    assert "allergic to peanuts" in str(shown["messages"])
    assert 0 < shown["n_tokens"] < 4096
    assert sum(shown["parts"].values()) <= shown["n_tokens"] + len(shown["parts"])
    assert set(shown["parts"]) <= set(shown["budgets"])
    assert len(api.get("/entries").json()["items"]) == n_entries
    assert api.get("/conversations").json()["items"] == []
    assert api.get(f"/memories/{memory['id']}").json()["memory"]["access_count"] == 0
    chat(api, "Peanuts?")
    assert [
        {"role": one["role"], "text": one["content"]}
        for one in scripted.requests[-1].body["messages"]
    ] == shown["messages"]


def test_the_context_gives_words_days_and_the_way_to_set_each_right(api: Api) -> None:
    said = api.say("I am allergic to peanuts.")["entry"]
    (memory,) = api.get("/memories").json()["items"]
    api.post(f"/memories/{memory['id']}/pin")
    turn = chat(api, "What may I eat?")["turn_id"]
    context = api.get(f"/chat/{turn}/context").json()
    assert (context["by"], context["model"], context["state"]) == ("model", MODEL, "finished")
    (used,) = context["memories"]
    assert used["memory"]["text"] == "The user is allergic to peanuts."
    assert used["stale"] is False
    assert [(each["text"], each["day"]) for each in used["quotes"]] == [
        ("I am allergic to peanuts", "2026-11-03")
    ]
    assert used["quotes"][0]["entry_id"] == said["id"]
    assert sum(context["parts"].values()) > 0
    assert all(n <= context["budgets"][part] for part, n in context["parts"].items())
    ways = {way["does"]: way for way in used["ways"]}
    right = ways["correct it"]
    body = {**right["body"], "text": "I am allergic to walnuts."}
    assert api.call(right["method"], right["path"], json=body).status_code == 200
    assert api.call(ways["forget it"]["method"], ways["forget it"]["path"]).status_code == 200
    # What was deleted since is simply gone.
    assert api.get(f"/chat/{turn}/context").json()["memories"] == []
    read_only = api.new_token("Maya", read_only=True)
    assert api.get(f"/chat/{turn}/context", token=read_only).status_code == 200


def test_the_context_shows_what_the_life_chapter_told(api: Api, scripted: ScriptedModel) -> None:
    said = api.say("I was anxious. Yoga with Priya helped.")["entry"]
    turn = chat(api, "What would cheer me up?")["turn_id"]
    sent = str(scripted.requests[-1].body["messages"])
    context = api.get(f"/chat/{turn}/context").json()
    told = context["told"]
    found = {each["id"] for each in context["relations"]}
    assert "Yoga eases anxiety" in {each["sentence"] for each in told["relations"]}
    assert not found & {each["id"] for each in told["relations"]}
    named = {each["entity"]["name"]: each for each in told["entities"]}
    assert {"Yoga", "Priya"} <= set(named)
    assert all(f"- {name}" in sent for name in named)
    for each in (*told["relations"], named["Priya"]):
        (quote, *_) = each["quotes"]
        assert (quote["entry_id"], quote["day"]) == (said["id"], "2026-11-03")
        assert quote["text"] in "I was anxious. Yoga with Priya helped."
    ways = {way["does"]: way for way in named["Priya"]["ways"]}
    right = ways["give it another name"]
    assert api.call(right["method"], right["path"], json={"name": "Priya S."}).status_code == 200
    assert api.call(ways["forget it"]["method"], ways["forget it"]["path"]).status_code == 200
    # Ids alone were kept: what was deleted since is simply gone.
    again = api.get(f"/chat/{turn}/context").json()["told"]["entities"]
    assert "Priya" not in str([each["entity"] for each in again])


@pytest.mark.parametrize("what", ["conversation", "profile"])
def test_what_is_deleted_as_a_whole_takes_what_was_said_along(api: Api, what: str) -> None:
    reply = chat(api)
    chat(api, "And now?", conversation_id=reply["conversation_id"])
    assert len(api.opened.replies._lives) == 2
    if what == "conversation":
        assert api.delete(f"/conversations/{reply['conversation_id']}").status_code == 200
    else:
        assert api.delete("/profiles/Maya", token=api.secret).status_code == 200
    assert api.opened.replies._lives == {}


def test_a_turn_that_is_deleted_takes_its_reply_and_context_along(api: Api) -> None:
    turn = chat(api)["turn_id"]
    assert turn in api.opened.replies._lives
    api.delete(f"/entries/{turn}")
    assert api.opened.replies._lives == {}
    problem_of(api.get(f"/chat/{turn}/events"), 404)
    problem_of(api.get(f"/chat/{turn}/context"), 404)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "text"),
        ({"text": ""}, "empty"),
        ({"text": " \n"}, "empty"),
        ({"text": "a\x00"}, "NUL"),
        ({"text": "x", "remember": "no"}, "remember"),
        ({"text": "x", "zone": "Mars"}, "zone"),
        ({"text": "x", "occurred_at": "2026-11-03T10:00:00Z"}, "occurred_at"),
        ({"text": "x", "conversation_id": "c", "namespace": "work"}, "namespace"),
    ],
)
def test_what_cannot_be_said_is_refused_and_begins_nothing(
    api: Api, scripted: ScriptedModel, body: dict[str, Any], says: str
) -> None:
    assert says in str(problem_of(api.post("/chat", body), 422))
    assert scripted.requests == []
    assert api.get("/conversations").json()["items"] == []


def test_what_is_not_there_or_not_ones_own_is_not_found(api: Api) -> None:
    first = chat(api)
    turn, talk = first["turn_id"], first["conversation_id"]
    api.add_profile("Tom")
    tom = api.new_token("Tom")
    for token, where in ((tom, talk), (api.token, "nothing")):
        body = {"text": "x", "conversation_id": where}
        problem_of(api.post("/chat", body, token=token), 404)
        problem_of(api.post("/chat/preview", body, token=token), 404)
    for path in (f"/chat/{turn}/events", f"/chat/{turn}/context"):
        problem_of(api.get(path, token=tom), 404)
        problem_of(api.get(path.replace(turn, "nothing")), 404)
    journal = api.say("Yoga.")["entry"]["id"]
    problem_of(api.get(f"/chat/{journal}/events"), 404)
    problem_of(api.get(f"/chat/{journal}/context"), 404)
    reading = api.new_token("Maya", read_only=True)
    problem_of(api.post("/chat", {"text": "x"}, token=reading), 403)
    problem_of(api.post("/chat", {"text": "x"}, token=None), 401)
    assert api.get(f"/chat/{turn}/events", token=reading).status_code == 200


def test_what_the_model_is_sent_never_names_the_key_or_another_profile(
    api: Api, scripted: ScriptedModel
) -> None:
    api.say("I am allergic to peanuts.")
    api.add_profile("Tom")
    tom = api.new_token("Tom")

    def answer(request: Request) -> Step:
        assert KEY not in json.dumps(request.body)
        return saying(SAID)

    scripted.script(answer)
    done = api.post(
        "/chat", {"text": "Peanuts?"}, token=tom, headers={"Accept": "application/json"}
    )
    assert done.json()["by"] == "model"
    assert "allergic" not in json.dumps(scripted.requests[-1].body)
