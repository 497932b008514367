"""Delete for good every mood that was read in entries."""

from __future__ import annotations

from graph_aria.ports import Clock, Ids
from graph_aria.stages.expire_moods import MoodStore
from graph_aria.stages.tell_time import tell_time


async def clear_moods(store: MoodStore, clock: Clock, ids: Ids, profile_id: str) -> int:
    """Delete all moods that were read; what the user said of their mood stays.

    Args:
        store: where they are.
        clock: tells when it happens.
        ids: gives an id to the job that takes their traces away; whoever calls wakes the worker.
        profile_id: whose.

    Returns:
        How many readings were deleted.

    Raises:
        NotFound: there is no such profile.

    Reads: the mark. Writes: one deletion and its job. Safe to repeat: yes.
    """
    now = await tell_time(store, clock)
    return await store.clear_mood_readings(profile_id, job_id=ids.new(), at=now)
