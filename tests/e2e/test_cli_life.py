"""`aria life …` and `aria today` as a person uses them, with a reader that knows little."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.terminal import Terminal, aria

THESIS = "I am writing my thesis."
MOVED = "I moved to Ghent on 2019-11-05."


def days_ago(n: int) -> str:
    """A time of day so many days ago, as it is typed."""
    return f"{datetime.now(UTC) - timedelta(days=n):%Y-%m-%d} 12:00"


def in_days(n: int, *, years: int = 0) -> str:
    """A day so many days ahead, some years ago, as it is typed."""
    day = datetime.now(UTC).date() + timedelta(days=n)
    return f"{day.year - years}-{day:%m-%d}"


@pytest.fixture
def lived(terminal: Terminal) -> Terminal:
    terminal.ok("log", f"{THESIS} {MOVED}")
    return terminal


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Somebody at the terminal, who answers what is given here."""
    answers: list[str] = []
    monkeypatch.setattr("graph_aria.cli.session.Session.is_interactive", True)
    monkeypatch.setattr("typer.confirm", lambda *_, **__: answers.pop(0) == "y")
    yield answers
    assert not answers


def items(terminal: Terminal, *arguments: str) -> list[dict[str, Any]]:
    return list(terminal.json("life", *arguments)["items"])


def test_empty_lists_say_what_to_do_next(terminal: Terminal) -> None:
    assert "aria life focus add" in terminal.ok("life").out
    assert "aria life focus add" in terminal.ok("life", "focus").out
    assert "aria life focus done" in terminal.ok("life", "focus", "list", "--standing", "done").out
    assert "aria life milestones add" in terminal.ok("life", "milestones").out
    assert "aria life upcoming --days 366" in terminal.ok("life", "upcoming").out
    assert "aria mood 7" in terminal.ok("life", "mood").out
    today = terminal.ok("today").out
    assert "aria mood 7" in today
    assert "Tonight: " in today
    assert "nothing was written" in terminal.ok("today", "--earlier").out


def test_a_focus_is_listed_shown_and_set_right(lived: Terminal) -> None:
    listed = lived.ok("life", "focus").out
    assert "The user is writing their thesis." in listed
    assert "“I am writing my thesis”" in listed
    lived.ok("life", "focus", "edit", "thesis", "--since", "2026-01", "--why", "my degree")
    shown = lived.ok("life", "focus", "show", "thesis").out
    assert "because my degree" in shown
    assert "since 2026-01-01" in shown
    assert "you said so" in shown

    done = lived.ok("life", "focus", "done", "thesis")
    assert done.out.startswith("done: The user finished writing their thesis.")
    assert "aria memory delete" in done.err
    assert "nothing to do" in lived.ok("life", "focus", "done", "thesis").out
    assert items(lived, "focus", "list") == []
    assert "(done " in lived.ok("life", "focus", "list", "--standing", "all").out
    assert "confirmed" in lived.ok("life", "focus", "add", THESIS).out
    assert [one["standing"] for one in items(lived, "focus", "list")] == ["on"]
    dropped = lived.ok("life", "focus", "drop", "thesis").out
    assert dropped.startswith("dropped: The user is no longer writing their thesis.")


def test_a_focus_is_meant_by_its_words_the_end_of_its_id_or_its_id(lived: Terminal) -> None:
    lived.ok("life", "focus", "add", "I am writing my novel.")
    full = next(one["id"] for one in items(lived, "focus") if "thesis" in one["text"])

    for reference in (full, full[-8:], "thesis", "THESIS writing"):
        assert lived.json("life", "focus", "show", reference)["focus"]["id"] == full
    several = lived("life", "focus", "show", "writing")
    assert several.code == 4
    assert full[-8:] in several.err
    missing = lived("life", "focus", "show", "sailing").err.lower()
    assert "no focus says 'sailing'; see `aria life focus list`" in missing
    missing = lived("life", "milestones", "show", "sailing").err.lower()
    assert "no milestone says 'sailing'; see `aria life milestones list`" in missing
    assert lived("life", "focus", "show", "deadbeef").code == 3
    assert lived("life", "focus", "show", "Ghent").code == 3


