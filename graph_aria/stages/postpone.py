"""Give a job that failed another try, or none."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from graph_aria.domain.views import Job, Lease
from graph_aria.errors import AriaError
from graph_aria.ports import Clock, Jobs
from graph_aria.stages.tell_time import tell_time

MAX_ATTEMPTS: Final = 5
FIRST_RETRY: Final = timedelta(seconds=5)


async def postpone(
    jobs: Jobs, clock: Clock, lease: Lease, job: Job, error: Exception, *, dead: bool
) -> None:
    """Put a job back, four times as long as the last time, or among the dead.

    Reads: the mark. Writes: the job. Safe to repeat: yes.
    """
    now = await tell_time(jobs, clock)
    retry_at = None if dead else now + FIRST_RETRY * 4 ** min(job.attempts, 5)
    await jobs.fail_job(lease, job.id, reason=reason_of(error), retry_at=retry_at)


def was_last_try(job: Job) -> bool:
    """Whether a leased job has now been tried as often as it may be."""
    return job.attempts + 1 >= MAX_ATTEMPTS


def reason_of(error: Exception) -> str:
    """The kind of an error, which is all that is kept of it: its text may quote the diary."""
    return error.code if isinstance(error, AriaError) else type(error).__name__
