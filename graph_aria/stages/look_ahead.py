"""Look ahead: what ARIA may say by herself in the next days."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Protocol

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.drawn import Raised
from graph_aria.domain.life import LIFE_KINDS, Upcoming, WhyNot, shows
from graph_aria.domain.losses import is_grief
from graph_aria.domain.memories import Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.moving_on import asks_whether_over
from graph_aria.domain.occasions import look_for
from graph_aria.domain.partings import wedding_of
from graph_aria.domain.records import Profile
from graph_aria.domain.upcoming import ahead, asking
from graph_aria.ports import Conversations
from graph_aria.stages.list_focus import FocusStore, list_focus
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.recall_partings import recall_partings

_MOST: Final = 500


class AheadStore(FocusStore, Conversations, Protocol):
    """What looking ahead needs of a store."""


async def look_ahead(
    store: AheadStore, profile: Profile, *, now: datetime, days: int = 30
) -> tuple[Upcoming, ...]:
    """What ARIA may say by herself from today on, and what she will not say and why.

    Args:
        store: where it is.
        profile: whose.
        now: the instant.
        days: how many, today the first, 1 to 366.

    Returns:
        By day, then by importance; each memory and day once. Also each focus that is
        perhaps over, on the day from which she asks about it, once.

    Reads: memories with days, focus, who died or parted, what was raised. Writes: nothing. Safe
    to repeat: yes.
    """
    today = local_day(now, profile.zone)
    range_ = [today + timedelta(n) for n in range(days)]
    returning = frozenset().union(*(look_for(day)[2] for day in range_))
    since, until, _ = look_for(today)
    dated = await store.list_dated(
        profile.id,
        since=since,
        until=max(until, range_[-1] - DAY),
        returning=returning,
        limit=_MOST,
    )
    held = {one.id: one for one in await _held(store, profile)}
    # What the level keeps back is told to come up as if it did not.
    dated = (*dated, *(replace(one, state=MemoryState.CURRENT) for one in held.values()))
    asked = await _perhaps_over(store, profile, now=now)
    has_any = bool(dated or asked)
    deaths = await recall_deaths(store, profile.id, with_entities=False) if has_any else ()
    partings = await recall_partings(store, profile.id) if any(map(wedding_of, dated)) else ()
    ids = {one.id for one in dated} | {raised.memory_id for raised, _ in asked}
    said = await store.list_raised(profile.id, ids)
    found = ahead(
        dated,
        days=range_,
        zone=profile.zone,
        deaths=deaths,
        said=said,
        bar=lambda memory: _barred(profile, memory),
        partings=partings,
    )
    due = (
        asking(memory, raised, on=max(today, raised.on), said=said, deaths=deaths)
        for raised, memory in asked
        if raised.on <= range_[-1]
    )
    told = (replace(one, memory=held.get(one.memory.id, one.memory)) for one in (*found, *due))
    return tuple(sorted(told, key=lambda one: one.on))


async def _held(store: AheadStore, profile: Profile) -> tuple[Memory, ...]:
    """Milestones that are not used before the profile's level allows it."""
    wanted = MemoryFilter(MemoryState.HELD, kind=MemoryKind.MILESTONE)
    return (await store.list_memories(profile.id, wanted, limit=_MOST)).items


async def _perhaps_over(
    store: AheadStore, profile: Profile, *, now: datetime
) -> list[tuple[Raised, Memory]]:
    """What the user is perhaps no longer at, and is asked about."""
    return [
        (raised, focus.memory)
        for focus in await list_focus(store, profile, now=now)
        if (raised := asks_whether_over(focus)) is not None
        and shows(profile, focus.memory)
        and not is_grief(focus.memory)
    ]


def _barred(profile: Profile, memory: Memory) -> WhyNot | None:
    if shows(profile, memory):
        return None
    is_off = memory.kind in LIFE_KINDS and not profile.lives
    return WhyNot.LIFE_OFF if is_off else WhyNot.ABOVE_LEVEL
