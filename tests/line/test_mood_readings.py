"""Moods that are read: what an entry gives, and that nothing is left when its days are over."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.reading import EntryForm, Reading, ReadMention
from graph_aria.domain.records import JobKind
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.allow_reading import allow_reading
from graph_aria.stages.clear_moods import clear_moods
from graph_aria.stages.look_at_moods import look_at_moods
from graph_aria.stages.prove_moods import prove_moods
from graph_aria.stages.schedule import schedule
from tests.line.world import ScriptedReader, TurnedClock, World, add_profile, after, opened

N_CANARIES = 40
DAY = timedelta(days=1)
SADNESS = ReadMention(0, 1, "I", "sadness", Kind.EMOTION, "test:felt")


def felt(valence: float | None, *mentions: ReadMention) -> Reading:
    return Reading(mentions or (SADNESS,), (), (), "en", "notation 1", valence=valence)


@dataclass
class Journal:
    """A world in which moods are read, and a look at all that is in its file."""

    world: World
    reader: ScriptedReader

    async def say(self, text: str, valence: float, at: datetime, *mentions: ReadMention) -> str:
        self.reader.script[text] = felt(valence, *mentions)
        entry = await self.world.say(text, at=at)
        await self.world.work()
        return entry.id

    async def moods(self) -> dict[str, float]:
        found = await self.world.store.read_mood_readings(
            self.world.profile_id, since=date.min, until=date.max
        )
        return {one.entry_id: one.mood for one in found}

    async def tick(self, at: datetime) -> None:
        """What the server does every minute."""
        self.world.clock.instant = at
        await schedule(self.world.store, self.world.clock, self.world.ids)
        await self.world.work()

    async def left(self, moods: list[float]) -> set[float]:
        """Which of these numbers stand in a page of the file, deciphered."""
        pages = await self.world.store._engine.read(lambda db: bytes(db.serialize("main")))
        return {mood for mood in moods if struct.pack(">d", mood) in pages}


@pytest.fixture(params=[None, "s3cret"], ids=["plain", "encrypted"])
async def journal(
    tmp_path: Path, reader: ScriptedReader, request: pytest.FixtureRequest
) -> AsyncIterator[Journal]:
    clock = TurnedClock()
    store = await SqliteStore.open(tmp_path / "data", passphrase=request.param, clock=clock)
    await add_profile(store)
    world = World(store, clock, reader)
    await store.change_profile(world.profile_id, reads_moods=True, mood_days=30)
    yield Journal(world, reader)
    await store.close()


# --- time --------------------------------------------------------------------------------


async def _write_canaries(journal: Journal) -> dict[str, float]:
    for n in range(N_CANARIES):
        # Whole numbers would be stored as such, and stand everywhere.
        await journal.say(f"canary {n}", -0.977 + n * 0.0499, after(n / 4))
    return await journal.moods()


async def test_when_the_days_are_over_no_canary_is_left(journal: Journal, tmp_path: Path) -> None:
    world = journal.world
    said = await world.say("Tired.\nbad night", form=EntryForm.MOOD_CHECK_IN, mood=3, at=after(0))
    canaries = await _write_canaries(journal)
    moods = list(canaries.values())
    assert len(set(moods)) == N_CANARIES
    assert await journal.left(moods) == set(moods)

    # Day by day: none goes too soon, none stays too long.
    for n in range(10, 45):
        await journal.tick(after(n) + timedelta(hours=1))
        today = (after(n) + timedelta(hours=1)).date()
        kept = {
            entry_id: mood
            for at, (entry_id, mood) in enumerate(canaries.items())
            if today - after(at / 4).date() <= 30 * DAY
        }
        assert await journal.moods() == kept
        if n % 5 == 0:
            assert await journal.left(moods) == set(kept.values())

    assert await journal.moods() == {}
    assert await journal.left(moods) == set()
    raw = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("aria.db*"))
    assert not [mood for mood in moods if struct.pack(">d", mood) in raw]
    assert {job.state for job in await world.jobs()} == {"done"}
    # The words, and what the user said of their mood, are there as they were.
    assert len(await world.store.list_entry_ids(world.profile_id)) == N_CANARIES + 1
    assert (await world.store.get_entry(world.profile_id, said.id)).mood == 3
    (day,) = await world.store.read_moods(world.profile_id, since=date.min, until=date.max)
    assert (day.mood, day.n) == (3.0, 1)


async def test_one_late_pass_leaves_no_canary_either(journal: Journal) -> None:
    moods = list((await _write_canaries(journal)).values())
    # Switched off, what is there waits for its time.
    await journal.world.store.change_profile(journal.world.profile_id, reads_moods=False)
    assert len(await journal.moods()) == N_CANARIES
    await journal.tick(after(400))
    assert await journal.moods() == {}
    assert await journal.left(moods) == set()
    summaries = [job.summary for job in await journal.world.jobs() if job.kind == JobKind.EXPIRE]
    assert f"{N_CANARIES} moods forgotten" in summaries


async def test_clearing_leaves_no_canary(journal: Journal) -> None:
    world = journal.world
    moods = list((await _write_canaries(journal)).values())
    n_gone = await clear_moods(world.store, world.clock, world.ids, world.profile_id)
    assert n_gone == N_CANARIES
    await world.work()
    assert await journal.moods() == {}
    assert await journal.left(moods) == set()
    assert await clear_moods(world.store, world.clock, world.ids, world.profile_id) == 0


async def test_a_canary_goes_with_its_entry_and_with_another_reading(journal: Journal) -> None:
    world = journal.world
    gone = await journal.say("gone", 0.777, after(0))
    changed = await journal.say("changed", -0.777, after(0))
    dull = await journal.say("dull", 0.555, after(0))
    moods = list((await journal.moods()).values())
    await world.forget(gone)
    journal.reader.script["dull"] = replace(felt(None), mentions=())
    journal.reader.script["changed"] = felt(0.333)
    await world.reread(changed, dull)
    assert await journal.moods() == {changed: 6.5}
    await world.store.scrub()
    assert await journal.left(moods) == set()


async def test_a_shorter_time_and_another_zone_count_from_the_next_pass_on(
    journal: Journal,
) -> None:
    world = journal.world
    early = await journal.say("early", 0.5, after(0))  # noon, 1 January
    late = await journal.say("late", 0.5, after(3))
    await world.store.change_profile(world.profile_id, mood_days=7)
    await journal.tick(after(7))
    assert set(await journal.moods()) == {early, late}
    # It is tomorrow there.
    await world.store.change_profile(world.profile_id, zone="Pacific/Kiritimati")
    await journal.tick(after(7) + timedelta(hours=3))
    assert set(await journal.moods()) == {late}
    await world.store.change_profile(world.profile_id, zone="Pacific/Pago_Pago")
    await journal.tick(after(10))
    assert set(await journal.moods()) == {late}
    await journal.tick(after(12))
    assert await journal.moods() == {}


# --- proof -------------------------------------------------------------------------------


async def _shown(journal: Journal) -> set[float]:
    """What the mood journal shows of what was read."""
    world = journal.world
    told = await look_at_moods(
        world.store, await world.profile(), now=world.clock.instant, days=366
    )
    return {point.read for point in told.points if point.read is not None}


async def test_a_proof_finds_what_is_left_and_nothing_when_the_days_are_over(
    journal: Journal,
) -> None:
    world = journal.world
    for n in range(N_CANARIES):
        await journal.say(f"canary {n}", -0.977 + n * 0.0499, after(n))
    said = await world.say("fine\n", form=EntryForm.MOOD_CHECK_IN, mood=7, at=after(39.2))
    await world.work()
    all_days = {"since": date.min, "until": date.max}
    canaries = await world.store.read_mood_readings(world.profile_id, **all_days)
    # They are seen, and a proof that is worth something finds each of them.
    assert await _shown(journal) == {one.mood for one in canaries if one.day >= after(9).date()}
    proof = await prove_moods(world.store, world.profile_id, canaries)
    assert {one.where for one in proof.findings} == {"mood_reading.mood"}
    assert [one.word for one in proof.findings] == sorted(one.entry_id for one in canaries)

    for n in (50, 60, 70):
        await journal.tick(after(n) + timedelta(hours=1))
    proof = await prove_moods(world.store, world.profile_id, canaries)
    assert (proof.n_readings, proof.findings) == (N_CANARIES, ())
    assert proof.out_of_reach
    assert await _shown(journal) == set()
    told = await look_at_moods(
        world.store, await world.profile(), now=world.clock.instant, days=366
    )
    assert [(one.day, one.mood) for one in told.points] == [(said.day, 7.0)]


async def test_a_proof_finds_what_only_stands_in_pages(journal: Journal) -> None:
    world = journal.world
    # One of each form in which a number lies in a file.
    moods = [await journal.say(f"canary {n}", n / 6, after(n)) for n in (-5, -3, 1, 3)]
    all_days = {"since": date.min, "until": date.max}
    canaries = await world.store.read_mood_readings(world.profile_id, **all_days)
    assert {one.entry_id for one in canaries} == set(moods)
    # As a careless program would delete them.
    await world.store._engine.run_bare(
        lambda db: [
            db.execute(each).fetchall()
            for each in (
                "PRAGMA secure_delete = OFF",
                "DELETE FROM mood_reading",
                "PRAGMA secure_delete = ON",
            )
        ]
    )
    left = await world.store.find_moods_left(world.profile_id, canaries)
    assert left
    assert {one.where for one in left} == {"pages"}
    proof = await prove_moods(world.store, world.profile_id, canaries)
    assert proof.findings == ()


async def test_clearing_in_one_go_is_proved(journal: Journal) -> None:
    world = journal.world
    await _write_canaries(journal)
    all_days = {"since": date.min, "until": date.max}
    canaries = await world.store.read_mood_readings(world.profile_id, **all_days)
    assert len(canaries) == N_CANARIES
    await clear_moods(world.store, world.clock, world.ids, world.profile_id)
    proof = await prove_moods(world.store, world.profile_id, canaries)
    assert (proof.n_readings, proof.findings) == (N_CANARIES, ())
    assert await _shown(journal) == set()


# --- what gives one -----------------------------------------------------------------------


async def test_what_is_older_than_it_would_be_kept_gives_none(journal: Journal) -> None:
    world = journal.world
    for days in (-31, -30):
        text = f"imported {days}"
        journal.reader.script[text] = felt(0.5)
        await world.say(text, at=after(days), recorded_at=after(0))
    await world.work()
    (told,) = await world.store.read_mood_readings(world.profile_id, since=date.min, until=date.max)
    assert (told.day, told.at, told.mood) == (after(-30).date(), after(-30), 7.0)


async def test_what_the_user_said_of_their_mood_is_not_read_again(journal: Journal) -> None:
    world, reader = journal.world, journal.reader
    for text, facts in {
        "sad\nrain": {"form": EntryForm.MOOD_CHECK_IN, "mood": 2},
        "with a mood": {"mood": 9},
    }.items():
        reader.script[text] = felt(-0.9)
        await world.say(text, **facts)  # type: ignore[arg-type]
    await world.work()
    assert await journal.moods() == {}
    # Only said afterwards, it holds too.
    late = await journal.say("late", -0.9, after(0))
    assert set(await journal.moods()) == {late}
    await world.store.edit_entry(
        replace(await world.store.get_entry(world.profile_id, late), mood=8), job_id="again"
    )
    await world.work()
    assert await journal.moods() == {}


async def test_off_nothing_is_stored_and_a_reading_again_takes_it_away(journal: Journal) -> None:
    world = journal.world
    told = await journal.say("told", 0.9, after(0))
    await world.store.change_profile(world.profile_id, reads_moods=False)
    await journal.say("off", 0.9, after(0))
    assert set(await journal.moods()) == {told}
    await world.reread(told)
    assert await journal.moods() == {}


# --- with the real reader ------------------------------------------------------------------


async def test_the_real_reader_tells_whose_mood_it_is(tmp_path: Path) -> None:
    async with ReaderProcess() as reader, opened(tmp_path, reader=reader) as world:
        await world.store.change_profile(world.profile_id, reads_moods=True)
        good = await world.say("I was so happy today, dinner with Priya was lovely.")
        bad = await world.say("Awful day. I'm exhausted and sad.")
        none = [
            await world.say(text)
            for text in (
                "My sister is angry and sad.",
                "Bought milk and bread.",
                "The meeting is at ten tomorrow.",
                "I'm so sad. I want to kill myself.",
            )
        ]
        await world.work()
        found = await world.store.read_mood_readings(
            world.profile_id, since=date.min, until=date.max
        )
        moods = {one.entry_id: one.mood for one in found}
        assert set(moods) == {good.id, bad.id}
        assert moods[bad.id] < 3.5
        assert moods[good.id] > 7.5
        # Nor when its author wants it read.
        await allow_reading(world.store, world.ids, world.profile_id, none[-1].id)
        await world.work()
        assert (await world.store.get_entry(world.profile_id, none[-1].id)).reader_id is not None
        found = await world.store.read_mood_readings(
            world.profile_id, since=date.min, until=date.max
        )
        assert {one.entry_id for one in found} == set(moods)
