"""`aria memory …` as a person uses it, with a reader that knows a few sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.terminal import Terminal

STORY = "I am allergic to peanuts. I love swimming."


@pytest.fixture
def known(terminal: Terminal) -> Terminal:
    terminal.ok("log", STORY)
    return terminal


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Somebody at the terminal, who answers what is given here."""
    answers: list[str] = []
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)
    monkeypatch.setattr("typer.prompt", lambda *_, **__: answers.pop(0))
    monkeypatch.setattr("typer.confirm", lambda *_, **__: answers.pop(0) == "y")
    yield answers
    assert not answers


def memories(terminal: Terminal, *arguments: str) -> list[dict[str, Any]]:
    return list(terminal.json("memory", "list", *arguments)["items"])


def test_what_is_known_is_listed_searched_and_shown_with_the_words(known: Terminal) -> None:
    assert "The user loves swimming." in known.ok("memory").out
    found = known.ok("memory", "list", "--search", "what can I not eat").out
    assert "peanuts" in found
    assert "swimming" not in found
    shown = known.ok("memory", "show", "peanuts").out
    assert "“I am allergic to peanuts”" in shown
    assert "you said so" in shown
    assert "current: it holds" in shown
    assert memories(known, "--category", "health")[0]["text"] == "The user is allergic to peanuts."
    assert known("memory", "list", "--category", "boats").code == 2
    nothing = known.ok("memory", "list", "--search", "sailing boats").out
    assert "nothing is known with that" in nothing


def test_an_entry_shows_what_was_learned_from_it(known: Terminal) -> None:
    assert "2 memories" in known.ok("log", STORY).out
    assert "The user loves swimming." in known.ok("entry", "show").out
    told = known.ok("log", "my password is hunter2hunter2")
    assert "was not remembered" in told.err
    assert "was not remembered" in known.ok("entry", "show").out


def test_a_preview_says_what_would_be_remembered_and_why_not(known: Terminal) -> None:
    told = known.ok("read", "I hate swimming. my password is hunter2hunter2").out

    assert "it would take the place" in told
    assert "never remembered" in told
    assert len(memories(known, "--state", "all")) == 2


def test_a_memory_is_meant_by_its_words_the_end_of_its_id_or_its_id(known: Terminal) -> None:
    full = memories(known, "--search", "swimming")[0]["id"]

    for reference in (full, full[-8:], "swimming", "LOVES SWIMMING"):
        assert known.json("memory", "show", reference)["memory"]["id"] == full
    many = known("memory", "show", "user")
    assert many.code in {3, 4}
    assert known("memory", "show", "sailing").code == 3
    assert "aria memory list" in known("memory", "show", "deadbeef").err


def test_adding_editing_pinning_and_undoing(terminal: Terminal) -> None:
    terminal.ok("memory", "add", "Ana studies in Oslo.", "--namespace", "office", "--why", "work")
    again = terminal.ok("memory", "add", "Ana studies in Oslo.", "--namespace", "office")
    assert again.out.startswith("confirmed")
    assert memories(terminal, "--namespace", "office")[0]["reason"] == "work"
    terminal.ok("memory", "edit", "Oslo", "Ana studies in Bergen.")
    shown = terminal.ok("memory", "show", "Bergen").out
    assert "Ana studies in Oslo." in shown
    assert "written by hand" in shown
    terminal.ok("memory", "undo", "Bergen")
    assert memories(terminal)[0]["text"] == "Ana studies in Oslo."
    terminal.ok("memory", "pin", "Oslo")
    assert len(memories(terminal, "--pinned")) == 1
    terminal.ok("memory", "unpin", "Oslo")
    terminal.ok("memory", "archive", "Oslo")
    assert memories(terminal) == []
    terminal.ok("memory", "restore", "Oslo")
    assert terminal("memory", "edit", "Oslo").code == 2
    assert terminal("memory", "add", "Ana", "--day", "soon").code == 2
    assert "password" in terminal("memory", "add", "My password is hunter2hunter2").err


def test_remember_and_forget_are_short_for_the_long_ones(terminal: Terminal) -> None:
    terminal.ok("remember", "Ana studies in Oslo.")
    assert len(memories(terminal)) == 1
    terminal.ok("forget", "Ana in Oslo", "--yes")
    assert memories(terminal, "--state", "all") == []


