"""The themes of a life, now or at an earlier instant."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Final

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.records import Profile
from graph_aria.domain.themes import (
    Theme,
    days_of,
    emotions_with,
    mood_split,
    weight_as_of,
)
from graph_aria.domain.vocabulary import THEME_KINDS, Kind
from graph_aria.domain.weights import DayRow
from graph_aria.stages.look_back import look_back
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
        weighed = [(e, e.standing.weight_at(now, dial)) for e in active.entities if e.standing]
        rows_then: dict[str, DayRow] = {}
    else:
        past = await look_back(store, profile, at, with_relations=False)
        weighed, rows_then = past.entities, past.rows
    weighed = [(entity, weight) for entity, weight in weighed if entity.kind in THEME_KINDS]
    weighed.sort(key=lambda item: (-item[1], item[0].id))
    chosen = [entity for entity, _ in weighed[:limit]]
    weights = {entity.id: weight for entity, weight in weighed}
    n_later = await _n_later_days(store, profile, at, now) if at != now else {}
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
    emotions = {e.id: e.name for e in known if e.kind is Kind.EMOTION}
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
                last_on=rows_then[entity.id].day if entity.id in rows_then else where.last_on,
                n_days=where.n_days - n_later.get(entity.id, 0),
            )
        )
    return tuple(themes)


async def _n_later_days(
    store: ReadStore, profile: Profile, at: datetime, now: datetime
) -> dict[str, int]:
    """On how many days each theme was spoken of only after an instant."""
    since, until = local_day(at, profile.zone) - DAY, local_day(now, profile.zone) + DAY
    later = [
        item
        for item in await store.read_theme_days(profile.id, since=since, until=until)
        if item.row.at > at
    ]
    parts = await store.read_as_of(profile.id, {item.entity_id for item in later}, at)
    begun = {(target, piece.day) for target, part in parts.items() for piece in part.evidence}
    return Counter(item.entity_id for item in later if (item.entity_id, item.row.day) not in begun)
