"""The full backend: every port in one object over one database."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Self

from graph_aria.adapters.neo4j.active import Neo4jActive
from graph_aria.adapters.neo4j.chapters import Neo4jChapters
from graph_aria.adapters.neo4j.conversations import Neo4jConversations
from graph_aria.adapters.neo4j.copying import Neo4jCopying
from graph_aria.adapters.neo4j.engine import Address, Engine
from graph_aria.adapters.neo4j.entities import Neo4jEntities
from graph_aria.adapters.neo4j.evidence import Neo4jEvidence
from graph_aria.adapters.neo4j.graph_write import Neo4jGraphWrite
from graph_aria.adapters.neo4j.jobs import Neo4jJobs
from graph_aria.adapters.neo4j.maintenance import Neo4jMaintenance
from graph_aria.adapters.neo4j.memories import Neo4jMemories
from graph_aria.adapters.neo4j.memory_lists import Neo4jMemoryLists
from graph_aria.adapters.neo4j.moods import Neo4jMoodReadings
from graph_aria.adapters.neo4j.neighbourhood import Neo4jNeighbourhood
from graph_aria.adapters.neo4j.opening import prepare
from graph_aria.adapters.neo4j.passages import Neo4jPassages
from graph_aria.adapters.neo4j.profiles import Neo4jProfiles
from graph_aria.adapters.neo4j.questions import Neo4jQuestions
from graph_aria.adapters.neo4j.record import Neo4jRecord
from graph_aria.adapters.neo4j.relations import Neo4jRelations
from graph_aria.adapters.neo4j.stage import Neo4jStage
from graph_aria.errors import CopyUnfinished, StoreReadOnly

if TYPE_CHECKING:
    from graph_aria.ports import Clock


class Neo4jStore(
    Neo4jProfiles,
    Neo4jActive,
    Neo4jChapters,
    Neo4jEntities,
    Neo4jEvidence,
    Neo4jNeighbourhood,
    Neo4jQuestions,
    Neo4jRelations,
    Neo4jJobs,
    Neo4jRecord,
    Neo4jMoodReadings,
    Neo4jConversations,
    Neo4jPassages,
    Neo4jMemories,
    Neo4jMemoryLists,
    Neo4jCopying,
    Neo4jGraphWrite,
    Neo4jStage,
    Neo4jMaintenance,
):
    """Implements `ports.Store`. Each parent holds the verbs of one aggregate.

    Safe to use from many tasks of one event loop at once, and from many processes. Whoever
    stops waiting for a write does not stop the write.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._owed = {}
        self._unsure = {}

    @classmethod
    async def open(
        cls, address: Address, *, clock: Clock, copying: bool = False, create: bool = True
    ) -> Self:
        """Reach a server and open its database, bringing the schema up to date.

        Args:
            address: where it is.
            clock: tells the time of what is stored without one.
            copying: also open a store into which a copy was broken off, to go on with it.
            create: make a store if there is none.

        Raises:
            InvalidSetting: the address is none.
            StoreUnreachable, StoreRefused, StoreUnknown, StoreTooOld, StoreReadOnly,
            StoreNewer, StoreCorrupt: it cannot be opened.
            Conflict: it holds something else's data.
            CopyUnfinished: a copy into it was broken off, and `copying` is False.
            NotFound: there is no store, and `create` is False.
        """
        engine = Engine(address, clock)
        try:
            await prepare(engine, create=create)
            store = cls(engine)
            if not copying and await store.read_copy() is not None:
                raise CopyUnfinished(  # noqa: TRY301 - closed as after any other failure
                    f"a copy into {address.uri} was broken off; go on with the same `aria copy`, "
                    "or empty the database"
                )
            with suppress(StoreReadOnly):  # it can be looked at as it is
                await store.free_held()
        except BaseException:
            await engine.close()
            raise
        return store

    async def close(self) -> None:
        """Close every connection; safe to repeat."""
        await self._engine.close()
