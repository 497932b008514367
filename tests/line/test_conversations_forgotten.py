"""Turns that take back what was said before them, and conversations that are deleted."""

from __future__ import annotations

import pytest

from graph_aria.domain.records import EntryState
from graph_aria.domain.remedies import TAKEN_BACK
from graph_aria.domain.taking_back import Reach, takes_back
from graph_aria.errors import NotFound
from graph_aria.stages.forget_conversation import forget_conversation
from tests.line.talk import Mind, Talk, says
from tests.line.world import ScriptedReader, World


@pytest.fixture
def mind(world: World) -> Mind:
    return Mind(world)


ORDERS = (
    "Forget that.",
    "please forget what I just said",
    "Oh, don't remember that!",
    "Forget I said that, ok?",
    "never save this, please",
    "Pretend I never said that.",
    "Can you delete my last message? 🙈",
    "Scratch that.",
    "Actually forget that",
    "I take that back.",
    "Never mind, please ignore what I just told you about my boss.",
    "Forget that. How was your day?",
)


@pytest.mark.parametrize("order", ORDERS)
def test_a_turn_of_its_own_takes_back(order: str) -> None:
    assert takes_back(order) is Reach.LAST


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget that I like tea.",
        "I forget that all the time.",
        "Forget it, we go tomorrow.",
        "I told him to forget that.",
        "Remember that.",
        "Don't remember this: I am moving to Ghent in May with Ida.",
        "Off the record.",
        "Please delete that photo of me.",
        "We should forget that.",
        "I'll never forget this.",
        "Drop it.",
        "",
    ],
)
def test_other_turns_take_nothing_back(text: str) -> None:
    assert not takes_back(text)


async def test_what_was_said_just_before_is_as_if_it_had_not_been_said(
    world: World, reader: ScriptedReader, mind: Mind
) -> None:
    text = "@Yoga:Activity helped"
    reader.script[text] = says(text, "The user does yoga.")
    talk = await Talk.begin(world)
    turn, order = await talk.live((text, "Good."), ("Forget that.", "Forgotten."))

    assert "Yoga" not in await world.entities()
    assert await mind.texts() == []
    stored = await world.store.get_entry(world.profile_id, turn.id)
    assert (stored.state, stored.reason, stored.text) == (EntryState.UNREAD, TAKEN_BACK, text)

    await world.reread(turn.id)
    assert "Yoga" not in await world.entities()

    await world.forget(order.id)
    await world.work()
    assert "Yoga" in await world.entities()
    assert await mind.texts() == ["The user does yoga."]


async def test_an_order_reaches_the_turn_before_it_alone(world: World) -> None:
    talk, other = await Talk.begin(world), await Talk.begin(world)
    await talk.live(("@Yoga:Activity helped", "Good."), ("@Chess:Activity too", "Good."))
    await other.live(("@Tennis:Activity", "Good."))
    (order,) = await talk.live(("Forget that.", "Done."))
    assert set(await world.entities()) == {"Yoga", "Tennis"}

    await world.edit(order.id, "Forget that game, I play another.")
    await world.work()
    assert set(await world.entities()) >= {"Yoga", "Tennis", "Chess"}


async def test_a_turn_that_says_nothing_does_not_stand_between(world: World) -> None:
    talk = await Talk.begin(world)
    await talk.live(("@Chess:Activity", "Good."), ("@Yoga:Activity helped", "Good."))
    await talk.live(("lol", "Hm."), ("Forget that.", "Done."))
    assert set(await world.entities()) == {"Chess"}


async def test_everything_is_all_that_was_said_in_the_conversation(world: World) -> None:
    talk, other = await Talk.begin(world), await Talk.begin(world)
    await other.live(("@Tennis:Activity", "Good."))
    await talk.live(("@Chess:Activity", "Good."), ("@Yoga:Activity helped", "Good."))
    (order,) = await talk.live(("Please forget everything I said here.", "Done."))
    await talk.live(("@Rowing:Activity", "Good."))
    assert set(await world.entities()) == {"Tennis", "Rowing"}

    await world.forget(order.id)
    await world.work()
    assert set(await world.entities()) == {"Tennis", "Rowing", "Chess", "Yoga"}


async def test_an_order_read_in_one_batch_with_its_turn(world: World) -> None:
    talk = await Talk.begin(world)
    await talk.hear("@Yoga:Activity helped")
    await talk.answer("Good.")
    await talk.hear("Forget that.")
    await talk.answer("Forgotten.")
    await world.work()
    assert await world.entities() == {}


async def test_an_order_at_the_beginning_takes_nothing_back(world: World) -> None:
    await world.live((world.clock.instant, "@Yoga:Activity"))
    talk = await Talk.begin(world)
    await talk.live(("Forget that.", "What do you mean?"))
    assert set(await world.entities()) == {"Yoga"}


async def test_a_conversation_goes_with_all_that_came_of_it(
    world: World, reader: ScriptedReader, mind: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_aria.stages.forget_conversation.AT_ONCE", 3)
    text = "@Yoga:Activity helped"
    reader.script[text] = says(text, "The user does yoga.")
    kept = await Talk.begin(world)
    await kept.live(("@Chess:Activity", "Good."))
    before = await world.story()
    talk = await Talk.begin(world)
    await talk.live((text, "Good."), *((f"{n} @Tennis:Activity", "Yes.") for n in range(6)))
    await talk.hear("This one has no reply yet.")

    deleted = await forget_conversation(
        world.store, world.clock, world.ids, world.profile_id, talk.id
    )
    await world.work()

    assert len(deleted) == 8
    assert await world.story() == before
    assert await mind.texts() == []
    with pytest.raises(NotFound):
        await world.store.get_conversation(world.profile_id, talk.id)
    with pytest.raises(NotFound):
        await forget_conversation(world.store, world.clock, world.ids, world.profile_id, talk.id)
    assert [one.id for one in (await world.store.list_conversations(world.profile_id)).items] == [
        kept.id
    ]


async def test_a_conversation_in_which_nothing_was_said_goes_too(world: World) -> None:
    talk = await Talk.begin(world)
    assert (
        await forget_conversation(world.store, world.clock, world.ids, world.profile_id, talk.id)
        == ()
    )
