"""The reader agrees with what a human read, beforehand, in entries of the sample journal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from importlib import resources
from pathlib import Path
from typing import Any, Final

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import (
    USER,
    EntryForm,
    ReadAssertion,
    Reading,
    ReadMention,
    ReadRequest,
)
from graph_aria.domain.vocabulary import Kind, Predicate

FIRST_DAY: Final = date(2026, 1, 1)
"""Stands for day 1 of the journal; any day would do."""

STRONGER: Final = {(23, "exhausted"), (80, "excited"), (84, "knackered"), (86, "excited")}
"""Feelings by day and words for which the reader's word list has one point more."""

Line = dict[str, Any]
Fact = tuple[str, str, str, str, bool]
"""Subject, predicate, object, polarity, whether it ended."""


def _lines(text: str) -> list[Line]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


READINGS: Final = _lines(
    Path(__file__).with_name("sample_readings.jsonl").read_text(encoding="utf-8")
)
ENTRIES: Final = {
    (entry["day"], entry["time"]): entry
    for entry in _lines(
        (resources.files("graph_aria.sample") / "journal.jsonl").read_text(encoding="utf-8")
    )
}


def _request(entry: Line) -> ReadRequest:
    said_on = FIRST_DAY + timedelta(days=entry["day"] - 1)
    if entry["form"] == "mood":
        text = ", ".join(entry["feelings"]) + "\n" + entry["because"]
        return ReadRequest(text, said_on, EntryForm.MOOD_CHECK_IN)
    return ReadRequest(entry["text"], said_on)


@pytest.fixture(scope="module")
def seen() -> dict[tuple[int, str], tuple[ReadRequest, Reading]]:
    keys = [(line["day"], line["time"]) for line in READINGS]
    requests = [_request(ENTRIES[key]) for key in keys]
    readings = SpacyReader().read_batch(requests)
    return dict(zip(keys, zip(requests, readings, strict=True), strict=True))


def _spans(text: str, words: str) -> list[tuple[int, int]]:
    """Where the human's words stand; at least once, or the line is wrong."""
    found = [(m.start(), m.end()) for m in re.finditer(re.escape(words), text)]
    assert found, words
    return found


def _touches(spans: list[tuple[int, int]], item: ReadMention | ReadAssertion) -> bool:
    return any(item.start < end and start < item.end for start, end in spans)


def _fact(reading: Reading, fact: ReadAssertion) -> Fact:
    names = [mention.name for mention in reading.mentions] + ["user"]
    assert names[USER] == "user"
    return (
        names[fact.subject],
        str(fact.predicate),
        names[fact.object],
        str(fact.polarity),
        fact.ended,
    )


def _facts(reading: Reading) -> dict[Fact, str]:
    """Relations by name with polarity and end → their tense; RELATED_TO left out."""
    return {
        _fact(reading, fact): str(fact.tense)
        for fact in reading.assertions
        if fact.predicate is not Predicate.RELATED_TO
    }


def _feels(wanted: Line, mention: ReadMention, *, off_by: int) -> bool:
    assert mention.intensity is not None
    return (
        (mention.name, mention.negated, mention.of_user)
        == (wanted["name"], wanted["negated"], wanted["of_user"])
        and abs(mention.intensity - wanted["intensity"]) <= off_by
    )  # fmt: skip


def _missing(line: Line, request: ReadRequest, reading: Reading) -> Iterator[str]:
    """What the human read and the reader did not."""
    yield from _missing_mentions(line, request, reading)
    feelings = [one for one in reading.mentions if one.kind is Kind.EMOTION]
    for wanted in line["emotions"]:
        spans = _spans(request.text, wanted["words"])
        off_by = int((line["day"], wanted["words"]) in STRONGER)
        here = [one for one in feelings if _touches(spans, one)]
        if not any(_feels(wanted, one, off_by=off_by) for one in here):
            yield f"emotion {wanted}"
    topics = {one.name for one in reading.mentions if one.kind is Kind.TOPIC}
    yield from (f"topic {topic}" for topic in line["topics"] if topic not in topics)
    facts = _facts(reading)
    for wanted in line["relations"]:
        if facts.get(_key(wanted)) != wanted["tense"]:
            yield f"relation {_key(wanted)} in the {wanted['tense']}"
        spans = _spans(request.text, wanted["quote"])
        shown = [one for one in reading.assertions if _fact(reading, one) == _key(wanted)]
        if shown and not any(_touches(spans, one) for one in shown):
            yield f"relation {_key(wanted)} by “{wanted['quote']}”"
    days = {found.first_on for found in reading.dates}
    for wanted in line["dates"]:
        if not any(_is_day(wanted, day, request.said_on) for day in days):
            yield f"date {wanted['words']}"


def _missing_mentions(line: Line, request: ReadRequest, reading: Reading) -> Iterator[str]:
    for wanted in line["mentions"]:
        spans = _spans(request.text, wanted["words"])
        what = (wanted["name"], wanted["kind"])
        here = (one for one in reading.mentions if _touches(spans, one))
        if what not in {(one.name, str(one.kind)) for one in here}:
            yield f"mention {wanted['kind']} {wanted['name']} at “{wanted['words']}”"
        same = [one for one in reading.mentions if one.name == wanted["name"]]
        for key in {"role", "cadence"} & set(wanted):
            if wanted[key] not in {getattr(one, key) for one in same}:
                yield f"{key} {wanted[key]} of {wanted['name']}"


def _is_day(wanted: Line, day: date, said_on: date) -> bool:
    if "offset_days" in wanted:
        return day == said_on + timedelta(days=wanted["offset_days"])
    return (day.month, day.day) == (wanted["month"], wanted["day"])


def _key(wanted: Line) -> Fact:
    return (
        wanted["subject"],
        wanted["predicate"],
        wanted["object"],
        wanted["polarity"],
        wanted["ended"],
    )


def _invented(line: Line, reading: Reading) -> Iterator[str]:
    """What the reader read and the human did not, where that would be a false fact."""
    wanted = {_key(one) for one in line["relations"]}
    yield from (f"relation {fact}" for fact in _facts(reading) if fact not in wanted)
    known = {(one["name"], one["kind"]) for one in line["mentions"]}
    strict = {Kind.PERSON, Kind.ANIMAL, Kind.PLACE, Kind.ORGANIZATION}
    for one in reading.mentions:
        if one.kind in strict and (one.name, str(one.kind)) not in known:
            yield f"{one.kind} {one.name}"
    yield from (
        f"date {found.words}" for found in reading.dates if not line["dates"]
    )  # fmt: skip


def _name(line: Line) -> str:
    return f"day {line['day']} {line['time']}"


@pytest.mark.quality
@pytest.mark.parametrize("line", READINGS, ids=_name)
def test_nothing_of_it_is_missed(
    seen: dict[tuple[int, str], tuple[ReadRequest, Reading]], line: Line
) -> None:
    request, reading = seen[line["day"], line["time"]]
    assert list(_missing(line, request, reading)) == []


@pytest.mark.quality
@pytest.mark.parametrize("line", READINGS, ids=_name)
def test_nothing_is_invented(
    seen: dict[tuple[int, str], tuple[ReadRequest, Reading]], line: Line
) -> None:
    _, reading = seen[line["day"], line["time"]]
    assert list(_invented(line, reading)) == []
