"""Talking with ARIA in the terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, aria, environment, serving
from tests.scripted_model import KEY, MODEL, running, saying

PASTE = ("\x1b[200~", "\x1b[201~")
LONG_SECONDS = 40.0


class Person:
    """Somebody at a terminal of their own, in which `aria chat` runs."""

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        self._end, inner = pty.openpty()
        self.seen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "graph_aria.cli", "chat", *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment(folder, TERM="xterm", NO_COLOR="1", **more),
            start_new_session=True,
        )
        os.close(inner)
        self._from = 0

    def sees(self, words: str) -> str:
        """Wait until some words stand on the screen after what was seen before."""
        until = time.monotonic() + LONG_SECONDS
        while words not in self.seen[self._from :]:
            assert time.monotonic() < until, f"{words!r} is not in {self.seen[self._from :]!r}"
            self._look()
        begin = self._from
        self._from = self.seen.index(words, begin) + len(words)
        return self.seen[begin : self._from]

    def types(self, words: str) -> None:
        """Type some words."""
        os.write(self._end, words.encode())

    def interrupts(self) -> None:
        """Press Ctrl-C while no line is read."""
        os.kill(self.process.pid, signal.SIGINT)

    def leaves(self) -> int:
        """Wait for the end, and give the exit code."""
        until = time.monotonic() + LONG_SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < until, self.seen
            self._look()
        self._look()
        return self.process.returncode

    def _look(self) -> None:
        ready, _, _ = select.select([self._end], [], [], 0.1)
        if ready:
            with suppress(OSError):  # the other end is closed
                more = os.read(self._end, 65536).decode(errors="replace")
                self.seen += more.replace("\r\n", "\n")

    def close(self) -> None:
        """Leave whatever is left."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._end)


@contextmanager
def sitting(folder: Path, *arguments: str, **more: str) -> Iterator[Person]:
    person = Person(folder, *arguments, **more)
    try:
        yield person
    finally:
        person.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "data"
    assert aria(path, "log", "Yoga eases my anxiety. Met Priya.").code == 0
    return path


def model(address: str) -> dict[str, str]:
    """The environment in which a model at an address talks."""
    return {"ARIA_LLM_BASE_URL": address, "ARIA_CHAT_MODEL": MODEL, "ARIA_LLM_API_KEY": KEY}


def turns(folder: Path) -> list[dict[str, str]]:
    """The messages of the latest conversation."""
    shown = aria(folder, "conversation", "show", "--json")
    return list(json.loads(shown.out)["messages"]["items"])


def test_one_turn_is_stored_and_answered_offline(told: Terminal) -> None:
    done = told.ok("chat", "hello")

    assert done.out.startswith("(Offline: without a chat model")
    assert done.out.endswith("What is on your mind?\n")
    shown = told.json("conversation", "show")["messages"]["items"]
    assert [one["role"] for one in shown] == ["user", "assistant"]
    assert shown[1]["text"] == done.out.rstrip("\n")


def test_the_last_conversation_goes_on_unless_told_otherwise(told: Terminal) -> None:
    first = told.json("chat", "hello")
    again = told.json("chat", "--once", "I baked bread.")
    other = told.json("chat", "hello again", "--new")
    named = told.json("chat", "say", "Good night.", "--conversation", first["conversation_id"][-8:])

    assert again["conversation_id"] == first["conversation_id"]
    assert again["text"].startswith("(Offline) ")
    assert other["conversation_id"] != first["conversation_id"]
    assert named["conversation_id"] == first["conversation_id"]
    assert named["by"] == "offline"
    listed = told.json("conversation", "list")["items"]
    assert [one["id"] for one in listed] == [first["conversation_id"], other["conversation_id"]]


def test_off_the_record_nothing_is_learned_and_the_record_stays(told: Terminal) -> None:
    on = told.json("chat", "I met Priya.")
    off = told.json("chat", "--off-record", "I met Sam.")
    names = {item["name"] for item in told.json("entity", "list")["items"]}

    assert off["conversation_id"] != on["conversation_id"]
    shown = {one["id"]: one["remember"] for one in told.json("conversation", "list")["items"]}
    assert shown == {on["conversation_id"]: True, off["conversation_id"]: False}
    assert "Priya" in names
    assert "Sam" not in names


def test_what_is_said_after_a_talk_off_the_record_is_on_it(told: Terminal) -> None:
    off = told.json("chat", "--off-record", "I met Sam.")
    on = told.json("chat", "I moved to Denver.")
    assert on["conversation_id"] != off["conversation_id"]

    named = told("chat", "--conversation", off["conversation_id"], "I met Ida.")
    assert "off the record" in named.out + named.err


