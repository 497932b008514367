"""Queue consolidating some time after something new is known."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.records import JobKind
from graph_aria.ports import Jobs

PAUSE: Final = timedelta(minutes=10)
"""How long to wait for more: whoever writes an entry may write another."""


async def await_consolidation(jobs: Jobs, delta: GraphDelta, *, job_id: str) -> None:
    """Queue it if a delta brings memories that were not there; one waits at a time.

    Args:
        jobs: the outbox.
        delta: what was applied.
        job_id: an id that is older than those of the memories: what was made since is what
            the job looks at.

    Reads: nothing. Writes: at most one job. Safe to repeat: yes.
    """
    if any(memory.created_at == delta.at for memory in delta.memories.save):
        await jobs.queue_job(
            job_id=job_id,
            profile_id=delta.profile_id,
            kind=JobKind.CONSOLIDATE,
            due_at=delta.at + PAUSE,
        )
