"""The scheduled pass, and clocks that are put forward, back, or wrong."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.records import EntryState, RulingVerb
from graph_aria.errors import InvalidTime
from graph_aria.stages.fade import fade
from graph_aria.stages.schedule import schedule
from graph_aria.stages.tell_time import tell_time
from tests.line.world import CHAPTERS, PROJECTIONS, RECORD, World, after, opened

THEMES = ["Yoga", "Chess", "Running", "Reading", "Cooking", "Piano"]
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def live_a_summer(world: World) -> None:
    """Three months: habits come and go, then a long silence."""
    for n in range(90):
        busy = THEMES[:5] if n < 45 else THEMES[3:]
        said = " ".join(f"@{name}:Activity" for i, name in enumerate(busy) if n % (i + 1) == 0)
        feeling = "@calm:Emotion:4 Yoga>EVOKES>calm" if "Yoga" in said and n % 7 == 0 else ""
        await world.say(f"{n} {said} {feeling}", at=after(n), mood=n % 10 + 1)
    await world.work()


async def tick(world: World, at: datetime) -> int:
    """What the server does every minute."""
    world.clock.instant = at
    n_queued = await schedule(world.store, world.clock, world.ids)
    await world.work()
    return n_queued


async def test_a_pass_that_is_late_by_days_leaves_what_daily_passes_leave(
    tmp_path: Path,
) -> None:
    left = []
    for name, hours in (("daily", 24), ("late", 24 * 13), ("hourly", 1)):
        async with opened(tmp_path / name) as world:
            await live_a_summer(world)
            start = after(89)
            last = start + timedelta(days=60)
            if hours == 1:
                # Only the first two days by the hour: enough to see what that changes.
                for n in range(14 * 24):
                    await tick(world, start + HOUR * n)
            for n in range(0, 60 * 24, max(hours, 24)):
                await tick(world, start + HOUR * n)
            await tick(world, last)
            left.append(await world.story())
    for other in left[1:]:
        assert other == left[0]
    stamps, chapters = left[0]["stamps"], left[0]["chapters"]
    assert isinstance(stamps, list)
    assert isinstance(chapters, list)
    assert all(stamp == fades_at for stamp, fades_at in stamps)
    assert len(chapters) >= 2


async def test_what_ends_after_it_faded_is_left_alike_by_late_and_by_daily_passes(
    tmp_path: Path,
) -> None:
    told = [
        (0, "@Sam:Person @Ulm:Place Sam>LIVES_IN>Ulm @Acme:Organization me>WORKS_AT>Acme"),
        (10, "@Sam:Person @Bonn:Place Sam>LIVES_IN>Bonn"),
        (20, "@Acme:Organization me>WORKS_AT>Acme/ended"),
        (30, "@Sam:Person @Ulm:Place Sam>LIVES_IN>Ulm"),
    ]
    for n in range(1, len(told) + 1):
        left = []
        for name in ("daily", "late"):
            async with opened(tmp_path / f"{name}{n}") as world:
                for day in range(40):
                    for on, text in told[:n]:
                        if on == day:
                            await world.live((after(day), text))
                    if name == "daily":
                        await tick(world, after(day) + HOUR)
                await tick(world, after(40))
                left.append(await world.story())
        assert left[0] == left[1]


async def test_a_second_pass_changes_nothing(world: World) -> None:
    await live_a_summer(world)
    world.clock.instant = after(150)
    assert (await world.fade()).stamps
    await world.turn_pages()
    before = await world.tables(*PROJECTIONS, *CHAPTERS, *RECORD)
    assert (await world.fade()).stamps == ()
    assert await world.turn_pages() == 0
    assert await world.tables(*PROJECTIONS, *CHAPTERS, *RECORD) == before


async def test_two_who_ask_for_the_pass_at_once_get_one(world: World) -> None:
    await live_a_summer(world)
    world.clock.instant = after(150)
    *reports, _ = await asyncio.gather(
        world.fade(), world.fade(), world.fade(), world.fade(), world.turn_pages()
    )
    stamps = [stamp for report in reports for stamp in report.stamps]
    assert len(stamps) == len(set(stamps))
    model = await world.mirror()
    targets: list[Entity | Relation] = [*model.entities.values(), *model.relations.values()]
    for target in targets:
        assert target.standing is not None
        assert target.archived_at == target.standing.fades_at
    assert set(dict(stamps)) == model.entities.keys() | model.relations.keys()


async def test_a_dry_run_says_what_a_pass_would_do_and_does_nothing(world: World) -> None:
    await live_a_summer(world)
    before = await world.tables()
    future = after(150)
    with pytest.raises(InvalidTime):
        await fade(world.store, world.clock, world.profile_id, as_of=future)
    report = await fade(world.store, world.clock, world.profile_id, as_of=future, dry_run=True)
    assert await world.tables() == before
    world.clock.instant = future
    assert (await world.fade()).stamps == report.stamps


async def test_pinned_things_are_not_archived_and_unpinned_ones_are(world: World) -> None:
    await world.live((after(0), "@Yoga:Activity @Chess:Activity"))
    yoga = await world.entity("Yoga")
    await world.rule(RulingVerb.PIN, yoga.id)
    world.clock.instant = after(30)
    assert [key for key, _ in (await world.fade()).stamps] == [(await world.entity("Chess")).id]
    assert await world.active() == {"Yoga"}
    await world.rule(RulingVerb.UNPIN, yoga.id)
    assert await world.active() == set()
    assert [key for key, _ in (await world.fade()).stamps] == [yoga.id]


async def slots(world: World) -> list[str]:
    found = await world.sql("SELECT slot FROM job WHERE kind = 'fade' ORDER BY slot")
    return [slot for (slot,) in found]


@pytest.mark.parametrize(
    ("first", "last", "dates"),
    [
        # 29 March 2026 at 03:00 it is 04:00: there is no 03:30.
        (
            datetime(2026, 3, 28, 2, tzinfo=UTC),
            datetime(2026, 3, 31, 2, tzinfo=UTC),
            ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"],
        ),
        # 25 October 2026 at 04:00 it is 03:00 again: 03:30 comes twice.
        (
            datetime(2026, 10, 24, 2, tzinfo=UTC),
            datetime(2026, 10, 27, 2, tzinfo=UTC),
            ["2026-10-24", "2026-10-25", "2026-10-26", "2026-10-27"],
        ),
    ],
)
async def test_there_is_one_pass_a_local_date_whatever_the_clocks_do(
    tmp_path: Path, first: datetime, last: datetime, dates: list[str]
) -> None:
    async with opened(tmp_path, zone="Europe/Athens") as world:
        at = first
        n_queued = 0
        while at <= last:
            n_queued += await tick(world, at)
            at += timedelta(minutes=10)
        assert await slots(world) == dates
        assert n_queued == 4 * len(dates) + 3  # in two weeks, and once for the rules of care
        done = await world.jobs(state="done")
        assert len(done) == 4 * len(dates) + 3


@pytest.mark.parametrize(
    ("due", "earlier"),
    [
        # In the gap: due at 04:00 summer time, which is 01:00 UTC.
        (datetime(2026, 3, 29, 1, tzinfo=UTC), "2026-03-28"),
        # In the overlap: due at the first 03:30, which is 00:30 UTC.
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "2026-10-24"),
        (datetime(2026, 7, 1, 0, 30, tzinfo=UTC), "2026-06-30"),
    ],
)
async def test_a_pass_is_due_from_half_past_three(
    tmp_path: Path, due: datetime, earlier: str
) -> None:
    async with opened(tmp_path, zone="Europe/Athens") as world:
        await tick(world, due - timedelta(microseconds=1))
        assert await slots(world) == [earlier]
        await tick(world, due)
        today = (datetime.fromisoformat(earlier) + DAY).date().isoformat()
        assert await slots(world) == [earlier, today]
        # The second 03:30 of the overlap, an hour later.
        assert await tick(world, due + HOUR) == 0


async def test_a_pass_that_was_slept_through_is_made_up(world: World) -> None:
    await world.live((after(0), "@Yoga:Activity"))
    await tick(world, after(1))
    # Asleep for nine days, awake at two in the morning, before today's pass is due.
    await tick(world, datetime(2026, 1, 11, 2, tzinfo=UTC))
    assert await slots(world) == ["2026-01-02", "2026-01-10"]
    yoga = await world.entity("Yoga")
    assert yoga.standing is not None
    assert yoga.archived_at == yoga.standing.fades_at


async def test_a_new_profile_has_its_first_pass_at_once(world: World) -> None:
    assert await tick(world, after(0)) == 6
    assert await tick(world, after(0) + HOUR) == 0


@pytest.mark.parametrize("back", [HOUR, DAY, timedelta(hours=25)])
async def test_nothing_un_fades_when_the_clock_is_set_back(world: World, back: timedelta) -> None:
    await world.live((after(0), "@Yoga:Activity:4 @Chess:Activity Yoga>RELATED_TO>Chess"))
    yoga = await world.entity("Yoga")
    assert yoga.standing is not None
    faded_at = yoga.standing.fades_at
    await tick(world, faded_at)
    assert await world.active() == set()

    world.clock.instant = faded_at - back
    now = await tell_time(world.store, world.clock)
    assert now == faded_at
    graph = await world.store.read_active(
        world.profile_id, now=now, max_entities=9, max_relations=9
    )
    assert graph.entities == ()
    assert (await world.fade()).stamps == ()

    # What is said meanwhile counts, once, at an instant that is no earlier than the last.
    for text in ("@Yoga:Activity", "@Yoga:Activity again"):
        entry = await world.say(text)
        await world.work()
        assert entry.recorded_at == faded_at
    model = await world.mirror()
    assert all(1 <= row.weight_after <= 10 for row in model.rows.values())
    yoga = await world.entity("Yoga")
    assert yoga.standing is not None
    assert yoga.standing.n_days == 2
    assert yoga.standing.weight == pytest.approx(2.5)
    assert yoga.standing.weight_at(now, (await world.profile()).dial) <= 10


async def test_a_clock_that_ran_26_hours_ahead_is_forgiven(world: World) -> None:
    await world.live((after(0), "@Yoga:Activity"))
    ahead = after(1) + timedelta(hours=26)
    await tick(world, ahead)
    early = await world.say("@Chess:Activity too early")
    await world.work()
    assert early.recorded_at == ahead

    world.clock.instant = after(1)
    assert await tell_time(world.store, world.clock) == after(1)
    late = await world.say("@Yoga:Activity @Chess:Activity in time")
    assert await world.work() == 1
    assert late.recorded_at == after(1)
    # The mark is believed again from here on.
    assert await world.store.read_mark() == after(1)
    model = await world.mirror()
    assert all(1 <= row.weight_after <= 10 for row in model.rows.values())
    dial = (await world.profile()).dial
    for entity in model.entities.values():
        assert entity.standing is not None
        assert 1 <= entity.standing.weight_at(after(1), dial) <= 10
    # The entry from the future has its own day; what came before it is decayed to there.
    chess = await world.entity("Chess")
    assert chess.standing is not None
    assert chess.standing.ref_at == ahead
    assert chess.standing.n_days == 2


async def test_an_entry_from_a_clock_that_ran_ahead_is_read_all_the_same(world: World) -> None:
    world.clock.instant = after(2)
    entry = await world.say("@Chess:Activity")
    world.clock.instant = after(0)
    assert await world.work() == 1
    stored = await world.store.get_entry(world.profile_id, entry.id)
    assert stored.state is EntryState.READ


async def test_an_entry_is_dated_at_most_a_day_ahead(world: World) -> None:
    world.clock.instant = after(0)
    await world.say("@Yoga:Activity", at=after(1), recorded_at=after(0))
    at = after(1) + timedelta(microseconds=1)
    with pytest.raises(InvalidTime):
        await world.say("@Yoga:Activity", at=at, recorded_at=after(0))
    await world.work()
    yoga = await world.entity("Yoga")
    assert yoga.standing is not None
    assert yoga.standing.ref_at == after(0)
