"""Replies: from a turn to what is stored, whoever listens and whatever the model does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from graph_aria.domain.conversations import ReplyState, Role
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.domain.records import Entry
from graph_aria.domain.views import Saved
from graph_aria.errors import (
    Conflict,
    IdempotencyMismatch,
    InvalidText,
    NotFound,
    Unavailable,
)
from graph_aria.stages import live_replies
from graph_aria.stages.answer_lost import answer_lost
from graph_aria.stages.live_replies import LiveReplies, LiveReply
from graph_aria.stages.take_reply import take_reply
from tests.line.companion import CARE, Companion, heard, replies_in, until
from tests.line.talk import Mind, Talk, says
from tests.line.world import ScriptedReader, World

FORM = "Yoga helped."


@pytest.fixture
def companion() -> Companion:
    return Companion()


@pytest.fixture
async def replies(world: World, companion: Companion) -> AsyncIterator[LiveReplies]:
    made = replies_in(world, companion)
    yield made
    await made.close()


async def ask(
    replies: LiveReplies, world: World, talk: Talk, text: str, *, external_id: str | None = None
) -> LiveReply:
    live, _ = await replies.ask(await world.profile(), talk.id, text=text, external_id=external_id)
    return live


async def said(world: World, talk: Talk) -> list[tuple[Role, str, bool]]:
    messages = await world.store.read_messages(world.profile_id, talk.id, limit=50)
    return [(one.role, one.text, one.is_cut) for one in messages]


async def test_a_reply_is_heard_as_it_comes_and_stored_once(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    assert await heard(live) == "Good to hear!"
    assert await said(world, talk) == [
        (Role.USER, FORM, False),
        (Role.ASSISTANT, "Good to hear!", False),
    ]
    reply = await world.store.get_reply(world.profile_id, live.turn_id)
    assert reply.state is ReplyState.FINISHED
    assert reply.drawn is not None
    assert reply.drawn.model_id == "scripted"
    assert companion.told()[-1][1].endswith(FORM)
    assert len(await world.jobs(state="queued")) == 1


async def test_the_turn_is_stored_before_the_model_is_asked(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.held = True
    talk = await Talk.begin(world)
    await ask(replies, world, talk, FORM)
    assert await said(world, talk) == [(Role.USER, FORM, False)]


async def test_who_comes_back_hears_the_rest_and_who_comes_late_the_whole(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.held = True
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    companion.go()
    first = live.follow(beat_seconds=5)
    assert await anext(first) == "Good "
    await first.aclose()
    companion.go()
    again = await replies.find(world.profile_id, live.turn_id)
    assert again is live
    assert await heard(again, since=5) == "to hear!"
    fresh = replies_in(world, companion)  # as after a restart
    stored = await fresh.find(world.profile_id, live.turn_id)
    assert stored is not None
    assert await heard(stored) == "Good to hear!"
    assert await heard(stored, since=9) == "ear!"
    assert await heard(stored, since=99) == ""
    assert len(companion.prompts) == 1


async def test_who_listens_hears_now_and_then_that_it_goes_on(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.held = True
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    listening = live.follow(beat_seconds=0.01)
    assert [await anext(listening) for _ in range(3)] == [""] * 3
    companion.go(2)
    assert "".join([piece async for piece in listening]) == "Good to hear!"


async def test_the_same_turn_again_joins_and_is_not_answered_twice(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.held = True
    talk = await Talk.begin(world)
    asked = [ask(replies, world, talk, FORM, external_id="1") for _ in range(3)]
    lives = await asyncio.gather(*asked)
    assert len({id(live) for live in lives}) == 1
    companion.go(2)
    assert await asyncio.gather(*map(heard, lives)) == ["Good to hear!"] * 3
    later = await ask(replies, world, talk, FORM, external_id="1")
    assert await heard(later) == "Good to hear!"
    assert len(companion.prompts) == 1
    assert len(await said(world, talk)) == 2
    with pytest.raises(IdempotencyMismatch):
        await ask(replies, world, talk, "Other words.", external_id="1")


async def test_turns_of_one_conversation_are_answered_in_order_and_see_what_came_before(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.pieces = lambda text: (f"About {text}",)
    companion.held = True
    talk, other = await Talk.begin(world), await Talk.begin(world)
    texts = [f"turn {n}" for n in range(5)]
    lives = await asyncio.gather(*(ask(replies, world, talk, text) for text in texts))
    apart = await ask(replies, world, other, "elsewhere")
    # All of them are stored although not one is answered.
    assert [each[1] for each in await said(world, talk)] == texts
    await until(lambda: len(companion.prompts) == 2)
    companion.go(6)
    await asyncio.gather(*map(heard, [*lives, apart]))
    assert [(role, text) for role, text, _ in await said(world, talk)] == [
        each for text in texts for each in ((Role.USER, text), (Role.ASSISTANT, f"About {text}"))
    ]
    assert companion.most_at_once == 2
    prompts = ["\n".join(one.text for one in each) for each in companion.prompts]
    last = next(each for each in prompts if each.endswith("turn 4"))
    assert "About turn 3" in last


async def test_a_model_that_gives_nothing_leaves_the_answer_to_offline_aria_who_says_why(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.pieces, companion.fails = (), "the key is wrong: correct ARIA_LLM_API_KEY"
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    text = await heard(live)
    assert text.startswith("(Offline")
    assert "ARIA_LLM_API_KEY" in text
    ended = await live.wait()
    assert (ended.state, ended.why) == (ReplyState.FINISHED, companion.fails)
    reply = await world.store.get_reply(world.profile_id, live.turn_id)
    assert (reply.text, reply.state) == (text, ReplyState.FINISHED)
    assert reply.drawn is not None
    assert reply.drawn.model_id == ""


async def test_without_a_model_offline_aria_answers(world: World) -> None:
    replies = replies_in(world, None)
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    text = await heard(live)
    assert text.startswith("(Offline")
    assert "could not ask" not in text
    assert (await live.wait()).why is None
    await replies.close()


async def test_what_a_model_said_before_it_broke_off_is_kept_as_cut(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.pieces, companion.fails = ("Good ",), "it died"
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    assert await heard(live) == "Good "
    ended = await live.wait()
    assert (ended.state, ended.why) == (ReplyState.CUT, "it died")
    assert (await said(world, talk))[-1] == (Role.ASSISTANT, "Good ", True)


async def test_a_stop_keeps_what_was_said_and_takes_no_more(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.held = True
    talk = await Talk.begin(world)
    first = await ask(replies, world, talk, "turn 1")
    second = await ask(replies, world, talk, "turn 2")
    companion.go()
    hearing = asyncio.create_task(heard(first))
    await until(lambda: first.text)
    await replies.close()
    assert await hearing == "Good "
    assert await said(world, talk) == [
        (Role.USER, "turn 1", False),
        (Role.ASSISTANT, "Good ", True),
        (Role.USER, "turn 2", False),
        (Role.ASSISTANT, "", True),
    ]
    for live in (first, second):
        assert (await live.wait()).state is ReplyState.CUT
    assert len(await world.jobs(state="queued")) == 2
    with pytest.raises(Unavailable):
        await ask(replies, world, talk, "turn 3")
    assert len(await said(world, talk)) == 4


async def test_after_a_crash_own_turns_are_noted_as_cut_at_once_and_others_when_they_are_due(
    world: World, companion: Companion
) -> None:
    companion.held = True
    talk, foreign = await Talk.begin(world), await Talk.begin(world)
    dying = replies_in(world, companion)
    await ask(dying, world, talk, FORM, external_id="1")
    for one in dying._under_way.values():
        one.task.cancel()
    dying._lives.clear()
    await foreign.hear("From another client.")
    await world.damage("DELETE FROM reply", "DELETE FROM job WHERE kind = 'read'")

    assert await answer_lost(world.store, world.clock, world.ids) == 0
    assert await answer_lost(world.store, world.clock, world.ids, has_started=True) == 1
    assert (await said(world, talk))[-1] == (Role.ASSISTANT, "", True)
    assert (await said(world, foreign))[-1][0] is Role.USER
    world.clock.instant += timedelta(minutes=16)
    assert await answer_lost(world.store, world.clock, world.ids) == 1


async def test_a_turn_of_which_nothing_was_said_is_answered_when_it_is_handed_in_again(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    talk = await Talk.begin(world)
    companion.held = True
    dying = replies_in(world, companion)
    await ask(dying, world, talk, FORM, external_id="1")
    await dying.close()
    assert (await said(world, talk))[-1] == (Role.ASSISTANT, "", True)
    companion.held = False
    live = await ask(replies, world, talk, FORM, external_id="1")
    assert await heard(live) == "Good to hear!"
    assert await said(world, talk) == [
        (Role.USER, FORM, False),
        (Role.ASSISTANT, "Good to hear!", False),
    ]


async def test_a_half_reply_stays_half_when_its_turn_is_handed_in_again(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    talk = await Talk.begin(world)
    companion.pieces, companion.fails = ("Good ",), "it died"
    await heard(await ask(replies, world, talk, FORM, external_id="1"))
    again = await ask(replies_in(world, companion), world, talk, FORM, external_id="1")
    assert await heard(again) == "Good "
    assert (await again.wait()).state is ReplyState.CUT
    assert len(companion.prompts) == 1


async def test_a_turn_that_is_deleted_takes_what_is_being_said_along(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.held = True
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    companion.go()
    await until(lambda: live.text)
    await world.forget(live.turn_id)
    replies.drop([live.turn_id])
    assert (live.text, (await live.wait()).state) == ("", None)
    await until(lambda: not replies.running)
    assert live.text == ""
    assert await said(world, talk) == []
    with pytest.raises(NotFound):
        await replies.find(world.profile_id, live.turn_id)


async def test_what_was_said_does_not_stay_in_memory(
    world: World, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_replies, "MOST_KEPT", 3)
    replies = LiveReplies(
        world.store,
        replies_in(world, companion)._faculties,
        world.clock,
        world.ids,
        wake=lambda: None,
        kept_seconds=0.2,
    )
    talk = await Talk.begin(world)
    for n in range(6):
        await heard(await ask(replies, world, talk, f"turn {n}"))
        await asyncio.sleep(0)
    assert len(replies._lives) <= 4
    await asyncio.sleep(0.4)
    assert not replies._lives
    await replies.close()


async def test_too_many_at_once_are_refused_before_anything_is_stored(
    world: World, replies: LiveReplies, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_replies, "MOST_RUNNING", 2)
    companion.held = True
    talks = [await Talk.begin(world) for _ in range(3)]
    for talk in talks[:2]:
        await ask(replies, world, talk, FORM)
    with pytest.raises(Unavailable):
        await ask(replies, world, talks[2], FORM)
    assert await said(world, talks[2]) == []


async def test_of_too_many_that_come_at_once_each_is_answered_or_not_stored(
    world: World, replies: LiveReplies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_replies, "MOST_RUNNING", 3)
    talks = [await Talk.begin(world) for _ in range(6)]
    came = await asyncio.gather(
        *(ask(replies, world, talk, FORM) for talk in talks), return_exceptions=True
    )
    refused = [talk for talk, one in zip(talks, came, strict=True) if isinstance(one, Unavailable)]
    assert len(refused) == 3
    for talk, one in zip(talks, came, strict=True):
        if isinstance(one, LiveReply):
            await heard(one)
            assert len(await said(world, talk)) == 2
        else:
            assert await said(world, talk) == []
    for talk in refused:  # as they are told: ask again in a moment
        await heard(await ask(replies, world, talk, FORM))
        assert len(await said(world, talk)) == 2


async def test_a_turn_that_cannot_be_stored_leaves_its_place_to_others(
    world: World, replies: LiveReplies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_replies, "MOST_RUNNING", 1)
    talk = await Talk.begin(world)
    for _ in range(3):
        with pytest.raises(InvalidText):
            await ask(replies, world, talk, "")
    await heard(await ask(replies, world, talk, FORM))
    assert len(await said(world, talk)) == 2


async def test_a_turn_that_is_stored_while_the_service_stops_is_cut_and_not_refused(
    world: World, replies: LiveReplies, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await Talk.begin(world)
    save = world.store.save_turn

    async def stopping(entry: Entry) -> Saved:
        saved = await save(entry)
        await replies.close()
        return saved

    monkeypatch.setattr(world.store, "save_turn", stopping)
    live = await ask(replies, world, talk, FORM)
    assert (await live.wait()).state is ReplyState.CUT
    assert await said(world, talk) == [(Role.USER, FORM, False), (Role.ASSISTANT, "", True)]


@pytest.mark.parametrize("text", ["", " \n", "a\x00b", "\ud800"])
async def test_what_cannot_be_stored_is_refused(
    world: World, replies: LiveReplies, text: str
) -> None:
    talk = await Talk.begin(world)
    with pytest.raises(InvalidText):
        await ask(replies, world, talk, text)
    assert await said(world, talk) == []


async def test_a_fault_of_the_store_ends_the_reply_as_cut(
    world: World, replies: LiveReplies, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("Yoga helped.")

    talk = await Talk.begin(world)
    with monkeypatch.context() as patch:
        patch.setattr("graph_aria.stages.converse.prepare_prompt", broken)
        live = await ask(replies, world, talk, FORM)
        ended = await live.wait()
    assert ended.state is ReplyState.CUT
    assert FORM not in (ended.why or "")
    assert (await said(world, talk))[-1] == (Role.ASSISTANT, "", True)
    assert companion.prompts == []


async def test_words_of_a_crisis_are_answered_with_the_care_text_and_reach_no_model(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, "I want to die.")
    assert await heard(live) == CARE
    assert companion.prompts == []
    reply = await world.store.get_reply(world.profile_id, live.turn_id)
    assert (reply.text, reply.state) == (CARE, ReplyState.FINISHED)


async def _remembering(world: World, reader: ScriptedReader) -> Mind:
    text = "I do @Yoga:Activity on Mondays."
    reader.script[text] = says(text, "The user does Zanzibar yoga on Mondays.")
    await world.say(text)
    await world.work()
    mind = Mind(world)
    assert await mind.texts(MemoryState.CURRENT) == ["The user does Zanzibar yoga on Mondays."]
    await mind.rule((await mind.all())[0].id, MemoryVerb.PIN)
    return mind


async def test_memories_are_used_and_that_is_noted_once_something_was_said(
    world: World, reader: ScriptedReader, replies: LiveReplies, companion: Companion
) -> None:
    mind = await _remembering(world, reader)
    talk = await Talk.begin(world, remembers=False)
    companion.pieces, companion.fails = (), "away"
    await heard(await ask(replies, world, talk, "Zanzibar yoga on Mondays?"))
    companion.pieces, companion.fails = ("Yes.",), None
    live = await ask(replies, world, talk, "Is yoga on Mondays?")
    await heard(live)
    assert "Zanzibar" in companion.sent()
    (memory,) = await mind.all()
    reply = await world.store.get_reply(world.profile_id, live.turn_id)
    assert reply.drawn is not None
    assert reply.drawn.memory_ids == (memory.id,)
    assert memory.access_count >= 1
    # Read, not learned: nothing comes of a conversation that is not remembered.
    await world.work()
    assert len(await mind.all()) == 1


async def test_while_memory_is_off_nothing_that_is_known_is_used(
    world: World, reader: ScriptedReader, replies: LiveReplies, companion: Companion
) -> None:
    await _remembering(world, reader)
    await world.store.change_profile(world.profile_id, remembers=False)
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, "Is Zanzibar yoga on Mondays?")
    await heard(live)
    known = companion.sent().replace("Is Zanzibar yoga on Mondays?", "")
    assert "Zanzibar" not in known
    assert "Yoga" not in known
    reply = await world.store.get_reply(world.profile_id, live.turn_id)
    assert reply.drawn is not None
    assert reply.drawn.memory_ids == ()


async def test_a_reply_of_another_program_meanwhile_is_not_replaced(
    world: World, replies: LiveReplies, companion: Companion
) -> None:
    companion.held = True
    talk = await Talk.begin(world)
    live = await ask(replies, world, talk, FORM)
    await talk.answer("From another program.")
    companion.go(2)
    ended = await live.wait()
    assert ended.state is ReplyState.CUT
    assert (await said(world, talk))[-1] == (Role.ASSISTANT, "From another program.", False)
    with pytest.raises(Conflict):
        await take_reply(
            world.store,
            world.clock,
            world.ids,
            world.profile_id,
            talk.id,
            text="Another one.",
            turn_id=live.turn_id,
        )
