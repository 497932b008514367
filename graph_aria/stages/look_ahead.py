"""Look ahead: what ARIA may say by herself in the next days."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Protocol

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.life import LIFE_KINDS, Upcoming, WhyNot, shows
from graph_aria.domain.memories import Memory
from graph_aria.domain.occasions import look_for
from graph_aria.domain.partings import wedding_of
from graph_aria.domain.records import Profile
from graph_aria.domain.upcoming import ahead
from graph_aria.ports import Conversations, Memories, Record
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.recall_partings import recall_partings

_MOST: Final = 500


class AheadStore(Memories, Record, Conversations, Protocol):
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
        By day, then by importance; each memory and day once.

    Reads: memories with days, what was raised. Writes: nothing. Safe to repeat: yes.
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
    deaths = await recall_deaths(store, profile.id) if dated else ()
    partings = await recall_partings(store, profile.id) if any(map(wedding_of, dated)) else ()
    said = await store.list_raised(profile.id, {one.id for one in dated})
    return ahead(
        dated,
        days=range_,
        zone=profile.zone,
        deaths=deaths,
        said=said,
        bar=lambda memory: _barred(profile, memory),
        partings=partings,
    )


def _barred(profile: Profile, memory: Memory) -> WhyNot | None:
    if shows(profile, memory):
        return None
    is_off = memory.kind in LIFE_KINDS and not profile.lives
    return WhyNot.LIFE_OFF if is_off else WhyNot.ABOVE_LEVEL
