"""What a fresh user ran into: odd values, odd characters, odd names."""

from __future__ import annotations

import asyncio
import io
import json
import re
import time
from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from rich.console import Console

from graph_aria.cli.tables import evidence_table
from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.errors import DiskFull
from tests.api.harness import StubReader
from tests.e2e.terminal import STORY, Terminal


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


def test_an_entry_that_is_not_the_last_written_is_shown_by_its_id(told: Terminal) -> None:
    first = told.json("entry", "show", "last")["entry"]["id"]
    done = told.ok("log", "Priya came by.", "--at", "2020-05-01 10:00")
    assert "`aria entry show`" in done.out
    assert "Priya came by." in told.ok("entry", "show").out

    changed = told.ok("entry", "edit", first, "--mood", "5")

    hint = re.search(r"`aria (entry show \w{8})`", changed.out)
    assert hint, changed.out
    assert "Yoga helped" in told.ok(*hint[1].split()).out
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
    """With an entry that takes minutes to be read."""
    read_batch = StubReader.read_batch

    async def read_slowly(self: StubReader, requests: Sequence[ReadRequest]) -> list[Reading]:
        if any("huge" in request.text for request in requests):
            await asyncio.sleep(300)
        return await read_batch(self, requests)

    monkeypatch.setattr(StubReader, "read_batch", read_slowly)
    monkeypatch.setattr("graph_aria.cli.entries._WAIT_SECONDS", 0.5)
    began = time.monotonic()
    assert "stored; it will be read later" in told.ok("log", "Yoga, huge.").out
    assert time.monotonic() - began < 120
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

    assert time.monotonic() - began < 120
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


@pytest.mark.parametrize(
    "line",
    [
        "entry list",
        "--profile Maya themes",
        "jobs",
        "settings get zone",
        "today",
        "life",
        "life mood --days 90",
        "life upcoming --days 60",
        "life focus",
        "life focus show thesis",
        "life milestones list --limit 5",
    ],
)
def test_who_looks_is_not_told_that_nothing_was_stored(
    told: Terminal, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise DiskFull

    monkeypatch.setattr("graph_aria.server.open_services", full)
    done = told(*line.split())
    assert done.code == 5
    assert "disk is full. Make room" in done.err
    for change in ("log themes", "life focus add list", "life mood --clear --yes"):
        assert "nothing was stored" in told(*change.split()).err
    assert "nothing was stored" not in told("doctor").out


def test_looking_works_though_the_schedule_cannot_be_written(
    told: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> bool:
        raise DiskFull

    monkeypatch.setattr("graph_aria.server.schedule", full)
    assert "Yoga helped" in told.ok("entry", "list").out


def test_doctor_tells_of_a_folder_that_cannot_be_written(
    told: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def usage(_: object) -> SimpleNamespace:
        return SimpleNamespace(free=0)

    monkeypatch.setattr("graph_aria.api.doctor.os.access", lambda *_: False)
    monkeypatch.setattr("graph_aria.api.doctor.shutil.disk_usage", usage)
    done = told("doctor", "--json")

    assert done.code == 1
    found = {item["what"]: item for item in done.data["findings"]}
    assert "read-only" in found["data folder"]["detail"]
    assert "full" in found["disk"]["detail"]


@pytest.mark.parametrize("name", ["a/b", "..", "[red]x[/red]", "50% ?#", "ö"])
def test_a_profile_of_any_name_can_be_chosen_and_deleted(told: Terminal, name: str) -> None:
    told.ok("profile", "add", name)

    assert f"{name} is in use" in told.ok("profile", "use", name).out
    assert told.ok("--profile", name, "settings", "get", "name").out == f"{name}\n"
    assert f"deleted {name} " in told.ok("profile", "delete", name, "--yes").out
    assert told("profile", "use", name).code == 3


def test_tokens_of_one_name_are_told_apart_by_their_ids(told: Terminal) -> None:
    told.ok("token", "new", "phone")
    told.ok("token", "new", "phone")

    done = told("token", "revoke", "phone")

    assert done.code == 4
    assert "means more than one thing" in done.err
    for item in told.json("token", "list")["items"]:
        assert item["id"][-8:] in done.err
    first = told.json("token", "list")["items"][0]
    assert told.ok("token", "revoke", first["id"][-8:]).out == "revoked phone\n"
    assert told.ok("token", "revoke", "phone").out == "revoked phone\n"


def test_a_quote_is_shown_once_with_its_count(terminal: Terminal) -> None:
    terminal.ok("log", "Yoga. " * 40)

    done = terminal.ok("why", "Yoga")

    assert done.out.count("“Yoga") == 1
    assert "×40" in done.out


def test_at_most_five_quotes_of_an_entry_are_shown() -> None:
    quotes = [f"word {n}" for n in range(9)] + ["word 0"]
    item = {"day": "2026-11-03", "strength": 1.0, "entry_id": "x" * 36, "ended": False}
    screen = Console(file=io.StringIO(), width=200)
    screen.print(evidence_table([{**item, "quotes": quotes}], 200))
    out = screen.file.getvalue()  # type: ignore[attr-defined]  # the StringIO above

    assert "“word 0” ×2 … “word 1”" in out
    assert "“word 4” … and 4 more" in out
    assert "word 5" not in out


def test_a_relation_cannot_end_in_the_future(told: Terminal) -> None:
    found = told.json("relation", "list")["items"][0]["id"]

    future = told("relation", "end", found, "--at", "2998-01-01")
    assert future.code == 2
    assert "future" in future.err
    assert told.json("relation", "show", found)["relation"]["ended_at"] is None
    done = told.ok("relation", "end", found)
    assert re.match(r"over since \d{4}-\d\d-\d\d \d\d:\d\d: ", done.out)


@pytest.mark.parametrize("line", ["--json nonsense", "log --json x --mood", "why --json"])
def test_errors_of_usage_are_json_too(told: Terminal, line: str) -> None:
    done = told(*line.split())

    assert done.code == 2
    assert json.loads(done.err)["error"] == "usage"


def test_the_chapter_takes_a_budget_without_a_verb(told: Terminal) -> None:
    assert "of 400 tokens" in told.ok("chapter", "--budget", "400").out


@pytest.mark.parametrize("text", ["22:10", "soon", "yesterday at noon"])
def test_a_time_that_is_not_understood_is_answered_with_one_that_is(
    told: Terminal, text: str
) -> None:
    done = told("log", "x", "--at", text)

    assert done.code == 2
    assert f"'{text}' is not understood; write 2026-11-03 22:10" in done.err


def test_a_deletion_says_only_what_is_so(told: Terminal) -> None:
    told.ok("log", STORY)
    done = told.ok("entry", "delete", "last", "--prove", "--yes")
    assert "no words of its own" in done.out
    assert "import" not in done.err


def test_a_mood_comes_from_where_an_entry_comes_from(told: Terminal) -> None:
    told.ok("mood", "7", "--feeling", "calm")

    assert told.json("entry", "show", "last")["entry"]["origin"] == "cli"


def test_doctor_tells_what_is_set_but_no_secret(
    told: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIA_PASSPHRASE", "open sesame")
    monkeypatch.setenv("ARIA_DRAIN_SECONDS", "7")

    done = told("doctor", "--json")

    (config,) = [item for item in done.data["findings"] if item["what"] == "config"]
    assert "ARIA_DRAIN_SECONDS=7" in config["detail"]
    assert "ARIA_PASSPHRASE=" in config["detail"]
    assert "ARIA_LOG_LEVEL" not in config["detail"]
    assert "sesame" not in done.out
