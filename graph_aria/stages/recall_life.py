"""Recall what goes on in a life, for a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Protocol

from graph_aria.domain.memories import Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.mood_journal import MoodPoint, curve
from graph_aria.domain.moods import first_day_kept
from graph_aria.domain.occasions import Death
from graph_aria.domain.records import Profile
from graph_aria.ports import Memories, MoodReadings, Record
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.together import together

_MOST: Final = 100
_MOOD_DAYS: Final = 14


class LifeStore(Memories, Record, MoodReadings, Protocol):
    """What recalling a life needs of a store."""


@dataclass(frozen=True, slots=True)
class RecalledLife:
    """What goes on in a life.

    Attributes:
        foci: what the user is at, or was, as it stands now.
        milestones: what changed, that which was told last.
        moods: the days of the last two weeks that have a mood, while the mood switch is on.
        deaths: who is known to have died, also while the life switch is off.
    """

    foci: Sequence[Memory] = ()
    milestones: Sequence[Memory] = ()
    moods: Sequence[MoodPoint] = ()
    deaths: Sequence[Death] = ()


async def recall_life(store: LifeStore, profile: Profile, *, today: date) -> RecalledLife:
    """What goes on in a life, whatever of it may be told; of each kind what was said last.

    No focus and no milestone while the life switch is off, and no moods while the mood switch is:
    check-ins alone are told by the life chapter.

    Args:
        store: where it is.
        profile: whose; its switches say what is looked at.
        today: the user's local day.

    Reads: memories, moods, who died; all at once. Writes: nothing. Safe to repeat: yes.
    """
    foci, milestones, moods, deaths = await together(
        _of_kind(store, profile, MemoryKind.FOCUS),
        _of_kind(store, profile, MemoryKind.MILESTONE),
        _moods(store, profile, today),
        recall_deaths(store, profile.id),
    )
    return RecalledLife(foci, milestones, moods, deaths)


async def _of_kind(store: LifeStore, profile: Profile, kind: MemoryKind) -> Sequence[Memory]:
    if not profile.lives:
        return ()
    wanted = MemoryFilter(MemoryState.CURRENT, kind=kind)
    return (await store.list_memories(profile.id, wanted, limit=_MOST)).items


async def _moods(store: LifeStore, profile: Profile, today: date) -> Sequence[MoodPoint]:
    if not profile.reads_moods:
        return ()
    since = today - timedelta(_MOOD_DAYS - 1)
    kept = max(since, first_day_kept(today, profile.mood_days))
    said, read = await together(
        store.read_moods(profile.id, since=since, until=today),
        store.read_mood_readings(profile.id, since=kept, until=today),
    )
    return curve(said, read)
