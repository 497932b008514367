from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, timedelta

import pytest

from graph_aria.domain.graph import DAY_MARGIN, Chapter, Feature, GraphDelta
from graph_aria.domain.records import EntryState, JobKind, Profile, RulingVerb, SpokenDate
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import Evidence
from graph_aria.errors import Conflict, LeaseLost, NotFound, VersionConflict
from graph_aria.ports import Store
from tests.contract.samples import (
    BEGIN,
    add_entry,
    add_profile,
    apply,
    at,
    day_of,
    days_of,
    entity,
    form,
    mention,
    new_id,
    outcome,
    relation,
    ruling,
    said,
    stands,
    tell_story,
    user_of,
)


async def _everything(store: Store, owner: Profile) -> tuple[object, ...]:
    """All of a profile's graph that can be read."""
    now = at(0)
    entities = (await store.list_entities(owner.id, now=now, limit=999)).items
    relations = (await store.list_relations(owner.id, now=now, limit=999)).items
    targets = [item.id for item in entities] + [item.id for item in relations]
    known = await store.read_neighbourhood(
        owner.id,
        source_ids=await store.list_entry_ids(owner.id),
        target_ids=targets,
        from_day=date.min + timedelta(days=9),
    )
    records = await store.read_records(owner.id, await store.list_entry_ids(owner.id))
    chapters = (await store.read_chapters(owner.id)).items
    return entities, relations, replace(known, profile=owner), records, chapters


async def test_a_delta_raises_the_version_by_one(store: Store, owner: Profile) -> None:
    assert await store.apply(GraphDelta(owner.id, 0, BEGIN)) == 1
    assert await store.apply(GraphDelta(owner.id, 1, BEGIN)) == 2
    assert (await store.get_profile(owner.id)).version == 2


@pytest.mark.parametrize("based_on", [0, 2, -1])
async def test_a_delta_of_another_version_is_refused_whole(
    store: Store, owner: Profile, based_on: int
) -> None:
    await store.apply(GraphDelta(owner.id, 0, BEGIN))
    made = entity(owner)
    with pytest.raises(VersionConflict):
        await store.apply(GraphDelta(owner.id, based_on, at(9), save_entities=(made,)))
    assert (await store.get_profile(owner.id)).version == 1
    assert await store.read_entities(owner.id, [made.id]) == ()
    assert await store.read_mark() == BEGIN


async def test_of_two_deltas_at_once_one_is_refused(store: Store, owner: Profile) -> None:
    deltas = [GraphDelta(owner.id, 0, BEGIN, save_entities=(entity(owner),)) for _ in range(5)]
    answers = await asyncio.gather(*map(store.apply, deltas), return_exceptions=True)
    assert sorted(map(repr, answers))[:1] == ["1"]
    assert sum(isinstance(answer, VersionConflict) for answer in answers) == 4
    assert len((await store.list_entities(owner.id, now=BEGIN)).items) == 1


async def test_a_delta_for_an_unknown_profile_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.apply(GraphDelta("nobody", 0, BEGIN))


async def test_what_was_read_in_an_older_revision_is_refused(store: Store, owner: Profile) -> None:
    made = await add_entry(store, owner)
    await store.edit_entry(made, job_id=new_id())
    with pytest.raises(VersionConflict):
        await apply(store, owner, outcomes=(outcome(made),))
    with pytest.raises(VersionConflict):
        await apply(store, owner, outcomes=(outcome(replace(made, id="gone")),))
    assert (await store.get_entry(owner.id, made.id)).state is EntryState.PENDING


async def test_everything_that_is_saved_can_be_read(store: Store) -> None:
    story = await tell_story(store)
    owner = await store.get_profile(story.owner.id)
    found = await store.read_entities(owner.id, [story.yoga.id, story.sam.id])
    assert set(found) == {story.yoga, story.sam}
    assert await store.get_relation(owner.id, story.lives.id) == story.lives
    candidate = await store.get_entity(owner.id, story.sam.id)
    assert candidate.forms == (form(story.sam, "Sam", 2),)
    (record,) = await store.read_records(owner.id, [story.entry.id])
    assert set(record.mentions) == set(story.mentions)
    assert len(record.assertions) == 2


async def test_applying_the_same_rows_again_changes_nothing_but_the_version(store: Store) -> None:
    story = await tell_story(store)
    before = await _everything(store, story.owner)
    await apply(
        store,
        story.owner,
        save_entities=(story.yoga, story.sam, story.ulm),
        save_relations=(story.lives, story.does),
        save_evidence=tuple(story.evidence),
        save_mentions=tuple(story.mentions),
        save_forms=(form(story.sam, "Sam", 2),),
    )
    assert await _everything(store, story.owner) == before


