from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from graph_aria.domain.days import MARK_TRUST
from graph_aria.domain.records import JobKind, Profile
from graph_aria.domain.views import Job, Lease
from graph_aria.errors import LeaseLost, NotFound
from graph_aria.ports import Store
from tests.contract.samples import (
    BEGIN,
    FixedClock,
    add_entry,
    add_profile,
    at,
    day_of,
    entry,
    new_id,
)


async def _queue(
    store: Store,
    owner: Profile,
    job_id: str,
    kind: JobKind = JobKind.FADE,
    due: float = 0,
    subject_id: str | None = None,
    slot: str | None = None,
) -> Job | None:
    return await store.queue_job(
        job_id=job_id,
        profile_id=owner.id,
        kind=kind,
        due_at=at(due),
        subject_id=subject_id,
        slot=slot,
    )


async def _lease(store: Store, now: float = 0, hours: float = 1, limit: int = 9) -> Lease | None:
    return await store.lease_jobs(now=at(now), until=at(now) + timedelta(hours=hours), limit=limit)


async def _held(store: Store, now: float = 0, limit: int = 9) -> Lease:
    lease = await _lease(store, now, limit=limit)
    assert lease is not None
    return lease


async def _states(store: Store, owner: Profile) -> dict[str, str]:
    return {job.id: job.state for job in (await store.list_jobs(owner.id)).items}


def _ids(lease: Lease | None) -> list[str]:
    return [] if lease is None else [job.id for job in lease.jobs]


async def test_a_queued_job_comes_back_as_it_was_queued(store: Store, owner: Profile) -> None:
    job = await _queue(store, owner, "a", JobKind.READ, 3, subject_id="e", slot="2026-01-01")
    assert job == Job("a", owner.id, "read", "e", "queued", 0, at(3), BEGIN)
    assert (await store.list_jobs(owner.id)).items == (job,)


