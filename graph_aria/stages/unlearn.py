"""Take back what was learned from entries that go."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from graph_aria.domain.memory_changes import NO_CHANGE, MemoryDelta
from graph_aria.domain.memory_history import Author
from graph_aria.domain.memory_standing import MemoryChange, restand
from graph_aria.domain.records import Profile
from graph_aria.ports import Memories


async def unlearn(
    store: Memories,
    profile: Profile,
    entry_ids: Collection[str],
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> MemoryDelta:
    """Derive how memories stand without some entries.

    What only they said is gone; what they superseded is current again; what was drawn from
    one of them and others goes, and what was merged into it stands again.

    Args:
        store: where memories are.
        profile: whose.
        entry_ids: what goes.
        now: the instant.
        new_id: gives revisions their ids.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    found = await store.find_memories(profile.id, entry_ids=entry_ids)
    if not found:
        return NO_CHANGE
    known = await store.read_memories(profile.id, found)
    gone = set(entry_ids)
    return restand(
        known,
        MemoryChange(
            dropped={source.key for source in known.sources if source.entry_id in gone},
            by=Author.DELETION,
        ),
        level=profile.level,
        allows_romance=profile.allows_romance,
        now=now,
        new_id=new_id,
    )
