"""Ways in which a change in a life is told: by frames, things, standings, deeds, set phrases."""

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

_LIFE = (MemoryKind.FOCUS, MemoryKind.MILESTONE)


def life(reader: SpacyReader, text: str) -> list[MemoryCandidate]:
    (reading,) = reader.read_batch([ReadRequest(text, SAID_ON, EntryForm.JOURNAL)])
    return [one for one in reading.memories if one.kind in _LIFE]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        # what happens to the user's things
        ("My contract wasn't renewed.", "milestone|lost job|user"),
        ("The adoption was finalised on Tuesday.", "milestone|adoption|user"),
        ("My visa was approved yesterday.", "milestone|visa|user"),
        ("My book came out on Tuesday.", "milestone|published book|user"),
        ("My sister's marriage ended last week.", "milestone|separation|sister"),
        # what somebody is now
        ("I'm officially a qualified electrician!", "milestone|became qualified electrician|user"),
        ("As of yesterday I am a British citizen.", "milestone|citizenship|user"),
        ("I'm an uncle! As of six this morning.", "milestone|birth|user"),
        ("One year sober today.", "milestone|sobriety|user"),
        ("I've been clean for six months.", "milestone|sobriety|user"),
        # what others did
        ("They offered me the position.", "milestone|new job|user"),
        ("She left me for her yoga teacher in May.", "milestone|separation|user"),
        ("He proposed on the ferry and I said yes.", "milestone|engagement|user"),
        # what was got, signed and left
        ("Signed the contract with the hospital this morning.",
         "milestone|new job at hospital|user"),
        ("I went freelance in March.", "milestone|went freelance|user"),
        ("I left Syria in 2015 with one bag.", "milestone|emigration from syria|user"),
        ("I had my last cigarette on 1 January.", "milestone|quit cigarette|user"),
        # bounds, bodies, keys
        ("It was my last day at the post office on Friday.",
         "milestone|end of at the post office|user"),
        ("Mum had her hip replaced on Thursday.", "milestone|operation on hip|mum"),
        # set phrases
        ("Dad slipped away at ten to six this morning.", "the user's dad|died"),
        ("My wife walked out on Sunday.", "milestone|separation|user"),
        ("We exchanged vows in the town hall on Friday.", "milestone|wedding|user"),
        ("Divorce final as of yesterday.", "milestone|divorce|user"),
    ],
)  # fmt: skip
def test_a_change_in_a_life_is_told_in_many_ways(reader: SpacyReader, text: str, slot: str) -> None:
    (one,) = life(reader, text)
    assert (one.kind, one.slot) == (MemoryKind.MILESTONE, slot)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("The house hunt goes on.", "on"),
        ("This job search is killing me.", "on"),
        ("My depression is back.", "on"),
        ("Halfway through my PhD and I've forgotten the question.", "on"),
        ("I'm on a waiting list for a kidney.", "on"),
        ("For six weeks my evenings have gone into restoring the boat.", "on"),
        ("What I'm up against these days is the insurance.", "on"),
        ("Day 12 without cigarettes.", "on"),
        ("I'm weaning myself off the antidepressants.", "on"),
        ("The marathon is behind me.", "done"),
        ("I wrote the last page of the memoir on Sunday.", "done"),
        ("I pulled out of the marathon.", "dropped"),
        ("We've called off the wedding.", "dropped"),
        ("I've decided to stop the IVF.", "dropped"),
        ("We've put the renovation on hold.", "dropped"),
        ("I'm not going ahead with the masters.", "dropped"),
        ("The wedding is off.", "dropped"),
    ],
)
def test_what_somebody_is_at_is_told_in_many_ways(
    reader: SpacyReader, text: str, stands: str
) -> None:
    assert [(one.kind, one.value) for one in life(reader, text)] == [(MemoryKind.FOCUS, stands)]


@pytest.mark.parametrize(
    "text",
    [
        "Hypothetically, say a firm in Oslo offered me a job.",
        "They still haven't let me go.",
        "My contract ends in one month.",
        "Our daughter starts school in September.",
        "My goal for this week is to clean the attic.",
        "Twice a month I clean the whole flat.",
        "Six months without rain in Kenya, the radio said.",
        "Week two of the school holidays.",
        "First day back at work after the holidays.",
        "I'm officially out of milk.",
        "I read about a man who lost two wives and opened a hat shop.",
        "They offered me a seat.",
        "The bus left me standing in the rain.",
        "He left me a note on the fridge.",
        "We lost Dad in the supermarket for twenty minutes.",
        "Watched the funeral of Elizabeth on television.",
        "The shop closed early today.",
        "My parcel finally arrived.",
        "I sold my old bike on Saturday.",
        "The keys were in the fridge.",
        "I took the long way home.",
        "My wife and I are separated by a wall of boxes.",
        "Once I finish my degree I'm going to sleep for a year.",
        "Halfway through my sandwich a gull took it.",
    ],
)
def test_what_only_sounds_so(reader: SpacyReader, text: str) -> None:
    assert life(reader, text) == []


def test_a_count_that_is_full_today_tells_the_day(reader: SpacyReader) -> None:
    (one,) = life(reader, "Today I'm 90 days sober.")
    assert (one.valid_from, one.valid_until) == (date(2026, 3, 12), date(2026, 3, 12))


def test_a_date_belongs_to_the_clause_that_it_stands_in(reader: SpacyReader) -> None:
    found = life(reader, "I left Manchester in 2022 and my daughter was born here.")
    born = next(one for one in found if "born" in one.text)
    assert born.valid_from is None
