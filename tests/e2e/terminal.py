"""The command `aria` as a person at a terminal uses it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from graph_aria.cli.main import run

STORY = "Felt anxious about work. Yoga helped."


class Pipe(io.TextIOWrapper):
    """Standard input that is no terminal."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(io.BytesIO(raw), encoding="utf-8")


@dataclass(frozen=True)
class Done:
    """What a command ended with and printed."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What `--json` printed."""
        return json.loads(self.out)


class Terminal:
    """Runs commands in this process; nobody sits at it, and the reader is a stub."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Done:
        self._capsys.readouterr()
        code = run(arguments)
        printed = self._capsys.readouterr()
        assert "Traceback" not in printed.err + printed.out
        return Done(code, printed.out, printed.err)

    def ok(self, *arguments: str) -> Done:
        """A command that must succeed."""
        done = self(*arguments)
        assert done.code == 0, done.err
        return done

    def json(self, *arguments: str) -> Any:
        """What a command that must succeed prints with `--json`."""
        return self.ok(*arguments, "--json").data


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a process of its own."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("ARIA_")}
    own = {"ARIA_DATA_DIR": str(folder), "ARIA_KEYRING": "false", "ARIA_ZONE": "Europe/Athens"}
    return {**kept, **own, "COLUMNS": "120", **more}


def aria(folder: Path, *arguments: str, text: bytes = b"", **more: str) -> Done:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "graph_aria.cli", *arguments],
        input=text,
        capture_output=True,
        env=environment(folder, **more),
        timeout=120,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in out + err
    return Done(done.returncode, out, err)


@contextmanager
def serving(
    folder: Path, *arguments: str, **more: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, with its address; stopped at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "graph_aria.cli", "serve", "--port", "0", "--json", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(folder, **more),
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(4)]
        yield process, str(json.loads("".join(lines))["address"])
    finally:
        process.terminate()
        process.communicate(timeout=60)
