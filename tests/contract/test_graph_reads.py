from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.errors import NotFound
from graph_aria.ports import Store
from tests.contract.samples import (
    BEGIN,
    add_profile,
    apply,
    at,
    entity,
    form,
    new_id,
    relation,
    tell_story,
    user_of,
)

US = timedelta(microseconds=1)


async def _all_entities(store: Store, owner: Profile, limit: int, **filters: object) -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        page = await store.list_entities(
            owner.id,
            cursor=cursor,
            limit=limit,
            **filters,  # type: ignore[arg-type]
        )
        assert len(page.items) <= limit
        found += [item.id for item in page.items]
        cursor = page.next_cursor
        if cursor is None:
            return found


def _order(item: Entity | Relation) -> tuple[float, str]:
    assert item.standing is not None
    return -item.standing.heat, item.id


async def _crowd(store: Store, owner: Profile, n: int = 40) -> list[Entity]:
    """Entities of all sorts: hot, faded, pinned, with equal heats."""
    kinds = (Kind.ACTIVITY, Kind.PERSON, Kind.PLACE)
    crowd = [
        entity(owner, f"thing {i}", -(i % 13) * 2, kind=kinds[i % 3], pinned=i % 11 == 0)
        for i in range(n)
    ]
    await apply(store, owner, save_entities=tuple(crowd))
    return crowd


async def test_candidates_have_a_key_by_name_or_form(store: Store, owner: Profile) -> None:
    sam = entity(owner, "Sam", kind=Kind.PERSON)
    forms = (form(sam, "Sammy", 3), form(sam, "Sam", 1, role="brother"))
    await apply(store, owner, save_entities=(sam,), save_forms=forms)
    expected = (Candidate(sam, forms),)
    for keys in (["sam"], ["sammy"], ["sam", "sammy", "?"]):
        assert await store.find_candidates(owner.id, keys) == expected
    assert await store.find_candidates(owner.id, ["sa", "SAM", ""]) == ()
    assert await store.find_candidates(owner.id, []) == ()


async def test_the_user_is_no_candidate_and_merged_ones_stand_as_their_survivor(
    store: Store, owner: Profile
) -> None:
    survivor = entity(owner, "Samuel", kind=Kind.PERSON)
    merged = entity(owner, "Sam", kind=Kind.PERSON, merged_into=survivor.id)
    await apply(store, owner, save_entities=(survivor, merged))
    assert await store.find_candidates(owner.id, ["ann"]) == ()
    assert await store.find_candidates(owner.id, ["sam"]) == (Candidate(survivor, ()),)
    assert (await store.get_entity(owner.id, merged.id)).entity == survivor
    assert await store.read_entities(owner.id, [merged.id]) == (merged,)


async def test_unknown_ids_are_not_found(store: Store, owner: Profile) -> None:
    for call in (
        store.get_entity(owner.id, "?"),
        store.get_relation(owner.id, "?"),
        store.get_chapter(owner.id, "?"),
        store.get_entry(owner.id, "?"),
        store.read_graph(owner.id, "?", now=BEGIN, hops=1),
    ):
        with pytest.raises(NotFound, match=r"\?"):
            await call
    assert await store.read_entities(owner.id, ["?"]) == ()


@pytest.mark.parametrize("limit", [1, 3, 7, 100])
async def test_entities_are_listed_hottest_first_under_every_filter(
    store: Store, owner: Profile, limit: int
) -> None:
    crowd = sorted(await _crowd(store, owner), key=_order)
    for active in (None, True, False):
        for pinned in (None, True, False):
            for kind in (None, Kind.PERSON):
                expected = [
                    item.id
                    for item in crowd
                    if active in {None, item.active_at(BEGIN)}
                    and pinned in {None, item.pinned}
                    and kind in {None, item.kind}
                ]
                found = await _all_entities(
                    store, owner, limit, now=BEGIN, active=active, pinned=pinned, kind=kind
                )
                assert found == expected, (active, pinned, kind)


