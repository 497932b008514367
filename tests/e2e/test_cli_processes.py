"""Processes of their own: a server, commands that talk to it, signals, a second owner."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import apsw
import httpx
import pytest

from tests.e2e.terminal import aria, environment, serving

pytestmark = pytest.mark.slow


def test_an_entry_goes_through_the_whole_line_without_a_server(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    done = aria(folder, "log", text=b"Felt anxious about the deadline. Yoga with Priya helped.")

    assert done.code == 0, done.err
    assert "things read" in done.out
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {p.name: oct(p.stat().st_mode & 0o777) for p in folder.iterdir()} == dict.fromkeys(
        ("admin.secret", "aria.db", "aria.lock"), "0o600"
    )
    themes = aria(folder, "themes", "--json").data["themes"]
    assert "Yoga" in [theme["entity"]["name"] for theme in themes]


def test_commands_talk_to_the_server_that_owns_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder) as (server, address):
        began = time.monotonic()
        while httpx.get(f"{address}/readyz").status_code != 200:
            assert time.monotonic() - began < 120
            time.sleep(0.1)

        assert aria(folder, "log", "Yoga with Priya.").code == 0
        token = aria(folder, "token", "new", "phone").out.strip()
        listed = httpx.get(
            f"{address}/api/v1/entries", headers={"Authorization": f"Bearer {token}"}
        )
        assert [entry["text"] for entry in listed.json()["items"]] == ["Yoga with Priya."]
        second = aria(folder, "serve", "--port", "0")
        assert second.code == 5
        assert str(server.pid) in second.err
        encrypting = aria(folder, "encrypt", ARIA_PASSPHRASE="long enough")
        assert encrypting.code == 5
        assert "stop it first" in encrypting.err
        port = address.rpartition(":")[2]
        taken = aria(tmp_path / "other", "serve", "--port", port)
        assert taken.code == 2
        assert "ARIA_PORT" in taken.err

    assert server.returncode == 0
    assert aria(folder, "entry", "list", "--json").data["items"][0]["state"] == "read"


def test_a_server_that_is_told_to_stop_works_off_what_it_accepted(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert aria(folder, "profile", "add", "Maya").code == 0
    with serving(folder) as (server, address):
        secret = (folder / "admin.secret").read_text()
        headers = {"Authorization": f"Bearer {secret}"}
        with httpx.Client(base_url=f"{address}/api/v1", headers=headers) as http:
            for n in range(40):
                text = f"Day {n}: yoga helped, work made me anxious."
                assert http.post("/entries", json={"text": text}).status_code == 201
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=60)

    assert server.returncode == 0
    assert [json.loads(line)["event"] for line in log.splitlines()][-1] == "stopped"
    assert "yoga" not in log
    # Asked of the file itself, before any command could do the rest.
    store = apsw.Connection(str(folder / "aria.db"), flags=apsw.SQLITE_OPEN_READONLY)
    states = store.execute("SELECT state, count(*) FROM entry GROUP BY state").fetchall()
    store.close()
    assert states == [("read", 40)]


def test_output_that_nobody_reads_to_its_end_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m graph_aria.cli --help | head -n 1"
    done = subprocess.run(  # noqa: S602 - a pipe of the shell is the point
        command, shell=True, capture_output=True, text=True, timeout=60, check=False
    )

    assert done.returncode == 0
    assert done.stderr == ""


def test_two_commands_at_once_wait_for_each_other(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "graph_aria.cli", "profile", "add", name],
            env=environment(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for name in ("Maya", "Tom")
    ]
    for process in processes:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err

    profiles = aria(folder, "profile", "list", "--json").data["items"]
    assert {profile["name"] for profile in profiles} == {"Maya", "Tom"}


@pytest.mark.parametrize("mode", [0o500, 0o000])
def test_a_folder_without_permission_is_told(tmp_path: Path, mode: int) -> None:
    if os.name != "posix":
        pytest.skip("permissions of another kind")
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)
    tmp_path.chmod(0o755)
    try:
        done = _as_nobody(folder)
    finally:
        folder.chmod(0o700)

    assert done.returncode == 5, done.stderr
    assert "permission" in done.stderr
    assert "Traceback" not in done.stderr


def _as_nobody(folder: Path) -> subprocess.CompletedProcess[str]:
    """`aria log`, by a user who is not root, where the tests are run by root.

    The program is loaded first: that user may not be able to read it.
    """
    script = (
        "import os, sys, graph_aria.server, graph_aria.cli.main as main\n"
        "if os.geteuid() == 0:\n"
        "    os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "sys.exit(main.run(['log', 'Yoga.']))\n"
    )
    return subprocess.run(
        [sys.executable, "-c", script],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_an_entry_is_stored_though_nobody_reads_what_is_said(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    folder = tmp_path / "data"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "graph_aria.cli", "log", "Yoga.", *arguments],
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing,
            timeout=120,
            check=False,
        )
    finally:
        os.close(writing)

    assert done.returncode == 0
    stored = aria(folder, "entry", "list", "--json").data["items"]
    assert [(item["text"], item["state"]) for item in stored] == [("Yoga.", "read")]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_while_a_long_text_is_read_stores_it_and_ends_at_once(tmp_path: Path) -> None:
    folder, path = tmp_path / "data", tmp_path / "long.txt"
    path.write_text("Yoga with Priya helped, and work made me anxious. " * 18_000)
    assert aria(folder, "profile", "add", "Maya").code == 0
    process = subprocess.Popen(
        [sys.executable, "-m", "graph_aria.cli", "log", "--file", str(path)],
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    began = time.monotonic()
    while not _entry_states(folder):
        assert time.monotonic() - began < 120
        time.sleep(0.1)
    time.sleep(4)  # the reader is at it

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)

    assert process.returncode == 130
    assert "stored; it will be read later" in err
    assert "{" not in out + err
    assert "Traceback" not in out + err
    assert _entry_states(folder) == ["pending"]  # it did not go on until all was read


def _entry_states(folder: Path) -> list[str]:
    store = apsw.Connection(str(folder / "aria.db"), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return [str(state) for (state,) in store.execute("SELECT state FROM entry")]
    finally:
        store.close()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("seconds", [0.2, 0.4, 0.7, 1.0, 1.6])
def test_ctrl_c_at_any_moment_tells_whether_the_words_are_stored(
    tmp_path: Path, seconds: float
) -> None:
    folder = tmp_path / "data"
    assert aria(folder, "profile", "add", "Maya").code == 0
    process = subprocess.Popen(
        [sys.executable, "-m", "graph_aria.cli", "log", "Yoga with Olga."],
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    states = _entry_states(folder)
    if process.returncode == -signal.SIGINT or ("Traceback" in err and "graph_aria" not in err):
        assert states == []  # Python itself was still starting
    elif process.returncode == 0:
        assert states == ["read"]
    else:
        assert process.returncode == 130
        assert "Traceback" not in out + err
        assert bool(states) == ("is stored" in err), err
        assert bool(states) != ("is not stored" in err or "nothing was changed" in err), err
    assert "still wait" not in err


def test_many_commands_at_once_lose_no_words(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert aria(folder, "profile", "add", "Maya").code == 0
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "graph_aria.cli", "log", f"Yoga with Priya, the {n}th time."],
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for n in range(6)
    ]
    for process in processes:
        _, err = process.communicate(timeout=240)
        assert process.returncode == 0, err

    assert len(_entry_states(folder)) == len(processes)
