"""List what changed in the user's life, and in the lives of those who are close."""

from __future__ import annotations

from datetime import date
from typing import Final, Protocol

from graph_aria.domain.life import Milestone, milestone_of
from graph_aria.domain.memories import MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Page
from graph_aria.ports import Memories
from graph_aria.stages.leaf_through import leaf_through

_LISTED: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING})


class MilestoneStore(Memories, Protocol):
    """What listing milestones needs of a store."""


async def list_milestones(
    store: MilestoneStore, profile: Profile, *, cursor: str | None = None, limit: int = 50
) -> Page[Milestone]:
    """Milestones, newest first; those without a year after all that have one.

    Held and pending ones too: they are the user's to see. Replies use what `life.shows` lets
    through.

    Args:
        store: where they are.
        profile: whose.
        cursor: `next_cursor` of the page before, None for the first.
        limit: at most so many, at least 1.

    Returns:
        None while the life switch is off. A cursor whose milestone is gone goes on after it.

    Reads: memories of this kind. Writes: nothing. Safe to repeat: yes.
    """
    if not profile.lives:
        return Page(())
    wanted = MemoryFilter(kind=MemoryKind.MILESTONE)
    found: list[tuple[tuple[str, str], Milestone]] = []
    async for memory in leaf_through(store.list_memories, profile.id, wanted):
        milestone = milestone_of(memory)
        if milestone is not None and memory.state in _LISTED:
            found.append((_place(milestone), milestone))
    found.sort(key=lambda each: each[0], reverse=True)
    if cursor is not None:
        first, _, memory_id = cursor.partition(" ")
        found = [each for each in found if each[0] < (first, memory_id)]
    here = found[:limit]
    more = here[-1][0] if len(found) > limit else None
    return Page(tuple(milestone for _, milestone in here), None if more is None else " ".join(more))


def _place(milestone: Milestone) -> tuple[str, str]:
    return (milestone.first or date.min).isoformat(), milestone.memory.id
