"""The scheduled pass: archive what has faded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graph_aria.domain.days import utc
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Job, Lease
from graph_aria.errors import InvalidTime
from graph_aria.ports import Clock, Ids
from graph_aria.stages.merge import merge
from graph_aria.stages.read import ReadStore
from graph_aria.stages.tell_time import tell_time

BATCH: Final = 2000
MOST_TOLD: Final = 100_000


@dataclass(frozen=True, slots=True)
class FadeReport:
    """What a pass archived, or would archive.

    Attributes:
        as_of: the instant it looked from.
        stamps: (target id, instant of fading) pairs, earliest first.
        dry_run: nothing was written.
    """

    as_of: datetime
    stamps: tuple[tuple[str, datetime], ...]
    dry_run: bool


async def fade(
    store: ReadStore,
    clock: Clock,
    profile_id: str,
    *,
    as_of: datetime | None = None,
    dry_run: bool = False,
    lease: Lease | None = None,
) -> FadeReport:
    """Stamp everything that has faded and is not yet archived with its instant of fading.

    The stamp is the instant itself, so a pass that is late by days leaves what daily
    passes leave. Nothing that is read depends on it.

    Args:
        store: where the graph is.
        clock: tells now.
        profile_id: whose graph.
        as_of: look from this instant; now if None.
        dry_run: only report.
        lease: fences the writes, None by hand.

    Raises:
        InvalidTime: `as_of` lies in the future and it is no dry run.

    Reads: what has crossed. Writes: deltas of at most 2,000 stamps. Safe to repeat: yes.
    """
    now = await tell_time(store, clock)
    at = now if as_of is None else as_of
    if not dry_run:
        _check_past(at, now=now)
    if dry_run:
        due = await store.read_due(profile_id, now=at, limit=MOST_TOLD)
        return FadeReport(at, due, dry_run=True)
    stamps: list[tuple[str, datetime]] = []
    while True:
        batch: tuple[tuple[str, datetime], ...] = ()

        async def compute() -> GraphDelta:
            nonlocal batch
            profile = await store.get_profile(profile_id)
            batch = await store.read_due(profile_id, now=at, limit=BATCH)
            return GraphDelta(
                profile_id=profile_id, based_on=profile.version, at=now, archive=batch
            )

        await merge(store, compute, lease=lease)
        stamps += batch
        if len(batch) < BATCH:
            return FadeReport(at, tuple(stamps), dry_run=False)


async def queue_fade(
    store: ReadStore, clock: Clock, ids: Ids, profile_id: str, *, as_of: datetime | None = None
) -> tuple[Job | None, FadeReport]:
    """Queue a pass by hand, so that the job log tells of it like of those at night.

    Returns:
        The job, and what it will archive: what is due now.

    Raises:
        InvalidTime: `as_of` lies in the future.

    Reads: what has crossed. Writes: a job. Safe to repeat: yes, with a job each time.
    """
    now = await tell_time(store, clock)
    at = now if as_of is None else as_of
    _check_past(at, now=now)
    due = await store.read_due(profile_id, now=at, limit=MOST_TOLD)
    job_id = ids.new()
    job = await store.queue_job(
        job_id=job_id,
        profile_id=profile_id,
        kind=JobKind.FADE,
        due_at=now,
        subject_id=None if as_of is None else utc(as_of).isoformat(),
        slot=job_id,  # its own: one by hand never stands for another
    )
    return job, FadeReport(at, due, dry_run=False)


def _check_past(at: datetime, *, now: datetime) -> None:
    if at > now:
        message = f"{at.isoformat()} lies in the future; look there with --dry-run"
        raise InvalidTime(message)
