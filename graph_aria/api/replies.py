"""Replies for people, and what they rest on, each with the way to set it right."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from graph_aria.api import PREFIX
from graph_aria.api.deps import Scope
from graph_aria.api.remembered import show_memories
from graph_aria.api.rendering import read_named, show_relations
from graph_aria.api.routers.graph import show_lines
from graph_aria.api.schemas.chat import (
    By,
    CameUp,
    DrawnOn,
    ShownContext,
    ShownReply,
    ToldChapter,
    ToldEntity,
    UsedMemory,
    UsedQuote,
    UsedRelation,
    Way,
)
from graph_aria.api.schemas.graph import name_of
from graph_aria.domain.conversations import Reply
from graph_aria.domain.drawn import Drawn, DrawnQuote
from graph_aria.domain.graph import Chapter, Entity, Relation
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.records import Entry
from graph_aria.domain.views import EvidenceLine
from graph_aria.errors import NotFound
from graph_aria.stages.live_replies import Ended, LiveReply
from graph_aria.stages.tell_crises import CARE_PART

_MOST_QUOTES: Final = 3
_MOST_TOLD_QUOTES: Final = 1
_NOTHING: Final = Drawn()


def show_reply(live: LiveReply, ended: Ended) -> ShownReply:
    """A reply that ended."""
    if ended.state is None:
        raise NotFound("the turn was deleted, and its reply with it")
    drawn = ended.drawn or _NOTHING
    return ShownReply(
        turn_id=live.turn_id,
        conversation_id=live.conversation_id,
        text=ended.text,
        state=ended.state,
        by=_by(ended.text, ended.drawn),
        model=drawn.model_id or None,
        note=ended.why,
        drawn=DrawnOn(
            memories=len(drawn.memory_ids),
            stale=len(drawn.stale_ids),
            relations=len(drawn.relation_ids),
            quotes=len(drawn.quotes),
            chapters=len(drawn.chapter_ids),
            raised=len(drawn.raised),
        ),
    )


def _by(text: str, drawn: Drawn | None) -> By | None:
    if not text:
        return None
    if drawn is None:
        return "client"
    if CARE_PART in drawn.parts:
        return "care"
    return "model" if drawn.model_id else "offline"


async def show_context(scope: Scope, turn: Entry, reply: Reply) -> ShownContext:
    """What a reply rests on, as it is now; what was deleted since is left out."""
    drawn = reply.drawn or _NOTHING
    store, profile_id = scope.store, scope.profile.id
    ids = {*drawn.memory_ids, *drawn.left_out_ids}
    known = await store.read_memories(profile_id, ids) if ids else None
    found = {} if known is None else known.memories
    sources = () if known is None else known.sources
    entries = await _read_entries(
        scope,
        {quote.entry_id for quote in drawn.quotes}
        | {source.entry_id for source in sources if source.memory_id in ids},
    )
    memories = [found[each] for each in drawn.memory_ids if each in found]
    shown = {one.id: one for one in await show_memories(scope, found.values())}
    named = await read_named(scope, {*drawn.entity_ids, *drawn.told_entity_ids})
    told_ids = [each for each in drawn.told_relation_ids if each not in set(drawn.relation_ids)]
    return ShownContext(
        turn_id=turn.id,
        conversation_id=turn.conversation_id or "",
        by=_by(reply.text, reply.drawn),
        model=drawn.model_id or None,
        state=reply.state,
        memories=[
            UsedMemory(
                memory=shown[one.id],
                stale=one.id in drawn.stale_ids,
                quotes=_sources(one.id, sources, entries),
                ways=_memory_ways(one.id),
            )
            for one in memories
        ],
        left_out=[shown[each] for each in drawn.left_out_ids if each in shown],
        relations=await _relations(scope, drawn.relation_ids),
        quotes=[
            _quote(entries[each.entry_id], each)
            for each in drawn.quotes
            if each.entry_id in entries
        ],
        chapters=await show_lines(scope, await _chapters(scope, drawn.chapter_ids)),
        told=ToldChapter(
            relations=await _relations(scope, told_ids, most_quotes=_MOST_TOLD_QUOTES),
            entities=await _told(
                scope, [named[each] for each in drawn.told_entity_ids if each in named]
            ),
        ),
        entities=[name_of(named[each]) for each in drawn.entity_ids if each in named],
        raised=[
            CameUp(memory_id=each.memory_id, occasion=each.occasion, on=each.on)
            for each in drawn.raised
            if await _is_there(scope, each.memory_id, found)
        ],
        parts=dict(drawn.parts),
        budgets=dict(drawn.budgets),
    )


async def _read_entries(scope: Scope, entry_ids: Collection[str]) -> dict[str, Entry]:
    if not entry_ids:
        return {}
    records = await scope.store.read_records(scope.profile.id, entry_ids)
    return {record.entry.id: record.entry for record in records}


async def _is_there(scope: Scope, memory_id: str, found: Collection[str]) -> bool:
    if memory_id in found:
        return True
    with suppress(NotFound):
        await scope.store.get_memory(scope.profile.id, memory_id)
        return True
    return False


def _quote(entry: Entry, drawn: DrawnQuote) -> UsedQuote:
    is_changed = entry.revision != drawn.revision
    return UsedQuote(
        entry_id=entry.id,
        start=drawn.start,
        end=drawn.end,
        day=entry.day,
        text=None if is_changed else entry.text[drawn.start : drawn.end],
        changed=is_changed,
        ways=_entry_ways(entry.id),
    )


def _sources(
    memory_id: str, sources: Iterable[MemorySource], entries: Mapping[str, Entry]
) -> list[UsedQuote]:
    own = (one for one in sources if one.memory_id == memory_id and one.entry_id in entries)
    return [
        UsedQuote(
            entry_id=one.entry_id,
            start=one.said.start,
            end=one.said.end,
            day=entries[one.entry_id].day,
            text=next(iter(entries[one.entry_id].quotes([(one.said.start, one.said.end)])), None),
            changed=False,
            ways=_entry_ways(one.entry_id),
        )
        for one in sorted(own, key=lambda one: (one.said_at, one.entry_id, one.said.start))
    ]


async def _told(scope: Scope, entities: Sequence[Entity]) -> list[ToldEntity]:
    if not entities:
        return []
    evidence = await scope.store.read_latest_evidence(
        scope.profile.id, [one.id for one in entities], limit=_MOST_TOLD_QUOTES
    )
    return [
        ToldEntity(
            entity=name_of(one),
            quotes=_phrases(evidence.get(one.id, ())),
            ways=_entity_ways(one.id),
        )
        for one in entities
    ]


async def _relations(
    scope: Scope, relation_ids: Sequence[str], *, most_quotes: int = _MOST_QUOTES
) -> list[UsedRelation]:
    relations: list[Relation] = []
    for relation_id in relation_ids:
        with suppress(NotFound):  # deleted since
            relations.append(await scope.store.get_relation(scope.profile.id, relation_id))
    if not relations:
        return []
    evidence = await scope.store.read_latest_evidence(
        scope.profile.id, [one.id for one in relations], limit=most_quotes
    )
    return [
        UsedRelation(
            id=one.id,
            sentence=one.sentence,
            active=one.active,
            ended_at=one.ended_at,
            quotes=_phrases(evidence.get(one.id, ())),
            ways=_relation_ways(one.id),
        )
        for one in await show_relations(scope, relations, now=await scope.now())
    ]


def _phrases(evidence: Iterable[EvidenceLine]) -> list[UsedQuote]:
    return [
        _phrase(line.entry, phrase)
        for line in evidence
        if line.entry is not None
        for phrase in line.quotes
    ]


def _phrase(entry: Entry, phrase: str) -> UsedQuote:
    start = max(0, entry.text.find(phrase))
    return UsedQuote(
        entry_id=entry.id,
        start=start,
        end=start + len(phrase),
        day=entry.day,
        text=phrase,
        changed=False,
        ways=_entry_ways(entry.id),
    )


async def _chapters(scope: Scope, chapter_ids: Iterable[str]) -> list[Chapter]:
    found = []
    for chapter_id in chapter_ids:
        with suppress(NotFound):
            found.append(await scope.store.get_chapter(scope.profile.id, chapter_id))
    return found


def _memory_ways(memory_id: str) -> list[Way]:
    path = f"{PREFIX}/memories/{memory_id}"
    return [
        Way(does="correct it", method="PATCH", path=path, body={"text": "…"}),
        Way(does="forget it", method="DELETE", path=path),
    ]


def _relation_ways(relation_id: str) -> list[Way]:
    path = f"{PREFIX}/relations/{relation_id}"
    return [
        Way(does="correct it", method="PATCH", path=path, body={"object_id": "…"}),
        Way(does="say that it is over", method="POST", path=f"{path}/end", body={}),
        Way(does="reject it for good", method="POST", path=f"{path}/reject"),
    ]


def _entity_ways(entity_id: str) -> list[Way]:
    path = f"{PREFIX}/entities/{entity_id}"
    return [
        Way(does="give it another name", method="PATCH", path=path, body={"name": "…"}),
        Way(does="forget it", method="DELETE", path=path),
    ]


def _entry_ways(entry_id: str) -> list[Way]:
    path = f"{PREFIX}/entries/{entry_id}"
    return [
        Way(does="correct what you said", method="PATCH", path=path, body={"text": "…"}),
        Way(does="delete what you said", method="DELETE", path=path),
    ]
