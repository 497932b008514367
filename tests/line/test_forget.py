"""What was deleted is nowhere: not in a table, an index or a page of the file."""

from __future__ import annotations

import pytest

from graph_aria.domain.conversations import Role
from graph_aria.domain.records import RulingVerb
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.prove import prove
from tests.line.talk import Mind, Talk, says
from tests.line.world import ScriptedReader, World, after

CANARIES = {
    "text": "quincunxes",
    "entity": "zabaglione",
    "person": "mxyzptlk",
    "role": "archduchess",
    "external": "kohlrabi77",
    "key": "vexillology",
    "object": "qwertzuiop",
}
RULED = {"name": "brobdingnag", "second": "lilliputian"}
KEPT = "honeysuckle"


def told() -> str:
    return (
        f"{CANARIES['text']} @{CANARIES['entity']}:Activity! "
        f"@{CANARIES['person']}:Person={CANARIES['role']} @{CANARIES['object']}:Thing "
        f"me>LIKES>{CANARIES['person']} {CANARIES['person']}>OWNS>{CANARIES['object']}"
    )


async def found(world: World, *words: str) -> set[str]:
    return {finding.word for finding in await world.store.prove_gone(words)}


async def test_nothing_that_derives_from_a_deleted_entry_is_left(
    world: World, reader: ScriptedReader
) -> None:
    kept = await world.say(f"{KEPT} @Yoga:Activity", at=after(0))
    doomed = await world.say(
        told(), at=after(1), external_id=CANARIES["external"], idempotency_key=CANARIES["key"]
    )
    failing = await world.say("unfathomably poison", at=after(1))
    reader.poison["poison"] = RuntimeError("unfathomably")
    await world.work()
    person, thing = await world.entity(CANARIES["person"]), await world.entity(CANARIES["object"])
    await world.rule(RulingVerb.RENAME, person.id, value=RULED["name"])
    await world.rule(RulingVerb.RENAME, person.id, value=RULED["second"])
    await world.rule(RulingVerb.SET_KIND, person.id, value=Kind.ANIMAL.value)
    await world.rule(RulingVerb.PIN, thing.id)
    await world.rule(RulingVerb.REVIVE, thing.id)
    world.clock.instant = after(40)
    await world.fade()
    await world.turn_pages()
    present = {*CANARIES.values(), RULED["second"]} - {CANARIES["key"]}
    assert present <= await found(world, *CANARIES.values(), *RULED.values())

    await world.forget(doomed.id, failing.id)
    await world.work()
    await world.turn_pages()
    words = [*CANARIES.values(), *RULED.values(), "unfathomably", "poison"]
    assert await found(world, *words) == set()
    # The same search finds what was kept.
    assert await found(world, *words, KEPT) == {KEPT}
    for table in ("mention", "assertion", "entity", "form", "relation", "evidence", "day_row"):
        columns = [row[1] for row in await world.sql(f"PRAGMA table_info({table})")]
        ids = [name for name in columns if name.endswith("_id") or name == "id"]
        for name in ids:
            rows = await world.sql(f"SELECT {name} FROM {table}")  # noqa: S608 - our own schema
            assert {doomed.id, failing.id, person.id, thing.id}.isdisjoint(r[0] for r in rows)
    assert await world.sql("SELECT id FROM ruling") == []
    assert {job.subject_id for job in await world.jobs()} == {kept.id, None}
    assert set(await world.entities()) == {"Yoga"}


async def replies(talk: Talk) -> list[str]:
    told = await talk.world.store.read_messages(talk.world.profile_id, talk.id)
    return [each.text for each in told if each.role is Role.ASSISTANT]


async def test_no_reply_repeats_what_was_deleted(world: World) -> None:
    talk, other = await Talk.begin(world), await Talk.begin(world)
    doomed, *_ = await talk.live(
        ("My dog Zanzibarro is ill, poor thing.", "Sorry to hear."),
        ("Thanks.", "I hope ZANZIBARRO's illness ends."),
    )
    await other.live(("A thing: hello!", "How is Zanzibarro, and that thing?"))
    records = await world.store.read_records(world.profile_id, [doomed.id])
    await world.forget(doomed.id)
    assert await replies(talk) == ["I hope […]'s illness ends."]
    # Another entry says "thing", too.
    assert await replies(other) == ["How is […], and that thing?"]
    await world.work()
    proof = await prove(world.store, world.profile_id, records)
    assert proof.n_words > 0
    assert proof.findings == ()


