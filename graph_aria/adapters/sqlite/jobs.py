"""The outbox: jobs, and the leases under which they are done."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.plain_rows import instant_or_none, job_of
from graph_aria.adapters.sqlite.capture import URGENCY, move_mark
from graph_aria.adapters.sqlite.engine import Engine, profile_key, row, rows
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import micros_or_none
from graph_aria.domain.days import micros
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Job, Lease, Page
from graph_aria.errors import LeaseLost

if TYPE_CHECKING:
    from datetime import datetime

    import apsw

_Q: Final = load_queries("jobs")
_KEEPING: Final = load_queries("keeping")
_RECORD: Final = load_queries("record")
_JOBS_KEPT: Final = timedelta(days=30)
_KEYS_KEPT: Final = timedelta(days=7)


def check_fence(db: apsw.Connection, key: int, lease: Lease) -> None:
    """Refuse a lease that another one has followed.

    Raises:
        LeaseLost: the lease's fence is not the profile's.
    """
    found = row(db, _Q["read_fence"], (key,))
    if found is None or found[0] != lease.fence:
        raise LeaseLost


def mark_done(
    db: apsw.Connection, key: int, lease: Lease, at: datetime, summary: str | None = None
) -> None:
    """Mark the jobs of a lease done that have not failed meanwhile."""
    values = {
        "profile": key,
        "fence": lease.fence,
        "at": micros(at),
        "summary": summary,
        "ids": json.dumps([job.id for job in lease.jobs]),
    }
    db.execute(_Q["mark_done"], values)


class SqliteJobs:
    """Implements `ports.Jobs`."""

    _engine: Engine

    async def queue_job(
        self,
        *,
        job_id: str,
        profile_id: str,
        kind: JobKind,
        due_at: datetime,
        subject_id: str | None = None,
        slot: str | None = None,
    ) -> Job | None:
        """See `ports.Jobs`."""

        def work(db: apsw.Connection) -> Job | None:
            values = {
                "profile": profile_key(db, profile_id),
                "id": job_id,
                "kind": kind.value,
                "urgency": URGENCY[kind],
                "subject_id": subject_id,
                "slot": slot,
                "due_at": micros(due_at),
                "created_at": micros(self._engine.clock.now()),
            }
            found = row(db, _Q["queue_job"], values)
            return None if found is None else job_of(found, profile_id)

        return await self._engine.write(work)

    async def lease_jobs(self, *, now: datetime, until: datetime, limit: int) -> Lease | None:
        """See `ports.Jobs`; what is due longest comes first, a scrub last of all.

        The jobs count the attempts before this one.
        """
        values: dict[str, Any] = {"now": micros(now), "until": micros(until), "limit": limit}

        def look(db: apsw.Connection) -> bool:
            return row(db, _Q["find_due"], values) is not None

        def work(db: apsw.Connection) -> Lease | None:
            found = row(db, _Q["find_due"], values)
            if found is None:
                return None
            key, profile_id, kind = found
            here = {**values, "profile": key, "kind": kind}
            fence = rows(db, _Q["take_lease"], here)[0][0]
            # What a worker that died held is waiting again.
            db.execute(_Q["requeue_leased"], here)
            jobs = rows(db, _Q["lease_jobs"], {**here, "fence": fence})
            leased = sorted((job_of(item, profile_id) for item in jobs), key=_age)
            return Lease(profile_id, fence, until, tuple(leased))

        # Most ticks find nothing: those must not wait for the writer.
        if not await self._engine.read(look):
            return None
        return await self._engine.write(work)

    async def finish_jobs(self, lease: Lease, *, at: datetime, summary: str | None = None) -> None:
        """See `ports.Jobs`.

        Raises:
            LeaseLost: the lease's fence is not the profile's.
        """

        def work(db: apsw.Connection) -> None:
            key = profile_key(db, lease.profile_id)
            check_fence(db, key, lease)
            mark_done(db, key, lease, at, summary)
            if any(job.kind == JobKind.FADE for job in lease.jobs):
                _forget_old(db, key, at)

        await self._engine.write(work)

    async def fail_job(
        self, lease: Lease, job_id: str, *, reason: str, retry_at: datetime | None
    ) -> None:
        """See `ports.Jobs`.

        Raises:
            LeaseLost: the lease's fence is not the profile's.
        """

        def work(db: apsw.Connection) -> None:
            key = profile_key(db, lease.profile_id)
            check_fence(db, key, lease)
            values = {
                "profile": key,
                "id": job_id,
                "reason": reason,
                "retry_at": micros_or_none(retry_at),
                "now": micros(self._engine.clock.now()),
            }
            db.execute(_Q["fail_job"], values)

        await self._engine.write(work)

    async def release(self, lease: Lease) -> None:
        """See `ports.Jobs`; a lease that is lost changes nothing.

        The attempt of what was not finished is not counted.
        """

        def work(db: apsw.Connection) -> None:
            values = {"id": lease.profile_id, "fence": lease.fence}
            freed = row(db, _Q["free_profile"], values)
            if freed is not None:
                db.execute(_Q["give_back"], {"profile": freed[0], "fence": lease.fence})

        await self._engine.write(work)

    async def list_jobs(
        self,
        profile_id: str,
        *,
        state: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Job]:
        """Jobs, newest first, ties by id descending."""
        before_at, before_id = None, ""
        if cursor is not None:
            before_at, before_id = read_cursor("jobs", cursor, int, str)

        def work(db: apsw.Connection) -> Page[Job]:
            values = {
                "profile": profile_key(db, profile_id),
                "state": state,
                "before_at": before_at,
                "before_id": before_id,
                "limit": limit + 1,
            }
            found = rows(db, _Q["list_jobs"], values)
            items = tuple(job_of(item, profile_id) for item in found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            return Page(items, make_cursor("jobs", micros(items[-1].created_at), items[-1].id))

        return await self._engine.read(work)

    async def retry_jobs(self, profile_id: str, *, at: datetime, job_id: str | None = None) -> int:
        """See `ports.Jobs`; attempts are counted from the beginning again."""

        def work(db: apsw.Connection) -> int:
            values = {"profile": profile_key(db, profile_id), "at": micros(at), "id": job_id}
            return len(rows(db, _Q["retry_jobs"], values))

        return await self._engine.write(work)

    async def count_jobs(self) -> dict[str, int]:
        """See `ports.Jobs`."""
        counted = await self._engine.read(lambda db: rows(db, _Q["count_jobs"]))
        return dict(counted)

    async def read_mark(self) -> datetime | None:
        """See `ports.Jobs`."""
        found = await self._engine.look(lambda db: row(db, _KEEPING["read_meta"], {"name": "mark"}))
        return None if found is None else instant_or_none(found[0])

    async def move_mark(self, at: datetime) -> None:
        """See `ports.Jobs`."""
        await self._engine.write(lambda db: move_mark(db, at), grouped=True)


def _forget_old(db: apsw.Connection, key: int, at: datetime) -> None:
    """Once a day will do, and the pass over what faded is daily."""
    db.execute(_Q["forget_jobs"], {"profile": key, "before": micros(at - _JOBS_KEPT)})
    db.execute(_RECORD["forget_keys"], {"profile": key, "before": micros(at - _KEYS_KEPT)})


def _age(job: Job) -> tuple[datetime, str]:
    return job.due_at, job.id
