"""Settings: what belongs to a profile and changes at run time."""

from __future__ import annotations

from fastapi import APIRouter

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.schemas.keeping import EditedSettings, ShownSettings
from graph_aria.domain.records import JobKind
from graph_aria.domain.rulings import checked_name
from graph_aria.domain.weights import Dial

router = APIRouter(
    prefix=f"{PREFIX}/settings", tags=["settings"], responses=responses(401, 404, 422, 503)
)


@router.get("", operation_id="readSettings", summary="Read the settings")
async def read_settings(scope: ReadScope) -> ShownSettings:
    """The profile's settings."""
    return ShownSettings.of(scope.profile)


@router.patch(
    "",
    operation_id="editSettings",
    summary="Change settings",
    responses=responses(403, 409, 507),
)
async def edit_settings(body: EditedSettings, scope: WriteScope) -> ShownSettings:
    """Change some settings; another decay rate or threshold computes all weights again.

    Until that job is complete every weight is read under the old values.
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
    )
    if dial != was:
        await scope.store.queue_job(
            job_id=scope.ids.new(),
            profile_id=profile.id,
            kind=JobKind.REWEIGH,
            due_at=await scope.now(),
        )
        scope.wake()
    return ShownSettings.of(changed)