def test_milestones_have_dates_as_far_as_they_are_known(lived: Terminal) -> None:
    lived.ok("life", "milestones", "add", "We adopted a dog.", "--on", "2021")
    lived.ok("life", "milestones", "add", "I met Tom.", "--on", "05-03", "--why", "of the party")
    told = lived.ok("life", "milestones", "add", "I bought a boat.")
    assert "--on" in told.err

    listed = lived.ok("life", "milestones").out
    rows = [line.split("  ")[0].strip() for line in listed.splitlines() if "Ghent" in line]
    assert rows[0] == "2019-11-05"
    assert "The user bought a boat" in listed
    whens = [one["when"] for one in items(lived, "milestones")]
    assert whens[:2] == ["in 2021", "on 5 November 2019"]
    assert set(whens[2:]) == {"on 3 May", ""}
    shown = lived.ok("life", "milestones", "show", "Ghent").out
    assert "on 5 November 2019" in shown
    assert "“I moved to Ghent on 2019-11-05”" in shown
    assert re.search(r"returns on \d{4}-11-05: ARIA brings the day up", shown)
    lived.ok("life", "milestones", "edit", "Ghent", "--on", "2018")
    assert "The user moved to Ghent in 2018." in lived.ok("life", "milestones", "list").out
    lived.ok("memory", "undo", "Ghent")
    assert "5 November 2019" in lived.ok("life", "milestones", "show", "Ghent").out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["milestones", "add", "I married.", "--on", "2019-04-31"], "April has 30 days"),
        (["milestones", "add", "I married.", "--on", "2999"], "lies ahead"),
        (["milestones", "add", "I married.", "--on", "last May"], "2019-05-03"),
        (["milestones", "edit", "Ghent"], "--on"),
        (["milestones", "edit", "Ghent", "--on", "1066"], "120 years"),
        (["milestones", "delete", "Ghent"], "--yes"),
        (["focus", "add", ""], "empty"),
        (["focus", "add", "x", "--since", "soon"], "2019-05-03"),
        (["focus", "edit", "thesis"], "--since"),
        (["focus", "list", "--standing", "boats"], "boats"),
        (["focus", "delete", "thesis"], "--yes"),
        (["upcoming", "--days", "0"], "1 to 366"),
        (["mood", "--days", "367"], "1 to 366"),
        (["mood", "--clear"], "--yes"),
        (["mood", "--prove"], "--clear"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    lived: Terminal, arguments: list[str], named: str
) -> None:
    done = lived("life", *arguments)

    assert done.code == 2
    assert named in done.err
    assert (len(items(lived, "focus")), len(items(lived, "milestones"))) == (1, 1)


def test_what_comes_up_is_told_with_what_aria_says(lived: Terminal) -> None:
    soon = in_days(3, years=2)
    lived.ok("life", "milestones", "add", "We adopted a dog.", "--on", soon)

    out = lived.ok("life", "upcoming", "--days", "7").out

    assert "We adopted a dog" in out
    assert "3 days" in out
    assert "brings the day up: 2 years" in out
    assert "We adopted a dog" in lived.ok("life").out
    assert set(lived.json("life")) == {"focus", "upcoming"}


def _told_of_moods(terminal: Terminal) -> None:
    terminal.ok("settings", "set", "mood", "on")
    terminal.ok("mood", "8", "--feeling", "calm", "--because", "a long walk", "--at", days_ago(2))
    terminal.ok("log", "I felt MISERABLE.", "--at", days_ago(4))
    terminal.ok("jobs", "run", "read")


def test_the_curve_tells_what_was_said_from_what_was_read_and_leaves_gaps(
    terminal: Terminal,
) -> None:
    _told_of_moods(terminal)

    out = terminal.ok("life", "mood", "--days", "7").out
    lines = out.splitlines()

    rows = {line[:2].strip(): line[4:] for line in lines if re.match(r"[ 1]\d │", line)}
    assert list(rows) == [str(mood) for mood in range(10, 0, -1)]
    assert rows["8"].index("●") == 4 * 3  # the fifth of seven days, three cells each
    assert rows["3"].index("○") == 2 * 3
    assert sum(row.count("●") + row.count("○") for row in rows.values()) == 2
    assert "● you said so" in out
    assert "○ read in what you wrote" in out
    assert "a gap: nothing is known of that day" in out
    assert "known of 2 of 7 days" in out
    assert "“a long walk”" in out
    assert "cannot be told yet" in out


