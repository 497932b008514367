"""Stores for benchmarks: a profile, and graphs of any size written straight through the port."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw

from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.domain.graph import Entity, GraphDelta, Relation, relation_id, relation_key
from graph_aria.domain.profiles import new_profile
from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import DayRow, Dial, Evidence, Standing, replay, standing

NOW = datetime(2026, 11, 29, 20, tzinfo=UTC)
_KINDS = [Kind.ACTIVITY, Kind.TOPIC, Kind.PERSON, Kind.PLACE, Kind.THING, Kind.EVENT]
_ANY_TO_ANY = Predicate.RELATED_TO


class SetClock:
    """A clock that stands still until it is set."""

    def __init__(self, at: datetime = NOW) -> None:
        self.at = at

    def now(self) -> datetime:
        """The instant it was set to."""
        return self.at


async def open_store(folder: Path, clock: SetClock) -> SqliteStore:
    """A store in an empty folder."""
    return await SqliteStore.open(folder, clock=clock)


async def make_profile(store: SqliteStore, ids: UuidIds, *, at: datetime = NOW) -> Profile:
    """A profile in UTC."""
    profile, user = new_profile(
        profile_id=ids.new(),
        user_id=ids.new(),
        name="Bench",
        zone="UTC",
        dial=Dial(),
        token_budget=800,
        created_at=at,
    )
    await store.create_profile(profile, user)
    return profile


def _stand(
    target: str, source: str, days_ago: float, strengths: list[float]
) -> tuple[Standing, list[DayRow], list[Evidence]]:
    """A target that was last spoken of some days ago, a day apart before that."""
    evidence = []
    for back, value in enumerate(strengths):
        at = NOW - timedelta(days=days_ago + back)
        evidence.append(Evidence(f"{source}-{back}", target, at, at.date(), value))
    rows = replay(evidence, Dial())
    return standing(rows, Dial()), rows, evidence


def graph_deltas(
    profile: Profile,
    *,
    n_entities: int,
    n_active: int,
    n_relations_each: int = 5,
    n_due: int = 0,
    batch: int = 20_000,
) -> Iterator[GraphDelta]:
    """Deltas that build a graph: some of it active, the rest faded and archived.

    The user is an end of one relation in five. `n_due` entities have faded within the
    last hour and are not archived yet.
    """
    chance = random.Random(n_entities)
    version = profile.version
    ids = [f"{number:012x}" for number in range(n_entities)]
    entities: list[Entity] = []
    relations: list[Relation] = []
    rows: list[DayRow] = []
    pieces: list[Evidence] = []

    def flush() -> GraphDelta:
        nonlocal version
        delta = GraphDelta(
            profile_id=profile.id,
            based_on=version,
            at=NOW,
            save_entities=tuple(entities),
            save_relations=tuple(relations),
            save_day_rows=tuple(rows),
            save_evidence=tuple(pieces),
        )
        version += 1
        for table in (entities, relations, rows, pieces):
            table.clear()
        return delta

    fade_days = 5.7536414490356
    for number, entity_id in enumerate(ids):
        active = number < n_active
        due = n_active <= number < n_active + n_due
        if active:
            days_ago = chance.uniform(0.1, 5)
            strengths = [1.0] * chance.randint(1, 4)
        elif due:
            days_ago, strengths = fade_days + chance.uniform(0.001, 0.04), [1.0]
        else:
            days_ago, strengths = chance.uniform(60, 3000), [1.0]
        where, own_rows, evidence = _stand(entity_id, f"s{number}", days_ago, strengths)
        archived_at = None if active or due else where.fades_at
        kind = _KINDS[number % len(_KINDS)]
        name = f"{kind.value} {number}"
        entities.append(
            Entity(entity_id, profile.id, kind, name, name.lower(), where, archived_at=archived_at)
        )
        rows += own_rows
        pieces += evidence
        for _ in range(n_relations_each):
            other = profile.user_id if chance.random() < 1 / 5 else chance.choice(ids)
            if other == entity_id:
                continue
            live = active and (other == profile.user_id or chance.random() < 1 / 3)
            ago = chance.uniform(0.1, 5) if live else chance.uniform(60, 3000)
            predicate = Predicate.WANTS if other == profile.user_id else _ANY_TO_ANY
            ends = (other, entity_id) if other == profile.user_id else (entity_id, other)
            key = relation_key(ends[0], predicate, ends[1])
            target = relation_id(profile.id, *key)
            told, told_rows, told_evidence = _stand(target, f"r{number}", ago, [1.0])
            relations.append(
                Relation(
                    target,
                    profile.id,
                    *key,
                    told,
                    archived_at=None if live else told.fades_at,
                )
            )
            rows += told_rows
            pieces += told_evidence
        if len(entities) >= batch:
            yield flush()
    if entities:
        yield flush()


_NUMBERS = (
    "WITH RECURSIVE c (n) AS (SELECT :first UNION ALL SELECT n + 1 FROM c WHERE n + 1 < :last)"
)
_DAY_US = 86_400_000_000
_FADED_AT = f"(:now - 60 * {_DAY_US} - abs(random() % (2900 * {_DAY_US})))"
_FADES = f"{round(5.7536414490356 * _DAY_US)}"
_FILL = (  # only numbers of this file stand in these texts
    f"""
