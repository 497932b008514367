"""A task that is cancelled at any point of a write loses nothing and undoes nobody's work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from pathlib import Path
from typing import Any, Generic, TypeVar

from graph_aria.domain.records import EntryState, RulingVerb
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import NotFound
from tests.line.world import World, after, opened

T = TypeVar("T")
CALMED = "@Yoga:Activity helped my @anxiety:Emotion:4 Yoga>MITIGATES>anxiety"


class CancelledAt(Generic[T]):
    """A coroutine that is cancelled where it waits for the n-th time, as a task would be."""

    def __init__(self, coroutine: Coroutine[Any, Any, T], at: int) -> None:
        self.coroutine = coroutine
        self.at = at
        self.reached = False

    def __await__(self) -> Generator[Any, Any, T]:
        n_waits = 0
        error: BaseException | None = None
        while True:
            try:
                if error is None:
                    waiting_for = self.coroutine.send(None)
                else:
                    thrown, error = error, None
                    waiting_for = self.coroutine.throw(thrown)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            if n_waits == self.at:
                self.reached = True
                if waiting_for is not None:
                    waiting_for._asyncio_future_blocking = False
                    waiting_for.cancel()
                error = asyncio.CancelledError()
            else:
                try:
                    yield waiting_for
                except BaseException as raised:  # noqa: BLE001 - handed on as it is
                    error = raised
            n_waits += 1


async def cancel_everywhere(
    make: Callable[[], Awaitable[Callable[[], Coroutine[Any, Any, object]]]],
    check: Callable[[bool], Awaitable[None]],
) -> int:
    """Run something anew, each time cancelled one wait later, until it is through.

    Args:
        make: prepares, and gives what is to be cancelled.
        check: looks at what is left; told whether it was through.
    """
    at = 0
    while True:
        run = await make()
        doomed = CancelledAt(run(), at)
        finished = True
        try:
            await doomed
        except asyncio.CancelledError:
            finished = False
        await check(finished)
        if not doomed.reached:
            assert finished
            return at
        at += 1


async def quiet(world: World) -> None:
    """Wait until the writer has done what it was given; nothing may be left open."""
    assert await world.store._engine.run_bare(lambda db: db.in_transaction) is False


async def consistent(world: World) -> None:
    """The graph is what the record gives, and every entry is read or has its job."""
    before = await world.tables()
    await world.rebuild()
    assert await world.tables() == before
    waiting = await world.sql("SELECT count(*) FROM entry WHERE state = 'pending'")
    queued = await world.sql(
        "SELECT count(DISTINCT subject_id) FROM job JOIN entry ON entry.id = subject_id "
        "WHERE entry.state = 'pending' AND job.state = 'queued'"
    )
    assert waiting == queued


async def test_a_capture_is_there_with_its_job_or_not_at_all(world: World) -> None:
    n_said = 0
    others: list[asyncio.Task[object]] = []

    async def make() -> Callable[[], Coroutine[Any, Any, object]]:
        nonlocal n_said
        n_said += 1
        # Others write in the same group; their writes must stand.
        others.extend(asyncio.create_task(world.say(f"other {n_said}.{i}")) for i in range(3))
        return lambda: world.say(f"mine {n_said}", external_id=f"id {n_said}")

    async def check(finished: bool) -> None:  # noqa: FBT001 - a callback
        await asyncio.gather(*others)
        await quiet(world)
        found = await world.sql(
            "SELECT e.id, j.state FROM entry e LEFT JOIN job j ON j.subject_id = e.id "
            "WHERE e.text = ?",
            [f"mine {n_said}"],
        )
        assert len(found) <= 1
        assert all(state == "queued" for _, state in found)
        assert found or not finished
        # Whoever is not sure asks again.
        again = await world.say(f"mine {n_said}", external_id=f"id {n_said}")
        assert [again.id] == [entry_id for entry_id, _ in found] or not found

    assert await cancel_everywhere(make, check) >= 1
    n_others = await world.sql("SELECT count(*) FROM entry WHERE text LIKE 'other%'")
    assert n_others == [(3 * n_said,)]
    n_jobs = await world.sql("SELECT count(*) FROM job WHERE kind = 'read'")
    assert n_jobs == [(4 * n_said,)]


async def test_an_edit_is_whole_or_not_there(world: World) -> None:
    (entry,) = await world.live((after(0), CALMED))
    n_edits = 0

    async def make() -> Callable[[], Coroutine[Any, Any, object]]:
        nonlocal n_edits
        n_edits += 1
        return lambda: world.edit(entry.id, f"@Chess:Activity {n_edits}")

    async def check(finished: bool) -> None:  # noqa: FBT001 - a callback
        await quiet(world)
        now = await world.store.get_entry(world.profile_id, entry.id)
        if finished:
            assert now.text == f"@Chess:Activity {n_edits}"
        await consistent(world)
        await world.work()
        read = await world.store.get_entry(world.profile_id, entry.id)
        assert read.state is EntryState.READ

    assert await cancel_everywhere(make, check) >= 1


async def test_what_is_forgotten_is_gone_or_still_there(world: World) -> None:
    await world.live((after(0), f"{CALMED} and @Chess:Activity"))
    doomed = ""

    async def make() -> Callable[[], Coroutine[Any, Any, object]]:
        nonlocal doomed
        (entry,) = await world.live((after(1), f"{CALMED} Secretword"))
        doomed = entry.id
        return lambda: world.forget(doomed)

    async def check(finished: bool) -> None:  # noqa: FBT001 - a callback
        await quiet(world)
        left = await world.sql("SELECT count(*) FROM evidence WHERE source_id = ?", [doomed])
        try:
            await world.store.get_entry(world.profile_id, doomed)
        except NotFound:
            assert left == [(0,)]
        else:
            assert not finished
            assert left != [(0,)]
        await consistent(world)

    assert await cancel_everywhere(make, check) >= 4


async def test_a_ruling_is_in_effect_or_not_there(world: World) -> None:
    await world.live((after(0), CALMED))
    yoga = await world.entity("Yoga")
    n_names = 0

    async def make() -> Callable[[], Coroutine[Any, Any, object]]:
        nonlocal n_names
        n_names += 1
        return lambda: world.rule(RulingVerb.RENAME, yoga.id, value=f"Yoga {n_names}")

    async def check(finished: bool) -> None:  # noqa: FBT001 - a callback
        await quiet(world)
        rulings = await world.store.list_rulings(world.profile_id)
        name = (await world.store.get_entity(world.profile_id, yoga.id)).entity.name
        assert name == (rulings[-1].value if rulings else "Yoga")
        assert name == f"Yoga {n_names}" or not finished
        await consistent(world)

    assert await cancel_everywhere(make, check) >= 2


async def test_a_rejection_is_in_effect_or_not_there(tmp_path: Path) -> None:
    at = 0
    while True:
        async with opened(tmp_path / str(at)) as world:
            await world.live((after(0), CALMED), (after(1), CALMED + " again"))
            doomed = CancelledAt(
                world.rule_relation(
                    RulingVerb.REJECT_RELATION, "Yoga", Predicate.MITIGATES, "anxiety"
                ),
                at,
            )
            try:
                await doomed
            except asyncio.CancelledError:
                await quiet(world)
            rulings = await world.store.list_rulings(world.profile_id)
            assert len(rulings) + len(await world.relations()) == 1
            await consistent(world)
            if not doomed.reached:
                break
        at += 1
    assert at >= 4


async def test_work_that_is_cancelled_goes_on_where_it_was(world: World) -> None:
    n_rounds = 0

    async def make() -> Callable[[], Coroutine[Any, Any, object]]:
        nonlocal n_rounds
        for n in range(3):
            await world.say(f"{CALMED} {n_rounds}.{n}", at=after(n_rounds))
        n_rounds += 1
        return world.work

    async def check(finished: bool) -> None:  # noqa: FBT001 - a callback
        await quiet(world)
        await consistent(world)
        await world.work()
        states = await world.sql("SELECT DISTINCT state FROM entry")
        assert states == [("read",)]
        assert await world.sql("SELECT DISTINCT state FROM job") == [("done",)]

    assert await cancel_everywhere(make, check) >= 8
    yoga = (await world.entity("Yoga")).standing
    assert yoga is not None
    assert yoga.n_days == n_rounds


async def test_a_scheduled_pass_that_is_cancelled_is_made_up(world: World) -> None:
    n_rounds = 0

    async def make() -> Callable[[], Coroutine[Any, Any, object]]:
        nonlocal n_rounds
        await world.live((after(10 * n_rounds), "@Yoga:Activity @Chess:Activity"))
        n_rounds += 1
        world.clock.instant = after(10 * n_rounds)
        return world.fade

    async def check(finished: bool) -> None:  # noqa: FBT001 - a callback
        await quiet(world)
        await world.fade()
        stamped = await world.sql(
            "SELECT count(*) FROM entity WHERE is_user = 0 AND archived_at IS NOT fades_at"
        )
        assert stamped == [(0,)]

    assert await cancel_everywhere(make, check) >= 2
