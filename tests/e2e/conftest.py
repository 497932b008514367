"""A terminal of one's own, with a reader that knows four words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from graph_aria import bootstrap
from tests.api.harness import StubReader
from tests.e2e.terminal import STORY, Pipe, Terminal


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Terminal]:
    for key in [key for key in os.environ if key.startswith("ARIA_")]:
        monkeypatch.delenv(key)
    monkeypatch.setenv("ARIA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ARIA_KEYRING", "false")
    monkeypatch.setenv("ARIA_ZONE", "Europe/Athens")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    monkeypatch.setattr("sys.stdin", Pipe(b""))
    yield Terminal(capsys)
    structlog.reset_defaults()  # a command logs to its own standard error, which is closed now


@pytest.fixture
def told(terminal: Terminal) -> Terminal:
    terminal.ok("log", STORY)
    return terminal
