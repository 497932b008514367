"""What the user ruled holds, whatever is read afterwards."""

from __future__ import annotations

import asyncio

import pytest

from graph_aria.domain.records import MentionState, RulingVerb
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.errors import NotFound
from graph_aria.stages.synthesize import synthesize
from tests.line.world import PROJECTIONS, RECORD, ScriptedReader, World, after, decoded

CALMED = "@Yoga:Activity helped my @anxiety:Emotion:4 Yoga>MITIGATES>anxiety me>DOES>Yoga"
EASES = ("Yoga", "MITIGATES", "anxiety")


async def everything(world: World) -> object:
    return await world.tables(*PROJECTIONS, *RECORD)


async def test_a_pin_keeps_what_is_pinned_and_nothing_else(world: World) -> None:
    await world.live((after(0), CALMED))
    yoga = await world.entity("Yoga")
    await world.rule(RulingVerb.PIN, yoga.id)
    world.clock.instant = after(100)
    assert await world.active() == {"Yoga"}
    relations = await world.relations()
    assert not any(r.active_at(after(100)) for r in relations.values())
    chapter = await synthesize(world.store, await world.profile(), now=after(100))
    assert "Yoga" in chapter.text
    await world.rule(RulingVerb.UNPIN, yoga.id)
    assert await world.active() == set()


async def test_to_revive_is_to_speak_of_it_once(world: World) -> None:
    await world.live((after(0), CALMED))
    world.clock.instant = after(100)
    assert await world.active() == set()
    yoga = await world.entity("Yoga")
    ruling = await world.rule(RulingVerb.REVIVE, yoga.id)
    assert await world.active() == {"Yoga"}
    assert (await world.weights())["Yoga"] == 2.0
    page = await world.store.read_evidence(world.profile_id, yoga.id)
    assert [line.ruling for line in page.items] == [ruling, None]
    # Once more on the same day changes nothing: the day counts once.
    await world.rule(RulingVerb.REVIVE, yoga.id)
    assert (await world.weights())["Yoga"] == 2.0


async def test_a_name_and_a_kind_that_were_ruled_outlast_every_reading(world: World) -> None:
    (entry,) = await world.live((after(0), CALMED))
    yoga = await world.entity("Yoga")
    await world.rule(RulingVerb.RENAME, yoga.id, value="Asana practice")
    await world.rule(RulingVerb.SET_KIND, yoga.id, value=Kind.GOAL.value)
    before = await everything(world)
    await world.reread(entry.id)
    assert await everything(world) == before
    # It is still found by what it was called, and by what it is called.
    await world.live((after(1), "@Yoga:Activity again"), (after(2), "@asana:Thing"))
    entities = await world.entities()
    assert set(entities) == {"Asana practice", "anxiety", "asana"}
    renamed = entities["Asana practice"]
    assert (renamed.id, renamed.kind) == (yoga.id, Kind.GOAL)
    assert renamed.standing is not None
    assert renamed.standing.n_days == 2
    await world.rule(RulingVerb.RENAME, yoga.id, value="Stretching")
    assert "Asana practice" not in await world.entities()


async def test_what_was_deleted_does_not_come_back_with_the_same_entry(world: World) -> None:
    first, second = await world.live((after(0), CALMED), (after(1), f"{CALMED} again"))
    yoga = await world.entity("Yoga")
    await world.rule(RulingVerb.RENAME, yoga.id, value="Secretword")
    await world.rule(RulingVerb.DELETE, yoga.id)
    assert set(await world.entities()) == {"anxiety"}
    assert await world.relations() == {}
    records = await world.store.read_records(world.profile_id, [first.id, second.id])
    states = {m.name: m.state for record in records for m in record.mentions}
    assert states == {"Yoga": MentionState.WITHDRAWN, "anxiety": MentionState.LIVE}
    assert not await world.sql("SELECT 1 FROM ruling WHERE value IS NOT NULL")

    await world.reread(first.id, second.id)
    assert set(await world.entities()) == {"anxiety"}
    await world.edit(first.id, f"{CALMED}, edited")
    await world.work()
    assert set(await world.entities()) == {"anxiety"}
    await world.rebuild()
    assert set(await world.entities()) == {"anxiety"}
    # Whoever speaks of it anew has it anew.
    await world.live((after(2), "@Yoga:Activity"))
    anew = await world.entity("Yoga")
    assert anew.id != yoga.id
    assert (await world.weights())["Yoga"] == 2.0
    await world.forget(first.id, second.id)
    assert set(await world.entities()) == {"Yoga"}