INSERT INTO entity (profile, id, kind, name, key, distinction, is_user, pinned, archived_at,
                    weight, ref_at, heat, fades_at, first_on, last_on, n_days)
{_NUMBERS}
SELECT 1, printf('%012x', n), 'Thing', 'Thing ' || n, 'thing ' || n, '', 0, 0, at + {_FADES},
       2.0, at, ln(2.0) + 0.05 * at / {_DAY_US}.0, at + {_FADES}, 719163 + at / {_DAY_US},
       719163 + at / {_DAY_US}, 1
FROM (SELECT n, {_FADED_AT} AS at FROM c)
""",
    f"""
INSERT INTO relation (profile, id, subject_id, predicate, object_id, archived_at, weight, ref_at,
                      heat, fades_at, first_on, last_on, n_days)
{_NUMBERS}
SELECT 1, lower(hex(randomblob(16))),
       CASE n % 5 WHEN 0 THEN :user ELSE printf('%012x', n / 5) END, 'WANTS',
       CASE n % 5 WHEN 0 THEN printf('%012x', n / 5)
                  ELSE printf('%012x', abs(random() % :entities)) END,
       at + {_FADES}, 2.0, at, ln(2.0) + 0.05 * at / {_DAY_US}.0, at + {_FADES},
       719163 + at / {_DAY_US}, 719163 + at / {_DAY_US}, 1
FROM (SELECT n, {_FADED_AT} AS at FROM c)
""",
    """
INSERT INTO day_row (profile, target_id, day, at, strength, weight_after, ended)
SELECT profile, id, last_on, ref_at, 1.0, 2.0, 0 FROM {table} WHERE seq > :known
""",
    """
INSERT INTO evidence (profile, target_id, source_id, at, day, strength, ended)
SELECT profile, id, 'source ' || seq, ref_at, last_on, 1.0, 0 FROM {table} WHERE seq > :known
""",
)


def fill_faded(folder: Path, profile: Profile, *, first: int, last: int) -> None:
    """Fill a closed store with faded entities, five relations each, straight by SQL.

    Args:
        folder: the store's data folder; nothing has it open.
        profile: the only profile in it.
        first: number of the first entity; those before it are there.
        last: number after the last one.
    """
    if first >= last:
        return
    db = apsw.Connection(str(folder / "aria.db"))
    db.execute(
        "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000"
    )
    known = {t: db.execute(f"SELECT max(seq) FROM {t}").get for t in ("entity", "relation")}
    indexes = db.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL "
        "AND tbl_name IN ('entity', 'relation', 'day_row', 'evidence')"
    ).fetchall()
    now = round(NOW.timestamp()) * 1_000_000
    with db:
        for name, _ in indexes:
            db.execute(f"DROP INDEX {name}")
        db.execute(_FILL[0], {"first": first, "last": last, "now": now})
        values = {"now": now, "user": profile.user_id, "entities": last}
        db.execute(_FILL[1], {**values, "first": first * 5, "last": last * 5})
        for table in ("entity", "relation"):
            for statement in _FILL[2:]:
                db.execute(statement.format(table=table), {"known": known[table]})
        for _, sql in indexes:
            db.execute(str(sql))
        db.execute("ANALYZE")
    db.close()
