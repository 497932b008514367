from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_aria.domain.records import MentionState, Profile, RulingVerb
from graph_aria.domain.views import AsOf
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import DayRow, Evidence, fold_days, replay
from graph_aria.ports import Store
from tests.contract.samples import (
    DIAL,
    add_entry,
    add_profile,
    apply,
    assertion,
    at,
    day_of,
    days_of,
    entity,
    mention,
    new_id,
    outcome,
    relation,
    ruling,
    said,
    tell_story,
)


async def _quotes(store: Store, owner: Profile, target_id: str) -> list[tuple[str, ...]]:
    return [line.quotes for line in (await store.read_evidence(owner.id, target_id)).items]


async def test_evidence_comes_with_the_exact_words(store: Store) -> None:
    story = await tell_story(store)
    owner = story.owner
    assert await _quotes(store, owner, story.yoga.id) == [("Yoga",)]
    assert await _quotes(store, owner, story.sam.id) == [("Sam", "Sam")]
    assert await _quotes(store, owner, story.lives.id) == [("Sam lives in Ulm",)]
    assert await _quotes(store, owner, story.does.id) == [("Yoga with Sam",)]
    (line,) = (await store.read_evidence(owner.id, story.yoga.id)).items
    assert line.entry == story.entry
    assert line.ruling is None


async def test_the_newest_evidence_of_many_comes_at_once(store: Store) -> None:
    story = await tell_story(store)
    wanted = [story.yoga.id, story.sam.id, story.lives.id, "nonsense"]
    found = await store.read_latest_evidence(story.owner.id, wanted, limit=2)
    assert set(found) == set(wanted[:3])
    for target_id, lines in found.items():
        page = await store.read_evidence(story.owner.id, target_id, limit=2)
        assert lines == page.items
    assert await store.read_latest_evidence(story.owner.id, []) == {}


async def test_the_newest_words_of_many_relations_come_at_once(store: Store) -> None:
    story = await tell_story(store)
    wanted = [story.lives.id, story.does.id, "nonsense"]

    quotes = await store.read_latest_quotes(story.owner.id, wanted)

    assert quotes == {
        story.lives.id: ("Sam lives in Ulm",),
        story.does.id: ("Yoga with Sam",),
    }
    assert await store.read_latest_quotes(story.owner.id, []) == {}


async def test_quotes_count_code_points_as_the_reader_does(store: Store, owner: Profile) -> None:
    made = await add_entry(store, owner, "👩‍👩‍👧 e\u0301 日本語 Zoë!")
    zoe = entity(owner, "Zoë", kind=Kind.PERSON)
    await apply(
        store,
        owner,
        outcomes=(outcome(made),),
        save_mentions=(mention(made, "Zoë", zoe),),
        save_entities=(zoe,),
        save_evidence=(Evidence(made.id, zoe.id, at(0), day_of(0), 1.0),),
    )
    assert await _quotes(store, owner, zoe.id) == [("Zoë",)]


async def test_words_that_were_taken_back_or_retired_are_not_shown(store: Store) -> None:
    story = await tell_story(store)
    first, second = story.mentions[1], story.mentions[2]
    for state in (MentionState.WITHDRAWN, MentionState.RETIRED):
        await apply(store, story.owner, save_mentions=(replace(first, state=state),))
        assert await _quotes(store, story.owner, story.sam.id) == [("Sam",)]
    # A statement about what was taken back is none.
    taken_back = replace(second, state=MentionState.WITHDRAWN)
    await apply(store, story.owner, save_mentions=(taken_back,))
    assert await _quotes(store, story.owner, story.sam.id) == [()]
    assert "Sam lives in Ulm" not in (await _quotes(store, story.owner, story.lives.id))[0]


async def test_an_edited_entry_has_no_quotes_until_it_is_read_again(store: Store) -> None:
    story = await tell_story(store)
    edited = await store.edit_entry(replace(story.entry, text="short"), job_id=new_id())
    assert await _quotes(store, story.owner, story.yoga.id) == [()]
    await apply(
        store,
        story.owner,
        outcomes=(outcome(edited),),
        save_mentions=(mention(edited, "short", story.yoga),),
        drop_mention_ids=(story.mentions[0].id,),
    )
    assert await _quotes(store, story.owner, story.yoga.id) == [("short",)]


