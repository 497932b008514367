"""Kinds of sentences that people who tried the program found read wrongly."""

from __future__ import annotations

import pytest

from graph_aria.domain.reading import USER, Polarity
from tests.unit.adapters.language.conftest import Read


def _facts(read: Read, text: str) -> set[tuple[str, str, str, str, bool]]:
    seen = read(text).reading

    def name(end: int) -> str:
        return "user" if end == USER else seen.mentions[end].name

    return {
        (name(fact.subject), fact.predicate, name(fact.object), fact.polarity, fact.ended)
        for fact in seen.assertions
    }


@pytest.mark.parametrize(
    "text",
    [
        "In the dream I had cancer.",
        "I dreamt that we moved to Oslo.",
        "In a dream last night I had a snake.",
        "Suppose I moved to Lisbon.",
        "Imagine I lived in Rome.",
    ],
)
def test_what_is_dreamt_or_imagined_is_no_fact(read: Read, text: str) -> None:
    assert not {fact for fact in _facts(read, text) if fact[3] == Polarity.ASSERTED}


@pytest.mark.parametrize(
    ("text", "predicate", "name"),
    [
        ("I almost quit yoga.", "DOES", "Yoga"),
        ("I nearly left my job at Bosch.", "WORKS_AT", "Bosch"),
        ("I failed to quit smoking.", "DOES", "Smoking"),
    ],
)
def test_what_nearly_ended_goes_on(read: Read, text: str, predicate: str, name: str) -> None:
    over = ("user", predicate, name, Polarity.ASSERTED, True)
    assert over not in _facts(read, text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My boyfriend Tom dumped me.", ("user", "PARTNER_OF", "Tom", "asserted", True)),
        ("My wife Nora left me.", ("user", "PARTNER_OF", "Nora", "asserted", True)),
        ("I'm no longer with Tom.", ("user", "PARTNER_OF", "Tom", "asserted", True)),
        ("Tom divorced me.", ("user", "PARTNER_OF", "Tom", "asserted", True)),
        ("My insomnia is gone.", ("user", "HAS_CONDITION", "Insomnia", "asserted", True)),
        ("My cold has cleared up.", ("user", "HAS_CONDITION", "Cold", "asserted", True)),
        ("I can't stand Peter anymore.", ("user", "DISLIKES", "Peter", "asserted", False)),
        ("She is not my boss.", ("user", "COLLEAGUE_OF", "boss", "negated", False)),
    ],
)
def test_what_is_over_and_what_is_not(
    read: Read, text: str, fact: tuple[str, str, str, str, bool]
) -> None:
    assert fact in _facts(read, text)


def test_somebody_left_behind_is_no_partner(read: Read) -> None:
    assert "PARTNER_OF" not in {fact[1] for fact in _facts(read, "Nora left me at the station.")}


@pytest.mark.parametrize("text", ["My sister's dog Rex barked.", "Fed my roommate's cat Luna."])
def test_the_pets_of_others_are_theirs(read: Read, text: str) -> None:
    assert "OWNS" not in {fact[1] for fact in _facts(read, text) if fact[0] == "user"}


@pytest.mark.parametrize(
    "text",
    [
        "Far from happy today.",
        "Anything but calm.",
        "I wouldn't say I'm anxious.",
        "I never said that I was sad.",
    ],
)
def test_a_feeling_that_nobody_claims_is_not_there(read: Read, text: str) -> None:
    feelings = [one for one in read(text).reading.mentions if one.rule.startswith("emotion:")]
    assert feelings
    assert all(one.negated for one in feelings)


@pytest.mark.parametrize(
    "text",
    [
        "Lena: I'm pregnant and I hate my job.",
        "Tom: we moved to Oslo and I love my new flat.",
        "Forwarded message from Karl: I have asthma. My wife Olga cries.",
    ],
)
def test_what_others_write_is_theirs(read: Read, text: str) -> None:
    assert not {fact for fact in _facts(read, text) if "user" in (fact[0], fact[2])}


@pytest.mark.parametrize("text", ["Mood: I'm tired.", "Work: my boss yelled.", "Today: I ran."])
def test_a_heading_of_ones_own_is_no_speaker(read: Read, text: str) -> None:
    assert any(one.of_user for one in read(text).reading.mentions)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("They moved the deadline to December 15th.", 2026),
        ("The exam was postponed to January 5th.", 2027),
        ("Bought tickets for Jan 12th.", 2027),
        ("I flew to Rome on December 5th.", 2025),
    ],
)
def test_what_is_put_off_or_booked_lies_ahead(read: Read, text: str, year: int) -> None:
    (found,) = read(text).reading.dates
    assert found.first_on.year == year
