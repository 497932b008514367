"""Look into a time that is asked about: its moods, its chapters, what came up most, what faded."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final

from graph_aria.domain.chapter_lines import titled
from graph_aria.domain.days import end_of_day, local_day, local_instant
from graph_aria.domain.graph import Chapter
from graph_aria.domain.life_chapter import TITLE_THEMES
from graph_aria.domain.memories import Category, Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.occasions import is_dead
from graph_aria.domain.offline_asks import Ask
from graph_aria.domain.offline_material import OfflineMaterial
from graph_aria.domain.offline_moods import (
    WEEKDAYS,
    asks_for_after,
    named_beside_time,
    weekday_asked,
)
from graph_aria.domain.offline_saying import is_in, opening
from graph_aria.domain.offline_words import is_named
from graph_aria.domain.questions_asked import only_asks
from graph_aria.domain.records import Profile
from graph_aria.domain.retrieval import Quote, Retrieved
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.look_into_topics import TopicStore
from graph_aria.stages.recall_deaths import recall_deaths

_LATELY: Final = timedelta(days=13)
_FADED_SINCE: Final = timedelta(days=92)
_MOST_FADED: Final = 20
_A_WEEK: Final = timedelta(days=7)
_A_MONTH: Final = timedelta(days=30)
_A_YEAR: Final = timedelta(days=365)
_MOST_ENTRIES: Final = 20
_MOST_CHARS: Final = 2_000
_MOST_PEOPLE: Final = 200
_MOST_LOOKED: Final = 100
_MOST_FACTS: Final = 5
_PLAIN: Final = frozenset(
    {
        Category.IDENTITY, Category.WORK, Category.STUDY, Category.INTERESTS, Category.TASTES,
        Category.HABITS, Category.FAMILY, Category.FRIENDS, Category.HOME, Category.GOALS,
    }
)  # fmt: skip
"""What may be told of somebody who asks what is known of them, all at once."""
_MOST_NAMES: Final = 5
_UNSAID: Final = frozenset({Kind.TOPIC, Kind.EMOTION})
"""Kinds that a mood tells already, or that nobody named."""


async def look_into_time(
    store: TopicStore, profile: Profile, ask: Ask, material: OfflineMaterial
) -> OfflineMaterial:
    """Some material with the time that it asks about; the last two weeks if it names none.

    Of a question that names somebody or something, or a day of the week, the moods are those of
    its days alone.

    Reads: moods, chapters, days of entities, entries. Writes: nothing. Safe to repeat: yes.
    """
    weekday, named = weekday_asked(ask), named_beside_time(ask)
    if weekday is not None:
        return await _on_weekdays(store, profile, material, weekday)
    if named:
        return await _how_with(store, profile, ask, material, named)
    since = material.retrieved.since or material.today - _LATELY
    until = min(material.retrieved.until or material.today, material.today)
    material = replace(material, topics=())
    if since > until:
        return replace(material, since=since, until=since)
    chapters = await _chapters(store, profile, since, until)
    ids = {one.entity_id for chapter in chapters for one in chapter.features[:TITLE_THEMES]}
    known = {one.id: one.name for one in await store.read_entities(profile.id, ids)}
    return replace(
        material,
        since=since,
        until=until,
        beside=await words_of_the_day(store, profile, material.retrieved),
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


async def _on_weekdays(
    store: TopicStore, profile: Profile, material: OfflineMaterial, weekday: int
) -> OfflineMaterial:
    since, until = material.today - _A_YEAR, material.today
    moods = await store.read_moods(profile.id, since=since, until=until)
    return replace(
        material,
        topics=(),
        since=since,
        until=until,
        scope=f"on {WEEKDAYS[weekday]}",
        moods=tuple(one for one in moods if one.day.weekday() == weekday),
    )


async def _how_with(
    store: TopicStore,
    profile: Profile,
    ask: Ask,
    material: OfflineMaterial,
    named: tuple[str, ...],
) -> OfflineMaterial:
    """The moods of the days on which something was written of, or of the week after it."""
    topic = next(
        (one for one in material.topics if is_named(one.entity.name, named) or one.entity.role),
        None,
    )
    found = [
        quote
        for hit in material.retrieved.hits
        for quote in hit.quotes
        if all(is_in(word, quote.text) for word in named)
    ]
    if topic is None and not found:
        return replace(material, since=None, until=None)
    name = " ".join(named) if topic is None else topic.entity.name
    days = {quote.day for quote in found}
    if topic is not None:
        pages = leaf_through(store.read_evidence, profile.id, topic.entity.id)
        days = {line.evidence.day async for line in pages}
    if not days:
        return replace(material, since=None, until=None)
    since, until = min(days), max(days)
    scope = f"on days on which you wrote of {name}"
    if asks_for_after(ask):
        begin = max(days) if topic is None else min(days)
        until = min(begin + _A_WEEK, material.today)
        since, days = begin, {begin + timedelta(days=n) for n in range(_A_WEEK.days + 1)}
        scope = f"in the week after you wrote of {name}"
    elif material.retrieved.since and material.retrieved.until:
        since, until = material.retrieved.since, material.retrieved.until
    moods = await store.read_moods(profile.id, since=since, until=until)
    return replace(
        material,
        topics=() if topic is None else (topic,),
        since=since,
        until=until,
        scope=scope,
        moods=tuple(one for one in moods if one.day in days),
        beside=tuple(found),
    )


async def words_of_the_day(
    store: TopicStore, profile: Profile, retrieved: Retrieved
) -> tuple[Quote, ...]:
    """How the entries of the one day begin that a question asks about; none if of more days.

    What was asked of ARIA is left out.

    Reads: entries. Writes: nothing. Safe to repeat: yes.
    """
    day = retrieved.since
    if day is None or day != retrieved.until:
        return ()
    page = await store.list_entries(
        profile.id,
        since=local_instant(day, time(), profile.zone),
        until=end_of_day(day, profile.zone),
        limit=_MOST_ENTRIES,
    )
    found = []
    for entry in reversed(page.items):
        if entry.day != day or (entry.conversation_id and only_asks(entry.text[:_MOST_CHARS])):
            continue
        start, end = opening(entry.text)
        if end > start:
            words, talk = entry.text[start:end], entry.conversation_id
            found.append(Quote(entry.id, start, end, entry.revision, words, day, talk))
    return tuple(found)


async def days_spoken_of(
    store: TopicStore, profile: Profile, retrieved: Retrieved
) -> tuple[tuple[Quote, date], ...]:
    """The first day that each of the words found speaks of; what speaks of none is left out.

    Reads: entries. Writes: nothing. Safe to repeat: yes.
    """
    quotes = [quote for hit in retrieved.hits for quote in hit.quotes]
    if not quotes:
        return ()
    records = await store.read_records(profile.id, {quote.entry_id for quote in quotes})
    known = {record.entry.id: record for record in records}
    found = []
    for quote in quotes:
        record = known.get(quote.entry_id)
        if record is None or record.entry.revision != quote.revision:
            continue
        within = [one for one in record.dates if quote.start <= one.start and one.end <= quote.end]
        if within and within[0].first_on == within[0].last_on:
            found.append((quote, within[0].first_on))
    return tuple(found)


async def plain_facts(store: TopicStore, profile: Profile, *, scope: str) -> tuple[Memory, ...]:
    """A few facts about the user that may be used; pinned ones first.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    wanted = MemoryFilter(state=MemoryState.CURRENT)
    page = await store.list_memories(profile.id, wanted, limit=_MOST_LOOKED)
    usable = [one for one in page.items if one.scope in {"", scope}]
    lasting = [
        one
        for one in usable
        if one.pinned or (one.category in _PLAIN and one.kind is not MemoryKind.EVENT)
    ]
    lasting.sort(key=lambda one: (not one.pinned, -one.importance, one.id))
    return tuple(lasting[:_MOST_FACTS])


