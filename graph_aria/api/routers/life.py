"""What comes up, how somebody has been feeling, this day of earlier years, and today."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, WriteScope
from graph_aria.api.journals import show_journal, show_today, show_years
from graph_aria.api.lives import YEAR, off_note, show_upcoming
from graph_aria.api.problems import responses
from graph_aria.api.routers.forgetting import Prove
from graph_aria.api.schemas.life import Ahead
from graph_aria.api.schemas.mood_journal import (
    ClearedMoods,
    OnThisDay,
    ShownMoodJournal,
    ShownToday,
)
from graph_aria.api.schemas.values import takes
from graph_aria.domain.days import local_day
from graph_aria.domain.life import Upcoming
from graph_aria.domain.mood_journal import FEWEST_DAYS, MOST_DAYS
from graph_aria.errors import Unavailable
from graph_aria.stages.clear_moods import clear_moods
from graph_aria.stages.look_ahead import look_ahead
from graph_aria.stages.look_at_moods import look_at_moods
from graph_aria.stages.look_at_today import look_at_today
from graph_aria.stages.on_this_day import on_this_day
from graph_aria.stages.prove_moods import prove_moods

router = APIRouter(prefix=f"{PREFIX}/life", tags=["life"], responses=responses(401, 404, 422, 503))
AheadDays = Annotated[
    int,
    Field(ge=1, le=YEAR, description="How many days, today the first."),
    takes(f"a whole number from 1 to {YEAR}"),
]
MoodDays = Annotated[
    int,
    Field(ge=FEWEST_DAYS, le=MOST_DAYS, description="How many days, today the last."),
    takes(f"a whole number from {FEWEST_DAYS} to {MOST_DAYS}"),
]


@router.get("/upcoming", operation_id="readUpcoming", summary="See what comes up")
async def read_upcoming(scope: ReadScope, days: Annotated[AheadDays, Query()] = 30) -> Ahead:
    """What returns or is asked after in the next days, what ARIA will say, and why she will not."""
    now = await scope.now()
    today = local_day(now, scope.profile.zone)
    found: tuple[Upcoming, ...] = ()
    if scope.profile.lives:
        found = await look_ahead(scope.store, scope.profile, now=now, days=days)
    return Ahead(
        since=today,
        until=today + timedelta(days=days - 1),
        items=await show_upcoming(scope, found, today=today),
        note=off_note(scope),
    )


@router.get("/mood", operation_id="readMoodJournal", summary="See how the user has been feeling")
async def read_mood_journal(
    scope: ReadScope, days: Annotated[MoodDays, Query()] = 30
) -> ShownMoodJournal:
    """The curve of the days, reasons of check-ins, and what goes together with better days.

    What was said in check-ins is always in it; what was read in entries while the mood switch
    is on.
    """
    journal = await look_at_moods(scope.store, scope.profile, now=await scope.now(), days=days)
    return show_journal(journal)


@router.delete(
    "/mood",
    operation_id="clearMoods",
    summary="Delete all moods that were read",
    responses=responses(403, 409, 507),
)
async def clear(scope: WriteScope, *, prove_it: Prove = False) -> ClearedMoods:
    """Delete for good, in one go, every mood that was read in entries; check-ins stay.

    It works while the mood switch is off, too. Their traces go right after, before the answer
    if it is to be proved.
    """
    profile_id = scope.profile.id
    before = await scope.store.read_mood_readings(profile_id, since=date.min, until=date.max)
    n_cleared = await clear_moods(scope.store, scope.clock, scope.ids, profile_id)
    scope.wake()
    if not prove_it:
        return ClearedMoods(n_cleared=n_cleared, proved=False)
    try:
        proof = await prove_moods(scope.store, profile_id, before)
    except Unavailable as error:
        message = f"the moods are deleted, but that could not be proved: {error.message}"
        raise Unavailable(message) from error
    return ClearedMoods(
        n_cleared=n_cleared,
        proved=not proof.findings,
        n_left=len(proof.findings),
        out_of_reach=list(proof.out_of_reach),
    )


@router.get("/today", operation_id="readToday", summary="See what the day holds")
async def read_today(scope: ReadScope) -> ShownToday:
    """What returns today, what is asked after, yesterday's mood, earlier years, one question."""
    today = await look_at_today(scope.store, scope.profile, now=await scope.now())
    return await show_today(scope, today)


@router.get("/on-this-day", operation_id="readOnThisDay", summary="See this day of earlier years")
async def read_on_this_day(scope: ReadScope) -> OnThisDay:
    """What the user wrote, felt and cared for on this day, a year ago and more.

    Nothing that speaks of a crisis is brought up.
    """
    now = await scope.now()
    found = await on_this_day(scope.store, scope.profile, now=now)
    return OnThisDay(day=local_day(now, scope.profile.zone), years=show_years(found))
