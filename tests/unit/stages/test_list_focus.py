"""How many questions listing focus asks, and what it makes of the answers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from graph_aria.domain.carried_over import as_it_was
from graph_aria.domain.graph import Entity, relation_id
from graph_aria.domain.life import MovedOnWhy
from graph_aria.domain.memories import Memory, MemoryFilter, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryRecord, Mention
from graph_aria.domain.views import AsOf, Page
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import DayRow
from graph_aria.stages.list_focus import FocusStore, list_focus
from tests.unit.domain.graph_model import profile
from tests.unit.domain.test_life_returns import focus, thesis
from tests.unit.domain.test_occasions import SAID_AT

pytestmark = pytest.mark.asyncio

DAY = timedelta(days=1)
ME = profile()


@dataclass
class Foci:
    """A store of some focus, each said in an entry of its own that names an entity of its own."""

    names: tuple[str, ...]
    rows: dict[str, DayRow] = field(default_factory=dict)
    asked: list[Collection[str]] = field(default_factory=list)

    def over(self, name: str, predicate: Predicate, at: datetime, *, ended: bool = True) -> None:
        target = relation_id(ME.id, ME.user_id, predicate, name)
        self.rows[target] = DayRow(target, at.date(), at, 1.0, 1.0, ended=ended)

    def _memory(self, name: str) -> Memory:
        return replace(focus(f"The user is at {name}.", slot=f"focus|{name}"), id=name)

    async def list_memories(self, _: str, wanted: MemoryFilter, **__: Any) -> Page[Memory]:
        listed = self.names if wanted.state is MemoryState.CURRENT else ()
        return Page(tuple(map(self._memory, listed)))

    async def read_learned(self, _: str, memory_ids: Collection[str]) -> MemoryNeighbourhood:
        memories = {one: as_it_was(self._memory(one)) for one in memory_ids}
        said = [MemorySource(one, f"e-{one}", said, SAID_AT) for one, said in memories.items()]
        return MemoryNeighbourhood(sources=tuple(said))

    async def read_records(self, _: str, entry_ids: Collection[str]) -> list[EntryRecord]:
        return [_record(one) for one in entry_ids]

    async def list_rulings(self, *_: Any, **__: Any) -> tuple[()]:
        return ()

    async def read_entities(self, _: str, entity_ids: Collection[str]) -> list[Entity]:
        return [replace(thesis(), id=one) for one in entity_ids]

    async def list_entries(self, *_: Any, **__: Any) -> Page[Any]:
        return Page(())

    async def read_as_of(self, _: str, ids: Collection[str], at: datetime) -> dict[str, AsOf]:
        self.asked.append(ids)
        known = {one: row for one, row in self.rows.items() if row.at <= at}
        return {one: AsOf(known.get(one)) for one in ids}


def _record(entry_id: str) -> EntryRecord:
    name = entry_id.removeprefix("e-")
    text = f"I am at {name}."
    entry = Entry(entry_id, ME.id, EntryForm.JOURNAL, text, SAID_AT, "UTC", SAID_AT)
    mention = Mention(f"m-{name}", entry_id, 8, 8 + len(name), name, Kind.THING, "s", 1.0, name)
    return EntryRecord(entry, (mention,))


async def _over(store: Foci, *, days: float = 2) -> list[MovedOnWhy | None]:
    now = SAID_AT + days * DAY
    found = await list_focus(cast("FocusStore", store), ME, now=now)
    return [one.perhaps_over for one in sorted(found, key=lambda one: one.memory.id)]


async def test_what_became_of_all_that_focus_is_about_is_asked_at_once() -> None:
    store = Foci(("acme", "dutch", "shed"))
    store.over("acme", Predicate.WORKS_AT, SAID_AT + DAY)
    store.over("shed", Predicate.WORKS_ON, SAID_AT + DAY)

    assert await _over(store) == [MovedOnWhy.ENDED, None, MovedOnWhy.ENDED]
    assert len(store.asked) == 1
    (asked,) = store.asked
    assert len(asked) == len(set(asked))


async def test_only_what_ended_since_it_was_said_and_is_what_one_is_at_counts() -> None:
    store = Foci(("acme", "dutch", "shed"))
    store.over("acme", Predicate.LIKES, SAID_AT + DAY)
    store.over("dutch", Predicate.STUDIES, SAID_AT - DAY)
    store.over("shed", Predicate.WORKS_ON, SAID_AT + DAY, ended=False)

    assert await _over(store) == [None, None, None]
    assert await _over(store, days=28) == [MovedOnWhy.SILENT] * 3


async def test_where_nothing_is_at_hand_nothing_is_asked() -> None:
    store = Foci(())

    assert await _over(store) == []
    assert store.asked == []
