"""Put away the memories whose time is over."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_history import Author
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties

AT_ONCE: Final = 500


async def expire(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    lease: Lease | None = None,
) -> int:
    """Archive what has expired, and bring back what it had taken the place of.

    What is asked about it is still answered.

    Returns:
        How many memories were archived.

    Reads: what has expired. Writes: one delta for each 500. Safe to repeat: yes.
    """
    n_archived = 0
    while True:

        async def decide(_profile: Profile, now: datetime) -> MemoryStep | None:
            due = await store.list_expired(profile_id, now=now, limit=AT_ONCE)
            if not due:
                return None
            known = await store.read_memories(profile_id, due)
            return MemoryStep(known, MemoryChange(by=Author.EXPIRY))

        written = await change_memories(
            store, Comparison(faculties), clock, ids, profile_id, decide, lease=lease
        )
        n_archived += sum(one.state is MemoryState.ARCHIVED for one in written.save)
        if not written.save:
            return n_archived
