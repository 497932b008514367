"""Another decay rate or threshold: all evidence is replayed, and switched over at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_aria.domain.records import JobKind, RulingVerb
from graph_aria.domain.vocabulary import Predicate
from graph_aria.domain.weights import Dial
from graph_aria.ports import Store
from graph_aria.stages import reweigh as reweighing
from graph_aria.stages.reweigh import reweigh
from tests.line.world import World, after, opened

DIAL = Dial(rate_per_day=0.2, threshold=1.25)
THEMES = ["Yoga", "Chess", "Running", "Reading", "Cooking", "Piano"]


class Stopped(Exception):
    """The process is gone."""


async def live(world: World, first: int = 0, last: int = 40) -> None:
    for n in range(first, last):
        said = " ".join(f"@{name}:Activity" for i, name in enumerate(THEMES) if n % (i + 1) == 0)
        more = "@Sam:Person Sam>DOES>Yoga @Ulm:Place Sam>LIVES_IN>Ulm" if n % 5 == 0 else ""
        await world.say(f"{n} {said} {more}", at=after(n))
    await world.work()


async def fresh(path: Path, *, dial: Dial | None = None, forget: int | None = None) -> object:
    """The story in a store that had this dial from the beginning."""
    async with opened(path, dial=dial) as world:
        await live(world)
        await rule(world)
        if forget is not None:
            await world.forget((await world.store.list_entry_ids(world.profile_id))[forget])
        await world.fade()
        await world.turn_pages()
        return await world.story()


async def rule(world: World) -> None:
    await world.rule(RulingVerb.REVIVE, (await world.entity("Piano")).id)
    await world.rule(RulingVerb.PIN, (await world.entity("Chess")).id)
    await world.rule_relation(RulingVerb.END_RELATION, "Sam", Predicate.DOES, "Yoga")


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reweighing, "BATCH", 2)


async def test_another_dial_gives_what_it_would_have_given_from_the_beginning(
    tmp_path: Path, small_batches: None
) -> None:
    async with opened(tmp_path / "changed") as world:
        await live(world)
        await rule(world)
        await world.fade()
        await world.turn_pages()
        profile = await world.profile()
        await world.store.change_profile(profile.id, wanted=DIAL)
        await world.store.queue_job(
            job_id="reweigh",
            profile_id=profile.id,
            kind=JobKind.REWEIGH,
            due_at=world.clock.now(),
        )
        await world.work()
        profile = await world.profile()
        assert (profile.dial, profile.wanted) == (DIAL, None)
        before = await world.tables()
        await world.rebuild()
        assert await world.tables() == before
        await world.fade()
        await world.turn_pages()
        changed = await world.story()
    assert changed == await fresh(tmp_path / "fresh", dial=DIAL)
    assert changed != await fresh(tmp_path / "default")


async def test_it_can_be_stopped_and_goes_on_with_what_was_written_meanwhile(
    tmp_path: Path, small_batches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path / "changed") as world:
        await live(world, last=30)
        before = await world.tables()
        real = world.store.stage
        n_calls = 0

        async def stage(*args: object) -> None:
            nonlocal n_calls
            n_calls += 1
            if n_calls == 2:
                raise Stopped
            await real(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(world.store, "stage", stage)
        with pytest.raises(Stopped):
            await reweigh(world.store, world.profile_id, DIAL)
        # Nothing reads what is staged.
        assert await world.tables() == before
        assert (await world.profile()).dial == Dial()

        await live(world, first=30)
        await rule(world)
        n_targets = len(await world.sql("SELECT DISTINCT target_id FROM evidence"))
        n_replayed = await reweigh(world.store, world.profile_id, DIAL)
        # The first batch was kept, but for what was spoken of again.
        assert n_replayed <= n_targets
        await world.fade()
        await world.turn_pages()
        changed = await world.story()
    assert changed == await fresh(tmp_path / "fresh", dial=DIAL)


async def test_what_is_written_at_any_point_of_it_is_replayed_too(
    tmp_path: Path, small_batches: None
) -> None:
    class Meddling:
        """A store in which somebody writes between any two steps."""

        def __init__(self, world: World) -> None:
            self.world = world
            self.n = 30
            self.switched: list[bool] = []

        async def read_unstaged(self, *args: object, **more: object) -> object:
            found = await self.world.store.read_unstaged(*args, **more)  # type: ignore[arg-type]
            await self.meddle()
            return found

        async def stage(self, *args: object) -> None:
            await self.world.store.stage(*args)  # type: ignore[arg-type]
            await self.meddle()

        async def switch_dial(self, *args: object, **more: object) -> bool:
            done = await self.world.store.switch_dial(*args, **more)  # type: ignore[arg-type]
            self.switched.append(done)
            return done

        async def meddle(self) -> None:
            if self.n < 40:
                await live(self.world, first=self.n, last=self.n + 1)
                self.n += 1
                if self.n == 40:
                    await rule(self.world)
                    ids = await self.world.store.list_entry_ids(self.world.profile_id)
                    await self.world.forget(ids[3])

    async with opened(tmp_path / "changed") as world:
        await live(world, last=30)
        meddling = Meddling(world)
        store: Store = meddling  # type: ignore[assignment]
        await reweigh(store, world.profile_id, DIAL)
        assert meddling.n == 40
        assert meddling.switched[-1] is True
        await world.fade()
        await world.turn_pages()
        changed = await world.story()
    assert changed == await fresh(tmp_path / "fresh", dial=DIAL, forget=3)


async def test_readers_see_the_old_dial_or_the_new_one_and_nothing_between(
    tmp_path: Path, small_batches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as world:
        await live(world)
        old = (await world.profile()).dial, await world.tables()
        seen = []
        for name in ("read_unstaged", "stage", "switch_dial"):
            real = getattr(world.store, name)

            async def looked(*args: object, real: object = real, **more: object) -> object:
                answer = await real(*args, **more)  # type: ignore[operator]
                seen.append(((await world.profile()).dial, await world.tables()))
                return answer

            monkeypatch.setattr(world.store, name, looked)
        await reweigh(world.store, world.profile_id, DIAL)
        assert len(seen) > 5
        new = seen[-1]
        assert new[0] == DIAL
        assert new[1] != old[1]
        assert seen[:-1] == [old] * (len(seen) - 1)
