"""Put together what the day holds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Final, Protocol

from graph_aria.domain.days import DAY, local_day, local_instant
from graph_aria.domain.life import Upcoming, shows
from graph_aria.domain.losses import is_fresh_loss
from graph_aria.domain.memories import Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.mood_journal import MoodPoint, curve
from graph_aria.domain.moods import first_day_kept
from graph_aria.domain.occasions import Death
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, Profile
from graph_aria.domain.remedies import CRISIS
from graph_aria.domain.today import (
    MOST_YEARS,
    RISING_DAYS,
    USUAL_DAYS,
    Evening,
    Rising,
    Today,
    perhaps_over,
    question_for,
    returning_today,
    rising,
    to_ask_after,
)
from graph_aria.domain.vocabulary import THEME_KINDS, Kind
from graph_aria.ports import Conversations, Graph, Memories, MoodReadings, Record
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.look_ahead import look_ahead
from graph_aria.stages.on_this_day import on_this_day, speak_of_a_crisis
from graph_aria.stages.recall_deaths import recall_deaths

_MOST_EVENTS: Final = 50
_MOST_LATELY: Final = 100
_MOST_ENTRIES: Final = 500
"""Of a day: somebody may chat for hours before they say it."""
_FORMS: Final = frozenset({EntryForm.JOURNAL, EntryForm.MOOD_CHECK_IN, EntryForm.TURN})
_RISE: Final = THEME_KINDS - {Kind.EMOTION}


class TodayStore(Record, Conversations, Memories, MoodReadings, Graph, Protocol):
    """What looking at a day needs of a store."""


async def look_at_today(store: TodayStore, profile: Profile, *, now: datetime) -> Today:
    """What the day holds: what returns, what is due, yesterday's mood, earlier years, a question.

    It only looks: what it shows still comes up in a chat.

    Args:
        store: where everything is.
        profile: whose; its zone tells which day it is.
        now: the present instant.

    Reads: memories with days, focus, moods and entries of a month, days of themes of two weeks,
    entries of this day of earlier years. Writes: nothing. Safe to repeat: yes.
    """
    today = local_day(now, profile.zone)
    upcoming = await look_ahead(store, profile, now=now, days=1)
    returning, due = returning_today(upcoming, today), to_ask_after(upcoming, today)
    points = await _points(store, profile, today=today)
    events = await _events(store, profile, today=today)
    foci = await _over_since_before(store, profile, upcoming, today=today)
    deaths: tuple[Death, ...] = ()
    if events or foci:  # of what is due it was looked at already
        deaths = await recall_deaths(store, profile.id, with_entities=False)
    evening = Evening(
        day=today,
        zone=profile.zone,
        events=events,
        follow_ups=[one.memory for one in due if one.is_said],
        foci=foci,
        points=points,
        rising=await _rising(store, profile, today=today),
        deaths=deaths,
        is_hard=any(one.is_loss for one in returning)
        or await _has_lost(store, profile, today=today)
        or await _is_in_crisis(store, profile, today=today),
    )
    return Today(
        day=today,
        anniversaries=returning,
        follow_ups=(*due, *perhaps_over(upcoming, today)),
        yesterday=next((one for one in points if one.day == today - DAY), None),
        this_day=await on_this_day(store, profile, now=now, most_years=MOST_YEARS, in_short=True),
        question=question_for(evening),
    )


async def _over_since_before(
    store: TodayStore, profile: Profile, upcoming: Iterable[Upcoming], *, today: date
) -> list[Memory]:
    """What is to be asked about as perhaps over, and was perhaps over when the day began.

    A window ends at a time of day: the question of the day is not another one from then on.
    """
    foci = [one.memory for one in perhaps_over(upcoming, today) if one.is_said]
    if not foci:
        return []
    begun = local_instant(today, time.min, profile.zone)
    listed = await list_focus(store, profile, now=begun)
    over = {one.memory.id for one in listed if one.perhaps_over is not None}
    return [one for one in foci if one.id in over]


async def _has_lost(store: TodayStore, profile: Profile, *, today: date) -> bool:
    """Whether there was a loss in the last days, as far as it was known when the day began."""
    wanted = MemoryFilter(MemoryState.CURRENT, kind=MemoryKind.MILESTONE)
    begun = local_instant(today, time.min, profile.zone)
    page = await store.list_memories(profile.id, wanted, limit=_MOST_LATELY)
    return any(
        one.created_at < begun and is_fresh_loss(one, today=today, zone=profile.zone)
        for one in page.items
        if shows(profile, one)
    )


async def _points(store: TodayStore, profile: Profile, *, today: date) -> tuple[MoodPoint, ...]:
    """Moods of the days before today."""
    since, until = today - timedelta(USUAL_DAYS + 1), today - DAY
    said = await store.read_moods(profile.id, since=since, until=until)
    if not profile.reads_moods:
        return curve(said, ())
    first = max(since, first_day_kept(today, profile.mood_days))
    read = await store.read_mood_readings(profile.id, since=first, until=until)
    return curve(said, read)


async def _events(store: TodayStore, profile: Profile, *, today: date) -> list[Memory]:
    found = await store.list_dated(
        profile.id, since=today, until=today + DAY, returning=(), limit=_MOST_EVENTS
    )
    return [one for one in found if shows(profile, one)]


async def _rising(store: TodayStore, profile: Profile, *, today: date) -> tuple[Rising, ...]:
    since = today - timedelta(2 * RISING_DAYS)
    rows = await store.read_theme_days(profile.id, since=since, until=today - DAY, kinds=_RISE)
    days: dict[str, set[date]] = {}
    for item in rows:
        if item.row.day >= since:
            days.setdefault(item.entity_id, set()).add(item.row.day)
    entities = await store.read_entities(profile.id, days) if days else ()
    return rising([(one, days[one.id]) for one in entities], today)


async def _is_in_crisis(store: TodayStore, profile: Profile, *, today: date) -> bool:
    """Whether anything that the user said yesterday or today speaks of a crisis."""
    said: tuple[Entry, ...] = await store.list_on_days(
        profile.id, (today - DAY, today), forms=_FORMS, limit=_MOST_ENTRIES
    )
    return any(one.reason == CRISIS or one.reading_allowed for one in said) or (
        await speak_of_a_crisis(said)
    )
