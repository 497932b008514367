"""Homes and works for a while, and returning home for good."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.memories import MemoryCandidate, MemoryKind
from graph_aria.domain.reading import ReadRequest

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

SAID_ON = date(2026, 3, 4)
"""A Wednesday."""


def read(reader: SpacyReader, text: str) -> list[MemoryCandidate]:
    return list(reader.read_batch([ReadRequest(text, SAID_ON)])[0].memories)


@pytest.mark.parametrize(
    ("text", "told", "expires_on"),
    [
        ("I live in Rome for two weeks.", "living in Rome until 18 March 2026", date(2026, 3, 18)),
        ("I live in Rome for a month.", "living in Rome until 3 April 2026", date(2026, 4, 3)),
        ("I am living in Rome until Friday.", "living in Rome until 6 March 2026",
         date(2026, 3, 6)),
        ("This week I am working at Globex.", "working at Globex until 8 March 2026",
         date(2026, 3, 8)),
        ("I am working at Globex this month.", "working at Globex until 31 March 2026",
         date(2026, 3, 31)),
        ("I work at Globex until the end of May.", "working at Globex until 31 May 2026",
         date(2026, 4, 3)),
        ("For now I live in Lisbon.", "living in Lisbon for now", date(2026, 3, 11)),
        ("We are living in Turku until the flat is done.", "living in Turku for now",
         date(2026, 3, 11)),
        ("I'm living with my parents this month.", "living with their parents until 31 March 2026",
         date(2026, 3, 31)),
        ("I am studying at Leiden University this term.", "studying at Leiden University for now",
         date(2026, 3, 11)),
    ],
)  # fmt: skip
def test_what_holds_for_a_while_expires_and_takes_no_lasting_facts_place(
    reader: SpacyReader, text: str, told: str, expires_on: date
) -> None:
    (one,) = read(reader, text)
    assert one.text == f"The user is {told}."
    assert (one.kind, one.slot, one.expires_on) == (MemoryKind.CONTEXT, None, expires_on)
    assert text[one.start : one.end].rstrip(".") in text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I live in Rome.", "The user lives in Rome."),
        ("I live in Rome, but this week I am in Paris.", "The user lives in Rome."),
        ("I live in Rome and I am ill this week.", "The user lives in Rome."),
        ("I live in Rome until 2030.", "The user lives in Rome."),
        ("Since this week I work at Globex.", "The user works at Globex."),
        ("I have lived in Oslo for two weeks.", "The user has lived in Oslo for two weeks."),
        ("I currently work at Globex.", "The user works at Globex."),
    ],
)
def test_a_span_of_something_else_leaves_a_fact_lasting(
    reader: SpacyReader, text: str, told: str
) -> None:
    (one,) = read(reader, text)
    assert (one.text, one.kind, one.expires_on) == (told, MemoryKind.FACT, None)


@pytest.mark.parametrize(
    ("text", "told", "place"),
    [
        ("I moved back to Bergen.", "The user lives in Bergen.", "bergen"),
        ("We moved back to Bergen last year.", "The user lives in Bergen.", "bergen"),
        ("I've moved back to Ghent.", "The user lives in Ghent.", "ghent"),
        ("I am back in Oslo for good.", "The user lives in Oslo.", "oslo"),
        ("I came back to Oslo for good.", "The user lives in Oslo.", "oslo"),
        ("I returned to Bergen permanently.", "The user lives in Bergen.", "bergen"),
        ("I no longer live in Bergen, I am back in Oslo.", "The user lives in Oslo.", "oslo"),
        ("I don't live in Turku any more, I'm back in Oslo.", "The user lives in Oslo.", "oslo"),
    ],
)
def test_who_is_back_for_good_lives_there(
    reader: SpacyReader, text: str, told: str, place: str
) -> None:
    homes = [one for one in read(reader, text) if one.slot == "the user|lives in"]
    assert [(one.text, one.value, one.expires_on) for one in homes] == [(told, place, None)]


@pytest.mark.parametrize(
    "text",
    ["I am back in Oslo.", "I came back to Oslo on Friday.", "I am back at work for good.",
     "I am not back in Oslo for good.", "Maybe I am back in Oslo for good."],
)  # fmt: skip
def test_who_is_back_from_a_journey_has_no_new_home(reader: SpacyReader, text: str) -> None:
    assert [one.slot for one in read(reader, text) if "lives" in (one.slot or "")] == []
