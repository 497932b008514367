"""The full backend: every port in one object over one database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from graph_aria.adapters.neo4j.engine import Address, Engine
from graph_aria.adapters.neo4j.jobs import Neo4jJobs
from graph_aria.adapters.neo4j.opening import prepare
from graph_aria.adapters.neo4j.profiles import Neo4jProfiles
from graph_aria.adapters.neo4j.record import Neo4jRecord

if TYPE_CHECKING:
    from graph_aria.ports import Clock


class Neo4jStore(
    Neo4jProfiles,
    Neo4jJobs,
    Neo4jRecord,
):
    """Implements `ports.Store`. Each parent holds the verbs of one aggregate.

    Safe to use from many tasks of one event loop at once, and from many processes. Whoever
    stops waiting for a write does not stop the write.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, address: Address, *, clock: Clock) -> Self:
        """Reach a server and open its database, bringing the schema up to date.

        Args:
            address: where it is.
            clock: tells the time of what is stored without one.

        Raises:
            InvalidSetting: the address is none.
            StoreUnreachable, StoreRefused, StoreUnknown, StoreTooOld, StoreReadOnly,
            StoreNewer, StoreCorrupt: it cannot be opened.
        """
        engine = Engine(address, clock)
        try:
            await prepare(engine)
        except BaseException:
            await engine.close()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Close every connection; safe to repeat."""
        await self._engine.close()
