"""The writer and the readers of one store, behind two verbs: `write` and `read`."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import apsw

from graph_aria.adapters.folder import make_private
from graph_aria.adapters.sqlite.connection import check_passphrase, connect, migrate
from graph_aria.adapters.sqlite.faults import translating
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.scrubbing import catch_up
from graph_aria.adapters.sqlite.writer import Manner, Writer
from graph_aria.errors import CopyUnfinished, NotFound, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from graph_aria.adapters.sqlite.writer import Work
    from graph_aria.ports import Clock

T = TypeVar("T")
Row = tuple[Any, ...]
Bindings = "Mapping[str, Any] | Sequence[Any]"

_N_READERS: Final = 2
_Q: Final = load_queries("keeping")


def rows(
    db: apsw.Connection, sql: str, bindings: Mapping[str, Any] | Sequence[Any] = ()
) -> list[Row]:
    """All rows of a query. A cursor that was not read to its end would keep its snapshot."""
    return db.execute(sql, bindings).fetchall()


def row(
    db: apsw.Connection, sql: str, bindings: Mapping[str, Any] | Sequence[Any] = ()
) -> Row | None:
    """The only row of a query, or None."""
    found = db.execute(sql, bindings).fetchall()
    return found[0] if found else None


def many(db: apsw.Connection, sql: str, items: Iterable[Mapping[str, Any] | Sequence[Any]]) -> None:
    """Run a statement that gives no rows once for each item."""
    db.executemany(sql, items).fetchall()


def profile_key(db: apsw.Connection, profile_id: str) -> int:
    """The number that the tables know a profile by.

    Raises:
        NotFound: there is no such profile.
    """
    found = row(db, _Q["find_profile_key"], (profile_id,))
    if found is None:
        raise NotFound(f"there is no profile with the id {profile_id!r}")
    return int(found[0])


class Engine:
    """One writer thread and a few reader threads over one file."""

    def __init__(
        self, path: Path, passphrase: str | None, clock: Clock, *, copying: bool = False
    ) -> None:
        """Open the file, making it and its tables if need be.

        Raises:
            WrongPassphrase, StoreCorrupt, StoreNewer, StoreUnreadable, DiskFull.
            CopyUnfinished: a copy into it was broken off, and `copying` is False.
        """
        self.path = path
        self.clock = clock
        self._passphrase = passphrase or None
        self._copying = copying
        with translating():
            make_private(path)
            check_passphrase(path, passphrase)
        self._writer = Writer(self._open_for_writing)
        self._local = threading.local()
        self._open_readers: list[apsw.Connection] = []
        self._guard = threading.Lock()
        self._looking = threading.Lock()
        self._looker: apsw.Connection | None = None
        self._remembered: dict[Hashable, object] = {}
        self._generation = 0
        self._readers = ThreadPoolExecutor(_N_READERS, thread_name_prefix="aria-reader")
        self._closed = False

    @property
    def encrypted(self) -> bool:
        """Whether the file is encrypted."""
        return self._passphrase is not None

    async def write(
        self,
        work: Work[T],
        *,
        grouped: bool = False,
        kept: Callable[[T], None] | None = None,
    ) -> T:
        """Run a function in one transaction, alone or in a group; see `Writer.run`.

        Args:
            work: reads and writes.
            grouped: it may share a commit; it changes nothing that `look` remembers.
            kept: is told the answer once that is durable, in the order of commits and
                before anybody else, in the writer's thread. Not for what is grouped.
        """
        if grouped:
            return await self._writer.run(work, Manner.GROUPED)

        def then(done: Future[T]) -> None:
            self._forget(done)
            if kept is not None and done.exception() is None:
                kept(done.result())

        return await self._writer.run(work, Manner.ALONE, then=then)

    async def run_bare(self, work: Work[T]) -> T:
        """Run a function on the writing connection, outside of any transaction."""
        return await self._writer.run(work, Manner.BARE, then=self._forget)

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads on one snapshot.

        Raises:
            AriaError: what went wrong.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, partial(self._read_now, work))

    async def read_afresh(self, work: Work[T]) -> T:
        """The same on a connection of its own, which remembers nothing of earlier reads.

        A check of a full-text index needs that: what a connection remembers of an index
        from before a secure deletion by another one, it takes for damage.

        Raises:
            AriaError: what went wrong.
        """

        def run(_: apsw.Connection) -> T:
            with closing(connect(self.path, self._passphrase)) as db:
                db.execute(_Q["begin_read"])
                return work(db)

        return await self.read(run)

    async def look(self, work: Work[T], *, remember: Hashable | None = None) -> T:
        """Run a function that reads a row or two by key, without leaving this thread.

        Such a read takes some twenty microseconds; handing it to another thread takes
        ten times that, and much more while many requests wait for the interpreter.

        Args:
            work: what to read.
            remember: a key under which the answer holds until the next write that is not
                grouped. This process owns the file, so nobody else can change it.

        Raises:
            AriaError: what went wrong.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        if remember is not None and remember in self._remembered:
            return cast("T", self._remembered[remember])
        generation = self._generation
        with self._looking, translating():
            if self._looker is None:
                self._looker = connect(self.path, self._passphrase)
            answer = work(self._looker)
            # What was read before a write that has ended since is not worth remembering.
            if remember is not None and answer is not None and generation == self._generation:
                self._remembered[remember] = answer
        return answer

    def _forget(self, _: object) -> None:
        with self._looking:
            self._generation += 1
            self._remembered.clear()

    def close(self) -> None:
        """Finish what is under way and close every connection; safe to repeat."""
        if self._closed:
            return
        self._closed = True
        self._readers.shutdown(wait=True)
        for db in self._open_readers:
            db.close()
        with self._looking:
            if self._looker is not None:
                self._looker.close()
        # The last one to close folds the write-ahead log into the file and removes it.
        self._writer.close()

    def _open_for_writing(self) -> apsw.Connection:
        with translating(self.path):
            return self._opened_for_writing()

    def _opened_for_writing(self) -> apsw.Connection:
        db = connect(self.path, self._passphrase)
        try:
            migrate(db)
            if not self._copying and row(db, _Q["read_meta"], {"name": "copying"}) is not None:
                raise CopyUnfinished  # noqa: TRY301 - closed as after any other failure
            # This process owns the folder, so whoever held a lease is gone. (A read before
            # the write: a store that nobody held is opened without a transaction.)
            if row(db, _Q["find_held"]) is not None:
                db.execute(_Q["free_all"]).fetchall()
            catch_up(db)
        except BaseException:
            db.close()
            raise
        return db

    def _read_now(self, work: Work[T]) -> T:
        with translating():
            db = self._reader()
            db.execute(_Q["begin_read"])
            try:
                return work(db)
            finally:
                with suppress(apsw.Error):
                    if db.in_transaction:
                        db.execute(_Q["rollback"])

    def _reader(self) -> apsw.Connection:
        db: apsw.Connection | None = getattr(self._local, "db", None)
        if db is None:
            db = connect(self.path, self._passphrase)
            self._local.db = db
            with self._guard:
                self._open_readers.append(db)
        return db
