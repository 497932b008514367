"""Frames that tell of a life, filled by sorts of words: one of a kind, with its cousins."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from graph_aria.adapters.language.fact_life_tables import age_told, idioms
from graph_aria.domain.memories import LIFE_KINDS, MemoryCandidate, MemoryKind
from graph_aria.domain.reading import EntryForm, ReadRequest

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

SAID_ON = date(2026, 5, 20)
"""A Wednesday."""


def told_of(reader: SpacyReader, text: str) -> list[MemoryCandidate]:
    (reading,) = reader.read_batch([ReadRequest(text, SAID_ON, EntryForm.JOURNAL)])
    return [one for one in reading.memories if one.kind in LIFE_KINDS]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Jonas turned 40 yesterday.", "milestone|turned 40|jonas"),
        ("My brother turned forty on Saturday.", "milestone|turned 40|brother"),
        ("We celebrated Dad's 70th on Sunday.", "milestone|turned 70|dad"),
        ("Today is my 35th birthday.", "milestone|turned 35|user"),
        ("Katrin had a miscarriage last month.", "milestone|miscarriage|katrin"),
        ("Sam broke off the engagement.", "milestone|broken engagement|sam"),
        ("My best friend Lena called off her wedding.",
         "milestone|broken engagement|best friend lena"),
        ("My parents have separated.", "milestone|separation|parents"),
        ("My brother and his wife bought a house in Essen.", "milestone|house|brother"),
        ("My brother proposed to Mel on Sunday, she said yes.", "milestone|engagement|brother"),
        ("Lisa and Jo adopted a dog from the shelter.", "milestone|pet|lisa"),
        ("Helen rang: the biopsy was clear.", "milestone|all-clear|helen"),
        ("Dad's hip operation went well yesterday.", "milestone|hip operation|dad"),
        ("Notice handed in, knees like jelly.", "milestone|quit job|user"),
        ("Finally: divorce papers signed.", "milestone|divorce|user"),
        ("I started work at the hospital pharmacy on 12 May.", "milestone|new job|user"),
        ("The decree came through on 2 May. Divorced, at sixty-one.", "milestone|divorce|user"),
        ("My mum turned 70 surrounded by all her children.", "milestone|turned 70|mum"),
        ("I turned 40 in Lisbon, just the two of us.", "milestone|turned 40|user"),
        ("My dad turned 65 on Friday.", "milestone|turned 65|dad"),
        ("My brother Jonas came over. Today he turned 40.", "milestone|turned 40|brother jonas"),
        ("On Saturday Grandma was 80.", "milestone|turned 80|grandma"),
        ("On Sunday my son was five years old.", "milestone|turned 5|son"),
        ("Anna rang: she turned 40 today.", "milestone|turned 40|anna"),
        ("I heard that my sister is pregnant.", "milestone|pregnancy|sister"),
        ("The doctor who called said my mum was diagnosed with cancer.",
         "milestone|diagnosis|mum"),
        ("Danced with my cousin who got married on Saturday.", "milestone|wedding|cousin"),
        ("My sister said she is expecting.", "milestone|pregnancy|sister"),
        ("My sister is expecting her second child.", "milestone|pregnancy|sister"),
        ("Job offer accepted.", "milestone|new job|user"),
        ("Offer signed, I start as a nurse in May.", "milestone|new job|user"),
        ("My notice is on her desk.", "milestone|quit job|user"),
        ("My diploma is in my hands.", "milestone|graduation|user"),
    ],
)  # fmt: skip
def test_a_frame_tells_what_it_is_and_whose(reader: SpacyReader, text: str, slot: str) -> None:
    (one,) = told_of(reader, text)
    assert one.kind is MemoryKind.MILESTONE
    assert one.slot == slot


@pytest.mark.parametrize(
    ("text", "slot", "stands"),
    [
        ("I gave up on learning Polish.", "focus|polish", "dropped"),
        ("I gave up on the novel.", "focus|novel", "dropped"),
        ("I gave up training for the marathon.", "focus|marathon", "dropped"),
        ("I've decided to stop going to the pottery course.", "focus|pottery course", "dropped"),
        ("I don't go to pottery any more.", "focus|pottery", "dropped"),
        ("The job search is over, and tomorrow I sleep.", "focus|job", "done"),
        ("I finished writing the family history tonight.", "focus|family history", "done"),
        ("I'm restoring a Victorian sideboard for my sister.", "focus|victorian sideboard", "on"),
        ("Still working on the migration off the old billing system.", "focus|migration", "on"),
    ],
)  # fmt: skip
def test_a_frame_tells_how_a_focus_stands(
    reader: SpacyReader, text: str, slot: str, stands: str
) -> None:
    (one,) = told_of(reader, text)
    assert (one.slot, one.value) == (slot, stands)


@pytest.mark.parametrize(
    "text",
    [
        "Tomorrow Jonas turns 40.", "Jonas will be 40 next month.", "Turned 40 pages before bed.",
        "Mia is now five minutes late.", "Planning Dad's 70th birthday.",
        "My brother would have turned 40 this year.", "Sam almost broke off the engagement.",
        "My colleague's cousin got married at the weekend.", "My parents are divorced.",
        "In the book, Anna breaks off the engagement and moves to Rome.",
        "I dreamt that we moved into a castle.", "Adele got divorced again, says the paper.",
        "I gave up on sleep at four and made tea.", "I gave up on the film after twenty minutes.",
        "I let the dog go.", "I left the choir practice early.", "No more coffee for me today.",
        "My brother's out, so I have the house to myself.", "I finished writing the shopping list.",
        "Dad got the all-clear to go inside the museum.", "Keys to the flat lost again, great.",
        "I passed Tom the test tube.", "Mum is expecting a parcel.", "Dad's operation is next May.",
        "I dumped Anna's old clothes at the tip.", "Sara moved into the lead after the third lap.",
        "I turned 30 emails into tasks today.", "Emma turned 18 pages today.",
        "Today he turned 40, my boss that is.", "On Saturday she was 80, our old neighbour.",
        "Yesterday he turned fifty and the whole team sang.",
        "Yesterday she was nine, then ten minutes late.",
        "On Monday I was two, on Tuesday three minutes late.",
        "A friend of my mum was diagnosed with cancer.", "A colleague of my sister is pregnant.",
        "The boyfriend of my sister got sacked.", "A guy who works with my brother got fired.",
        "The doctor who treated my mum retired yesterday.",
        "The nurse who looked after my sister is pregnant.",
        "The mother of Tom was operated on yesterday.",
        "My mum said she is expecting us at six.", "Dad told me he is expecting visitors.",
        "Anna wrote that she's expecting a parcel from me.",
        "Anna is expecting two visitors.", "The landlord called: offer accepted.",
        "The offer is signed, the builders start on the new roof in May.",
        "I signed a contract with Vodafone.", "Offer accepted on eBay.",
        "I got the offer from Telekom for faster internet.", "The notice is in the hall.",
        "Notice sent to Vodafone.", "Notice given to the landlord.",
        "My driving licence is in my bag.", "The birth certificate is in my hand.",
    ],
)  # fmt: skip
def test_what_only_looks_like_it_tells_nothing(reader: SpacyReader, text: str) -> None:
    assert told_of(reader, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Little Emma fell asleep on my arm and I had to put her down.",
        "The guitar was out of tune, I had to put it down.",
        "My daughter's test was positive, so no school this week.",
        "My results were clear: I am an introvert.",
        "My results came back negative, no strep throat.",
        "My husband came home from the hospital at eight, he's a nurse there, night shift.",
        "My wife got home from the clinic late again, she works too much.",
        "My sister lost her baby weight.", "My sister lost the baby monitor.",
        "My aunt lost the twins in the supermarket for ten minutes.",
        "My dad had a heart operation planned for May.",
    ],
)  # fmt: skip
def test_an_everyday_use_of_the_same_words_is_no_turn_of_health(
    reader: SpacyReader, text: str
) -> None:
    assert told_of(reader, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I was scared that my mum had a stroke, but it was only a migraine.",
        "The doctors ruled out that my dad had a stroke.",
        "I thought Anna got fired, luckily it was a misunderstanding.",
        "I was worried my brother was in a car accident.",
        "Had my brother passed his exam, we would be in Rome.",
        "Mum thinks Anna is pregnant.", "I don't believe Anna got fired.",
        "I thought my brother passed his driving test.",
    ],
)  # fmt: skip
def test_what_was_only_thought_or_feared_is_not_told(reader: SpacyReader, text: str) -> None:
    assert told_of(reader, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I broke up with sugar last week.", "Broke up with Netflix today.",
        "I ended it with her, my piano teacher.",
        "My brother retired early last night with a headache.",
        "My wife's last day at work before the holidays.",
        "Lisa bought a flat white.", "Mum bought the house red.", "My sister sold the house wine.",
        "My sister moved into her hotel room yesterday.", "Tom moved to Accounting this week.",
        "I gave up on the laundry now.", "We gave up on the lasagne and ordered pizza.",
        "Gave up on breakfast.", "No more parking for us.",
    ],
)  # fmt: skip
def test_what_is_left_or_bought_in_passing_is_no_part_of_a_life(
    reader: SpacyReader, text: str
) -> None:
    assert told_of(reader, text) == []


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("We had to put him down on Friday, our old dog.", "milestone|pet's death|user"),
        ("The vet said she was in pain, so we had to put her down.", "milestone|pet's death|user"),
        ("The scan results were clear.", "milestone|all-clear|user"),
        ("My husband came home from the hospital on Friday.", "milestone|release|husband"),
        ("My aunt lost the twins.", "milestone|miscarriage|aunt"),
        ("My dad had a heart operation on Monday.", "milestone|heart operation|dad"),
        ("I think I passed my driving test!", "milestone|licence|user"),
        ("I can't believe my sister is pregnant!", "milestone|pregnancy|sister"),
        ("I was so worried. My mum had a stroke on Monday.", "milestone|stroke|mum"),
        ("I broke up with Tom last week.", "milestone|separation|user"),
        ("I ended it with Lisa yesterday.", "milestone|separation|user"),
        ("My sister retired last Friday.", "milestone|retirement|sister"),
        ("My wife's last day at work, forty years!", "milestone|retirement|wife"),
        ("My sister bought a house last week.", "milestone|house|sister"),
        ("Mum and Dad sold the house to a young family.", "milestone|sold house|mum"),
        ("Tom moved to Quedlinburg last week.", "milestone|move to quedlinburg|tom"),
        ("I gave up on knitting.", "focus|knitting"),
        ("No more choir for me.", "focus|choir"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_life_in_the_same_words_is_told(
    reader: SpacyReader, text: str, slot: str
) -> None:
    (one,) = told_of(reader, text)
    assert one.slot == slot


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Anna's test was positive for lupus.", "was diagnosed with lupus"),
        ("Dad's biopsy was malignant.", "was diagnosed with cancer"),
    ],
)  # fmt: skip
def test_a_diagnosis_names_its_illness(reader: SpacyReader, text: str, told: str) -> None:
    assert any(told in one.text for one in told_of(reader, text))


@pytest.mark.parametrize(
    ("words", "age"),
    [("40", "40"), ("70th", "70"), ("thirty-fifth", "35"), ("ninetieth", "90"), ("five", "5"),
     ("twelfth", "12"), ("nineteenth", "19")],
)  # fmt: skip
def test_an_age_is_told_in_figures(words: str, age: str) -> None:
    assert age_told(words) == age


def test_every_frame_can_be_looked_for_by_a_word() -> None:
    assert all(one.words for one in idioms())
