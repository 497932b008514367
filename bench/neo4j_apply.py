"""Applying an entry's delta to a Neo4j, beside its bare statements, and as the graph grows.

Each delta is what one entry brings: eight entities, fifteen relations of six types, a third of
them the user's, who is an end of one relation in five, their evidence and days. Each is first
applied and rolled back, which tells its statements and warms both ways alike; then every other
one is applied by the store, and the statements of the rest are sent by the bare driver.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import cast

from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction

from bench.bare import NotingTransaction, Statement, ask_again
from bench.imported import NOW, Loaded, entity_of, loaded
from bench.lives import SetClock
from bench.report import conclude, spread
from graph_aria.adapters.neo4j.graph_write import apply_delta
from graph_aria.domain.graph import Entity, EntryOutcome, GraphDelta, Relation, relation_id
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, Mention, Profile
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import Dial, Evidence, replay, standing
from graph_aria.ports import Store

SIZES = (1_000, 1_000_000)
QUICK = (1_000, 20_000)
ROUNDS = 60
WARM = 20
N_ENTITIES = 8
N_RELATIONS = 15
TYPES = (
    Predicate.EVOKES, Predicate.DOES, Predicate.LIKES,
    Predicate.SUPPORTS, Predicate.CAUSES, Predicate.RELATED_TO,
)  # fmt: skip
MOST_STATEMENTS = 2 + len(TYPES)
BARE_LIMIT = 1.5
GROWTH_LIMIT = 1.5


def delta_of(profile: Profile, entry: Entry, number: int, n_entities: int) -> GraphDelta:
    """What one entry brings to the graph."""
    chance = random.Random(number)
    ids = [entity_of(0), *(entity_of(chance.randrange(n_entities)) for _ in range(N_ENTITIES))]
    ids = list(dict.fromkeys(ids))[:N_ENTITIES]
    at, dial = entry.recorded_at, Dial()
    saved_relations: dict[str, Relation] = {}
    pieces = {target: Evidence(entry.id, target, at, at.date(), 1.0) for target in ids}
    for place in range(N_RELATIONS):
        subject = profile.user_id if place % 3 == 0 else ids[0] if place % 3 == 1 else ids[1]
        object_id = ids[2 + place % (len(ids) - 2)]
        predicate = TYPES[place % len(TYPES)]
        key = relation_id(profile.id, subject, predicate, object_id)
        pieces[key] = Evidence(entry.id, key, at, at.date(), 1.0)
        where = standing(replay([pieces[key]], dial), dial)
        saved_relations[key] = Relation(key, profile.id, subject, predicate, object_id, where)
    days = {target: replay([piece], dial) for target, piece in pieces.items()}
    return GraphDelta(
        profile_id=profile.id,
        based_on=profile.version,
        at=at,
        outcomes=(EntryOutcome(entry.id, 1, EntryState.READ, None, "en", "bench"),),
        save_mentions=tuple(
            Mention(f"{entry.id}-{one}", entry.id, 0, 4, "Thing", Kind.THING, "bench", 1.0, one)
            for one in ids
        ),
        save_entities=tuple(
            Entity(
                target, profile.id, Kind.THING, f"Thing {target}", f"thing {target}",
                standing(days[target], dial),
            )
            for target in ids
        ),
        save_relations=tuple(saved_relations.values()),
        save_evidence=tuple(pieces.values()),
        save_day_rows=tuple(row for rows in days.values() for row in rows),
    )  # fmt: skip


async def save_entry(store: Store, profile: Profile, number: int) -> Entry:
    """An entry to be read."""
    at = NOW + timedelta(seconds=number)
    name = f"entry-{number}"
    entry = Entry(name, profile.id, EntryForm.JOURNAL, "Some words", at, "UTC", at)
    await store.save_entry(entry, job_id=f"job-{number}")
    return entry


async def measure(graph: Loaded) -> tuple[list[float], list[float], int]:
    """Milliseconds of the store and of the bare driver, and the most statements of a delta."""
    store = await graph.open(SetClock(NOW))
    driver = AsyncGraphDatabase.driver(
        graph.address.uri, auth=("neo4j", graph.server.password), telemetry_disabled=True
    )
    ours: list[float] = []
    bare: list[float] = []
    most = 0
    for number in range(2 * (WARM + ROUNDS)):
        profile = await store.get_profile(graph.profile.id)
        entry = await save_entry(store, profile, number)
        delta = delta_of(profile, entry, number, graph.n_entities)
        statements = await rehearse(driver, delta)
        most = max(most, len(statements))
        began = time.perf_counter()
        if number % 2:
            await ask_again(driver, [statements], write=True)
        else:
            await store.apply(delta)
        spent = (time.perf_counter() - began) * 1000
        if number >= 2 * WARM:
            (bare if number % 2 else ours).append(spent)
    await store.close()
    await driver.close()
    return ours, bare, most


async def rehearse(driver: AsyncDriver, delta: GraphDelta) -> list[Statement]:
    """The statements of a delta, which is applied and rolled back."""
    async with driver.session(database="neo4j") as session, await session.begin_transaction() as tx:
        noting = NotingTransaction(tx)
        await apply_delta(cast("AsyncManagedTransaction", noting), delta, None)
        await tx.rollback()
    return noting.noted


async def main() -> None:
    """Load both sizes and measure one after the other."""
    sizes = QUICK if "--quick" in sys.argv else SIZES
    medians: dict[int, float] = {}
    beside = 0.0
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            graph = stack.enter_context(loaded(Path(folder) / str(size), size))
            ours, bare, most = await measure(graph)
        medians[size] = median(ours)
        beside = max(beside, median(ours) / median(bare))
        print(f"{size:>9,} entities: ms {spread(ours)}; bare {spread(bare)}; statements {most}")
        if most > MOST_STATEMENTS:
            print(f"{most} statements for a delta; at most {MOST_STATEMENTS} were to be")
            sys.exit(1)
    grown = medians[sizes[-1]] / medians[sizes[0]]
    print(f"beside the bare statements {beside:.2f}x, limit {BARE_LIMIT:g}x")
    print(f"grown by the size {grown:.2f}x, limit {GROWTH_LIMIT:g}x")
    conclude("neo4j_apply", max(beside / BARE_LIMIT, grown / GROWTH_LIMIT), 1.0)


if __name__ == "__main__":
    asyncio.run(main())
