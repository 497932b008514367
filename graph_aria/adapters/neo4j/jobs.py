"""The outbox: jobs, and the leases under which they are done, by however many processes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import instant_of, make_cursor, read_cursor
from graph_aria.adapters.neo4j.capture import move_mark, queue
from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record import AFTER_ALL_IDS
from graph_aria.adapters.neo4j.rows import stored, stored_or_none
from graph_aria.adapters.plain_rows import instant_or_none, job_of
from graph_aria.domain.days import LATEST, micros
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Job, Lease, Page
from graph_aria.errors import LeaseLost, StoreUnreachable

if TYPE_CHECKING:
    from datetime import datetime

_Q: Final = load_queries("jobs")
_KEEPING: Final = load_queries("keeping")
_JOBS_KEPT: Final = timedelta(days=30)
_KEYS_KEPT: Final = timedelta(days=7)
_LEASE_TRIES: Final = 5
_WINDOW: Final = 100
"""How many jobs of a kind are looked at before every profile is asked instead."""
_KINDS: Final = [{"name": kind.value, "urgency": kind.urgency} for kind in JobKind]


async def check_fence(tx: Tx, lease: Lease) -> None:
    """Refuse a lease that another one has followed, and let none follow in this transaction.

    Raises:
        NotFound: the profile is gone.
        LeaseLost: the lease's fence is not the profile's.
    """
    found = await row(tx, _Q["lock_profile"], profile=lease.profile_id)
    if found is None:
        raise no_profile(lease.profile_id)
    if found[0] != lease.fence:
        raise LeaseLost


async def mark_done(tx: Tx, lease: Lease, at: datetime, summary: str | None = None) -> None:
    """Mark the jobs of a lease done that have not failed meanwhile."""
    values = {
        "profile": lease.profile_id,
        "fence": lease.fence,
        "at": stored(at),
        "summary": summary,
        "ids": sorted(job.id for job in lease.jobs),
    }
    await rows(tx, _Q["mark_done"], **values)


class Neo4jJobs:
    """Implements `ports.Jobs`."""

    _engine: Engine
    _owed: dict[str, int]
    """Profiles that this process has yet to give free, with the fence of its lease."""
    _unsure: dict[str, datetime]
    """Profiles of which it never heard whether it holds them, with the end of the lease."""

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
        now = self._engine.clock.now()

        async def work(tx: Tx) -> Job | None:
            return await queue(
                tx,
                profile_id,
                job_id=job_id,
                kind=kind,
                due_at=due_at,
                created_at=now,
                subject_id=subject_id,
                slot=slot,
            )

        return await self._engine.write(work)

    async def lease_jobs(self, *, now: datetime, until: datetime, limit: int) -> Lease | None:
        """See `ports.Jobs`; what is due longest comes first, a scrub last of all.

        The jobs count the attempts before this one. Where others are always faster, None:
        the next call looks again.
        """
        at = stored(now)
        await self._release_owed()

        async def look(tx: Tx) -> str | None:
            values = {"now": at, "kinds": _KINDS}
            found = await row(tx, _Q["find_due"], **values, window=_WINDOW)
            if found is None or not found[1]:
                found = await row(tx, _Q["find_due_of_all"], **values)
            return None if found is None else found[0]

        # Most ticks find nothing: those must hold nobody up.
        for _ in range(_LEASE_TRIES):
            profile_id = await self._engine.read(look)
            if profile_id is None:
                return None
            take = partial(
                _take_lease,
                profile_id=profile_id,
                now=at,
                until=until,
                limit=limit,
                holder=self._engine.address.holder,
            )
            try:
                lease = await self._engine.write(take)
            except StoreUnreachable:
                # It may have been given all the same, and then nobody else would get it.
                self._unsure[profile_id] = until
                raise
            if lease is not None:
                return lease
        return None

    async def finish_jobs(self, lease: Lease, *, at: datetime, summary: str | None = None) -> None:
        """See `ports.Jobs`.

        Raises:
            LeaseLost: the lease's fence is not the profile's.
        """

        async def work(tx: Tx) -> None:
            await check_fence(tx, lease)
            await mark_done(tx, lease, at, summary)
            if any(job.kind == JobKind.FADE for job in lease.jobs):
                await _forget_old(tx, lease.profile_id, at)

        await self._engine.write(work)

    async def fail_job(
        self, lease: Lease, job_id: str, *, reason: str, retry_at: datetime | None
    ) -> None:
        """See `ports.Jobs`.

        Raises:
            LeaseLost: the lease's fence is not the profile's.
        """
        values = {
            "profile": lease.profile_id,
            "id": job_id,
            "reason": reason,
            "retry_at": stored_or_none(retry_at),
            "now": stored(self._engine.clock.now()),
        }

        async def work(tx: Tx) -> None:
            await check_fence(tx, lease)
            await rows(tx, _Q["fail_job"], **values)

        await self._engine.write(work)

    async def release(self, lease: Lease) -> None:
        """See `ports.Jobs`; a lease that is lost changes nothing.

        The attempt of what was not finished is not counted. A server that cannot be reached
        is told later: before this process leases anything again.
        """
        self._owed[lease.profile_id] = lease.fence
        with suppress(StoreUnreachable):
            await self._release_owed()

    async def _release_owed(self) -> None:
        for profile_id, until in list(self._unsure.items()):
            asked = {"until": stored(until), "holder": self._engine.address.holder}
            await self._engine.write(partial(_release_unsure, profile_id=profile_id, asked=asked))
            if self._unsure.get(profile_id) == until:
                del self._unsure[profile_id]
        for profile_id, fence in list(self._owed.items()):
            values = {"profile": profile_id, "fence": fence}
            await self._engine.write(partial(_release, values=values))
            if self._owed.get(profile_id) == fence:
                del self._owed[profile_id]

    async def free_held(self) -> None:
        """Give free what an earlier process of this one's name held when it ended."""
        holder = self._engine.address.holder
        if holder is not None:
            await self._engine.write(lambda tx: rows(tx, _Q["free_held"], holder=holder))

    async def list_jobs(
        self,
        profile_id: str,
        *,
        state: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Job]:
        """Jobs, newest first, ties by id descending."""
        before, before_id = LATEST, AFTER_ALL_IDS
        if cursor is not None:
            position, before_id = read_cursor("jobs", cursor, int, str)
            before = instant_of(position)
        values: dict[str, Any] = {
            "profile": profile_id,
            "state": state,
            "before": before,
            "before_id": before_id,
            "limit": limit + 1,
        }

        async def work(tx: Tx) -> Page[Job]:
            found = await row(tx, _Q["list_jobs"], **values)
            if found is None:
                raise no_profile(profile_id)
            (listed,) = found
            items = tuple(job_of(item, profile_id) for item in listed[:limit])
            if len(listed) <= limit or not items:
                return Page(items)
            return Page(items, make_cursor("jobs", micros(items[-1].created_at), items[-1].id))

        return await self._engine.read(work)

    async def retry_jobs(self, profile_id: str, *, at: datetime, job_id: str | None = None) -> int:
        """See `ports.Jobs`; attempts are counted from the beginning again."""

        async def work(tx: Tx) -> int:
            values = {"profile": profile_id, "at": stored(at), "id": job_id}
            found = await row(tx, _Q["retry_jobs"], **values)
            if found is None:
                raise no_profile(profile_id)
            return int(found[0])

        return await self._engine.write(work)

    async def count_jobs(self) -> dict[str, int]:
        """See `ports.Jobs`."""

        async def work(tx: Tx) -> dict[str, int]:
            return {str(state): int(n) for state, n in await rows(tx, _Q["count_jobs"])}

        return await self._engine.read(work)

    async def read_mark(self) -> datetime | None:
        """See `ports.Jobs`."""

        async def work(tx: Tx) -> datetime | None:
            found = await row(tx, _KEEPING["read_mark"])
            return None if found is None else instant_or_none(found[0])

        return await self._engine.read(work)

    async def move_mark(self, at: datetime) -> None:
        """See `ports.Jobs`."""
        await self._engine.write(lambda tx: move_mark(tx, at))


