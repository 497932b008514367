"""Changes to memories in any order, beside a model of what a store has to make of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TypeVar

import pytest

from graph_aria.domain.memories import Category, Memory, MemoryState
from graph_aria.domain.memory_changes import MemoryDelta, MemoryVector, Veto
from graph_aria.domain.memory_history import LinkKind, MemoryLink, MemoryRevision, MemoryRuling
from graph_aria.domain.memory_history import MemoryVerb as Verb
from graph_aria.domain.memory_sources import MemorySource, words_key
from graph_aria.domain.records import Entry, Profile
from graph_aria.ports import Store
from tests.contract.memory_samples import (
    EMBEDDER,
    OTHER,
    link,
    memory,
    memory_ruling,
    revision,
    source,
    towards,
    vector,
)
from tests.contract.samples import add_entry, apply, at

Item = TypeVar("Item")
WORDS = ("tea", "coffee", "rain", "chess", "Ulm")


@dataclass(slots=True)
class Model:
    """What is stored, by the keys that rows have."""

    memories: dict[str, Memory] = field(default_factory=dict)
    sources: dict[tuple[str, str, int, int], MemorySource] = field(default_factory=dict)
    links: dict[tuple[str, str], MemoryLink] = field(default_factory=dict)
    rulings: dict[str, MemoryRuling] = field(default_factory=dict)
    revisions: dict[str, MemoryRevision] = field(default_factory=dict)
    vectors: dict[str, MemoryVector] = field(default_factory=dict)
    vetoes: set[Veto] = field(default_factory=set)

    def change(self, delta: MemoryDelta) -> None:
        gone = set(delta.drop_ids)
        for one in gone:
            self.memories.pop(one, None)
            self.vectors.pop(one, None)
        self.sources = {
            key: one
            for key, one in self.sources.items()
            if one.memory_id not in gone and key not in delta.drop_sources
        }
        self.links = {key: one for key, one in self.links.items() if not gone & set(key)}
        self.rulings = {
            key: one
            for key, one in self.rulings.items()
            if not gone & {one.memory_id, one.other_id} and key not in delta.drop_ruling_ids
        }
        self.revisions = {
            key: one
            for key, one in self.revisions.items()
            if not gone & {one.memory_id, one.other_id}
        }
        for one in delta.drop_vectors:
            self.vectors.pop(one, None)
        self.vetoes -= set(delta.drop_vetoes)
        for each in delta.save:
            self.memories[each.id] = each
        self.sources |= {each.key: each for each in delta.save_sources}
        self.links |= {(each.newer_id, each.older_id): each for each in delta.save_links}
        self.rulings |= {each.id: each for each in delta.save_rulings}
        self.revisions |= {each.id: each for each in delta.save_revisions}
        self.vectors |= {each.memory_id: each for each in delta.save_vectors}
        self.vetoes |= set(delta.save_vetoes)

    def shown(self, memory_id: str) -> Memory:
        made = self.vectors.get(memory_id)
        return replace(
            self.memories[memory_id], embedder_id=None if made is None else made.embedder_id
        )


@dataclass(slots=True)
class Chance:
    """Makes up changes."""

    dice: random.Random
    owner: Profile
    entries: list[Entry]

    def change(self, model: Model) -> MemoryDelta:
        dice = self.dice
        new = [self._memory() for _ in range(dice.randrange(4))]
        gone = self._some(sorted(model.memories))
        again = [model.memories[one] for one in gone if dice.random() < 0.3]
        others = [one for one in model.memories.values() if one.id not in gone]
        changed = [replace(self._memory(), id=one.id) for one in self._some(others)]
        saved = {one.id: one for one in (*new, *again, *changed)}
        there = list(({one.id: one for one in others} | saved).values())
        told = [self._source(one) for one in (*new, *again, *self._some(there))]
        pairs = [dice.sample(there, 2) for _ in range(dice.randrange(3)) if len(there) > 1]
        return MemoryDelta(
            save=tuple(saved.values()),
            drop_ids=tuple(gone),
            save_sources=tuple({one.key: one for one in told}.values()),
            drop_sources=tuple(self._some(sorted(model.sources))),
            save_links=tuple(
                {
                    (one.id, other.id): link(one, other, dice.choice(list(LinkKind)))
                    for one, other in pairs
                }.values()
            ),
            save_rulings=tuple(
                memory_ruling(dice.choice([Verb.PIN, Verb.MERGE]), one, other, dice.random())
                for one, other in pairs
            ),
            drop_ruling_ids=tuple(self._some(sorted(model.rulings))),
            save_revisions=tuple(
                revision(one, dice.random(), other_id=dice.choice([None, *gone, one.id]))
                for one in self._some(there)
            ),
            save_vectors=tuple(
                vector(
                    one.id,
                    (dice.gauss(0, 1), dice.gauss(0, 1), 1),
                    dice.choice([EMBEDDER, EMBEDDER, OTHER]),
                )
                for one in self._some(there)
            ),
            drop_vectors=tuple(self._some(sorted(model.vectors))),
            save_vetoes=tuple(
                Veto(one.id, dice.randrange(3), 3 + dice.randrange(3))
                for one in self._some(self.entries)
            ),
            drop_vetoes=tuple(
                self._some(sorted(model.vetoes, key=lambda one: (one.entry_id, one.start, one.end)))
            ),
        )

    def _memory(self) -> Memory:
        dice = self.dice
        word = dice.choice(WORDS)
        slot = dice.choice([None, f"user|{word}"])
        return memory(
            self.owner,
            f"The user likes {word}.",
            dice.randrange(4),
            state=dice.choice(list(MemoryState)),
            category=dice.choice([Category.TASTES, Category.FEARS]),
            pinned=dice.random() < 0.2,
            expires_at=dice.choice([None, at(dice.randrange(9))]),
            reason=dice.choice([None, dice.choice(WORDS)]),
            slot=slot,
            value=slot and "like",
        )

    def _source(self, of: Memory) -> MemorySource:
        start = self.dice.randrange(3)
        return source(of, self.dice.choice(self.entries).id, (start, start + 3))

    def _some(self, items: list[Item]) -> list[Item]:
        return [one for one in items if self.dice.random() < 0.2]


@pytest.mark.parametrize("seed", range(4))
async def test_a_store_makes_of_changes_what_they_say(
    store: Store, owner: Profile, seed: int
) -> None:
    entries = [await add_entry(store, owner, "tea and rain") for _ in range(4)]
    chance = Chance(random.Random(seed), owner, entries)
    model = Model()
    for _ in range(12):
        delta = chance.change(model)
        await apply(store, owner, memories=delta)
        model.change(delta)
        await _compare(store, owner, model, entries)
    # All of it goes again.
    await apply(
        store,
        owner,
        drop_entry_ids=tuple(one.id for one in entries),
        memories=MemoryDelta(drop_ids=tuple(model.memories)),
    )
    await _compare(store, owner, Model(), entries)
    assert await store.remove_strays(owner.id) == 0


async def _compare(store: Store, owner: Profile, model: Model, entries: list[Entry]) -> None:
    ids = sorted(model.memories)
    assert await store.list_memory_ids(owner.id) == tuple(ids)
    found = await store.read_memories(owner.id, ids)
    assert found.memories == {one: model.shown(one) for one in ids}
    assert {one.key: one for one in found.sources} == model.sources
    assert {(one.newer_id, one.older_id): one for one in found.links} == model.links
    rulings = sorted(model.rulings.values(), key=lambda one: (one.at, one.id))
    assert found.rulings == tuple(rulings)
    assert found.vectors == model.vectors
    for memory_id in ids:
        told = [one for one in model.revisions.values() if one.memory_id == memory_id]
        ordered = sorted(told, key=lambda one: one.id)
        assert await store.list_revisions(owner.id, memory_id) == tuple(ordered)
    entry_ids = [one.id for one in entries]
    vetoes = sorted(model.vetoes, key=lambda one: (one.entry_id, one.start, one.end))
    assert await store.read_vetoes(owner.id, entry_ids) == tuple(vetoes)
    await _compare_finding(store, owner, model, entry_ids)


async def _compare_finding(
    store: Store, owner: Profile, model: Model, entry_ids: list[str]
) -> None:
    every = [model.shown(one) for one in sorted(model.memories)]
    for word in WORDS:
        key = words_key(f"The user likes {word}.")
        by_words = tuple(one.id for one in every if words_key(one.text) == key)
        assert await store.find_memories(owner.id, words=[key]) == by_words
        by_slot = tuple(one.id for one in every if one.slot == f"user|{word}")
        assert await store.find_memories(owner.id, slots=[f"user|{word}"]) == by_slot
        said = {one.id for one in every if word in one.text or one.reason == word}
        searched = await store.search_memories(owner.id, word, limit=99)
        assert {one for one, _ in searched} == said
    for entry_id in entry_ids:
        learned = sorted(
            {one.memory_id for one in model.sources.values() if one.entry_id == entry_id}
        )
        assert await store.find_memories(owner.id, entry_ids=[entry_id]) == tuple(learned)
    listed = sorted(every, key=lambda one: (one.pinned, one.confirmed_at, one.id), reverse=True)
    assert (await store.list_memories(owner.id, limit=99)).items == tuple(listed)
    for embedder in (EMBEDDER, OTHER):
        near = await store.find_near(
            owner.id, towards(0, 0, 1), embedder_id=embedder, least=0.0, limit=99
        )
        made = {one for one, each in model.vectors.items() if each.embedder_id == embedder}
        assert {one for one, _ in near} == made
        bare = tuple(one for one in every if one.embedder_id != embedder)
        assert await store.list_unembedded(owner.id, embedder, limit=99) == bare
    counted = await store.count_memories(owner.id)
    assert sum(counted.values()) == len(every)
    over = {MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING}
    expired = [
        one
        for one in every
        if one.expires_at is not None
        and one.expires_at <= at(4)
        and one.state in over
        and not one.pinned
    ]
    ordered = sorted(expired, key=lambda one: (one.expires_at or at(0), one.id))
    assert await store.list_expired(owner.id, now=at(4), limit=99) == tuple(
        one.id for one in ordered
    )
