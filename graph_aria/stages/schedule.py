"""Queue what is due today."""

from __future__ import annotations

from datetime import time
from typing import Final, Protocol

from graph_aria.domain.days import DAY, local_day, local_instant
from graph_aria.domain.records import JobKind
from graph_aria.ports import Clock, Ids, Jobs, Profiles
from graph_aria.stages.tell_time import tell_time

DUE_AT: Final = time(3, 30)
"""Local time of day from which a day's jobs are due."""
DAILY: Final = (JobKind.FADE, JobKind.CHAPTERS)


class ScheduleStore(Profiles, Jobs, Protocol):
    """What scheduling needs of a store."""


async def schedule(store: ScheduleStore, clock: Clock, ids: Ids) -> int:
    """Move the mark on and queue each profile's daily jobs, once for each local date.

    The store decides by (kind, profile, local date), so missed ticks, a gap or overlap
    of the local clock and several processes change nothing. A job looks at everything
    that is due, so that one run makes up for the days that were missed.

    Returns:
        How many jobs were queued.

    Reads: profiles. Writes: mark and jobs. Safe to repeat: yes.
    """
    now = await tell_time(store, clock)
    await store.move_mark(now)
    n_queued = 0
    for profile in await store.list_profiles():
        today = local_day(now, profile.zone)
        begun = now >= local_instant(today, DUE_AT, profile.zone)
        slot = (today if begun else today - DAY).isoformat()
        for kind in DAILY:
            job = await store.queue_job(
                job_id=ids.new(), profile_id=profile.id, kind=kind, due_at=now, slot=slot
            )
            n_queued += job is not None
        if profile.wanted is not None:
            # A dial that was asked for just before a crash is not forgotten.
            job = await store.queue_job(
                job_id=ids.new(), profile_id=profile.id, kind=JobKind.REWEIGH, due_at=now
            )
            n_queued += job is not None
    return n_queued
