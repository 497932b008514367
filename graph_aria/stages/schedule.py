"""Queue what is due today."""

from __future__ import annotations

from datetime import time
from typing import Final, Protocol

from graph_aria.domain.care import RULES
from graph_aria.domain.days import DAY, local_day, local_instant
from graph_aria.domain.records import JobKind
from graph_aria.ports import Clock, Conversations, Ids, Jobs, Profiles, Record
from graph_aria.stages.answer_lost import answer_lost
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.withdraw_crises import subject_after

DUE_AT: Final = time(3, 30)
"""Local time of day from which a day's jobs are due."""
DAILY: Final = (JobKind.FADE, JobKind.CHAPTERS, JobKind.EXPIRE, JobKind.RECONCILE)
WEEKLY: Final = (JobKind.NOTICE,)


class ScheduleStore(Profiles, Record, Conversations, Jobs, Protocol):
    """What scheduling needs of a store."""


async def schedule(store: ScheduleStore, clock: Clock, ids: Ids) -> int:
    """Move the mark on and queue each profile's jobs, once for each local date or week.

    The store decides by (kind, profile, local date or ISO week), so missed ticks, a gap or overlap
    of the local clock and several processes change nothing. A job looks at everything
    that is due, so that one run makes up for the days that were missed.

    Returns:
        How many jobs were queued.

    Turns whose reply nobody brought are read as well, see `answer_lost`.

    Reads: profiles. Writes: mark and jobs. Safe to repeat: yes.
    """
    now = await tell_time(store, clock)
    await store.move_mark(now)
    n_queued = await answer_lost(store, clock, ids)
    for profile in await store.list_profiles():
        today = local_day(now, profile.zone)
        begun = now >= local_instant(today, DUE_AT, profile.zone)
        day = today if begun else today - DAY
        week = "{0.year}-W{0.week:02d}".format(day.isocalendar())
        daily = (*DAILY, JobKind.GROW) if profile.level_grows else DAILY
        slots = [(kind, day.isoformat()) for kind in daily] + [(kind, week) for kind in WEEKLY]
        for kind, slot in slots:
            job = await store.queue_job(
                job_id=ids.new(), profile_id=profile.id, kind=kind, due_at=now, slot=slot
            )
            n_queued += job is not None
        # What was read under other rules of care is looked at once; and again a month later,
        # when a store forgets its jobs, which costs little.
        job = await store.queue_job(
            job_id=ids.new(),
            profile_id=profile.id,
            kind=JobKind.RECONCILE,
            due_at=now,
            subject_id=subject_after(""),
            slot=f"care {RULES}",
        )
        n_queued += job is not None
        if profile.wanted is not None:
            # A dial that was asked for just before a crash is not forgotten.
            job = await store.queue_job(
                job_id=ids.new(), profile_id=profile.id, kind=JobKind.REWEIGH, due_at=now
            )
            n_queued += job is not None
    return n_queued
