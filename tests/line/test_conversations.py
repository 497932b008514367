"""Conversations: what is stored when, what is read then, and what a switch takes back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graph_aria.domain.conversations import Message, Role
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.domain.records import EntryState
from graph_aria.domain.remedies import CONVERSATION_OFF
from graph_aria.errors import Conflict, InvalidText, NotFound
from graph_aria.stages.answer_lost import PATIENCE, answer_lost
from graph_aria.stages.schedule import schedule
from tests.line.talk import Mind, Talk, says
from tests.line.world import PROJECTIONS, RECORD, ScriptedReader, World, after

MINUTE = timedelta(minutes=1)


async def messages(talk: Talk) -> list[tuple[str, str, bool]]:
    found = await talk.world.store.read_messages(talk.world.profile_id, talk.id)
    return [(each.role.value, each.text, each.is_cut) for each in found]


async def state_of(world: World, entry_id: str) -> EntryState:
    return (await world.store.get_entry(world.profile_id, entry_id)).state


async def test_a_turn_is_stored_at_once_and_read_with_its_reply(world: World) -> None:
    talk = await Talk.begin(world)
    turn = await talk.hear("@Yoga:Activity helped")
    assert await world.work() == 0
    assert await state_of(world, turn.id) is EntryState.PENDING
    await talk.answer("@Chess:Activity is fine, too")
    assert await world.work() == 1
    assert await state_of(world, turn.id) is EntryState.READ
    assert set(await world.entities()) == {"Yoga"}  # nothing is learned from a reply
    assert await messages(talk) == [
        ("user", "@Yoga:Activity helped", False),
        ("assistant", "@Chess:Activity is fine, too", False),
    ]


async def test_a_turn_that_is_overtaken_is_read_too(world: World) -> None:
    talk = await Talk.begin(world)
    first = await talk.hear("@Yoga:Activity")
    second = await talk.hear("@Chess:Activity")
    assert await world.work() == 1
    assert await state_of(world, first.id) is EntryState.READ
    assert await state_of(world, second.id) is EntryState.PENDING
    await talk.answer("Good.")
    assert await world.work() == 1
    assert [each[2] for each in await messages(talk)] == [False, True, False, False]


async def test_a_reply_that_nobody_brings_is_noted_as_cut_after_a_while(world: World) -> None:
    talk = await Talk.begin(world)
    turn = await talk.hear("@Yoga:Activity", at=after(1))
    world.clock.instant += PATIENCE - MINUTE
    assert await answer_lost(world.store, world.clock, world.ids) == 0
    world.clock.instant += 2 * MINUTE
    assert await schedule(world.store, world.clock, world.ids) > 0
    assert await answer_lost(world.store, world.clock, world.ids) == 0
    await world.work()
    assert await state_of(world, turn.id) is EntryState.READ
    assert await messages(talk) == [("user", turn.text, False), ("assistant", "", True)]
    # It comes after all.
    await talk.answer("Here I am.")
    assert await messages(talk) == [("user", turn.text, False), ("assistant", "Here I am.", False)]
    assert await world.work() == 0


async def test_many_turns_without_a_reply_are_all_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.stages.answer_lost._AT_ONCE", 2)
    talks = [await Talk.begin(world) for _ in range(5)]
    for n, talk in enumerate(talks):
        await talk.hear(f"{n} @Yoga:Activity")
    world.clock.instant += PATIENCE
    assert await answer_lost(world.store, world.clock, world.ids) == 5
    assert await world.work() == 5


async def test_a_message_that_comes_again_is_stored_once(world: World) -> None:
    talk = await Talk.begin(world, external_id="chat-1")
    again = await Talk.begin(world, external_id="chat-1", scope="other", remembers=False)
    assert again.id == talk.id
    turn = await talk.hear("@Yoga:Activity", external_id="1")
    await talk.answer("Good.")
    assert (await talk.hear("@Yoga:Activity", external_id="1")).id == turn.id
    await talk.answer("Good.")
    assert len(await messages(talk)) == 2
    assert await world.work() == 1


async def test_a_reply_without_a_turn_is_refused(world: World) -> None:
    talk = await Talk.begin(world)
    with pytest.raises(Conflict, match="user's message first"):
        await talk.answer("Hello, how are you?")
    await talk.hear("@Yoga:Activity")
    with pytest.raises(InvalidText):
        await talk.answer("")
    await talk.answer("", is_cut=True)
    await talk.answer("Good.")
    with pytest.raises(Conflict, match="has its reply already"):
        await talk.answer("Another.")
    with pytest.raises(NotFound):
        await Talk(world, "nothing").answer("Good.")


async def test_a_turn_goes_with_its_reply(world: World) -> None:
    talk = await Talk.begin(world)
    turn, _ = await talk.live(
        ("zorblax @Yoga:Activity", "What is a qwyxol?"), ("@Yoga:Activity", "Ah.")
    )
    await world.forget(turn.id)
    await world.work()
    assert await messages(talk) == [("user", "@Yoga:Activity", False), ("assistant", "Ah.", False)]
    assert await world.store.prove_gone(["zorblax", "qwyxol"]) == ()


LINES = (
    ("@Yoga:Activity helps @Sam:Person me>FRIEND_OF>Sam", "The user is a nurse."),
    ("@Yoga:Activity again", "The user lives in Oslo."),
    ("@Chess:Activity", "The user has a dog."),
    ("@Chess:Activity once more", "The user lives in Bergen."),
)
SLOTS = {"The user lives in Oslo.": "oslo", "The user lives in Bergen.": "bergen"}


def learn(reader: ScriptedReader) -> None:
    for text, memory in LINES:
        value = SLOTS.get(memory)
        slot = None if value is None else "the user|lives in"
        reader.script[text] = says(text, memory, slot=slot, value=value or "yes")


async def whole(world: World) -> dict[str, object]:
    """All that is known, but for chapters, which count entries that are only kept, too."""
    story = await world.story()
    del story["chapters"]
    return {**story, "memories": await Mind(world).story()}


@pytest.mark.parametrize("n_off", range(len(LINES)))
async def test_a_conversation_that_is_not_remembered_leaves_nothing(
    world: World, reader: ScriptedReader, n_off: int
) -> None:
    learn(reader)
    kept, other = await Talk.begin(world), await Talk.begin(world)
    for n, (text, _) in enumerate(LINES):
        if n != n_off:
            await kept.live((text, "I see."), at=after(n))
    without = await whole(world)
    world.clock.instant = after(n_off)
    (turn,) = await other.live((LINES[n_off][0], "I see."), at=after(n_off))
    with_it = await whole(world)
    assert with_it != without

    await other.remember(remembers=False)
    assert await whole(world) == without
    entry = await world.store.get_entry(world.profile_id, turn.id)
    assert (entry.text, entry.state, entry.reason) == (
        LINES[n_off][0], EntryState.UNREAD, CONVERSATION_OFF,
    )  # fmt: skip

    # Later sweeps respect it, and so does what is said in it from now on.
    every = await world.store.list_entry_ids(world.profile_id)
    await world.reread(*every)
    assert await whole(world) == without
    before = await world.tables(*PROJECTIONS, *RECORD)
    await world.rebuild()
    assert await world.tables(*PROJECTIONS, *RECORD) == before
    (later,) = await other.live((LINES[n_off][0], "I see."))
    assert await whole(world) == without
    await world.forget(later.id)

    await other.remember(remembers=True)
    assert await whole(world) == with_it


async def test_what_a_conversation_superseded_is_current_without_it(
    world: World, reader: ScriptedReader
) -> None:
    learn(reader)
    kept, other = await Talk.begin(world), await Talk.begin(world)
    await kept.live((LINES[1][0], "I see."), at=after(1))
    without = await whole(world)
    await other.live((LINES[3][0], "I see."), (LINES[0][0], "I see."), at=after(3))
    mind = Mind(world)
    assert await mind.texts(MemoryState.SUPERSEDED) == ["The user lives in Oslo."]
    await other.remember(remembers=False)
    assert await whole(world) == without
    assert await mind.texts() == ["The user lives in Oslo."]
    revised = await mind.revisions((await mind.the("The user lives in Oslo.")).id)
    # That it was superseded names what is gone, and goes with it.
    assert [(one.field, one.before, one.after) for one in revised] == [
        ("state", "superseded", "current")
    ]


async def test_a_pin_keeps_nothing_of_a_conversation_that_is_not_remembered(
    world: World, reader: ScriptedReader
) -> None:
    learn(reader)
    mind, other = Mind(world), await Talk.begin(world)
    without = await whole(world)
    await other.live((LINES[0][0], "I see."))
    (memory,) = await mind.all()
    await mind.rule(memory.id, MemoryVerb.PIN)
    await other.remember(remembers=False)
    assert await whole(world) == without


async def test_a_conversation_moves_on_and_its_scope_is_that_of_its_memories(
    world: World, reader: ScriptedReader
) -> None:
    learn(reader)
    talk = await Talk.begin(world, scope="work")
    (turn,) = await talk.live((LINES[0][0], "I see."))
    (memory,) = await Mind(world).all()
    assert memory.scope == "work"
    conversation = await world.store.get_conversation(world.profile_id, talk.id)
    assert conversation.read_to == turn.id


async def test_while_memory_is_off_turns_wait_unread(world: World, reader: ScriptedReader) -> None:
    learn(reader)
    await world.store.change_profile(world.profile_id, remembers=False)
    talk = await Talk.begin(world)
    (turn,) = await talk.live((LINES[0][0], "I see."))
    assert await Mind(world).all() == []
    assert await state_of(world, turn.id) is EntryState.UNREAD
    await world.store.change_profile(world.profile_id, remembers=True)
    await world.reread(turn.id)
    assert await Mind(world).texts() == ["The user is a nurse."]


async def test_messages_keep_their_order(world: World) -> None:
    talk = await Talk.begin(world)
    turns = await talk.live(*((f"{n} @Yoga:Activity", f"reply {n}") for n in range(3)))
    found = await world.store.read_messages(world.profile_id, talk.id, before=turns[2].id, limit=2)
    assert [(each.turn_id, each.role) for each in found] == [
        (turns[1].id, Role.USER),
        (turns[1].id, Role.ASSISTANT),
    ]
    assert all(isinstance(each, Message) for each in found)