async def test_entities_are_found_by_words_of_a_name_or_form_the_last_a_prefix(
    store: Store, owner: Profile
) -> None:
    made = entity(owner, "Café Zürich")
    other = entity(owner, "Zug")
    await apply(
        store, owner, save_entities=(made, other), save_forms=(form(made, "that coffee place"),)
    )
    for query in ("cafe", "ZUR", "zürich café", "coffee pl", "caf"):
        found = (await store.list_entities(owner.id, now=BEGIN, query=query)).items
        assert found == (made,), query
    # No name holds all of these words, though two together do.
    for query in ("cafe coffee", "af", "cafe OR zug", "café zürich x"):
        assert not (await store.list_entities(owner.id, now=BEGIN, query=query)).items, query
    both = (await store.list_entities(owner.id, now=BEGIN, query="zu")).items
    assert set(both) == {made, other}
    only = (await store.list_entities(owner.id, now=BEGIN, query="zu", kind=Kind.PLACE)).items
    assert only == ()


async def test_what_faded_is_listed_latest_first_if_it_ever_was_active(
    store: Store, owner: Profile
) -> None:
    faded = [entity(owner, f"faded {n}", -10 - n) for n in range(3)]
    weak = entity(owner, "never active", -10, strength=0.4)
    pinned = entity(owner, "pinned", -10, pinned=True)
    active = entity(owner, "active", 0)
    merged = entity(owner, "merged", -10, merged_into=active.id)
    await apply(store, owner, save_entities=(*faded, weak, pinned, active, merged))
    assert await store.list_faded(owner.id, since=at(-99), now=BEGIN) == tuple(faded)
    assert await store.list_faded(owner.id, since=at(-99), now=BEGIN, limit=2) == tuple(faded[:2])
    where = faded[1].standing
    assert where is not None
    edge = where.fades_at
    assert await store.list_faded(owner.id, since=edge, now=edge) == (faded[1],)
    assert await store.list_faded(owner.id, since=edge + US, now=BEGIN) == (faded[0],)
    assert await store.list_faded(owner.id, since=at(-99), now=edge - US) == (faded[2],)


async def test_at_the_very_instant_of_fading_every_path_gives_one_answer(
    store: Store, owner: Profile
) -> None:
    yoga, tea = entity(owner, "yoga", 0), entity(owner, "tea", 0)
    likes = relation(owner, yoga.id, Predicate.SUPPORTS, tea.id, 0)
    await apply(store, owner, save_entities=(yoga, tea), save_relations=(likes,))
    where = yoga.standing
    assert where is not None
    for now, alive in ((where.fades_at - US, True), (where.fades_at, False)):
        assert yoga.active_at(now) is alive
        graph = await store.read_active(owner.id, now=now, max_entities=9, max_relations=9)
        assert (graph.n_entities, graph.n_relations) == ((2, 1) if alive else (0, 0))
        assert bool(graph.entities) is bool(graph.relations) is alive
        listed = await store.list_entities(owner.id, now=now, active=True)
        assert bool(listed.items) is alive
        listed = await store.list_entities(owner.id, now=now, active=False)
        assert bool(listed.items) is not alive
        related = await store.list_relations(owner.id, now=now, active=True)
        assert bool(related.items) is alive
        around = await store.read_graph(owner.id, yoga.id, now=now, hops=1)
        assert bool(around.entities) is alive
        assert bool(await store.read_due(owner.id, now=now, limit=9)) is not alive
        faded = await store.list_faded(owner.id, since=at(-1), now=now)
        assert bool(faded) is not alive


async def test_the_active_graph_has_the_pinned_first_and_counts_everything(
    store: Store, owner: Profile
) -> None:
    crowd = await _crowd(store, owner)
    active = [item for item in crowd if item.active_at(BEGIN)]
    expected = sorted(active, key=lambda item: (not item.pinned, *_order(item)))
    for most in (1, 3, 10, 100):
        graph = await store.read_active(owner.id, now=BEGIN, max_entities=most, max_relations=0)
        assert list(graph.entities) == expected[:most]
        assert graph.n_entities == len(active)
        assert (graph.relations, graph.n_relations) == ((), 0)
        assert graph.user == user_of(owner)


