"""Conversations over HTTP: a developer hands in the messages of their own chat client."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.api.harness import Api, problem_of


def begin(api: Api, **fields: Any) -> str:
    answer = api.post("/conversations", fields)
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"].endswith(answer.json()["id"])
    return str(answer.json()["id"])


def hand_in(api: Api, talk: str, role: str, text: str, **fields: Any) -> dict[str, Any]:
    body = {"role": role, "text": text, **fields}
    answer = api.post(f"/conversations/{talk}/messages", body)
    assert answer.is_success, answer.text
    assert answer.status_code == (201 if answer.json()["created"] else 200)
    return dict(answer.json())


def told(api: Api, talk: str, **query: Any) -> list[tuple[str, str, bool]]:
    page = api.get(f"/conversations/{talk}/messages", params=query).json()
    return [(each["role"], each["text"], each["cut"]) for each in page["items"]]


def test_a_conversation_is_begun_once_for_each_id_of_a_client(api: Api) -> None:
    talk = begin(api, external_id="chat-1", namespace="work")
    again = api.post("/conversations", {"external_id": "chat-1", "remember": False})
    assert again.status_code == 200
    assert again.json()["id"] == talk
    assert api.get(f"/conversations/{talk}").json() == again.json()
    assert again.json()["remember"] is False
    assert again.json()["namespace"] == "work"
    same = api.post("/conversations", {"external_id": "chat-1", "remember": True})
    assert same.json() == again.json()
    other = begin(api, remember=False)
    listed = api.get("/conversations").json()["items"]
    assert {each["id"] for each in listed} == {talk, other}
    assert api.get(f"/conversations/{other}").json()["remember"] is False


def test_only_what_the_user_says_is_learned_once_there_is_a_reply(api: Api) -> None:
    talk = begin(api)
    turn = hand_in(api, talk, "user", "Felt anxious.", external_id="1")["message"]["entry_id"]
    again = hand_in(api, talk, "user", "Felt anxious.", external_id="1")
    assert (again["created"], again["message"]["entry_id"]) == (False, turn)
    assert api.get(f"/entries/{turn}").json()["state"] == "pending"
    reply = hand_in(api, talk, "assistant", "Maybe yoga with Priya helped?")
    assert reply["message"]["entry_id"] == turn
    assert not hand_in(api, talk, "assistant", "Maybe yoga with Priya helped?")["created"]
    api.settle()
    shown = api.get(f"/entries/{turn}").json()
    assert (shown["state"], shown["form"]) == ("read", "Turn")
    assert {each["name"] for each in api.get("/entities").json()["items"]} >= {"anxiety"}
    assert api.get("/entities", params={"query": "Priya"}).json()["items"] == []
    assert told(api, talk) == [
        ("user", "Felt anxious.", False),
        ("assistant", "Maybe yoga with Priya helped?", False),
    ]


def test_a_turn_without_a_reply_is_read_when_the_next_one_comes(api: Api) -> None:
    talk = begin(api)
    first = hand_in(api, talk, "user", "Yoga.")["message"]["entry_id"]
    hand_in(api, talk, "user", "Work.")
    api.settle()
    assert api.get(f"/entries/{first}").json()["state"] == "read"
    assert told(api, talk) == [
        ("user", "Yoga.", False),
        ("assistant", "", True),
        ("user", "Work.", False),
    ]
    hand_in(api, talk, "assistant", "Half an ans", cut=True)
    assert told(api, talk)[-1] == ("assistant", "Half an ans", True)


def test_messages_come_in_parts_from_the_last_to_the_first(api: Api) -> None:
    talk = begin(api)
    for n in range(5):
        api.clock.at += timedelta(minutes=1)
        hand_in(api, talk, "user", f"turn {n}")
        hand_in(api, talk, "assistant", f"reply {n}")
    everything = told(api, talk)
    assert len(everything) == 10
    for limit in (2, 3, 4, 9, 10):
        parts: list[dict[str, Any]] = []
        cursor = None
        while True:
            query = {"limit": limit} | ({"cursor": cursor} if cursor else {})
            page = api.get(f"/conversations/{talk}/messages", params=query).json()
            assert 0 < len(page["items"]) <= limit
            assert page["items"][0]["role"] == "user"
            parts[:0] = page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                break
        assert [(each["role"], each["text"], each["cut"]) for each in parts] == everything


def test_what_was_learned_from_a_conversation_is_withdrawn_and_learned_again(api: Api) -> None:
    talk = begin(api)
    turn = hand_in(api, talk, "user", "Yoga with Priya.")["message"]["entry_id"]
    hand_in(api, talk, "assistant", "Nice.")
    api.settle()
    known = api.get("/entities").json()["items"]
    assert {each["name"] for each in known} >= {"Yoga", "Priya"}

    off = api.patch(f"/conversations/{talk}", {"remember": False})
    assert (off.status_code, off.json()["remember"]) == (200, False)
    api.settle()
    assert api.get("/entities", params={"query": "Priya"}).json()["items"] == []
    shown = api.get(f"/entries/{turn}").json()
    assert (shown["state"], shown["reason"]) == ("unread", "conversation:off")
    assert shown["text"] == "Yoga with Priya."
    assert "aria conversation remember" in shown["remedy"]
    api.post("/entries/reread")
    api.settle()
    assert api.get("/entities", params={"query": "Priya"}).json()["items"] == []

    api.patch(f"/conversations/{talk}", {"remember": True})
    api.settle()
    names = {each["name"] for each in api.get("/entities").json()["items"]}
    assert names == {each["name"] for each in known}


def test_a_turn_is_deleted_with_its_reply(api: Api) -> None:
    talk = begin(api)
    turn = hand_in(api, talk, "user", "A zorblax.")["message"]["entry_id"]
    hand_in(api, talk, "assistant", "What is a qwyxol?")
    proof = api.delete(f"/entries/{turn}?prove=true").json()
    assert (proof["proved"], proof["found"]) == (True, [])
    assert told(api, talk) == []


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"role": "system", "text": "x"}, "role"),
        ({"role": "user"}, "text"),
        ({"role": "user", "text": " "}, "empty"),
        ({"role": "user", "text": "x", "cut": True}, "only an assistant's message is cut"),
        ({"role": "assistant", "text": "x", "external_id": "1"}, "only a user's message"),
        ({"role": "user", "text": "x", "occurred_at": "2026-11-03"}, "time"),
        ({"role": "user", "text": "x", "name": "y"}, "name"),
    ],
)
def test_a_message_that_is_none_is_refused_with_what_is_wrong(
    api: Api, body: dict[str, Any], says: str
) -> None:
    talk = begin(api)
    problem = problem_of(api.post(f"/conversations/{talk}/messages", body), 422)
    assert says in str(problem)
    assert told(api, talk) == []


def test_what_is_not_there_or_not_ones_own_is_not_found(api: Api) -> None:
    talk = begin(api)
    api.add_profile("Tom")
    tom = api.new_token("Tom")
    for method, path, body in (
        ("GET", f"/conversations/{talk}", None),
        ("GET", f"/conversations/{talk}/messages", None),
        ("PATCH", f"/conversations/{talk}", {"remember": False}),
        ("POST", f"/conversations/{talk}/messages", {"role": "user", "text": "x"}),
        ("POST", f"/conversations/{talk}/messages", {"role": "assistant", "text": "x"}),
    ):
        problem_of(api.call(method, path, json=body, token=tom), 404)
        problem_of(api.call(method, path.replace(talk, "nothing"), json=body), 404)
    reading = api.new_token("Maya", read_only=True)
    problem_of(
        api.call("PATCH", f"/conversations/{talk}", json={"remember": False}, token=reading), 403
    )
    problem_of(api.get(f"/conversations/{talk}/messages?cursor=nonsense"), 422)
    problem_of(api.post(f"/conversations/{talk}/messages", {"role": "assistant", "text": "x"}), 409)