async def _take_lease(
    tx: Tx,
    *,
    profile_id: str,
    now: datetime,
    until: datetime,
    limit: int,
    holder: str | None,
) -> Lease | None:
    """Lease what is due of a profile, unless somebody was faster."""
    here = {"profile": profile_id, "now": now}
    held = {"until": stored(until), "holder": holder, "kinds": _KINDS}
    taken = await row(tx, _Q["take_lease"], **here, **held)
    if taken is None:
        return None
    fence, kind = taken
    # What a worker that died held is waiting again.
    await rows(tx, _Q["requeue_leased"], profile=profile_id)
    leased = await rows(tx, _Q["lease_jobs"], **here, kind=kind, fence=fence, limit=limit)
    jobs = sorted((job_of(item[0], profile_id) for item in leased), key=_age)
    before = tuple(replace(job, attempts=job.attempts - 1) for job in jobs)
    return Lease(profile_id, fence, until, before)


async def _release(tx: Tx, *, values: dict[str, Any]) -> None:
    await rows(tx, _Q["release"], **values)


async def _release_unsure(tx: Tx, *, profile_id: str, asked: dict[str, Any]) -> None:
    found = await row(tx, _Q["find_unsure"], profile=profile_id, **asked)
    if found is not None:
        await _release(tx, values={"profile": profile_id, "fence": found[0]})


async def _forget_old(tx: Tx, profile_id: str, at: datetime) -> None:
    """Once a day will do, and the pass over what faded is daily."""
    before = stored(at)
    await rows(tx, _Q["forget_jobs"], profile=profile_id, before=before - _JOBS_KEPT)
    await rows(tx, _Q["forget_keys"], profile=profile_id, before=before - _KEYS_KEPT)


def _age(job: Job) -> tuple[datetime, str]:
    return job.due_at, job.id
