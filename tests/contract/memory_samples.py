"""Memories and conversations for the contract suite."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from graph_aria.domain.conversations import Conversation, Reply
from graph_aria.domain.memories import Category, Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_changes import MemoryDelta, MemoryVector
from graph_aria.domain.memory_history import (
    Author,
    LinkKind,
    MemoryLink,
    MemoryRevision,
    MemoryRuling,
    MemoryVerb,
)
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.passages import IndexedEntry, Passage
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.ports import Store
from tests.contract.samples import add_entry, apply, at, entry, new_id

SWIMS = "The user swims."
EMBEDDER = "test embedder 1"
OTHER = "test embedder 2"
_SHARED = {each.name for each in fields(Memory)} & {each.name for each in fields(MemoryCandidate)}


def memory(owner: Profile, text: str = SWIMS, day: float = 0, **changes: object) -> Memory:
    """A memory as it is once it was said on a day."""
    made = Memory(
        id=new_id("memory"),
        profile_id=owner.id,
        text=text,
        kind=MemoryKind.FACT,
        category=Category.HABITS,
        importance=0.5,
        emotional_significance=0.25,
        confidence=0.8,
        reason=None,
        learned=MemoryCandidate(text, MemoryKind.FACT, Category.HABITS, 0, 1, "test:x").learned,
        created_at=at(day),
        confirmed_at=at(day),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def source(
    of: Memory, entry_id: str, span: tuple[int, int] = (0, 6), **changes: Any
) -> MemorySource:
    """A source that says just what a memory says."""
    what = {name: getattr(of, name) for name in _SHARED}
    said = MemoryCandidate(start=span[0], end=span[1], rule="test:said", **what)
    made = MemorySource(of.id, entry_id, said, of.confirmed_at, of.expires_at)
    return replace(made, **changes)


def vector(
    memory_id: str, numbers: Sequence[float] = (1, 0, 0), embedder: str = EMBEDDER
) -> MemoryVector:
    """A vector of length 1 that points where some numbers do."""
    return MemoryVector(memory_id, embedder, towards(*numbers))


def towards(*numbers: float) -> bytes:
    """The direction of some numbers, as vectors are stored."""
    length = math.sqrt(sum(each * each for each in numbers))
    return array("f", [each / length for each in numbers]).tobytes()


def link(
    newer: Memory, older: Memory, kind: LinkKind = LinkKind.EXCLUDES, reason: str = "test"
) -> MemoryLink:
    return MemoryLink(newer.id, older.id, kind, reason)


def memory_ruling(
    verb: MemoryVerb, about: Memory, other: Memory | None = None, day: float = 0
) -> MemoryRuling:
    return MemoryRuling(
        new_id("ruling"), verb, about.id, at(day), other_id=None if other is None else other.id
    )


def revision(of: Memory, day: float = 0, **changes: Any) -> MemoryRevision:
    made = MemoryRevision(
        new_id("revision"), of.id, "state", "current", "archived", "test", at(day), Author.USER
    )
    return replace(made, **changes)


def indexed(
    told: Entry, *pieces: tuple[int, int, str, Sequence[float]], embedder: str = EMBEDDER
) -> IndexedEntry:
    """An entry with passages, each from its span, its words and where its vector points."""
    passages = tuple(
        Passage(told.id, start, end, words, towards(*numbers))
        for start, end, words, numbers in pieces
    )
    return IndexedEntry(told.id, told.revision, embedder, passages)


async def change(store: Store, owner: Profile, **parts: Any) -> int:
    """Apply a change to memories alone."""
    return await apply(store, owner, memories=MemoryDelta(**parts))


async def keep(store: Store, *memories: Memory, text: str = "I swim, says the entry.") -> Entry:
    """Store memories that were all said in one new entry, which nothing else was read in."""
    (owner_id,) = {each.profile_id for each in memories}
    owner = await store.get_profile(owner_id)
    told = await add_entry(store, owner, text)
    await change(
        store, owner, save=memories, save_sources=tuple(source(each, told.id) for each in memories)
    )
    return told


def note(owner: Profile, text: str = "I swim.", day: float = 0, **changes: object) -> Entry:
    """What a user wrote down as a memory."""
    known: dict[str, object] = {"form": EntryForm.NOTE, "state": EntryState.READ, **changes}
    return entry(owner, text, day, **known)


def conversation(owner: Profile, day: float = 0, **changes: object) -> Conversation:
    """One in which nothing was said yet, as a store gives it."""
    made = replace(Conversation(new_id("conversation"), owner.id, at(day)), **changes)  # type: ignore[arg-type]
    return replace(made, last_at=made.started_at)


def turn(inside: Conversation, owner: Profile, text: str = "Hello", day: float = 0) -> Entry:
    return entry(owner, text, day, form=EntryForm.TURN, conversation_id=inside.id, origin="chat")


async def say(
    store: Store, inside: Conversation, owner: Profile, text: str = "Hello", day: float = 0
) -> Entry:
    """Store a turn that nothing answers yet."""
    return (await store.save_turn(turn(inside, owner, text, day))).entry


async def edit(store: Store, told: Entry, **changes: Any) -> Entry:
    """Edit an entry as it is now."""
    now = await store.get_entry(told.profile_id, told.id)
    return await store.edit_entry(replace(now, **changes), job_id=new_id("job"))


async def answer(
    store: Store, told: Entry, text: str = "Hi!", day: float = 0, **more: Any
) -> Reply:
    """Store a reply to a turn, with the job that reads the turn."""
    reply = Reply(told.id, text, at(day), **more)
    await store.save_reply(told.profile_id, reply, job_id=new_id("job"))
    return reply