async def test_a_saved_row_replaces_the_one_with_its_key(store: Store) -> None:
    story = await tell_story(store)
    renamed = replace(
        story.yoga,
        name="Hatha",
        key="hatha",
        kind=Kind.TOPIC,
        role="r",
        cadence="daily",
        distinct="2",
        pinned=True,
        archived_at=at(4),
        standing=stands(1, 2, 3),
    )
    ended = replace(story.lives, standing=replace(story.lives.standing, ended_at=at(2)))
    stronger = replace(story.evidence[0], strength=2.5, ended=True)
    await apply(
        store,
        story.owner,
        save_entities=(renamed,),
        save_relations=(ended,),
        save_evidence=(stronger,),
        save_forms=(form(story.yoga, "Yoga", 7),),
    )
    owner_id = story.owner.id
    assert await store.read_entities(owner_id, [story.yoga.id]) == (renamed,)
    assert await store.get_relation(owner_id, story.lives.id) == ended
    (line,) = (await store.read_evidence(owner_id, story.yoga.id)).items
    assert line.evidence == stronger
    assert (await store.get_entity(owner_id, story.yoga.id)).forms == (form(story.yoga, "Yoga", 7),)
    # The index of names follows a new name; the old one is still known as a form.
    assert (await store.list_entities(owner_id, now=BEGIN, query="hatha")).items == (renamed,)
    assert (await store.list_entities(owner_id, now=BEGIN, query="yoga")).items == (renamed,)


async def test_what_is_dropped_is_gone_and_takes_what_speaks_of_it(store: Store) -> None:
    story = await tell_story(store)
    owner_id = story.owner.id
    await apply(
        store,
        story.owner,
        drop_entity_ids=(story.yoga.id,),
        drop_relation_ids=(story.does.id,),
        drop_mention_ids=(story.mentions[0].id,),
        drop_forms=((story.sam.id, "Sam", Kind.PERSON, "", ""),),
    )
    with pytest.raises(NotFound):
        await store.get_entity(owner_id, story.yoga.id)
    with pytest.raises(NotFound):
        await store.get_relation(owner_id, story.does.id)
    assert not (await store.list_entities(owner_id, now=BEGIN, query="yoga")).items
    assert not (await store.read_evidence(owner_id, story.yoga.id)).items
    assert await store.find_candidates(owner_id, ["yoga"]) == ()
    known = await store.read_neighbourhood(
        owner_id, source_ids=[], target_ids=[story.yoga.id, story.does.id], from_day=day_of(0)
    )
    assert known.histories.get(story.yoga.id) is None
    assert known.histories.get(story.does.id) is None
    assert (await store.get_entity(owner_id, story.sam.id)).forms == ()
    (record,) = await store.read_records(owner_id, [story.entry.id])
    assert len(record.mentions) == 3


async def test_a_drop_comes_before_a_save_of_the_same_key(store: Store) -> None:
    story = await tell_story(store)
    before = await _everything(store, story.owner)
    item = story.evidence[0]
    await apply(
        store,
        story.owner,
        drop_entity_ids=(story.yoga.id,),
        save_entities=(story.yoga,),
        drop_relation_ids=(story.lives.id,),
        save_relations=(story.lives,),
        drop_evidence=((item.source_id, item.target_id),),
        save_evidence=(item,),
        drop_day_rows=((item.target_id, item.day),),
        save_day_rows=tuple(days_of(item.target_id, [item])),
    )
    assert await _everything(store, story.owner) == before


async def test_a_delta_that_fails_half_way_leaves_nothing(store: Store) -> None:
    story = await tell_story(store)
    before = await _everything(store, story.owner)
    version = (await store.get_profile(story.owner.id)).version
    orphan = mention(story.entry, "Yoga", story.yoga, entry_id="no such entry")
    with pytest.raises(Conflict):
        await apply(
            store,
            story.owner,
            at=at(50),
            drop_entity_ids=(story.sam.id,),
            save_entities=(entity(story.owner, "running"),),
            save_mentions=(orphan,),
            save_rulings=(ruling(story.owner, RulingVerb.PIN, story.yoga.id),),
            jobs=((new_id(), JobKind.SCRUB),),
        )
    assert await _everything(store, story.owner) == before
    assert (await store.get_profile(story.owner.id)).version == version
    assert await store.read_mark() == BEGIN
    assert len((await store.list_jobs(story.owner.id)).items) == 1


