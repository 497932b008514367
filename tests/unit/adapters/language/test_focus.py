"""What somebody is at: under way, finished, given up; and what is none of it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.memories import MemoryCandidate, MemoryKind
from graph_aria.domain.reading import EntryForm, ReadRequest

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

SAID_ON = date(2026, 6, 10)
"""A Wednesday."""


def foci(reader: SpacyReader, text: str) -> list[MemoryCandidate]:
    (reading,) = reader.read_batch([ReadRequest(text, SAID_ON, EntryForm.JOURNAL)])
    return [one for one in reading.memories if one.kind is MemoryKind.FOCUS]


@pytest.mark.parametrize(
    ("text", "told", "slot"),
    [
        ("I'm writing my thesis.", "The user is writing their thesis.", "focus|thesis"),
        ("I've been working on my memoir for two years now.",
         "The user is working on their memoir.", "focus|memoir"),
        ("We're renovating the kitchen, dust everywhere.", "The user is renovating the kitchen.",
         "focus|kitchen"),
        ("I'm learning German.", "The user is learning German.", "focus|german"),
        ("I'm training for the Rotterdam marathon.",
         "The user is training for the Rotterdam marathon.", "focus|rotterdam marathon"),
        ("I'm still looking for a flat.", "The user is looking for a flat.", "focus|flat"),
        ("I've been job hunting since February.", "The user is looking for a job.", "focus|job"),
        ("I'm going through a divorce.", "The user is going through a divorce.", "focus|divorce"),
        ("I'm recovering from pneumonia.", "The user is recovering from pneumonia.",
         "focus|pneumonia"),
        ("I'm caring for my husband.", "The user is caring for their husband.",
         "focus|care of husband"),
        ("We are saving up for a house.", "The user is saving up for a house.", "focus|house"),
        ("Marek and I have been building our own company.",
         "The user is building their own company.", "focus|company"),
        ("I started a pottery course last week.", "The user started a pottery course.",
         "focus|pottery"),
        ("I'm burnt out.", "The user is burnt out.", "focus|burnout"),
        ("I'm in therapy.", "The user is in therapy.", "focus|therapy"),
        ("I'm trying to quit smoking.", "The user is trying to quit smoking.",
         "focus|without smoking"),
        ("We are planning our wedding.", "The user is planning their wedding.", "focus|wedding"),
        ("Still working on the extension, third weekend in a row.",
         "The user is working on the extension.", "focus|extension"),
    ],
)  # fmt: skip
def test_what_is_under_way(reader: SpacyReader, text: str, told: str, slot: str) -> None:
    (one,) = foci(reader, text)
    assert (one.text, one.slot, one.value) == (told, slot, "on")
    assert (one.valid_until, one.expires_on) == (None, None)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I handed in my thesis this morning!", "focus|thesis", "done"),
        ("I finished chemo on Monday.", "focus|chemo", "done"),
        ("We've finished renovating the bathroom.", "focus|bathroom", "done"),
        ("I'm done with chemo.", "focus|chemo", "done"),
        ("My chemo is over.", "focus|chemo", "done"),
        ("Last day of chemo!", "focus|chemo", "done"),
        ("I dropped out of the nursing course in May.", "focus|nursing", "dropped"),
        ("I'm not doing the Spanish course any more.", "focus|spanish", "dropped"),
        ("I've stopped looking for a job.", "focus|job", "dropped"),
        ("I no longer train for the marathon.", "focus|marathon", "dropped"),
        ("I quit piano lessons.", "focus|piano", "dropped"),
        ("I'm done trying for a baby.", "focus|baby", "dropped"),
    ],
)
def test_what_is_over_fills_the_same_slot(
    reader: SpacyReader, text: str, slot: str, value: str
) -> None:
    (one,) = foci(reader, text)
    assert (one.slot, one.value) == (slot, value)


@pytest.mark.parametrize(
    "text",
    [
        # small things, and things of the day
        "I'm working on a crossword.", "working on the dishes rn then bed.",
        "Trying to finish this report by five.", "I'm looking for my keys.",
        "I'm looking for a good podcast.", "I'm looking after my niece tonight.",
        "I'm writing an email to my landlord.", "I'm building a sandcastle with the kids.",
        "I'm doing the laundry.", "I'm planning dinner.", "I'm training the new guy.",
        "I'm learning a lot about myself.", "I'm fighting with my printer.",
        # what others are at, what was, what may be
        "My sister is training for a marathon.", "He is writing a book.",
        "I was learning French when I was ten.", "I might start therapy.",
        "If I finish my thesis I'll eat a hat.", "I want to write a novel.",
        "How long does it take to train for a marathon?", "I dreamt that I started chemo.",
        # what is finished and given up in passing
        "I finished the book last night, what an ending.", "We finished the series on Sunday.",
        "I finished work at eight.", "I gave up and went home.", "I stopped reading at midnight.",
        "I dropped the vase.", "I'm so done with Mondays.", "Done with the washing up.",
    ],
)  # fmt: skip
def test_what_is_no_focus(reader: SpacyReader, text: str) -> None:
    assert [one.text for one in foci(reader, text)] == []


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("I've been writing my thesis since last September.", date(2025, 9, 1)),
        ("I started therapy in October.", date(2025, 10, 1)),
        ("I've been job hunting since February.", date(2026, 2, 1)),
        ("I've been writing my thesis since 1850.", None),
        ("I'm writing my thesis.", None),
    ],
)
def test_since_when(reader: SpacyReader, text: str, since: date | None) -> None:
    (one,) = foci(reader, text)
    assert one.valid_from == since


def test_why_it_matters(reader: SpacyReader) -> None:
    (one,) = foci(reader, "I'm learning German so that I can argue with the caretaker.")
    assert one.reason == "the user can argue with the caretaker"


def test_of_what_began_and_ended_in_one_entry_the_end_is_kept(reader: SpacyReader) -> None:
    text = "I've been writing a book about rivers since 2020 and yesterday I finished it."
    assert [(one.slot, one.value) for one in foci(reader, text)] == [("focus|book", "done")]


def test_one_sentence_gives_one_memory(reader: SpacyReader) -> None:
    (reading,) = reader.read_batch(
        [ReadRequest("I'm learning Spanish.", SAID_ON, EntryForm.JOURNAL)]
    )
    assert [one.kind for one in reading.memories] == [MemoryKind.FOCUS]
