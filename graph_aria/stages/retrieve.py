"""Find what is relevant to a text, with the exact words that it rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final, Protocol

from graph_aria.domain.asking import Asked, asked_of, speaks_of_time
from graph_aria.domain.days import local_day
from graph_aria.domain.finding import Stretch, named_in, stretch_of
from graph_aria.domain.graph import Entity
from graph_aria.domain.life import LIFE_KINDS
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memory_age import is_stale
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.ranking_leads import Ranked, ranked, relevant, seated
from graph_aria.domain.reading import ReadRequest
from graph_aria.domain.records import Entry, Profile, SpokenDate
from graph_aria.domain.retrieval import Hit, HitKind, Quote, Retrieved
from graph_aria.domain.statements import canonical_map
from graph_aria.errors import EmbedderAway, ReaderFailed
from graph_aria.ports import Passages
from graph_aria.stages.citable import citable
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.lead_memories import MemoryLeads, lead_memories
from graph_aria.stages.lead_passages import PassageLeads, Sought, lead_passages
from graph_aria.stages.lead_relations import RelationLeads, lead_relations
from graph_aria.stages.read import ReadStore
from graph_aria.stages.recall import MERGES
from graph_aria.stages.recall_chapters import recall_chapters
from graph_aria.stages.together import together

_MOST_QUOTES: Final = 3
_MOST_RELATIONS: Final = 2


class RetrieveStore(ReadStore, Passages, Protocol):
    """What retrieving needs of a store."""


async def retrieve(  # noqa: PLR0913 - a question has that much around it
    store: RetrieveStore,
    faculties: Faculties,
    profile: Profile,
    text: str,
    *,
    now: datetime,
    scope: str = "",
    limit: int = 12,
    but: Collection[str] = (),
    with_held: bool = False,
) -> Retrieved:
    """What of all that was said has to do with a text, and nothing where nothing has.

    Memories, passages of entries and turns, relations of those that it names (ended and faded
    ones too), and closed chapters where it asks for a time. At least two independent signals
    speak for each hit, and the best is above an absolute floor. While the embedder is away
    there are words, names and time alone.

    Args:
        store: where everything is.
        faculties: the embedder; and the reader, asked for dates where the text has any.
        profile: whose.
        text: a question, a turn, or words to search for; any text, also none.
        now: the instant.
        scope: a namespace whose memories and turns are looked at beside those for everywhere.
        limit: most hits, > 0.
        but: ids of entries that are never found.
        with_held: whether words are found of which a held memory was learned: for the user's
            own eyes, never for a reply.

    Reads: memories, passages, entries, relations, chapters. Writes: nothing. Safe to repeat: yes.
    """
    today = local_day(now, profile.zone)
    asked, stretch = await _understood(faculties, text, today)
    if not asked.words and stretch is None:
        return Retrieved()
    named = await _named(store, profile.id, asked)
    merged = await _standing_for(store, profile.id, named)
    made = await _placed(faculties, asked.text)
    sought = Sought(asked, made, scope, stretch, frozenset(but), merged)
    ties = await lead_relations(store, profile, named, sought, now=now)
    sought = Sought(asked, made, scope, stretch, frozenset(but), merged, ties.kin)
    passages, memories = await together(
        lead_passages(store, profile.id, sought),
        lead_memories(
            store,
            profile.id,
            sought,
            names=[one.name for one in named],
            now=now,
            but=() if profile.lives else LIFE_KINDS,
        ),
    )
    likeness: Likeness | None = None if made is None else made.likeness
    found = relevant(
        ranked(asked, [*passages.leads, *memories.leads, *ties.leads], likeness),
        asks_for_time_alone=stretch is not None and not set(asked.bases) - asked.slight,
    )
    entries = dict(passages.entries)
    hits = await _hits(
        store, profile, found, passages, memories, ties, entries, now=now, limit=limit
    )
    hits = await _cited(store, profile.id, hits, entries, scope=scope, with_held=with_held)
    if stretch is not None and asked.is_question and not _is_about_something(asked):
        hits = [*await recall_chapters(store, profile, stretch, now=now), *hits][:limit]
    return Retrieved(
        tuple(hits),
        named,
        None if stretch is None else stretch.first_on,
        None if stretch is None else stretch.last_on,
    )


async def _understood(faculties: Faculties, text: str, today: date) -> tuple[Asked, Stretch | None]:
    """What a text looks for, and the time that it asks about."""
    asked = asked_of(text)
    if not asked.is_question or not speaks_of_time(text):
        return asked, None
    reader = faculties.rules or faculties.reader
    try:
        # As a diary: in a turn nothing is read in what asks.
        request = ReadRequest(text=asked.text, said_on=today)
        (reading,) = await reader.read_batch([request])
    except ReaderFailed:
        return asked, None
    dates = [
        SpokenDate(one.start, one.end, one.first_on, one.last_on, one.rule) for one in reading.dates
    ]
    stretch = stretch_of(dates, today=today)
    if stretch is None:
        return asked, None
    return asked_of(text, but=[(one.start, one.end) for one in dates]), stretch


def _is_about_something(asked: Asked) -> bool:
    return bool(set(asked.bases) - asked.slight)


async def _named(store: RetrieveStore, profile_id: str, asked: Asked) -> tuple[Entity, ...]:
    if not asked.words:
        return ()
    words = {word.casefold() for word in asked.words} | set(asked.bases)
    return named_in(asked, await store.find_candidates(profile_id, (), words=words, roles=words))


async def _standing_for(
    store: RetrieveStore, profile_id: str, named: Sequence[Entity]
) -> dict[str, int]:
    """Numbers of the named, by their ids and those of what was merged into them."""
    if not named:
        return {}
    numbers = {entity.id: number for number, entity in enumerate(named)}
    merges = await store.list_rulings(profile_id, verbs=MERGES)
    canonical = canonical_map(merges)
    for ruling in merges:
        number = numbers.get(canonical(ruling.target_id))
        if number is not None:
            numbers[ruling.target_id] = number
    return numbers


async def _placed(faculties: Faculties, text: str) -> Embedding | None:
    try:
        return await faculties.vectors.embed([text])
    except EmbedderAway:
        return None


async def _hits(  # noqa: PLR0913 - each kind of lead is its own
    store: RetrieveStore,
    profile: Profile,
    found: Sequence[Ranked],
    passages: PassageLeads,
    memories: MemoryLeads,
    ties: RelationLeads,
    entries: dict[str, Entry],
    *,
    now: datetime,
    limit: int,
) -> list[Hit]:
    """The best of what was found, each with its quotes; what is read for them joins `entries`."""
    said = _said_again(found, passages)
    kept = seated(
        [one for one in found if one.lead.key not in passages.quotes or one.lead.key in said],
        [(memories.memories, limit // 4), (ties.relations, min(_MOST_RELATIONS, limit // 6))],
        limit=limit,
    )
    keys = [one.lead.key for one in kept]
    quotes = await _quotes_of(store, profile, keys, memories, ties, entries)
    today = local_day(now, profile.zone)
    highest = max((one.score for one in kept), default=1.0)
    hits: list[Hit] = []
    for one in kept:
        key, score = one.lead.key, max(0.0, min(1.0, one.score / highest))
        if key in passages.quotes:
            quote = passages.quotes[key]
            hits.append(Hit(HitKind.PASSAGE, quote.entry_id, score, quote.text, said[key]))
        elif key in memories.memories:
            memory = memories.memories[key]
            hits.append(
                Hit(
                    HitKind.MEMORY,
                    memory.id,
                    score,
                    memory.text,
                    quotes.get(key, ()),
                    memory=memory,
                    is_stale=is_stale(memory, now=now, today=today),
                )
            )
        else:
            relation = ties.relations[key]
            hits.append(
                Hit(
                    HitKind.RELATION,
                    relation.id,
                    score,
                    ties.told[key],
                    quotes.get(key, ()),
                    relation=relation,
                    is_active=relation.active_at(now),
                )
            )
    return hits


async def _cited(
    store: RetrieveStore,
    profile_id: str,
    hits: Sequence[Hit],
    entries: Mapping[str, Entry],
    *,
    scope: str,
    with_held: bool,
) -> list[Hit]:
    """Hits with the words that may be cited; those that rest on none any more are left out.

    A memory holds without its words: the user may have written it down, or edited it since.
    """
    quotes = {quote for hit in hits for quote in hit.quotes}
    allowed = await citable(
        store, profile_id, quotes, scope=scope, with_held=with_held, known=entries
    )
    found: list[Hit] = []
    for hit in hits:
        kept = tuple(quote for quote in hit.quotes if quote in allowed)
        if kept or not hit.quotes or hit.kind is HitKind.MEMORY:
            found.append(replace(hit, quotes=kept))
    return found


def _said_again(found: Sequence[Ranked], passages: PassageLeads) -> dict[str, tuple[Quote, ...]]:
    """The quotes of passages, by the best of those that say the same word for word."""
    groups: dict[str, list[str]] = {}
    for one in found:
        quote = passages.quotes.get(one.lead.key)
        if quote is not None:
            groups.setdefault(normalized(quote.text), []).append(one.lead.key)
    return {
        keys[0]: tuple(passages.quotes[key] for key in keys[:_MOST_QUOTES])
        for keys in groups.values()
    }


async def _quotes_of(
    store: RetrieveStore,
    profile: Profile,
    keys: Collection[str],
    memories: MemoryLeads,
    ties: RelationLeads,
    entries: dict[str, Entry],
) -> dict[str, tuple[Quote, ...]]:
    """The words that memories and relations rest on, best first."""
    spans = {
        key: [
            (one.entry_id, one.said.start, one.said.end)
            for one in memories.sources[key][:_MOST_QUOTES]
        ]
        for key in keys
        if key in memories.sources
    }
    relation_ids = {ties.relations[key].id: key for key in keys if key in ties.relations}
    evidence = (
        await store.read_latest_evidence(profile.id, relation_ids, limit=_MOST_QUOTES)
        if relation_ids
        else {}
    )
    entry_ids = {entry_id for each in spans.values() for entry_id, _, _ in each} - entries.keys()
    records = await store.read_records(profile.id, entry_ids) if entry_ids else ()
    entries |= {record.entry.id: record.entry for record in records}
    found: dict[str, list[Quote]] = {}
    for key, each in spans.items():
        for entry_id, start, end in each:
            entry = entries.get(entry_id)
            if entry is not None and not entry.is_read_as_it_was:
                found.setdefault(key, []).append(
                    Quote(
                        *(entry_id, start, end, entry.revision, entry.text[start:end], entry.day),
                        entry.conversation_id,
                    )
                )
    for relation_id, lines in evidence.items():
        for line in lines:
            if line.entry is None:
                continue
            for words in line.quotes[:1]:
                start = line.entry.text.find(words)
                end = start + len(words)
                if start >= 0:
                    found.setdefault(relation_ids[relation_id], []).append(
                        Quote(
                            *(line.entry.id, start, end, line.entry.revision, words),
                            line.entry.day,
                            line.entry.conversation_id,
                        )
                    )
    return {key: _distinct(each) for key, each in found.items()}


def _distinct(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    return tuple(dict.fromkeys(quotes))
