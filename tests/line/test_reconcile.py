"""What was stored while the embedder was away is caught up on; vectors of another are made anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.records import JobKind
from graph_aria.stages.reconcile import reconcile
from graph_aria.stages.schedule import schedule
from tests.line.tended import Tended, tended

pytestmark = pytest.mark.asyncio(loop_scope="module")

SWIMS = "The user swims in the sea every Sunday."
AGAIN = "The user swims every Sunday in the sea."
ALLERGY = "The user has a peanut allergy."
PEANUTS = "The user is allergic to peanuts."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def life(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[Tended]:
    async with tended(tmp_path, process) as made:
        yield made


async def embedders(life: Tended) -> set[str | None]:
    return {one.embedder_id for one in await life.mind.all()}


async def test_what_was_stored_while_the_embedder_was_away_is_caught_up_on(life: Tended) -> None:
    life.vectors.is_away = True
    for text in (SWIMS, AGAIN, ALLERGY, PEANUTS):
        await life.tell(text)
    assert await embedders(life) == {None}
    assert len(await life.mind.texts()) == 4
    # Minute by minute nothing is queued while it is away.
    assert [await life.look() for _ in range(3)] == [0, 0, 0]
    assert await life.jobs(JobKind.RECONCILE) == []
    life.vectors.is_away = False
    assert await life.look() == 1
    await life.work()
    (job,) = await life.jobs(JobKind.RECONCILE)
    assert job.summary == "4 embedded, 1 joined, 1 to review, 4 indexed"
    assert None not in await embedders(life)
    assert await life.mind.texts() == [ALLERGY, SWIMS]
    assert await life.mind.texts(MemoryState.MERGED) == [AGAIN]
    assert await life.mind.texts(MemoryState.PENDING) == [PEANUTS]
    # It is done: nothing more is queued, and another run finds nothing.
    assert await life.look() == 0
    version = (await life.world.profile()).version
    assert (await life.run(JobKind.RECONCILE)).summary == "nothing to do"
    assert (await life.world.profile()).version == version


async def test_it_stands_as_if_the_embedder_had_been_there_but_for_how_it_was_joined(
    tmp_path: Path, process: ReaderProcess
) -> None:
    texts = (SWIMS, ALLERGY, PEANUTS, "The user sings in a choir.", "The user does not sing.")
    stories = []
    for is_away in (False, True):
        async with tended(tmp_path / str(is_away), process) as life:
            life.vectors.is_away = is_away
            for text in texts:
                await life.tell(text)
            life.vectors.is_away = False
            await life.run(JobKind.RECONCILE)
            stories.append({one.text: one.state for one in await life.mind.all()})
    assert stories[0] == stories[1]


async def test_vectors_of_another_embedder_are_made_anew_without_any_question(
    life: Tended,
) -> None:
    life.vectors.is_away = True
    await life.tell(ALLERGY)
    life.vectors.is_away = False
    life.vectors.name = "another"
    await life.run(JobKind.RECONCILE)
    await life.tell(SWIMS)
    await life.tell("The user sings in a choir.")
    assert await embedders(life) == {"another"}
    life.vectors.name = None
    before = {one.text: one.state for one in await life.mind.all()}
    assert await life.look() == 1
    await life.work()
    job = (await life.jobs(JobKind.RECONCILE))[0]
    assert job.summary == "3 embedded anew, 3 indexed"
    (made_by,) = await embedders(life)
    assert made_by == (await life.vectors.describe()).embedder_id
    assert {one.text: one.state for one in await life.mind.all()} == before
    # And what is said now finds them.
    await life.tell(AGAIN)
    assert await life.mind.texts() == [ALLERGY, "The user sings in a choir.", SWIMS]


async def test_batches_are_stored_as_they_are_made(
    life: Tended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.stages.reconcile.AT_ONCE", 2)
    monkeypatch.setattr("graph_aria.stages.reconcile.MOST_BATCHES", 2)
    life.vectors.is_away = True
    for n in range(5):
        await life.tell(f"The user owns radio number {n}.")
    life.vectors.is_away = False
    assert (await life.run(JobKind.RECONCILE)).summary == "4 embedded, 5 indexed"
    assert await life.look() == 1
    await life.work()
    assert await life.look() == 0


async def test_an_embedder_that_goes_away_meanwhile_leaves_the_rest_for_later(
    life: Tended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.stages.reconcile.AT_ONCE", 2)
    life.vectors.is_away = True
    for n in range(4):
        await life.tell(f"The user owns radio number {n}.")
    life.vectors.is_away = False
    embed = life.vectors.embed

    async def once(texts: object) -> object:
        made = await embed(texts)  # type: ignore[arg-type]  # handed on
        life.vectors.is_away = bool(texts) or life.vectors.is_away
        return made

    monkeypatch.setattr(life.vectors, "embed", once)
    done = await reconcile(
        life.world.store, life.faculties, life.world.clock, life.world.ids, life.world.profile_id
    )
    assert (done.n_embedded, done.is_away) == (2, True)
    assert [one.embedder_id is None for one in await life.mind.all()] == [False, False, True, True]


async def test_a_change_between_computing_and_storing_is_met_by_trying_again(
    life: Tended,
) -> None:
    life.vectors.is_away = True
    await life.tell(SWIMS)
    life.vectors.is_away = False
    store, real = life.world.store, life.world.store.apply
    n_calls = 0

    async def apply(delta: object, **more: object) -> int:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 1:
            await store.change_profile(life.world.profile_id, name="Bea")
        return await real(delta, **more)  # type: ignore[arg-type]  # handed on

    store.apply = apply  # type: ignore[method-assign]  # somebody else is faster
    try:
        await life.run(JobKind.RECONCILE)
    finally:
        store.apply = real  # type: ignore[method-assign]
    assert n_calls >= 2
    assert None not in await embedders(life)


async def test_strays_are_removed_daily(life: Tended) -> None:
    entry = await life.tell(SWIMS)
    await life.world.damage(
        "DELETE FROM entry",  # as no verb of a store would
    )
    assert await life.mind.texts() == [SWIMS]
    await schedule(life.world.store, life.world.clock, life.world.ids)
    await life.work()
    (job,) = [one for one in await life.jobs(JobKind.RECONCILE) if one.subject_id is None]
    assert job.summary is not None
    assert "strays removed" in job.summary
    assert await life.mind.all() == []
    assert entry.id not in await life.world.store.list_entry_ids(life.world.profile_id)


async def test_while_memory_is_off_nothing_is_embedded(life: Tended) -> None:
    life.vectors.is_away = True
    await life.tell(SWIMS)
    life.vectors.is_away = False
    await life.world.store.change_profile(life.world.profile_id, remembers=False)
    assert await life.look() == 0
    assert (await life.run(JobKind.RECONCILE)).summary == "nothing to do"
    await life.world.store.change_profile(life.world.profile_id, remembers=True)
    assert await life.look() == 1


async def test_where_nothing_is_known_no_embedder_is_woken(life: Tended) -> None:
    assert await life.look() == 0
    assert life.vectors.n_embedded == 0
