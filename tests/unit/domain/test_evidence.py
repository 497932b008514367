"""What counts as evidence, and how strongly."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from graph_aria.domain.reading import (
    USER,
    Polarity,
    ReadAssertion,
    Reading,
    ReadMention,
)
from graph_aria.domain.records import Entry
from graph_aria.domain.vocabulary import Kind, Predicate
from tests.unit.domain.graph_model import BEGIN, GraphModel, entry


def mention(name: str, kind: Kind, at: int = 0, **more: object) -> ReadMention:
    return ReadMention(at, at + len(name), name, name, kind, "test:given", **more)  # type: ignore[arg-type]


def lived_in(place: str, at: datetime) -> tuple[Entry, Reading]:
    said = ReadAssertion(USER, Predicate.LIVES_IN, 0, 0, 5, "test:given")
    reading = Reading((mention(place, Kind.PLACE),), (said,), (), "en", "test 1")
    return entry(f"entry-{at.isoformat()}", at), reading


def graph_of(*mentions: ReadMention, said: tuple[ReadAssertion, ...] = ()) -> GraphModel:
    graph = GraphModel()
    graph.read((entry("only", BEGIN), Reading(mentions, said, (), "en", "test 1")))
    return graph


def weights(graph: GraphModel) -> dict[str, float]:
    return {e.name: e.standing.weight for e in graph.entities.values() if e.standing}


def test_a_plain_mention_gives_two() -> None:
    assert weights(graph_of(mention("Yoga", Kind.ACTIVITY))) == {"Yoga": 2.0}


def test_feeling_adds_to_what_it_is_tied_to() -> None:
    evokes = ReadAssertion(0, Predicate.EVOKES, 1, 0, 10, "test:given")
    graph = graph_of(
        mention("Atlas", Kind.THING),
        mention("fear", Kind.EMOTION, 10, intensity=5),
        said=(evokes,),
    )
    assert weights(graph) == {"Atlas": 3.0, "fear": 3.0}


def test_a_topic_that_is_only_read_from_what_is_said_weighs_less() -> None:
    assert weights(graph_of(mention("Sleep", Kind.TOPIC, named=False))) == {"Sleep": 1.75}


def test_a_topic_that_no_word_points_to_has_to_recur() -> None:
    told = replace(mention("Sleep", Kind.TOPIC, named=False), rule="prototype:Sleep")
    graph = graph_of(told)
    assert weights(graph) == {"Sleep": 1.4}
    graph.read((entry("next", BEGIN + timedelta(days=4)), Reading((told,), (), (), "en", "t")))
    assert weights(graph)["Sleep"] > 1.5


@pytest.mark.parametrize("intensity", [2, 3, 5])
def test_a_feeling_that_is_only_told_of_has_to_recur(intensity: int) -> None:
    told = mention("sadness", Kind.EMOTION, named=False, intensity=intensity)
    graph = graph_of(told)
    assert weights(graph) == {"sadness": 1.4}
    assert not any(entity.active_at(BEGIN) for entity in graph.entities.values() if entity.standing)
    graph.read((entry("next", BEGIN + timedelta(days=4)), Reading((told,), (), (), "en", "t")))
    assert weights(graph)["sadness"] > 1.5


@pytest.mark.parametrize("more", [{"negated": True}, {"of_user": False}])
def test_a_feeling_that_is_not_the_users_is_no_evidence(more: dict[str, bool]) -> None:
    graph = graph_of(mention("anger", Kind.EMOTION, intensity=4, **more))
    assert not graph.entities
    assert len(graph.records["only"].mentions) == 1


@pytest.mark.parametrize(
    "polarity", [Polarity.NEGATED, Polarity.HYPOTHETICAL, Polarity.ASKED, Polarity.REPORTED]
)
def test_what_is_not_asserted_is_no_evidence(polarity: Polarity) -> None:
    likes = ReadAssertion(USER, Predicate.LIKES, 0, 0, 5, "test:given", polarity)
    graph = graph_of(mention("Coffee", Kind.THING), said=(likes,))
    assert not graph.relations
    assert graph.records["only"].assertions[0].polarity is polarity


def test_the_day_rule_counts_an_evening_once() -> None:
    graph = GraphModel()
    reading = Reading((mention("Yoga", Kind.ACTIVITY),), (), (), "en", "test 1")
    for minute in range(30):
        graph.read((entry(f"e{minute}", BEGIN + timedelta(minutes=minute)), reading))
    (row,) = graph.rows.values()
    assert row.weight_after == 2.0
    assert row.at == BEGIN + timedelta(minutes=29)


def test_co_occurrence_becomes_active_only_when_it_recurs_within_five_days() -> None:
    for gap, active in ((4, True), (6, False)):
        graph = GraphModel()
        both = (mention("Yoga", Kind.ACTIVITY), mention("Nora", Kind.PERSON, 10))
        related = ReadAssertion(0, Predicate.RELATED_TO, 1, 0, 10, "test:given")
        for day in (0, gap):
            at = BEGIN + timedelta(days=day)
            graph.read((entry(f"e{day}", at), Reading(both, (related,), (), "en", "test 1")))
        (relation,) = graph.relations.values()
        assert relation.active_at(BEGIN + timedelta(days=gap, minutes=1)) is active


def test_a_statement_that_it_ended_ends_it_at_once() -> None:
    graph = GraphModel()
    place = mention("Brightloom", Kind.ORGANIZATION)
    for day, ended in ((0, False), (1, True)):
        works = ReadAssertion(USER, Predicate.WORKS_AT, 0, 0, 5, "test:given", ended=ended)
        at = BEGIN + timedelta(days=day)
        graph.read((entry(f"e{day}", at), Reading((place,), (works,), (), "en", "test 1")))
    (relation,) = graph.relations.values()
    assert relation.standing.ended_at == BEGIN + timedelta(days=1)
    assert not relation.active_at(BEGIN + timedelta(days=1))
