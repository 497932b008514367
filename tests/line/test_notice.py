"""Patterns are noticed in what a store holds."""

from __future__ import annotations

import random
from datetime import timedelta

from graph_aria.domain.pattern_values import PatternKind
from graph_aria.domain.records import RulingVerb
from graph_aria.stages.notice import notice
from tests.line.world import World, after

N_DAYS = 90


async def lived(world: World, *, seed: int = 3, better_by: int = 3) -> list[int]:
    """Ninety days with an entry and a mood each; the days with running."""
    chance = random.Random(seed)
    running = [day for day in range(N_DAYS) if chance.random() < 0.3]
    for day in range(N_DAYS):
        words = ["@Reading:Activity"] if chance.random() < 0.4 else []
        words += ["@calm:Emotion", "@insomnia:Condition", "@Running:Activity"][
            : 3 if day in running else 0
        ]
        mood = chance.randint(3, 5) + (better_by if day in running else 0)
        await world.say(" ".join(words) or "nothing much", at=after(day), mood=mood)
    await world.work()
    return running


async def test_what_goes_with_better_days_is_noticed_with_the_days_behind_it(world: World) -> None:
    running = await lived(world)
    (found,) = await notice(world.store, await world.profile(), today=after(N_DAYS - 1).date())
    assert found.kind is PatternKind.SAME_DAY
    assert found.entity_id == await world.id_of("Running")
    assert found.days == tuple(after(day).date() for day in running)
    assert found.n_without == N_DAYS - len(running)
    assert found.text.startswith("The user's mood tends to be better on days with Running: ")
    assert found.p_value <= 0.002


async def test_noticing_changes_nothing_and_finds_the_same_again(world: World) -> None:
    await lived(world)
    profile, before = await world.profile(), await world.story()
    today = after(N_DAYS - 1).date()
    assert await notice(world.store, profile, today=today) == await notice(
        world.store, profile, today=today
    )
    assert await world.story() == before
    assert (await world.profile()).version == profile.version


async def test_nothing_is_noticed_where_nothing_is(world: World) -> None:
    assert not await notice(world.store, await world.profile(), today=after(0).date())
    await lived(world, better_by=0)
    assert not await notice(world.store, await world.profile(), today=after(N_DAYS).date())


async def test_days_after_today_do_not_count(world: World) -> None:
    await lived(world)
    too_early = after(40).date()
    assert not await notice(world.store, await world.profile(), today=too_early)


async def test_a_day_without_an_entry_is_no_day_behind_a_pattern(world: World) -> None:
    await lived(world)
    world.clock.instant = after(N_DAYS + 5)
    await world.rule(RulingVerb.REVIVE, await world.id_of("Running"))
    today = (after(N_DAYS + 5) + timedelta(days=1)).date()
    (found,) = await notice(world.store, await world.profile(), today=today)
    assert found.days[-1] < after(N_DAYS).date()