async def test_a_relation_that_was_added_speaks_of_both_ends(world: World) -> None:
    await world.live((after(0), "@Yoga:Activity @Sam:Person"))
    world.clock.instant = after(1)
    await world.rule_relation(RulingVerb.ADD_RELATION, "Sam", Predicate.DOES, "Yoga")
    relation = (await world.relations())["Sam", "DOES", "Yoga"]
    assert relation.standing.weight == 2.0
    assert (await world.weights())["Yoga"] == pytest.approx(2 * 2.718281828**-0.05 + 1)
    before = await world.tables()
    await world.rebuild()
    assert await world.tables() == before


async def test_a_rejected_relation_stays_rejected_until_it_is_added(world: World) -> None:
    (entry,) = await world.live((after(0), CALMED))
    weights = await world.weights()
    relation = (await world.relations())[EASES]
    await world.rule_relation(RulingVerb.REJECT_RELATION, "Yoga", Predicate.MITIGATES, "anxiety")
    assert set(await world.relations()) == {("me", "DOES", "Yoga")}
    assert await world.weights() == weights
    await world.reread(entry.id)
    await world.live((after(1), f"{CALMED} on another day"))
    await world.edit(entry.id, f"{CALMED} in other words")
    await world.work()
    await world.rebuild()
    assert set(await world.relations()) == {("me", "DOES", "Yoga")}
    # A rejection outlives the ends' names, and is lifted by hand.
    yoga = await world.entity("Yoga")
    await world.rule(RulingVerb.RENAME, yoga.id, value="Asana")
    await world.reread(entry.id)
    assert set(await world.relations()) == {("me", "DOES", "Asana")}
    triple = (relation.subject_id, relation.predicate, relation.object_id)
    await world.rule(RulingVerb.ADD_RELATION, relation.id, triple=triple)
    assert ("Asana", "MITIGATES", "anxiety") in await world.relations()
    assert (await world.relations())["Asana", "MITIGATES", "anxiety"].standing.n_days == 2


async def test_a_relation_that_was_ended_is_over_until_it_is_said_again(world: World) -> None:
    (entry,) = await world.live((after(0), CALMED))
    world.clock.instant = after(1)
    await world.rule_relation(RulingVerb.END_RELATION, "Yoga", Predicate.MITIGATES, "anxiety")
    ended = (await world.relations())[EASES]
    assert ended.standing.ended_at == after(1)
    assert not ended.active_at(after(1))
    await world.reread(entry.id)
    assert (await world.relations())[EASES] == ended
    await world.live((after(2), f"{CALMED} after all"))
    again = (await world.relations())[EASES]
    assert again.standing.ended_at is None
    assert again.active_at(after(2))


async def test_a_deleted_relation_is_gone_from_what_was_said_and_may_be_said_anew(
    world: World,
) -> None:
    (entry,) = await world.live((after(0), CALMED))
    await world.rule_relation(RulingVerb.DELETE_RELATION, "Yoga", Predicate.MITIGATES, "anxiety")
    assert EASES not in await world.relations()
    await world.reread(entry.id)
    assert EASES not in await world.relations()
    await world.live((after(1), f"{CALMED} again"))
    assert (await world.relations())[EASES].standing.n_days == 1


async def test_reading_again_alters_nothing_where_it_reads_the_same(world: World) -> None:
    entries = await world.live(
        (after(0), CALMED),
        (after(1), "@Sam:Person=brother me>SIBLING_OF>Sam @Ulm:Place Sam>LIVES_IN>Ulm"),
        (after(2), "@Sam:Person=brother moved. @Bonn:Place Sam>LIVES_IN>Bonn"),
    )
    relations = await world.relations()
    assert relations["Sam", "LIVES_IN", "Ulm"].standing.ended_at == after(2)
    assert relations["Sam", "LIVES_IN", "Bonn"].standing.ended_at is None
    before = await everything(world)
    await world.reread(*(entry.id for entry in entries))
    assert await everything(world) == before


