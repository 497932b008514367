"""What changed in a life, with its day; and what only sounds so."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.memories import ImportantDate, MemoryCandidate, MemoryKind
from graph_aria.domain.reading import EntryForm, ReadRequest

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

SAID_ON = date(2026, 6, 10)
"""A Wednesday."""


def milestones(reader: SpacyReader, text: str) -> list[MemoryCandidate]:
    (reading,) = reader.read_batch([ReadRequest(text, SAID_ON, EntryForm.JOURNAL)])
    return [one for one in reading.memories if one.kind is MemoryKind.MILESTONE]


@pytest.mark.parametrize(
    ("text", "told", "slot"),
    [
        ("I got married on 3 May 2019.", "The user got married on 3 May 2019.",
         "milestone|wedding|user"),
        ("We tied the knot in 2011.", "The user got married in 2011.", "milestone|wedding|user"),
        ("My sister got married on Saturday.", "The user's sister got married on 6 June 2026.",
         "milestone|wedding|sister"),
        ("We got engaged last Friday!", "The user got engaged on 5 June 2026.",
         "milestone|engagement|user"),
        ("I got divorced in 2015.", "The user got divorced in 2015.", "milestone|divorce|user"),
        ("I gave birth on 4 March 2020.", "The user gave birth on 4 March 2020.",
         "milestone|birth|user"),
        ("We moved to Ghent in 2021.", "The user moved to Ghent in 2021.",
         "milestone|move to ghent|user"),
        ("I got laid off in November.", "The user was laid off in November 2025.",
         "milestone|lost job|user"),
        ("They let me go at the end of January.",
         "The user lost their job between 21 January 2026 and 31 January 2026.",
         "milestone|lost job|user"),
        ("I quit my job at Brightloom.", "The user quit their job at Brightloom.",
         "milestone|quit job at brightloom|user"),
        ("I GOT THE JOB.", "The user got THE JOB.", "milestone|new job|user"),
        ("I was promoted to ward sister last week.",
         "The user got promoted to ward sister in the week of 1 June 2026.",
         "milestone|promotion to ward sister|user"),
        ("Mum retired last June.", "The user's mum retired in June 2025.",
         "milestone|retirement|mum"),
        ("I graduated from Leeds University in 2009.",
         "The user graduated from Leeds University in 2009.", "milestone|graduation|user"),
        ("My brother had a bypass in August.", "The user's brother had a bypass in August 2025.",
         "milestone|bypass|brother"),
        ("I was diagnosed with ADHD in 2022.", "The user was diagnosed with ADHD in 2022.",
         "milestone|diagnosis of adhd|user"),
        ("We bought a house in 2020.", "The user bought a house in 2020.",
         "milestone|house|user"),
        ("We got a puppy yesterday.", "The user got a puppy on 9 June 2026.",
         "milestone|pet puppy|user"),
        ("I've given up coffee.", "The user gave up coffee.", "milestone|quit coffee|user"),
        ("My husband left me in October.", "The user was left by their husband in October 2025.",
         "milestone|separation|user"),
        ("My daughter got into medical school!",
         "The user's daughter got into medical school.",
         "milestone|place at medical school|daughter"),
    ],
)  # fmt: skip
def test_what_changed_in_a_life(reader: SpacyReader, text: str, told: str, slot: str) -> None:
    (one,) = milestones(reader, text)
    assert (one.text, one.slot, one.value) == (told, slot, "")
    assert one.expires_on is None


@pytest.mark.parametrize(
    "text",
    [
        # plans, wishes, questions, dreams, fiction
        "We're getting married in May.", "I'm planning to move to Spain next year.",
        "If I get the job I will move to Oslo.", "I almost got married in 2010.",
        "I never got married.", "I would have married him.", "Should I quit my job?",
        "I dreamt that I got divorced.", "Imagine I moved to Tokyo.",
        "In the film she lost her job and moved to Paris.",
        "Strange dream last night. I got divorced and moved to Norway with a goat.",
        "Played the Sims until two. I got married twice and had a baby.",
        # news and hearsay, and people who are not close
        "The minister resigned yesterday.", "She said she got engaged.",
        "A guy on the forum says he lost his job and his wife left him.",
        "My boss got divorced last week.",
        # what only sounds so
        "I got the job done.", "I got fired up about the game.", "I broke my favourite mug.",
        "I moved to the sofa at ten.", "We bought a house plant.", "I sold my old bike.",
        "They let me go first at the checkout.", "I retired to bed at nine.",
        "I graduated to bigger needles.", "I'm engaged in a long argument with the council.",
        "We separated the recycling.", "I left Leeds at nine.", "I had a stroke of luck.",
        "Put Leo to sleep at eight.", "My boss had a baby shower today.",
        "I was promoted to favourite aunt.", "The plant died.",
    ],
)  # fmt: skip
def test_what_only_sounds_so(reader: SpacyReader, text: str) -> None:
    assert [one.text for one in milestones(reader, text)] == []


@pytest.mark.parametrize(
    ("text", "span", "important"),
    [
        ("I got married on 3 May 2019.", (date(2019, 5, 3), date(2019, 5, 3)),
         ImportantDate(5, 3, 2019)),
        ("I got married in 2019.", (date(2019, 1, 1), date(2019, 12, 31)), None),
        ("I got married on 3 May.", (None, None), ImportantDate(5, 3)),
        ("Dad died on 9 November.", (None, None), ImportantDate(11, 9)),
        ("I got married on 31 April 2019.", (None, None), None),
        ("I got married on 31 April.", (None, None), None),
        ("I got married in 2035.", (None, None), None),
        ("I got married in 1850.", (None, None), None),
        ("I got married on 3 May 2027.", (None, None), None),
    ],
)  # fmt: skip
def test_its_day(
    reader: SpacyReader,
    text: str,
    span: tuple[date | None, date | None],
    important: ImportantDate | None,
) -> None:
    (one,) = milestones(reader, text)
    assert ((one.valid_from, one.valid_until), one.important) == (span, important)


def test_a_move_of_late_says_where_somebody_lives_too(reader: SpacyReader) -> None:
    (reading,) = reader.read_batch(
        [ReadRequest("I moved to Ghent last month.", SAID_ON, EntryForm.JOURNAL)]
    )
    told = sorted((one.kind, one.text, one.slot) for one in reading.memories)
    assert told == [
        (MemoryKind.FACT, "The user lives in Ghent.", "the user|lives in"),
        (
            MemoryKind.MILESTONE, "The user moved to Ghent in May 2026.",
            "milestone|move to ghent|user",
        ),
    ]  # fmt: skip


def test_a_move_of_long_ago_does_not(reader: SpacyReader) -> None:
    (reading,) = reader.read_batch(
        [ReadRequest("I moved to Ghent in 2005.", SAID_ON, EntryForm.JOURNAL)]
    )
    assert [one.kind for one in reading.memories] == [MemoryKind.MILESTONE]


@pytest.mark.parametrize(
    "text", ["I got married on 3 May 2019.", "We tied the knot in 2019.", "I married Tom in 2019."]
)
def test_however_it_is_told_it_is_one_slot(reader: SpacyReader, text: str) -> None:
    (one,) = milestones(reader, text)
    assert (one.slot, one.value) == ("milestone|wedding|user", "")


def test_a_death_is_a_milestone_and_keeps_its_slot(reader: SpacyReader) -> None:
    (one,) = milestones(reader, "My grandmother died on 2 February 1998.")
    assert (one.slot, one.important) == (
        "the user's grandmother|died", ImportantDate(2, 2, 1998)
    )  # fmt: skip
