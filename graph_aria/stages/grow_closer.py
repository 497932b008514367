"""Let the level grow with time and use, where the owner has it so."""

from __future__ import annotations

from graph_aria.domain.closeness import grown
from graph_aria.domain.days import local_day
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_level import change_level
from graph_aria.stages.change_memories import MemoryChangeStore
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.tell_time import tell_time


async def grow_closer(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    lease: Lease | None = None,
) -> bool:
    """Raise the level to what time and use have led to, and free what was held below it.

    What was imported of the time before the profile was made does not count.

    Args:
        store: where the profile, its entries and its memories are.
        faculties: as for reading.
        clock: tells what day it is.
        ids: gives revisions their ids.
        profile_id: whose.
        lease: the right under which it is done.

    Returns:
        Whether it rose.

    Reads: the profile, its days, held memories. Writes: as `change_level` does. Safe to
    repeat: yes.
    """
    profile = await store.get_profile(profile_id)
    if not profile.level_grows:
        return False
    began = local_day(profile.created_at, profile.zone)
    today = local_day(await tell_time(store, clock), profile.zone)
    days = await store.read_entry_days(profile_id, since=began, until=today)
    level = grown(profile.level, known_days=max(0, (today - began).days), written_days=len(days))
    if level is profile.level:
        return False
    await change_level(store, faculties, clock, ids, profile_id, level=level, lease=lease)
    return True