async def test_quotes_follow_a_merge(store: Store) -> None:
    story = await tell_story(store)
    owner = story.owner
    sammy = entity(owner, "Sammy", kind=Kind.PERSON)
    lives = relation(owner, sammy.id, Predicate.LIVES_IN, story.ulm.id)
    says = [Evidence(story.entry.id, id_, at(0), day_of(0), 1.0) for id_ in (sammy.id, lives.id)]
    await apply(
        store,
        owner,
        save_entities=(sammy, replace(story.sam, merged_into=sammy.id, standing=None)),
        save_relations=(lives,),
        drop_relation_ids=(story.lives.id,),
        save_evidence=tuple(says),
    )
    assert await _quotes(store, owner, sammy.id) == [("Sam", "Sam")]
    assert await _quotes(store, owner, lives.id) == [("Sam lives in Ulm",)]


async def test_a_symmetric_relation_is_quoted_whichever_way_it_was_said(
    store: Store, owner: Profile
) -> None:
    made = await add_entry(store, owner, "Ben and Ada are friends")
    ben, ada = entity(owner, "Ben", kind=Kind.PERSON), entity(owner, "Ada", kind=Kind.PERSON)
    two = mention(made, "Ben", ben), mention(made, "Ada", ada)
    friends = relation(owner, ada.id, Predicate.FRIEND_OF, ben.id)
    await apply(
        store,
        owner,
        outcomes=(outcome(made),),
        save_mentions=two,
        save_assertions=(assertion(made, "Ben and Ada", two[0], Predicate.FRIEND_OF, two[1]),),
        save_entities=(ben, ada),
        save_relations=(friends,),
        save_evidence=(Evidence(made.id, friends.id, at(0), day_of(0), 1.0),),
    )
    assert await _quotes(store, owner, friends.id) == [("Ben and Ada",)]


async def test_what_only_stands_together_is_shown_by_its_words(store: Store) -> None:
    story = await tell_story(store)
    near = relation(story.owner, story.yoga.id, Predicate.RELATED_TO, story.ulm.id)
    says = Evidence(story.entry.id, near.id, at(0), day_of(0), 0.4)
    await apply(store, story.owner, save_relations=(near,), save_evidence=(says,))
    assert await _quotes(store, story.owner, near.id) == [("Yoga", "Ulm")]


async def test_evidence_of_a_ruling_names_the_ruling(store: Store) -> None:
    story = await tell_story(store)
    revived = ruling(story.owner, RulingVerb.REVIVE, story.yoga.id, 3)
    says = Evidence(revived.id, story.yoga.id, at(3), day_of(3), 1.0)
    await apply(store, story.owner, save_rulings=(revived,), save_evidence=(says,))
    newest, oldest = (await store.read_evidence(story.owner.id, story.yoga.id)).items
    assert (newest.ruling, newest.entry, newest.quotes) == (revived, None, ())
    assert oldest.entry == story.entry