async def test_a_slot_is_used_once(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    assert await _queue(store, owner, "a", slot="2026-01-01")
    lease = await _held(store)
    await store.finish_jobs(lease, at=BEGIN)
    await store.release(lease)
    assert await _queue(store, owner, "b", slot="2026-01-01") is None
    assert await _queue(store, owner, "c", slot="2026-01-02")
    assert await _queue(store, owner, "d", JobKind.CHAPTERS, slot="2026-01-01")
    assert await _queue(store, other, "e", slot="2026-01-01")


async def test_without_a_slot_one_of_a_kind_and_subject_waits(store: Store, owner: Profile) -> None:
    assert await _queue(store, owner, "a")
    assert await _queue(store, owner, "b") is None
    assert await _queue(store, owner, "c", subject_id="e")
    assert await _queue(store, owner, "d", subject_id="e") is None
    assert await _queue(store, owner, "e", slot="2026-01-01")
    assert await _queue(store, owner, "f", JobKind.SCRUB)
    lease = await _held(store)
    # What is under way no longer waits: what came meanwhile is not in it.
    assert await _queue(store, owner, "g")
    await store.release(lease)


async def test_queueing_at_once_from_many_sides_queues_once(store: Store, owner: Profile) -> None:
    calls = [_queue(store, owner, f"job {n}", slot="2026-01-01") for n in range(10)]
    answers = await asyncio.gather(*calls)
    assert sum(answer is not None for answer in answers) == 1


async def test_a_lease_takes_what_is_due_of_one_kind_oldest_first(
    store: Store, owner: Profile
) -> None:
    await _queue(store, owner, "late", due=2, subject_id="1")
    await _queue(store, owner, "b", due=1, subject_id="2")
    await _queue(store, owner, "a", due=1, subject_id="3")
    await _queue(store, owner, "other", JobKind.CHAPTERS, due=1.5)
    await _queue(store, owner, "future", due=9, subject_id="4")
    assert await _lease(store, 0.5) is None
    first = await _held(store, 3, limit=2)
    assert _ids(first) == ["a", "b"]
    assert {job.state for job in first.jobs} == {"leased"}
    assert (first.profile_id, first.until) == (owner.id, at(3) + timedelta(hours=1))
    await store.finish_jobs(first, at=at(3), summary="2 things")
    await store.release(first)
    second = await _held(store, 3)
    assert _ids(second) == ["other"]
    assert second.fence > first.fence
    await store.finish_jobs(second, at=at(3))
    await store.release(second)
    assert _ids(await _lease(store, 3)) == ["late"]
    (done,) = [job for job in (await store.list_jobs(owner.id)).items if job.id == "a"]
    assert (done.state, done.summary, done.finished_at) == ("done", "2 things", at(3))


async def test_a_scrub_waits_until_nothing_else_is_due(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    await _queue(store, owner, "scrub", JobKind.SCRUB, due=-5)
    await _queue(store, owner, "chapters", JobKind.CHAPTERS, due=0)
    await _queue(store, other, "fade", due=1)
    got = []
    for _ in range(3):
        lease = await _held(store, 2)
        got += _ids(lease)
        await store.finish_jobs(lease, at=at(2))
        await store.release(lease)
    assert got == ["chapters", "fade", "scrub"]


async def test_a_profile_that_is_held_is_left_alone_and_blocks_no_other(
    store: Store, owner: Profile
) -> None:
    other = await add_profile(store, "Bea")
    await _queue(store, owner, "a", subject_id="1")
    await _queue(store, owner, "b", JobKind.CHAPTERS)
    await _queue(store, other, "c", due=0.01)
    assert _ids(await _lease(store, 0.02)) == ["a"]
    assert _ids(await _lease(store, 0.02)) == ["c"]
    assert await _lease(store, 0.02) is None


async def test_a_long_backlog_of_a_profile_that_is_held_hides_no_other(
    store: Store, owner: Profile
) -> None:
    other = await add_profile(store, "Bea")
    for n in range(130):
        await _queue(store, owner, f"job {n:03}", JobKind.READ, due=n / 1000, subject_id=str(n))
    await _queue(store, other, "last", JobKind.READ, due=1, subject_id="e")
    assert _ids(await _lease(store, 2, limit=2)) == ["job 000", "job 001"]
    assert _ids(await _lease(store, 2)) == ["last"]
    assert await _lease(store, 2) is None


async def test_a_job_from_the_future_is_due(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    clock.instant = at(9)
    await _queue(store, owner, "ahead", due=9)
    await _queue(store, owner, "later", due=10, subject_id="1")
    clock.instant = at(0)
    await _queue(store, owner, "not yet", due=1, subject_id="2")
    lease = await _held(store, 0.5)
    assert _ids(lease) == ["ahead", "later"]
    await store.finish_jobs(lease, at=at(0.5))
    await store.release(lease)
    assert await _lease(store, 0.5) is None
    assert _ids(await _lease(store, 1)) == ["not yet"]


async def test_many_workers_do_every_job_once(store: Store, owner: Profile) -> None:
    profiles = [owner, *[await add_profile(store, f"P{n}") for n in range(4)]]
    for whose in profiles:
        for n in range(9):
            await _queue(store, whose, f"job {n}", due=n / 100, subject_id=str(n))
    done: list[tuple[str, str]] = []
    held: set[str] = set()

    async def work() -> None:
        while await store.count_jobs():
            lease = await _lease(store, 1, limit=2)
            if lease is None:
                await asyncio.sleep(0.01)
                continue
            assert lease.profile_id not in held
            held.add(lease.profile_id)
            await asyncio.sleep(0)
            done.extend((lease.profile_id, job.id) for job in lease.jobs)
            await store.finish_jobs(lease, at=at(1))
            held.discard(lease.profile_id)
            await store.release(lease)

    await asyncio.gather(*(work() for _ in range(6)))
    assert len(done) == 45
    assert len(set(done)) == 45


async def test_leases_at_once_never_share_a_job(store: Store, owner: Profile) -> None:
    for n in range(6):
        await _queue(store, owner, f"job {n}", subject_id=str(n))
    leases = await asyncio.gather(*(_lease(store, limit=3) for _ in range(8)))
    assert sum(lease is not None for lease in leases) == 1


async def test_a_lease_that_ran_out_is_taken_over_and_worth_nothing(
    store: Store, owner: Profile
) -> None:
    await _queue(store, owner, "a")
    lost = await _held(store)
    taken = await _held(store, 1)
    assert _ids(taken) == ["a"]
    assert taken.fence > lost.fence
    assert taken.jobs[0].attempts == 1
    for call in (
        store.finish_jobs(lost, at=at(1)),
        store.fail_job(lost, "a", reason="x", retry_at=None),
    ):
        with pytest.raises(LeaseLost):
            await call
    await store.release(lost)
    assert await _states(store, owner) == {"a": "leased"}
    await store.finish_jobs(taken, at=at(1))
    assert await _states(store, owner) == {"a": "done"}


async def test_a_job_that_backs_off_or_is_dead_blocks_nobody(store: Store, owner: Profile) -> None:
    for n in range(3):
        await _queue(store, owner, f"job {n}", due=n / 100, subject_id=str(n))
    lease = await _held(store, 0.5, limit=2)
    await store.fail_job(lease, "job 0", reason="later", retry_at=at(2))
    await store.fail_job(lease, "job 1", reason="never", retry_at=None)
    await store.release(lease)
    assert await _states(store, owner) == {"job 0": "queued", "job 1": "dead", "job 2": "queued"}
    third = await _held(store, 0.5)
    assert _ids(third) == ["job 2"]
    await store.finish_jobs(third, at=at(0.5))
    await store.release(third)
    assert await _lease(store, 1.9) is None
    again = await _held(store, 2)
    assert [(job.id, job.attempts, job.reason) for job in again.jobs] == [("job 0", 1, "later")]


async def test_what_failed_is_not_done_with_the_rest_of_its_lease(
    store: Store, owner: Profile
) -> None:
    await _queue(store, owner, "a", subject_id="1")
    await _queue(store, owner, "b", subject_id="2")
    lease = await _held(store)
    await store.fail_job(lease, "a", reason="bad", retry_at=None)
    await store.finish_jobs(lease, at=at(1))
    assert await _states(store, owner) == {"a": "dead", "b": "done"}


async def test_released_jobs_wait_again_as_if_they_had_not_been_tried(
    store: Store, owner: Profile
) -> None:
    await _queue(store, owner, "a")
    for _ in range(3):
        lease = await _held(store)
        assert lease.jobs[0].attempts == 0
        await store.release(lease)
        await store.release(lease)
    assert await _states(store, owner) == {"a": "queued"}


async def test_dead_jobs_are_queued_again_on_request(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    clock.instant = at(4)
    for n in range(3):
        await _queue(store, owner, f"job {n}", subject_id=str(n))
    lease = await _held(store)
    for job in lease.jobs:
        await store.fail_job(lease, job.id, reason="bad", retry_at=None)
    await store.release(lease)
    dead = (await store.list_jobs(owner.id, state="dead")).items
    assert [(job.reason, job.finished_at) for job in dead] == [("bad", at(4))] * 3
    assert await store.count_jobs() == {"dead": 3}
    assert await store.retry_jobs(owner.id, at=at(5), job_id="job 1") == 1
    assert await store.retry_jobs(owner.id, at=at(5), job_id="job 1") == 0
    assert await store.retry_jobs(owner.id, at=at(6)) == 2
    (first, *_) = (await store.list_jobs(owner.id, state="queued")).items[::-1]
    assert await store.count_jobs() == {"queued": 3}
    assert first.attempts == 0
    assert _ids(await _lease(store, 6)) == ["job 1", "job 0", "job 2"]


async def test_jobs_are_listed_newest_first_page_by_page(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    for n in range(9):
        clock.instant = at(n // 3)
        await _queue(store, owner, f"job {n}", subject_id=str(n))
    expected = [f"job {n}" for n in range(8, -1, -1)]
    for limit in (1, 2, 9):
        got: list[str] = []
        cursor = None
        while True:
            page = await store.list_jobs(owner.id, cursor=cursor, limit=limit)
            got += [job.id for job in page.items]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert got == expected


async def test_jobs_of_an_unknown_profile_are_refused(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.queue_job(job_id="a", profile_id="?", kind=JobKind.FADE, due_at=BEGIN)
    with pytest.raises(NotFound):
        await store.retry_jobs("?", at=BEGIN)
    assert await store.count_jobs() == {}
    assert await _lease(store) is None


async def test_a_hundred_entries_are_leased_in_order(store: Store, owner: Profile) -> None:
    made = [await add_entry(store, owner, f"n {n}", day=n / 1000) for n in range(100)]
    got: list[str | None] = []
    while lease := await _lease(store, 1, limit=32):
        got += [job.subject_id for job in lease.jobs]
        await store.finish_jobs(lease, at=at(1))
        await store.release(lease)
    assert got == [item.id for item in made]


async def test_the_mark_goes_back_only_from_where_it_is_not_believed(store: Store) -> None:
    assert await store.read_mark() is None
    for moved, expected in (
        (at(1), at(1)),
        (at(0.5), at(1)),
        (at(2), at(2)),
        (at(2) - MARK_TRUST, at(2)),
        (at(2) - MARK_TRUST - timedelta(microseconds=1),) * 2,
    ):
        await store.move_mark(moved)
        assert await store.read_mark() == expected


async def test_marks_moved_at_once_leave_the_latest(store: Store) -> None:
    await asyncio.gather(*(store.move_mark(at(n / 100)) for n in (5, 1, 9, 3, 7, 2, 8)))
    assert await store.read_mark() == at(0.09)


async def _fade(store: Store, owner: Profile, day: int) -> None:
    await _queue(store, owner, f"fade {day}", due=day, slot=day_of(day).isoformat())
    lease = await _held(store, day)
    await store.finish_jobs(lease, at=at(day))
    await store.release(lease)


async def test_what_was_done_a_month_ago_is_forgotten_and_later_slots_are_not(
    store: Store, owner: Profile
) -> None:
    other = await add_profile(store, "Bea")
    await _fade(store, other, 0)
    for day in (0, 1, 2):
        await _fade(store, owner, day)
    await _queue(store, owner, "dead", JobKind.CHAPTERS, due=2)
    lease = await _held(store, 2)
    await store.fail_job(lease, "dead", reason="x", retry_at=None)
    await store.release(lease)
    await _queue(store, owner, "waiting", due=99)
    await _fade(store, owner, 31)
    jobs = await _states(store, owner)
    assert jobs == {
        "fade 1": "done", "fade 2": "done", "fade 31": "done", "dead": "dead", "waiting": "queued"
    }  # fmt: skip
    assert await _queue(store, owner, "again", slot=day_of(1).isoformat()) is None
    assert await _states(store, other) == {"fade 0": "done"}


async def test_other_jobs_forget_nothing(store: Store, owner: Profile) -> None:
    await _fade(store, owner, 0)
    await _queue(store, owner, "chapters", JobKind.CHAPTERS, due=99)
    lease = await _held(store, 99)
    await store.finish_jobs(lease, at=at(99))
    await store.release(lease)
    assert set(await _states(store, owner)) == {"fade 0", "chapters"}


async def test_a_key_is_forgotten_after_a_week(store: Store, owner: Profile) -> None:
    async def send(text: str, day: float, key: str) -> bool:
        made = entry(owner, text, day)
        saved = await store.save_entry(made, job_id=new_id(), idempotency_key=key)
        lease = await _held(store, day)
        await store.finish_jobs(lease, at=at(day))
        await store.release(lease)
        return saved.created

    assert await send("old", 0, "old")
    assert await send("new", 1, "new")
    await _fade(store, owner, 8)
    again = await store.save_entry(entry(owner, "new", 8), job_id=new_id(), idempotency_key="new")
    assert not again.created
    assert await send("other words", 8, "old")