async def test_a_deleted_entry_goes_with_all_that_was_read_in_it(store: Store) -> None:
    story = await tell_story(store)
    owner_id = story.owner.id
    kept = await add_entry(store, story.owner, "still here")
    await apply(store, story.owner, drop_entry_ids=(story.entry.id, "unknown"))
    assert (await store.list_entries(owner_id)).items == (kept,)
    assert not (await store.list_entries(owner_id, query="yoga")).items
    assert await store.read_records(owner_id, [story.entry.id]) == ()
    assert await store.list_source_ids(owner_id, [story.yoga.id]) == ()
    assert not (await store.read_evidence(owner_id, story.yoga.id)).items


async def test_outcomes_and_dates_of_an_entry_are_replaced(store: Store, owner: Profile) -> None:
    made = await add_entry(store, owner)
    date_one = SpokenDate(0, 4, day_of(0), day_of(6), "date:week")
    date_two = SpokenDate(5, 9, day_of(1), day_of(1), "date:day")
    await apply(store, owner, outcomes=(outcome(made, dates=(date_one, date_two)),))
    refused = outcome(made, state=EntryState.UNREAD, reason="language:de", dates=(date_two,))
    await apply(store, owner, outcomes=(refused,))
    (record,) = await store.read_records(owner.id, [made.id])
    assert (record.entry.state, record.entry.reason) == (EntryState.UNREAD, "language:de")
    assert record.dates == (date_two,)


async def test_stamps_are_put_on_entities_and_relations(store: Store) -> None:
    story = await tell_story(store)
    await apply(
        store, story.owner, archive=((story.yoga.id, at(5)), (story.lives.id, at(6)), ("?", at(7)))
    )
    (yoga,) = await store.read_entities(story.owner.id, [story.yoga.id])
    assert yoga == replace(story.yoga, archived_at=at(5))
    lives = await store.get_relation(story.owner.id, story.lives.id)
    assert lives == replace(story.lives, archived_at=at(6))


async def test_a_rebuild_leaves_only_what_it_saves_and_the_user(store: Store) -> None:
    story = await tell_story(store)
    kept = entity(story.owner, "Sam", kind=Kind.PERSON)
    await apply(
        store, story.owner, replace_all=True, save_entities=(kept,), save_forms=(form(kept, "S"),)
    )
    owner_id = story.owner.id
    assert (await store.list_entities(owner_id, now=BEGIN)).items == (kept,)
    assert not (await store.list_relations(owner_id, now=BEGIN)).items
    assert await store.find_candidates(owner_id, ["yoga", "ulm"]) == ()
    assert not (await store.read_evidence(owner_id, story.sam.id)).items
    assert (await store.get_entity(owner_id, story.owner.user_id)).entity == user_of(story.owner)
    assert len((await store.read_records(owner_id, [story.entry.id]))[0].mentions) == 4


async def test_a_rebuild_that_saves_the_same_changes_nothing(store: Store) -> None:
    story = await tell_story(store)
    before = await _everything(store, story.owner)
    rows = tuple(row for item in story.evidence for row in days_of(item.target_id, [item]))
    await apply(
        store,
        story.owner,
        replace_all=True,
        save_entities=(story.yoga, story.sam, story.ulm),
        save_forms=(form(story.yoga, "Yoga"), form(story.sam, "Sam", 2), form(story.ulm, "Ulm")),
        save_relations=(story.lives, story.does),
        save_evidence=tuple(story.evidence),
        save_day_rows=rows,
    )
    assert await _everything(store, story.owner) == before


async def test_chapters_to_be_derived_again_move_back_until_they_are_derived(
    store: Store, owner: Profile
) -> None:
    async def marks() -> tuple[date | None, date | None]:
        stored = await store.get_profile(owner.id)
        return stored.chapters_from, stored.chapters_to

    await apply(store, owner, chapters_from=day_of(9))
    assert await marks() == (day_of(9), None)
    await apply(store, owner, chapters_from=day_of(4))
    await apply(store, owner, chapters_from=day_of(7))
    await apply(store, owner)
    assert await marks() == (day_of(4), None)
    await apply(store, owner, chapters_to=day_of(20))
    assert await marks() == (None, day_of(20))
    await apply(store, owner, chapters_from=day_of(10))
    await apply(store, owner, chapters_from=day_of(15), chapters_to=day_of(21))
    assert await marks() == (day_of(15), day_of(21))


