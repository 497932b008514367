"""Looking back: only what had been said by then counts, and every path agrees."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graph_aria.domain.records import RulingVerb
from graph_aria.errors import InvalidTime
from graph_aria.stages.look_back import look_back
from graph_aria.stages.read_themes import read_themes
from graph_aria.stages.rule import rule
from tests.line.world import World, after

TICK = timedelta(microseconds=1)


async def test_a_theme_is_counted_as_it_stood(world: World) -> None:
    for day in (0, 2, 20):
        await world.live((after(day), "@Yoga:Activity"))
    profile = await world.profile()
    world.clock.instant = after(21)
    (theme,) = await read_themes(world.store, profile, now=after(21), as_of=after(4))
    assert (theme.n_days, theme.first_on, theme.last_on) == (
        2,
        after(0).date(),
        after(2).date(),
    )
    (now,) = await read_themes(world.store, profile, now=after(21))
    assert (now.n_days, now.last_on) == (3, after(20).date())


async def test_a_day_that_went_on_counts_as_far_as_it_had_come(world: World) -> None:
    await world.live((after(0), "@Yoga:Activity"), (after(0.2), "@Yoga:Activity!"))
    profile = await world.profile()
    (theme,) = await read_themes(world.store, profile, now=after(1), as_of=after(0.1))
    assert theme.n_days == 1
    assert theme.last_on == after(0).date()
    assert theme.weight == pytest.approx(2.0, rel=0.01)


async def test_what_was_pinned_then_was_active_then(world: World) -> None:
    await world.live((after(0), "@Yoga:Activity"))
    world.clock.instant = after(1)
    await world.rule(RulingVerb.PIN, await world.id_of("Yoga"))
    world.clock.instant = after(50)
    profile = await world.profile()
    for as_of in (None, after(50) - TICK, after(40)):
        themes = await read_themes(world.store, profile, now=after(50), as_of=as_of)
        assert [theme.entity.name for theme in themes] == ["Yoga"]
    world.clock.instant = after(51)
    await world.rule(RulingVerb.UNPIN, await world.id_of("Yoga"))
    assert not await read_themes(world.store, profile, now=after(52))
    themes = await read_themes(world.store, profile, now=after(52), as_of=after(40))
    assert [theme.entity.name for theme in themes] == ["Yoga"]


@pytest.mark.parametrize("hours", range(0, 40, 3))
async def test_at_the_instant_of_fading_looking_back_agrees(world: World, hours: int) -> None:
    await world.live((after(hours / 24), "@Yoga:Activity @calm:Emotion:4 Yoga>EVOKES>calm"))
    profile = await world.profile()
    now = after(60)
    for entity in (await world.entities()).values():
        assert entity.standing is not None
        fades_at = entity.standing.fades_at
        for at, is_active in ((fades_at - TICK, True), (fades_at, False)):
            past = await look_back(world.store, profile, at)
            assert (entity.id in {e.id for e, _ in past.entities}) is is_active
            themes = await read_themes(world.store, profile, now=now, as_of=at)
            assert (entity.id in {t.entity.id for t in themes}) is is_active
    for relation in (await world.relations()).values():
        fades_at = relation.standing.fades_at
        for at, is_active in ((fades_at - TICK, True), (fades_at, False)):
            past = await look_back(world.store, profile, at)
            assert (relation.id in {r.id for r, _ in past.relations}) is is_active


async def test_a_relation_cannot_end_before_it_was_last_said(world: World) -> None:
    for day in (0, 5):
        await world.live((after(day), "@Yoga:Activity @calm:Emotion Yoga>EVOKES>calm"))
    world.clock.instant = after(6)
    (relation,) = (await world.relations()).values()
    triple = (relation.subject_id, relation.predicate, relation.object_id)
    version = (await world.profile()).version

    async def end(days: float) -> None:
        await rule(
            world.store,
            world.clock,
            world.ids,
            world.profile_id,
            RulingVerb.END_RELATION,
            relation.id,
            triple=triple,
            at=after(days),
        )

    with pytest.raises(InvalidTime, match="said again"):
        await end(2)
    with pytest.raises(InvalidTime, match="future"):
        await end(7)
    assert (await world.profile()).version == version
    await end(5.5)
    (ended,) = (await world.relations()).values()
    assert ended.standing.ended_at == after(5.5)


async def test_namesakes_are_told_apart_by_no_word_of_an_entry(world: World) -> None:
    await world.live(
        (after(0), "@Sam:Person=brother"),
        (after(1), "@Sam:Person=stepsister"),
    )
    await world.live((after(2), "@Sam:Person"))
    entries = (await world.store.list_entries(world.profile_id)).items
    gone = next(entry for entry in entries if "stepsister" in entry.text)
    await world.forget(gone.id)
    await world.store.scrub()
    assert not await world.store.prove_gone(["stepsister"])
    assert await world.store.prove_gone(["brother"])
