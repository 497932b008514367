"""Upkeep of memories, on request."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter

from graph_aria.api import PREFIX
from graph_aria.api.deps import WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.schemas.keeping import ShownJob, Started
from graph_aria.domain.records import JobKind
from graph_aria.stages.tend import EVERYTHING

router = APIRouter(
    prefix=f"{PREFIX}/memories", tags=["memories"], responses=responses(401, 404, 422, 503)
)


@router.post(
    "/consolidate",
    operation_id="consolidateMemories",
    summary="Join memories that say the same",
    status_code=HTTPStatus.ACCEPTED,
    responses=responses(403, 507),
)
async def consolidate_memories(scope: WriteScope) -> Started:
    """Queue a look at all memories; what is new is looked at ten minutes later by itself.

    What says the same is joined. With an analysis model what waits for an answer is decided,
    and what lies close is told in one sentence. All of it can be undone.
    """
    job = await scope.store.queue_job(
        job_id=scope.ids.new(),
        profile_id=scope.profile.id,
        kind=JobKind.CONSOLIDATE,
        due_at=await scope.now(),
        subject_id=EVERYTHING,
    )
    scope.wake()
    return Started(job=None if job is None else ShownJob.of(job))
