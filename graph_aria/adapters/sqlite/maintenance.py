"""Keeping the store: checks, scrubs, proofs of deletion, backups."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final

import apsw

from graph_aria.adapters.folder import FILE_MODE, make_private, sync_file, sync_folder
from graph_aria.adapters.sqlite.connection import schema_version
from graph_aria.adapters.sqlite.engine import Engine, row, rows
from graph_aria.adapters.sqlite.faults import translating
from graph_aria.adapters.sqlite.proof import find_said, find_words
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.scrubbing import fold_log, forget_wish, read_wish, rewrite
from graph_aria.domain.sentences import counted
from graph_aria.domain.views import Finding, Problem, StoreReport
from graph_aria.errors import Conflict, Unavailable

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

_TRIES: Final = 10
_PAUSE_SECONDS: Final = 0.2
_PRIVATE: Final = 0o077
_UNSCRUBBED: Final = Problem(
    "words of a deleted profile may still stand in the file",
    state="degraded",
    remedy="run `aria jobs run scrub`, or close what else reads the file and start again",
)
_COUNTED: Final = (
    "profiles",
    "entries",
    "entities",
    "relations",
    "evidence",
    "chapters",
    "conversations",
    "memories",
    "jobs",
)
_TIDY: Final = "run `aria jobs run reconcile`"
_RESTORE: Final = "restore a backup with `aria restore`, or try `aria rebuild`"
_Q: Final = load_queries("maintenance")


class SqliteMaintenance:
    """Implements `ports.Maintenance`, but for `close`."""

    _engine: Engine
    scrub_tries: int = _TRIES
    """How often a scrub waits for readers of the file before it gives up."""

    async def check(self) -> StoreReport:
        """What there is to say of the store, its problems first of all."""

        def work(db: apsw.Connection) -> StoreReport:
            path = self._engine.path
            broken = [text for (text,) in rows(db, _Q["quick_check"]) if text != "ok"]
            broken += [f"a row of {item[0]} names one that is gone" for item in _orphans(db)]
            problems = [Problem(text, state="broken", remedy=_RESTORE) for text in broken]
            problems += _exposed(path)
            if read_wish(db) is not None:
                problems.append(_UNSCRUBBED)
            problems += _strays(db)
            counts = row(db, _Q["count_rows"])
            return StoreReport(
                kind="sqlite",
                version=apsw.sqlite_lib_version(),
                schema_version=schema_version(db),
                path=str(path),
                encrypted=self._engine.encrypted,
                n_bytes=sum(file.stat().st_size for file in _files_of(path)),
                counts=dict(zip(_COUNTED, counts or (), strict=True)),
                problems=tuple(problems),
            )

        return await self._engine.read_afresh(work)

    async def scrub(self) -> None:
        """See `ports.Maintenance`.

        Raises:
            Unavailable: somebody kept reading the file all the while.
        """
        wish = await self._engine.run_bare(rewrite)
        for attempt in range(self.scrub_tries):
            if attempt:
                await asyncio.sleep(_PAUSE_SECONDS)
            if await self._engine.run_bare(fold_log):
                await self._engine.run_bare(lambda db: forget_wish(db, wish))
                return
        raise Unavailable(
            "another program is reading the store's file, so deleted words may still stand in "
            "its log; close that program and scrub again"
        )

    async def prove_gone(
        self, words: Collection[str], *, within: str | None = None
    ) -> tuple[Finding, ...]:
        """See `ports.Maintenance`.

        Words of less than five bytes are not looked for, and those that the program
        itself writes only among people's own.
        """
        await self.scrub()
        return await self._engine.read_afresh(lambda db: find_words(db, words, within=within))

    @property
    def out_of_reach(self) -> tuple[str, ...]:
        """See `ports.Maintenance`: the file itself is searched whole."""
        return ("backups that were made before",)

    async def find_said(
        self, words: Collection[str], *, within: str | None = None
    ) -> frozenset[str]:
        """See `ports.Maintenance`."""
        return await self._engine.read(lambda db: find_said(db, words, within=within))

    async def backup(self, path: Path) -> None:
        """See `ports.Maintenance`; encrypted as the store is."""
        with translating():
            _reserve(path)
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")

        def work(db: apsw.Connection) -> None:
            make_private(beside)
            db.execute(_Q["copy_into"], (str(beside.absolute()),)).fetchall()
            sync_file(beside)
            beside.replace(path)
            sync_folder(path.parent)

        try:
            await self.scrub()
            await self._engine.run_bare(work)
        except BaseException:
            _give_back(path, beside)
            raise


def _reserve(path: Path) -> None:
    """Take a file's name, so that no other program's file is ever written over."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
    except FileExistsError as error:
        raise Conflict(f"there is a file {path} already; choose another name") from error


def _give_back(path: Path, beside: Path) -> None:
    beside.unlink(missing_ok=True)
    if path.stat().st_size == 0:
        path.unlink()


def _orphans(db: apsw.Connection) -> list[tuple[str, ...]]:
    return rows(db, _Q["check_references"])


def _strays(db: apsw.Connection) -> list[Problem]:
    """What outlived the entry that it was learned from."""
    n_sources, n_memories = row(db, _Q["count_strays"]) or (0, 0)
    if not n_sources and not n_memories:
        return []
    detail = (
        f"{counted(n_sources, 'source')} of memories in no entry, "
        f"{counted(n_memories, 'memory', 'memories')} without any source"
    )
    return [Problem(detail, state="degraded", remedy=_TIDY)]


def _files_of(path: Path) -> list[Path]:
    beside = (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm"))
    return [file for file in beside if file.exists()]


def _exposed(path: Path) -> list[Problem]:
    """Files that others may read, where the system knows such modes."""
    return [
        Problem(f"others may read {file}", state="degraded", remedy=f"run `chmod go= {file}`")
        for file in (path.parent, *_files_of(path))
        if os.name == "posix" and file.stat().st_mode & _PRIVATE
    ]
