"""One reader for all tests of its rules: loading the model takes a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import USER, EntryForm, Polarity, Reading, ReadMention, ReadRequest
from graph_aria.domain.vocabulary import EMOTIONS, TOPICS, Kind, Predicate, fits

SAID_ON: Final = date(2026, 11, 25)
"""A Wednesday."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A reading with what tests ask of it."""

    reading: Reading

    def facts(self) -> set[tuple[str, str, str]]:
        """Asserted relations as (subject, predicate, object) by name, RELATED_TO left out."""
        return {fact[:3] for fact in self.all_facts() if fact[3] == "asserted" and not fact[4]}

    def all_facts(self) -> set[tuple[str, str, str, str, bool]]:
        """All relations with polarity and end, RELATED_TO left out."""
        names = [mention.name for mention in self.reading.mentions] + ["user"]
        return {
            (
                names[fact.subject],
                str(fact.predicate),
                names[fact.object],
                str(fact.polarity),
                fact.ended,
            )
            for fact in self.reading.assertions
            if fact.predicate is not Predicate.RELATED_TO
        }

    def related(self) -> set[frozenset[str]]:
        """Pairs that merely come up together."""
        return {
            frozenset(self.reading.mentions[index].name for index in (fact.subject, fact.object))
            for fact in self.reading.assertions
            if fact.predicate is Predicate.RELATED_TO
        }

    def named(self, kind: Kind) -> set[str]:
        """Names of what is named, of one kind."""
        return {one.name for one in self.reading.mentions if one.named and one.kind is kind}

    def feelings(self) -> set[tuple[str, int | None]]:
        """The user's own feelings that are there, with their strength."""
        return {
            (one.name, one.intensity)
            for one in self.reading.mentions
            if one.kind is Kind.EMOTION and one.of_user and not one.negated
        }

    def one(self, name: str) -> ReadMention:
        """The first mention with a name."""
        return next(mention for mention in self.reading.mentions if mention.name == name)

    def days(self) -> list[tuple[date, date]]:
        """First and last day of every date."""
        return [(found.first_on, found.last_on) for found in self.reading.dates]


Read = Callable[..., Seen]


@pytest.fixture(scope="session")
def reader() -> SpacyReader:
    return SpacyReader()


@pytest.fixture(scope="session")
def read(reader: SpacyReader) -> Read:
    """Read one text, with every invariant checked on the way."""

    def _read(text: str, form: EntryForm = EntryForm.JOURNAL, said_on: date = SAID_ON) -> Seen:
        reading = reader.read_batch([ReadRequest(text, said_on, form)])[0]
        check_sane(text, reading)
        return Seen(reading)

    return _read


@pytest.fixture(scope="session")
def sane() -> Callable[[str, Reading], None]:
    return check_sane


def check_sane(text: str, reading: Reading) -> None:
    """What holds for every reading of every text."""
    starts = [mention.start for mention in reading.mentions]
    assert starts == sorted(starts)
    taken = -1
    for mention in reading.mentions:
        assert 0 <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.words
        assert mention.name.strip()
        assert (mention.intensity is not None) == (mention.kind is Kind.EMOTION)
        if mention.kind is Kind.EMOTION:
            assert mention.name in EMOTIONS
            assert mention.intensity in range(1, 6)
        if mention.named:
            assert mention.start >= taken, "only what is not named may overlap"
            taken = mention.end
        elif mention.kind is Kind.EMOTION:
            assert mention.rule == f"prototype:{mention.name}"
        else:
            assert mention.kind is Kind.TOPIC
            assert mention.name in TOPICS
    told = {mention.name for mention in reading.mentions if mention.kind is Kind.TOPIC}
    assert len(reading.topics) == len(set(reading.topics))
    assert told <= set(reading.topics) <= set(TOPICS)
    assert reading.valence is None or -1 <= reading.valence <= 1

    def kind(index: int) -> Kind:
        return Kind.PERSON if index == USER else reading.mentions[index].kind

    typed: set[frozenset[str]] = set()
    related: set[frozenset[str]] = set()
    starts = [assertion.start for assertion in reading.assertions]
    assert starts == sorted(starts)
    for assertion in reading.assertions:
        assert assertion.subject != assertion.object
        assert 0 <= assertion.start < assertion.end <= len(text)
        assert fits(assertion.predicate, kind(assertion.subject), kind(assertion.object))
        assert isinstance(assertion.polarity, Polarity)
        ends = frozenset(
            "user" if index == USER else reading.mentions[index].name.casefold()
            for index in (assertion.subject, assertion.object)
        )
        (related if assertion.predicate is Predicate.RELATED_TO else typed).add(ends)
    assert not typed & related
    assert len({name for pair in related for name in pair}) <= 6
    starts = [found.start for found in reading.dates]
    assert starts == sorted(starts)
    for found in reading.dates:
        assert text[found.start : found.end] == found.words
        assert found.first_on <= found.last_on
    if reading.unread is not None:
        assert reading.unread == f"language:{reading.language}"
        assert not reading.assertions