async def test_jobs_of_a_delta_are_due_at_once_and_queued_once(
    store: Store, owner: Profile
) -> None:
    await apply(store, owner, at=at(1), jobs=(("a", JobKind.SCRUB),))
    await apply(store, owner, at=at(2), jobs=(("b", JobKind.SCRUB), ("c", JobKind.CHAPTERS)))
    jobs = (await store.list_jobs(owner.id)).items
    assert [(job.id, job.due_at) for job in jobs] == [("c", at(2)), ("a", at(1))]


async def test_a_lease_is_checked_and_its_jobs_are_done_with_the_delta(
    store: Store, owner: Profile
) -> None:
    made = await add_entry(store, owner)
    first = await store.lease_jobs(now=BEGIN, until=at(1), limit=9)
    second = await store.lease_jobs(now=at(2), until=at(3), limit=9)
    assert first is not None
    assert second is not None
    delta = GraphDelta(owner.id, 0, at(2), outcomes=(outcome(made),))
    with pytest.raises(LeaseLost):
        await store.apply(delta, lease=first)
    assert (await store.get_profile(owner.id)).version == 0
    assert await store.apply(delta, lease=second) == 1
    (job,) = (await store.list_jobs(owner.id)).items
    assert (job.state, job.finished_at) == ("done", at(2))


async def test_the_mark_of_now_moves_on_with_deltas_and_entries(
    store: Store, owner: Profile
) -> None:
    assert await store.read_mark() is None
    await add_entry(store, owner, day=1)
    assert await store.read_mark() == at(1)
    await apply(store, owner, at=at(2))
    await apply(store, owner, at=at(1.5))
    assert await store.read_mark() == at(2)


async def test_chapters_are_listed_newest_first_with_all_they_hold(
    store: Store, owner: Profile
) -> None:
    closed = Chapter(
        "c1",
        owner.id,
        day_of(0),
        day_of(30),
        {"x": 1 / 3, "y": 0.1 + 0.2},
        day_of(7),
        (Feature("y", 9.9, -0.5, 1), Feature("x", 2.0, 2.0, 2)),
        5.25,
        40,
    )
    open_now = Chapter("c2", owner.id, day_of(31), None, {}, None)
    await apply(store, owner, save_chapters=(open_now, closed))
    assert (await store.read_chapters(owner.id)).items == (open_now, closed)
    assert await store.get_chapter(owner.id, "c1") == closed
    first = await store.read_chapters(owner.id, limit=1)
    second = await store.read_chapters(owner.id, limit=1, cursor=first.next_cursor)
    assert (*first.items, *second.items) == (open_now, closed)
    assert second.next_cursor is None
    shorter = replace(closed, features=closed.features[:1], n_entries=3)
    await apply(store, owner, save_chapters=(shorter,), drop_chapter_ids=("c2",))
    assert (await store.read_chapters(owner.id)).items == (shorter,)
    with pytest.raises(NotFound):
        await store.get_chapter(owner.id, "c2")


async def test_a_neighbourhood_reaches_back_three_days_and_one_row(
    store: Store, owner: Profile
) -> None:
    yoga = entity(owner, "yoga", 0, 10, 20, 21)
    pieces = said(yoga.id, 0, 10, 20, 21)
    rows = days_of(yoga.id, pieces)
    await apply(
        store,
        owner,
        save_entities=(yoga,),
        save_forms=(form(yoga, "Yoga", 4),),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(rows),
    )
    known = await store.read_neighbourhood(
        owner.id, source_ids=[], target_ids=[yoga.id], from_day=day_of(20 + DAY_MARGIN)
    )
    history = known.histories[yoga.id]
    assert (history.before, history.rows) == (rows[1], (rows[2], rows[3]))
    assert history.evidence == (pieces[2], pieces[3])
    assert known.forms == {yoga.id: (form(yoga, "Yoga", 4),)}
    assert known.evidence == {}


async def test_a_neighbourhood_holds_what_its_sources_name(store: Store) -> None:
    story = await tell_story(store)
    known = await store.read_neighbourhood(
        story.owner.id, source_ids=[story.entry.id], target_ids=[], from_day=day_of(0)
    )
    assert set(known.evidence[story.entry.id]) == set(story.evidence)
    assert set(known.entities.values()) == {story.yoga, story.sam, story.ulm}
    assert set(known.relations.values()) == {story.lives, story.does}
    assert known.histories.keys() == {item.target_id for item in story.evidence}
    assert known.profile == await store.get_profile(story.owner.id)


