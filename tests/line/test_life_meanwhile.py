"""What the user says of their life by hand while something else changes it."""

from __future__ import annotations

import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.life import Standing
from graph_aria.domain.memories import MemoryFilter
from graph_aria.errors import InvalidText, NotFound
from graph_aria.ports import Ids
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.forget_memory import forget_memories
from graph_aria.stages.note_focus import NotedFocus, add_focus, edit_focus, end_focus
from graph_aria.stages.note_milestone import NotedMilestone, add_milestone
from tests.faculties import faculties_with
from tests.line.world import ScriptedReader, TurnedClock, World

Place = tuple[SqliteStore, Faculties, TurnedClock, Ids, str]


def placed(world: World) -> Place:
    return world.store, faculties_with(world.reader), world.clock, world.ids, world.profile_id


async def texts(world: World) -> list[str]:
    found = await world.store.list_memories(world.profile_id, MemoryFilter(), limit=50)
    return [one.text for one in found.items]


async def test_life_that_goes_off_while_the_words_are_read_learns_nothing(
    world: World, reader: ScriptedReader
) -> None:
    async def switch_off() -> None:
        await world.store.change_profile(world.profile_id, lives=False)

    reader.before = switch_off
    with pytest.raises(InvalidText, match="life is off"):
        await add_focus(*placed(world), NotedFocus("I am writing my thesis."))
    await world.store.change_profile(world.profile_id, lives=True)
    with pytest.raises(InvalidText, match="life is off"):
        await add_milestone(*placed(world), NotedMilestone("I moved to Ghent."))
    assert await texts(world) == []
    assert await world.store.list_entry_ids(world.profile_id) == ()


async def test_a_focus_that_is_deleted_meanwhile_does_not_come_back_as_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    focus = await add_focus(*placed(world), NotedFocus("I am writing my thesis."))
    read_mark = world.store.read_mark

    async def forget_first() -> object:
        monkeypatch.undo()
        await forget_memories(*placed(world), [focus.id])
        return await read_mark()

    # The time is told after the focus was found, and before its end is written.
    monkeypatch.setattr(world.store, "read_mark", forget_first)
    with pytest.raises(NotFound, match="any more"):
        await end_focus(*placed(world), focus.id, Standing.DONE)
    assert await texts(world) == []
    assert await world.store.list_entry_ids(world.profile_id) == ()


async def test_a_focus_without_a_slot_is_ended_like_another(world: World) -> None:
    focus = await add_focus(*placed(world), NotedFocus("I am learning Dutch."))
    assert focus.slot is not None
    await world.store._engine.write(
        lambda db: db.execute(
            "UPDATE memory SET slot = NULL, value = NULL;"
            "UPDATE memory_source SET slot = NULL, value = NULL"
        ).fetchall()
    )

    ended, is_new = await end_focus(*placed(world), focus.id, Standing.DONE)

    assert (ended.value, ended.state.value, is_new) == ("done", "current", True)
    was = await world.store.get_memory(world.profile_id, focus.id)
    assert (was.state.value, was.superseded_by) == ("superseded", ended.id)
    again, is_new = await end_focus(*placed(world), focus.id, Standing.DONE)
    assert (again.id, is_new) == (ended.id, False)


async def test_of_two_who_end_a_focus_at_once_the_second_confirms(world: World) -> None:
    focus = await add_focus(*placed(world), NotedFocus("I am writing my thesis."))
    first, _ = await end_focus(*placed(world), focus.id, Standing.DONE)
    second, is_new = await end_focus(*placed(world), focus.id, Standing.DONE)
    assert (first.id, is_new) == (second.id, False)
    changed = await edit_focus(*placed(world), focus.id, NotedFocus(reason="my degree"))
    assert changed.reason == "my degree"