async def test_forgetting_takes_the_rulings_about_what_vanishes(world: World) -> None:
    first, second = await world.live((after(0), CALMED), (after(1), "@Chess:Activity"))
    yoga, chess = await world.entity("Yoga"), await world.entity("Chess")
    for verb, value in ((RulingVerb.PIN, None), (RulingVerb.RENAME, "Secretword")):
        await world.rule(verb, yoga.id, value=value)
    await world.rule(RulingVerb.REVIVE, yoga.id)
    await world.rule(RulingVerb.PIN, chess.id)
    await world.forget(first.id)
    assert await world.active() == {"Chess"}
    rulings = await world.store.list_rulings(world.profile_id)
    assert [(r.verb, r.target_id) for r in rulings] == [(RulingVerb.PIN, chess.id)]
    assert not await world.sql("SELECT 1 FROM evidence WHERE target_id = ?", [yoga.id])
    await world.forget(second.id)
    assert (await world.tables())["evidence"] == []
    assert await world.store.list_rulings(world.profile_id) == ()


async def test_rulings_at_once_all_hold(world: World) -> None:
    await world.live((after(0), f"{CALMED} @Sam:Person @Chess:Activity"))
    entities = await world.entities()
    await asyncio.gather(
        world.rule(RulingVerb.PIN, entities["Yoga"].id),
        world.rule(RulingVerb.RENAME, entities["Yoga"].id, value="Asana"),
        world.rule(RulingVerb.PIN, entities["Chess"].id),
        world.rule(RulingVerb.DELETE, entities["Sam"].id),
    )
    after_all = await world.entities()
    assert {name for name, entity in after_all.items() if entity.pinned} == {"Asana", "Chess"}
    assert set(after_all) == {"Asana", "Chess", "anxiety"}
    before = await world.tables()
    await world.rebuild()
    assert await world.tables() == before


async def test_reading_and_ruling_at_once_lose_neither(world: World) -> None:
    await world.live((after(0), CALMED))
    yoga = await world.entity("Yoga")
    for day in range(1, 9):
        await world.say(f"{CALMED} day {day}", at=after(day))
    await asyncio.gather(
        world.work(),
        world.rule(RulingVerb.PIN, yoga.id),
        world.rule_relation(RulingVerb.REJECT_RELATION, "Yoga", Predicate.MITIGATES, "anxiety"),
    )
    await world.work()
    yoga = await world.entity("Yoga")
    assert yoga.pinned
    assert yoga.standing is not None
    assert yoga.standing.n_days == 9
    assert set(await world.relations()) == {("me", "DOES", "Yoga")}
    before = await world.tables()
    await world.rebuild()
    assert await world.tables() == before


async def test_nothing_can_be_ruled_about_what_is_gone(world: World) -> None:
    (entry,) = await world.live((after(0), CALMED))
    entities = await world.entities()
    await world.forget(entry.id)
    with pytest.raises(NotFound):
        await world.rule(RulingVerb.RENAME, entities["Yoga"].id, value="Secretword")
    with pytest.raises(NotFound):
        await world.rule(RulingVerb.PIN, "nobody")
    triple = (entities["Yoga"].id, Predicate.MITIGATES, entities["anxiety"].id)
    with pytest.raises(NotFound):
        await world.rule(RulingVerb.ADD_RELATION, "relation", triple=triple)
    assert await world.store.list_rulings(world.profile_id) == ()


async def test_one_name_in_one_entry_stays_one_entity_whatever_was_denied_before(
    world: World, reader: ScriptedReader
) -> None:
    (entry,) = await world.live((after(0), "@calm:Emotion and some more of it"))
    calm = await world.entity("calm")
    reader.script[entry.text] = decoded("......................@calm:Emotion~")
    await world.reread(entry.id)
    assert await world.entities() == {}
    reader.script[entry.text] = decoded(".@Nora:Person .......@calm:Emotion @calm:Emotion")
    await world.reread(entry.id)
    assert {name: e.id for name, e in (await world.entities()).items() if name == "calm"} == {
        "calm": calm.id
    }
    assert len(await world.sql("SELECT id FROM entity WHERE name = 'calm'")) == 1


async def test_what_was_deleted_from_an_entry_stays_so_where_it_was_denied_before(
    world: World, reader: ScriptedReader
) -> None:
    text = "@calm:Emotion but then @calm:Emotion~ no more"
    (entry,) = await world.live((after(0), text))
    await world.rule(RulingVerb.DELETE, (await world.entity("calm")).id)
    reader.script[text] = decoded(text.replace("~", " "))
    await world.reread(entry.id)
    assert await world.entities() == {}
