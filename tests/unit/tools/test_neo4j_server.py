from __future__ import annotations

import ast
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from tools import neo4j_server
from tools.neo4j_server import NoServer, fetch, find_java, is_fetched, jars_folder

GUARD = Path(neo4j_server.__file__).parent / "neo4j" / "guard.py"
NOWHERE = Path("nowhere")


def _jdk(folder: Path, version: str) -> Path:
    java = folder / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n", encoding="utf-8")
    java.chmod(0o755)
    return folder


def test_the_java_on_the_path_comes_first(tmp_path: Path) -> None:
    path = _jdk(tmp_path / "path", "17.0.15")
    home = _jdk(tmp_path / "home", "25.0.3")
    found = find_java(17, path=f"{path}/bin", home=str(home), jdks=NOWHERE)
    assert found == (f"{path}/bin/java", 17)


def test_a_java_that_is_too_old_is_passed_over(tmp_path: Path) -> None:
    path = _jdk(tmp_path / "path", "17.0.15")
    home = _jdk(tmp_path / "home", "25.0.3")
    found = find_java(21, path=f"{path}/bin", home=str(home), jdks=NOWHERE)
    assert found == (f"{home}/bin/java", 25)


def test_of_the_installed_ones_the_newest_is_taken(tmp_path: Path) -> None:
    for version in ("17.0.15", "25.0.3", "9.0.1", "1.8.0_402"):
        _jdk(tmp_path / f"jdk-{version}", version)
    (tmp_path / "broken" / "bin" / "java").mkdir(parents=True)
    found = find_java(21, path=str(NOWHERE), home=str(NOWHERE), jdks=tmp_path)
    assert found == (f"{tmp_path}/jdk-25.0.3/bin/java", 25)


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoServer, match="Java 21 or newer, and there is none"):
        find_java(21, path=str(NOWHERE), home=str(NOWHERE), jdks=NOWHERE)
    path = _jdk(tmp_path, "17.0.15")
    with pytest.raises(NoServer, match="Java 21 or newer, and the newest here is 17"):
        find_java(21, path=f"{path}/bin", home=str(NOWHERE), jdks=NOWHERE)


@pytest.fixture
def maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets a few lines of shell stand in for Maven, and a fresh folder for .lib."""
    monkeypatch.setattr(neo4j_server, "_LIB", tmp_path / "lib")
    program = tmp_path / "bin" / "mvn"
    program.parent.mkdir()
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")

    def write(lines: str) -> None:
        program.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
        program.chmod(0o755)

    return write


def test_jars_are_fetched_once(maven: Callable[[str], None], tmp_path: Path) -> None:
    maven(f"echo again >> {tmp_path}/runs")
    assert not is_fetched("5.26.31")
    assert fetch("5.26.31") == fetch("5.26.31") == jars_folder("5.26.31")
    assert is_fetched("5.26.31")
    assert not is_fetched("2026.09.0")
    assert (tmp_path / "runs").read_text(encoding="utf-8") == "again\n"


def test_a_fetch_that_failed_is_done_again(maven: Callable[[str], None]) -> None:
    maven("echo '[ERROR] no network'; exit 1")
    with pytest.raises(NoServer, match="no network"):
        fetch("5.26.31")
    assert not is_fetched("5.26.31")
    maven("exit 0")
    fetch("5.26.31")
    assert is_fetched("5.26.31")


def test_jars_of_another_pom_are_fetched_again(
    maven: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    maven("exit 0")
    fetch("5.26.31")
    other = tmp_path / "pom.xml"
    other.write_text("<project/>", encoding="utf-8")
    monkeypatch.setattr(neo4j_server, "_POM", other)
    assert not is_fetched("5.26.31")


def test_a_killed_program_takes_its_server_and_folder_with_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    code = f"""
import os, subprocess, time
server = subprocess.Popen(["sleep", "60"], start_new_session=True)
guard = subprocess.Popen(
    [{sys.executable!r}, {str(GUARD)!r}, str(os.getpid()), {str(home)!r}],
    stdin=subprocess.PIPE, start_new_session=True)
guard.stdin.write(b"1\\n0\\n%d\\n" % server.pid)
guard.stdin.flush()
print(server.pid, guard.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        server, guard = map(int, program.stdout.readline().split())
        assert _is_alive(server)
        time.sleep(0.2)  # let the guard look at its parent once
        program.kill()
    deadline = time.monotonic() + 10
    while (_is_alive(server) or _is_alive(guard)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _is_alive(server)
    assert not home.exists()


def _is_alive(pid: int) -> bool:
    try:
        # Whoever reaps orphans here may be slow: a zombie has ended all the same.
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_command_finds_the_server_whatever_was_set_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIA_NEO4J_DATABASE", "elsewhere")
    server = SimpleNamespace(uri="bolt://here", password="sesame", browser="http://here/browser/")
    told = tmp_path / "told"
    code = f"import os; open({str(told)!r}, 'w').write(repr(dict(os.environ)))"
    neo4j_server._use(server, [sys.executable, "-c", code])  # type: ignore[arg-type]  # as it is asked
    variables = ast.literal_eval(told.read_text(encoding="utf-8"))
    assert (
        variables.items()
        >= {
            "ARIA_STORE": "bolt://here",
            "ARIA_NEO4J_USER": "neo4j",
            "ARIA_NEO4J_PASSWORD": "sesame",
            "ARIA_NEO4J_DATABASE": "neo4j",
            "ARIA_NEO4J_BROWSER": "http://here/browser/",
        }.items()
    )
