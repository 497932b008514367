"""What cannot be read blocks nobody, is visible, is tried again, and can be brought back."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.records import EntryState, JobKind, RulingVerb
from graph_aria.domain.views import Job
from graph_aria.errors import (
    AriaError,
    DiskFull,
    OutcomeUnknown,
    ReaderFailed,
    StoreBusy,
    StoreReadOnly,
    StoreRefused,
    StoreUnknown,
    StoreUnreachable,
    Unavailable,
)
from graph_aria.stages import read as reading
from graph_aria.stages.work import work
from tests.faculties import faculties_with
from tests.line.world import ScriptedReader, World, after, opened

SECOND = timedelta(seconds=1)
PAUSES = [5, 20, 80, 320]
"""Seconds from each failure to the next try."""


async def job_of(world: World, subject_id: str) -> Job:
    (job,) = [job for job in await world.jobs() if job.subject_id == subject_id]
    return job


async def state_of(world: World, entry_id: str) -> EntryState:
    return (await world.store.get_entry(world.profile_id, entry_id)).state


@pytest.mark.parametrize(
    ("error", "reason"),
    [(RuntimeError("a diary's words"), "RuntimeError"), (ReaderFailed(), "reader_failed")],
)
async def test_a_bad_entry_blocks_nobody_and_is_dead_after_five_tries(
    world: World, reader: ScriptedReader, error: Exception, reason: str
) -> None:
    reader.poison["poison"] = error
    texts = ["@Yoga:Activity one", "@Chess:Activity poison", "@Yoga:Activity two"]
    good, bad, other = [await world.say(text, at=after(0)) for text in texts]
    assert await world.work() == 2
    assert set(await world.entities()) == {"Yoga"}
    assert [await state_of(world, e.id) for e in (good, other)] == [EntryState.READ] * 2
    for n, pause in enumerate(PAUSES, start=1):
        job = await job_of(world, bad.id)
        assert (job.state, job.attempts, job.reason) == ("queued", n, reason)
        assert job.due_at == world.clock.now() + pause * SECOND
        # Not before its time, and what comes meanwhile is not held up.
        world.clock.instant += pause * SECOND - SECOND
        assert await world.work() == 0
        assert (await job_of(world, bad.id)).attempts == n
        later = await world.say(f"@Yoga:Activity meanwhile {n}")
        assert await world.work() == 1
        assert await state_of(world, later.id) is EntryState.READ
        world.clock.instant += SECOND
        assert await state_of(world, bad.id) is EntryState.PENDING
        assert await world.work() == 0

    job = await job_of(world, bad.id)
    assert (job.state, job.attempts, job.reason) == ("dead", 5, reason)
    stored = await world.store.get_entry(world.profile_id, bad.id)
    assert (stored.state, stored.reason) == (EntryState.FAILED, reason)
    assert await world.store.count_jobs() == {"dead": 1}
    world.clock.instant = after(10)
    assert await world.work() == 0

    reader.poison.clear()
    retried = await world.store.retry_jobs(world.profile_id, at=world.clock.now(), job_id=job.id)
    assert retried == 1
    assert await world.work() == 1
    assert await state_of(world, bad.id) is EntryState.READ
    assert set(await world.entities()) == {"Yoga", "Chess"}
    assert await world.store.count_jobs() == {}


async def test_no_entry_is_given_up_while_nothing_can_be_read(
    world: World, reader: ScriptedReader
) -> None:
    reader.poison[""] = ReaderFailed()
    entries = [await world.say(f"@Yoga:Activity {n}", at=after(n)) for n in range(3)]
    for _ in range(8):
        assert await world.work() == 0
        world.clock.instant += timedelta(hours=2)
    assert {job.state for job in await world.jobs()} == {"queued"}
    assert {job.reason for job in await world.jobs()} == {"reader_failed"}
    reader.poison.clear()
    assert await world.work() == 3
    assert {await state_of(world, e.id) for e in entries} == {EntryState.READ}


@pytest.mark.parametrize(
    "error",
    [StoreUnreachable, OutcomeUnknown, StoreBusy, StoreRefused, StoreUnknown, StoreReadOnly],
)
@pytest.mark.parametrize(
    ("verb", "kind"), [("apply", JobKind.READ), ("freshen_weights", JobKind.FADE)]
)
async def test_no_job_pays_for_a_server_that_does_not_let_it_be_done(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    error: type[AriaError],
    verb: str,
    kind: JobKind,
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise error

    if kind is JobKind.READ:
        await world.say("@Yoga:Activity")
    else:
        now = world.clock.now()
        await world.store.queue_job(
            job_id="fade", profile_id=world.profile_id, kind=kind, due_at=now
        )
    with monkeypatch.context() as patch:
        patch.setattr(world.store, verb, refuse)
        for _ in range(6):
            with pytest.raises(error):
                await world.work()
    (job,) = await world.jobs()
    assert (job.state, job.attempts, job.reason) == ("queued", 0, None)
    await world.work()
    (job,) = await world.jobs()
    assert job.state == "done"


async def test_what_was_read_before_an_edit_goes_even_if_the_edit_cannot_be_read(
    world: World, reader: ScriptedReader
) -> None:
    (entry,) = await world.live((after(0), "@Secretword:Thing and @Yoga:Activity"))
    reader.poison["poison"] = RuntimeError()
    await world.edit(entry.id, "@Yoga:Activity poison")
    for _ in range(5):
        await world.work()
        world.clock.instant += timedelta(hours=2)
    stored = await world.store.get_entry(world.profile_id, entry.id)
    assert (stored.state, stored.text) == (EntryState.FAILED, "@Yoga:Activity poison")
    # The places of what was read are those of the old words; none of the new are quoted.
    yoga = await world.entity("Yoga")
    lines = await world.store.read_evidence(world.profile_id, yoga.id)
    assert [line.quotes for line in lines.items] == [()]

    reader.poison.clear()
    await world.store.retry_jobs(world.profile_id, at=world.clock.now())
    await world.work()
    assert set(await world.entities()) == {"Yoga"}
    assert await world.sql("SELECT name FROM mention") == [("Yoga",)]
    assert await world.store.prove_gone(["Secretword"]) == ()


async def test_a_reading_that_failed_leaves_what_was_read_before(
    world: World, reader: ScriptedReader
) -> None:
    (entry,) = await world.live((after(0), "@Yoga:Activity poison @Chess:Activity"))
    before = await world.tables()
    reader.poison["poison"] = RuntimeError()
    await world.reread(entry.id)
    for _ in range(5):
        await world.work()
        world.clock.instant += timedelta(hours=2)
    assert await state_of(world, entry.id) is EntryState.FAILED
    assert await world.tables() == before
    reader.poison.clear()
    await world.store.retry_jobs(world.profile_id, at=world.clock.now())
    await world.work()
    assert await state_of(world, entry.id) is EntryState.READ
    assert await world.tables() == before


async def test_an_entry_that_is_edited_or_deleted_while_it_is_read_is_read_as_it_is(
    world: World, reader: ScriptedReader
) -> None:
    kept = await world.say("@Yoga:Activity", at=after(0))
    edited = await world.say("@Chess:Activity", at=after(0))
    gone = await world.say("@Piano:Activity", at=after(0))

    async def meanwhile() -> None:
        reader.before = None
        await world.edit(edited.id, "@Running:Activity")
        await world.forget(gone.id)

    reader.before = meanwhile
    await world.work()
    assert set(await world.entities()) == {"Yoga", "Running"}
    assert await state_of(world, kept.id) is EntryState.READ
    assert (await world.store.get_entry(world.profile_id, edited.id)).revision == 2
    assert {job.state for job in await world.jobs()} == {"done"}


async def test_a_worker_that_was_taken_for_dead_writes_nothing(
    world: World, reader: ScriptedReader
) -> None:
    await world.say("@Yoga:Activity", at=after(0))
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        reader.before = None
        reached.set()
        await go_on.wait()

    reader.before = hang
    slow = asyncio.create_task(work(world.store, faculties_with(reader), world.clock, world.ids))
    await reached.wait()
    assert await world.work() == 0  # its lease holds
    world.clock.instant += timedelta(minutes=11)
    assert await world.work() == 1
    after_other = await world.tables()
    version = (await world.profile()).version
    go_on.set()
    assert await slow == 0
    assert await world.tables() == after_other
    assert (await world.profile()).version == version
    assert [(job.state, job.attempts) for job in await world.jobs()] == [("done", 2)]


async def test_a_job_that_fails_is_tried_again_and_others_are_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.live((after(0), "@Yoga:Activity"))
    real = world.store.scrub

    async def busy() -> None:
        raise Unavailable

    monkeypatch.setattr(world.store, "scrub", busy)
    for n, kind in enumerate((JobKind.SCRUB, JobKind.FADE, JobKind.CHAPTERS)):
        await world.store.queue_job(
            job_id=f"job-{n}", profile_id=world.profile_id, kind=kind, due_at=world.clock.now()
        )
    await world.work()
    states = {job.kind: (job.state, job.reason) for job in await world.jobs()}
    assert states[JobKind.SCRUB] == ("queued", "unavailable")
    assert states[JobKind.FADE] == states[JobKind.CHAPTERS] == ("done", None)
    monkeypatch.setattr(world.store, "scrub", real)
    world.clock.instant += 5 * SECOND
    await world.work()
    assert {job.state for job in await world.jobs()} == {"done"}


async def test_a_full_disk_loses_no_entry(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = await world.say("@Yoga:Activity", at=after(0))
    real = world.store.apply

    async def full(*_: object, **__: object) -> int:
        raise DiskFull

    monkeypatch.setattr(world.store, "apply", full)
    for _ in range(8):
        assert await world.work() == 0
        world.clock.instant += timedelta(hours=2)
    job = await job_of(world, entry.id)
    assert (job.state, job.reason) == ("queued", "disk_full")
    monkeypatch.setattr(world.store, "apply", real)
    assert await world.work() == 1
    assert await state_of(world, entry.id) is EntryState.READ


@pytest.fixture
async def process() -> AsyncIterator[ReaderProcess]:
    async with ReaderProcess() as made:
        yield made


async def test_a_reader_that_is_killed_amid_a_batch_loses_nothing(
    tmp_path: Path, process: ReaderProcess
) -> None:
    texts = [f"Day {n}: Yoga with Sam helped, I felt calm. " * 12 for n in range(24)]
    async with opened(tmp_path, reader=process) as world:
        entries = [await world.say(text, at=after(n)) for n, text in enumerate(texts)]
        working = asyncio.create_task(world.work())
        await asyncio.sleep(0.15)
        assert process.process_id is not None
        os.kill(process.process_id, signal.SIGKILL)
        assert await working == len(entries)
        assert {await state_of(world, entry.id) for entry in entries} == {EntryState.READ}
        yoga = (await world.entity("Sam")).standing
        assert yoga is not None
        assert yoga.n_days == len(entries)


async def test_what_is_ruled_while_an_entry_is_read_again_holds(
    world: World, reader: ScriptedReader
) -> None:
    (entry,) = await world.live((after(0), "@Yoga:Activity @Chess:Activity"))
    yoga = await world.entity("Yoga")

    async def meanwhile() -> None:
        reader.before = None
        await world.rule(RulingVerb.DELETE, yoga.id)

    reader.before = meanwhile
    await world.reread(entry.id)
    assert set(await world.entities()) == {"Chess"}
    before = await world.tables()
    await world.rebuild()
    assert await world.tables() == before


async def test_an_entry_that_waits_twice_is_counted_once(
    world: World, reader: ScriptedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "BATCH", 1)
    entry = await world.say("@Yoga:Activity", at=after(0))

    async def meanwhile() -> None:
        # Its job is leased, so that a second one is queued; then the worker is lost.
        reader.before = None
        await world.edit(entry.id, "@Yoga:Activity with @Sam:Person")
        world.clock.instant += timedelta(minutes=11)
        await world.work()

    reader.before = meanwhile
    await world.work()
    assert len([job for job in await world.jobs() if job.kind == JobKind.READ]) == 2
    before = await world.tables()
    assert {(row[2], row[-1]) for row in before["form"]} == {("Yoga", 1), ("Sam", 1)}
    await world.rebuild()
    assert await world.tables() == before


@pytest.mark.parametrize(
    "look",
    ["get_profile", "read_records", "list_rulings", "find_candidates", "read_neighbourhood"],
)
@pytest.mark.parametrize("what", ["reread", "forget", "rule", "rebuild"])
async def test_what_changes_between_two_looks_is_not_overlooked(
    world: World, monkeypatch: pytest.MonkeyPatch, look: str, what: str
) -> None:
    text = "@Yoga:Activity @Chess:Activity @Sam:Person Sam>DOES>Yoga"
    first, second, _ = await world.live(*((after(n), text) for n in range(3)))
    yoga, sam = await world.entity("Yoga"), await world.entity("Sam")
    real = getattr(world.store, look)
    n_looks = 0

    async def meddled(*args: object, **more: object) -> object:
        nonlocal n_looks
        n_looks += 1
        answer = await real(*args, **more)
        if n_looks == 1:
            await world.rule(RulingVerb.DELETE, yoga.id)
            await world.forget(second.id)
        return answer

    monkeypatch.setattr(world.store, look, meddled)
    if what == "reread":
        await world.reread(first.id)
    elif what == "forget":
        await world.forget(first.id)
    elif what == "rule":
        await world.rule(RulingVerb.RENAME, sam.id, value="Samuel")
    else:
        await world.rebuild()
    monkeypatch.undo()
    if n_looks == 0:
        return  # it looks at other things
    assert set(await world.entities()) == {"Chess", "Samuel" if what == "rule" else "Sam"}
    assert await world.relations() == {}
    chess = (await world.entity("Chess")).standing
    assert chess is not None
    assert chess.n_days == (1 if what == "forget" else 2)
    before = await world.tables()
    await world.rebuild()
    assert await world.tables() == before