def test_a_day_that_returns_is_told(terminal: Terminal) -> None:
    terminal.ok("memory", "add", "Ana has her birthday on 9 May.", "--day", "05-09")

    assert "returns on " in terminal.ok("memory", "show", "birthday").out
    assert memories(terminal)[0]["category"] == "dates"


def test_deleting_asks_and_tells_what_holds_again(known: Terminal, asked: list[str]) -> None:
    known.ok("log", "I hate swimming.")
    asked.append("y")

    done = known.ok("memory", "delete", "hates", "--prove")

    assert "holds again: The user loves swimming." in done.out
    assert "nothing is left" in done.out or "holds them all" in done.out


def test_nobody_to_ask_means_nothing_is_deleted(known: Terminal) -> None:
    assert known("memory", "delete", "peanuts").code == 2
    assert known("memory", "forget", "swimming").code == 2
    assert len(memories(known)) == 2
    known.ok("memory", "forget", "that I love swimming", "--yes")
    assert [one["text"] for one in memories(known)] == ["The user is allergic to peanuts."]


def test_forget_that_shows_what_goes_and_asks_once(known: Terminal, asked: list[str]) -> None:
    asked.append("none")
    assert known("memory", "forget", "swimming").code == 130
    assert len(memories(known)) == 2
    asked.append("1")
    done = known.ok("memory", "forget", "swimming")
    assert "deleted: The user loves swimming." in done.out
    assert known("memory", "forget", "sailing boats").code == 3


@pytest.mark.parametrize("words", ["", "  ", "the", "that I have it", "the user"])
def test_words_that_tell_nothing_delete_nothing(known: Terminal, words: str) -> None:
    done = known("forget", words, "--yes")

    assert done.code == 2
    assert "name the thing" in done.err
    assert len(memories(known)) == 2


@pytest.mark.parametrize(
    "words",
    ["what can I not eat", "my twin sister", "that I love swimming in Rome", "swimming on Mars"],
)
def test_without_asking_only_what_holds_the_words_goes(known: Terminal, words: str) -> None:
    done = known("forget", words, "--yes")

    assert done.code == 3, done
    assert len(memories(known)) == 2


def test_what_is_only_near_is_offered_at_a_terminal(known: Terminal, asked: list[str]) -> None:
    asked.append("none")
    done = known("forget", "what can I not eat")

    assert done.code == 130
    assert "none holds the words" in done.err
    assert "peanuts" in done.out
    assert len(memories(known)) == 2


def test_other_forms_of_the_words_are_the_words(known: Terminal) -> None:
    done = known.ok("forget", "peanut", "--yes")

    assert "deleted: The user is allergic to peanuts." in done.out
    assert len(memories(known)) == 1


def test_what_is_undone_is_told_and_what_stands_so_is_no_ruling(known: Terminal) -> None:
    known.ok("memory", "pin", "swimming")
    again = known.ok("memory", "pin", "swimming").out
    assert "nothing to do: it was pinned already" in again
    assert "undone: the pin: The user loves swimming." in known.ok("memory", "undo", "swimming").out
    assert known("memory", "undo", "swimming").code != 0
    assert "it was not pinned" in known.ok("memory", "unpin", "swimming").out
    assert "it was not put away" in known.ok("memory", "restore", "swimming").out
    known.ok("memory", "archive", "swimming")
    assert "it was put away already" in known.ok("memory", "archive", "swimming").out
    assert "undone: putting it away" in known.ok("memory", "undo", "swimming").out


def test_after_an_edit_is_undone_its_first_words_stand_in_the_history(known: Terminal) -> None:
    known.ok("memory", "edit", "swimming", "The user loves rowing.")
    assert "undone: the edit: The user loves swimming." in known.ok("memory", "undo", "rowing").out

    history = known.json("memory", "show", "swimming")["history"]

    texts = [(one["before"], one["after"]) for one in history if one["what"] == "text"]
    first = "The user loves swimming."
    assert texts == [(first, None), (None, first)]


def test_a_proof_says_which_words_stand_elsewhere(known: Terminal) -> None:
    done = known.ok("memory", "delete", "swimming", "--yes", "--prove")

    assert "“swimming” still stand" in done.out.replace("“loves”, ", "")
    assert "aria entry list --query" in done.out


