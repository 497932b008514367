"""The schema: what makes it, what of it is missing, and who may change it just now."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, TypeVar

from neo4j.exceptions import Neo4jError

from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, rows
from graph_aria.adapters.neo4j.queries import load_migrations, load_queries
from graph_aria.errors import AriaError, StoreReadOnly, StoreUnreachable, Unavailable

T = TypeVar("T")

INDEX_SECONDS: Final = 600
_LOCK_SECONDS: Final = 30
_RENEW_SECONDS: Final = 8.0
_LOCK_TRIES: Final = 240
_LOCK_PAUSE_SECONDS: Final = 0.5
_CHANGE_SECONDS: Final = 15
"""After which a change of the schema is given up, and tried again.

Whoever plans a query asks for the lock of its label and waits behind a change that waits for it;
who wants the same plan waits for the planner, holding that lock. The server does not see that
circle: seen on 5.26.31, until the change was given up. Nor does it watch the time limit of a
transaction that changes the schema, or whether its client is there still (5.26.31, 2026.09.0):
it has to be told.
"""
_AGAIN_SECONDS: Final = 1.0
_TRIES: Final = 12
_FIRST_PAUSE_SECONDS: Final = 0.05
_LONGEST_PAUSE_SECONDS: Final = 1.0
_PASSING: Final = (
    "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
    "Neo.ClientError.Schema.IndexAlreadyExists",
    "Neo.ClientError.Schema.ConstraintAlreadyExists",
    "Neo.ClientError.Statement.EntityNotFound",
    "Neo.ClientError.Transaction.LockClientStopped",
    "Neo.ClientError.Transaction.Terminated",
)
"""Two that make the same thing at once, what was deleted while somebody waited for it, and what
was given up after `_CHANGE_SECONDS`."""
_RULE: Final = re.compile(r"CREATE (?:FULLTEXT |VECTOR )?(INDEX|CONSTRAINT) (\w+) IF NOT EXISTS")
_Q: Final = load_queries("keeping")


@dataclass(frozen=True, slots=True)
class Rule:
    """An index, or a constraint with the index of the same name that it owns."""

    name: str
    is_constraint: bool
    statement: str

    @property
    def is_full_text(self) -> bool:
        """Whether no search works without it."""
        return self.statement.startswith("CREATE FULLTEXT ")


@dataclass(frozen=True, slots=True)
class Lack:
    """A rule that does not hold.

    Attributes:
        stands_for: what is in its place and of no use: "INDEX", "CONSTRAINT", or None.
    """

    rule: Rule
    stands_for: str | None = None


@cache
def load_rules() -> dict[str, Rule]:
    """Every index and constraint of this version, by name."""
    statements = [_Q["lock_constraint"], _Q["migration_constraint"]]
    statements += [made for step in load_migrations() for made in step.statements]
    rules = {}
    for text in statements:
        # A query of a file still has its comment before it.
        match = _RULE.search(text)
        if match:
            statement = text[match.start() :]
            rules[match[2]] = Rule(match[2], match[1] == "CONSTRAINT", statement)
    return rules


async def find_lacks(engine: Engine) -> tuple[Lack, ...]:
    """What is missing or has failed, by one look at the server's indexes."""
    return lacks(await engine.read(lambda tx: rows(tx, _Q["list_indexes"])))


def lacks(indexes: Iterable[Row]) -> tuple[Lack, ...]:
    """What is missing among indexes, given by name, state and constraint, or has failed."""
    known = {name: (state, owner) for name, state, owner in indexes}
    found = []
    for rule in load_rules().values():
        if rule.name not in known:
            found.append(Lack(rule))
            continue
        state, owner = known[rule.name]
        if state == "FAILED" or (rule.is_constraint and owner is None):
            found.append(Lack(rule, "INDEX" if owner is None else "CONSTRAINT"))
    return tuple(found)


async def mend(engine: Engine) -> None:
    """Make again what is missing or has failed, and wait for it; safe to repeat.

    What cannot be made, such as a constraint that is broken by what is stored, is left for
    `doctor` to tell.

    Raises:
        StoreReadOnly, StoreUnreachable: the server.
        Unavailable: another process has the schema.
    """
    async with holding_schema(engine):
        for lack in await find_lacks(engine):
            with _leaving_what_cannot_be():
                if lack.stands_for is not None:
                    await change(engine, f"DROP {lack.stands_for} {lack.rule.name} IF EXISTS")
                await change(engine, lack.rule.statement)
        with _leaving_what_cannot_be():
            await await_indexes(engine)


