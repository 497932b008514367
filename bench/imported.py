"""A Neo4j with a graph of any size, loaded by the server's own bulk import.

Five relations for each entity, 300 entities and some 500 relations active at every size, and the
user an end of one relation in five. Importing a million entities takes a minute, their indexes
some more.
"""

from __future__ import annotations

import csv
import math
import os
import random
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.record_rows import profile_properties
from graph_aria.adapters.neo4j.rows import entity_properties, relation_properties
from graph_aria.domain.graph import Entity, Relation, relation_id
from graph_aria.domain.profiles import new_profile
from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import Dial, Standing, fades_at, heat
from graph_aria.ports import Clock
from tools.neo4j_server import LTS, Neo4jServer, find_java, jars_folder, needed_java, why_not

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
N_ACTIVE = 300
RELATIONS_EACH = 5
_KINDS = (Kind.PERSON, Kind.ACTIVITY, Kind.TOPIC, Kind.EMOTION, Kind.THING)
_TYPES = {
    "at": "datetime", "on": "date", "weight": "double", "heat": "double", "days": "long",
    "user": "boolean", "pinned": "boolean", "version": "long", "fence": "long",
    "budget": "long", "day": "double", "threshold": "double",
}  # fmt: skip
"""Types of columns by the last word of their names; all others are text."""
_OPENED = ("java.nio", "java.lang", "java.io")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A running server with one profile's graph."""

    server: Neo4jServer
    profile: Profile
    n_entities: int

    @property
    def address(self) -> Address:
        """How it is spoken to."""
        return Address(uri=self.server.uri, password=self.server.password)

    async def open(self, clock: Clock) -> Neo4jStore:
        """Its store; the first time, this makes the indexes."""
        return await Neo4jStore.open(self.address, clock=clock)


def entity_of(number: int) -> str:
    """The id of an entity."""
    return f"entity-{number:012x}"


@contextmanager
def loaded(folder: Path, n_entities: int, *, version: str = LTS) -> Iterator[Loaded]:
    """Import a graph into a new folder and run a server on it."""
    missing = why_not(version)
    if missing:
        print(f"not measured: {missing}", flush=True)
        sys.exit(0)
    profile, user = new_profile(
        profile_id=f"profile-{n_entities}",
        user_id="user-000000000000",
        name="Bench",
        zone="UTC",
        dial=Dial(),
        token_budget=800,
        created_at=NOW,
    )
    csvs = folder / "csv"
    csvs.mkdir(parents=True)
    chance = random.Random(n_entities)
    nodes = [
        _write(csvs / "store.csv", ":LABEL", _store()),
        _write(csvs / "profile.csv", ":LABEL", _profiles(profile)),
        _write(csvs / "entities.csv", ":LABEL", _entities(profile, user, n_entities, chance)),
    ]
    edges = _write(csvs / "relations.csv", ":TYPE", _relations(profile, n_entities, chance))
    home = folder / "home"
    (home / "conf").mkdir(parents=True)
    _import(version, home, nodes, edges)
    settings = {"server.memory.pagecache.size": "2g"}
    with Neo4jServer(version, home=home, heap="1500m", settings=settings) as server:
        yield Loaded(server, profile, n_entities)


def _import(version: str, home: Path, nodes: list[Path], edges: Path) -> None:
    java, _ = find_java(needed_java(version))
    subprocess.run(
        [
            java,
            "-Xmx3g",
            *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED),
            f"-Dapp.home={home}",
            f"-Dbasedir={home}",
            "-cp",
            str(jars_folder(version) / "*"),
            "org.neo4j.cli.AdminTool",
            *("database", "import", "full", "neo4j"),
            *(f"--nodes={path}" for path in nodes),
            f"--relationships={edges}",
        ],
        check=True,
        capture_output=True,
        cwd=home,
        env={**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")},
    )


def _write(path: Path, last: str, rows: Iterator[tuple[dict[str, Any], str]]) -> Path:
    """Write maps of properties, each with its labels or its type; the first one has all columns."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        columns: list[str] = []
        for properties, label in rows:
            if not columns:
                columns = list(properties)
                writer.writerow([*map(_heading, columns), last])
            values = (properties[column] for column in columns)
            writer.writerow([*map(_cell, values), label])
    return path


def _heading(column: str) -> str:
    if column.startswith(":"):
        return column
    return f"{column}:{_TYPES.get(column.rsplit('_', 1)[-1], 'string')}"


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if hasattr(value, "isoformat") else value


def _store() -> Iterator[tuple[dict[str, Any], str]]:
    yield {":ID": "store", "name": "store", "hash_key": secrets.token_hex(32)}, "Store"


def _profiles(profile: Profile) -> Iterator[tuple[dict[str, Any], str]]:
    yield {":ID": profile.id, **profile_properties(profile), "fence": 0}, "Profile"


def _entities(
    profile: Profile, user: Entity, n_entities: int, chance: random.Random
) -> Iterator[tuple[dict[str, Any], str]]:
    for number in range(n_entities):
        kind = _KINDS[number % len(_KINDS)]
        name = f"{kind.value} {number}"
        where = _stand(chance, active=number < N_ACTIVE)
        entity = Entity(entity_of(number), profile.id, kind, name, name.lower(), where)
        yield _node(entity, profile)
        if number == 0:
            first, _ = _node(entity, profile)
            values, label = _node(user, profile)
            yield {**dict.fromkeys(first), **values}, label


def _node(entity: Entity, profile: Profile) -> tuple[dict[str, Any], str]:
    properties = entity_properties(entity, profile.dial, NOW)
    return {":ID": entity.id, **properties}, f"Entity;{entity.kind.value}"


def _relations(
    profile: Profile, n_entities: int, chance: random.Random
) -> Iterator[tuple[dict[str, Any], str]]:
    predicates = list(Predicate)
    for number in range(n_entities * RELATIONS_EACH):
        subject = entity_of(number // RELATIONS_EACH)
        other = entity_of(chance.randrange(n_entities))
        active = number // RELATIONS_EACH < N_ACTIVE and number % RELATIONS_EACH in (0, 1)
        ends = (profile.user_id, subject) if number % RELATIONS_EACH == 0 else (subject, other)
        if active and number % RELATIONS_EACH == 1:
            ends = (subject, entity_of(chance.randrange(N_ACTIVE)))
        predicate = predicates[number % len(predicates)]
        relation = Relation(
            # The number keeps two that a chance made alike apart.
            f"{relation_id(profile.id, ends[0], predicate, ends[1])}-{number}",
            profile.id,
            ends[0],
            predicate,
            ends[1],
            _stand(chance, active=active),
        )
        properties = relation_properties(relation, profile.dial, NOW)
        yield {":START_ID": ends[0], ":END_ID": ends[1], **properties}, predicate.value


def _stand(chance: random.Random, *, active: bool) -> Standing:
    weight = round(chance.uniform(2, 10), 3)
    dial = Dial()
    lasts = math.log(weight / dial.threshold) / dial.rate_per_day
    age = lasts * chance.uniform(0, 0.9) if active else lasts + chance.uniform(1, 3000)
    ref_at = NOW - timedelta(days=age)
    return Standing(
        weight=weight,
        ref_at=ref_at,
        heat=heat(weight, ref_at, dial),
        fades_at=fades_at(weight, ref_at, dial),
        first_on=ref_at.date(),
        last_on=ref_at.date(),
        n_days=1,
    )