async def tastes(
    store: TopicStore, profile: Profile, verb: str, *, scope: str
) -> tuple[Memory, ...]:
    """What the user likes, hates, wants …, as memories that may be used say it.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    found = await store.search_memories(profile.id, verb, limit=_MOST_LOOKED)
    known = await store.read_memories(profile.id, [memory_id for memory_id, _ in found])
    told = [
        one
        for one in known.memories.values()
        if one.state is MemoryState.CURRENT
        and one.scope in {"", scope}
        and re.match(rf"the user (?:\w+ly )?{verb}(?:e?s)?\b", one.text, re.IGNORECASE)
    ]
    told.sort(key=lambda one: (not one.pinned, -one.importance, one.id))
    return tuple(told[:_MOST_FACTS])


async def faded_lately(
    store: TopicStore, profile: Profile, *, now: datetime, people: bool = False
) -> tuple[tuple[str, date], ...]:
    """Names of what faded in the last three months, with the day it was last spoken of.

    What faded last comes first; at most twenty. Of people alone those who were not spoken of
    for a month, the longest first; the dead are left out.

    Reads: entities, deaths. Writes: nothing. Safe to repeat: yes.
    """
    if people:
        page = await store.list_entities(profile.id, now=now, kind=Kind.PERSON, limit=_MOST_PEOPLE)
        deaths = await recall_deaths(store, profile.id)
        until = local_day(now, profile.zone) - _A_MONTH
        missed = [
            (one.name, one.standing.last_on)
            for one in page.items
            if one.standing is not None
            and one.standing.last_on < until
            and not is_dead(one, deaths)
        ]
        return tuple(sorted(missed, key=lambda pair: (pair[1], pair[0])))
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
