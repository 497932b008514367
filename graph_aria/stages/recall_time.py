"""Recall what the user was at in a time, and what changed in their life then."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from graph_aria.domain.chapter_life import LifeEvent, changed_in, is_undated, now_at, was_at
from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.memories import Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.records import Profile
from graph_aria.ports import Memories
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.together import together

_MOST: Final = 100
_LAST_DAY: Final = date.max - DAY


async def recall_time(
    store: Memories, profile: Profile, *, since: date, until: date | None
) -> tuple[Sequence[LifeEvent], Sequence[LifeEvent]]:
    """What the user was at in a chapter's time, and what changed then; nothing if life is off.

    Of a closed one everything is looked through that is of these kinds; of the open one what was
    said last, at most a hundred of each.

    Args:
        store: where memories are.
        profile: whose.
        since: its first local day.
        until: its last, None while it is open.

    Returns:
        Focus, the most important first; milestones, newest first.

    Reads: memories, where they were said. Writes: nothing. Safe to repeat: yes.
    """
    if not profile.lives:
        return (), ()
    if until is None:
        foci, milestones = await together(
            _newest(store, profile, MemoryKind.FOCUS),
            _newest(store, profile, MemoryKind.MILESTONE),
        )
        changed = await _changed(store, profile, milestones, since=since, until=_LAST_DAY)
        return now_at(foci, profile, since=since), changed
    foci, milestones = await together(
        _all(store, profile, MemoryKind.FOCUS), _all(store, profile, MemoryKind.MILESTONE)
    )
    known = await store.read_memories(profile.id, [one.id for one in foci])
    was = was_at(known.memories, known.sources, profile, since=since, until=until)
    return was, await _changed(store, profile, milestones, since=since, until=until)


async def _changed(
    store: Memories, profile: Profile, milestones: Sequence[Memory], *, since: date, until: date
) -> Sequence[LifeEvent]:
    told: dict[str, date] = {}
    undated = [one.id for one in milestones if is_undated(one)]
    if undated:
        for source in (await store.read_learned(profile.id, undated)).sources:
            day = local_day(source.said_at, profile.zone)
            told[source.memory_id] = min(day, told.get(source.memory_id, day))
    return changed_in(milestones, profile, since=since, until=until, told_on=told)


async def _newest(store: Memories, profile: Profile, kind: MemoryKind) -> Sequence[Memory]:
    wanted = MemoryFilter(MemoryState.CURRENT, kind=kind)
    return (await store.list_memories(profile.id, wanted, limit=_MOST)).items


async def _all(store: Memories, profile: Profile, kind: MemoryKind) -> list[Memory]:
    wanted = MemoryFilter(kind=kind)
    return [one async for one in leaf_through(store.list_memories, profile.id, wanted)]
