"""Jobs: the outbox, doing things now, and what has faded."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Response

from graph_aria.api import PREFIX
from graph_aria.api.deps import Known, ReadScope, Scope, WriteScope, check_may_write
from graph_aria.api.problems import responses
from graph_aria.api.rendering import name_targets
from graph_aria.api.schemas.entries import Queued
from graph_aria.api.schemas.keeping import (
    DecayReport,
    DecayRun,
    Faded,
    Retry,
    ShownJob,
    Started,
)
from graph_aria.api.schemas.values import Cursor, Limit, Listed
from graph_aria.domain.days import utc
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Job
from graph_aria.errors import NotFound
from graph_aria.stages.fade import fade, queue_fade
from graph_aria.stages.tend import EVERYTHING

RunKind = Literal[
    "fade",
    "chapters",
    "rebuild",
    "reweigh",
    "scrub",
    "consolidate",
    "notice",
    "expire",
    "grow",
    "reconcile",
]
_MOST_NAMED: Final = 200
_WAIT_SECONDS: Final = 30.0
_LOOK_EVERY: Final = 0.02
router = APIRouter(prefix=PREFIX, tags=["jobs"], responses=responses(401, 404, 422, 503))


@router.get("/jobs", operation_id="listJobs", summary="List jobs, newest first")
async def list_jobs(
    scope: ReadScope,
    state: Annotated[
        Literal["queued", "leased", "done", "dead"] | None, Query(description="Only these.")
    ] = None,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> Listed[ShownJob]:
    """The profile's jobs; a dead one tells why it was given up."""
    page = await scope.store.list_jobs(scope.profile.id, state=state, cursor=cursor, limit=limit)
    return Listed(items=[ShownJob.of(job) for job in page.items], next_cursor=page.next_cursor)


@router.post(
    "/jobs/retry",
    operation_id="retryJobs",
    summary="Try dead jobs again",
    status_code=HTTPStatus.ACCEPTED,
    responses=responses(403, 507),
)
async def retry_jobs(body: Retry, scope: WriteScope) -> Queued:
    """Queue one dead job again, or all of them."""
    n_queued = await scope.store.retry_jobs(
        scope.profile.id, at=await scope.now(), job_id=body.job_id
    )
    if body.job_id is not None and not n_queued:
        raise NotFound("there is no dead job with this id; see `aria jobs list --state dead`")
    scope.wake()
    return Queued(n_queued=n_queued)


@router.post(
    "/jobs/{kind}/run",
    operation_id="runJob",
    summary="Do something now",
    status_code=HTTPStatus.ACCEPTED,
    responses=responses(403, 507),
)
async def run_job(
    kind: Annotated[RunKind, Path()],
    scope: WriteScope,
) -> Started:
    """Queue a job that is due at once.

    Archive what has faded, derive chapters, derive everything from the record again, replay
    all weights, or scrub the pages of the store. Of memories: join those that say the same,
    look for patterns, put away what has expired, or give vectors to those that have none.
    """
    job = await scope.store.queue_job(
        job_id=scope.ids.new(),
        profile_id=scope.profile.id,
        kind=JobKind(kind),
        due_at=await scope.now(),
        subject_id=EVERYTHING if JobKind(kind) is JobKind.CONSOLIDATE else None,
    )
    scope.wake()
    return Started(job=None if job is None else ShownJob.of(job))


@router.post(
    "/decay",
    operation_id="runDecay",
    summary="Archive what has faded",
    responses={
        **responses(403, 409, 507),
        202: {"model": DecayReport, "description": "Queued; not done in 30 s, or at first try."},
    },
)
async def run_decay(
    body: DecayRun, scope: ReadScope, caller: Known, response: Response
) -> DecayReport:
    """Stamp what has faded with its instant of fading, or only tell what that would be.

    Nothing that is read depends on the stamp, so running it twice, or late, changes nothing.
    A run is a job like those at night; the answer comes when it is done. With `dry_run` a
    token that may only read is enough.
    """
    if not body.dry_run:
        check_may_write(caller)
    job = None
    if body.dry_run:
        report = await fade(
            scope.store, scope.clock, scope.profile.id, as_of=body.as_of, dry_run=True
        )
        now = await scope.now()
        if report.as_of > now:  # who looks ahead asks about what is active still
            ahead = tuple(stamp for stamp in report.stamps if stamp[1] > now)
            report = replace(report, stamps=ahead)
    else:
        job, report = await queue_fade(
            scope.store, scope.clock, scope.ids, scope.profile.id, as_of=body.as_of
        )
        scope.wake()
    named = report.stamps[:_MOST_NAMED]
    names = await name_targets(scope, [key for key, _ in named], now=report.as_of)
    if job is not None:
        job = await _done_in_time(scope, job)
        if job.state != "done":
            response.status_code = HTTPStatus.ACCEPTED
    return DecayReport(
        as_of=utc(report.as_of),
        dry_run=report.dry_run,
        n_faded=len(report.stamps),
        faded=[Faded(target_id=key, what=names.get(key, key), faded_at=at) for key, at in named],
        job=None if job is None else ShownJob.of(job),
    )


async def _done_in_time(scope: Scope, job: Job) -> Job:
    """The job once it is done or has failed, or as it is after 30 s."""
    deadline = asyncio.get_running_loop().time() + _WAIT_SECONDS
    while job.state in {"queued", "leased"} and job.reason is None:
        if asyncio.get_running_loop().time() > deadline:
            break
        await asyncio.sleep(_LOOK_EVERY)
        jobs = (await scope.store.list_jobs(scope.profile.id, limit=_MOST_NAMED)).items
        job = next((item for item in jobs if item.id == job.id), job)
    return job
