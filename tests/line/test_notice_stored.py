"""Patterns are kept as memories, with the days behind them, and go with them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from graph_aria.domain.memories import Learned, Memory, MemoryState
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.domain.records import JobKind
from graph_aria.stages.schedule import schedule
from tests.line.talk import Mind
from tests.line.world import World, after

N_DAYS = 90


async def lived(world: World) -> dict[int, str]:
    """Ninety days of moods; the ids of entries on days with running, on which they are better."""
    chance = random.Random(3)
    running = {}
    for day in range(N_DAYS):
        runs = chance.random() < 0.3
        words = f"Day {day}, @Running:Activity again" if runs else f"Day {day}, nothing much"
        mood = chance.randint(3, 5) + (3 if runs else 0)
        entry = await world.say(words, at=after(day), mood=mood)
        if runs:
            running[day] = entry.id
    await world.work()
    return running


async def noticed(world: World) -> Memory:
    """The pattern that is kept."""
    (found,) = [one for one in await Mind(world).all() if one.learned is Learned.PATTERN]
    return found


async def notice(world: World) -> str:
    """Let the weekly job run, and what it says."""
    await world.store.queue_job(
        job_id=world.ids.new(),
        profile_id=world.profile_id,
        kind=JobKind.NOTICE,
        due_at=world.clock.now(),
    )
    await world.work()
    (job, *_) = [job for job in await world.jobs(state="done") if job.kind == JobKind.NOTICE]
    return job.summary or ""


async def test_a_pattern_is_kept_with_the_days_behind_it(world: World) -> None:
    running = await lived(world)
    world.clock.instant = after(N_DAYS)
    assert await notice(world) == "1 found, 1 new"
    found = await noticed(world)
    assert found.text.startswith("The user's mood tends to be better on days with Running: ")
    assert found.state is MemoryState.CURRENT
    assert found.slot == f"pattern|mood|{await world.id_of('Running')}"
    mind = Mind(world)
    sources = await mind.sources(found.id)
    assert [one.entry_id for one in sources] == list(running.values())
    assert {one.said.rule for one in sources} == {"pattern:mood_same_day"}
    assert set(await mind.quotes(found.id)) == {"Running"}
    # Found again it is the same memory, and nothing changes.
    revisions = await mind.revisions(found.id)
    assert await notice(world) == "1 found"
    assert await noticed(world) == found
    assert await mind.revisions(found.id) == revisions


async def test_later_days_change_its_numbers_and_add_to_its_days(world: World) -> None:
    running = await lived(world)
    world.clock.instant = after(N_DAYS)
    await notice(world)
    before = await noticed(world)
    for day in range(N_DAYS, N_DAYS + 7):
        await world.say(f"Day {day}, @Running:Activity again", at=after(day), mood=8)
    await world.work()
    world.clock.instant = after(N_DAYS + 7)
    assert await notice(world) == "1 found"
    found = await noticed(world)
    assert found.id == before.id
    assert found.text != before.text
    assert len(await Mind(world).sources(found.id)) == len(running) + 7
    assert [one.field for one in await Mind(world).revisions(found.id)] == ["text"]


async def test_it_goes_with_any_of_its_entries_and_is_looked_for_again(world: World) -> None:
    running = await lived(world)
    world.clock.instant = after(N_DAYS)
    await notice(world)
    first = await noticed(world)
    gone = next(iter(running.values()))
    await world.forget(gone)
    assert await Mind(world).all() == []
    assert [job.kind for job in await world.jobs(state="queued")].count(JobKind.NOTICE) == 1
    await world.work()
    found = await noticed(world)
    assert found.id != first.id
    assert len(await Mind(world).sources(found.id)) == len(running) - 1


async def test_it_goes_when_one_of_its_entries_says_something_else(world: World) -> None:
    running = await lived(world)
    world.clock.instant = after(N_DAYS)
    await notice(world)
    first = await noticed(world)
    await world.edit(next(iter(running.values())), "Nothing of the kind")
    await world.work()
    found = await noticed(world)
    assert found.id != first.id
    assert len(await Mind(world).sources(found.id)) == len(running) - 1


async def test_what_is_no_longer_found_goes(world: World) -> None:
    running = await lived(world)
    world.clock.instant = after(N_DAYS)
    await notice(world)
    # Moods that have nothing to do with it.
    for day, entry_id in running.items():
        entry = await world.store.get_entry(world.profile_id, entry_id)
        await world.store.edit_entry(replace(entry, mood=3 + day % 3), job_id=world.ids.new())
    await world.work()
    assert [one for one in await Mind(world).all() if one.learned is Learned.PATTERN] == []


async def test_an_entry_that_is_read_again_leaves_it(world: World) -> None:
    running = await lived(world)
    world.clock.instant = after(N_DAYS)
    await notice(world)
    found = await noticed(world)
    await world.reread(*running.values())
    assert await noticed(world) == found


async def test_what_is_put_away_stays_away_and_what_is_pinned_stays_as_it_is(
    world: World,
) -> None:
    await lived(world)
    world.clock.instant = after(N_DAYS)
    await notice(world)
    found = await noticed(world)
    mind = Mind(world)
    await mind.rule(found.id, MemoryVerb.ARCHIVE)
    await notice(world)
    assert (await noticed(world)).state is MemoryState.ARCHIVED
    await mind.rule(found.id, MemoryVerb.RESTORE)
    await mind.rule(found.id, MemoryVerb.PIN)
    for day in range(N_DAYS, N_DAYS + 7):
        await world.say(f"Day {day}, @Running:Activity again", at=after(day), mood=8)
    world.clock.instant = after(N_DAYS + 7)
    await world.work()
    await notice(world)
    assert (await noticed(world)).text == found.text


async def test_while_memory_is_off_nothing_is_noticed(world: World) -> None:
    await lived(world)
    world.clock.instant = after(N_DAYS)
    await world.store.change_profile(world.profile_id, remembers=False)
    assert await notice(world) == "nothing to do"
    assert await Mind(world).all() == []


async def test_it_is_looked_for_once_a_week(world: World) -> None:
    for hours in range(0, 24 * 15, 6):
        world.clock.instant = after(0) + timedelta(hours=hours)
        await schedule(world.store, world.clock, world.ids)
        await world.work()
    slots = await world.sql("SELECT slot FROM job WHERE kind = 'notice' ORDER BY slot")
    assert [slot for (slot,) in slots] == ["2026-W01", "2026-W02", "2026-W03"]
