"""From a captured entry to the graph, and who may not see whose."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from graph_aria.domain.graph import relation_id
from graph_aria.domain.records import EntryState, RulingVerb
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.errors import EntryDeleted, IdempotencyMismatch, NotFound
from graph_aria.stages.forget import forget
from graph_aria.stages.read_themes import read_themes
from graph_aria.stages.synthesize import synthesize
from tests.line.world import PROJECTIONS, ScriptedReader, World, add_profile, after, opened

CALMED = "@Yoga:Activity helped my @anxiety:Emotion:4. Yoga>MITIGATES>anxiety me>DOES>Yoga"


async def test_an_entry_becomes_a_graph_in_one_change(world: World, reader: ScriptedReader) -> None:
    entry = await world.say(CALMED, at=after(0))
    version = (await world.profile()).version
    assert entry.state is EntryState.PENDING
    assert await world.entities() == {}

    assert await world.work() == 1

    assert (await world.profile()).version == version + 1
    stored = await world.store.get_entry(world.profile_id, entry.id)
    assert (stored.state, stored.language, stored.reader_id) == (
        EntryState.READ,
        "en",
        reader.reader_id,
    )
    # Tied to a feeling of 4 (+0.5), both ends; a relation is as strong as its weaker end.
    assert await world.weights() == {"Yoga": 2.5, "anxiety": 2.5}
    weights = {key: r.standing.weight for key, r in (await world.relations()).items()}
    assert weights == {("Yoga", "MITIGATES", "anxiety"): 2.5, ("me", "DOES", "Yoga"): 2.5}
    assert [job.state for job in await world.jobs()] == ["done"]
    assert await world.work() == 0


async def test_entries_that_wait_together_are_one_change(
    world: World, reader: ScriptedReader
) -> None:
    for n in range(5):
        await world.say(f"@Yoga:Activity again, {n}", at=after(n / 24))
    version = (await world.profile()).version
    assert await world.work() == 5
    assert reader.batches == [5]
    assert (await world.profile()).version == version + 1
    for day in range(1, 5):
        await world.say(f"@Yoga:Activity again, day {day}", at=after(day))
    assert await world.work() == 4
    assert reader.batches == [5, 4]
    yoga = (await world.entity("Yoga")).standing
    assert yoga is not None
    assert (yoga.n_days, yoga.first_on, yoga.last_on) == (5, date(2026, 1, 1), date(2026, 1, 5))


async def test_every_piece_of_evidence_shows_the_words_it_came_from(world: World) -> None:
    await world.live((after(0), CALMED))
    relation = (await world.relations())["Yoga", "MITIGATES", "anxiety"]
    page = await world.store.read_evidence(world.profile_id, relation.id)
    assert [line.quotes for line in page.items] == [("Yoga>MITIGATES>anxiety",)]
    yoga = await world.entity("Yoga")
    page = await world.store.read_evidence(world.profile_id, yoga.id)
    assert [line.quotes for line in page.items] == [("Yoga",)]


@pytest.mark.parametrize(
    ("zone", "day"),
    [("America/Phoenix", date(2025, 7, 24)), ("Australia/Brisbane", date(2025, 7, 25))],
)
async def test_an_entry_falls_on_the_users_own_day(tmp_path: Path, zone: str, day: date) -> None:
    at = datetime(2025, 7, 25, 2, tzinfo=UTC)
    async with opened(tmp_path, zone=zone) as world:
        (entry,) = await world.live((at, "@Yoga:Activity"))
        assert entry.zone == zone
        assert entry.day == day
        yoga = await world.entity("Yoga")
        assert yoga.standing is not None
        assert yoga.standing.first_on == day
        assert await world.store.read_entry_days(world.profile_id, since=day, until=day) == {day: 1}
        lines = await world.store.read_evidence(world.profile_id, yoga.id)
        assert [line.evidence.day for line in lines.items] == [day]


async def test_a_day_counts_once_by_the_zone_that_the_entry_was_said_in(world: World) -> None:
    # 20:00 and 23:00 of 24 July in Phoenix; in UTC these are two days.
    for hour in (3, 6):
        at = datetime(2025, 7, 25, hour, tzinfo=UTC)
        await world.say(f"@Yoga:Activity {hour}", at=at, zone="America/Phoenix")
    # One minute before that second one, but already 25 July in Brisbane.
    at = datetime(2025, 7, 25, 5, 59, tzinfo=UTC)
    await world.say("@Yoga:Activity there", at=at, zone="Australia/Brisbane")
    await world.work()
    yoga = (await world.entity("Yoga")).standing
    assert yoga is not None
    assert yoga.n_days == 2
    rows = await world.sql("SELECT day, strength FROM day_row ORDER BY at")
    assert [date.fromordinal(day) for day, _ in rows] == [date(2025, 7, 25), date(2025, 7, 24)]
    assert 2.99 < yoga.weight <= 3


async def test_an_external_id_is_stored_once(world: World) -> None:
    first = await world.say(CALMED, at=after(0), external_id="day-1")
    again = await world.say("@Chess:Activity", at=after(1), external_id="day-1")
    assert again == first
    await world.work()
    assert set(await world.entities()) == {"Yoga", "anxiety"}


async def test_a_request_that_is_sent_twice_is_one_entry(world: World) -> None:
    first = await world.say(CALMED, idempotency_key="k")
    assert (await world.say(CALMED, idempotency_key="k")).id == first.id
    with pytest.raises(IdempotencyMismatch):
        await world.say("@Chess:Activity", idempotency_key="k")
    await world.work()
    assert (await world.weights())["Yoga"] == 2.5
    assert len(await world.sql("SELECT 1 FROM entry")) == 1


async def test_what_was_deleted_stays_deleted_until_it_is_asked_for(world: World) -> None:
    first = await world.say(CALMED, at=after(0), external_id="day-1", idempotency_key="k")
    await world.work()
    await world.forget(first.id)
    assert await world.entities() == {}
    with pytest.raises(EntryDeleted):
        await world.say(CALMED, at=after(0), external_id="day-1")
    with pytest.raises(EntryDeleted):
        await world.say(CALMED, at=after(0), idempotency_key="k")
    await world.work()
    assert await world.entities() == {}

    back = await world.say(CALMED, at=after(0), external_id="day-1", restore_deleted=True)
    assert back.id != first.id
    await world.work()
    assert await world.weights() == {"Yoga": 2.5, "anxiety": 2.5}
    # It is there again, so posting it again finds it.
    assert (await world.say(CALMED, at=after(0), external_id="day-1")).id == back.id


async def test_two_profiles_never_mix(world: World) -> None:
    await add_profile(world.store, profile_id="other", user_id="other-user", name="Bea")
    bea = World(world.store, world.clock, world.reader, profile_id="other")
    told = [(after(day), f"{CALMED} with @Sam:Person, day {day}") for day in range(3)]
    mine = await world.live(*told)
    before = await world.tables(*PROJECTIONS, "entry", "mention", "chapter", "ruling")
    hers = [await bea.say(f"@Sam:Person=boss met @Yoga:Thing {n}", at=after(3)) for n in range(2)]
    await bea.work()
    await bea.rule(RulingVerb.RENAME, (await bea.entity("Sam")).id, value="Samantha")
    await bea.rule(RulingVerb.PIN, (await bea.entity("Yoga")).id)
    await bea.forget(hers[0].id)
    world.clock.instant = after(60)
    await bea.fade()
    await bea.turn_pages()
    await bea.rebuild()
    await bea.work()

    now = await world.tables(*before)
    key = (await world.sql("SELECT key FROM profile WHERE id = ?", [world.profile_id]))[0][0]
    for name, rows in before.items():
        assert [row for row in now[name] if row[0] == key] == [r for r in rows if r[0] == key]
    assert (await bea.entity("Yoga")).kind is Kind.THING
    assert set(await bea.entities()) == {"Samantha", "Yoga"}
    assert set(await world.entities()) == {"Sam", "Yoga", "anxiety"}
    assert (await bea.entity("Yoga")).id != (await world.entity("Yoga")).id

    # One who asks for the other's ids finds nothing, and changes nothing.
    yoga = await world.entity("Yoga")
    with pytest.raises(NotFound):
        await forget(world.store, world.clock, world.ids, "other", [mine[0].id])
    with pytest.raises(NotFound):
        await world.store.get_entity("other", yoga.id)
    with pytest.raises(NotFound):
        await bea.rule(RulingVerb.RENAME, yoga.id, value="X")
    triple = (world_user := (await world.profile()).user_id, Predicate.DOES, yoga.id)
    with pytest.raises(NotFound):
        await bea.rule(RulingVerb.ADD_RELATION, relation_id("other", *triple), triple=triple)
    assert world_user != (await bea.profile()).user_id
    assert len(await bea.store.list_rulings("other")) == 2
    chapter = await synthesize(world.store, await bea.profile(), now=after(3))
    assert "anxiety" not in chapter.text
    themes = await read_themes(world.store, await bea.profile(), now=after(3))
    assert themes == ()


async def test_a_relation_that_was_denied_or_is_over_does_not_hold(world: World) -> None:
    await world.live(
        (after(0), "@Acme:Organization me>WORKS_AT>Acme"),
        (after(1), "@Chess:Activity me>DOES>Chess/not"),
        (after(2), "@Acme:Organization is behind me. me>WORKS_AT>Acme/ended"),
    )
    relations = await world.relations()
    assert set(relations) == {("me", Predicate.WORKS_AT.value, "Acme")}
    job = relations["me", "WORKS_AT", "Acme"]
    assert job.standing.ended_at == after(2)
    assert not job.active_at(after(2))
    assert (await world.entity("Acme")).active_at(after(2))
