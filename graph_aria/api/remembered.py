"""Memories for people: how they stand, where they came from, how they changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from graph_aria.api.deps import Scope
from graph_aria.api.quoting import quote_of, read_entries, show_source
from graph_aria.api.schemas.learned import LearnedMemory, OtherMemory
from graph_aria.api.schemas.memories import (
    MemoryDetail,
    ShownMemory,
    ShownMemoryChange,
    ShownReview,
    Yearly,
)
from graph_aria.domain.days import local_day
from graph_aria.domain.life import returns_on
from graph_aria.domain.memories import Category, Learned, Memory, MemoryState
from graph_aria.domain.memory_age import as_told, is_expired, is_stale
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import LinkKind, MemoryRevision
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.records import Entry, Profile
from graph_aria.domain.slots import links_of
from graph_aria.errors import NotFound
from graph_aria.stages.rule_memory import Review

_HOLDING: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD})
_DOUBTS: Final = frozenset({LinkKind.EXCLUDES, LinkKind.CORRECTS, LinkKind.UNCLEAR})


@dataclass(frozen=True, slots=True)
class _Today:
    now: datetime
    today: date

    @classmethod
    def of(cls, profile: Profile, now: datetime) -> _Today:
        return cls(now, local_day(now, profile.zone))


async def show_memories(scope: Scope, memories: Iterable[Memory]) -> list[ShownMemory]:
    """Memories as they stand today, in their order."""
    today = _Today.of(scope.profile, await scope.now())
    return [_shown(memory, today) for memory in memories]


def _shown(memory: Memory, at: _Today) -> ShownMemory:
    important, next_on = memory.important, returns_on(memory, at.today)
    return ShownMemory(
        id=memory.id,
        text=memory.text,
        told=as_told(memory, today=at.today),
        kind=memory.kind,
        category=memory.category,
        state=memory.state,
        pinned=memory.pinned,
        importance=memory.importance,
        emotional_significance=memory.emotional_significance,
        confidence=memory.confidence,
        reason=memory.reason,
        learned=memory.learned,
        tentative=memory.learned is not Learned.SAID,
        stale=is_stale(memory, now=at.now, today=at.today),
        expired=is_expired(memory, now=at.now),
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        expires_at=memory.expires_at,
        important=None
        if important is None or next_on is None
        else Yearly(
            month=important.month,
            day=important.day,
            year=important.year,
            next_on=next_on,
        ),
        scope=memory.scope,
        created_at=memory.created_at,
        confirmed_at=memory.confirmed_at,
        access_count=memory.access_count,
        accessed_at=memory.accessed_at,
        superseded_by=memory.superseded_by,
    )


async def show_memory(scope: Scope, memory_id: str) -> MemoryDetail:
    """A memory with its sources, what it stands against, and its history.

    Raises:
        NotFound: there is none.
    """
    known = await scope.store.read_memories(scope.profile.id, [memory_id])
    memory = known.memories.get(memory_id)
    if memory is None:
        raise NotFound("there is no memory with this id in this profile; see `aria memory list`")
    at = _Today.of(scope.profile, await scope.now())
    sources = sorted(
        (one for one in known.sources if one.memory_id == memory_id),
        key=lambda one: (one.said_at, one.entry_id, one.said.start),
    )
    entries = await read_entries(scope, {source.entry_id for source in sources})
    against = _against(memory, known)
    changed_at = _changed_at(memory, known)
    return MemoryDetail(
        memory=_shown(memory, at),
        standing=_standing(memory, against, at, scope.profile),
        against=[_other(one) for one in against],
        changed_on=None if changed_at is None else local_day(changed_at, scope.profile.zone),
        sources=[show_source(one, entries.get(one.entry_id), scope.profile) for one in sources],
        history=await _history(scope, memory, known, sources),
    )


def _other(memory: Memory) -> OtherMemory:
    return OtherMemory(id=memory.id, text=memory.text, state=memory.state)


def _against(memory: Memory, known: MemoryNeighbourhood) -> list[Memory]:
    """What took a memory's place, or what it waits to be held against."""
    if memory.superseded_by is not None:
        taken = known.memories.get(memory.superseded_by)
        return [] if taken is None else [taken]
    if memory.state is not MemoryState.PENDING:
        return []
    others = {
        link.older_id if link.newer_id == memory.id else link.newer_id
        for link in links_of(memory, known.memories, known.links, known.sources)
        if link.kind in _DOUBTS
    }
    found = (known.memories[one] for one in sorted(others) if one in known.memories)
    return [one for one in found if one.state in _HOLDING]


def _changed_at(memory: Memory, known: MemoryNeighbourhood) -> datetime | None:
    """When that was first said which took a memory's place, after it was last said itself."""
    if memory.state is not MemoryState.SUPERSEDED or memory.superseded_by is None:
        return None
    said = sorted(
        source.said_at for source in known.sources if source.memory_id == memory.superseded_by
    )
    later = [at for at in said if at >= memory.confirmed_at]
    return next(iter(later or said), None)


