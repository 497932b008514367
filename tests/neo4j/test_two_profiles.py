"""Two profiles whose ids, names and external ids are the same never see each other's life."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.domain.graph import Entity
from graph_aria.domain.records import Entry, Profile
from graph_aria.domain.weights import Evidence
from graph_aria.errors import NotFound
from tests.contract.samples import (
    BEGIN,
    FixedClock,
    add_profile,
    apply,
    at,
    days_of,
    entity,
    entry,
    form,
    outcome,
)
from tests.servers import Neo4jUnderTest

N_REQUESTS = 10_000
N_AT_ONCE = 16
N_ENTRIES = 40
NAMES = [f"Thing{n}" for n in range(20)]


@dataclass
class Life:
    """One of two: all ids, names and keys are the other's too; only `word` is its own."""

    owner: Profile
    word: str
    entries: list[Entry]
    entities: list[Entity]


async def _lived(store: Neo4jStore, word: str) -> Life:
    owner = await add_profile(store, word)
    entries = []
    for n in range(N_ENTRIES):
        told = entry(
            owner, f"{word} shared words {n}", n / 40, id=f"entry-{n}", external_id=f"e{n}"
        )
        entries.append((await store.save_entry(told, job_id=f"job-{n}")).entry)
    # Told apart by nothing but how often they were named.
    strength = 1.0 if word == "Ann" else 2.0
    entities = [
        replace(entity(owner, name, strength=strength), id=f"entity-{n}")
        for n, name in enumerate(NAMES)
    ]
    pieces = [
        Evidence(f"entry-{n}", each.id, at(0), at(0).date(), strength)
        for n, each in enumerate(entities)
    ]
    await apply(
        store,
        owner,
        outcomes=tuple(outcome(each) for each in entries),
        save_entities=tuple(entities),
        save_forms=tuple(form(each, f"{each.name} {word}") for each in entities),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(row for item in pieces for row in days_of(item.target_id, [item])),
    )
    return Life(owner, word, entries, entities)


@pytest.fixture
async def stores(neo4j: Neo4jUnderTest) -> AsyncIterator[list[Neo4jStore]]:
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    opened = [await Neo4jStore.open(address, clock=FixedClock()) for _ in range(2)]
    yield opened
    for store in opened:
        await store.close()


@pytest.mark.slow
async def test_ten_thousand_requests_of_two_profiles_never_mix(stores: list[Neo4jStore]) -> None:
    lives = [await _lived(stores[0], word) for word in ("Ann", "Bea")]
    todo = iter(range(N_REQUESTS))
    done = [0, 0]

    async def go_on(dice: random.Random) -> None:
        for n in todo:
            which = dice.randrange(2)
            await _ask(dice.choice(stores), lives[which], n, dice)
            done[which] += 1

    await asyncio.gather(*(go_on(random.Random(n)) for n in range(N_AT_ONCE)))
    assert sum(done) == N_REQUESTS
    assert min(done) > N_REQUESTS / 3
    for life in lives:
        everything = (await stores[0].list_entries(life.owner.id, limit=500)).items
        assert {told.text.split()[0] for told in everything} == {life.word}
        assert len({told.external_id for told in everything}) == len(everything)
        jobs = (await stores[1].list_jobs(life.owner.id, limit=500)).items
        assert len(jobs) == len(everything)


async def _ask(store: Neo4jStore, life: Life, n: int, dice: random.Random) -> None:
    """One request of one profile, and whether the answer is of it alone."""
    mine, at_ = life.owner.id, dice.randrange(len(NAMES))
    expected = life.entities[at_]
    match n % 10:
        case 0:
            told = await store.get_entry(mine, f"entry-{at_}")
            assert told.text == life.entries[at_].text
            assert told.profile_id == mine
        case 1:
            # Stored once for each profile, whichever of the two came first.
            new = entry(
                life.owner,
                f"{life.word} shared words later",
                id=f"later-{life.word}-{n}",
                external_id=f"later-{dice.randrange(30)}",
            )
            saved = await store.save_entry(new, job_id=f"job-{life.word}-{n}")
            assert saved.entry.text == new.text
        case 2:
            page = await store.list_entries(mine, query="shared", limit=20)
            assert {told.text.split()[0] for told in page.items} == {life.word}
        case 3:
            assert (await store.get_entity(mine, expected.id)).entity == expected
        case 4:
            (found,) = await store.find_candidates(mine, [expected.key])
            assert found.entity == expected
            assert found.forms == (form(expected, f"{expected.name} {life.word}"),)
        case 5:
            words = await store.list_entities(mine, now=BEGIN, query=life.word, limit=30)
            assert set(words.items) == set(life.entities)
            other = "Bea" if life.word == "Ann" else "Ann"
            assert not (await store.list_entities(mine, now=BEGIN, query=other)).items
        case 6:
            (line,) = (await store.read_evidence(mine, expected.id)).items
            assert line.entry is not None
            assert line.entry.text == life.entries[at_].text
        case 7:
            active = await store.read_active(mine, now=BEGIN, max_entities=30, max_relations=1)
            assert set(active.entities) == set(life.entities)
        case 8:
            (record,) = await store.read_records(mine, [f"entry-{at_}"])
            assert record.entry.text == life.entries[at_].text
        case _:
            with pytest.raises(NotFound):
                await store.get_entry(mine, f"later-{'Bea' if life.word == 'Ann' else 'Ann'}-1")
