from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Predicate
from graph_aria.domain.weights import Dial, replay, standing
from graph_aria.errors import LeaseLost
from graph_aria.ports import Store
from tests.contract.samples import (
    BEGIN,
    add_entry,
    apply,
    at,
    day_of,
    days_of,
    entity,
    relation,
    said,
    tell_story,
)

NEW = Dial(0.2, 1.25)


async def _stage_all(store: Store, owner: Profile, dial: Dial = NEW, limit: int = 2) -> int:
    n = 0
    while unstaged := await store.read_unstaged(owner.id, dial, limit=limit):
        assert len(unstaged) <= limit
        rows = [replay(evidence, dial) for evidence in unstaged.values()]
        await store.stage(owner.id, [(standing(days, dial), days) for days in rows])
        n += len(rows)
    return n


async def test_a_new_dial_takes_effect_for_everything_at_once(store: Store) -> None:
    story = await tell_story(store)
    await store.change_profile(story.owner.id, wanted=NEW)
    before = await store.get_profile(story.owner.id)
    assert await _stage_all(store, story.owner) == 5
    # Until the switch nothing is different.
    assert await store.get_profile(story.owner.id) == before
    assert (await store.get_entity(story.owner.id, story.yoga.id)).entity == story.yoga
    assert await store.switch_dial(story.owner.id, NEW, lease=None)
    after = await store.get_profile(story.owner.id)
    assert after == replace(
        before, dial=NEW, version=before.version + 1, wanted=None, chapters_from=day_of(0)
    )
    for item in (story.yoga, story.lives, story.does):
        where = item.standing
        assert where is not None
        fresh = standing(days_of(item.id, story.evidence[:1], NEW), NEW)
        expected = replace(item, standing=fresh)
        found = await store.read_entities(story.owner.id, [item.id])
        assert (found or (await store.get_relation(story.owner.id, item.id),)) == (expected,)
    known = await store.read_neighbourhood(
        story.owner.id, source_ids=[], target_ids=[story.yoga.id], from_day=day_of(0)
    )
    assert known.histories[story.yoga.id].rows == tuple(
        days_of(story.yoga.id, story.evidence[:1], NEW)
    )


@pytest.mark.parametrize("later", [Dial(0.3, 1.3), Dial(0.2, 1.3), Dial(0.3, 1.25)])
async def test_a_dial_asked_for_while_another_is_put_in_place_is_wanted_still(
    store: Store, later: Dial
) -> None:
    story = await tell_story(store)
    await store.change_profile(story.owner.id, wanted=NEW)
    await _stage_all(store, story.owner)
    await store.change_profile(story.owner.id, wanted=later)
    assert await store.switch_dial(story.owner.id, NEW, lease=None)
    now = await store.get_profile(story.owner.id)
    assert (now.dial, now.wanted) == (NEW, later)
    await _stage_all(store, story.owner, later)
    assert await store.switch_dial(story.owner.id, later, lease=None)
    now = await store.get_profile(story.owner.id)
    assert (now.dial, now.wanted) == (later, None)


async def test_the_end_and_the_days_of_a_standing_do_not_depend_on_the_dial(
    store: Store, owner: Profile
) -> None:
    # Another town was said since: that is not in the relation's own evidence.
    ann, ulm = entity(owner, "Ann"), entity(owner, "Ulm")
    lives = relation(owner, ann.id, Predicate.LIVES_IN, ulm.id, 0, 2, ended_at=at(9))
    pieces = said(lives.id, 0, 2)
    await apply(
        store,
        owner,
        save_entities=(ann, ulm),
        save_relations=(lives,),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(days_of(lives.id, pieces)),
    )
    await _stage_all(store, owner)
    assert await store.switch_dial(owner.id, NEW, lease=None)
    found = (await store.get_relation(owner.id, lives.id)).standing
    fresh = standing(days_of(lives.id, pieces, NEW), NEW)
    assert found == replace(fresh, ended_at=at(9))


async def test_a_stamp_that_does_not_fit_any_more_goes(store: Store) -> None:
    story = await tell_story(store)
    where = story.yoga.standing
    assert where is not None
    await apply(store, story.owner, archive=((story.yoga.id, where.fades_at),))
    await _stage_all(store, story.owner)
    await store.switch_dial(story.owner.id, NEW, lease=None)
    assert (await store.get_entity(story.owner.id, story.yoga.id)).entity.archived_at is None
    due = await store.read_due(story.owner.id, now=at(99), limit=9)
    assert story.yoga.id in dict(due)


