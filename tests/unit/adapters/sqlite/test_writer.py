from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.adapters.sqlite.writer import Manner, Writer
from graph_aria.domain.graph import GraphDelta
from graph_aria.errors import AriaError, Conflict, DiskFull, StoreLocked, Unavailable
from tests.contract.samples import BEGIN, add_entry, add_profile, apply, entity, entry, new_id


@pytest.fixture
def path(tmp_path: Path) -> Path:
    db = apsw.Connection(str(tmp_path / "w.db"))
    db.execute("PRAGMA journal_mode = WAL").fetchall()
    db.execute("CREATE TABLE t (x UNIQUE)")
    db.close()
    return tmp_path / "w.db"


@pytest.fixture
def commits() -> list[int]:
    return []


@pytest.fixture
def writer(path: Path, commits: list[int]) -> Iterator[Writer]:
    def connect() -> apsw.Connection:
        db = apsw.Connection(str(path))

        def note() -> bool:
            commits.append(1)
            return False

        db.set_commit_hook(note)
        return db

    made = Writer(connect)
    yield made
    made.close()


def _insert(value: object) -> Any:
    return lambda db: db.execute("INSERT INTO t VALUES (?)", (value,)).fetchall()


def _stored(path: Path) -> list[object]:
    db = apsw.Connection(str(path))
    found = [value for (value,) in db.execute("SELECT x FROM t ORDER BY x")]
    db.close()
    return found


class _Stall:
    """Keeps the writer busy, so that what follows queues up behind it."""

    def __init__(self, writer: Writer) -> None:
        self._go = threading.Event()
        self._future = writer.submit(lambda _: self._go.wait(10), Manner.BARE)

    def end(self) -> None:
        self._go.set()
        self._future.result()


async def test_captures_that_wait_together_share_one_commit(
    writer: Writer, path: Path, commits: list[int]
) -> None:
    stall = _Stall(writer)
    tasks = [asyncio.create_task(writer.run(_insert(n), Manner.GROUPED)) for n in range(50)]
    await asyncio.sleep(0)
    stall.end()
    await asyncio.gather(*tasks)
    assert len(commits) == 1
    assert _stored(path) == list(range(50))


async def test_nobody_hears_of_success_before_it_is_durable(writer: Writer, path: Path) -> None:
    stall = _Stall(writer)
    seen: list[list[object]] = []
    first = writer.submit(_insert(1), Manner.GROUPED)
    first.add_done_callback(lambda _: seen.append(_stored(path)))
    writer.submit(lambda _: first.done() and pytest.fail("told before"), Manner.GROUPED)
    second = writer.submit(_insert(2), Manner.GROUPED)
    stall.end()
    second.result()
    assert seen == [[1, 2]]


async def test_one_failing_in_a_group_undoes_only_its_own(writer: Writer, path: Path) -> None:
    def half(db: apsw.Connection) -> None:
        db.execute("INSERT INTO t VALUES ('half')")
        message = "a defect"
        raise RuntimeError(message)

    stall = _Stall(writer)
    works = [_insert(1), half, _insert(1), _insert(2)]
    futures = [writer.submit(work, Manner.GROUPED) for work in works]
    stall.end()
    errors = [future.exception() for future in futures]
    assert [type(error) for error in errors] == [type(None), RuntimeError, Conflict, type(None)]
    assert _stored(path) == [1, 2]


async def test_a_commit_that_fails_fails_all_of_its_group(writer: Writer, path: Path) -> None:
    refuse = True
    await writer.run(lambda db: db.set_commit_hook(lambda: refuse), Manner.BARE)
    stall = _Stall(writer)
    futures = [writer.submit(_insert(n), Manner.GROUPED) for n in range(3)]
    stall.end()
    assert all(future.exception() is not None for future in futures)
    assert _stored(path) == []
    refuse = False
    await writer.run(_insert(9))
    assert _stored(path) == [9]


async def test_a_function_alone_is_undone_whole(writer: Writer, path: Path) -> None:
    def work(db: apsw.Connection) -> None:
        db.execute("INSERT INTO t VALUES (1)")
        db.execute("INSERT INTO t VALUES (1)")

    with pytest.raises(Conflict):
        await writer.run(work)
    assert _stored(path) == []


async def test_who_stops_waiting_stops_nothing(writer: Writer, path: Path) -> None:
    stall = _Stall(writer)
    tasks = [asyncio.create_task(writer.run(_insert(n), Manner.GROUPED)) for n in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    stall.end()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(answers[1], asyncio.CancelledError)
    await writer.run(_insert(3))
    assert _stored(path) == [0, 1, 2, 3]


async def test_closing_finishes_what_was_handed_in(writer: Writer, path: Path) -> None:
    stall = _Stall(writer)
    futures = [writer.submit(_insert(n)) for n in range(5)]
    closing = threading.Thread(target=writer.close)
    closing.start()
    stall.end()
    closing.join(10)
    assert all(future.exception() is None for future in futures)
    assert _stored(path) == list(range(5))
    with pytest.raises(Unavailable):
        await writer.run(_insert(6))


async def test_a_lock_of_another_program_fails_only_for_as_long_as_it_is_held(
    writer: Writer, path: Path
) -> None:
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreLocked):
        await writer.run(_insert(1))
    other.execute("ROLLBACK")
    other.close()
    await writer.run(_insert(1))
    assert _stored(path) == [1]


