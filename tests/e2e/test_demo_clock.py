"""The demo's days pass up to now, and never beyond it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from graph_aria.adapters.clock import SystemClock
from graph_aria.bootstrap import open_services
from graph_aria.cli.demo import play
from graph_aria.config import Settings


@pytest.mark.parametrize("hour", [0, 21])
async def test_the_clock_of_a_demo_ends_at_now(tmp_path: Path, hour: int) -> None:
    settings = Settings(data_dir=tmp_path, keyring=False, zone="UTC")
    now = datetime(2026, 3, 1, hour, 48, tzinfo=UTC)
    outcome = await play(settings, Console(quiet=True), now=now)
    assert outcome.n_entries > 100
    services = await open_services(settings, clock=SystemClock())
    try:
        mark = await services.store.read_mark()
    finally:
        await services.close()
    assert mark == now
