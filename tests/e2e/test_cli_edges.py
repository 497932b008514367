"""What a fresh user ran into: odd values, odd characters, odd names."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence

import pytest

from graph_aria.domain.reading import Reading, ReadRequest
from tests.api.harness import StubReader
from tests.e2e.terminal import Terminal


@pytest.mark.parametrize("value", ["nan", "inf", "1e999"])
@pytest.mark.parametrize("key", ["decay_rate_per_day", "fade_threshold"])
def test_a_setting_that_is_no_number_is_refused_in_one_line(
    told: Terminal, key: str, value: str
) -> None:
    done = told("settings", "set", key, value)

    assert done.code == 2
    assert done.err.count("\n") == 1
    assert value in done.err
    assert key in done.err


def test_an_entry_of_the_past_is_shown_by_its_id(told: Terminal) -> None:
    done = told.ok("log", "Priya came by.", "--at", "2020-05-01 10:00")

    hint = re.search(r"`aria (entry show \w{8})`", done.out)
    assert hint, done.out
    assert "Priya came by." in told.ok(*hint[1].split()).out
    assert "Yoga helped" in told.ok("entry", "show", "last").out
    assert "`aria entry show`" in told.ok("entry", "edit", "last", "--mood", "5").out


def test_deleting_an_entry_says_which(told: Terminal) -> None:
    asked = told("entry", "delete", "last")
    assert asked.code == 2
    assert "“Felt anxious about work. Yoga helped.”" in asked.err

    deleted = told.ok("entry", "delete", "last", "--yes").out
    assert "“Felt anxious about work. Yoga helped.”" in deleted
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d", deleted)


ODD = "\x1b]0;owned\x07\x1b[2J \x9b31m \u202egnorw\u2066 \x7f\x08 Yoga helped me\tmuch.\nWork."
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def test_words_never_steer_the_terminal(terminal: Terminal) -> None:
    name = "Ma\x9bya \u202e"
    terminal.ok("profile", "add", name)
    terminal.ok("log", ODD)
    terminal.ok("entity", "rename", "Yoga", "Yo\x9bga \u202e")
    for line in (
        "log --at 2020-01-01 Yoga\x1b[2J",
        "entry show",
        "entry list",
        "themes",
        "graph",
        "why Yoga",
        "entity list",
        "entity rename Yoga Yo\x9bga2",
        "relation list --all",
        "chapter",
        "profile list",
        "settings list",
        "jobs",
        "entry delete last",
        "entry delete last --yes",
        "why no\x1bthing",
        "no\x1bthing",
    ):
        done = terminal(*line.split(" "))
        assert not STEERING.search(done.out + done.err), line


def test_json_keeps_words_exactly(terminal: Terminal) -> None:
    terminal.ok("log", ODD)

    done = terminal.ok("entry", "show", "--json")

    assert done.data["entry"]["text"] == ODD
    assert not STEERING.search(done.out)


@pytest.fixture
def slow(told: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """With an entry that takes a minute to be read."""
    read_batch = StubReader.read_batch

    async def read_slowly(self: StubReader, requests: Sequence[ReadRequest]) -> list[Reading]:
        if any("huge" in request.text for request in requests):
            await asyncio.sleep(60)
        return await read_batch(self, requests)

    monkeypatch.setattr(StubReader, "read_batch", read_slowly)
    monkeypatch.setattr("graph_aria.cli.entries._WAIT_SECONDS", 0.5)
    began = time.monotonic()
    assert "stored; it will be read later" in told.ok("log", "Yoga, huge.").out
    assert time.monotonic() - began < 2
    return told


@pytest.mark.parametrize(
    "line",
    [
        "entry list",
        "entry show",
        "themes",
        "why Yoga",
        "graph",
        "chapter",
        "jobs",
        "doctor",
        "settings list",
        "decay --dry-run",
    ],
)
def test_looking_does_not_wait_for_what_is_still_to_be_read(slow: Terminal, line: str) -> None:
    began = time.monotonic()
    done = slow.ok(*line.split())

    assert time.monotonic() - began < 4
    assert "1 entry still waits to be read" in done.err
    assert "[" not in done.err


def test_what_waits_to_be_read_can_be_waited_for(slow: Terminal) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StubReader, "read_batch", _read_at_once)
        patch.setattr("graph_aria.cli.client._AHEAD_SECONDS", 0.0)
        assert "no entry waits" in slow.ok("jobs", "run", "read").out
    assert slow.json("entry", "list", "--state", "pending")["items"] == []


async def _read_at_once(self: StubReader, requests: Sequence[ReadRequest]) -> list[Reading]:
    return [Reading((), (), (), "en", self.reader_id) for _ in requests]
