"""One reading from a model's and the rules'."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.joined_reading import joined
from graph_aria.domain.judging import Judged
from graph_aria.domain.memories import Category, MemoryCandidate, MemoryKind
from graph_aria.domain.quotes import overlaps
from graph_aria.domain.reading import (
    USER,
    Cost,
    LatentName,
    Polarity,
    ReadAssertion,
    ReadIdentity,
    Reading,
    ReadMention,
)
from graph_aria.domain.vocabulary import Kind, Predicate, fits

TEXT = "Sam and Luna came to New York. I love yoga and feel a bit anxious. Luna barked."
COST = Cost(n_calls=1, n_sent=10, n_received=5)


def _mention(words: str, kind: Kind, rule: str = "ner:X", **more: object) -> ReadMention:
    start = TEXT.index(words)
    made = ReadMention(start, start + len(words), words, words, kind, rule)
    return replace(made, **more)  # type: ignore[arg-type]


def _fact(subject: int, predicate: Predicate, object_: int, **more: object) -> ReadAssertion:
    made = ReadAssertion(subject, predicate, object_, 31, 43, str(more.pop("rule", "rules:x")))
    return replace(made, **more)  # type: ignore[arg-type]


def _joined(
    rules: list[ReadMention],
    model: list[ReadMention],
    facts: list[ReadAssertion] | None = None,
    proposed: list[ReadAssertion] | None = None,
    **more: object,
) -> Reading:
    offline = Reading(tuple(rules), tuple(facts or ()), (), "en", "rules-1+sm")
    judged = Judged(tuple(model), tuple(proposed or ()))
    return joined(replace(offline, **more), judged, model_id="model:m", cost=COST)  # type: ignore[arg-type]


SAM = _mention("Sam", Kind.PERSON)
LUNA = _mention("Luna", Kind.PERSON)
YOGA = _mention("yoga", Kind.ACTIVITY, name="Yoga")
MODEL_YOGA = replace(YOGA, name="yoga", rule="model:entity")
ANXIETY = _mention("anxious", Kind.EMOTION, name="anxiety", intensity=3)


def test_each_fills_in_what_the_other_missed() -> None:
    reading = _joined([SAM, ANXIETY], [MODEL_YOGA])

    assert [item.name for item in reading.mentions] == ["Sam", "yoga", "anxiety"]
    assert reading.reader_id == "rules-1+sm+model:m"
    assert reading.cost == COST
    assert reading.note is None


def test_of_one_thing_the_rules_tell_name_and_span_and_the_model_what_is_felt() -> None:
    felt = _mention("a bit anxious", Kind.EMOTION, "model:emotion", name="anxiety", intensity=2)

    reading = _joined([YOGA, ANXIETY], [MODEL_YOGA, felt])

    assert reading.mentions == (YOGA, replace(ANXIETY, intensity=2))


def test_of_two_feelings_in_one_place_the_models_stands() -> None:
    fear = replace(ANXIETY, name="fear", rule="model:emotion", intensity=5)

    assert _joined([ANXIETY], [fear]).mentions == (fear,)


@pytest.mark.parametrize(("rules", "model"), [(True, False), (False, True)])
def test_a_feeling_that_either_denies_is_denied(rules: bool, model: bool) -> None:  # noqa: FBT001
    reading = _joined([replace(ANXIETY, negated=rules)], [replace(ANXIETY, negated=model)])

    assert [item.negated for item in reading.mentions] == [True]


def test_the_models_kind_holds_wherever_the_name_stands() -> None:
    again = TEXT.rindex("Luna")
    later = replace(LUNA, start=again, end=again + 4)

    reading = _joined([LUNA, later], [replace(LUNA, kind=Kind.ANIMAL, rule="model:entity")])

    assert [(item.start, item.kind) for item in reading.mentions] == [
        (LUNA.start, Kind.ANIMAL),
        (again, Kind.ANIMAL),
    ]


def test_a_part_of_a_name_is_no_name() -> None:
    city = _mention("New York", Kind.PLACE)
    part = _mention("York", Kind.PERSON, "model:entity")
    knows = _fact(USER, Predicate.KNOWS, 0, rule="model:relation")

    reading = _joined([city], [part], proposed=[knows])

    assert reading.mentions == (city,)
    assert reading.assertions == ()


def test_statements_follow_their_mentions() -> None:
    likes = _fact(USER, Predicate.LIKES, 1)
    evokes = _fact(1, Predicate.EVOKES, 0, rule="model:relation")

    reading = _joined(
        [SAM, YOGA, ANXIETY], [replace(ANXIETY, intensity=1), MODEL_YOGA], [likes], [evokes]
    )

    names = [item.name for item in reading.mentions]
    said = [(item.subject, item.predicate, names[item.object]) for item in reading.assertions]
    assert (USER, Predicate.LIKES, "Yoga") in said
    assert (names.index("Yoga"), Predicate.EVOKES, "anxiety") in said


@pytest.mark.parametrize(
    ("rules", "model", "expected"),
    [
        (Polarity.ASSERTED, Polarity.ASSERTED, Polarity.ASSERTED),
        (Polarity.ASSERTED, Polarity.NEGATED, Polarity.NEGATED),
        (Polarity.NEGATED, Polarity.ASSERTED, Polarity.NEGATED),
        (Polarity.HYPOTHETICAL, Polarity.ASSERTED, Polarity.HYPOTHETICAL),
        (Polarity.ASSERTED, Polarity.REPORTED, Polarity.REPORTED),
    ],
)
def test_the_more_cautious_reading_of_a_statement_stands(
    rules: Polarity, model: Polarity, expected: Polarity
) -> None:
    reading = _joined(
        [YOGA],
        [MODEL_YOGA],
        [_fact(USER, Predicate.LIKES, 0, polarity=rules)],
        [_fact(USER, Predicate.LIKES, 0, polarity=model, rule="model:relation")],
    )

    assert [item.polarity for item in reading.assertions] == [expected]


def test_an_end_that_either_reads_is_an_end() -> None:
    reading = _joined(
        [YOGA],
        [MODEL_YOGA],
        [_fact(USER, Predicate.DOES, 0)],
        [_fact(USER, Predicate.DOES, 0, ended=True, rule="model:relation")],
    )

    assert [item.ended for item in reading.assertions] == [True]


def test_of_opposites_the_models_stands() -> None:
    reading = _joined(
        [YOGA],
        [MODEL_YOGA],
        [_fact(USER, Predicate.LIKES, 0)],
        [_fact(USER, Predicate.DISLIKES, 0, rule="model:relation")],
    )

    assert [item.predicate for item in reading.assertions] == [Predicate.DISLIKES]


def test_who_is_whose_parent_the_rules_tell() -> None:
    for contrary in (_fact(0, Predicate.PARENT_OF, USER), _fact(USER, Predicate.CHILD_OF, 0)):
        reading = _joined(
            [SAM],
            [replace(SAM, rule="model:entity")],
            [_fact(USER, Predicate.PARENT_OF, 0)],
            [replace(contrary, rule="model:relation")],
        )
        assert [item.predicate for item in reading.assertions] == [Predicate.PARENT_OF]
        assert [item.subject for item in reading.assertions] == [USER]


def test_names_that_the_rules_left_open_go_where_a_mention_lies() -> None:
    start = TEXT.index("yoga")
    latent = (LatentName(start, start + 4, "yoga"), LatentName(0, 3, "Sam"))

    reading = _joined([], [MODEL_YOGA], latent=latent)

    assert [item.words for item in reading.latent] == ["Sam"]


def test_what_is_said_about_names_follows_them() -> None:
    same = ReadIdentity(0, 1, same=False, start=0, end=12, rule="identity:x")

    reading = _joined([SAM, LUNA], [MODEL_YOGA], identities=(same,))

    (found,) = reading.identities
    assert [reading.mentions[i].name for i in (found.one, found.other)] == ["Sam", "Luna"]


def _memory(text: str, rule: str, category: Category = Category.TASTES) -> MemoryCandidate:
    return MemoryCandidate(text, MemoryKind.PREFERENCE, category, 31, 43, rule)


def test_the_rules_memory_stands_for_the_models_of_the_same_words() -> None:
    rules = (_memory("The user loves yoga.", "fact:like"),)
    model = (
        _memory("The user loves yoga a lot.", "model:memory"),
        _memory("The user feels anxious about crowds.", "model:memory", Category.FEARS),
    )
    offline = Reading((), (), (), "en", "rules-1+sm", memories=rules)

    reading = joined(offline, Judged(memories=model), model_id="model:m", cost=COST)

    assert [item.text for item in reading.memories] == [rules[0].text, model[1].text]


def _life(
    text: str, rule: str, slot: str | None, value: str | None, start: int = 31
) -> MemoryCandidate:
    kind = MemoryKind.MILESTONE if slot and slot.startswith("mile") else MemoryKind.FOCUS
    category = Category.FAMILY if rule.startswith("fact") else Category.EVENTS
    return MemoryCandidate(text, kind, category, start, start + 12, rule, slot=slot, value=value)


@pytest.mark.parametrize(
    ("rules", "model", "is_kept"),
    [
        (("milestone|wedding|user", ""), ("milestone|wedding|user", ""), False),
        (("milestone|wedding|user", ""), ("milestone|wedding|sister", ""), True),
        (("milestone|new job at acme|user", ""), ("milestone|new job|user", ""), False),
        (("milestone|new job at acme|user", ""), ("milestone|new job at globex|user", ""), True),
        (("focus|thesis", "on"), ("focus|thesis", "done"), False),
        (("focus|thesis", "on"), ("focus|greek", "on"), True),
    ],
)
def test_what_both_tell_of_a_life_in_one_place_is_kept_once(
    rules: tuple[str, str],
    model: tuple[str, str],
    is_kept: bool,  # noqa: FBT001 - a row each
) -> None:
    own = _life("The user did this.", "fact:life", *rules)
    offline = Reading((), (), (), "en", "rules-1+sm", memories=(own,))
    for start, kept in ((31, is_kept), (60, True)):
        theirs = _life("In other words that.", "model:memory", *model, start=start)

        reading = joined(offline, Judged(memories=(theirs,)), model_id="model:m", cost=COST)

        assert reading.memories == ((own, theirs) if kept else (own,))


_KINDS = st.sampled_from([Kind.PERSON, Kind.PLACE, Kind.EMOTION, Kind.TOPIC, Kind.ACTIVITY])
_WORDS = [(i, j) for i, j in itertools.product(range(0, 28, 4), range(4, 32, 4)) if 0 < j - i < 12]


@st.composite
def _mentions(draw: st.DrawFn, rule: str) -> list[ReadMention]:
    found: list[ReadMention] = []
    for start, end in draw(st.lists(st.sampled_from(_WORDS), max_size=6)):
        kind = draw(_KINDS)
        named = draw(st.booleans()) or kind in {Kind.PERSON, Kind.PLACE}
        if named and any(
            item.named and overlaps((start, end), (item.start, item.end)) for item in found
        ):
            continue
        name = draw(st.sampled_from(["joy", "a", "b"]))
        found.append(ReadMention(start, end, TEXT[start:end], name, kind, rule, named=named))
    return sorted(found, key=lambda item: item.start)


@st.composite
def _facts(draw: st.DrawFn, mentions: list[ReadMention], rule: str) -> list[ReadAssertion]:
    ends = st.integers(USER, len(mentions) - 1)
    kinds = [item.kind for item in mentions] + [Kind.PERSON]
    facts = []
    for _ in range(draw(st.integers(0, 5))):
        subject, object_, predicate = draw(ends), draw(ends), draw(st.sampled_from(Predicate))
        if subject != object_ and fits(predicate, kinds[subject], kinds[object_]):
            polarity = draw(st.sampled_from(Polarity))
            facts.append(_fact(subject, predicate, object_, polarity=polarity, rule=rule))
    return facts


@given(st.data())
def test_a_joined_reading_is_whole(data: st.DataObject) -> None:
    rules, model = data.draw(_mentions("ner:X")), data.draw(_mentions("model:entity"))
    facts, proposed = data.draw(_facts(rules, "r:x")), data.draw(_facts(model, "model:relation"))

    reading = _joined(rules, model, facts, proposed)

    mentions = reading.mentions
    assert [item.start for item in mentions] == sorted(item.start for item in mentions)
    for one, other in itertools.combinations(mentions, 2):
        if one.named and other.named:
            assert not overlaps((one.start, one.end), (other.start, other.end))
    spans = {(item.start, item.end) for item in (*rules, *model)}
    assert {(item.start, item.end) for item in mentions} <= spans
    for fact in reading.assertions:
        ends = [Kind.PERSON if i == USER else mentions[i].kind for i in (fact.subject, fact.object)]
        assert fits(fact.predicate, ends[0], ends[1])
        assert fact.subject != fact.object
    # Nothing that both deny or doubt is asserted.
    if all(item.polarity is not Polarity.ASSERTED for item in (*facts, *proposed)):
        assert all(item.polarity is not Polarity.ASSERTED for item in reading.assertions)