async def test_without_every_target_staged_nothing_is_switched(store: Store) -> None:
    story = await tell_story(store)
    before = await store.get_profile(story.owner.id)
    assert not await store.switch_dial(story.owner.id, NEW, lease=None)
    await store.read_unstaged(story.owner.id, NEW, limit=2)
    assert not await store.switch_dial(story.owner.id, NEW, lease=None)
    await _stage_all(store, story.owner)
    assert not await store.switch_dial(story.owner.id, Dial(0.3, 1.3), lease=None)
    assert await store.get_profile(story.owner.id) == before
    assert (await store.get_entity(story.owner.id, story.yoga.id)).entity == story.yoga
    assert await store.switch_dial(story.owner.id, NEW, lease=None)
    assert not await store.switch_dial(story.owner.id, NEW, lease=None)


async def test_what_is_said_meanwhile_is_replayed_again(store: Store) -> None:
    story = await tell_story(store)
    await _stage_all(store, story.owner)
    more = said(story.yoga.id, 3)[0]
    gone = story.evidence[1]
    await apply(
        store,
        story.owner,
        save_evidence=(more,),
        drop_evidence=((gone.source_id, gone.target_id),),
        drop_entity_ids=(story.ulm.id,),
    )
    assert not await store.switch_dial(story.owner.id, NEW, lease=None)
    unstaged = await store.read_unstaged(story.owner.id, NEW, limit=9)
    assert unstaged == {story.yoga.id: (story.evidence[0], more)}
    await _stage_all(store, story.owner)
    assert await store.switch_dial(story.owner.id, NEW, lease=None)


async def test_what_was_changed_between_reading_and_staging_is_not_taken(store: Store) -> None:
    story = await tell_story(store)
    handed = await store.read_unstaged(story.owner.id, NEW, limit=9)
    more = said(story.yoga.id, 3)[0]
    await apply(store, story.owner, save_evidence=(more,))
    rows = [replay(evidence, NEW) for evidence in handed.values()]
    await store.stage(story.owner.id, [(standing(days, NEW), days) for days in rows])
    unstaged = await store.read_unstaged(story.owner.id, NEW, limit=9)
    assert unstaged == {story.yoga.id: (story.evidence[0], more)}


async def test_another_dial_begins_anew(store: Store) -> None:
    story = await tell_story(store)
    await _stage_all(store, story.owner)
    other = Dial(0.3, 1.3)
    assert await _stage_all(store, story.owner, other, limit=9) == 5
    assert not await store.switch_dial(story.owner.id, NEW, lease=None)
    assert await store.switch_dial(story.owner.id, other, lease=None)


async def test_a_deletion_leaves_nothing_of_it_in_the_stage(store: Store) -> None:
    story = await tell_story(store)
    await _stage_all(store, story.owner)
    await apply(
        store,
        story.owner,
        drop_entry_ids=(story.entry.id,),
        drop_entity_ids=(story.yoga.id, story.sam.id, story.ulm.id),
        drop_relation_ids=(story.lives.id, story.does.id),
    )
    assert await store.read_unstaged(story.owner.id, NEW, limit=9) == {}
    assert await store.switch_dial(story.owner.id, NEW, lease=None)
    assert not (await store.list_entities(story.owner.id, now=BEGIN)).items
    profile = await store.get_profile(story.owner.id)
    assert (profile.dial, profile.chapters_from) == (NEW, None)


async def test_a_lost_lease_switches_nothing(store: Store, owner: Profile) -> None:
    await add_entry(store, owner)
    await _stage_all(store, owner)
    lost = await store.lease_jobs(now=BEGIN, until=at(0.1), limit=1)
    held = await store.lease_jobs(now=at(1), until=at(1) + timedelta(hours=1), limit=1)
    await store.read_unstaged(owner.id, NEW, limit=1)
    with pytest.raises(LeaseLost):
        await store.switch_dial(owner.id, NEW, lease=lost)
    assert await store.switch_dial(owner.id, NEW, lease=held)


async def test_entities_without_evidence_are_left_alone(store: Store, owner: Profile) -> None:
    made = entity(owner)
    await apply(store, owner, save_entities=(made,))
    await _stage_all(store, owner)
    assert await store.switch_dial(owner.id, NEW, lease=None)
    assert (await store.get_entity(owner.id, made.id)).entity == made