def test_moods_that_were_read_are_cleared_and_check_ins_stay(
    lived: Terminal, asked: list[str]
) -> None:
    terminal = lived
    _told_of_moods(terminal)

    asked.append("n")
    assert terminal("life", "mood", "--clear").code == 130
    assert terminal.json("life", "mood")["n_read"] == 1
    asked.append("y")
    done = terminal.ok("life", "mood", "--clear", "--prove").out
    assert "deleted: 1 mood that was read" in done
    assert "none is left" in done
    assert [day["mood"] for day in terminal.json("life", "mood")["days"]] == [8]
    assert "no mood that was read is kept" in terminal.ok("life", "mood", "--clear", "--yes").out


def test_what_goes_with_better_days_is_drawn_up(terminal: Terminal) -> None:
    for n in range(1, 13):
        words, mood = ("yoga", "9") if n % 2 else ("work", "3")
        terminal.ok("mood", mood, "--because", words, "--at", days_ago(n))
    terminal.ok("jobs", "run", "read")

    out = terminal.ok("life", "mood").out

    assert re.search(r"Yoga +better +9\.0 +3\.0 +6, 6", out)
    assert re.search(r"Work +worse +3\.0 +9\.0 +6, 6", out)
    assert "does not make it their cause" in out

    # What was lost is not held against its days.
    terminal.ok("life", "milestones", "add", "I was laid off from work.", "--on", "2024-05")
    out = terminal.ok("life", "mood").out
    assert re.search(r"Yoga +better", out)
    assert "Work" not in out


def test_a_column_of_several_days_says_so(terminal: Terminal) -> None:
    for n, mood in ((1, "2"), (2, "9"), (5, "6")):
        terminal.ok("mood", mood, "--at", days_ago(n))

    out = terminal.ok("life", "mood", "--days", "200").out

    assert "a column is 2 days" in out
    rows = {line[:2].strip(): line[4:] for line in out.splitlines() if re.match(r"[ 1]\d │", line)}
    assert [mood for mood, row in rows.items() if "●" in row] == ["9", "6", "2"]
    assert "yesterday's mood: 2, as you said" in terminal.ok("today").out


def test_a_date_is_taken_away(terminal: Terminal) -> None:
    terminal.ok("life", "milestones", "add", "I moved to Ghent.", "--on", "2019-05-03")
    refused = terminal("life", "milestones", "edit", "Ghent", "--on", "2019", "--no-date")
    assert refused.code == 2
    changed = terminal.ok("life", "milestones", "edit", "Ghent", "--no-date").out
    assert "changed: The user moved to Ghent." in changed
    assert items(terminal, "milestones")[0]["first"] is None


def test_today_puts_the_day_together(lived: Terminal) -> None:
    lived.ok("life", "milestones", "add", "We adopted a dog.", "--on", in_days(0, years=3))
    lived.ok("mood", "6", "--at", days_ago(1))
    year = datetime.now(UTC).year - 1
    day = f"{datetime.now(UTC):%m-%d}"
    if day != "02-29":
        lived.ok("log", "Yoga with Priya.", "--at", f"{year}-{day} 12:00", "--mood", "8")

    out = lived.ok("today").out

    assert "We adopted a dog" in out
    assert "brings the day up: 3 years" in out
    assert "yesterday's mood: 6, as you said" in out
    if day != "02-29":
        assert f"1 year ago, {year}-{day}: mood 8" in out
        assert "“Yoga with Priya.”" in lived.ok("today", "--earlier").out
    assert lived.json("today")["question"]["text"] in out


def test_deleting_asks_and_proves(lived: Terminal, asked: list[str]) -> None:
    asked.append("y")
    done = lived.ok("life", "focus", "delete", "thesis", "--prove").out
    assert "deleted: The user is writing their thesis." in done
    asked.append("n")
    assert lived("life", "milestones", "delete", "Ghent").code == 130
    asked.append("y")
    assert "deleted: The user moved" in lived.ok("life", "milestones", "delete", "Ghent").out
    assert (items(lived, "focus"), items(lived, "milestones")) == ([], [])
    lived.ok("life", "focus", "add", "I am writing my novel.")
    lived.ok("life", "focus", "done", "novel")
    done = lived.ok("life", "focus", "delete", "novel", "--yes").out
    assert "with it went 1 memory that told how it stood before" in done


