"""Questions, merging and splitting at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from graph_aria.cli.session import Session
from tests.e2e.terminal import Terminal


@pytest.fixture
def two(terminal: Terminal) -> Terminal:
    """Ben and Benjamin, who may be one."""
    terminal.ok("log", "Ben does yoga.", "--at", "2026-01-02 10:00")
    terminal.ok("log", "Benjamin slept.", "--at", "2026-01-03 10:00")
    return terminal


def _people(terminal: Terminal) -> set[str]:
    items = terminal.json("entity", "list", "--kind", "person")["items"]
    return {item["name"] for item in items}


def _question(terminal: Terminal) -> str:
    (item,) = terminal.json("question", "list")["items"]
    return str(item["id"])


def test_a_question_is_listed_with_the_words_of_both(two: Terminal) -> None:
    for arguments in (["question"], ["question", "list", "--limit", "3"]):
        out = two.ok(*arguments).out
        assert "Is Ben the same as Benjamin?" in out
        assert "“Ben does yoga.”" in out
        assert "“Benjamin slept.”" in out
        assert "one name can be short for the other" in out
    two.ok("question", "answer", _question(two)[-8:], "unsure")
    assert two.ok("question").out == "no open questions\n"
    assert "is not open any more" in two("question", "answer", "abcdef12", "same").err


def test_the_same_can_be_undone(two: Terminal) -> None:
    question = _question(two)
    assert "unmerge" in two.ok("question", "answer", question[-8:], "same").out
    assert _people(two) == {"Ben"}
    assert (
        two.ok("entity", "unmerge", "Ben").out == "Benjamin stands for itself again, beside Ben\n"
    )
    assert _people(two) == {"Ben", "Benjamin"}
    refused = two("entity", "unmerge", "Ben")
    assert refused.code != 0
    assert "Nothing was merged into Ben" in refused.err


def test_different_is_kept_to_unless_it_is_overridden(two: Terminal) -> None:
    two.ok("question", "answer", _question(two), "different")
    refused = two("entity", "merge", "Benjamin", "Ben")
    assert refused.code != 0
    assert "--override" in refused.err
    two.ok("entity", "merge", "Benjamin", "Ben", "--override")
    assert _people(two) == {"Ben"}
    assert two.json("entity", "unmerge", "Ben", "benjamin")["entity"]["name"] == "Benjamin"
    assert two("entity", "unmerge", "Ben", "Sam").code != 0


def test_one_question_after_the_other(two: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "give an answer" in two("question", "answer").err
    assert "give an answer" in two("question", "answer", _question(two)).err
    assert "'perhaps' is no answer" in two("question", "answer", _question(two), "perhaps").err
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)
    said: Iterator[str] = iter(["later", "what?", "n", "same"])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(said))
    two.ok("question", "answer")
    assert two.json("question")["items"]
    assert "not asked again" in two.ok("question", "answer").out
    assert two.ok("question", "answer").out == "no open questions\n"
    assert _people(two) == {"Ben", "Benjamin"}


def test_mentions_are_split_off_by_their_numbers(
    two: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.ok("log", "Ben called.", "--at", "2026-01-04 10:00")
    listed = two.ok("entity", "split", "Ben").out
    assert listed.splitlines() == [
        "   1  2026-01-02  “Ben does yoga.”",
        "   2  2026-01-04  “Ben called.”",
    ]
    assert len(two.json("entity", "split", "Ben")["items"]) == 2
    for numbers in ("3", "0", "2-1", "x", "1,2"):
        assert two("entity", "split", "Ben", numbers).code != 0
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)
    monkeypatch.setattr("typer.prompt", lambda *_, **__: "2")
    assert "1 mention split off" in two.ok("entity", "split", "Ben").out
    items = two.json("entity", "list", "--query", "Ben")["items"]
    assert [item["name"] for item in items if item["name"] == "Ben"] == ["Ben", "Ben"]


def test_a_name_that_somebody_has_is_told(two: Terminal) -> None:
    assert "`aria entity merge`" in two.ok("entity", "rename", "Benjamin", "Ben").err


@pytest.mark.parametrize(
    "line",
    ["delete Benj --yes", "rename Benj Tom", "merge Benj Ben", "merge Ben Benj", "split Benj 1"],
)
def test_what_is_not_easily_undone_takes_whole_names_only(two: Terminal, line: str) -> None:
    refused = two("entity", *line.split())

    assert refused.code == 3
    assert "Nothing is called just 'Benj'" in refused.err
    assert "Benjamin, person" in refused.err
    assert _people(two) == {"Ben", "Benjamin"}


def test_the_beginning_of_a_name_is_asked_about(
    two: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)
    said: Iterator[bool] = iter([False, True])
    monkeypatch.setattr("typer.confirm", lambda *_, **__: next(said))
    refused = two("entity", "rename", "Benj", "Tom")
    assert refused.code == 130
    assert "nothing was changed" in refused.err
    two.ok("entity", "rename", "Benj", "Tom")
    assert _people(two) == {"Ben", "Tom"}
    # A name of old is a whole name.
    two.ok("entity", "delete", "benjamin", "--yes")
    assert _people(two) == {"Ben"}


def test_what_was_answered_before_the_end_is_told_to_be_kept(
    two: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)
    n_asked = 0

    def prompt(*_: object, **__: object) -> str:
        nonlocal n_asked
        n_asked += 1
        if n_asked > 1:
            raise typer.Abort
        return "different"

    monkeypatch.setattr("typer.prompt", prompt)
    monkeypatch.setattr("graph_aria.cli.session.Session.everything", _same_question_twice)
    stopped = two("question", "answer")
    assert stopped.code == 130
    assert "what was done until then is kept" in stopped.err


def _same_question_twice(self: Session, path: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = self.get(path)["items"]
    return items * 2


@pytest.mark.parametrize("name", ["me", "ME", "you", "I"])
def test_no_name_is_given_that_stands_for_the_user(two: Terminal, name: str) -> None:
    refused = two("entity", "rename", "Benjamin", name)
    assert refused.code == 2
    assert "stands for you" in refused.err
    assert _people(two) == {"Ben", "Benjamin"}


def test_a_name_of_something_of_another_kind_is_told(two: Terminal) -> None:
    told = two.ok("entity", "rename", "yoga", "Benjamin").err
    assert "a person is known as Benjamin too" in told
    assert "means both from now on" in told
