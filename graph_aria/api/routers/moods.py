"""Moods: check-ins and the curve that they make."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.routers.entries import IdempotencyKey, Wait, accepted
from graph_aria.api.schemas.entries import (
    Accepted,
    MoodCurve,
    NewMood,
    ShownEntry,
    ShownMoodDay,
)
from graph_aria.api.schemas.values import Cursor, Day, Limit, Listed
from graph_aria.domain.days import local_day
from graph_aria.domain.entries import check_in_text
from graph_aria.domain.reading import EntryForm
from graph_aria.stages.capture import capture

_SPAN = timedelta(days=90)
router = APIRouter(
    prefix=f"{PREFIX}/moods", tags=["moods"], responses=responses(401, 404, 422, 503)
)


@router.post(
    "",
    operation_id="createMood",
    summary="Note a mood",
    status_code=HTTPStatus.CREATED,
    responses={
        **responses(403, 409, 413, 507),
        200: {"model": Accepted, "description": "It had been stored before."},
        202: {"model": Accepted, "description": "Stored; with `wait=read`, not read in time."},
    },
)
async def create_mood(
    body: NewMood,
    scope: WriteScope,
    request: Request,
    response: Response,
    wait: Wait = None,
    idempotency_key: IdempotencyKey = None,
) -> Accepted:
    """Store a mood check-in: a number, feelings, and the reason in words."""
    saved = await capture(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile,
        form=EntryForm.MOOD_CHECK_IN,
        text=check_in_text(tuple(body.feelings), body.because),
        occurred_at=body.occurred_at,
        zone=body.zone,
        mood=body.mood,
        origin=body.origin,
        external_id=body.external_id,
        idempotency_key=idempotency_key,
        restore_deleted=body.restore_deleted,
    )
    return await accepted(scope, request, response, saved, wait=wait is not None)


@router.get("", operation_id="listMoods", summary="List mood check-ins, newest first")
async def list_moods(
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> Listed[ShownEntry]:
    """Mood check-ins, newest first."""
    page = await scope.store.list_entries(
        scope.profile.id, form=EntryForm.MOOD_CHECK_IN, cursor=cursor, limit=limit
    )
    return Listed(
        items=[ShownEntry.of(entry) for entry in page.items], next_cursor=page.next_cursor
    )


@router.get("/days", operation_id="readMoodDays", summary="Mood, day by day")
async def read_mood_days(
    scope: ReadScope,
    since: Annotated[Day | None, Query(description="First day; 90 days back if left out.")] = None,
    until: Annotated[Day | None, Query(description="Last day; today if left out.")] = None,
) -> MoodCurve:
    """Mean mood of each local day that has one, of entries and check-ins alike."""
    last = until or local_day(await scope.now(), scope.profile.zone)
    first = since or last - _SPAN
    days = await scope.store.read_moods(scope.profile.id, since=first, until=last)
    return MoodCurve(days=[ShownMoodDay(day=d.day, mood=d.mood, n=d.n) for d in days])
