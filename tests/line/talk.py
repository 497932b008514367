"""A conversation in a small world, and what is remembered there, as people would tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graph_aria.domain.conversations import Reply
from graph_aria.domain.memories import (
    Category,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_history import MemoryRevision, MemoryVerb
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.reading import Reading
from graph_aria.domain.records import Entry
from graph_aria.stages.begin_conversation import begin_conversation
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.forget_memory import forget_memories
from graph_aria.stages.note_memory import Noted, add_memory, edit_memory
from graph_aria.stages.rule_memory import rule_memory, undo_memory
from graph_aria.stages.set_remembered import set_remembered
from graph_aria.stages.take_reply import take_reply
from graph_aria.stages.take_turn import take_turn
from tests.faculties import faculties_with
from tests.line.world import World, decoded


def says(
    text: str,
    *told: str,
    slot: str | None = None,
    value: str = "yes",
    reason: str | None = None,
    corrects: bool = False,
) -> Reading:
    """A reading of the notation that also says something to be remembered."""
    found = tuple(
        MemoryCandidate(
            text=each,
            kind=MemoryKind.CORRECTION if corrects else MemoryKind.FACT,
            category=Category.IDENTITY,
            start=0,
            end=len(text),
            rule="test:told",
            slot=slot,
            value=None if slot is None else value,
            reason=reason,
            corrects=corrects,
        )
        for each in told
    )
    plain = decoded(text)
    return Reading(
        plain.mentions, plain.assertions, plain.dates, "en", plain.reader_id, memories=found
    )


@dataclass
class Talk:
    """A conversation that a client leads."""

    world: World
    id: str

    @classmethod
    async def begin(
        cls,
        world: World,
        *,
        external_id: str | None = None,
        scope: str = "",
        remembers: bool = True,
    ) -> Talk:
        begun, _ = await begin_conversation(
            world.store,
            world.clock,
            world.ids,
            world.profile_id,
            external_id=external_id,
            scope=scope,
            remembers=remembers,
        )
        return cls(world, begun.id)

    async def hear(
        self, text: str, *, at: datetime | None = None, external_id: str | None = None
    ) -> Entry:
        """Take a turn of the user; the clock is turned to when it is said."""
        world = self.world
        world.clock.instant = at or world.clock.instant
        saved = await take_turn(
            world.store,
            world.clock,
            world.ids,
            await world.profile(),
            self.id,
            text=text,
            external_id=external_id,
        )
        return saved.entry

    async def answer(self, text: str, *, is_cut: bool = False) -> Reply:
        world = self.world
        reply, _ = await take_reply(
            world.store,
            world.clock,
            world.ids,
            world.profile_id,
            self.id,
            text=text,
            is_cut=is_cut,
        )
        return reply

    async def live(self, *turns: tuple[str, str], at: datetime | None = None) -> list[Entry]:
        """Take turns with their replies and read each before the next."""
        told = []
        for said, replied in turns:
            told.append(await self.hear(said, at=at))
            await self.answer(replied)
            await self.world.work()
        return told

    async def remember(self, *, remembers: bool) -> None:
        """Turn the switch and do what follows."""
        world = self.world
        await set_remembered(
            world.store, world.clock, world.ids, world.profile_id, self.id, remembers=remembers
        )
        await world.work()


@dataclass
class Mind:
    """What is remembered in a world, and the user's hand on it."""

    world: World
    faculties: Faculties = field(init=False)

    def __post_init__(self) -> None:
        self.faculties = faculties_with(self.world.reader)

    async def all(self) -> list[Memory]:
        """Every memory, oldest first."""
        page = await self.world.store.list_memories(self.world.profile_id, limit=200)
        assert page.next_cursor is None
        return sorted(page.items, key=lambda one: one.id)

    async def texts(self, state: MemoryState = MemoryState.CURRENT) -> list[str]:
        return sorted(one.text for one in await self.all() if one.state is state)

    async def the(self, text: str) -> Memory:
        """The only memory with a text."""
        (found,) = [one for one in await self.all() if one.text == text]
        return found

    async def sources(self, memory_id: str) -> list[MemorySource]:
        """Where a memory was said, in order."""
        known = await self.world.store.read_memories(self.world.profile_id, [memory_id])
        found = [one for one in known.sources if one.memory_id == memory_id]
        return sorted(found, key=lambda one: (one.entry_id, one.said.start))

    async def quotes(self, memory_id: str) -> list[str]:
        """The exact words that a memory was learned from."""
        quotes = []
        for source in await self.sources(memory_id):
            entry = await self.world.store.get_entry(self.world.profile_id, source.entry_id)
            quotes.append(entry.text[source.said.start : source.said.end])
        return quotes

    async def revisions(self, memory_id: str) -> Sequence[MemoryRevision]:
        return await self.world.store.list_revisions(self.world.profile_id, memory_id)

    async def rule(self, memory_id: str, verb: MemoryVerb, other_id: str | None = None) -> Memory:
        world = self.world
        ruled = await rule_memory(
            world.store,
            self.faculties,
            world.clock,
            world.ids,
            world.profile_id,
            memory_id,
            verb,
            other_id=other_id,
        )
        return ruled.memory

    async def undo(self, memory_id: str) -> Memory:
        world = self.world
        undone = await undo_memory(
            world.store, self.faculties, world.clock, world.ids, world.profile_id, memory_id
        )
        return undone.memory

    async def add(self, text: str) -> Memory:
        world = self.world
        return await add_memory(
            world.store, self.faculties, world.clock, world.ids, world.profile_id, Noted(text)
        )

    async def edit(self, memory_id: str, text: str) -> Memory:
        world = self.world
        return await edit_memory(
            world.store,
            self.faculties,
            world.clock,
            world.ids,
            world.profile_id,
            memory_id,
            Noted(text),
        )

    async def forget(self, *memory_ids: str) -> None:
        world = self.world
        await forget_memories(
            world.store, self.faculties, world.clock, world.ids, world.profile_id, memory_ids
        )

    async def story(self) -> list[object]:
        """How all memories stand, without ids and history: the same however it came about."""
        told = []
        by_id = {one.id: one for one in await self.all()}
        for one in by_id.values():
            other = by_id.get(one.superseded_by or "")
            told.append(
                (
                    one.text,
                    one.state.value,
                    None if other is None else other.text,
                    one.pinned,
                    one.kind.value,
                    one.category.value,
                    one.reason,
                    one.importance,
                    one.valid_from,
                    one.expires_at,
                    one.scope,
                    one.confirmed_at,
                    sorted(await self.quotes(one.id)),
                )
            )
        return sorted(told, key=repr)
