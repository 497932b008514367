"""Change how close the user and ARIA are, and what may be used from then on."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from graph_aria.domain.admission import may_be_used
from graph_aria.domain.memories import Category, Level, MemoryFilter, MemoryState
from graph_aria.domain.memory_history import Author
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.leaf_through import leaf_through

_PAGE: Final = 200


async def change_level(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    level: Level | None = None,
    allows_romance: bool | None = None,
    lease: Lease | None = None,
) -> int:
    """Set the level or the romance switch, and hold or free memories accordingly.

    Looked at are only those that stand otherwise than the settings have it: held ones that
    may be used now, and current ones that may not. So a change that was broken off is
    brought to its end by setting the same again.

    Args:
        store: where they are.
        faculties: as for reading.
        clock: tells when it happens.
        ids: gives revisions their ids.
        profile_id: whose.
        level: None leaves it as it is.
        allows_romance: None leaves it as it is.
        lease: the right under which it is done, if it is a job's.

    Returns:
        How many memories stand otherwise now.

    Reads: memories of the categories concerned. Writes: the profile, one delta for every
    200 memories. Safe to repeat: yes.
    """
    profile = await store.change_profile(profile_id, level=level, allows_romance=allows_romance)
    found = await _standing_otherwise(store, profile)
    comparison = Comparison(faculties)
    n_changed = 0
    for begin in range(0, len(found), _PAGE):
        part = found[begin : begin + _PAGE]

        async def decide(_profile: Profile, _now: datetime, part: list[str] = part) -> MemoryStep:
            known = await store.read_memories(profile_id, part)
            return MemoryStep(known, MemoryChange(by=Author.USER))

        written = await change_memories(
            store, comparison, clock, ids, profile_id, decide, lease=lease
        )
        n_changed += len(written.save)
    return n_changed


async def _standing_otherwise(store: MemoryChangeStore, profile: Profile) -> list[str]:
    """Ids of memories whose state is no longer what the settings have it."""
    found: list[str] = []
    for category in Category:
        is_used = may_be_used(category, profile.level, allows_romance=profile.allows_romance)
        wanted = MemoryFilter(
            state=MemoryState.HELD if is_used else MemoryState.CURRENT, category=category
        )
        found += [one.id async for one in leaf_through(store.list_memories, profile.id, wanted)]
    return found