async def test_the_active_graph_holds_both_ends_of_its_relations(
    store: Store, owner: Profile
) -> None:
    crowd = await _crowd(store, owner, 12)
    hub = crowd[1]
    pairs = [
        relation(owner, hub.id, Predicate.SUPPORTS, item.id, -2 * n)
        for n, item in enumerate(crowd)
        if item is not hub
    ]
    mine = relation(owner, owner.user_id, Predicate.DOES, hub.id, 0, strength=3.0)
    itself = relation(owner, hub.id, Predicate.PART_OF, hub.id, 0)
    over = relation(owner, hub.id, Predicate.BLOCKS, crowd[2].id, 0, ended_at=BEGIN)
    await apply(store, owner, save_relations=(*pairs, mine, itself, over))
    expected = sorted((r for r in (*pairs, mine) if r.active_at(BEGIN)), key=_order)
    for most in (1, 2, 3, 50):
        graph = await store.read_active(owner.id, now=BEGIN, max_entities=2, max_relations=most)
        assert list(graph.relations) == expected[:most]
        assert graph.n_relations == len(expected)
        ends = {end for item in graph.relations for end in (item.subject_id, item.object_id)}
        assert ends - {item.id for item in graph.entities} <= {owner.user_id}


async def test_an_empty_profile_has_an_empty_active_graph(store: Store, owner: Profile) -> None:
    graph = await store.read_active(owner.id, now=BEGIN, max_entities=9, max_relations=9)
    assert (graph.entities, graph.relations, graph.user) == ((), (), user_of(owner))


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**9), offset=st.floats(-60, 60), most=st.integers(0, 30))
async def test_what_is_active_is_what_the_domain_says(
    store: Store, seed: int, offset: float, most: int
) -> None:
    chance = random.Random(seed)
    owner = await add_profile(store, new_id("name"))
    crowd = [
        entity(
            owner,
            f"e{n}",
            *sorted(chance.uniform(-50, 50) for _ in range(chance.randint(1, 4))),
            strength=chance.choice([0.4, 0.75, 1.0, 3.0]),
            pinned=chance.random() < 0.1,
        )
        for n in range(chance.randint(0, 25))
    ]
    relations = {}
    for _ in range(len(crowd)):
        one, other = chance.choice(crowd), chance.choice(crowd)
        made = relation(
            owner,
            one.id,
            chance.choice([Predicate.SUPPORTS, Predicate.RELATED_TO]),
            other.id,
            chance.uniform(-50, 50),
            strength=chance.choice([0.4, 1.0]),
            ended_at=chance.choice([None, None, BEGIN]),
        )
        relations[made.id] = made
    await apply(store, owner, save_entities=tuple(crowd), save_relations=tuple(relations.values()))
    now = at(offset)
    graph = await store.read_active(owner.id, now=now, max_entities=most, max_relations=most)
    alive = sorted(
        (item for item in crowd if item.active_at(now)),
        key=lambda item: (not item.pinned, *_order(item)),
    )
    related = sorted(
        (r for r in relations.values() if r.active_at(now) and r.subject_id != r.object_id),
        key=_order,
    )
    assert graph.n_entities == len(alive)
    assert graph.n_relations == len(related)
    assert list(graph.relations) == related[:most]
    ends = {end for item in graph.relations for end in (item.subject_id, item.object_id)}
    wanted = {item.id for item in alive[:most]} | ends
    assert {item.id for item in graph.entities} == wanted
    listed = await store.list_entities(owner.id, now=now, active=True, limit=100)
    assert list(listed.items) == sorted(alive, key=_order)
    listed_relations = await store.list_relations(owner.id, now=now, active=True, limit=100)
    assert list(listed_relations.items) == related


async def test_what_is_due_was_active_and_faded_and_is_not_stamped_yet(
    store: Store, owner: Profile
) -> None:
    faded = entity(owner, "faded", -20)
    weak = entity(owner, "never active", -15, strength=0.4)
    pinned = entity(owner, "pinned", -30, pinned=True)
    stamped = entity(owner, "stamped", -30)
    stamped = replace(stamped, archived_at=_fades_at(stamped))
    merged = entity(owner, "merged", -30, merged_into=faded.id)
    active = entity(owner, "active", 0)
    cold = relation(owner, faded.id, Predicate.SUPPORTS, active.id, -18)
    over = relation(owner, faded.id, Predicate.BLOCKS, active.id, -18, ended_at=at(-1))
    together = relation(owner, faded.id, Predicate.RELATED_TO, active.id, -18, strength=0.4)
    await apply(
        store,
        owner,
        save_entities=(faded, weak, pinned, stamped, merged, active),
        save_relations=(cold, over, together),
    )
    expected = [(faded.id, _fades_at(faded)), (cold.id, _fades_at(cold))]
    due = await store.read_due(owner.id, now=BEGIN, limit=9)
    assert list(due) == expected
    assert list(await store.read_due(owner.id, now=BEGIN, limit=1)) == expected[:1]
    await apply(store, owner, archive=due)
    assert await store.read_due(owner.id, now=BEGIN, limit=9) == ()
    assert await store.list_faded(owner.id, since=at(-99), now=BEGIN, limit=1) != ()


