"""Every command, in this process, with a reader that knows four words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graph_aria import __version__
from graph_aria.errors import StoreUnreachable
from tests.e2e.terminal import STORY, Pipe, Terminal


def test_a_first_entry_makes_a_profile_and_says_what_was_read(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.cli.session.default_name", lambda: "maya")

    done = terminal.ok("log", STORY)

    assert done.out == "3 things read; `aria entry show` to see or fix\n"
    assert "made a profile for maya in Europe/Athens" in done.err
    assert [p["name"] for p in terminal.json("profile", "list")["items"]] == ["maya"]


def test_words_come_from_a_pipe_or_a_file_too(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", Pipe("Yoga 🧘.\n".encode()))
    terminal.ok("log")
    monkeypatch.setattr("sys.stdin", Pipe(b"Work."))
    terminal.ok("log", "-")
    path = tmp_path / "entry.txt"
    path.write_text("\ufeffPriya.\n", "utf-8")
    terminal.ok("log", "--file", str(path))

    texts = {entry["text"] for entry in terminal.json("entry", "list")["items"]}
    assert texts == {"Yoga 🧘.", "Work.", "Priya."}


def test_words_can_be_written_in_an_editor(
    told: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nprintf "Priya came by." > "$1"\n')
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)

    told.ok("entry", "edit", "last")
    assert told.json("entry", "show")["entry"]["text"] == "Priya came by."

    monkeypatch.setenv("VISUAL", "no-such-editor")
    assert "no-such-editor" in told("entry", "edit", "last").err


def test_words_from_an_editor_outlast_a_store_that_takes_them_not(
    told: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nprintf "Priya came by." > "$1"\n')
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)

    told.ok("entry", "edit", "last")
    assert not list(tmp_path.glob("aria-*"))

    def refuse(*_: object) -> None:
        raise StoreUnreachable("the store does not answer")

    monkeypatch.setattr("graph_aria.cli.entries._written", refuse)
    done = told("entry", "edit", "last")

    assert done.code != 0
    (kept,) = tmp_path.glob("aria-*/entry.md")
    assert kept.read_text("utf-8") == "Priya came by."
    assert str(kept) in done.err.replace("\n", "")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["log", ""], "empty"),
        (["log", "x\x00y"], "NUL"),
        (["log", "half \ud83d"], "Argument 2 is not valid UTF-8"),
        (["why", "\udcff"], "Argument 2 is not valid UTF-8"),
        (["log", "x", "--mood", "11"], "1 (worst) to 10 (best), not 11"),
        (["log", "x", "--at", "2026-02-30 10:00"], "no such time"),
        (["log", "x", "--at", "soon"], "2026-11-03 22:10"),
        (["log", "x", "--at", "2999-01-01"], "day ahead"),
        (["log", "x", "--at", "10:00"], "2026-11-03 22:10"),
        (["log", "x", "--zone", "Mars/Olympus"], "Europe/Athens"),
        (["log", "--file", "/no/such/file"], "/no/such/file"),
        (["log", "x", "--file", "/no/such/file"], "not both"),
        (["mood", "0"], "not 0"),
        (["mood", "good"], "MOOD"),
        (["entry", "list", "--since", "yesterday"], "since"),
        (["settings", "set", "decay_rate_per_day", "much"], "much"),
        (["settings", "set", "fade_threshold", "7"], "fade_threshold"),
        (["settings", "set", "mood_days", "6"], "mood_days"),
        (["settings", "set", "mood_days", "30.5"], "30.5"),
        (["settings", "set", "life", "maybe"], "maybe"),
        (["decay", "--as-of", "2999-01-01"], "--dry-run"),
        (["nonsense"], "nonsense"),
        (["serve", "--port", "99999"], "--port is not valid: 99999"),
        (["serve", "--host", ""], "--host is not valid"),
        (["entity", "set-kind", "Yoga", "robot"], "kind"),
        (["reread"], "--all"),
        (["relation", "add", "Yoga", "LIVES_IN", "anxiety"], "LIVES_IN"),
        (["entry", "delete", "last"], "--yes"),
    ],
)
def test_bad_input_is_named_with_its_remedy_and_stores_nothing(
    told: Terminal, arguments: Sequence[str], named: str
) -> None:
    done = told(*arguments)

    assert done.code == 2
    assert done.out == ""
    assert named in done.err
    assert len(told.json("entry", "list")["items"]) == 1


def test_what_cannot_be_asked_is_said_without_ado(told: Terminal) -> None:
    asked = [
        told("entry", "delete", "last"),
        told("profile", "delete", told.json("settings")["name"]),
        told("reread"),
    ]

    assert [done.code for done in asked] == [2, 2, 2]
    assert [done.err.startswith("Invalid value") for done in asked] == [False] * 3
    assert asked[0].err.endswith("for good? Nobody can be asked here; say --yes.\n")


@pytest.mark.parametrize(
    ("arguments", "told_as"),
    [
        (["log", "x", "--at", "2999-01-01 10:00"], "2999-01-01T10:00:00+02:00 lies more than"),
        (
            ["log", "x", "--at", "2999-01-01 10:00", "--zone", "Asia/Tokyo"],
            "2999-01-01T10:00:00+09:00 lies more than",
        ),
        (["decay", "--as-of", "2999-01-01"], "2999-01-02T00:00:00+02:00 lies in the future"),
        (["themes", "--as-of", "2999-01-01"], "2999-01-02T00:00:00+02:00 lies in the future"),
    ],
)
def test_a_time_that_is_refused_is_told_as_it_was_meant(
    told: Terminal, arguments: Sequence[str], told_as: str
) -> None:
    assert told_as in told(*arguments).err


def test_last_is_what_was_written_last_though_it_tells_of_an_earlier_day(told: Terminal) -> None:
    told.ok("log", "Ben called.", "--at", "2025-01-02 10:00")

    assert told.json("entry", "show")["entry"]["text"] == "Ben called."
    assert told.json("entry", "show", "last")["entry"]["text"] == "Ben called."
    assert "“Ben called.”" in told.ok("entry", "delete", "last", "--yes").out
    assert told.json("entry", "show", "last")["entry"]["text"] == STORY


def test_people_see_times_on_their_clock_and_programs_in_utc(told: Terminal) -> None:
    told.ok("settings", "set", "zone", "Asia/Tokyo")

    for arguments in (["why", "Yoga"], ["doctor"]):
        shown = told.ok(*arguments).out
        assert "(Asia/Tokyo)" in shown
        assert "UTC" not in shown.replace("Etc/UTC", "")
    assert told.json("why", "Yoga")["entity"]["fades_at"].endswith("Z")
    as_of = told.json("themes", "--as-of", "2026-11-01")["as_of"]
    assert as_of == "2026-11-01T15:00:00Z"


@pytest.mark.parametrize(
    ("raw", "named"), [(b"caf\xe9", "byte 3"), (b"x" * 1_000_001, "1,000,000"), (b"\n", "empty")]
)
def test_a_pipe_of_no_text_is_refused(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, raw: bytes, named: str
) -> None:
    monkeypatch.setattr("sys.stdin", Pipe(raw))

    done = terminal("log")

    assert (done.code, done.out) == (2, "")
    assert named in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["why", "Nobody"],
        ["entry", "show", "deadbeef"],
        ["entry", "show", "123"],
        ["relation", "show", "deadbeef"],
        ["chapter", "show", "deadbeef"],
        ["token", "revoke", "deadbeef"],
        ["jobs", "retry", "deadbeef"],
        ["profile", "use", "Nobody"],
        ["profile", "use", "../x"],
        ["--profile", "Nobody", "entry", "list"],
        ["settings", "get", "color"],
        ["restore", "/no/such/file", "--yes"],
    ],
)
def test_what_is_not_there_ends_with_3(told: Terminal, arguments: Sequence[str]) -> None:
    done = told(*arguments)

    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("There is no ")


def test_a_time_in_a_gap_is_moved_forward_and_told(terminal: Terminal) -> None:
    done = terminal.ok("log", "Yoga.", "--at", "2026-03-29 03:30")

    assert "03:30 was taken as 04:00" in done.err
    entry = terminal.json("entry", "show")["entry"]
    assert entry["occurred_at"] == "2026-03-29T01:00:00Z"
    assert entry["zone"] == "Europe/Athens"


@pytest.mark.parametrize("columns", ["40", "80", "100"])
def test_tables_fit_the_terminal(
    told: Terminal, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    told.ok("log", "Priya came by for yoga, and we talked about work. " * 5, "--mood", "7")
    monkeypatch.setenv("COLUMNS", columns)

    rows = [line for line in told.ok("entry", "list").out.splitlines() if line.strip()]

    assert len(rows) == 4  # headings, a rule, and a line for each of two entries
    assert all("…" in row or "Felt" in row for row in rows[2:])
    for arguments in (
        ["entry", "show"],
        ["entity", "list"],
        ["relation", "list", "--all"],
        ["graph", "yoga"],
        ["why", "yoga"],
        ["themes"],
        ["jobs"],
        ["profile", "list"],
        ["settings"],
    ):
        lines = told.ok(*arguments).out.splitlines()
        assert max(map(len, lines)) <= int(columns), arguments


def test_an_entry_is_found_by_the_end_of_its_id(told: Terminal) -> None:
    entry = told.json("entry", "list")["items"][0]

    assert entry["id"][-8:] in told.ok("entry", "list").out
    assert told.json("entry", "show", entry["id"][-6:])["entry"]["id"] == entry["id"]
    assert told.json("entry", "show", entry["id"])["entry"]["id"] == entry["id"]


def test_an_entry_is_shown_phrase_by_phrase(told: Terminal) -> None:
    shown = told.ok("entry", "show").out

    assert STORY in shown
    for words in ("“anxious”", "“Yoga helped”", "intensity 3", "MITIGATES"):
        assert words in shown


def test_what_was_rejected_is_marked_where_the_entry_is_shown(told: Terminal) -> None:
    (eases,) = told.json("relation", "list", "--predicate", "mitigates")["items"]
    assert "rejected" not in told.ok("entry", "show").out

    told.ok("relation", "reject", eases["id"])

    assert "rejected" in told.ok("entry", "show").out


def test_an_entry_can_be_edited_and_deleted(told: Terminal) -> None:
    assert "1 thing read" in told.ok("entry", "edit", "last", "--text", "Priya.").out
    assert [e["name"] for e in told.json("entity", "list")["items"]] == ["Priya"]

    done = told.ok("entry", "delete", "last", "--yes", "--prove")

    assert "nothing is left in the store" in done.out
    assert told.json("entry", "list")["items"] == []
    assert told("entry", "show").code == 3


def test_a_feeling_that_is_not_known_is_told(terminal: Terminal) -> None:
    told = " ".join(terminal.ok("mood", "5", "--feeling", "hangry, anxious").err.split())
    assert "not known as a feeling: hangry;" in told
    assert "not known" not in terminal.ok("mood", "5", "--feeling", "anxious").err


def test_a_search_that_finds_nothing_does_not_ask_to_write(told: Terminal) -> None:
    assert "nothing here with that" in told.ok("entry", "list", "--query", "zzzz").out


def test_a_mood_has_feelings_and_a_reason(terminal: Terminal) -> None:
    terminal.ok("mood", "6", "--feeling", "calm, hopeful", "--feeling", "anxious", "--because", "x")

    entry = terminal.json("entry", "show")["entry"]
    assert (entry["mood"], entry["text"]) == (6, "calm, hopeful, anxious\nx")


def test_life_is_shown_in_tables(told: Terminal) -> None:
    assert "Yoga" in told.ok("themes").out
    assert "Yoga eases anxiety" in told.ok("graph", "yoga", "--hops", "2").out
    why = told.ok("why", "yoga").out
    assert "in: its weight stays above 1.5" in why
    assert "“Yoga”" in why
    assert "[LIFE CHAPTER." in told.ok("chapter").out
    assert told.ok("chapter", "show", "--budget", "120").out.count("Yoga") >= 1
    assert "begins when a day with an entry is over" in told.ok("chapter", "list").out
    told.ok("log", "Yoga.", "--at", "2026-01-02")
    assert "2026-01-02" in told.ok("chapter", "list").out
    assert "read" in told.ok("jobs").out
    # Three entities and what the stub reads of them: one statement.
    ahead = told.ok("decay", "--dry-run", "--as-of", "2999-01-01").out
    assert "4 things would be archived, as of 2999-01-02 00:00" in ahead
    assert "nothing would be archived" in told.ok("decay", "--dry-run").out


def test_decay_by_hand_is_a_job_that_the_log_tells_of(told: Terminal) -> None:
    before = [job["kind"] for job in told.json("jobs")["items"]].count("fade")

    assert told.ok("decay").out == "nothing has faded since the last time\n"
    assert told.json("decay", "--as-of", "2026-01-01")["job"]["subject_id"].startswith("2026-01-0")

    fades = [job for job in told.json("jobs")["items"] if job["kind"] == "fade"]
    assert len(fades) == before + 2
    assert {job["summary"] for job in fades} == {"0 archived"}


def test_relations_are_shown_with_words_and_what_only_came_up_together_on_demand(
    told: Terminal,
) -> None:
    told.ok("log", "Priya. Work.")
    told.ok("relation", "add", "Priya", "related_to", "Work")

    around = told.ok("graph", "yoga").out
    assert "“Yoga helped”" in around
    for arguments in (["graph", "Priya"], ["relation", "list"], ["relation", "list", "--limit=1"]):
        assert "comes up" not in told.ok(*arguments).out
        assert "comes up" in told.ok(*arguments, "--all", "--limit=9").out
    assert "comes up" in told.ok("relation", "list", "--predicate", "RELATED_TO").out


def test_entities_are_set_right_by_name(told: Terminal) -> None:
    assert "Hatha yoga" in told.ok("entity", "rename", "yoga", "Hatha yoga").out
    assert "topic" in told.ok("entity", "set-kind", "Hatha yoga", "topic").out
    assert "is pinned" in told.ok("entity", "pin", "Hatha yoga").out
    assert [e["name"] for e in told.json("entity", "list", "--pinned")["items"]] == ["Hatha yoga"]
    assert "(pinned)" in told.ok("entity", "list").out
    assert "no longer pinned" in told.ok("entity", "unpin", "Hatha yoga").out
    assert "is back" in told.ok("entity", "revive", "Hatha yoga").out
    assert "Hatha yoga, topic" in told.ok("entity", "show", "Hatha yoga").out
    assert "is deleted" in told.ok("entity", "delete", "Hatha yoga", "--yes").out
    assert told("why", "Hatha yoga").code == 3


def test_relations_are_set_right(told: Terminal) -> None:
    listed = told.json("relation", "list", "--predicate", "mitigates")["items"]
    (eases,) = listed
    suffix = eases["id"][-8:]

    assert "“Yoga helped”" in told.ok("relation", "list").out
    assert "Yoga helped" in told.ok("relation", "show", suffix).out
    edited = told.ok("relation", "edit", suffix, "--predicate", "worsens").out
    assert edited == "Yoga worsens anxiety\n"
    (worsens,) = told.json("relation", "list", "--predicate", "WORSENS")["items"]
    assert "rejected" in told.ok("relation", "reject", worsens["id"][-8:]).out
    assert told.ok("relation", "add", "me", "likes", "yoga").out == "You like Yoga\n"
    (likes,) = told.json("relation", "list", "--entity", "me")["items"]
    assert ": You like Yoga" in told.ok("relation", "end", likes["id"]).out
    assert told.json("relation", "list", "--past", "--entity", "me")["items"]
    assert "deleted" in told.ok("relation", "delete", likes["id"], "--yes").out
    told.ok("reread", "--all")
    assert told.json("relation", "list", "--predicate", "WORSENS")["items"] == []
    assert told.json("relation", "list", "--predicate", "MITIGATES")["items"] == []


def test_a_relation_with_what_nobody_mentioned_says_what_to_do(told: Terminal) -> None:
    done = told("relation", "add", "me", "LIKES", "Coffee")

    assert done.code == 3
    assert done.err == "There is no Coffee yet; mention it in an entry first\n"


def test_a_name_that_means_two_things_lists_them(told: Terminal) -> None:
    told.ok("log", "Priya.")
    told.ok("entity", "rename", "Priya", "Yoga")

    done = told("why", "Yoga")

    assert done.code == 4
    assert "activity" in done.err
    assert "person" in done.err


def test_reading_again_and_deriving_again_leave_the_graph_as_it_was(told: Terminal) -> None:
    before = _standing(told)

    assert "1 entry to be read again" in told.ok("reread", "last").out
    assert "rebuild: 1 entry\n" in told.ok("rebuild").out
    assert "scrubbed" in told.ok("jobs", "run", "scrub").out

    assert _standing(told) == before


def _standing(terminal: Terminal) -> list[tuple[str, str, str]]:
    """What does not change from one moment to the next."""
    items = [*terminal.json("entity", "list")["items"], *terminal.json("relation", "list")["items"]]
    return [(item["id"], item["fades_at"], item["first_on"]) for item in items]


def test_dead_jobs_are_listed_and_tried_again(told: Terminal) -> None:
    assert "no job has been given up" in told.ok("jobs", "retry").out
    assert told.json("jobs", "list", "--state", "dead")["items"] == []
    assert {job["state"] for job in told.json("jobs", "list")["items"]} == {"done"}


def test_settings_are_listed_read_and_changed(told: Terminal) -> None:
    assert "fade_threshold" in told.ok("settings").out
    assert told.ok("settings", "get", "token_budget").out == "800\n"
    done = told.ok("settings", "set", "decay_rate_per_day", "0.04")
    assert "decay_rate_per_day is 0.04 now" in done.out
    assert told.json("settings", "list")["decay_rate_per_day"] == 0.04
    assert told.json("settings")["pending"] is None  # the command had it done before it ended
    for key, value in (("life", "off"), ("mood", "on"), ("mood_days", "30")):
        assert f"{key} is {value} now" in told.ok("settings", "set", key, value).out
        assert told.ok("settings", "get", key).out == f"{value}\n"


def test_profiles_are_apart_and_the_one_in_use_is_kept(told: Terminal) -> None:
    told.ok("profile", "add", "Tom", "--zone", "Asia/Tokyo")
    assert told("profile", "add", "Tom").code == 4
    assert len(told.json("entry", "list")["items"]) == 1

    told.ok("profile", "use", "Tom")

    assert told.json("entry", "list")["items"] == []
    assert told.json("settings")["zone"] == "Asia/Tokyo"
    first = told.json("profile", "list")["items"][0]["name"]
    assert len(told.json("--profile", first, "entry", "list")["items"]) == 1
    assert "●" in told.ok("profile", "list").out
    told.ok("profile", "delete", "Tom", "--yes")
    assert len(told.json("entry", "list")["items"]) == 1


def test_tokens_are_made_listed_and_revoked(told: Terminal) -> None:
    done = told.ok("token", "new", "phone", "--read-only")

    assert done.out.startswith("aria_")
    assert len(done.out.strip()) == 48
    assert done.out.strip() not in told.ok("token", "list").out
    assert "revoked phone" in told.ok("token", "revoke", "phone").out
    assert told.json("token", "list")["items"][0]["revoked_at"]


def test_a_backup_brings_back_what_was_deleted_since(told: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    assert "MB" in told.ok("backup", str(path)).out
    assert told("backup", str(path)).code == 4
    told.ok("entry", "delete", "last", "--yes")

    assert told("restore", str(path)).code == 2
    assert "restored" in told.ok("restore", str(path), "--yes").out

    assert told.json("entry", "show")["entry"]["text"] == STORY


def test_a_store_is_encrypted_and_opens_with_its_passphrase_alone(
    told: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told("encrypt").code == 2
    monkeypatch.setenv("ARIA_PASSPHRASE", "short")
    assert "longer" in told("encrypt").err
    monkeypatch.setenv("ARIA_PASSPHRASE", "correct horse")
    assert "is encrypted" in told.ok("encrypt").out
    assert told("encrypt").code == 2
    assert len(told.json("entry", "list")["items"]) == 1

    monkeypatch.setenv("ARIA_PASSPHRASE", "wrong horse")
    done = told("entry", "list")
    assert done.code == 5
    assert "passphrase in ARIA_PASSPHRASE does not open this store" in done.err
    assert "keyring" in done.err
    monkeypatch.delenv("ARIA_PASSPHRASE")
    done = told("entry", "list")
    assert done.code == 5
    assert "set ARIA_PASSPHRASE" in done.err
    assert "keyring" in done.err
    assert "ARIA_PASSPHRASE" in told("decrypt").err

    monkeypatch.setattr("graph_aria.cli.session.Session.ask_passphrase", lambda _: "correct horse")
    assert "encrypted" in told.ok("doctor").out
    told.ok("decrypt")
    assert told("decrypt").code == 2


def test_doctor_counts_what_there_is_in_words(told: Terminal) -> None:
    n_done = len(told.json("jobs", "list", "--limit=200")["items"])

    shown = " ".join(told.ok("doctor").out.split())

    assert "1 profile, 1 entry, 4 entities, " in shown
    assert f"none waiting, {n_done} done" in shown
    assert "0 jobs" not in shown


def test_doctor_looks_after_a_store_that_does_not_open(told: Terminal, tmp_path: Path) -> None:
    assert told.ok("doctor").out.count("broken") == 0
    (tmp_path / "data" / "aria.db").write_bytes(b"no store at all" * 500)

    done = told("doctor")
    assert done.code == 1
    assert "restore" in done.out
    assert told("entry", "list").code == 5
    findings = json.loads(told("doctor", "--json").out)["findings"]
    assert [item["what"] for item in findings if item["state"] == "broken"] == ["store"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ARIA_PORT", "seven"),
        ("ARIA_ZONE", "Mars/Olympus"),
        ("ARIA_DECAY_RATE_PER_DAY", "0"),
        ("ARIA_FADE_THRESHOLD", "3"),
        ("ARIA_LOG_LEVEL", "loud"),
    ],
)
def test_a_setting_that_cannot_be_is_named(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)

    done = terminal("entry", "list")

    assert done.code == 2
    assert variable in done.err


def test_options_that_hold_everywhere_stand_anywhere(told: Terminal) -> None:
    expected = told.json("jobs", "list")

    for arguments in (["--json", "jobs", "list"], ["jobs", "--json", "list"], ["jobs", "--json"]):
        assert told.ok(*arguments).data == expected


def test_errors_are_json_too_when_asked_for(told: Terminal) -> None:
    done = told("why", "Nobody", "--json")

    assert (done.code, done.out) == (3, "")
    assert json.loads(done.err)["error"] == "not_found"


def test_no_colour_is_printed_where_nobody_looks(told: Terminal) -> None:
    assert "\x1b[" not in told.ok("themes").out + told("why", "Nobody").err


def test_the_demo_reads_shows_and_leaves_nothing_behind(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "demo"
    monkeypatch.setattr("graph_aria.cli.serving.demo_folder", lambda: folder)

    data = terminal.json("demo", "--no-serve")

    assert data["n_entries"] > 100
    assert "Yoga" in [theme["name"] for theme in data["themes"]] + [
        entity["name"] for entity in data["faded"]
    ]
    assert not folder.exists()
    assert not (tmp_path / "data").exists()


def test_version_and_help(terminal: Terminal) -> None:
    assert terminal.ok("--version").out == f"aria {__version__}\n"
    assert "--json" in terminal.ok("entry", "list", "--help").out
    assert "Your journal as a graph" in terminal.ok("--help").out


def test_the_first_run_at_a_terminal_asks_for_name_and_zone(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["Maya", "Mars/Olympus", "Asia/Tokyo"])

    def ask(*_: Any, **__: Any) -> str:
        return next(answers)

    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)
    monkeypatch.setattr("graph_aria.cli.first_run.Prompt.ask", ask)

    done = terminal.ok("log", "Yoga.")

    assert "there is no time zone 'Mars/Olympus'" in done.err
    made = terminal.json("profile", "list")["items"]
    assert [(p["name"], p["zone"]) for p in made] == [("Maya", "Asia/Tokyo")]
