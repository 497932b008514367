"""One driver, and a session for each unit of work, behind two verbs: `read` and `write`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import neo4j
from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, AsyncSession

import graph_aria
from graph_aria.adapters.neo4j.faults import is_collision, translating, without_user
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.errors import InvalidSetting, NotFound, Unavailable

if TYPE_CHECKING:
    from graph_aria.ports import Clock

T = TypeVar("T")
Row = list[Any]
Tx = AsyncManagedTransaction
Work = Callable[[AsyncManagedTransaction], Awaitable[T]]

# What goes wrong comes as an error; the driver's own lines would only stand beside it.
logging.getLogger("neo4j").setLevel(logging.CRITICAL)

_COLLISION_TRIES: Final = 3
_Q: Final = load_queries("keeping")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a Neo4j is and how it is spoken to.

    Attributes:
        uri: neo4j://, neo4j+s://, bolt:// … as the driver takes it.
        user, password: of the server; without a password it is asked without any.
        database: always named, so that no driver has to ask for the default one.
        pool_size: most connections that are open at once.
        connect_seconds: how long one connection may take.
        acquire_seconds: how long a unit of work waits for a connection, opening included.
        retry_seconds: how long a unit of work is tried again after what may pass: a leader
            that moves, a deadlock, a server that starts.
        holder: stands for the one process that can have this name at a time. What a process
            of this name held when it ended is free again when the next one opens the store.
    """

    uri: str
    user: str = "neo4j"
    password: str | None = field(default=None, repr=False)
    database: str = "neo4j"
    pool_size: int = 50
    connect_seconds: float = 5
    acquire_seconds: float = 10
    retry_seconds: float = 5
    holder: str | None = None


async def rows(tx: Tx, query: str, **values: object) -> list[Row]:
    """All rows of a query."""
    result = await tx.run(query, values)
    return await result.values()


async def row(tx: Tx, query: str, **values: object) -> Row | None:
    """The only row of a query, or None."""
    found = await rows(tx, query, **values)
    return found[0] if found else None


async def require_profile(tx: Tx, profile_id: str) -> None:
    """Make sure that a profile is there.

    Raises:
        NotFound: there is no such profile.
    """
    if await row(tx, _Q["find_profile_id"], profile=profile_id) is None:
        raise no_profile(profile_id)


def no_profile(profile_id: str) -> NotFound:
    """The error for a profile that is not there."""
    return NotFound(f"there is no profile with the id {profile_id!r}")


class Engine:
    """The driver of one store; made without asking the server anything.

    Attributes:
        hash_key: the store's own random key; known once the store is open.
    """

    def __init__(self, address: Address, clock: Clock) -> None:
        """Prepare a driver.

        Raises:
            InvalidSetting: the address is none that the driver knows.
        """
        self.address = address
        self.clock = clock
        self.hash_key = b""
        self._closed = False
        # What this process wrote it reads, on whichever member of a cluster.
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()
        _check_port(address.uri)
        with translating(address.uri):
            self.driver: AsyncDriver = AsyncGraphDatabase.driver(
                address.uri,
                auth=None if address.password is None else (address.user, address.password),
                max_connection_pool_size=address.pool_size,
                connection_timeout=address.connect_seconds,
                connection_acquisition_timeout=address.acquire_seconds,
                max_transaction_retry_time=address.retry_seconds,
                # The driver's own first pause is a second: longer than most deadlocks last.
                initial_retry_delay=0.05,
                retry_delay_multiplier=2.0,
                # A connection that was quiet for so long is asked whether it still lives.
                liveness_check_timeout=15,
                telemetry_disabled=True,
                notifications_min_severity="OFF",
                user_agent=f"graph-aria/{graph_aria.__version__}",
            )

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads in one transaction; it may be run more than once.

        Raises:
            AriaError: what went wrong.
        """
        with translating(self.address.uri):
            async with self.session(write=False) as session:
                return await session.execute_read(work)

    async def write(self, work: Work[T], *, name: str | None = None) -> T:
        """Run a function in one transaction that is committed if it returns.

        It may be run more than once, so it changes nothing but the store: the driver repeats
        it after what may pass, and two that make the same thing at the same moment meet at a
        constraint, after which the second one finds what the first one made. Whoever stops
        waiting for it does not stop it.

        It is not run again when the connection broke during the commit, which may have been
        made. A second run is right only where it finds what the first one made and answers the
        same: `save_entry` does. A delta that was applied would be refused for its version, and
        whoever computed it would compute it again from a graph that holds it: a ruling would be
        made twice, or refused as one that is there. A job's delta marks its job done in the same
        transaction, so it waits for the next lease, which finds the job done or still to do.
        Whatever else is refused or harmless the second time (names that are taken, revisions,
        fences, slots) is repeated by who asked, and not here.

        Args:
            work: what is run.
            name: by which the server's list of transactions has it, in `metaData`.

        Raises:
            OutcomeUnknown: it may have been written, as a whole.
            AriaError: what went wrong; nothing was written.
        """
        if name is not None:
            work = neo4j.unit_of_work(metadata={"name": name})(work)
        return await finished(self._write(work))

    async def _write(self, work: Work[T]) -> T:
        with translating(self.address.uri, writing=True):
            for attempt in range(_COLLISION_TRIES):
                try:
                    async with self.session(write=True) as session:
                        return await session.execute_write(work)
                except neo4j.exceptions.ConstraintError as error:
                    if not is_collision(error) or attempt + 1 == _COLLISION_TRIES:
                        raise
        raise AssertionError  # the last try returned or raised

    async def run_alone(self, query: str, **values: object) -> list[Row]:
        """Run a statement that opens its own transactions, or is about the schema.

        Raises:
            AriaError: what went wrong.
        """
        with translating(self.address.uri):
            async with self.session(write=True) as session:
                result = await session.run(query, values)
                return await result.values()

    async def stream(self, query: str, **values: object) -> AsyncIterator[Row]:
        """The rows of a query that may give more than fits into memory, as they come.

        Raises:
            AriaError: what went wrong.
        """
        with translating(self.address.uri):
            async with self.session(write=False) as session:
                result = await session.run(query, values)
                async for record in result:
                    yield record.values()

    def session(self, *, write: bool) -> AbstractAsyncContextManager[AsyncSession]:
        """A session of this store's database."""
        if self._closed:
            raise Unavailable("the store is closed")
        return self.driver.session(
            database=self.address.database,
            default_access_mode=neo4j.WRITE_ACCESS if write else neo4j.READ_ACCESS,
            bookmark_manager=self._bookmarks,
        )

    async def close(self) -> None:
        """Close every connection; safe to repeat."""
        if not self._closed:
            self._closed = True
            await self.driver.close()


def _check_port(uri: str) -> None:
    """Look at what the driver does not look at before it connects, and takes modulo 65536 then.

    Raises:
        InvalidSetting: the port is no number, or too large.
    """
    try:
        _ = urlsplit(uri).port
    except ValueError as error:
        raise InvalidSetting(
            f"{without_user(uri)} is no address of a Neo4j: its port is none"
        ) from error


async def finished(work: Awaitable[T]) -> T:
    """Wait for a write to its end, even if whoever waits for it is cancelled meanwhile.

    A transaction that is broken off may be committed or not; nobody could tell.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # somebody has looked at it
        raise