async def test_evidence_is_paged_newest_first_with_stable_ties(
    store: Store, owner: Profile
) -> None:
    pieces = said("x", *(n // 3 for n in range(20)))
    await apply(store, owner, save_evidence=tuple(pieces))
    expected = sorted(pieces, key=lambda item: (item.at, item.source_id), reverse=True)
    for limit in (1, 4, 20):
        got: list[Evidence] = []
        cursor = None
        while True:
            page = await store.read_evidence(owner.id, "x", cursor=cursor, limit=limit)
            got += [line.evidence for line in page.items]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert got == expected


_PIECES = st.lists(
    st.tuples(st.integers(0, 6 * 24), st.integers(-12, 14), st.sampled_from([0.4, 1.0, 2.5])),
    min_size=1,
    max_size=12,
)


def _evidence(pieces: list[tuple[int, int, float]]) -> list[Evidence]:
    """Evidence at some hours, said in some zone."""
    return [
        Evidence(f"s{n:02}", "x", moment, (moment + timedelta(hours=zone)).date(), value)
        for n, (hour, zone, value) in enumerate(pieces)
        for moment in [at(hour / 24)]
    ]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(pieces=_PIECES, hour=st.integers(-24, 8 * 24))
async def test_a_weight_as_of_an_instant_uses_what_was_said_up_to_it(
    store: Store, pieces: list[tuple[int, int, float]], hour: int
) -> None:
    owner = await add_profile(store, new_id("name"))
    evidence = _evidence(pieces)
    rows = replay(evidence, DIAL)
    await apply(store, owner, save_evidence=tuple(evidence), save_day_rows=tuple(rows))
    moment = at(hour / 24)
    found = (await store.read_as_of(owner.id, ["x"], moment))["x"]
    whole = [row for row in rows if row.at <= moment]
    unfinished = {row.day for row in rows if row.at > moment}
    assert found.row == (whole[-1] if whole else None)
    assert set(found.evidence) == {
        item for item in evidence if item.at <= moment and item.day in unfinished
    }
    assert len(fold_days(evidence)) == len(rows)


async def test_every_target_asked_for_has_an_answer(store: Store, owner: Profile) -> None:
    pieces = said("x", 0, 5)
    rows = days_of("x", pieces)
    await apply(store, owner, save_evidence=tuple(pieces), save_day_rows=tuple(rows))
    found = await store.read_as_of(owner.id, ["x", "y"], at(9))
    assert found == {"x": AsOf(rows[1]), "y": AsOf(None)}
    assert await store.read_as_of(owner.id, [], at(9)) == {}


async def test_theme_days_hold_one_row_before_and_leave_out_what_is_no_theme(
    store: Store, owner: Profile
) -> None:
    yoga = entity(owner, "yoga")
    sam = entity(owner, "Sam", kind=Kind.PERSON)
    merged = entity(owner, "joga", merged_into=yoga.id)
    quiet = entity(owner, "tea")
    rows: dict[str, list[DayRow]] = {}
    for item, days in ((yoga, (0, 4, 10, 12)), (sam, (10,)), (merged, (11,)), (quiet, (1,))):
        rows[item.id] = days_of(item.id, said(item.id, *days))
    await apply(
        store,
        owner,
        save_entities=(yoga, sam, merged, quiet),
        save_day_rows=tuple(row for many in rows.values() for row in many),
    )
    found = await store.read_theme_days(owner.id, since=day_of(9), until=day_of(11))
    assert [(item.entity_id, item.row) for item in found] == [
        (yoga.id, rows[yoga.id][1]),
        (yoga.id, rows[yoga.id][2]),
    ]
    some = await store.read_theme_days(
        owner.id, since=day_of(9), until=day_of(11), kinds={Kind.PERSON}
    )
    assert [(item.entity_id, item.row) for item in some] == [(sam.id, rows[sam.id][0])]
    every = await store.read_theme_days(
        owner.id, since=day_of(9), until=day_of(11), kinds=set(Kind)
    )
    assert {item.entity_id for item in every} == {yoga.id, sam.id}
    last = await store.read_entity_days(owner.id, since=day_of(0), until=day_of(10))
    assert {item.name: row for item, row in last} == {
        "yoga": rows[yoga.id][2],
        "Sam": rows[sam.id][0],
        "tea": rows[quiet.id][0],
    }


async def test_relation_days_give_each_relation_its_last_row_in_the_stretch(
    store: Store, owner: Profile
) -> None:
    ends = entity(owner, "yoga"), entity(owner, "tea")
    one = relation(owner, ends[0].id, Predicate.SUPPORTS, ends[1].id, 0, 3, 9)
    itself = relation(owner, ends[0].id, Predicate.SUPPORTS, ends[0].id, 3)
    rows = days_of(one.id, said(one.id, 0, 3, 9))
    own = days_of(itself.id, said(itself.id, 3))
    await apply(
        store,
        owner,
        save_entities=ends,
        save_relations=(one, itself),
        save_day_rows=(*rows, *own),
    )
    found = await store.read_relation_days(owner.id, since=day_of(0), until=day_of(5))
    assert found == ((one, rows[1]),)
    assert await store.read_relation_days(owner.id, since=day_of(4), until=day_of(5)) == ()
