"""What the user deleted, pinned or switched stays so, whatever is read, edited or said later."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memories import Category, Level, MemoryCandidate, MemoryKind, MemoryState
from graph_aria.domain.memory_changes import Veto
from graph_aria.domain.memory_history import Author, MemoryVerb
from graph_aria.domain.views import Lease
from graph_aria.errors import Conflict
from graph_aria.stages.expire import expire
from tests.line.talk import Mind, Talk, says
from tests.line.world import ScriptedReader, World, after, decoded

TEA, RAIN = "The user likes tea.", "The user hates rain."
LIKES, DISLIKES = "The user likes coffee.", "The user dislikes coffee."


@pytest.fixture
def mind(world: World) -> Mind:
    return Mind(world)


def teach(reader: ScriptedReader, text: str, **told: str) -> str:
    """Have a text say memories: by the words that say them, their texts."""
    reader.script[text] = replace(
        decoded(text),
        memories=tuple(
            candidate(memory, text.index(words), words)
            for words, memory in ((key.replace("_", " "), memory) for key, memory in told.items())
        ),
    )
    return text


def candidate(memory: str, start: int, words: str, **more: Any) -> MemoryCandidate:
    fields = {"kind": MemoryKind.FACT, "category": Category.TASTES, "importance": 0.6, **more}
    return MemoryCandidate(
        text=memory, start=start, end=start + len(words), rule="test:said", **fields
    )


# --- vetoes ----------------------------------------------------------------------------


async def test_what_is_deleted_does_not_come_back_with_its_conversation(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    talk = await Talk.begin(world)
    reader.script["I like tea."] = says("I like tea.", TEA)
    await talk.live(("I like tea.", "Noted."))
    await mind.forget((await mind.the(TEA)).id)
    for _ in range(2):
        await talk.remember(remembers=False)
        await talk.remember(remembers=True)
    assert await mind.all() == []


async def test_what_is_deleted_does_not_come_back_when_memory_is_switched_on_again(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    text = teach(reader, "I like tea.", I_like_tea=TEA)
    (entry,) = await world.live((after(0), text))
    await mind.forget((await mind.the(TEA)).id)
    await world.store.change_profile(world.profile_id, remembers=False)
    await world.reread(entry.id)
    await world.store.change_profile(world.profile_id, remembers=True)
    await world.reread(entry.id)
    assert await mind.all() == []


@pytest.mark.parametrize(
    ("text", "current"),
    [
        ("Dear diary, Sunday. I like tea. I hate rain.", [TEA]),
        ("i hate rain!  I like tea.", [TEA]),
        ("I like tea.", [TEA]),
        ("I like tea. Still I hate rain so much.", [TEA]),
    ],
    ids=["put before", "other order", "taken out", "within"],
)
async def test_a_veto_goes_where_its_words_go_in_an_edit(
    world: World, mind: Mind, reader: ScriptedReader, text: str, current: list[str]
) -> None:
    first = teach(reader, "I like tea. I hate rain.", I_like_tea=TEA, I_hate_rain=RAIN)
    (entry,) = await world.live((after(0), first))
    await mind.forget((await mind.the(RAIN)).id)
    teach(reader, text, I_like_tea=TEA)
    if (at := text.lower().find("i hate rain")) >= 0:
        more = candidate(RAIN, at, "I hate rain")
        script = reader.script[text]
        reader.script[text] = replace(script, memories=(*script.memories, more))
    await world.edit(entry.id, text)
    await world.work()
    assert await mind.texts() == current
    await world.reread(entry.id)
    assert await mind.texts() == current
    left = await world.store.read_vetoes(world.profile_id, [entry.id])
    assert [text[one.start : one.end].lower() for one in left] == (
        ["i hate rain"] if at >= 0 else []
    )


async def test_what_is_deleted_between_an_edit_and_its_reading_stays_deleted(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    first = teach(reader, "I like tea. I hate rain.", I_like_tea=TEA, I_hate_rain=RAIN)
    (entry,) = await world.live((after(0), first))
    text = teach(reader, f"Dear diary, Sunday. {first}", I_like_tea=TEA, I_hate_rain=RAIN)
    await world.edit(entry.id, text)
    await mind.forget((await mind.the(RAIN)).id)
    await world.work()
    assert [one.text for one in await mind.all()] == [TEA]
    again = teach(reader, f"Well. {text}", I_like_tea=TEA, I_hate_rain=RAIN)
    await world.edit(entry.id, again)
    await world.work()
    assert [one.text for one in await mind.all()] == [TEA]


async def test_an_edit_of_the_mood_alone_leaves_vetoes(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    text = teach(reader, "I like tea. I hate rain.", I_like_tea=TEA, I_hate_rain=RAIN)
    (entry,) = await world.live((after(0), text))
    await mind.forget((await mind.the(RAIN)).id)
    stored = await world.store.get_entry(world.profile_id, entry.id)
    await world.store.edit_entry(replace(stored, mood=7), job_id=world.ids.new())
    await world.work()
    assert await mind.texts() == [TEA]
    left = await world.store.read_vetoes(world.profile_id, [entry.id])
    assert left == (Veto(entry.id, 12, 23),)


# --- switches --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switched", "held", "left"),
    [
        ({"remembers": False}, [], []),
        ({"allows_romance": False}, ["The user loves Kim."], []),
        ({"level": Level.ACQUAINTANCE}, ["The user loves Kim."], []),
        ({"token_budget": 90}, [], ["The user loves Kim."]),
    ],
    ids=["memory", "romance", "level", "another"],
)
async def test_a_switch_just_before_a_reading_is_stored_counts(
    world: World,
    mind: Mind,
    reader: ScriptedReader,
    monkeypatch: pytest.MonkeyPatch,
    switched: dict[str, Any],
    held: list[str],
    left: list[str],
) -> None:
    await world.store.change_profile(world.profile_id, level=Level.CLOSE, allows_romance=True)
    text = "I love Kim."
    love = candidate("The user loves Kim.", 0, text, category=Category.ROMANCE, importance=0.9)
    reader.script[text] = replace(decoded(text), memories=(love,))
    apply = world.store.apply
    done: list[GraphDelta] = []

    async def switch_and_apply(delta: GraphDelta, *, lease: Lease | None = None) -> int:
        if delta.memories.save and not done:
            done.append(delta)
            await world.store.change_profile(world.profile_id, **switched)
        return await apply(delta, lease=lease)

    monkeypatch.setattr(world.store, "apply", switch_and_apply)
    await world.say(text)
    await world.work()
    assert done
    assert await mind.texts(MemoryState.HELD) == held
    assert await mind.texts() == left


# --- answers, time, and what is written by hand ----------------------------------------


async def test_an_answer_is_only_taken_where_one_is_open(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    for text, memory, value in (("good coffee", LIKES, "like"), ("bad coffee", DISLIKES, "hate")):
        reader.script[text] = says(text, memory, slot="coffee", value=value)
    await world.live((after(0), "good coffee"))
    likes = await mind.the(LIKES)
    await mind.rule(likes.id, MemoryVerb.PIN)
    await world.live((after(1), "bad coffee"))
    dislikes = await mind.the(DISLIKES)
    assert dislikes.state is MemoryState.PENDING
    for verb in (MemoryVerb.SAME, MemoryVerb.UPDATE, MemoryVerb.BOTH):
        with pytest.raises(Conflict, match="memory review"):
            await mind.rule(likes.id, verb, dislikes.id)
    await mind.rule(dislikes.id, MemoryVerb.UPDATE, likes.id)
    assert (await mind.the(DISLIKES)).pinned
    assert not (await mind.the(LIKES)).pinned
    for one, other in ((likes, dislikes), (dislikes, likes)):
        with pytest.raises(Conflict, match="memory review"):
            await mind.rule(one.id, MemoryVerb.SAME, other.id)
    await world.live((after(3), "good coffee"))
    again = await mind.the(LIKES)
    assert (again.id, again.state) == (likes.id, MemoryState.PENDING)
    await mind.rule(likes.id, MemoryVerb.UPDATE, dislikes.id)
    assert await mind.texts() == [LIKES]
    await mind.undo(likes.id)
    await mind.undo(dislikes.id)  # the first answer
    assert (await mind.the(LIKES)).pinned


async def test_what_lasts_is_back_when_what_passed_is_over(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    oslo, rome = "The user lives in Oslo.", "The user lives in Rome."
    reader.script["in Oslo"] = says("in Oslo", oslo, slot="home", value="oslo")
    stay = candidate(
        rome, 0, "in Rome", kind=MemoryKind.CONTEXT, slot="home", value="rome",
        expires_on=date(2026, 1, 15),
    )  # fmt: skip
    reader.script["in Rome"] = replace(decoded("in Rome"), memories=(stay,))
    await world.live((after(0), "in Oslo"), (after(1), "in Rome"))
    assert await mind.texts() == [rome]
    world.clock.instant = after(400)
    n_archived = await expire(world.store, mind.faculties, world.clock, world.ids, world.profile_id)
    assert n_archived == 1
    assert (await mind.texts(), await mind.texts(MemoryState.ARCHIVED)) == ([oslo], [rome])
    last = (await mind.revisions((await mind.the(oslo)).id))[-1]
    assert (last.before, last.after, last.by) == ("superseded", "current", Author.EXPIRY)


async def test_pinned_words_change_by_an_edit_alone(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    text = teach(reader, "I like coffee.", I_like_coffee=LIKES)
    await world.live((after(0), text))
    pinned = await mind.the(LIKES)
    await mind.rule(pinned.id, MemoryVerb.PIN)
    other = "the user LIKES coffee"
    for words in (other, f"{other}!"):
        reader.script[words] = decoded(words)
    world.clock.instant += timedelta(minutes=1)
    added = await mind.add(other)
    assert (added.id, added.text) == (pinned.id, LIKES)
    await mind.edit(pinned.id, f"{other}!")
    assert [one.text for one in await mind.all()] == [f"{other}!"]


async def test_what_the_user_wrote_over_a_memory_stays_without_its_conversation(
    world: World, mind: Mind, reader: ScriptedReader
) -> None:
    talk = await Talk.begin(world)
    reader.script["I like tea."] = says("I like tea.", TEA)
    await talk.live(("I like tea.", "Noted."))
    edited = "The user likes green tea."
    reader.script[edited] = decoded(edited)
    world.clock.instant += timedelta(minutes=1)
    await mind.edit((await mind.the(TEA)).id, edited)
    await talk.remember(remembers=False)
    assert await mind.texts() == [edited]
    assert await mind.quotes((await mind.the(edited)).id) == [edited]
