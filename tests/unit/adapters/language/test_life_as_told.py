"""A life as it is told in passing: the day that no date names, what never ends, what is over."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.memories import ImportantDate, MemoryCandidate, MemoryKind
from graph_aria.domain.reading import EntryForm, ReadRequest

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

SAID_ON = date(2026, 11, 20)
"""A Friday."""


def told_of(reader: SpacyReader, text: str, kind: MemoryKind) -> list[MemoryCandidate]:
    (reading,) = reader.read_batch([ReadRequest(text, SAID_ON, EntryForm.JOURNAL)])
    return [one for one in reading.memories if one.kind is kind]


@pytest.mark.parametrize(
    "text",
    [
        "I'm renovating the bathroom, it never ends.",
        "We're renovating the kitchen, this will never end.",
        "I'm writing my thesis, the term ends in May.",
        "I'm writing a novel, it doesn't stop being fun.",
    ],
)
def test_what_never_ends_goes_on(reader: SpacyReader, text: str) -> None:
    (one,) = told_of(reader, text, MemoryKind.FOCUS)
    assert one.value == "on"


@pytest.mark.parametrize(
    "text",
    [
        "I stopped working on the novel.", "I'm no longer renovating the kitchen.",
        "I gave up looking for a flat.",
    ],
)  # fmt: skip
def test_what_is_stopped_does_not(reader: SpacyReader, text: str) -> None:
    (one,) = told_of(reader, text, MemoryKind.FOCUS)
    assert one.value == "dropped"


@pytest.mark.parametrize(
    ("text", "on", "returns"),
    [
        ("Six years ago today Jonas and I got married.", date(2020, 11, 20), True),
        ("Dad passed away two years ago today.", date(2024, 11, 20), True),
        ("Today, five years ago, my mother died.", date(2021, 11, 20), True),
        ("Five years ago to the day we moved to Ghent.", date(2021, 11, 20), True),
        ("Dad passed away two years ago.", date(2024, 11, 20), False),
        # the last such day, of what is not spoken of by its day for ever
        ("I stopped drinking alcohol on 1 August.", date(2026, 8, 1), True),
        ("The divorce came through on 3 November.", date(2026, 11, 3), True),
        ("I quit smoking on 31 October.", date(2026, 10, 31), True),
        # words that point to the day of the entry
        ("Our daughter Lotte was born at 4:12.", SAID_ON, True),
        ("I became a father an hour ago.", SAID_ON, True),
        ("Dad died at 3 am.", SAID_ON, True),
        ("I had a miscarriage. It started last night.", date(2026, 11, 19), True),
        ("I had a miscarriage in the night.", date(2026, 11, 19), True),
    ],
)
def test_the_day_that_is_meant(reader: SpacyReader, text: str, on: date, *, returns: bool) -> None:
    (one,) = told_of(reader, text, MemoryKind.MILESTONE)
    day = ImportantDate(on.month, on.day, on.year) if returns else None
    assert (one.valid_from, one.valid_until, one.important) == (on, on, day)


@pytest.mark.parametrize(
    "text",
    [
        "I had a miscarriage.", "I just became a father.",
        "I quit smoking. That was two years ago.",
        "My mother died when I was at work at 4:12.", "I got divorced on 12 December.",
        "My mum died on 2 March.",
    ],
)  # fmt: skip
def test_no_day_is_guessed(reader: SpacyReader, text: str) -> None:
    (one,) = told_of(reader, text, MemoryKind.MILESTONE)
    assert (one.valid_from, one.valid_until) == (None, None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Today was our wedding day. Everything was perfect.",
         "The user got married on 20 November 2026."),
        ("Yesterday was my wedding day.", "The user got married on 19 November 2026."),
        ("Today was my sister's wedding day.",
         "The user's sister got married on 20 November 2026."),
        ("I ran my first 10k today after months.",
         "The user ran their first 10k on 20 November 2026."),
        ("I did my first 5k.", "The user did their first 5k."),
        ("My sister finished her first half marathon on Sunday.",
         "The user's sister finished their first half marathon on 15 November 2026."),
        # a burial is no death day
        ("My uncle Bert was buried today.", "The user's uncle Bert died."),
        ("Grandma was cremated yesterday.", "The user's grandma died."),
        ("My aunt was laid to rest on Monday.", "The user's aunt died."),
    ],
)  # fmt: skip
def test_what_happened(reader: SpacyReader, text: str, told: str) -> None:
    (one,) = told_of(reader, text, MemoryKind.MILESTONE)
    assert one.text == told
    assert (one.important is None) == (" on " not in told)


@pytest.mark.parametrize(
    "text", ["It was our wedding anniversary.", "Today was our wedding rehearsal."]
)
def test_what_is_no_wedding(reader: SpacyReader, text: str) -> None:
    assert told_of(reader, text, MemoryKind.MILESTONE) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm getting married on 5 March!", "We're getting married on 5 March.",
        "I'm getting divorced on 5 March.",
    ],
)  # fmt: skip
def test_what_is_ahead_is_of_next_year(reader: SpacyReader, text: str) -> None:
    (reading,) = reader.read_batch([ReadRequest(text, SAID_ON, EntryForm.JOURNAL)])
    assert [one.first_on for one in reading.dates] == [date(2027, 3, 5)]


@pytest.mark.parametrize(
    ("text", "told", "slot"),
    [
        ("We had the cat put to sleep today.", "The user's cat died on 20 November 2026.",
         "the user's cat|died"),
        ("Our cat was put to sleep yesterday.", "The user's cat died on 19 November 2026.",
         "the user's cat|died"),
        ("We had to put the dog down this morning.", "The user's dog died on 20 November 2026.",
         "the user's dog|died"),
        ("My grandmother died in spring 2018.", "The user's grandmother died in spring 2018.",
         "the user's grandmother|died"),
        ("I quit smoking in winter 2019.", "The user quit smoking in winter 2019/2020.",
         "milestone|quit smoking|user"),
        ("My Grandma Hilde died in spring.", "The user's grandma Hilde died in spring 2026.",
         "the user's grandma hilde|died"),
        ("I got promoted to head of the children's library.",
         "The user got promoted to head of the children's library.",
         "milestone|promotion to head of the children's library|user"),
        ("I got my first tattoo today.",
         "The user got their first tattoo on 20 November 2026.", "milestone|first tattoo|user"),
        ("I finished my first ever novel today.",
         "The user finished their first ever novel on 20 November 2026.",
         "milestone|first novel|user"),
    ],
)  # fmt: skip
def test_how_it_is_told(reader: SpacyReader, text: str, told: str, slot: str) -> None:
    (one,) = told_of(reader, text, MemoryKind.MILESTONE)
    assert (one.text, one.slot) == (told, slot)


@pytest.mark.parametrize(
    "text", ["We put the dog down on the rug.", "Put the kids to sleep.", "I got my first coffee."]
)
def test_what_is_no_loss(reader: SpacyReader, text: str) -> None:
    assert told_of(reader, text, MemoryKind.MILESTONE) == []


@pytest.mark.parametrize(
    ("text", "told", "slot"),
    [
        ("Jonas and I have been looking for a bigger flat for weeks.",
         "The user is looking for a bigger flat.", "focus|flat"),
        ("I'm learning Portuguese because we want to spend next summer in Porto.",
         "The user is learning Portuguese.", "focus|portuguese"),
        ("I'm fighting for Mum's care application.",
         "The user is fighting for Mum's care application.", "focus|mum care application"),
        ("I'm fighting with the landlord about the mould.",
         "The user is fighting with the landlord about the mould.", "focus|landlord"),
        ("I'm trying to get my knee back in shape.",
         "The user is trying to get their knee back in shape.", "focus|knee"),
        ("I'm trying to get back in shape.", "The user is trying to get back in shape.",
         "focus|fitness"),
        ("I'm trying to sleep more.", "The user is trying to sleep more.", "focus|sleep more"),
        ("I'm rehearsing for the oratorio on 19 December.",
         "The user is rehearsing for the oratorio.", "focus|oratorio"),
        ("We're rehearsing for the Christmas concert.",
         "The user is rehearsing for the Christmas concert.", "focus|christmas concert"),
        ("I'm planning the dinner for 9 December.", "The user is planning the dinner.",
         "focus|dinner"),
        ("We're planning a trip to Japan.", "The user is planning a trip to Japan.",
         "focus|trip to japan"),
        ("I started therapy in 2020 and it's still going.", "The user started therapy.",
         "focus|therapy"),
    ],
)  # fmt: skip
def test_what_goes_on(reader: SpacyReader, text: str, told: str, slot: str) -> None:
    (one,) = told_of(reader, text, MemoryKind.FOCUS)
    assert (one.text, one.slot, one.value) == (told, slot, "on")


@pytest.mark.parametrize(
    "text",
    [
        "I'm fighting with my sister.", "I'm trying to sleep.", "I'm trying to eat less tonight.",
        "I'm planning dinner for tomorrow.", "We're planning a trip to the shops.",
        "I started therapy in 2020.", "I started my PhD in 2021.",
    ],
)  # fmt: skip
def test_what_may_be_over_or_small(reader: SpacyReader, text: str) -> None:
    assert told_of(reader, text, MemoryKind.FOCUS) == []


def test_a_finished_work_is_no_longer_open(reader: SpacyReader) -> None:
    (one,) = told_of(reader, "I finished my first novel.", MemoryKind.FOCUS)
    assert (one.slot, one.value) == ("focus|novel", "done")


def test_a_reason_is_told_in_plain_words(reader: SpacyReader) -> None:
    text = "I'm learning Portuguese because we want to spend next summer in Porto."
    (one,) = told_of(reader, text, MemoryKind.FOCUS)
    assert one.reason == "the user wants to spend summer 2027 in Porto"


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("We called off the wedding on 5 December.", None),
        ("I cancelled the festival in July.", None),
        ("We called off the wedding yesterday.", date(2026, 11, 19)),
        ("I finished my thesis on 3 November.", date(2026, 11, 3)),
    ],
)
def test_until_when_it_went_on(reader: SpacyReader, text: str, until: date | None) -> None:
    (one,) = told_of(reader, text, MemoryKind.FOCUS)
    assert one.valid_until == until
