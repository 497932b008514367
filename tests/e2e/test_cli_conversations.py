"""Conversations at a terminal."""

from __future__ import annotations

import pytest

from graph_aria.cli.session import Session
from tests.e2e.terminal import Terminal


@pytest.fixture
def talk(terminal: Terminal) -> str:
    """The id of a conversation that some client led."""
    terminal.ok("settings")
    with Session(as_json=False, profile=None) as session:
        made = session.post("/conversations", {"external_id": "chat-1", "namespace": "work"})
        path = f"/conversations/{made['id']}/messages"
        session.post(path, {"role": "user", "text": "Yoga with Priya helped."})
        session.post(path, {"role": "assistant", "text": "Good to hear!"})
        session.post(path, {"role": "user", "text": "Good night."})
        session.post(path, {"role": "assistant", "text": "Good ni", "cut": True})
    return str(made["id"])


def test_where_nothing_was_said_it_is_told_so(terminal: Terminal) -> None:
    assert terminal.ok("conversation", "list").out == "no conversations yet\n"
    shown = terminal("conversation", "show")
    assert shown.code == 3
    assert "no conversation yet" in shown.err.lower()


def test_conversations_are_listed_and_shown(terminal: Terminal, talk: str) -> None:
    listed = terminal.ok("conversation", "list").out
    assert talk[-8:] in listed
    assert "namespace work" in listed
    assert [each["id"] for each in terminal.json("conversation", "list")["items"]] == [talk]
    for arguments in ([], [talk], [talk[-8:]], ["last"]):
        shown = terminal.ok("conversation", "show", *arguments).out
        assert "Yoga with Priya helped." in shown
        assert "reply (cut)" in shown
    few = terminal.ok("conversation", "show", "--limit", "2")
    assert "Yoga" not in few.out
    assert "--limit" in few.err + few.out
    assert len(terminal.json("conversation", "show")["messages"]["items"]) == 4


def test_a_conversation_is_forgotten_and_remembered(terminal: Terminal, talk: str) -> None:
    names = {item["name"] for item in terminal.json("entity", "list")["items"]}
    assert {"Yoga", "Priya"} <= names
    assert "withdrawn" in terminal.ok("conversation", "remember", talk[-8:], "off").out
    assert terminal.json("entity", "list")["items"] == []
    assert "not remembered" in terminal.ok("conversation", "list").out
    terminal.ok("reread", "--all")
    assert terminal.json("entity", "list")["items"] == []
    assert "read again" in terminal.ok("conversation", "remember", "last", "on").out
    assert {item["name"] for item in terminal.json("entity", "list")["items"]} == names
    assert "SWITCH is on or off" in terminal("conversation", "remember", talk, "maybe").err
