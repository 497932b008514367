"""Now, as every stage sees it."""

from __future__ import annotations

from datetime import datetime

from graph_aria.domain.days import effective_now
from graph_aria.ports import Clock, Jobs


async def tell_time(jobs: Jobs, clock: Clock) -> datetime:
    """The later of the clock and the stored high-water mark.

    So nothing un-fades and no age is negative when a clock is set back.

    Reads: the mark. Writes: nothing. Safe to repeat: yes.
    """
    return effective_now(clock.now(), await jobs.read_mark())
