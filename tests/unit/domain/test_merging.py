"""Properties of the graph as a projection of the record."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.graph import GraphDelta, relation_id
from graph_aria.domain.reading import Reading
from graph_aria.domain.records import Entry, RulingVerb
from graph_aria.domain.statements import canonical_map
from graph_aria.domain.vocabulary import Predicate
from tests.unit.domain.graph_model import BEGIN, PROFILE_ID, USER_ID, GraphModel
from tests.unit.domain.strategies import crowds, lives
from tests.unit.domain.test_evidence import lived_in

Life = list[tuple[Entry, Reading]]
NOON = BEGIN + timedelta(days=61)


def told(life: Life, *, batch: int = 1) -> GraphModel:
    graph = GraphModel()
    for first in range(0, len(life), batch):
        graph.read(*life[first : first + batch])
    return graph


def is_empty(delta: GraphDelta) -> bool:
    parts = [
        getattr(delta, name) for name in GraphDelta.__slots__ if name.startswith(("save_", "drop_"))
    ]
    return not any(parts)


@given(lives(), st.randoms(use_true_random=False))
def test_the_graph_does_not_depend_on_the_order_of_input(
    life: Life, shuffle: random.Random
) -> None:
    expected = told(life).by_name()
    assert told(life[::-1]).by_name() == expected
    mixed = list(life)
    shuffle.shuffle(mixed)
    assert told(mixed).by_name() == expected


@given(lives(), st.integers(2, 12))
def test_a_batch_is_the_same_as_one_by_one(life: Life, batch: int) -> None:
    assert told(life, batch=batch).by_name() == told(life).by_name()


@given(lives(told=crowds()), st.integers(2, 12))
def test_people_are_told_apart_alike_in_a_batch_and_one_by_one(life: Life, batch: int) -> None:
    assert told(life, batch=batch).projections() == told(life).projections()


@given(lives(told=crowds()))
def test_who_was_told_apart_is_not_asked_again(life: Life) -> None:
    graph = told(life)
    for entry, reading in life:
        assert is_empty(graph.read((graph.records[entry.id].entry, reading)))
    assert graph.rebuilt().projections() == graph.projections()


@given(lives(), st.data())
def test_deleting_leaves_what_would_be_there_had_it_never_been_written(
    life: Life, data: st.DataObject
) -> None:
    gone = data.draw(st.sets(st.integers(0, len(life) - 1)))
    graph = told(life)
    for index in sorted(gone):
        graph.delete(life[index][0].id)
    kept = told([item for index, item in enumerate(life) if index not in gone])
    assert graph.by_name() == kept.by_name()


@given(lives())
def test_reading_again_alters_nothing(life: Life) -> None:
    graph = told(life)
    before = graph.projections()
    for entry, reading in life:
        delta = graph.read((graph.records[entry.id].entry, reading))
        assert is_empty(delta)
    assert graph.projections() == before


@given(lives())
def test_rebuilding_gives_the_same_graph(life: Life) -> None:
    graph = told(life)
    assert graph.rebuilt().projections() == graph.projections()


@given(lives(), st.integers(0, 80 * 24))
def test_an_active_relation_has_active_ends(life: Life, hours: int) -> None:
    graph = told(life)
    newest = max(entry.evidence_at for entry, _ in life)
    now = newest + timedelta(hours=hours)
    for relation in graph.relations.values():
        if relation.active_at(now):
            for end in {relation.subject_id, relation.object_id} - {USER_ID}:
                assert graph.entities[end].active_at(now)


@given(lives())
def test_weights_stay_on_the_scale(life: Life) -> None:
    for row in told(life).rows.values():
        assert 1 <= row.weight_after <= 10


@given(lives(max_size=8), st.data())
def test_an_edit_is_the_same_as_having_written_it_so(life: Life, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(life) - 1))
    other = data.draw(lives(max_size=1))[0][1]
    graph = told(life)
    entry = life[index][0]
    graph.read((entry, other))
    rewritten = [(e, other if i == index else r) for i, (e, r) in enumerate(life)]
    assert graph.by_name() == told(rewritten).by_name()


def entity_named(graph: GraphModel, name: str) -> str | None:
    return next((key for key, e in graph.entities.items() if e.name == name), None)


@given(lives())
def test_undoing_a_merge_restores_both(life: Life) -> None:
    graph = told(life)
    sam, nora = entity_named(graph, "Sam"), entity_named(graph, "Nora")
    if sam is None or nora is None:
        return
    before = graph.by_name()
    graph.rule(RulingVerb.MERGE, sam, other_id=nora, at=NOON)
    assert graph.entities[sam].merged_into == nora
    assert graph.entities[sam].name == ""
    assert not [row for row in graph.rows.values() if row.target_id == sam]
    assert graph.rebuilt().projections() == graph.projections()
    graph.rule(RulingVerb.UNMERGE, sam, at=NOON + timedelta(minutes=1))
    assert graph.by_name() == before


@given(lives())
def test_splitting_after_merging_restores_both(life: Life) -> None:
    graph = told(life)
    sam, nora = entity_named(graph, "Sam"), entity_named(graph, "Nora")
    if sam is None or nora is None:
        return
    before = graph.by_name()
    moved = [
        mention.id
        for record in graph.records.values()
        for mention in record.mentions
        if mention.entity_id == sam
    ]
    graph.rule(RulingVerb.MERGE, sam, other_id=nora, at=NOON)
    graph.rule(
        RulingVerb.SPLIT,
        nora,
        other_id="split-off",
        mention_ids=moved,
        at=NOON + timedelta(minutes=1),
    )
    after = graph.by_name()
    del after["entities"]["Thing:"]  # type: ignore[attr-defined]  # the shell, an id only
    assert after == before


@given(lives(), st.data())
def test_a_rejected_relation_stays_away_until_it_is_added(life: Life, data: st.DataObject) -> None:
    graph = told(life)
    if not graph.relations:
        return
    relation = graph.relations[data.draw(st.sampled_from(sorted(graph.relations)))]
    triple = (relation.subject_id, relation.predicate, relation.object_id)
    graph.rule(RulingVerb.REJECT_RELATION, relation.id, triple=triple, at=NOON)
    assert relation.id not in graph.relations
    for entry, reading in life:
        graph.read((graph.records[entry.id].entry, reading))
    assert relation.id not in graph.relations
    assert graph.rebuilt().projections() == graph.projections()
    later = NOON + timedelta(minutes=1)
    graph.rule(RulingVerb.ADD_RELATION, relation.id, triple=triple, at=later)
    assert graph.relations[relation.id].standing.ref_at == later
    assert graph.relations[relation.id].standing.n_days == relation.standing.n_days + 1


@given(lives(), st.data())
def test_a_deleted_entity_stays_away_when_its_entries_are_read_again(
    life: Life, data: st.DataObject
) -> None:
    graph = told(life)
    if not graph.entities:
        return
    entity_id = data.draw(st.sampled_from(sorted(graph.entities)))
    graph.rule(RulingVerb.DELETE, entity_id, at=NOON)
    assert entity_id not in graph.entities
    assert not [r for r in graph.relations.values() if entity_id in {r.subject_id, r.object_id}]
    gone = graph.by_name()
    for entry, reading in life:
        graph.read((graph.records[entry.id].entry, reading))
    assert graph.by_name() == gone


@given(lives(), st.data())
def test_a_deleted_relation_comes_back_only_when_it_is_said_anew(
    life: Life, data: st.DataObject
) -> None:
    graph = told(life)
    if not graph.relations:
        return
    relation = graph.relations[data.draw(st.sampled_from(sorted(graph.relations)))]
    triple = (relation.subject_id, relation.predicate, relation.object_id)
    graph.rule(RulingVerb.DELETE_RELATION, relation.id, triple=triple, at=NOON)
    assert relation.id not in graph.relations
    for entry, reading in life:
        graph.read((graph.records[entry.id].entry, reading))
    assert relation.id not in graph.relations
    assert graph.rebuilt().projections() == graph.projections()


@given(lives(), st.data())
def test_rulings_about_an_entity_hold(life: Life, data: st.DataObject) -> None:
    graph = told(life)
    if not graph.entities:
        return
    entity_id = data.draw(st.sampled_from(sorted(graph.entities)))
    graph.rule(RulingVerb.PIN, entity_id, at=NOON)
    graph.rule(RulingVerb.RENAME, entity_id, value="Something else", at=NOON)
    graph.rule(RulingVerb.SET_KIND, entity_id, value="Goal", at=NOON)
    entity = graph.entities[entity_id]
    assert (entity.name, entity.kind, entity.pinned) == ("Something else", "Goal", True)
    assert entity.active_at(NOON + timedelta(days=5000))
    before = entity.standing
    graph.rule(RulingVerb.REVIVE, entity_id, at=NOON + timedelta(minutes=1))
    revived = graph.entities[entity_id].standing
    assert before is not None
    assert revived is not None
    assert revived.ref_at == NOON + timedelta(minutes=1)
    assert revived.n_days == before.n_days + 1
    assert graph.rebuilt().projections() == graph.projections()


@given(lives())
def test_with_an_entity_goes_all_that_was_merged_into_it(life: Life) -> None:
    graph = told(life)
    sam, nora = entity_named(graph, "Sam"), entity_named(graph, "Nora")
    if sam is None or nora is None:
        return
    graph.rule(RulingVerb.RENAME, sam, value="Secretname", at=NOON)
    graph.rule(RulingVerb.MERGE, sam, other_id=nora, at=NOON + timedelta(minutes=1))
    graph.rule(RulingVerb.DELETE, nora, at=NOON + timedelta(minutes=2))
    assert not {sam, nora} & graph.entities.keys()
    assert [r.verb for r in graph.rulings.values()] == [RulingVerb.DELETE]
    assert graph.rebuilt().projections() == graph.projections()


@given(lives())
def test_a_rejection_outlasts_later_merges(life: Life) -> None:
    graph = told(life)
    names = ("Sam", "Nora", "Yoga")
    sam, nora, yoga = (entity_named(graph, name) for name in names)
    if sam is None or nora is None or yoga is None:
        return
    graph.rule(RulingVerb.MERGE, sam, other_id=nora, at=NOON)
    of_nora = [r for r in graph.relations.values() if nora in {r.subject_id, r.object_id}]
    for number, relation in enumerate(of_nora):
        triple = (relation.subject_id, relation.predicate, relation.object_id)
        at = NOON + timedelta(minutes=1 + number)
        graph.rule(RulingVerb.REJECT_RELATION, relation.id, triple=triple, at=at)
    assert not [r for r in graph.relations.values() if nora in {r.subject_id, r.object_id}]
    others = {
        (r.subject_id, r.predicate, r.object_id)
        for r in graph.relations.values()
        if yoga in {r.subject_id, r.object_id}
    }
    graph.rule(RulingVerb.MERGE, nora, other_id=yoga, at=NOON + timedelta(hours=1))
    assert {
        (r.subject_id, r.predicate, r.object_id)
        for r in graph.relations.values()
        if yoga in {r.subject_id, r.object_id}
    } == others


def test_only_one_home_holds_at_a_time() -> None:
    graph = GraphModel()
    days = [("Boulder", 0), ("Denver", 10), ("Boulder", 20)]
    homes: list[str] = []
    for place, day in days:
        graph.read(lived_in(place, BEGIN + timedelta(days=day)))
        now = BEGIN + timedelta(days=day, hours=1)
        homes += [
            graph.entities[r.object_id].name
            for r in graph.relations.values()
            if r.predicate is Predicate.LIVES_IN and r.active_at(now)
        ]
    assert homes == ["Boulder", "Denver", "Boulder"]
    denver = next(
        r for r in graph.relations.values() if graph.entities[r.object_id].name == "Denver"
    )
    assert denver.standing.ended_at == BEGIN + timedelta(days=20)


def test_a_homes_end_is_undone_when_the_entry_that_ended_it_goes() -> None:
    graph = GraphModel()
    graph.read(lived_in("Boulder", BEGIN))
    moved = lived_in("Denver", BEGIN + timedelta(days=3))
    graph.read(moved)
    graph.delete(moved[0].id)
    (home,) = graph.relations.values()
    assert home.standing.ended_at is None


def test_canonical_follows_chains_and_passes_loops_over() -> None:
    graph = GraphModel()
    at = iter(BEGIN + timedelta(minutes=n) for n in range(10))

    def merged(loser: str, survivor: str, when: datetime) -> None:
        graph.rule(RulingVerb.MERGE, loser, other_id=survivor, at=when)

    merged("a", "b", next(at))
    merged("b", "c", next(at))
    canonical = canonical_map(sorted(graph.rulings.values(), key=lambda r: r.at))
    assert [canonical(key) for key in "abcd"] == ["c", "c", "c", "d"]
    merged("c", "a", next(at))
    looped = canonical_map(sorted(graph.rulings.values(), key=lambda r: r.at))
    assert [looped(key) for key in "abcd"] == ["c", "c", "c", "d"]


def test_ids_of_relations_do_not_depend_on_the_direction_of_a_symmetric_one() -> None:
    one = relation_id(PROFILE_ID, "a", Predicate.FRIEND_OF, "b")
    assert one == relation_id(PROFILE_ID, "b", Predicate.FRIEND_OF, "a")
    other = relation_id(PROFILE_ID, "a", Predicate.CAUSES, "b")
    assert other != relation_id(PROFILE_ID, "b", Predicate.CAUSES, "a")
