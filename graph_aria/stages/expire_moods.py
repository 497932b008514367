"""Delete for good the moods that were read in entries longer ago than they are kept."""

from __future__ import annotations

from typing import Protocol

from graph_aria.domain.days import local_day
from graph_aria.domain.moods import first_day_kept
from graph_aria.ports import Clock, Ids, Jobs, MoodReadings, Profiles
from graph_aria.stages.tell_time import tell_time


class MoodStore(Profiles, MoodReadings, Jobs, Protocol):
    """What keeping moods needs of a store."""


async def expire_moods(store: MoodStore, clock: Clock, ids: Ids, profile_id: str) -> int:
    """Delete what is older than the profile keeps it, whether its mood switch is on or off.

    What the user said of their mood stays. The job that takes their traces away is queued in the
    same transaction.

    Args:
        store: where they are.
        clock: tells which day it is for the user.
        ids: gives an id to that job.
        profile_id: whose.

    Returns:
        How many readings were deleted.

    Reads: profile. Writes: one deletion and its job. Safe to repeat: yes.
    """
    profile = await store.get_profile(profile_id)
    now = await tell_time(store, clock)
    before = first_day_kept(local_day(now, profile.zone), profile.mood_days)
    return await store.expire_mood_readings(profile_id, before, job_id=ids.new(), at=now)
