"""Copying a store into a Neo4j, beside a bare load of the same rows.

100,000 entities and 500,000 relations. The bare load has every row in memory, as the map of
properties that is stored, and does nothing but `UNWIND … CREATE`, as many rows a transaction
as the copy. The copy reads them from a store in a file, writes them, and keeps its mark; its
comparison afterwards is timed on its own line. Each has a fresh server with the same schema.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from neo4j import GraphDatabase, ManagedTransaction

from bench.lives import NOW, SetClock, graph_deltas, make_profile, open_store
from bench.report import conclude
from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.rows import entity_properties, relation_properties
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.domain.copies import Part, RowKind
from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.records import Profile
from graph_aria.stages.copy import Progress, copy
from tools.neo4j_server import LTS, Neo4jServer, why_not

N_ENTITIES = 100_000
N_RELATIONS_EACH = 5
PAGE = 5_000
LIMIT = 2.0
T = TypeVar("T")


async def build(folder: Path, n_entities: int) -> tuple[SqliteStore, Profile]:
    """A store with that many entities and five times as many relations."""
    store = await open_store(folder, SetClock())
    profile = await make_profile(store, UuidIds())
    for delta in graph_deltas(
        profile, n_entities=n_entities, n_active=300, n_relations_each=N_RELATIONS_EACH
    ):
        await store.apply(replace(delta, save_evidence=(), save_day_rows=()))
    return store, await store.get_profile(profile.id)


async def rows_of(store: SqliteStore, part: Part) -> list[Any]:
    """All rows of a part."""
    rows: list[Any] = []
    after = None
    while True:
        page = await store.export(part, after=after, limit=PAGE)
        rows += page.items
        after = page.next_cursor
        if after is None:
            return rows


def pages(items: Iterable[T]) -> Iterator[list[T]]:
    """Parts of at most `PAGE` items."""
    rest = iter(items)
    while page := list(islice(rest, PAGE)):
        yield page


def load_bare(
    server: Neo4jServer, profile: Profile, entities: list[Entity], relations: list[Relation]
) -> float:
    """Seconds that creating these rows takes, with their properties ready."""
    nodes: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in entities:
        nodes[item.kind].append(entity_properties(item, profile.dial, NOW))
    edges: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for link in relations:
        properties = relation_properties(link, profile.dial, NOW)
        ends = {"a": link.subject_id, "b": link.object_id}
        edges[link.predicate].append({**ends, "properties": properties})
    with (
        GraphDatabase.driver(server.uri, auth=server.auth) as driver,
        driver.session(database="neo4j") as session,
    ):
        began = time.perf_counter()
        for label, of_label in nodes.items():
            query = f"UNWIND $rows AS row CREATE (e:Entity:{label}) SET e = row"
            for page in pages(of_label):
                session.execute_write(_run, query, rows=page)
        for name, of_type in edges.items():
            query = (
                "UNWIND $rows AS row MATCH (a:Entity {profile_id: $profile, id: row.a}) "
                "MATCH (b:Entity {profile_id: $profile, id: row.b}) "
                f"CREATE (a)-[r:{name}]->(b) SET r = row.properties"
            )
            for page in pages(of_type):
                session.execute_write(_run, query, rows=page, profile=profile.id)
        return time.perf_counter() - began


def _run(tx: ManagedTransaction, /, query: str, **values: Any) -> None:
    tx.run(query, values).consume()


async def open_neo4j(server: Neo4jServer) -> Neo4jStore:
    """The store in a server, its schema made."""
    user, password = server.auth
    return await Neo4jStore.open(Address(server.uri, user, password), clock=SetClock())


async def load_by_copy(server: Neo4jServer, store: SqliteStore) -> tuple[float, float]:
    """Seconds that copying takes, and that comparing takes."""
    target = await open_neo4j(server)
    turned: list[float] = []

    def tell(at: Progress) -> None:
        if at.comparing and not turned:
            turned.append(time.perf_counter())

    began = time.perf_counter()
    report = await copy(store, target, tell=tell)
    ended = time.perf_counter()
    await target.close()
    if not report.equal:
        sys.exit("the two stores do not hold the same")
    return turned[0] - began, ended - turned[0]


async def main() -> None:
    """Load the same rows both ways."""
    reason = why_not(LTS)
    if reason is not None:
        print(f"copying not measured: {reason}")
        return
    n_entities = 2_000 if "--quick" in sys.argv else N_ENTITIES
    with tempfile.TemporaryDirectory() as folder:
        store, profile = await build(Path(folder) / "data", n_entities)
        entities = await rows_of(store, Part(RowKind.ENTITY, profile.id))
        relations = await rows_of(store, Part(RowKind.RELATION, profile.id))
        print(f"{len(entities):,} entities, {len(relations):,} relations")
        with Neo4jServer(LTS) as server:
            await (await open_neo4j(server)).close()
            bare = load_bare(server, profile, entities, relations)
        print(f"bare load   {bare:6.1f} s, {(len(entities) + len(relations)) / bare:,.0f} a second")
        entities.clear()
        relations.clear()
        with Neo4jServer(LTS) as server:
            copying, comparing = await load_by_copy(server, store)
        print(f"copying     {copying:6.1f} s")
        print(f"comparing   {comparing:6.1f} s")
        await store.close()
    conclude("neo4j_copy", copying / bare, LIMIT)


if __name__ == "__main__":
    asyncio.run(main())
