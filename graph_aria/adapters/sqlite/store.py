"""The embedded store: every port in one object over one file."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from graph_aria.adapters.folder import Folder
from graph_aria.adapters.sqlite.active import SqliteActive
from graph_aria.adapters.sqlite.chapters import SqliteChapters
from graph_aria.adapters.sqlite.conversations import SqliteConversations
from graph_aria.adapters.sqlite.copying import SqliteCopying
from graph_aria.adapters.sqlite.engine import Engine
from graph_aria.adapters.sqlite.entities import SqliteEntities
from graph_aria.adapters.sqlite.evidence import SqliteEvidence
from graph_aria.adapters.sqlite.graph_write import SqliteGraphWrite
from graph_aria.adapters.sqlite.jobs import SqliteJobs
from graph_aria.adapters.sqlite.maintenance import SqliteMaintenance
from graph_aria.adapters.sqlite.memories import SqliteMemories
from graph_aria.adapters.sqlite.moods import SqliteMoodReadings
from graph_aria.adapters.sqlite.nearest import Nearest
from graph_aria.adapters.sqlite.neighbourhood import SqliteNeighbourhood
from graph_aria.adapters.sqlite.passages import SqlitePassages
from graph_aria.adapters.sqlite.profiles import SqliteProfiles
from graph_aria.adapters.sqlite.questions import SqliteQuestions
from graph_aria.adapters.sqlite.record import SqliteRecord
from graph_aria.adapters.sqlite.relations import SqliteRelations
from graph_aria.adapters.sqlite.stage import SqliteStage

if TYPE_CHECKING:
    from pathlib import Path

    from graph_aria.ports import Clock


class SqliteStore(
    SqliteProfiles,
    SqliteRecord,
    SqliteMoodReadings,
    SqliteConversations,
    SqlitePassages,
    SqliteMemories,
    SqliteEntities,
    SqliteQuestions,
    SqliteRelations,
    SqliteActive,
    SqliteEvidence,
    SqliteNeighbourhood,
    SqliteGraphWrite,
    SqliteChapters,
    SqliteStage,
    SqliteJobs,
    SqliteMaintenance,
    SqliteCopying,
):
    """Implements `ports.Store`. Each parent holds the verbs of one aggregate.

    Safe to use from many tasks of one event loop at once. Whoever stops waiting for a
    write does not stop the write.
    """

    def __init__(self, engine: Engine, folder: Folder) -> None:
        self._engine = engine
        self._folder = folder
        self._nearest = Nearest()

    @classmethod
    async def open(
        cls,
        folder: Path,
        *,
        passphrase: str | None = None,
        clock: Clock,
        copying: bool = False,
    ) -> Self:
        """Open a store without blocking the event loop; see `open_now`."""
        return await asyncio.to_thread(
            cls.open_now, folder, passphrase=passphrase, clock=clock, copying=copying
        )

    @classmethod
    def open_now(
        cls,
        folder: Path,
        *,
        passphrase: str | None = None,
        clock: Clock,
        copying: bool = False,
    ) -> Self:
        """Own a data folder and open its store; both are made if they are not there.

        Args:
            folder: the data folder; mode 0700 when it is made, its files 0600.
            passphrase: opens an encrypted store and encrypts a new one; None for a plain
                one.
            clock: tells the time of what is stored without one.
            copying: also open a store into which a copy was broken off, to go on with it.

        Raises:
            StoreLocked: another process owns the folder; the message names it.
            WrongPassphrase: it does not open the store, is missing or one too many.
            CopyUnfinished: a copy into it was broken off, and `copying` is False.
            StoreCorrupt, StoreNewer, StoreUnreadable, DiskFull: it cannot be opened.
        """
        owned = Folder.own(folder, started_at=clock.now())
        is_new = not owned.store_path.exists()
        try:
            owned.refuse_emptied()
            engine = Engine(owned.store_path, passphrase, clock, copying=copying)
        except BaseException:
            if is_new:
                _take_back(owned.store_path)
            owned.release()
            raise
        return cls(engine, owned)

    def announce(self, address: str) -> None:
        """Note at which address this process serves, for others that are refused."""
        self._folder.announce(address)

    async def close(self) -> None:
        """Finish what is under way, close the file, give the folder free; safe to repeat."""
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        """The same for whoever has no event loop."""
        self._engine.close()
        self._folder.release()


def _take_back(path: Path) -> None:
    """Remove a file that was made just now and nothing was written to: it would seem emptied."""
    with suppress(OSError):
        if path.stat().st_size == 0:
            path.unlink()