def test_since_when_a_focus_goes_on_is_taken_away(lived: Terminal) -> None:
    lived.ok("life", "focus", "edit", "thesis", "--since", "2026-01")
    assert items(lived, "focus")[0]["since"] == "2026-01-01"
    refused = lived("life", "focus", "edit", "thesis", "--since", "2026", "--no-since")
    assert "give one of them" in refused.err
    lived.ok("life", "focus", "edit", "thesis", "--no-since")
    assert items(lived, "focus")[0]["since"] is None


def test_while_life_is_off_it_is_said_and_what_is_there_can_be_deleted(lived: Terminal) -> None:
    lived.ok("settings", "set", "life", "off")

    for arguments in ([], ["focus"], ["milestones"], ["upcoming"]):
        done = lived.ok("life", *arguments)
        assert "life is off" in done.err
        assert done.out == ""
    assert lived.json("life", "upcoming", "--days", "366")["items"] == []
    assert "life is off" in lived.ok("today").err
    for arguments in (
        ["focus", "add", "I am writing my novel."],
        ["focus", "done", "thesis"],
        ["focus", "show", "thesis"],
        ["milestones", "add", "I married."],
    ):
        refused = lived("life", *arguments)
        assert refused.code == 4
        assert "aria settings set life on" in refused.err
    for arguments in ([], ["list"], ["list", "--search", "thesis"]):
        done = lived.ok("memory", *arguments)
        assert "life is off" in done.err
        assert "thesis" not in done.out
        assert "Ghent" not in done.out
    assert "thesis" in lived.ok("memory", "list", "--kind", "focus").out
    assert "thesis" in lived.ok("memory", "show", "thesis").out
    lived.ok("life", "milestones", "delete", "Ghent", "--yes")
    lived.ok("settings", "set", "life", "on")
    assert "thesis" in lived.ok("memory", "list").out
    assert len(items(lived, "focus")) == 1
    assert items(lived, "milestones") == []


def test_two_profiles_never_mix(lived: Terminal) -> None:
    lived.ok("profile", "add", "Tom")

    for arguments in (["focus"], ["milestones"], ["upcoming", "--days", "366"]):
        assert lived.json("life", *arguments, "--profile", "Tom")["items"] == []
    assert lived("life", "focus", "done", "thesis", "--profile", "Tom").code == 3
    assert lived.json("life", "mood", "--profile", "Tom")["days"] == []
    assert len(items(lived, "focus")) == 1


@pytest.mark.parametrize("columns", ["80", "120"])
def test_everything_fits_the_terminal(
    lived: Terminal, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lived.ok("life", "milestones", "add", "We adopted a dog.", "--on", in_days(3, years=2))
    lived.ok("life", "focus", "edit", "thesis", "--why", "it is the last thing before my degree")
    for n in range(0, 40, 3):
        lived.ok("mood", "5", "--because", "a long walk in the rain", "--at", days_ago(n + 1))
    monkeypatch.setenv("COLUMNS", columns)

    for arguments in (
        ["life"], ["life", "focus", "show", "thesis"], ["life", "milestones"],
        ["life", "upcoming"], ["life", "mood"], ["life", "mood", "--days", "366"], ["today"],
    ):  # fmt: skip
        out = lived.ok(*arguments).out
        assert max(len(line.rstrip()) for line in out.splitlines()) <= int(columns), out


def test_in_a_pipe_that_knows_only_ascii_it_can_be_read(tmp_path: Path) -> None:
    aria(tmp_path, "mood", "7", "--because", "a long walk")

    done = aria(tmp_path, "life", "mood", "--days", "7", PYTHONIOENCODING="ascii", NO_COLOR="1")

    assert done.code == 0, done.err
    assert done.out.isascii()
    assert "\x1b" not in done.out
    assert re.search(r"^ 7 \|.*#", done.out, re.MULTILINE)
    assert '"a long walk"' in done.out
