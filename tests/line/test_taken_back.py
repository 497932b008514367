"""What a correction takes back is no evidence, as long as the correction stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph_aria.domain.memories import MemoryState
from graph_aria.domain.records import MentionState
from tests.line.talk import Mind, says
from tests.line.world import PROJECTIONS, RECORD, ScriptedReader, World, after, decoded

CLAUSE = "@Ann:Person me>SIBLING_OF>Ann"
WRONG = f"{CLAUSE} @Yoga:Activity me>DOES>Yoga"
SISTER, NONE = "The user has a twin sister.", "The user has no twin sister."
SLOT = "the user|has|twin sister"


@pytest.fixture
def mind(world: World, reader: ScriptedReader) -> Mind:
    told = says(CLAUSE, SISTER, slot=SLOT)
    reader.script[WRONG] = replace(decoded(WRONG), memories=told.memories)
    reader.script["no"] = says("no", NONE, slot=SLOT, value="no", corrects=True)
    reader.script["yes"] = says("yes", SISTER, slot=SLOT, corrects=True)
    reader.script["again"] = says("again", NONE, slot=SLOT, value="no")
    return Mind(world)


SIBLING, DOES = ("me", "SIBLING_OF", "Ann"), ("me", "DOES", "Yoga")


async def related(world: World) -> set[tuple[str, str, str]]:
    found = await world.relations()
    return {key if key[0] == "me" else (key[2], key[1], key[0]) for key in found}


async def states(world: World, entry_id: str) -> list[MentionState]:
    (record,) = await world.store.read_records(world.profile_id, [entry_id])
    return [one.state for one in sorted(record.assertions, key=lambda one: one.start)]


async def test_what_is_corrected_is_no_evidence_until_the_correction_goes(
    world: World, mind: Mind
) -> None:
    (wrong,) = await world.live((after(0), WRONG))
    without = await world.tables(*PROJECTIONS)
    assert await related(world) == {SIBLING, DOES}
    (correction,) = await world.live((after(1), "no"))
    assert await mind.texts(MemoryState.SUPERSEDED) == [SISTER]
    assert await related(world) == {DOES}
    assert await states(world, wrong.id) == [MentionState.CORRECTED, MentionState.LIVE]
    assert {"Ann", "Yoga"} <= set(await world.entities())  # they were spoken of all the same

    before = await world.tables(*PROJECTIONS, *RECORD)
    await world.reread(wrong.id, correction.id)
    assert await world.tables(*PROJECTIONS, *RECORD) == before
    await world.rebuild()
    assert await world.tables(*PROJECTIONS, *RECORD) == before

    await world.forget(correction.id)
    assert await related(world) == {SIBLING, DOES}
    assert await world.tables(*PROJECTIONS) == without


async def test_a_correction_that_comes_first_takes_back_what_is_imported_later(
    world: World, mind: Mind
) -> None:
    await world.live((after(9), "no"))
    await world.say(WRONG, at=after(0), recorded_at=after(10))
    await world.work()
    assert await mind.texts(MemoryState.SUPERSEDED) == [SISTER]
    assert await related(world) == {DOES}


@pytest.mark.parametrize("how", ["edit", "memory", "correction"])
async def test_it_comes_back_however_the_correction_goes(
    world: World, mind: Mind, how: str
) -> None:
    _, correction = await world.live((after(0), WRONG), (after(1), "no"))
    assert await related(world) == {DOES}
    if how == "edit":
        await world.edit(correction.id, "nothing")
        await world.work()
    elif how == "memory":
        await mind.forget((await mind.the(NONE)).id)
        await world.work()
    else:
        await world.live((after(2), "yes"))
    assert await related(world) == {SIBLING, DOES}
    before = await world.tables(*PROJECTIONS, *RECORD)
    await world.rebuild()
    assert await world.tables(*PROJECTIONS, *RECORD) == before


async def test_what_only_changed_since_was_so_and_stays_evidence(world: World, mind: Mind) -> None:
    await world.live((after(0), WRONG), (after(1), "again"))
    assert await mind.texts(MemoryState.SUPERSEDED) == [SISTER]
    assert await related(world) == {SIBLING, DOES}


async def test_words_that_were_edited_say_what_they_say(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    wrong, _ = await world.live((after(0), WRONG), (after(1), "no"))
    await world.edit(wrong.id, "me>SIBLING_OF>Ann @Ann:Person")
    await world.work()
    assert await related(world) == {SIBLING}
    assert await mind.texts() == [NONE]
    assert reader.batches


async def test_deleting_the_wrong_memory_brings_no_evidence_back(world: World, mind: Mind) -> None:
    wrong, _ = await world.live((after(0), WRONG), (after(1), "no"))
    await mind.forget((await mind.the(SISTER)).id)
    await world.work()
    assert await mind.texts() == [NONE]
    for _ in range(2):
        assert await related(world) == {DOES}
        await world.reread(wrong.id)