def test_because_is_not_said_twice(terminal: Terminal) -> None:
    terminal.ok("memory", "add", "Ana studies in Oslo.", "--why", "because she got a place")

    assert "\nbecause she got a place" in terminal.ok("memory", "show", "Oslo").out


def test_two_lines_are_refused_for_what_they_are(terminal: Terminal) -> None:
    done = terminal("memory", "add", "Ana studies in Oslo.\nBen does not.")

    assert done.code == 2
    assert "2 lines" in done.err


def test_that_memory_is_off_is_told(known: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "memory is off" not in known.ok("memory").err
    known.ok("settings", "set", "memory", "off")
    assert "memory is off" in known.ok("memory").err
    monkeypatch.setenv("ARIA_MEMORY_ENABLED", "false")
    done = known.ok("settings", "set", "memory", "on")
    assert "memory is on now" not in done.out
    assert "no effect" in done.out
    assert "ARIA_MEMORY_ENABLED" in known.ok("memory").err


def test_a_wrong_answer_to_a_review_is_named(known: Terminal) -> None:
    done = known("memory", "review", "swimming", "--answer", "bogus")

    assert done.code == 2
    assert "'bogus' is no answer" in done.err


def test_reviews_are_answered_one_by_one(told: Terminal, asked: list[str]) -> None:
    told.ok("memory", "add", "The user swims every Monday.")
    told.ok("memory", "add", "The user swims on Mondays, always.")
    asked += ["what?", "u"]

    done = told.ok("memory", "review").out

    assert "beside: The user swims every Monday." in done
    assert "it holds" in done
    superseded = memories(told, "--state", "superseded")
    assert [one["text"] for one in superseded] == ["The user swims every Monday."]
    assert "nothing waits" in told.ok("memory", "review").out


def test_a_review_is_answered_by_an_option(terminal: Terminal) -> None:
    terminal.ok("memory", "add", "The user swims every Monday.")
    terminal.ok("memory", "add", "The user swims on Mondays, always.")

    assert "--answer" in terminal.ok("memory", "review").err
    assert terminal("memory", "review", "--answer", "both").code == 2
    assert terminal("memory", "review", "always", "--answer", "perhaps").code == 2
    terminal.ok("memory", "review", "always", "--answer", "both")
    assert len(memories(terminal, "--state", "current")) == 2
    assert terminal("memory", "review", "always", "--answer", "both").code == 3


def test_memory_is_switched_off_and_on_and_what_waits_is_offered(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.ok("settings", "set", "memory", "off")
    assert terminal.ok("settings", "get", "memory").out == "off\n"
    told = terminal.ok("log", STORY).out
    assert "memory:off" in told
    assert "aria reread --unread" in terminal.ok("entry", "show").out
    assert terminal("reread", "--unread").code == 4
    done = terminal.ok("settings", "set", "memory", "on")
    assert "1 entry waits unread; `aria reread --unread` reads them" in done.err
    assert "1 entry to be read" in terminal.ok("reread", "--unread").out
    assert len(memories(terminal)) == 2
    monkeypatch.setenv("ARIA_MEMORY_ENABLED", "false")
    assert "ARIA_MEMORY_ENABLED" in terminal.ok("settings").err
    assert "off for all profiles" in terminal.ok("doctor").out
    assert terminal("settings", "set", "memory", "perhaps").code == 2


def test_a_level_frees_what_was_held(terminal: Terminal) -> None:
    terminal.ok("log", "I am afraid of spiders.")
    assert "(held)" in terminal.ok("memory").out

    done = terminal.ok("settings", "set", "level", "close")

    assert "1 memory held or freed" in done.err
    assert "(held)" not in terminal.ok("memory").out
    assert terminal("settings", "set", "level", "lover").code == 2


def test_deleting_an_entry_says_what_went_and_what_holds_again(known: Terminal) -> None:
    known.ok("log", "I hate swimming.")

    done = known.ok("entry", "delete", "last", "--yes")

    assert "1 memory that nothing else supports went with it" in done.out
    assert "holds again: The user loves swimming." in done.out
    assert known.json("entry", "list", "--form", "Note")["items"] == []
