"""Leases among several processes on one Neo4j, each of which may end, or not be heard, any time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from neo4j.exceptions import ServiceUnavailable

from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.engine import Engine, Work, rows
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import EntryState, JobKind, Profile
from graph_aria.domain.views import Job, Lease
from graph_aria.errors import LeaseLost, StoreUnreachable
from graph_aria.ports import Graph
from graph_aria.stages import read as reading
from graph_aria.stages.capture import capture
from graph_aria.stages.merge import merge
from graph_aria.stages.schedule import DAILY, WEEKLY, schedule
from graph_aria.stages.work import LEASE, work
from tests.contract.samples import add_profile
from tests.faculties import faculties_with
from tests.line.world import ScriptedReader, TurnedClock, after
from tests.servers import Neo4jUnderTest

N_PROCESSES = 3
N_EACH = 10
MINUTE = timedelta(minutes=1)
Compute = Callable[[], Awaitable[GraphDelta]]


@dataclass
class Process:
    """What one process has: a store with a driver of its own, and a reader."""

    store: Neo4jStore
    clock: TurnedClock
    reader: ScriptedReader = field(default_factory=ScriptedReader)
    ids: UuidIds = field(default_factory=UuidIds)

    async def work(self) -> int:
        return await work(self.store, faculties_with(self.reader), self.clock, self.ids)

    async def say(self, owner: Profile, text: str, day: float = 0) -> str:
        saved = await capture(
            self.store,
            self.clock,
            self.ids,
            owner,
            form=EntryForm.JOURNAL,
            text=text,
            occurred_at=after(day),
        )
        return saved.entry.id

    async def lease(self) -> Lease:
        now = self.clock.now()
        found = await self.store.lease_jobs(now=now, until=now + LEASE, limit=99)
        assert found is not None
        return found


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock(after(1))


@pytest.fixture
def open_process(neo4j: Neo4jUnderTest, clock: TurnedClock) -> Callable[[str], Awaitable[Process]]:
    async def open_(holder: str) -> Process:
        address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database, holder=holder)
        return Process(await Neo4jStore.open(address, clock=clock), clock)

    return open_


@pytest.fixture
async def processes(
    open_process: Callable[[str], Awaitable[Process]],
) -> AsyncIterator[list[Process]]:
    opened = [await open_process(f"process {n}") for n in range(N_PROCESSES)]
    yield opened
    for process in opened:
        await process.store.close()


@pytest.fixture
async def owner(processes: list[Process]) -> Profile:
    return await add_profile(processes[0].store)


async def _states(process: Process, owner: Profile) -> set[EntryState]:
    entries = (await process.store.list_entries(owner.id, limit=500)).items
    return {entry.state for entry in entries}


async def _readings(process: Process, owner: Profile) -> list[Job]:
    jobs = (await process.store.list_jobs(owner.id, limit=500)).items
    return [job for job in jobs if job.kind == JobKind.READ]


async def test_processes_that_work_at_once_do_each_job_once(processes: list[Process]) -> None:
    people = [await add_profile(processes[0].store, name) for name in ("Ann", "Bea", "Cleo")]
    said = [
        (
            each,
            await processes[n % N_PROCESSES].say(each, f"@Yoga:Activity @Sam:Person {n}", n / 20),
        )
        for n in range(N_EACH)
        for each in people
    ]
    await asyncio.gather(*(process.work() for process in processes))
    n_read = sum(sum(process.reader.batches) for process in processes)
    assert n_read == len(said)
    for each in people:
        assert await _states(processes[0], each) == {EntryState.READ}
        reads = await _readings(processes[0], each)
        assert {(job.state, job.attempts) for job in reads} == {("done", 1)}
        assert len(reads) == N_EACH
        (yoga,) = await processes[0].store.find_candidates(each.id, ["yoga"])
        evidence = (await processes[0].store.read_evidence(each.id, yoga.entity.id)).items
        assert len(evidence) == N_EACH


async def test_what_a_process_held_that_ended_waits_for_it_or_for_its_lease_to_run_out(
    processes: list[Process],
    owner: Profile,
    clock: TurnedClock,
    open_process: Callable[[str], Awaitable[Process]],
) -> None:
    dead, other, *_ = processes
    await dead.say(owner, "@Yoga:Activity")
    lost = await dead.lease()
    clock.instant += LEASE - MINUTE
    assert await other.work() == 0
    # The same process, begun again, takes up at once what it held.
    again = await open_process("process 0")
    try:
        assert await again.work()
        await other.say(owner, "@Chess:Activity")
        with pytest.raises(LeaseLost):
            await dead.store.finish_jobs(lost, at=clock.now())

        # Another one waits until the lease has run out, and not a moment longer.
        lost = await again.lease()
        clock.instant += LEASE - MINUTE
        assert await other.work() == 0
        clock.instant += MINUTE
        assert await other.work()
        version = (await other.store.get_profile(owner.id)).version
        delta = GraphDelta(owner.id, version, clock.now())
        with pytest.raises(LeaseLost):
            await again.store.apply(delta, lease=lost)
        assert (await other.store.get_profile(owner.id)).version == version
    finally:
        await again.store.close()
    assert await _states(other, owner) == {EntryState.READ}


async def test_whoever_is_slow_writes_nothing_after_another_took_over(
    processes: list[Process], owner: Profile, clock: TurnedClock
) -> None:
    slow, other, *_ = processes
    await slow.say(owner, "@Yoga:Activity")
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        slow.reader.before = None
        reached.set()
        await go_on.wait()

    slow.reader.before = hang
    working = asyncio.create_task(slow.work())
    await reached.wait()
    clock.instant += LEASE + MINUTE
    assert await other.work()
    version = (await other.store.get_profile(owner.id)).version
    go_on.set()
    assert await working == 0
    assert (await other.store.get_profile(owner.id)).version == version
    (job,) = await _readings(other, owner)
    assert (job.state, job.attempts) == ("done", 2)


async def test_the_pass_is_queued_once_a_day_however_many_processes_tick(
    processes: list[Process], clock: TurnedClock
) -> None:
    store = processes[0].store
    people = [await add_profile(store, name) for name in ("Ann", "Bea")]
    await store.change_profile(people[1].id, zone="Pacific/Apia")
    n_queued = 0
    for _ in range(4 * 3):  # three days, every six hours
        ticks = [
            schedule(process.store, process.clock, process.ids)
            for process in processes
            for _ in range(2)
        ]
        n_queued += sum(await asyncio.gather(*ticks))
        await asyncio.gather(*(process.work() for process in processes))
        clock.instant += timedelta(hours=6)
    slots = await store._engine.read(
        lambda tx: rows(
            tx,
            "MATCH (j:Job) WHERE j.slot IS NOT NULL "
            "RETURN j.profile_id, j.kind, j.slot, j.state, j.attempts",
        )
    )
    assert len({tuple(slot[:3]) for slot in slots}) == len(slots) == n_queued
    # Three days, and the one that had begun already; they lie in two weeks.
    per_kind = dict.fromkeys(DAILY, 4) | dict.fromkeys(WEEKLY, 2)
    per_kind[JobKind.RECONCILE] += 1  # what was read before there were rules of care
    assert Counter((slot[0], slot[1]) for slot in slots) == {
        (person.id, kind.value): n for person in people for kind, n in per_kind.items()
    }
    assert {tuple(slot[3:]) for slot in slots} == {("done", 1)}


async def test_a_lease_whose_answer_was_lost_blocks_nobody(
    processes: list[Process], owner: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server gave it and was gone before it could say so."""
    process = processes[0]
    await process.say(owner, "@Yoga:Activity")
    with monkeypatch.context() as patch:
        _lose_answers(patch, process.store._engine, only="_take_lease")
        with pytest.raises(StoreUnreachable):
            await process.work()
    held = "MATCH (p:Profile) WHERE p.leased_until IS NOT NULL RETURN p.leased_by"
    found = await processes[1].store._engine.read(lambda tx: rows(tx, held))
    assert found == [["process 0"]]
    assert await process.work()
    (job,) = await _readings(process, owner)
    assert (job.state, job.attempts) == ("done", 1)


