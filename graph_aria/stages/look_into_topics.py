"""Look into the graph for what a question names: days, words, and what is said of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final, Protocol

from graph_aria.domain.days import local_day
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.memories import Memory, MemoryKind, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.occasions import death_told, is_dead
from graph_aria.domain.offline_ask_rules import AskKind
from graph_aria.domain.offline_asks import Ask
from graph_aria.domain.offline_found import FIGURE
from graph_aria.domain.offline_material import Grounds, Telling, Topic
from graph_aria.domain.offline_saying import around, going_on, told
from graph_aria.domain.offline_topics import (
    TopicWords,
    is_nearly_named,
    is_telling,
    ranked,
    topic_words,
    wanted_predicates,
)
from graph_aria.domain.quotes import find_quotes
from graph_aria.domain.records import Entry, Profile
from graph_aria.domain.retrieval import Quote, Retrieved
from graph_aria.domain.views import EvidenceLine
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import NotFound
from graph_aria.ports import Conversations, Graph, Memories, MoodReadings, Record
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.retrieve import RetrieveStore

_MOST_TOPICS: Final = 3
_MOST_RELATIONS: Final = 40
_MOST_LATEST: Final = 5
_WHO_RELATIONS: Final = 12
_MOST_BESIDE: Final = 180
_MOST_PEOPLE: Final = 200
_MISSPELT: Final = frozenset(
    {
        AskKind.WHO, AskKind.ALIVE, AskKind.WHEN_LAST, AskKind.WHEN_FIRST, AskKind.HOW_OFTEN,
        AskKind.NEWS,
    }
)  # fmt: skip
_OF_DEATH: Final = frozenset(
    {AskKind.WHO, AskKind.ALIVE, AskKind.WHEN, AskKind.HOW_WAS, AskKind.NEWS}
)
"""Kinds of questions for which is looked up whether somebody died."""


class TopicStore(RetrieveStore, Record, MoodReadings, Conversations, Memories, Graph, Protocol):
    """What answering without a model needs of a store."""


async def find_topics(
    store: TopicStore,
    profile: Profile,
    ask: Ask,
    named: Sequence[Entity],
    *,
    now: datetime,
    within: tuple[date, date] | None = None,
) -> tuple[Topic, ...]:
    """What a question names, as the graph has it; best first, at most three.

    Args:
        store: where it is.
        profile: whose.
        ask: the question.
        named: entities that were found to be named in it.
        now: the present instant.
        within: local days, both included, that alone count.

    Reads: candidates, evidence, relations. Writes: nothing. Safe to repeat: yes.
    """
    wanted = topic_words(ask)
    if not wanted.words:
        return ()
    found = await store.find_candidates(
        profile.id, wanted.keys, words=wanted.words, roles=wanted.roles
    )
    entities = {one.entity.id: one.entity for one in found} | {one.id: one for one in named}
    forms = {one.entity.id: one.forms for one in found}
    chosen = ranked(entities.values(), forms, wanted, now=now)[:_MOST_TOPICS]
    if not chosen and ask.kind in _MISSPELT:
        page = await store.list_entities(profile.id, now=now, kind=Kind.PERSON, limit=_MOST_PEOPLE)
        chosen = tuple(one for one in page.items if is_nearly_named(one.name, ask.words))[:1]
    return tuple([await _topic(store, profile, ask, one, now=now, within=within) for one in chosen])


async def _topic(
    store: TopicStore,
    profile: Profile,
    ask: Ask,
    entity: Entity,
    *,
    now: datetime,
    within: tuple[date, date] | None,
) -> Topic:
    standing = entity.standing
    lines: Sequence[EvidenceLine]
    if within is not None or ask.kind is AskKind.WHEN_FIRST:
        pages = leaf_through(store.read_evidence, profile.id, entity.id)
        lines = [
            line
            async for line in pages
            if within is None or within[0] <= line.evidence.day <= within[1]
        ]
    else:
        latest = await store.read_latest_evidence(profile.id, [entity.id], limit=_MOST_LATEST)
        lines = latest.get(entity.id, ())
    days = {line.evidence.day for line in lines}
    is_whole = within is None and standing is not None
    tellings: tuple[Telling, ...] = ()
    if ask.kind is AskKind.WHO:
        page = await store.list_relations(
            profile.id, now=now, entity_id=entity.id, limit=_WHO_RELATIONS
        )
        relations = [one for one in page.items if is_telling(one)]
        tellings = await tell(store, profile, relations, now=now)
    death = await _death(store, profile, entity) if ask.kind in _OF_DEATH else None
    return Topic(
        entity=entity,
        n_days=standing.n_days if is_whole and standing else len(days),
        first_on=standing.first_on if is_whole and standing else min(days, default=None),
        last_on=standing.last_on if is_whole and standing else max(days, default=None),
        is_active=entity.active_at(now),
        has_died=death is not None,
        died_on=None if death is None else death[0],
        death=() if death is None or death[1] is None else (death[1],),
        first=quotes_of(lines[-1]) if lines and ask.kind is AskKind.WHEN_FIRST else (),
        last=tuple(
            quote
            for line in lines[:_MOST_LATEST]
            for quote in quotes_of(line, goes_on=ask.kind is AskKind.NEWS)[:1]
        ),
        tellings=tellings,
    )


async def _death(
    store: TopicStore, profile: Profile, entity: Entity
) -> tuple[date | None, Quote | None] | None:
    """When somebody died and in which words it was told; None if they are not known to be dead."""
    theirs = [one for one in await recall_deaths(store, profile.id) if is_dead(entity, (one,))]
    if not theirs:
        return None
    found = await store.search_memories(profile.id, "died dead death lost passed", limit=40)
    known = await read_memory_quotes(store, profile, [memory_id for memory_id, _ in found])
    told: list[tuple[date | None, Quote | None]] = []
    for memory, quote in known.values():
        death = death_told(memory)
        if death is not None and any(
            (death.roles, death.names) == (one.roles, one.names) for one in theirs
        ):
            if memory.state is not MemoryState.CURRENT:  # known, and not to be told
                told.append((None, None))
                continue
            yearly = memory.important
            day = memory.valid_from
            if yearly is not None and yearly.year is not None:
                day = date(yearly.year, yearly.month, yearly.day)
            told.append((day, quote))
    # What gives the day tells more than what only takes the death for known.
    told.sort(key=lambda pair: (pair[0] is None, pair[1].day if pair[1] is not None else date.max))
    return told[0] if told else (None, None)


async def told_helps(
    store: TopicStore, profile: Profile, ask: Ask, topics: Sequence[Topic], *, now: datetime
) -> tuple[Telling, ...]:
    """What eased something or brought it on; what is active first, then heaviest first.

    Of what is named if anything is, else of everything of its sort.

    Reads: relations with their evidence. Writes: nothing. Safe to repeat: yes.
    """
    relations: dict[str, Relation] = {}
    about: list[Entity | None] = [topic.entity for topic in topics]
    for entity in about or [None]:
        for predicate in wanted_predicates(ask, entity):
            page = await store.list_relations(
                profile.id,
                now=now,
                entity_id=None if entity is None else entity.id,
                predicate=predicate,
                limit=_MOST_RELATIONS,
            )
            for one in page.items:
                if entity is None or one.object_id == entity.id:
                    relations[one.id] = one
    objects = await store.read_entities(profile.id, {one.object_id for one in relations.values()})
    names = {one.id: one.name for one in objects}
    if not about:
        wanted = TopicWords.of(ask)
        relations = {
            one.id: one
            for one in relations.values()
            if wanted.fits(ask, one.predicate, names.get(one.object_id, ""))
        }
    return await tell(store, profile, list(relations.values()), now=now)


async def tell(
    store: TopicStore, profile: Profile, relations: Sequence[Relation], *, now: datetime
) -> tuple[Telling, ...]:
    """Relations as sentences to the user, each with the newest words that say it, in order.

    Reads: entities, evidence. Writes: nothing. Safe to repeat: yes.
    """
    if not relations:
        return ()
    ends = {end for one in relations for end in (one.subject_id, one.object_id)}
    names = {one.id: one.name for one in await store.read_entities(profile.id, ends)}
    latest = await store.read_latest_evidence(profile.id, [one.id for one in relations])
    found = []
    for one in relations:
        if one.subject_id not in names or one.object_id not in names:
            continue
        lines = latest.get(one.id, ())
        ended_at = one.standing.ended_at
        found.append(
            told(
                one,
                names,
                user_id=profile.user_id,
                is_active=one.active_at(now),
                ended_on=None if ended_at is None else local_day(ended_at, profile.zone),
                quotes=tuple(quote for line in lines for quote in quotes_of(line)),
            )
        )
    return tuple(found)


def quotes_of(line: EvidenceLine, *, goes_on: bool = False) -> tuple[Quote, ...]:
    """The sentences of a piece of evidence; none if a ruling is its source.

    Args:
        line: it.
        goes_on: with those after each that go on about the same.
    """
    entry = line.entry
    if entry is None:
        return ()
    quotes = []
    for words in line.quotes:
        spans = find_quotes(entry.text, words)
        start = entry.text.find(words) if not spans else spans[0][0]
        if start >= 0:
            end = spans[0][1] if spans else start + len(words)
            quotes.append(_quote(entry, start, end, line.evidence.day, goes_on=goes_on))
    return tuple(quotes)


def _quote(entry: Entry, start: int, end: int, day: date, *, goes_on: bool = False) -> Quote:
    start, end = around(entry.text, start, end)
    if goes_on:
        start, end = going_on(entry.text, start, end)
    return Quote(
        entry.id, start, end, entry.revision, entry.text[start:end], day, entry.conversation_id
    )


async def widened(
    store: TopicStore, profile: Profile, retrieved: Retrieved, *, for_figure: bool = False
) -> Retrieved:
    """What was found, with the sentences that its quotes stand in; an entry edited since aside.

    Where a figure is wanted, with the sentence after it that has one, too.

    Reads: entries. Writes: nothing. Safe to repeat: yes.
    """
    ids = {quote.entry_id for hit in retrieved.hits for quote in hit.quotes}
    records = await store.read_records(profile.id, ids) if ids else ()
    entries = {record.entry.id: record.entry for record in records}

    def wide(quote: Quote) -> Quote:
        entry = entries.get(quote.entry_id)
        if entry is None or entry.revision != quote.revision:
            return quote
        found = _quote(entry, quote.start, quote.end, quote.day)
        if not for_figure or FIGURE.search(found.text) or found.end >= len(entry.text):
            return found
        _, end = around(entry.text, found.end + 1, min(found.end + 2, len(entry.text)))
        beside = entry.text[found.start : end]
        if len(beside) > _MOST_BESIDE or not FIGURE.search(beside):
            return found
        return replace(found, end=end, text=beside)

    hits = tuple(
        replace(hit, quotes=tuple(wide(quote) for quote in hit.quotes)) for hit in retrieved.hits
    )
    return replace(retrieved, hits=hits)


async def read_memory_quotes(
    store: TopicStore, profile: Profile, memory_ids: Collection[str]
) -> Mapping[str, tuple[Memory, Quote | None]]:
    """Memories with the words that they were last learned from, by id.

    Of a milestone, which may be told in many ways, with those that tell it as it is remembered.

    Reads: memories, entries. Writes: nothing. Safe to repeat: yes.
    """
    if not memory_ids:
        return {}
    known = await store.read_memories(profile.id, memory_ids)
    newest = {}
    for source in sorted(known.sources, key=lambda one: (_leads(one, known), one.said_at, one.key)):
        if source.memory_id in set(memory_ids):
            newest[source.memory_id] = source
    entry_ids = {source.entry_id for source in newest.values()}
    records = await store.read_records(profile.id, entry_ids)
    entries = {record.entry.id: record.entry for record in records}
    found: dict[str, tuple[Memory, Quote | None]] = {}
    for memory_id in memory_ids:
        if memory_id not in known.memories:
            continue
        last = newest.get(memory_id)
        entry = None if last is None else entries.get(last.entry_id)
        quote = None
        if last is not None and entry is not None and last.said.end <= len(entry.text):
            quote = _quote(entry, last.said.start, last.said.end, entry.day)
        found[memory_id] = (known.memories[memory_id], quote)
    return found


def _leads(source: MemorySource, known: MemoryNeighbourhood) -> bool:
    memory = known.memories.get(source.memory_id)
    return (
        memory is not None
        and memory.kind is MemoryKind.MILESTONE
        and source.said.text == memory.text
    )


async def grounds_of(
    store: TopicStore, profile: Profile, turn_id: str, *, now: datetime
) -> Grounds | None:
    """What the reply to a turn rested on; None if it is not kept.

    Reads: the reply, relations, memories, entries. Writes: nothing. Safe to repeat: yes.
    """
    try:
        reply = await store.get_reply(profile.id, turn_id)
    except NotFound:
        return None
    drawn = reply.drawn or Drawn()
    relations = []
    for relation_id in drawn.relation_ids:
        try:
            relations.append(await store.get_relation(profile.id, relation_id))
        except NotFound:  # it was deleted since, and says nothing any more
            continue
    records = await store.read_records(profile.id, {one.entry_id for one in drawn.quotes})
    entries = {record.entry.id: record.entry for record in records}
    memories = await read_memory_quotes(store, profile, drawn.memory_ids)
    return Grounds(
        quotes=tuple(
            _quote(entry, one.start, one.end, entry.day)
            for one in drawn.quotes
            if (entry := entries.get(one.entry_id)) is not None and entry.revision == one.revision
        ),
        tellings=await tell(store, profile, relations, now=now),
        memories=tuple(memories.values()),
    )
