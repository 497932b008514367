"""Words of a crisis at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal

DARK = "Yoga with Priya, and I want to kill myself."
HELP = "findahelpline.com"


def test_an_entry_is_answered_with_help_and_stays_unread(terminal: Terminal) -> None:
    logged = terminal.ok("log", DARK)
    assert HELP in logged.out
    assert "stored" in logged.err
    assert "aria entry allow-reading" in logged.err
    assert terminal.json("entity", "list")["items"] == []
    shown = terminal.ok("entry", "show").out
    assert "unread: care" in shown
    assert DARK in shown


def test_a_mood_is_answered_too_and_counts(terminal: Terminal) -> None:
    noted = terminal.ok("mood", "2", "--feeling", "empty", "--because", "I want to die.")
    assert HELP in noted.out
    assert "not known as a feeling" not in noted.err
    (entry,) = terminal.json("entry", "list", "--form", "MoodCheckIn")["items"]
    assert (entry["mood"], entry["state"]) == (2, "unread")


def test_with_json_the_answer_holds_it(terminal: Terminal) -> None:
    answer = terminal.json("log", DARK)
    assert answer["care"]["concern"] == "self_harm"
    assert HELP in answer["care"]["text"]
    assert answer["entry"]["state"] == "unread"
    assert terminal.json("log", "Yoga helped.")["care"] is None
    assert terminal.json("read", DARK)["care"]["concern"] == "self_harm"


def test_reading_without_keeping_says_so(terminal: Terminal) -> None:
    shown = terminal.ok("read", DARK)
    assert HELP in shown.out
    assert "nothing was kept" in shown.err
    assert "Priya" not in shown.out.replace(DARK, "")


def test_the_user_has_it_read(terminal: Terminal) -> None:
    terminal.ok("log", DARK)
    terminal.ok("reread", "--all")
    assert terminal.json("entity", "list")["items"] == []

    allowed = terminal.ok("entry", "allow-reading", "last")
    assert "2 things read" in allowed.out
    assert HELP not in allowed.out
    names = {item["name"] for item in terminal.json("entity", "list")["items"]}
    assert names == {"Yoga", "Priya"}


def test_an_edit_is_answered_as_well(terminal: Terminal) -> None:
    terminal.ok("log", "Yoga with Priya.")
    assert HELP in terminal.ok("entry", "edit", "last", "--text", DARK).out
    assert terminal.json("entity", "list")["items"] == []
    assert "2 things read" in terminal.ok("entry", "edit", "last", "--text", "Yoga, Priya.").out


def test_a_text_that_cannot_be_used_is_named_at_the_start(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIA_CARE_TEXT_FILE", str(tmp_path / "nowhere.txt"))
    refused = terminal("log", "Yoga helped.")

    assert refused.code != 0
    assert "ARIA_CARE_TEXT_FILE" in refused.err
    assert "cannot be read" in refused.err
