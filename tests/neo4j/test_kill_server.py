"""The server is killed again and again while a life is lived: it is the life that was lived."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import EntryState
from graph_aria.errors import Unavailable
from graph_aria.ports import Store
from graph_aria.stages.capture import capture
from graph_aria.stages.fade import fade
from graph_aria.stages.turn_pages import turn_pages
from graph_aria.stages.work import work
from tests.contract.samples import profile, user_of
from tests.faculties import faculties_with
from tests.line.kill_loop import text_of
from tests.line.world import ME, ScriptedReader, TurnedClock, after
from tests.servers import StartNeo4j
from tools.neo4j_server import Neo4jServer

ROUNDS = int(os.environ.get("KILL_ROUNDS", "10"))
SEED = int(os.environ.get("KILL_SEED", "3"))
LONGEST_SECONDS = 0.6
PATIENCE = 120.0
END = after(1000)
OWNER = profile("Ann")
T = TypeVar("T")


@dataclass
class Life:
    """Says entries and has them read, whatever happens to the server meanwhile."""

    store: Store
    clock: TurnedClock = field(default_factory=lambda: TurnedClock(END))
    ids: UuidIds = field(default_factory=UuidIds)
    reader: ScriptedReader = field(default_factory=ScriptedReader)
    accepted: list[int] = field(default_factory=list)
    n_refused: int = 0

    async def say(self, n: int) -> None:
        """Say entry `n`; twice is once."""
        await capture(
            self.store,
            self.clock,
            self.ids,
            OWNER,
            form=EntryForm.JOURNAL,
            text=text_of(n),
            occurred_at=after(n / 3),
            external_id=str(n),
            mood=1 + n % 10,
        )

    async def read(self) -> None:
        """Do what is due, with a pass over what faded and over the chapters."""
        await work(self.store, faculties_with(self.reader), self.clock, self.ids)
        await fade(self.store, self.clock, OWNER.id)
        await turn_pages(self.store, self.clock, OWNER.id)

    async def go_on_saying(self, ending: asyncio.Event) -> None:
        while not ending.is_set():
            n = len(self.accepted)
            await self._insist(lambda n=n: self.say(n))  # type: ignore[misc]
            self.accepted.append(n)
            await asyncio.sleep(0.02)

    async def go_on_reading(self, ending: asyncio.Event) -> None:
        while not ending.is_set():
            await self._insist(self.read)
            await asyncio.sleep(0.01)

    async def _insist(self, do: Callable[[], Awaitable[T]]) -> T:
        """Try until it is done, as whoever is refused does."""
        while True:
            try:
                return await do()
            except Unavailable:
                self.n_refused += 1
                await asyncio.sleep(0.1)


async def _killed_again_and_again(server: Neo4jServer, life: Life) -> None:
    dice = random.Random(SEED)
    ending = asyncio.Event()
    tasks = [asyncio.create_task(go(ending)) for go in (life.go_on_saying, life.go_on_reading)]
    try:
        for _ in range(ROUNDS):
            n_before = len(life.accepted)
            async with asyncio.timeout(PATIENCE):
                while len(life.accepted) < n_before + 3:
                    await asyncio.sleep(0.01)
                    for task in tasks:
                        if task.done():
                            task.result()
            await asyncio.sleep(dice.random() * LONGEST_SECONDS)
            server.kill()
            await asyncio.to_thread(server.start, seconds=PATIENCE)
    finally:
        ending.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks)


@pytest.mark.slow
async def test_a_life_whose_server_is_killed_again_and_again_is_the_life_that_was_lived(
    start_neo4j: StartNeo4j, tmp_path: Path
) -> None:
    server = start_neo4j()
    # Patient, so that a start under load is no fault; short, so that a fault is seen.
    address = Address(server.uri, *server.auth, retry_seconds=0.5, holder="test")
    killed = Life(await Neo4jStore.open(address, clock=TurnedClock(END)))
    lived = Life(await SqliteStore.open(tmp_path / "lived", clock=TurnedClock(END)))
    try:
        for life in (killed, lived):
            await life.store.create_profile(OWNER, user_of(OWNER))
        await _killed_again_and_again(server, killed)
        assert killed.n_refused
        for n in killed.accepted:
            await lived.say(n)
        for life in (killed, lived):
            # What could not be done amid a kill is tried again soon; an hour is enough for it.
            life.clock.instant = END + timedelta(hours=1)
            await life.read()

        assert await killed.store.count_jobs() == {}
        assert (await killed.store.check()).problems == ()
        told, expected = await story(killed.store), await story(lived.store)
        assert len(told["entries"]) == len(killed.accepted) >= 3 * ROUNDS
        assert {entry[3] for entry in told["entries"]} == {EntryState.READ}
        for part, rows in expected.items():
            assert told[part] == rows, part
    finally:
        await killed.store.close()
        await lived.store.close()


async def story(store: Store) -> dict[str, Any]:
    """All that can be read, by name where ids are new in every store."""
    owner = await store.get_profile(OWNER.id)
    records = await store.read_records(owner.id, await store.list_entry_ids(owner.id))
    entities = await _pages(store.list_entities, owner.id, now=END)
    relations = await _pages(store.list_relations, owner.id, now=END)
    chapters = await _pages(store.read_chapters, owner.id)
    names = {entity.id: entity.name for entity in entities} | {owner.user_id: ME}
    ties = {
        relation.id: (names[relation.subject_id], relation.predicate, names[relation.object_id])
        for relation in relations
    }
    sources = {record.entry.id: record.entry.external_id for record in records}
    known = await store.read_neighbourhood(
        owner.id,
        source_ids=list(sources),
        target_ids=[*names, *ties],
        from_day=date.min + timedelta(days=9),
    )
    called = names | {id_: " ".join(tie) for id_, tie in ties.items()}
    candidates = [await store.get_entity(owner.id, entity.id) for entity in entities]
    return {
        "entries": sorted(
            (e.external_id, e.text, e.revision, e.state, e.occurred_at, e.mood, e.reason)
            for e in (record.entry for record in records)
        ),
        "mentions": sorted(
            (sources[m.entry_id], m.start, m.end, m.name, m.kind, m.strength, m.state,
             names.get(m.entity_id or ""))
            for record in records
            for m in record.mentions
        ),
        "assertions": sorted(
            (sources[a.entry_id], a.start, a.predicate, a.polarity, a.strength)
            for record in records
            for a in record.assertions
        ),
        "entities": sorted((e.name, e.kind, e.key, _standing(e)) for e in entities),
        "forms": sorted(
            (c.entity.name, f.name, f.kind, f.role or "", f.n)
            for c in candidates
            for f in c.forms
        ),
        "relations": sorted((ties[r.id], _standing(r), r.standing.ended_at) for r in relations),
        "evidence": sorted(
            (called[e.target_id], sources[e.source_id], e.at, e.day, e.strength, e.ended)
            for history in known.histories.values()
            for e in history.evidence
        ),
        "days": sorted(
            (called[r.target_id], r.day, r.at, r.strength, r.weight_after, r.ended)
            for history in known.histories.values()
            for r in history.rows
        ),
        "chapters": [
            (
                c.started_on, c.ended_on, c.mood, c.n_entries, c.then_on,
                sorted((names[key], share) for key, share in c.then.items()),
                [(names[f.entity_id], f.weight, f.trend, f.rank) for f in c.features],
            )
            for c in chapters
        ],
    }  # fmt: skip


def _standing(target: Any) -> tuple[Any, ...]:
    known = target.standing
    stamp = target.archived_at or after(-1)
    return (known.weight, known.heat, known.fades_at, known.ref_at, known.n_days, stamp)


async def _pages(ask: Callable[..., Awaitable[Any]], profile_id: str, **how: Any) -> list[Any]:
    items: list[Any] = []
    cursor = None
    while True:
        page = await ask(profile_id, cursor=cursor, limit=200, **how)
        items += page.items
        cursor = page.next_cursor
        if cursor is None:
            return items
