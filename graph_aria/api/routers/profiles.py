"""Profiles and access tokens: for the admin alone."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Response

from graph_aria.api import PREFIX
from graph_aria.api.deps import Admin, AdminScope, find_profile, hashed
from graph_aria.api.problems import responses
from graph_aria.api.schemas.keeping import (
    DeletedProfile,
    IssuedToken,
    NewProfile,
    NewToken,
    ShownProfile,
    ShownToken,
)
from graph_aria.api.schemas.values import Listed
from graph_aria.domain.profiles import new_profile
from graph_aria.domain.rulings import checked_name
from graph_aria.domain.views import Token
from graph_aria.domain.weights import Dial
from graph_aria.errors import Unavailable
from graph_aria.stages.tell_time import tell_time

TOKEN_PREFIX = "aria_"  # noqa: S105 - the beginning of all of them
router = APIRouter(prefix=PREFIX, tags=["admin"], responses=responses(401, 403, 422, 503))
ProfileRef = Annotated[str, Path(max_length=200, description="Name or id of a profile.")]


@router.get("/profiles", operation_id="listProfiles", summary="List profiles")
async def list_profiles(services: Admin) -> Listed[ShownProfile]:
    """All profiles at once, oldest first."""
    profiles = await services.store.list_profiles()
    return Listed(items=[ShownProfile.of(profile) for profile in profiles])


@router.post(
    "/profiles",
    operation_id="createProfile",
    summary="Add a profile",
    status_code=HTTPStatus.CREATED,
    responses=responses(409, 507),
)
async def create_profile(body: NewProfile, services: Admin, response: Response) -> ShownProfile:
    """Add a profile with the entity that is its user."""
    settings = services.settings
    name = checked_name(body.name)
    profile, user = new_profile(
        profile_id=services.ids.new(),
        user_id=services.ids.new(),
        name=name,
        zone=body.zone or settings.new_zone,
        dial=Dial(settings.decay_rate_per_day, settings.fade_threshold),
        token_budget=settings.token_budget,
        created_at=await tell_time(services.store, services.clock),
    )
    await services.store.create_profile(profile, user)
    response.headers["Location"] = f"{PREFIX}/profiles/{profile.id}"
    return ShownProfile.of(profile)


@router.get(
    "/profiles/{profile}",
    operation_id="getProfile",
    summary="Get a profile",
    responses=responses(404),
)
async def get_profile(profile: ProfileRef, services: Admin) -> ShownProfile:
    """One profile, by name or id."""
    return ShownProfile.of(await find_profile(services.store, profile))


@router.delete(
    "/profiles/{profile}",
    operation_id="deleteProfile",
    summary="Delete a profile",
    responses=responses(404, 409, 507),
)
async def delete_profile(profile: ProfileRef, services: Admin) -> DeletedProfile:
    """Delete a profile with everything in it, and scrub the store's pages."""
    found = await find_profile(services.store, profile)
    await services.store.delete_profile(found.id)
    services.replies.drop_profile(found.id)
    note = None
    try:
        await services.store.scrub()
    except Unavailable as error:
        note = error.message
    return DeletedProfile(**ShownProfile.of(found).model_dump(), note=note)


@router.get(
    "/tokens", operation_id="listTokens", summary="List access tokens", responses=responses(404)
)
async def list_tokens(scope: AdminScope) -> Listed[ShownToken]:
    """The profile's tokens at once, oldest first, without their secrets."""
    tokens = await scope.store.list_tokens(scope.profile.id)
    return Listed(items=[ShownToken.of(token) for token in tokens])


@router.post(
    "/tokens",
    operation_id="createToken",
    summary="Make an access token",
    status_code=HTTPStatus.CREATED,
    responses=responses(404, 409, 507),
)
async def create_token(body: NewToken, scope: AdminScope) -> IssuedToken:
    """Make a token for the profile. Its secret is in this answer and nowhere else."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = Token(
        id=scope.ids.new(),
        profile_id=scope.profile.id,
        name=checked_name(body.name),
        read_only=body.read_only,
        created_at=await scope.now(),
    )
    await scope.store.save_token(token, hashed(secret))
    return IssuedToken(token=ShownToken.of(token), secret=secret)


@router.delete(
    "/tokens/{token_id}",
    operation_id="revokeToken",
    summary="Revoke an access token",
    responses=responses(404, 409, 507),
)
async def revoke_token(
    token_id: Annotated[str, Path(max_length=64)], scope: AdminScope
) -> ShownToken:
    """From now on the token opens nothing; safe to repeat."""
    now = await scope.now()
    return ShownToken.of(await scope.store.revoke_token(scope.profile.id, token_id, at=now))
