"""Settings: what belongs to a profile and changes at run time."""

from __future__ import annotations

from fastapi import APIRouter

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, Scope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.schemas.keeping import EditedSettings, ShownSettings
from graph_aria.domain.records import EntryState, JobKind, Profile
from graph_aria.domain.remedies import MEMORY_OFF
from graph_aria.domain.rulings import checked_name
from graph_aria.domain.weights import Dial
from graph_aria.stages.change_level import change_level
from graph_aria.stages.leaf_through import leaf_through

router = APIRouter(
    prefix=f"{PREFIX}/settings", tags=["settings"], responses=responses(401, 404, 422, 503)
)


@router.get("", operation_id="readSettings", summary="Read the settings")
async def read_settings(scope: ReadScope) -> ShownSettings:
    """The profile's settings."""
    return _shown(scope, scope.profile)


def _shown(scope: Scope, profile: Profile, **told: int | None) -> ShownSettings:
    return ShownSettings.of(profile, memory_enabled=scope.services.faculties.remembers, **told)


@router.patch(
    "",
    operation_id="editSettings",
    summary="Change settings",
    responses=responses(403, 409, 507),
)
async def edit_settings(body: EditedSettings, scope: WriteScope) -> ShownSettings:
    """Change some settings; another decay rate or threshold computes all weights again.

    Until that job is complete every weight is read under the old values. Another level, or the
    switch for romance, holds memories or frees them at once. When memory is switched on, the
    answer says how many entries wait unread.
    """
    profile = scope.profile
    was = profile.wanted or profile.dial
    rate = was.rate_per_day if body.decay_rate_per_day is None else body.decay_rate_per_day
    threshold = was.threshold if body.fade_threshold is None else body.fade_threshold
    dial = Dial(rate, threshold)
    changed = await scope.store.change_profile(
        profile.id,
        name=None if body.name is None else checked_name(body.name),
        zone=body.zone,
        token_budget=body.token_budget,
        wanted=None if dial == was else dial,
        remembers=body.memory,
        # Who sets the level means that one, and not what the next morning makes of it.
        level_grows=False
        if body.level is not None and body.level_grows is None
        else body.level_grows,
        lives=body.life,
        reads_moods=body.mood,
        mood_days=body.mood_days,
    )
    if dial != was:
        await scope.store.queue_job(
            job_id=scope.ids.new(),
            profile_id=profile.id,
            kind=JobKind.REWEIGH,
            due_at=await scope.now(),
        )
        scope.wake()
    if body.mood_days is not None:
        await scope.store.queue_job(
            job_id=scope.ids.new(),
            profile_id=profile.id,
            kind=JobKind.EXPIRE,
            due_at=await scope.now(),
        )
        scope.wake()
    n_memories = n_unread = None
    if body.level is not None or body.romance is not None:
        n_memories = await change_level(
            scope.store,
            scope.services.faculties,
            scope.clock,
            scope.ids,
            profile.id,
            level=body.level,
            allows_romance=body.romance,
        )
        changed = await scope.store.get_profile(profile.id)
    if body.memory:
        n_unread = await _count_waiting(scope)
    return _shown(scope, changed, n_unread=n_unread, n_memories=n_memories)


async def _count_waiting(scope: Scope) -> int:
    """Entries that were stored unread while memory was off."""
    unread = leaf_through(scope.store.list_entries, scope.profile.id, state=EntryState.UNREAD)
    return len([entry.id async for entry in unread if entry.reason == MEMORY_OFF])