def _fades_at(item: Entity | Relation) -> datetime:
    assert item.standing is not None
    return item.standing.fades_at


@pytest.mark.parametrize("limit", [1, 2, 5, 50])
async def test_relations_are_listed_hottest_first_under_every_filter(
    store: Store, owner: Profile, limit: int
) -> None:
    crowd = await _crowd(store, owner, 8)
    made = [
        relation(owner, one.id, predicate, other.id, -3 * n, ended_at=BEGIN if n == 2 else None)
        for n, one in enumerate(crowd)
        for other in crowd[:3]
        for predicate in (Predicate.SUPPORTS, Predicate.PART_OF)
    ]
    await apply(store, owner, save_relations=tuple(made))
    shown = sorted((item for item in made if item.subject_id != item.object_id), key=_order)
    for whose in (None, crowd[0].id, crowd[5].id, "?"):
        for predicate in (None, Predicate.PART_OF):
            for active in (None, True, False):
                expected = [
                    item
                    for item in shown
                    if whose in {None, item.subject_id, item.object_id}
                    and predicate in {None, item.predicate}
                    and active in {None, item.active_at(BEGIN)}
                ]
                found: list[Relation] = []
                cursor = None
                while True:
                    page = await store.list_relations(
                        owner.id,
                        now=BEGIN,
                        entity_id=whose,
                        predicate=predicate,
                        active=active,
                        cursor=cursor,
                        limit=limit,
                    )
                    found += page.items
                    cursor = page.next_cursor
                    if cursor is None:
                        break
                assert found == expected


async def _chain(store: Store, owner: Profile) -> list[Entity]:
    """a – b – c – d – e, the later the colder; the user does a and e."""
    chain = [entity(owner, name, -n / 2) for n, name in enumerate("abcde")]
    links = [
        relation(owner, one.id, Predicate.SUPPORTS, other.id, 0) for one, other in pairwise(chain)
    ]
    mine = [relation(owner, owner.user_id, Predicate.DOES, chain[n].id, 0) for n in (0, 4)]
    await apply(store, owner, save_entities=tuple(chain), save_relations=(*links, *mine))
    return chain


@pytest.mark.parametrize(("hops", "names"), [(1, "bu"), (2, "bcu"), (3, "bcdu"), (4, "bcdeu")])
async def test_a_walk_does_not_go_through_the_user(
    store: Store, owner: Profile, hops: int, names: str
) -> None:
    chain = await _chain(store, owner)
    by_name = {item.name: item for item in chain} | {"u": user_of(owner)}
    graph = await store.read_graph(owner.id, chain[0].id, now=BEGIN, hops=hops)
    assert graph.center == chain[0]
    assert graph.entities == tuple(by_name[name] for name in names)
    kept = {graph.center.id, *(item.id for item in graph.entities)}
    assert all({item.subject_id, item.object_id} <= kept for item in graph.relations)


async def test_a_walk_from_the_user_goes_on(store: Store, owner: Profile) -> None:
    chain = await _chain(store, owner)
    near = await store.read_graph(owner.id, owner.user_id, now=BEGIN, hops=1)
    assert [item.name for item in near.entities] == ["a", "e"]
    wide = await store.read_graph(owner.id, owner.user_id, now=BEGIN, hops=2, limit=3)
    assert [item.name for item in wide.entities] == ["a", "b", "d"]
    assert len(wide.relations) == 2
    of_kind = await store.read_graph(owner.id, owner.user_id, now=BEGIN, hops=2, kind=Kind.PLACE)
    assert (of_kind.center.id, of_kind.entities, of_kind.relations) == (owner.user_id, (), ())
    assert chain[0].id in {item.id for item in wide.entities}


async def test_a_walk_sees_the_faded_when_asked(store: Store) -> None:
    story = await tell_story(store)
    later = at(200)
    now = await store.read_graph(story.owner.id, story.sam.id, now=later, hops=1)
    assert (now.entities, now.relations) == ((), ())
    ever = await store.read_graph(story.owner.id, story.sam.id, now=later, hops=1, active=False)
    assert (ever.entities, ever.relations) == ((story.ulm,), (story.lives,))