async def test_an_answer_that_was_lost_gives_nobody_elses_lease_free(
    processes: list[Process], owner: Profile, clock: TurnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    unheard, other, *_ = processes
    await unheard.say(owner, "@Yoga:Activity")
    with monkeypatch.context() as patch:
        _lose_answers(patch, unheard.store._engine, only="_take_lease")
        with pytest.raises(StoreUnreachable):
            await unheard.work()
    clock.instant += LEASE
    held = await other.lease()
    assert await unheard.work() == 0
    await other.store.finish_jobs(held, at=clock.now())


async def test_a_delta_whose_answer_was_lost_is_not_applied_twice(
    processes: list[Process], owner: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = processes[0]
    for n in range(3):
        await process.say(owner, "@Yoga:Activity @Sam:Person Sam>DOES>Yoga", n)

    async def unheard(graph: Graph, compute: Compute, *, lease: Lease | None = None) -> GraphDelta:
        raise StoreUnreachable(repr(await merge(graph, compute, lease=lease)))

    with monkeypatch.context() as patch:
        patch.setattr(reading, "merge", unheard)
        with pytest.raises(StoreUnreachable):
            await process.work()
    await process.work()
    assert await _states(process, owner) == {EntryState.READ}
    (yoga,) = await process.store.find_candidates(owner.id, ["yoga"])
    assert len((await process.store.read_evidence(owner.id, yoga.entity.id)).items) == 3


def _lose_answers(patch: pytest.MonkeyPatch, engine: Engine, *, only: str) -> None:
    """Let a write be committed, and its answer be lost on the way."""
    real = engine._write

    async def lossy(work: Work[object]) -> object:
        answer = await real(work)
        if getattr(getattr(work, "func", work), "__name__", "") == only:
            raise StoreUnreachable from ServiceUnavailable()
        return answer

    patch.setattr(engine, "_write", lossy)
