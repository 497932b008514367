"""What becomes of memories when entries are read again, edited, deleted, or come late."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_history import Author, MemoryVerb
from graph_aria.domain.records import EntryState, JobKind, RulingVerb
from graph_aria.domain.remedies import MEMORY_OFF
from graph_aria.stages.work import work
from tests.faculties import faculties_with
from tests.line.talk import Mind, Talk, says
from tests.line.world import ScriptedReader, TurnedClock, World, add_profile, after

OSLO, BERGEN = "The user lives in Oslo.", "The user lives in Bergen."
HOME = "the user|lives in"
MEMORIES = ("memory", "memory_source", "memory_link", "memory_ruling", "memory_revision", "veto")


@pytest.fixture
def mind(world: World) -> Mind:
    return Mind(world)


def teach(reader: ScriptedReader, text: str, memory: str, value: str | None = None) -> str:
    """Have a text say a memory, of where the user lives if it has a value."""
    slot = None if value is None else HOME
    reader.script[text] = says(text, memory, slot=slot, value=value or "yes")
    return text


async def test_reading_again_adds_nothing(world: World, mind: Mind, reader: ScriptedReader) -> None:
    one, two = teach(reader, "in Oslo", OSLO, "oslo"), teach(reader, "in Bergen", BERGEN, "bergen")
    told = await world.live((after(0), one), (after(1), two), (after(2), one))
    before = await world.tables(*MEMORIES)
    assert await mind.texts() == [OSLO]
    assert await mind.texts(MemoryState.SUPERSEDED) == [BERGEN]
    await world.reread(*(each.id for each in told))
    await world.reread(told[1].id)
    assert await world.tables(*MEMORIES) == before


async def test_what_an_edit_takes_away_is_forgotten_and_what_it_says_is_known(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one, two = teach(reader, "in Oslo", OSLO, "oslo"), teach(reader, "in Bergen", BERGEN, "bergen")
    (entry,) = await world.live((after(0), one))
    await world.edit(entry.id, two)
    await world.work()
    assert [each.text for each in await mind.all()] == [BERGEN]
    await world.edit(entry.id, "nothing")
    await world.work()
    assert await mind.all() == []


async def test_what_earlier_words_said_goes_though_new_ones_could_not_be_read_at_first(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one, two = teach(reader, "in Oslo", OSLO, "oslo"), teach(reader, "in Bergen", BERGEN, "bergen")
    (entry,) = await world.live((after(0), one))
    reader.poison["Bergen"] = RuntimeError("cannot")
    await world.edit(entry.id, two)
    for _ in range(6):
        await world.work()
        world.clock.instant += timedelta(hours=3)
    stored = await world.store.get_entry(world.profile_id, entry.id)
    assert (stored.state, stored.reader_id) == (EntryState.FAILED, None)
    reader.poison.clear()
    await world.reread(entry.id)
    assert [(each.text, each.state) for each in await mind.all()] == [(BERGEN, MemoryState.CURRENT)]


async def test_the_older_is_back_when_what_superseded_it_is_deleted(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one, two = teach(reader, "in Oslo", OSLO, "oslo"), teach(reader, "in Bergen", BERGEN, "bergen")
    _, second = await world.live((after(0), one), (after(1), two))
    assert await mind.texts(MemoryState.SUPERSEDED) == [OSLO]
    await world.forget(second.id)
    (memory,) = await mind.all()
    assert (memory.text, memory.state, memory.superseded_by) == (OSLO, MemoryState.CURRENT, None)
    (revision,) = await mind.revisions(memory.id)
    assert (revision.before, revision.after, revision.by) == (
        "superseded", "current", Author.DELETION,
    )  # fmt: skip


async def test_what_is_imported_late_falls_into_its_place(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one, two = teach(reader, "in Oslo", OSLO, "oslo"), teach(reader, "in Bergen", BERGEN, "bergen")
    await world.live((after(9), two))
    await world.say(one, at=after(1), recorded_at=after(10))
    await world.work()
    assert await mind.texts() == [BERGEN]
    assert await mind.texts(MemoryState.SUPERSEDED) == [OSLO]
    changed = (await mind.the(OSLO)).superseded_by
    assert changed == (await mind.the(BERGEN)).id


async def test_a_memory_keeps_what_is_left_of_its_sources(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    reader.script["first"] = says("first", "The user is a nurse.", slot="job", value="nurse")
    reader.script["second"] = says(
        "second", "The user works as a nurse.", slot="job", value="nurse", reason="they like it"
    )
    first, _ = await world.live((after(0), "first"), (after(1), "second"))
    (memory,) = await mind.all()
    assert (memory.text, memory.reason) == ("The user is a nurse.", "they like it")
    assert await mind.quotes(memory.id) == ["first", "second"]
    await world.forget(first.id)
    (left,) = await mind.all()
    assert (left.id, left.text) == (memory.id, "The user works as a nurse.")
    assert await mind.quotes(left.id) == ["second"]
    assert await world.store.prove_gone(["first"]) == ()
    (revision,) = await mind.revisions(memory.id)
    assert (revision.field, revision.before, revision.by) == (
        "text",
        first.id,
        Author.DELETION,
    )


async def test_pinned_words_stay_whatever_is_read(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one, two = teach(reader, "in Oslo", OSLO, "oslo"), teach(reader, "in Bergen", BERGEN, "bergen")
    (entry,) = await world.live((after(0), one))
    memory = await mind.rule((await mind.the(OSLO)).id, MemoryVerb.PIN)
    # A later reader reads other words there, or nothing at all.
    for other in (
        says(one, "The user lives in Oslo, Norway.", slot=HOME, value="oslo"),
        says(one, "The user lives in Turku.", slot=HOME, value="turku"),
        says(one),
    ):
        reader.script[one] = other
        await world.reread(entry.id)
        pinned = await mind.the(OSLO)
        assert (pinned.id, pinned.state, pinned.pinned) == (memory.id, MemoryState.CURRENT, True)
    await world.live((after(1), two))
    assert (await mind.the(OSLO)).state is MemoryState.CURRENT
    assert (await mind.the(BERGEN)).state is MemoryState.PENDING
    # Its entry's own words were changed: then it has nothing to stand on.
    await world.edit(entry.id, "something else")
    await world.work()
    assert [each.text for each in await mind.all()] == [BERGEN]
    assert await mind.texts() == [BERGEN]


async def test_a_correction_takes_over_the_pin(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one = teach(reader, "in Oslo", OSLO, "oslo")
    await world.live((after(0), one))
    await mind.rule((await mind.the(OSLO)).id, MemoryVerb.PIN)
    reader.script["no"] = says("no", BERGEN, slot=HOME, value="bergen", corrects=True)
    (wrong,) = await world.live((after(1), "no"))
    old, new = await mind.the(OSLO), await mind.the(BERGEN)
    assert (old.state, old.pinned, old.superseded_by) == (MemoryState.SUPERSEDED, False, new.id)
    assert (new.state, new.pinned) == (MemoryState.CURRENT, True)
    await world.forget(wrong.id)
    old = await mind.the(OSLO)
    assert (old.state, old.pinned) == (MemoryState.CURRENT, True)


async def test_memory_that_is_off_for_all_profiles_leaves_entries_unread(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one = teach(reader, "@Yoga:Activity in Oslo", OSLO, "oslo")
    faculties = replace(faculties_with(reader), remembers=False)
    entry = await world.say(one, at=after(0))
    await work(world.store, faculties, world.clock, world.ids)
    stored = await world.store.get_entry(world.profile_id, entry.id)
    assert (stored.state, stored.reason) == (EntryState.UNREAD, MEMORY_OFF)
    assert (await mind.all(), await world.entities()) == ([], {})
    await world.reread(entry.id)
    assert await mind.texts() == [OSLO]
    assert set(await world.entities()) == {"Yoga"}
    # What was read stays as it is while it is off.
    await world.store.queue_job(
        job_id="again", profile_id=world.profile_id, kind=JobKind.READ, due_at=world.clock.now(),
        subject_id=entry.id,
    )  # fmt: skip
    await work(world.store, faculties, world.clock, world.ids)
    assert await mind.texts() == [OSLO]


async def test_a_secret_is_refused_and_the_entry_says_so(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    text = "my password is swordfish99"
    reader.script[text] = says(text, "The user's password is swordfish99.")
    plain = teach(reader, "in Oslo", OSLO, "oslo")
    secret, harmless = await world.live((after(0), text), (after(1), plain))
    assert await mind.texts() == [OSLO]
    stored = [await world.store.get_entry(world.profile_id, each.id) for each in (secret, harmless)]
    assert [each.refused for each in stored] == ["secret", None]
    await world.edit(secret.id, plain)
    await world.work()
    assert (await world.store.get_entry(world.profile_id, secret.id)).refused is None


WORDS = ("zanthoria", "brunnelwitz", "qwyxolune", "plimsorrel")


async def _fill(world: World, mind: Mind, reader: ScriptedReader) -> list[str]:
    """A store in which each word stands wherever a word of the user can come to stand."""
    one = "@Zanthoria:Person me>FRIEND_OF>Zanthoria brunnelwitz qwyxolune"
    reader.script[one] = replace(
        says(one, "The user met Zanthoria at brunnelwitz.", slot="met", value="qwyxolune",
             reason="of qwyxolune"),
    )  # fmt: skip
    talk = await Talk.begin(world)
    (turn,) = await talk.live((one, "What a zanthoria brunnelwitz qwyxolune!"), at=after(0))
    memory = (await mind.all())[0]
    await mind.rule(memory.id, MemoryVerb.PIN)
    await mind.edit(memory.id, "The user met zanthoria and plimsorrel at brunnelwitz, qwyxolune.")
    await mind.edit(memory.id, "The user met zanthoria at plimsorrel.")
    return [turn.id, memory.id]


async def found(world: World) -> set[str]:
    return {each.word for each in await world.store.prove_gone(WORDS)}


def in_files(folder: Path) -> set[str]:
    return {
        word
        for path in (folder / "data").rglob("*")
        if path.is_file()
        for word in WORDS
        if word.encode() in path.read_bytes().lower()
    }


@pytest.mark.parametrize("what", ["entry", "entry then memory", "memory then entry", "profile"])
async def test_no_file_has_a_word_of_what_was_deleted(
    world: World, mind: Mind, reader: ScriptedReader, tmp_path: Path, what: str
) -> None:
    turn_id, memory_id = await _fill(world, mind, reader)
    assert await found(world) == set(WORDS)
    if what == "profile":
        await world.store.delete_profile(world.profile_id)
        await world.store.scrub()
    elif what == "entry":
        await world.forget(turn_id)
        await world.work()
        # What the user wrote by hand is an entry of its own, and stays.
        assert await found(world) <= {"zanthoria", "plimsorrel", "brunnelwitz", "qwyxolune"}
        await mind.forget((await mind.all())[0].id)
        await world.work()
    else:
        for step in what.split(" then "):
            if step == "entry":
                await world.forget(turn_id)
            else:
                await mind.forget(memory_id)
            await world.work()
    assert await found(world) == set()
    assert in_files(tmp_path) == set()


async def test_what_was_learned_about_somebody_goes_with_them(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    await _fill(world, mind, reader)
    zanthoria = await world.entity("Zanthoria")
    await world.rule(RulingVerb.DELETE, zanthoria.id)
    await world.work()
    assert await mind.all() == []
    left = {(each.where, each.word) for each in await world.store.prove_gone(["plimsorrel"])}
    assert left == set()
    assert await world.store.list_entry_ids(world.profile_id) != ()


async def test_a_word_that_another_entry_says_stays_there(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    one, two = "zanthoria one", "zanthoria two"
    for text in (one, two):
        reader.script[text] = says(text, "The user likes zanthoria.")
    first, second = await world.live((after(0), one), (after(1), two))
    await world.forget(first.id)
    await world.work()
    (memory,) = await mind.all()
    assert await mind.quotes(memory.id) == [two]
    await world.forget(second.id)
    await world.work()
    assert await found(world) == set()


async def test_an_encrypted_store_has_no_word_either(tmp_path: Path) -> None:
    reader, clock = ScriptedReader(), TurnedClock()
    store = await SqliteStore.open(tmp_path / "data", clock=clock, passphrase="a long one")
    try:
        await add_profile(store)
        world = World(store, clock, reader, ids=UuidIds())
        mind = Mind(world)
        turn_id, memory_id = await _fill(world, mind, reader)
        assert in_files(tmp_path) == set()
        assert await found(world) == set(WORDS)
        await mind.forget(memory_id)
        await world.forget(turn_id)
        await world.work()
        assert await found(world) == set()
    finally:
        await store.close()