@pytest.mark.parametrize("deletes", ["memory", "note", "entry", "undone"])
async def test_no_reply_repeats_what_a_memory_said(
    world: World, reader: ScriptedReader, deletes: str
) -> None:
    said = "My girl got a puppy."
    reader.script[said] = says(said, "The user has a daughter.", reason="a zanzibarro")
    mind, talk = Mind(world), await Talk.begin(world)
    told, _ = await talk.live(
        (said, "Nice."), ("Yes.", "Your daughter, the zanzibarro, must love her puppy, Kohlrabi.")
    )
    (memory,) = await mind.all()
    noted = "The user has a Kohlrabi."
    reader.script[noted] = says(noted)
    gone = {"zanzibarro", "daughter"}
    match deletes:
        case "memory":
            await mind.forget(memory.id)
        case "note":
            await mind.forget((await mind.add(noted)).id)
            gone = {"kohlrabi"}
        case "entry":
            await world.forget(told.id)
            gone |= {"puppy"}
        case "undone":
            await mind.edit(memory.id, noted)
            await mind.undo(memory.id)
            gone = {"kohlrabi"}
    (left,) = (await replies(talk))[-1:]
    whole = "Your daughter, the zanzibarro, must love her puppy, Kohlrabi."
    for word in ("daughter", "zanzibarro", "puppy", "Kohlrabi"):
        if word.lower() in gone:
            whole = whole.replace(word, "[…]")
    assert left == whole
    assert await found(world, *gone) == set()


async def test_a_name_that_was_ruled_away_is_gone_with_its_last_use(world: World) -> None:
    await world.live((after(0), f"@{CANARIES['entity']}:Activity {KEPT}"))
    entity = await world.entity(CANARIES["entity"])
    await world.rule(RulingVerb.RENAME, entity.id, value=RULED["name"])
    await world.rule(RulingVerb.DELETE, entity.id)
    await world.work()
    # The entry still says it; the name that was given is gone.
    assert await found(world, CANARIES["entity"], RULED["name"]) == {CANARIES["entity"]}


async def test_words_that_were_edited_away_are_gone(world: World) -> None:
    (entry,) = await world.live((after(0), told()))
    await world.rule(
        RulingVerb.RENAME, (await world.entity(CANARIES["entity"])).id, value=RULED["name"]
    )
    await world.edit(entry.id, f"@Yoga:Activity {KEPT}")
    await world.work()
    assert set(await world.entities()) == {"Yoga"}
    left = await found(world, *CANARIES.values(), *RULED.values(), KEPT)
    assert left == {KEPT}


async def test_deleting_leaves_what_would_be_there_had_it_never_been_written(
    world: World,
) -> None:
    lines = [
        "@Yoga:Activity @anxiety:Emotion:4 Yoga>MITIGATES>anxiety",
        "@Yoga:Activity @Sam:Person me>FRIEND_OF>Sam",
        "@Sam:Person @Ulm:Place Sam>LIVES_IN>Ulm",
        "@Sam:Person @Bonn:Place Sam>LIVES_IN>Bonn",
    ]
    kept = [(after(2 * n), text) for n, text in enumerate(lines)]
    await world.live(*kept)
    before = await world.tables()
    for at, text in (
        (after(-3), "@Yoga:Activity! @Chess:Activity"),
        (after(3), "@Sam:Person=brother @Rome:Place Sam>LIVES_IN>Rome"),
        (after(6), "@Sam:Person @Bonn:Place Sam>LIVES_IN>Bonn/ended"),
        (after(20), "@anxiety:Emotion:5 @Yoga:Activity Yoga>CAUSES>anxiety"),
    ):
        (entry,) = await world.live((at, text))
        assert await world.tables() != before
        await world.forget(entry.id)
        assert await world.tables() == before