async def test_a_neighbourhood_holds_rulings_about_its_targets_and_what_they_say(
    store: Store,
) -> None:
    story = await tell_story(store)
    pin = ruling(story.owner, RulingVerb.PIN, story.yoga.id, 1)
    add = ruling(
        story.owner,
        RulingVerb.ADD_RELATION,
        "r",
        2,
        subject_id=story.sam.id,
        predicate=Predicate.LIKES,
        object_id=story.yoga.id,
    )
    other = ruling(story.owner, RulingVerb.PIN, story.ulm.id, 3)
    says = Evidence(add.id, story.sam.id, at(2), day_of(2), 1.0)
    await apply(store, story.owner, save_rulings=(add, pin, other), save_evidence=(says,))
    known = await store.read_neighbourhood(
        story.owner.id, source_ids=[], target_ids=[story.yoga.id], from_day=day_of(0)
    )
    assert known.rulings == (pin, add)
    assert known.evidence == {add.id: (says,)}
    assert story.sam.id in known.entities
    assert says in known.histories[story.sam.id].evidence


async def test_a_neighbourhood_holds_the_survivors_of_merged_targets(
    store: Store, owner: Profile
) -> None:
    last = entity(owner, "Samuel", kind=Kind.PERSON)
    middle = entity(owner, "", standing=None, key="", merged_into=last.id)
    first = entity(owner, "", standing=None, key="", merged_into=middle.id)
    pieces = said(last.id, 0)
    await apply(store, owner, save_entities=(first, middle, last), save_evidence=tuple(pieces))
    known = await store.read_neighbourhood(
        owner.id, source_ids=[], target_ids=[first.id], from_day=day_of(0)
    )
    assert known.entities.keys() == {first.id, middle.id, last.id}
    assert known.histories[last.id].evidence == tuple(pieces)
    assert (await store.get_entity(owner.id, first.id)).entity == last


@pytest.mark.parametrize("of_user", [True, False])
async def test_a_neighbourhood_holds_whole_histories_of_what_excludes_another(
    store: Store, owner: Profile, *, of_user: bool
) -> None:
    sam = entity(owner, "Sam", kind=Kind.PERSON)
    subject = owner.user_id if of_user else sam.id
    towns = [entity(owner, f"town {n}", kind=Kind.PLACE) for n in range(2)]
    moved = [relation(owner, subject, Predicate.LIVES_IN, town.id, 0, 99) for town in towns]
    pieces = [said(item.id, 0, 99) for item in moved]
    await apply(
        store,
        owner,
        save_entities=(sam, *towns),
        save_relations=tuple(moved),
        save_evidence=tuple(item for two in pieces for item in two),
        save_day_rows=tuple(row for two in pieces for row in days_of(two[0].target_id, two)),
    )
    # The relation that is said for the first time is not stored yet.
    fresh = relation(owner, subject, Predicate.LIVES_IN, "new town")
    targets = [fresh.id, "new town", sam.id]
    known = await store.read_neighbourhood(
        owner.id, source_ids=[], target_ids=targets, from_day=day_of(99)
    )
    assert {item.id for item in moved} <= known.relations.keys()
    for item in moved:
        history = known.histories[item.id]
        assert (history.before, len(history.rows), len(history.evidence)) == (None, 2, 2)


async def test_a_big_delta_is_applied_whole(store: Store, owner: Profile) -> None:
    many = [entity(owner, f"thing {n}", n % 40) for n in range(3000)]
    pieces = [said(item.id, 0)[0] for item in many]
    await apply(
        store,
        owner,
        save_entities=tuple(many),
        save_forms=tuple(form(item, item.name) for item in many),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(days_of(item.target_id, [item])[0] for item in pieces),
    )
    found = await store.find_candidates(owner.id, [item.key for item in many])
    assert len(found) == 3000
    everything = [item.id for item in many]
    known = await store.read_neighbourhood(
        owner.id, source_ids=[], target_ids=everything, from_day=day_of(0)
    )
    assert len(known.histories) == 3000
    await apply(store, owner, drop_entity_ids=tuple(everything))
    assert not (await store.list_entities(owner.id, now=BEGIN)).items
    other = await add_profile(store, "Bea")
    assert await store.find_candidates(other.id, ["thing 1"]) == ()
