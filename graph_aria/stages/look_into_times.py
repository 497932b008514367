"""Look into a time that is asked about: its moods, its chapters, what came up most, what faded."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from graph_aria.domain.chapter_lines import titled
from graph_aria.domain.days import local_day
from graph_aria.domain.graph import Chapter
from graph_aria.domain.life_chapter import TITLE_THEMES
from graph_aria.domain.offline_material import OfflineMaterial
from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.look_into_topics import TopicStore

_LATELY: Final = timedelta(days=13)
_FADED_SINCE: Final = timedelta(days=92)
_MOST_FADED: Final = 20
_MOST_NAMES: Final = 5
_UNSAID: Final = frozenset({Kind.TOPIC, Kind.EMOTION})
"""Kinds that a mood tells already, or that nobody named."""


async def look_into_time(
    store: TopicStore, profile: Profile, material: OfflineMaterial
) -> OfflineMaterial:
    """Some material with the time that it asks about; the last two weeks if it names none.

    Reads: moods, chapters, days of entities. Writes: nothing. Safe to repeat: yes.
    """
    since = material.retrieved.since or material.today - _LATELY
    until = min(material.retrieved.until or material.today, material.today)
    if since > until:
        return replace(material, since=since, until=since)
    chapters = await _chapters(store, profile, since, until)
    ids = {one.entity_id for chapter in chapters for one in chapter.features[:TITLE_THEMES]}
    known = {one.id: one.name for one in await store.read_entities(profile.id, ids)}
    return replace(
        material,
        since=since,
        until=until,
        moods=await store.read_moods(profile.id, since=since, until=until),
        chapters=chapters,
        titles=tuple(
            titled(
                [
                    known[one.entity_id]
                    for one in chapter.features[:TITLE_THEMES]
                    if one.entity_id in known
                ]
            )
            for chapter in chapters
        ),
        names=await _names(store, profile, since, until),
    )


async def faded_lately(
    store: TopicStore, profile: Profile, *, now: datetime
) -> tuple[tuple[str, date], ...]:
    """Names of what faded in the last three months, with the day it was last spoken of.

    What faded last comes first; at most twenty.

    Reads: entities. Writes: nothing. Safe to repeat: yes.
    """
    found = await store.list_faded(profile.id, since=now - _FADED_SINCE, now=now, limit=_MOST_FADED)
    return tuple(
        (one.name, local_day(one.standing.ref_at, profile.zone))
        for one in found
        if one.standing is not None and one.kind not in _UNSAID
    )


async def _chapters(
    store: TopicStore, profile: Profile, since: date, until: date
) -> tuple[Chapter, ...]:
    found: list[Chapter] = []
    async for chapter in leaf_through(store.read_chapters, profile.id):
        if chapter.started_on <= until and chapter.ended_on and chapter.ended_on >= since:
            found.append(chapter)
        if chapter.started_on < since:
            break
    return tuple(reversed(found))


async def _names(store: TopicStore, profile: Profile, since: date, until: date) -> tuple[str, ...]:
    rows = await store.read_entity_days(profile.id, since=since, until=until)
    heaviest = sorted(rows, key=lambda pair: (-pair[1].weight_after, pair[0].id))
    return tuple(
        entity.name for entity, _ in heaviest if entity.kind not in _UNSAID and not entity.is_user
    )[:_MOST_NAMES]
