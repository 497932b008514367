"""APScheduler as a metronome: it ticks, the store decides what is due."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from apscheduler.schedulers.asyncio import AsyncIOScheduler

TICK_SECONDS = 60
_GRACE_SECONDS = 3600


class Ticker:
    """Calls a coroutine function every so often, never twice at the same time.

    Missed ticks (a machine that slept) are made up for by one.
    """

    def __init__(self, tick: Callable[[], Awaitable[None]], *, seconds: int = TICK_SECONDS) -> None:
        self._tick = tick
        self._seconds = seconds
        self._scheduler = AsyncIOScheduler(timezone="UTC")

    def start(self) -> None:
        """Begin to tick, on the running event loop."""
        self._scheduler.add_job(
            self._tick,
            "interval",
            seconds=self._seconds,
            coalesce=True,
            max_instances=1,
            misfire_grace_time=_GRACE_SECONDS,
        )
        self._scheduler.start()

    def stop(self) -> None:
        """Stop ticking; safe to repeat."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