def test_a_prompt_is_shown_and_nothing_is_kept(told: Terminal) -> None:
    shown = told.ok("chat", "--show-prompt", "Does yoga help?")
    parts = told.json("chat", "--show-prompt", "Does yoga help?")

    assert "budget" in shown.out
    assert f"{parts['n_tokens']:,} of" in shown.out
    assert all(name in shown.out for name in parts["parts"])
    assert all(n <= parts["budgets"][name] for name, n in parts["parts"].items())
    assert told.json("conversation", "list")["items"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("one", "--once", "two"), "once"),
        (("hi", "--new", "--conversation", "12345678"), "--new begins"),
        (("hi", "--conversation", "12345678"), "conversation"),
        ((" ",), "empty"),
        (("why", "--forget", "1", "--correct", "1", "x"), "or correct"),
        (("why",), "no conversation yet"),
        (("say",), "empty"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(
    told: Terminal, arguments: tuple[str, ...], words: str
) -> None:
    done = told("chat", *arguments)

    assert done.code in {2, 3}
    assert words in done.err


def test_why_shows_the_words_and_sets_them_right_on_the_spot(folder: Path) -> None:
    said = aria(folder, "chat", "what helps with anxiety?")
    assert "Yoga" in said.out
    shown = aria(folder, "chat", "why")
    assert "1. Yoga eases anxiety" in shown.out
    assert "Yoga eases my anxiety" in shown.out

    refused = aria(folder, "chat", "why", "--forget", "1")
    assert refused.code == 2
    assert "--yes" in refused.err
    assert "there is no number 9" in aria(folder, "chat", "why", "--forget", "9").err.lower()
    assert aria(folder, "chat", "why", "--forget", "1", "--yes").out == "forgotten\n"
    after = aria(folder, "chat", "what helps with anxiety?")
    assert "Yoga eases anxiety" not in after.out


def test_own_words_are_corrected_where_they_stand(told: Terminal) -> None:
    told.ok("log", "Priya lives in Leeds. It rains.")
    told.ok("chat", "when did I last see Priya?")
    before = told.ok("chat", "why").out
    assert "Priya lives in Leeds." in before

    assert told.ok("chat", "why", "--correct", "1", "Priya lives in York.").out == "corrected\n"
    entries = told.json("entry", "list", "--query", "York")["items"]
    assert [one["text"] for one in entries] == ["Priya lives in York. It rains."]


def test_a_conversation_is_deleted_with_all_that_came_of_it(told: Terminal) -> None:
    told.ok("chat", "I met Priya today.")
    assert told("conversation", "delete", "last").code == 2

    done = told.ok("conversation", "delete", "last", "--yes", "--prove")
    assert "with 1 turn" in done.out
    assert told.json("conversation", "list")["items"] == []
    assert "Priya" not in {item["name"] for item in told.json("entity", "list")["items"]}


def test_a_pipe_is_one_turn(folder: Path) -> None:
    done = aria(folder, "chat", text=b"I baked bread.\nIt burnt.\n")

    assert done.code == 0
    assert done.out.startswith("(Offline")
    assert "\x1b" not in done.out
    assert turns(folder)[0]["text"] == "I baked bread.\nIt burnt."


def test_lines_and_pastes_are_turns_and_strokes_are_done(folder: Path) -> None:
    with sitting(folder) as person:
        person.sees("/quit leaves")
        person.sees("> ")
        person.types("Hello there\n")
        person.sees("What is on your mind?")
        person.sees("> ")
        person.types("pasted one\npasted two\npasted three\n")
        person.sees("(Offline) ")
        person.sees("> ")
        person.types(f"{PASTE[0]}first\nsecond{PASTE[1]}\n")
        person.sees("(Offline) ")
        person.sees("> ")
        person.types("what helps with anxiety?\n")
        person.sees("Yoga eases anxiety")
        person.sees("> ")
        person.types("/why\n")
        person.sees("1. Yoga eases anxiety")
        person.types("/help\n")
        person.sees("/forget N")
        person.types("/forget\n")
        person.sees("for good?")
        person.types("y\n")
        person.sees("deleted, with the reply")
        person.types("/new\n")
        person.sees("a new conversation begins")
        person.types("\n/quit\n")
        assert person.leaves() == 0

    said = [one["text"] for one in turns(folder) if one["role"] == "user"]
    assert said == ["Hello there", "pasted one\npasted two\npasted three", "first\nsecond"]


def test_a_reply_streams_and_goes_on_when_it_is_left(folder: Path) -> None:
    words = "This is a long reply that comes piece by piece, and it has an end."
    with running() as server:
        server.script(saying(words, pause=0.8))
        with sitting(folder, **model(server.base_url)) as person:
            person.sees("> ")
            person.types("Tell me something long.\n")
            person.sees("This")
            assert "has an end" not in person.seen
            person.interrupts()
            person.sees("it goes on")
            person.sees("> ")
            person.types("/quit\n")
            assert person.leaves() == 0

    reply = turns(folder)[1]
    assert reply["text"] == words
    assert not reply["cut"]


def test_a_service_that_stops_in_mid_reply_loses_no_words(folder: Path) -> None:
    words = "A reply that is much too slow to come to its end here."
    with running() as server:
        server.script(saying(words, pause=2.0))
        with serving(folder, **model(server.base_url)) as (service, _), sitting(folder) as person:
            person.sees("> ")
            person.types("I baked bread.\n")
            person.sees("A reply")
            service.terminate()
            service.wait()
            person.sees("broke off here")
            person.types("/quit\n")
            person.leaves()

    user, reply = turns(folder)
    assert user["text"] == "I baked bread."
    assert reply["cut"]
    assert words.startswith(reply["text"])
