"""Opening a database: is it one, is it new enough, and is its schema the one known here."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from typing import Final

from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, row, rows
from graph_aria.adapters.neo4j.queries import Migration, load_migrations, load_queries
from graph_aria.adapters.neo4j.schema import (
    await_indexes,
    change,
    find_lacks,
    holding_schema,
    insist,
    mend,
)
from graph_aria.adapters.neo4j.sweeping import sweep_all
from graph_aria.errors import (
    Conflict,
    NotFound,
    StoreCorrupt,
    StoreNewer,
    StoreReadOnly,
    StoreRefused,
    StoreTooOld,
)

OLDEST: Final = (5, 26)
"""The oldest release whose Cypher the queries are written in."""
_KEY_BYTES: Final = 32
_Q: Final = load_queries("keeping")


async def prepare(engine: Engine, *, create: bool = True) -> None:
    """Bring the schema up to date and read the store's own key; safe to repeat.

    What is missing of the schema is made again, and what a deletion left is deleted.

    Args:
        engine: reaches the server.
        create: make a store if there is none.

    Raises:
        StoreUnreachable, StoreRefused, StoreUnknown, StoreReadOnly: the server.
        StoreTooOld: it is older than `OLDEST`.
        StoreNewer: the schema is further than the steps known here.
        StoreCorrupt: other steps made it.
        Conflict: it is somebody else's.
        NotFound: there is none, and `create` is False; nothing was changed.
    """
    uri = engine.address.uri
    _refuse_old(await engine.read(read_server), uri)
    steps = load_migrations()
    at = await engine.read(lambda tx: check_schema(tx, steps, uri))
    if at == 0:
        await engine.read(lambda tx: _refuse_strangers(tx, uri))
    known = await engine.read(lambda tx: row(tx, _Q["find_hash_key"]))
    if known is None and not create:
        raise NotFound(f"there is no store at {uri}")
    if at < len(steps):
        await _migrate(engine, steps)
    elif await find_lacks(engine):
        with suppress(StoreReadOnly, StoreRefused):  # it can be used as it is
            await mend(engine)
    # Only a new store is written to: the newest releases refuse a MERGE on a database that can
    # only be read, even where it would change nothing.
    key = str(known[0]) if known is not None else await engine.write(_open_store)
    engine.hash_key = bytes.fromhex(key)
    await sweep_all(engine)


async def read_server(tx: Tx) -> tuple[str, str]:
    """Version and edition of the server."""
    found = await row(tx, _Q["server"])
    return ("0", "unknown") if found is None else (found[0], found[1])


async def check_schema(tx: Tx, steps: tuple[Migration, ...], uri: str) -> int:
    """The schema's version, 0 for a database that is new to us.

    Raises:
        StoreNewer, StoreCorrupt.
    """
    applied: list[Row] = await rows(tx, _Q["list_migrations"])
    if len(applied) > len(steps):
        raise StoreNewer(
            f"the store at {uri} has schema {applied[-1][0]}, this version knows {len(steps)}; "
            "upgrade graph-aria"
        )
    known = [[step.number, step.sha256] for step in steps]
    for place, found in enumerate(applied):
        if found != known[place]:
            raise StoreCorrupt(
                f"step {found[0]} of the schema of the store at {uri} is not the one known here; "
                "use the version that made it"
            )
    return len(applied)


def _refuse_old(server: tuple[str, str], uri: str) -> None:
    version, _ = server
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST:
        raise StoreTooOld(f"the Neo4j at {uri} is {version}; 5.26 or newer is needed")


async def _refuse_strangers(tx: Tx, uri: str) -> None:
    if await row(tx, _Q["find_stranger"]) is not None:
        raise Conflict(
            f"the database at {uri} holds something else's data; give graph-aria one of its own "
            "(ARIA_STORE, ARIA_NEO4J_DATABASE), or empty this one"
        )


async def _migrate(engine: Engine, steps: tuple[Migration, ...]) -> None:
    """Apply what is missing, one process at a time."""
    async with holding_schema(engine):
        await change(engine, _Q["migration_constraint"])
        at = await engine.read(lambda tx: check_schema(tx, steps, engine.address.uri))
        for step in steps[at:]:
            for statement in step.statements:
                await change(engine, statement)
            await await_indexes(engine)
            values = {"number": step.number, "name": step.name, "sha256": step.sha256}
            await insist(engine, _Q["save_migration"], **values)


async def _open_store(tx: Tx) -> str:
    found = await row(tx, _Q["open_store"], hash_key=secrets.token_bytes(_KEY_BYTES).hex())
    if found is None:
        raise StoreReadOnly
    return str(found[0])
