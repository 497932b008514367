"""One thread that writes: whole transactions as functions, captures in groups.

A function that was handed in runs whole or not at all, whatever becomes of the task
that waits for it. (Connections shared between tasks were tried and lost acknowledged
inserts by another task's rollback.)
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from enum import Enum
from typing import Any, Final, TypeVar

import apsw

from graph_aria.adapters.sqlite.faults import translated
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.errors import Unavailable

T = TypeVar("T")
Work = Callable[[apsw.Connection], T]

_MOST_IN_A_GROUP: Final = 256
_Q: Final = load_queries("keeping")


class Manner(Enum):
    """How a function is run: in a transaction of its own, in a shared one, or in none."""

    ALONE = "alone"
    GROUPED = "grouped"
    BARE = "bare"


class _Task:
    __slots__ = ("future", "manner", "work")

    def __init__(self, work: Work[Any], manner: Manner) -> None:
        self.work = work
        self.manner = manner
        self.future: Future[Any] = Future()
        # From here on it counts as running: nobody who stops waiting can take it back.
        self.future.set_running_or_notify_cancel()


class Writer:
    """The thread that owns the connection which writes."""

    def __init__(self, open_connection: Callable[[], apsw.Connection]) -> None:
        """Open the connection in the new thread.

        Raises:
            AriaError: what opening it failed with.
        """
        self._open_connection = open_connection
        self._tasks: deque[_Task] = deque()
        self._wakes = threading.Condition()
        self._closing = False
        opened: Future[None] = Future()
        self._thread = threading.Thread(
            target=self._live, args=(opened,), name="aria-writer", daemon=True
        )
        self._thread.start()
        opened.result()

    async def run(
        self,
        work: Work[T],
        manner: Manner = Manner.ALONE,
        *,
        then: Callable[[Future[T]], None] | None = None,
    ) -> T:
        """Run a function on the connection and give its answer once that is durable.

        Args:
            work: reads and writes; it neither begins nor ends a transaction.
            manner: GROUPED functions that wait together share one commit, each within
                a savepoint of its own, so that one's failure undoes only its own.
            then: called in the writer's thread when it has ended, before anybody is told
                and before the next one begins.

        Raises:
            AriaError: what went wrong; nothing of `work` is stored then.
        """
        # The shield keeps a cancelled task from marking the future; the work goes on.
        return await asyncio.shield(asyncio.wrap_future(self.submit(work, manner, then=then)))

    def submit(
        self,
        work: Work[T],
        manner: Manner = Manner.ALONE,
        *,
        then: Callable[[Future[T]], None] | None = None,
    ) -> Future[T]:
        """The same for whoever has no event loop."""
        task = _Task(work, manner)
        if then is not None:
            task.future.add_done_callback(then)
        with self._wakes:
            if self._closing:
                raise Unavailable("the store is closed")
            self._tasks.append(task)
            self._wakes.notify()
        return task.future

    def close(self) -> None:
        """Finish what was handed in, then close the connection; safe to repeat."""
        with self._wakes:
            self._closing = True
            self._wakes.notify()
        self._thread.join()

    def _live(self, opened: Future[None]) -> None:
        try:
            db = self._open_connection()
        except BaseException as error:  # noqa: BLE001 - told to the one who waits
            opened.set_exception(translated(error))
            return
        opened.set_result(None)
        try:
            while tasks := self._next():
                if tasks[0].manner is Manner.BARE:
                    _run_bare(db, tasks[0])
                else:
                    _run_together(db, tasks)
        finally:
            db.close()

    def _next(self) -> list[_Task]:
        """The next task, or as many grouped ones as wait in a row; none at the end."""
        with self._wakes:
            while not self._tasks:
                if self._closing:
                    return []
                self._wakes.wait()
            tasks = [self._tasks.popleft()]
            if tasks[0].manner is Manner.GROUPED:
                while (
                    self._tasks
                    and self._tasks[0].manner is Manner.GROUPED
                    and len(tasks) < _MOST_IN_A_GROUP
                ):
                    tasks.append(self._tasks.popleft())
            return tasks


def _run_bare(db: apsw.Connection, task: _Task) -> None:
    try:
        answer = task.work(db)
    except BaseException as error:  # noqa: BLE001 - told to the one who waits
        task.future.set_exception(translated(error))
    else:
        task.future.set_result(answer)


def _run_together(db: apsw.Connection, tasks: list[_Task]) -> None:
    """Run tasks in one transaction; tell nobody of success before it is durable."""
    answers: list[tuple[_Task, Any]] = []
    failures: list[tuple[_Task, BaseException]] = []
    try:
        db.execute(_Q["begin_write"])
        for task in tasks:
            answer, failure = _run_within(db, task)
            if failure is None:
                answers.append((task, answer))
            else:
                failures.append((task, failure))
        db.execute(_Q["commit"])
    except BaseException as error:  # noqa: BLE001 - told to the ones who wait
        _roll_back(db)
        told = {id(task) for task, _ in failures}
        failures += [(task, translated(error)) for task in tasks if id(task) not in told]
        answers = []
    for task, failure in failures:
        task.future.set_exception(failure)
    for task, answer in answers:
        task.future.set_result(answer)


def _run_within(db: apsw.Connection, task: _Task) -> tuple[Any, BaseException | None]:
    """Run a task within a savepoint; its answer, or why only what it did is undone.

    Raises:
        BaseException: the whole transaction failed with it.
    """
    db.execute(_Q["open_savepoint"])
    try:
        answer = task.work(db)
    except BaseException as error:
        # A full or a broken disk can make SQLite drop the whole transaction.
        if not db.in_transaction:
            raise
        db.execute(_Q["undo_savepoint"])
        db.execute(_Q["close_savepoint"])
        return None, translated(error)
    db.execute(_Q["close_savepoint"])
    return answer, None


def _roll_back(db: apsw.Connection) -> None:
    # Where even this fails the file is beyond help, and the next task will be told so;
    # the thread must live to tell it.
    with suppress(apsw.Error):
        if db.in_transaction:
            db.execute(_Q["rollback"])
