"""Do the jobs that are due."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import structlog

from graph_aria.domain.records import JobKind
from graph_aria.domain.sentences import counted
from graph_aria.domain.views import Job, Lease
from graph_aria.errors import LeaseLost, NotFound, StoreUnusable
from graph_aria.ports import Clock, Ids, Store
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.fade import fade
from graph_aria.stages.index_entries import index_read
from graph_aria.stages.postpone import postpone, was_last_try
from graph_aria.stages.read import BATCH, read
from graph_aria.stages.rebuild import rebuild
from graph_aria.stages.reweigh import reweigh
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.tend import tend, told
from graph_aria.stages.turn_pages import turn_pages

MOST_LEASED: Final = 8 * BATCH
"""Jobs of one profile that are leased at once."""
LEASE: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is leased at once, and what the reader is told.

    Attributes:
        most_leased: jobs that are leased at once, so few that a slow reader is done with
            them before the lease runs out.
        tells_context: the reader is told what is known besides the text.
    """

    most_leased: int = MOST_LEASED
    tells_context: bool = False

    @classmethod
    def of_model(cls, text_seconds: float, at_once: int) -> Pace:
        """The pace of a reader that asks a model.

        Args:
            text_seconds: the longest that one text may take, > 0.
            at_once: how many texts it is asked about at the same time, >= 1.

        >>> Pace.of_model(120, 1).most_leased
        4
        """
        rounds = int(_SHARE_OF_LEASE * LEASE.total_seconds() / text_seconds)
        return cls(most_leased=min(MOST_LEASED, max(1, rounds) * at_once), tells_context=True)


_SHARE_OF_LEASE: Final = 0.8
_PLAIN: Final = Pace()
_log = structlog.get_logger("graph_aria.work")


async def work(
    store: Store, faculties: Faculties, clock: Clock, ids: Ids, pace: Pace = _PLAIN
) -> int:
    """Lease jobs and do them until none is due.

    A job that fails is tried again later, five times in all; then it lies among the
    dead with its reason. One that was leased by a process that died is taken over when
    its lease runs out, and the dead one's writes are refused by the fence.

    Returns:
        How many jobs were done.

    Reads and writes: whatever the jobs do. Safe to repeat: yes.
    """
    n_done = 0
    while True:
        now = await tell_time(store, clock)
        lease = await _lease(store, now, pace.most_leased)
        if lease is None:
            if await _queue_stale_chapters(store, ids, now):
                continue
            return n_done
        try:
            n_done += await _do(store, faculties, clock, ids, lease, pace)
        except LeaseLost:
            continue
        except NotFound:
            if await _is_there(store, lease.profile_id):
                raise
            # It was deleted with its jobs while they were done.
        finally:
            await store.release(lease)


async def _queue_stale_chapters(store: Store, ids: Ids, now: datetime) -> bool:
    """Queue a look at the chapters that what was read reaches back into; whether any is."""
    n_queued = 0
    for profile in await store.list_profiles():
        if profile.chapters_from is None:
            continue
        with suppress(NotFound):  # deleted since it was listed
            dead = (await store.list_jobs(profile.id, state="dead")).items
            if not any(job.kind == JobKind.CHAPTERS for job in dead):
                # One that is dead waits for a person to look at it and try it again.
                job = await store.queue_job(
                    job_id=ids.new(), profile_id=profile.id, kind=JobKind.CHAPTERS, due_at=now
                )
                n_queued += job is not None
    return n_queued > 0


async def _is_there(store: Store, profile_id: str) -> bool:
    return any(profile.id == profile_id for profile in await store.list_profiles())


async def _lease(store: Store, now: datetime, limit: int) -> Lease | None:
    """Lease jobs; who is cancelled meanwhile gives back what would be leased to nobody."""
    leasing = asyncio.ensure_future(store.lease_jobs(now=now, until=now + LEASE, limit=limit))
    try:
        return await asyncio.shield(leasing)
    except asyncio.CancelledError:
        lease = await leasing
        if lease is not None:
            await store.release(lease)
        raise


async def _do(
    store: Store, faculties: Faculties, clock: Clock, ids: Ids, lease: Lease, pace: Pace
) -> int:
    if lease.jobs[0].kind == JobKind.READ:
        n_read = await read(store, faculties, clock, ids, lease, tells_context=pace.tells_context)
        entry_ids = [job.subject_id for job in lease.jobs if job.subject_id is not None]
        await index_read(store, faculties, lease.profile_id, entry_ids)
        return n_read
    n_done = 0
    for job in lease.jobs:
        alone = replace(lease, jobs=(job,))
        try:
            summary = await _perform(store, faculties, clock, ids, job, replace(lease, jobs=()))
        except (LeaseLost, StoreUnusable):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it must block nobody
            await postpone(store, clock, alone, job, error, dead=was_last_try(job))
        else:
            await store.finish_jobs(alone, at=await tell_time(store, clock), summary=summary)
            n_done += 1
    return n_done


async def _perform(
    store: Store, faculties: Faculties, clock: Clock, ids: Ids, job: Job, fence: Lease
) -> str:
    profile_id = fence.profile_id
    match JobKind(job.kind):
        case JobKind.FADE:
            as_of = None if job.subject_id is None else datetime.fromisoformat(job.subject_id)
            report = await fade(store, clock, profile_id, as_of=as_of, lease=fence)
            await store.freshen_weights(profile_id, now=await tell_time(store, clock))
            return f"{len(report.stamps)} archived"
        case JobKind.CHAPTERS:
            n_chapters = await turn_pages(store, clock, profile_id, lease=fence)
            return f"{counted(n_chapters, 'chapter')} changed"
        case JobKind.REBUILD:
            return counted(await rebuild(store, clock, profile_id, lease=fence), "entry", "entries")
        case JobKind.REWEIGH:
            profile = await store.get_profile(profile_id)
            dial = profile.wanted or profile.dial
            n_targets = await reweigh(store, profile_id, dial, lease=fence)
            return f"{counted(n_targets, 'target')} replayed"
        case JobKind.SCRUB:
            await store.scrub()
            return "scrubbed"
        case JobKind.READ:  # leased in batches, see `work`
            raise AssertionError
        case kind:
            done = await tend(store, faculties, clock, ids, job, fence)
            figures = {what.replace(" ", "_"): n for what, n in done.items() if n}
            if figures:
                _log.info("memories_tended", job=kind.value, **figures)
            return told(done)
