"""The machine's clock, ids in order, and a metronome."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from uuid import RFC_4122, UUID

import pytest

from graph_aria.adapters.clock import SystemClock, UuidIds
from graph_aria.adapters.scheduler import Ticker


def test_the_clock_tells_aware_utc() -> None:
    now = SystemClock().now()

    assert now.tzinfo is UTC
    assert abs(now - datetime.now(UTC)) < timedelta(seconds=5)


def test_ids_are_uuids_of_version_7_that_hold_the_time_and_only_grow() -> None:
    ids = UuidIds()
    before = time.time_ns() // 1_000_000

    made = [ids.new() for _ in range(5000)]

    assert made == sorted(set(made))
    parsed = [UUID(each) for each in made]
    assert {each.version for each in parsed} == {7}
    assert {each.variant for each in parsed} == {RFC_4122}
    assert 0 <= (parsed[0].int >> 80) - before < 5000


def test_ids_grow_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = UuidIds()
    first = ids.new()
    monkeypatch.setattr("time.time_ns", lambda: 1_000_000_000)

    assert ids.new() > first


async def test_a_tick_that_takes_long_is_not_joined_by_another() -> None:
    running, most, n_ticks = 0, 0, 0

    async def tick() -> None:
        nonlocal running, most, n_ticks
        running += 1
        most = max(most, running)
        n_ticks += 1
        await asyncio.sleep(2.5)
        running -= 1

    ticker = Ticker(tick, seconds=1)
    ticker.start()
    await asyncio.sleep(2.2)
    ticker.stop()
    ticker.stop()

    assert (most, n_ticks) == (1, 1)
    await asyncio.sleep(0)
