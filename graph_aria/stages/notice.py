"""Notice what months of a life show."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import date
from typing import Final, Protocol

from graph_aria.domain.days import DAY
from graph_aria.domain.pattern_moods import WINDOW_DAYS
from graph_aria.domain.pattern_seasons import MAX_YEARS
from graph_aria.domain.pattern_values import History, JournalDays, Pattern
from graph_aria.domain.patterns import find_patterns
from graph_aria.domain.records import Profile
from graph_aria.domain.weights import INFERRED_STRENGTH
from graph_aria.ports import Graph, Record

_SPAN: Final = MAX_YEARS * 366 * DAY


class NoticeStore(Record, Graph, Protocol):
    """What noticing needs of a store."""


async def notice(store: NoticeStore, profile: Profile, *, today: date) -> tuple[Pattern, ...]:
    """Patterns of a profile's moods, seasons and habits, the most certain first.

    What no word tells, only a guess at a topic, is no evidence here.

    Args:
        store: where the journal is.
        profile: whose.
        today: the last local day that counts; a day that is not over is best left out.

    Reads: moods of 52 weeks, days with entries and days of themes of five years. Writes:
    nothing. Safe to repeat: yes.
    """
    since = today - min(_SPAN, today - date.min)
    days: defaultdict[str, set[date]] = defaultdict(set)
    for item in await store.read_theme_days(profile.id, since=since, until=today):
        if item.row.day >= since and item.row.strength >= INFERRED_STRENGTH:
            days[item.entity_id].add(item.row.day)
    entities = await store.read_entities(profile.id, days.keys())
    moods = await store.read_moods(profile.id, since=today - WINDOW_DAYS * DAY, until=today)
    entries = await store.read_entry_days(profile.id, since=since, until=today)
    journal = JournalDays(
        today=today,
        moods={item.day: item.mood for item in moods},
        entries=frozenset(entries),
        histories=tuple(
            History(entity.id, entity.name, entity.kind, frozenset(days[entity.id]))
            for entity in entities
            if entity.merged_into is None
        ),
    )
    # Seconds of arithmetic, beside which others are served.
    return await asyncio.to_thread(find_patterns, journal)