async def test_a_store_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    with pytest.raises(AriaError, match="permissions"):
        Writer(lambda: apsw.Connection(str(tmp_path / "no" / "such.db")))


# --- through the store -------------------------------------------------------------------


async def _cancelled_at(call: Any, step: int) -> bool:
    """Run a call, cancelled at its n-th await point; False if it ends before."""
    task = asyncio.ensure_future(call)
    for _ in range(step):
        await asyncio.sleep(0)
        if task.done():
            await task
            return False
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return True


@pytest.mark.parametrize("step", range(8))
async def test_a_write_cancelled_at_any_await_point_leaves_nothing_open_or_undone(
    store: SqliteStore, step: int
) -> None:
    owner = await add_profile(store)
    before = await add_entry(store, owner, "before")
    calls: list[Callable[[], Awaitable[object]]] = [
        lambda: store.save_entry(entry(owner, "maybe"), job_id=new_id()),
        lambda: store.apply(GraphDelta(owner.id, 0, BEGIN, save_entities=(entity(owner),))),
        lambda: store.edit_entry(before, job_id=new_id()),
        lambda: store.lease_jobs(now=BEGIN, until=BEGIN, limit=3),
    ]
    for call in calls:
        others = [asyncio.create_task(add_entry(store, owner, "beside")) for _ in range(5)]
        await _cancelled_at(call(), step)
        beside = [item.id for item in await asyncio.gather(*others)]
        stored = await store.list_entry_ids(owner.id)
        assert {before.id, *beside} <= set(stored)
    # What was cancelled happened whole or not at all: an entry always has its job.
    entries = (await store.list_entries(owner.id, limit=200)).items
    jobs = (await store.list_jobs(owner.id, limit=200)).items
    assert {item.id for item in entries} <= {job.subject_id for job in jobs}
    open_now = await store._engine.run_bare(lambda db: db.in_transaction)
    assert not open_now


async def test_a_full_disk_stores_nothing_and_says_so(store: SqliteStore) -> None:
    owner = await add_profile(store)
    kept = await add_entry(store, owner, "kept")

    def limit(db: apsw.Connection) -> None:
        pages = db.pragma("page_count")
        db.execute(f"PRAGMA max_page_count = {pages}").fetchall()

    await store._engine.run_bare(limit)
    tasks = [add_entry(store, owner, f"{n} " + "long " * 20_000) for n in range(5)]
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(answer) for answer in answers] == [DiskFull] * 5
    with pytest.raises(DiskFull):
        await apply(store, owner, save_entities=tuple(entity(owner, "x" * 900) for _ in range(99)))
    assert await store.list_entry_ids(owner.id) == (kept.id,)
    assert (await store.get_profile(owner.id)).version == 0
    await store._engine.run_bare(
        lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchall()
    )
    await add_entry(store, owner, "there is room again")
    assert len((await store.list_jobs(owner.id)).items) == 2


async def test_reads_of_one_call_see_one_snapshot(store: SqliteStore) -> None:
    owner = await add_profile(store)
    loop = asyncio.get_running_loop()

    def look(db: apsw.Connection) -> tuple[object, object]:
        (before,) = db.execute("SELECT count(*) FROM entry").fetchall()[0]
        asyncio.run_coroutine_threadsafe(add_entry(store, owner), loop).result(10)
        (after,) = db.execute("SELECT count(*) FROM entry").fetchall()[0]
        return before, after

    assert await store._engine.read(look) == (0, 0)
    assert len(await store.list_entry_ids(owner.id)) == 1


async def test_every_connection_is_as_careful_as_the_first(store: SqliteStore) -> None:
    def pragmas(db: apsw.Connection) -> dict[str, object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "temp_store")
        return {name: db.pragma(name) for name in names}

    expected = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
        "temp_store": 2,
    }
    assert await store._engine.run_bare(pragmas) == expected
    assert await store._engine.read(pragmas) == expected

    def index_options(db: apsw.Connection) -> list[object]:
        return [
            value
            for index in ("entry_fts", "entity_fts", "form_fts", "memory_fts", "passage_fts")
            for (value,) in db.execute(
                f"SELECT v FROM {index}_config WHERE k = 'secure-delete'"  # noqa: S608
            ).fetchall()
        ]

    assert await store._engine.read(index_options) == [1, 1, 1, 1, 1]