async def make_anew(engine: Engine, names: Iterable[str]) -> None:
    """Make indexes anew, each in one transaction, so that there is one at any time.

    Searches that come meanwhile wait: see `searching.search`.

    Raises:
        Unavailable: it could not be done.
    """
    async with holding_schema(engine):
        for name in names:
            rule = load_rules()[name]
            await change(engine, f"DROP INDEX {name} IF EXISTS", rule.statement)
        await await_indexes(engine)


async def await_indexes(engine: Engine) -> None:
    """Wait until every index answers.

    Raises:
        Unavailable: one has failed, or it takes too long.
    """
    await engine.run_alone(_Q["await_indexes"], seconds=INDEX_SECONDS)


@asynccontextmanager
async def holding_schema(engine: Engine) -> AsyncIterator[None]:
    """Change the schema, one process at a time; held for as long as it takes.

    Raises:
        StoreReadOnly: nobody can change it.
        Unavailable: another process has it for minutes.
    """
    await change(engine, _Q["lock_constraint"])
    holder = secrets.token_hex(8)
    await _take_lock(engine, holder)
    renewing = asyncio.create_task(_renew(engine, holder))
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.wait({renewing})
        with suppress(AriaError):  # it ends by itself
            await engine.run_alone(_Q["free_lock"], holder=holder)


async def change(engine: Engine, *statements: str) -> None:
    """Run statements about the schema in one transaction, which stands in nobody's way for long.

    Again until nothing is in its way.

    Args:
        engine: reaches the server.
        statements: may be repeated.

    Raises:
        AriaError: what went wrong.
    """
    await _insisting(partial(_change, engine, statements))


async def _change(engine: Engine, statements: Iterable[str]) -> None:
    async def work(tx: Tx) -> None:
        for statement in statements:
            await rows(tx, statement)

    name = secrets.token_hex(8)
    giving_up = asyncio.create_task(_give_up(engine, name))
    try:
        await engine.write(work, name=name)
    finally:
        giving_up.cancel()
        await asyncio.wait({giving_up})


async def _give_up(engine: Engine, name: str) -> None:
    pause: float = _CHANGE_SECONDS
    while True:
        await asyncio.sleep(pause)
        pause = _AGAIN_SECONDS
        with suppress(AriaError):  # the next time, then
            await engine.run_alone(_Q["end_transaction"], name=name)


async def insist(engine: Engine, query: str, **values: object) -> list[Row]:
    """Run a statement again until nothing is in its way; one as `Engine.run_alone` takes it.

    Args:
        engine: reaches the server.
        query: may be repeated.
        values: what it names.

    Raises:
        AriaError: what went wrong.
    """
    return await _insisting(lambda: engine.run_alone(query, **values))


async def _insisting(ask: Callable[[], Awaitable[T]]) -> T:
    pause = _FIRST_PAUSE_SECONDS
    for _ in range(_TRIES - 1):
        try:
            return await ask()
        except AriaError as error:
            if not _passes(error):
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
    return await ask()


def _passes(error: AriaError) -> bool:
    cause = error.__cause__
    return isinstance(cause, Neo4jError) and (cause.is_retryable() or cause.code in _PASSING)


@contextmanager
def _leaving_what_cannot_be() -> Iterator[None]:
    """Go on after what the server would not do, but not without the server."""
    try:
        yield
    except (StoreUnreachable, StoreReadOnly):
        raise
    except AriaError:
        pass


async def _take_lock(engine: Engine, holder: str) -> None:
    for _ in range(_LOCK_TRIES):
        if await _is_taken(engine, holder):
            return
        await asyncio.sleep(_LOCK_PAUSE_SECONDS)
    raise Unavailable("another process has been changing the schema for minutes; try again")


async def _renew(engine: Engine, holder: str) -> None:
    while True:
        await asyncio.sleep(_RENEW_SECONDS)
        with suppress(AriaError):  # the next time, then
            await _is_taken(engine, holder)


async def _is_taken(engine: Engine, holder: str) -> bool:
    async def take(tx: Tx) -> list[Row]:
        return await rows(tx, _Q["take_lock"], holder=holder, seconds=_LOCK_SECONDS)

    return bool(await engine.write(take))
