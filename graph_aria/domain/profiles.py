"""A profile as it begins."""

from __future__ import annotations

from datetime import datetime

from graph_aria.domain.graph import Entity
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import Dial


def new_profile(
    *,
    profile_id: str,
    user_id: str,
    name: str,
    zone: str,
    dial: Dial,
    token_budget: int,
    created_at: datetime,
) -> tuple[Profile, Entity]:
    """A profile with nothing in it yet, and the entity that is its user."""
    profile = Profile(
        id=profile_id,
        name=name,
        zone=zone,
        user_id=user_id,
        dial=dial,
        token_budget=token_budget,
        version=0,
        chapters_from=None,
        chapters_to=None,
        created_at=created_at,
    )
    user = Entity(
        id=user_id,
        profile_id=profile_id,
        kind=Kind.PERSON,
        name=name,
        key=normalized(name),
        standing=None,
        is_user=True,
    )
    return profile, user
