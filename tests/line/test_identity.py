"""Who is who through the line: questions, what entries say about names, and undoing it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph_aria.domain.questions import Answer, Question, Reason
from graph_aria.domain.reading import LatentName, ReadIdentity, Reading
from graph_aria.domain.records import RulingVerb
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import Conflict, InvalidInput, NotFound
from graph_aria.stages.identify import (
    answer_question,
    list_absorbed,
    list_mentions,
    merge_entities,
    split_entity,
    unmerge_entity,
)
from tests.line.world import PROJECTIONS, RECORD, ScriptedReader, World, after, decoded

BEN = "@Ben:Person @Climbing:Activity Ben>LIKES>Climbing"
BENJAMIN = "@Benjamin:Person @Climbing:Activity Benjamin>DOES>Climbing"


def saying(text: str, *, same: bool = True) -> Reading:
    """A text in the notation that says its first two names to be the same, or not."""
    said = ReadIdentity(0, 1, same, 0, len(text), "test:notation")
    return replace(decoded(text), identities=(said,))


async def questions(world: World) -> tuple[Question, ...]:
    return (await world.store.list_questions(world.profile_id)).items


async def answer(world: World, said: Answer) -> Question:
    (question,) = await questions(world)
    return await answer_question(
        world.store, world.clock, world.ids, await world.profile(), question.id, said
    )


async def merge(world: World, one: str, into: str, *, override: bool = False) -> None:
    await merge_entities(
        world.store,
        world.clock,
        world.ids,
        await world.profile(),
        await world.id_of(one),
        await world.id_of(into),
        override=override,
    )


async def everything(world: World) -> object:
    return await world.tables(*PROJECTIONS, *RECORD, "question")


async def test_a_newcomer_who_may_be_known_raises_one_question(world: World) -> None:
    await world.live((after(0), BEN), (after(1), BENJAMIN), (after(2), BEN), (after(3), BENJAMIN))
    (question,) = await questions(world)
    assert question.pair == {await world.id_of("Ben"), await world.id_of("Benjamin")}
    assert (question.reason, question.answer) == (Reason.NICKNAME, None)
    assert question.asked_at == after(1)
    # Reading again, and deriving all again, ask nothing again.
    before = await everything(world)
    entries = (await world.store.list_entries(world.profile_id)).items
    await world.reread(*(entry.id for entry in entries))
    await world.rebuild()
    assert await everything(world) == before


@pytest.mark.parametrize("gone", [0, 1])
async def test_a_question_goes_with_what_it_is_about(world: World, gone: int) -> None:
    entries = await world.live((after(0), BEN), (after(1), BENJAMIN))
    await world.forget(entries[gone].id)
    assert await questions(world) == ()
    assert await world.sql("SELECT count(*) FROM question") == [(0,)]


async def test_the_same_merges_and_all_of_it_comes_back(world: World) -> None:
    await world.live((after(0), BEN), (after(1), BENJAMIN))
    before = await world.tables(*PROJECTIONS)
    done = await answer(world, Answer.SAME)
    assert done.answer is Answer.SAME
    assert set(await world.relations()) == {
        ("Ben", "LIKES", "Climbing"),
        ("Ben", "DOES", "Climbing"),
    }
    profile = await world.profile()
    (absorbed,) = await list_absorbed(world.store, profile, await world.id_of("Ben"))
    assert absorbed.names == ("Benjamin",)
    await world.live((after(2), BENJAMIN))
    assert set(await world.entities()) == {"Benjamin", "Climbing"}  # most mentions say so
    entry = (await world.store.list_entries(world.profile_id, limit=1)).items[0]
    await world.forget(entry.id)
    await unmerge_entity(world.store, world.clock, world.ids, profile, absorbed.entity_id)
    assert await world.tables(*PROJECTIONS) == before
    assert await questions(world) == ()
    with pytest.raises(Conflict, match="nothing"):
        await unmerge_entity(world.store, world.clock, world.ids, profile, await world.id_of("Ben"))


async def test_different_holds_through_later_merges_and_names(world: World) -> None:
    await world.live((after(0), BEN), (after(1), BENJAMIN))
    await answer(world, Answer.DIFFERENT)
    with pytest.raises(Conflict, match="never the same"):
        await merge(world, "Ben", "Benjamin")
    # Ben turns out to be Benny as well; that makes him no more Benjamin than before.
    await world.live((after(2), "@Benny:Person"))
    pairs = {frozenset(q.pair) for q in await questions(world)}
    assert len(pairs) == 2
    await merge(world, "Benny", "Ben")
    assert await questions(world) == ()
    settled = await world.store.read_questions(world.profile_id, [await world.id_of("Benjamin")])
    assert {question.answer for question in settled} == {Answer.DIFFERENT}
    with pytest.raises(Conflict, match="never the same"):
        await merge(world, "Ben", "Benjamin")
    await merge(world, "Ben", "Benjamin", override=True)
    assert len(await world.entities()) == 2


async def test_what_is_unsure_is_not_asked_again(world: World) -> None:
    await world.live((after(0), BEN), (after(1), BENJAMIN))
    done = await answer(world, Answer.UNSURE)
    await world.live((after(2), BENJAMIN), (after(3), BEN))
    assert await questions(world) == ()
    again = await answer_question(
        world.store, world.clock, world.ids, await world.profile(), done.id, Answer.DIFFERENT
    )
    assert again.answer is Answer.DIFFERENT


async def test_what_an_entry_says_merges_and_goes_with_it(
    world: World, reader: ScriptedReader
) -> None:
    text = "@Ben:Person and @Benjamin:Person are the same"
    reader.script[text] = saying(text)
    await world.live((after(0), BEN), (after(1), BENJAMIN))
    before = await everything(world)
    (said,) = await world.live((after(2), text))
    assert set(await world.entities()) == {"Ben", "Climbing"}
    assert set(await world.relations()) == {
        ("Ben", "LIKES", "Climbing"),
        ("Ben", "DOES", "Climbing"),
    }
    assert await questions(world) == ()
    again = await everything(world)
    await world.reread(said.id)
    await world.rebuild()
    assert await everything(world) == again
    await world.forget(said.id)
    assert await everything(world) == before
    assert len(await questions(world)) == 1


async def test_what_an_entry_no_longer_says_is_taken_back(
    world: World, reader: ScriptedReader
) -> None:
    text = "@Ben:Person and @Benjamin:Person are the same"
    reader.script[text] = saying(text)
    *_, said = await world.live((after(0), BEN), (after(1), BENJAMIN), (after(2), text))
    assert "Benjamin" not in await world.entities()
    await world.edit(said.id, "@Ben:Person and @Benjamin:Person met")
    await world.work()
    assert {"Ben", "Benjamin"} <= set(await world.entities())
    assert len(await questions(world)) == 1


@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("gone", [0, 1])
async def test_what_two_entries_say_holds_as_long_as_one_of_them_does(
    world: World, reader: ScriptedReader, *, same: bool, at_once: bool, gone: int
) -> None:
    texts = [f"@Ben:Person and @Benjamin:Person, {n}" for n in ("once", "again")]
    for text in texts:
        reader.script[text] = saying(text, same=same)
    said = []
    for day, text in enumerate(texts):
        said.append(await world.say(text, at=after(day)))
        if not at_once:
            await world.work()
    await world.work()
    assert len(await world.entities()) == (1 if same else 2)
    again = await everything(world)
    await world.reread(*(entry.id for entry in said))
    await world.rebuild()
    assert await everything(world) == again
    await world.forget(said[gone].id)
    await world.reread(said[1 - gone].id)
    assert len(await world.entities()) == (1 if same else 2)
    assert len(await world.store.list_rulings(world.profile_id)) == 1
    await world.edit(said[1 - gone].id, "@Ben:Person met @Benjamin:Person")
    await world.work()
    assert set(await world.entities()) == {"Ben", "Benjamin"}
    assert await world.store.list_rulings(world.profile_id) == ()


async def test_what_the_user_undid_stays_undone(world: World, reader: ScriptedReader) -> None:
    text = "@Ben:Person and @Benjamin:Person are the same"
    reader.script[text] = saying(text)
    *_, said = await world.live((after(0), BEN), (after(1), BENJAMIN), (after(2), text))
    profile = await world.profile()
    world.clock.instant = after(3)
    await unmerge_entity(world.store, world.clock, world.ids, profile, await world.id_of("Ben"))
    await world.reread(said.id)
    assert {"Ben", "Benjamin"} <= set(await world.entities())
    assert await questions(world) == ()


async def test_who_is_said_to_be_another_is_one(world: World, reader: ScriptedReader) -> None:
    text = "@Sam:Person at work and @Sam:Person of the club are two"
    first, second = decoded("@Sam:Person").mentions[0], decoded(text).mentions[1]
    reader.script[text] = Reading(
        (first, second),
        (),
        (),
        "en",
        "test",
        identities=(ReadIdentity(0, 1, same=False, start=0, end=9, rule="test:notation"),),
    )
    await world.live((after(0), text))
    page = await world.store.list_entities(world.profile_id, now=after(0), kind=Kind.PERSON)
    assert [entity.name for entity in page.items] == ["Sam", "Sam"]
    verbs = [ruling.verb for ruling in await world.store.list_rulings(world.profile_id)]
    assert verbs == [RulingVerb.NEVER_MERGE]


async def test_nobody_is_merged_with_the_user_or_with_a_thing(world: World) -> None:
    await world.live((after(0), f"{BEN} @Lyon:Place @Anna:Person"))
    for one, into in (("me", "Ben"), ("Ben", "me"), ("Ben", "Lyon"), ("Climbing", "Ben")):
        with pytest.raises(InvalidInput):
            await merge(world, one, into)
    with pytest.raises(Conflict, match="already"):
        await merge(world, "Ben", "Ben")
    await merge(world, "Lyon", "Climbing")


async def test_a_split_moves_what_it_is_told_to_and_can_be_taken_back(world: World) -> None:
    await world.live((after(0), BEN), (after(1), "@Ben:Person @Yoga:Activity Ben>DOES>Yoga"))
    profile = await world.profile()
    ben = await world.id_of("Ben")
    found = await list_mentions(world.store, profile, ben)
    newest = found[0][1].id
    ruling = await split_entity(world.store, world.clock, world.ids, profile, ben, [newest])
    other = await world.store.get_entity(world.profile_id, ruling.other_id or "")
    assert other.entity.standing is not None
    assert other.entity.standing.n_days == 1
    relations = (await world.store.list_relations(profile.id, now=after(1), entity_id=ben)).items
    assert [relation.predicate for relation in relations] == ["LIKES"]
    await world.rebuild()
    assert await list_mentions(world.store, profile, ben) == found[1:]
    await merge_entities(world.store, world.clock, world.ids, profile, other.entity.id, ben)
    again = await list_mentions(world.store, profile, ben)
    assert [mention.id for _, mention in again] == [mention.id for _, mention in found]
    for ids, error in (([], InvalidInput), ([m.id for _, m in found], InvalidInput)):
        with pytest.raises(error):
            await split_entity(world.store, world.clock, world.ids, profile, ben, ids)
    with pytest.raises(NotFound):
        await split_entity(world.store, world.clock, world.ids, profile, ben, ["?"])


async def _who(world: World, entry_id: str) -> list[str | None]:
    (record,) = await world.store.read_records(world.profile_id, [entry_id])
    return [m.entity_id for m in sorted(record.mentions, key=lambda each: each.start)]


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("@Sam:Person met @Sam:Person", "Today @Sam:Person met @Sam:Person"),
        ("@Sam:Person, @Sam:Person", "Oh dear: @Sam:Person, @Sam:Person"),
        # What stands where another one stood is not that one.
        ("@Sam:Person @Sam:Person", "Oh yes, oh.. @Sam:Person @Sam:Person"),
        ("@Sam:Person and @Ida:Person and @Sam:Person", "@Ida:Person, @Sam:Person, @Sam:Person"),
        ("@Sam:Person met @Sam:Person", "@Sam:Person met @Sam:Person again, no other @Sam:Person"),
    ],
)
async def test_a_split_outlives_an_edit_that_moves_the_names(
    world: World, text: str, edited: str
) -> None:
    (entry,) = await world.live((after(0), text))
    profile = await world.profile()
    sam = await world.id_of("Sam")
    mentions = [mention for _, mention in await list_mentions(world.store, profile, sam)]
    last = max(mentions, key=lambda mention: mention.start)
    ruling = await split_entity(world.store, world.clock, world.ids, profile, sam, [last.id])
    other = ruling.other_id
    await world.edit(entry.id, edited)
    await world.work()
    ida = (await world.entities()).get("Ida")
    who = [each for each in await _who(world, entry.id) if ida is None or each != ida.id]
    assert who[:2] == [sam, other]
    await world.reread(entry.id)
    again = [each for each in await _who(world, entry.id) if ida is None or each != ida.id]
    assert again == who


async def test_a_known_name_is_recognised_in_words_that_nothing_was_read_in(
    world: World, reader: ScriptedReader
) -> None:
    text = "met ben and zoe"
    reader.script[text] = replace(
        decoded(text), latent=(LatentName(4, 7, "ben"), LatentName(12, 15, "zoe"))
    )
    await world.live((after(0), text))
    assert await world.entities() == {}
    (_, entry) = await world.live((after(1), "@Ben:Person"), (after(2), f"{text}"))
    assert set(await world.entities()) == {"Ben"}
    (record,) = await world.store.read_records(world.profile_id, [entry.id])
    assert [(m.start, m.name, m.rule) for m in record.mentions] == [(4, "Ben", "gazetteer:name")]