def _standing(memory: Memory, against: Sequence[Memory], at: _Today, profile: Profile) -> str:
    other = f"“{against[0].text}”" if against else "another memory"
    match memory.state:
        case MemoryState.CURRENT:
            return "it holds: you pinned it" if memory.pinned else "it holds: nothing is against it"
        case MemoryState.HELD:
            return _why_held(memory, profile)
        case MemoryState.SUPERSEDED:
            return f"it no longer holds: {other} took its place"
        case MemoryState.MERGED:
            return f"it went into {other}; undo brings it back"
        case MemoryState.ARCHIVED:
            is_over = is_expired(memory, now=at.now)
            return "its time is over" if is_over else "you put it away; restore brings it back"
        case MemoryState.PENDING:
            return f"it may repeat or contradict {other}; say which in the review"


def _why_held(memory: Memory, profile: Profile) -> str:
    if memory.category is Category.ROMANCE and not profile.allows_romance:
        return "kept and shown, but not used: the setting `romance` is off"
    return (
        f"kept and shown, but not used before the level is {memory.category.level} "
        f"(it is {profile.level} now)"
    )


async def _history(
    scope: Scope, memory: Memory, known: MemoryNeighbourhood, sources: Sequence[MemorySource]
) -> list[ShownMemoryChange]:
    revisions = await scope.store.list_revisions(scope.profile.id, memory.id)
    texts: dict[str, str] = {}
    for source in sources:
        texts.setdefault(source.entry_id, source.said.text)
    return [_change(one, known, texts) for one in revisions]


def _change(
    revision: MemoryRevision, known: MemoryNeighbourhood, texts: Mapping[str, str]
) -> ShownMemoryChange:
    before, after = revision.before, revision.after
    if revision.field == "text":  # kept as the entries whose words they are
        before, after = texts.get(before or ""), texts.get(after or "")
    other = known.memories.get(revision.other_id or "")
    return ShownMemoryChange(
        at=revision.at,
        what=revision.field,
        before=before,
        after=after,
        why=revision.why,
        by=revision.by,
        other=None if other is None else _other(other),
    )


async def show_reviews(scope: Scope, reviews: Sequence[Review]) -> list[ShownReview]:
    """Reviews with the words that say either memory, in their order."""
    at = _Today.of(scope.profile, await scope.now())
    ids = {one.id for review in reviews for one in (review.memory, review.other)}
    known = await scope.store.read_memories(scope.profile.id, ids) if ids else MemoryNeighbourhood()
    newest: dict[str, MemorySource] = {}
    for source in sorted(known.sources, key=lambda one: (one.said_at, one.entry_id)):
        if source.memory_id in ids:
            newest[source.memory_id] = source
    entries = await read_entries(scope, {source.entry_id for source in newest.values()})

    def quote(memory: Memory) -> str | None:
        source = newest.get(memory.id)
        return None if source is None else quote_of(entries.get(source.entry_id), source)

    return [
        ShownReview(
            memory=_shown(review.memory, at),
            other=_shown(review.other, at),
            quote=quote(review.memory),
            other_quote=quote(review.other),
            why=review.why,
        )
        for review in reviews
    ]


async def show_learned(scope: Scope, entry: Entry) -> list[LearnedMemory]:
    """What was learned from an entry, in order of place."""
    found = await scope.store.find_memories(scope.profile.id, entry_ids=[entry.id])
    if not found:
        return []
    known = await scope.store.read_memories(scope.profile.id, found)
    sources = sorted(
        (one for one in known.sources if one.entry_id == entry.id),
        key=lambda one: (one.said.start, one.said.end, one.memory_id),
    )
    return [
        LearnedMemory(
            id=source.memory_id,
            text=known.memories[source.memory_id].text,
            state=known.memories[source.memory_id].state,
            start=source.said.start,
            end=source.said.end,
            quote=quote_of(entry, source),
            rule=source.said.rule,
        )
        for source in sources
    ]


@dataclass(frozen=True, slots=True)
class Before:
    """How memories stood before something was deleted.

    Attributes:
        states: of all that hang together with what goes, by id.
        texts: every text of what was learned there, for a proof that it is gone.
    """

    states: Mapping[str, MemoryState]
    texts: Sequence[str]


async def look_before(
    scope: Scope, *, memory_ids: Collection[str] = (), entry_ids: Collection[str] = ()
) -> Before:
    """How memories stand before some of them, or what they were learned from, goes."""
    ids = set(memory_ids)
    if entry_ids:
        ids |= set(await scope.store.find_memories(scope.profile.id, entry_ids=entry_ids))
    if not ids:
        return Before({}, ())
    known = await scope.store.read_memories(scope.profile.id, ids)
    said = [
        part
        for source in known.sources
        if source.memory_id in ids
        for part in (source.said.text, source.said.reason)
        if part
    ]
    return Before({one.id: one.state for one in known.memories.values()}, said)


async def look_after(scope: Scope, before: Before) -> tuple[list[str], list[OtherMemory]]:
    """Ids of the memories that went since, and those that hold again; both by id."""
    if not before.states:
        return [], []
    known = await scope.store.read_memories(scope.profile.id, before.states)
    gone = sorted(set(before.states) - set(known.memories))
    back = [
        _other(memory)
        for memory_id, memory in sorted(known.memories.items())
        if memory.state in _HOLDING and before.states.get(memory_id, memory.state) not in _HOLDING
    ]
    return gone, back
