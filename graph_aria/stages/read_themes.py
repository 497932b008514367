"""The themes of a life, now or at an earlier instant."""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import Final

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.graph import Entity
from graph_aria.domain.records import Profile
from graph_aria.domain.themes import (
    Theme,
    days_of,
    emotions_with,
    is_emotion,
    mood_split,
    weight_as_of,
)
from graph_aria.domain.vocabulary import THEME_KINDS
from graph_aria.domain.weights import MAX_WEIGHT, Dial
from graph_aria.stages.read import ReadStore

SPAN: Final = timedelta(days=180)
"""How far back moods and emotions are looked at."""
_MOST_ACTIVE: Final = 1000


async def read_themes(
    store: ReadStore,
    profile: Profile,
    *,
    now: datetime,
    as_of: datetime | None = None,
    limit: int = 20,
) -> tuple[Theme, ...]:
    """Active themes, heaviest first, at most `limit`; may be empty.

    Args:
        store: where the graph is.
        profile: whose.
        now: the present instant.
        as_of: an earlier instant, then only what had been said by then counts.
        limit: at least 1.

    Reads: the active graph, rows of the last 180 days. Writes: nothing. Safe to repeat: yes.
    """
    at = min(as_of, now) if as_of is not None else now
    dial = profile.dial
    if at == now:
        active = await store.read_active(
            profile.id, now=now, max_entities=_MOST_ACTIVE, max_relations=0
        )
        entities = [e for e in active.entities if e.kind in THEME_KINDS]
    else:
        entities = await _spoken_of(store, profile, at)
    ids = [entity.id for entity in entities]
    present = await store.read_as_of(profile.id, ids, at)
    weights = {key: weight_as_of(present.get(key), at, dial) for key in ids}
    if at != now:
        entities = [e for e in entities if weights[e.id] > dial.threshold]
    entities.sort(key=lambda e: (-weights[e.id], e.id))
    chosen = entities[:limit]
    week, month = [
        await store.read_as_of(profile.id, [e.id for e in chosen], at - timedelta(days=n))
        for n in (7, 30)
    ]
    today = local_day(at, profile.zone)
    rows = [
        item
        for item in await store.read_theme_days(profile.id, since=today - SPAN, until=today)
        if item.row.day >= today - SPAN
    ]
    days = days_of(rows)
    known = await store.read_entities(profile.id, days.keys())
    emotions = {e.id: e.name for e in known if is_emotion(e)}
    moods = await store.read_moods(profile.id, since=today - SPAN, until=today)
    themes = []
    for entity in chosen:
        where = entity.standing
        if where is None:
            continue
        split = mood_split(days.get(entity.id, set()), moods)
        themes.append(
            Theme(
                entity=entity,
                weight=weights[entity.id],
                trend_7d=weights[entity.id] - weight_as_of(week.get(entity.id), at - 7 * DAY, dial),
                trend_30d=weights[entity.id]
                - weight_as_of(month.get(entity.id), at - 30 * DAY, dial),
                emotions=emotions_with(entity, days, emotions),
                mood_with=split[0],
                mood_without=split[1],
                n_mood_with=split[2],
                n_mood_without=split[3],
                first_on=where.first_on,
                last_on=min(where.last_on, today),
                n_days=where.n_days,
            )
        )
    return tuple(themes)


def longest_life(dial: Dial) -> timedelta:
    """How long anything stays active without being mentioned, at most.

    >>> longest_life(Dial()).days
    37
    """
    return timedelta(days=math.log(MAX_WEIGHT / dial.threshold) / dial.rate_per_day)


async def _spoken_of(store: ReadStore, profile: Profile, at: datetime) -> list[Entity]:
    until = local_day(at, profile.zone)
    since = until - min(longest_life(profile.dial) + 2 * DAY, until - until.min)
    rows = await store.read_entity_days(profile.id, since=since, until=until)
    return [entity for entity, _ in rows if entity.kind in THEME_KINDS]
