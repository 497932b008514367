"""What the user does not want remembered, told by their own words."""

from __future__ import annotations

import pytest

from graph_aria.domain.admission import Setting, Why, admit
from graph_aria.domain.memories import Category, Learned, MemoryCandidate, MemoryKind
from graph_aria.domain.unwanted import is_unwanted, unwanted_spans

ASKED = (
    "I love jazz. Don't remember that.",
    "Don't remember this: I am diabetic.",
    "Please do not save this. I love tennis.",
    "I love golf. Please forget I said that.",
    "Keep this between us: I am pregnant.",
    "Off the record: I hate my sister Anna.",
    "Off the record, I hate my sister Anna.",
    "Between us, I am in love with Tom.",
    "I am pregnant, but please don't remember that.",
    "I am pregnant. It is Tom's. Don't save it.",
    "I don't want you to remember this. I am gay.",
    "This stays between us. I am gay.",
    "I am gay - this is strictly between you and me.",
    "ARIA, never store this - I am HIV positive.",
    "I'd rather you didn't remember that I am diabetic.",
    "Don't remember that I am diabetic.",
    "You don't need to remember this, I love tea.",
    "No need to save this: I love tea.",
    "I love tea. This is not to be remembered.",
    "I love tea. dont remember this pls",
    "I love tea (don't save this).",
    "I like tea. Actually, forget that.",
    "My name is Bo. Pretend I never said that.",
    "Please don't keep this in your memory. I like tea.",
    "Can you please not remember this? I like tea.",
    "Don't tell anyone, but I am pregnant.",
    "I'm pregnant. Let's keep that between us.",
    "Please don't write this down: I like tea.",
    "I like tea. Do not remember any of this.",
    "What I say now is off the record. I like tea.",
    "I would prefer that you not save this. I like tea.",
)
NOT_ASKED = (
    "I don't remember his name.",
    "I can't remember where I live.",
    "Remember that I love jazz.",
    'She told me, "Don\'t remember this." I love tea.',
    "They don't remember that. I love tea.",
    "I never remember birthdays. I love tea.",
    "We keep it between us girls. I love tea.",
    "He told me off the record that I am fired.",
    "I always forget that. I love tea.",
    "I will never forget that day. I love tea.",
    "Don't forget that I love tea.",
    "I try not to remember that day. I love tea.",
    "I do not want to forget this. I love tea.",
    "There is a secret between us. I love tea.",
    "I don't remember that he said this. I love tea.",
    "I couldn't save it. I love tea.",
    "Do you remember that? I love tea.",
    "I wish I didn't remember it. I love tea.",
    "And I don't remember this at all. I love tea.",
    "I told him not to keep it. I love tea.",
    "The distance between us grows. I love tea.",
    "I didn't note it down. I love tea.",
    "Don't you remember? I love tea.",
    "We can't keep this. I love tea.",
    "If you don't remember that, fine. I love tea.",
)
PARTS = (
    ("I live in Oslo. I love jazz. Don't remember that.", "I love jazz. Don't remember that."),
    (
        "I like tea.\n\nOff the record: I hate Anna.\nShe stole.\n\nI like Oslo.",
        "Off the record: I hate Anna.\nShe stole.",
    ),
    (
        "I like tea. I am pregnant. It is Tom's. Forget I said that.",
        "I am pregnant. It is Tom's. Forget I said that.",
    ),
    (
        "I like tea. I am pregnant, but please don't remember that.",
        "I am pregnant, but please don't remember that.",
    ),
    (
        "I like tea. Please do not save this. I love tennis.",
        "I like tea. Please do not save this. I love tennis.",
    ),
)


@pytest.mark.parametrize("text", ASKED)
def test_what_is_told_so_is_meant(text: str) -> None:
    ((start, end),) = unwanted_spans(text)
    assert text[start:end].strip() == text


@pytest.mark.parametrize("text", NOT_ASKED)
def test_what_only_speaks_of_remembering_asks_for_nothing(text: str) -> None:
    assert unwanted_spans(text) == ()


@pytest.mark.parametrize(("text", "meant"), PARTS)
def test_only_what_is_meant_is_left_out(text: str, meant: str) -> None:
    ((start, end),) = unwanted_spans(text)
    assert text[start:end].strip() == meant


def test_whoever_reads_it_is_refused() -> None:
    text = "Off the record: I hate golf."
    said = MemoryCandidate(
        text="The user hates golf.",
        kind=MemoryKind.PREFERENCE,
        category=Category.INTERESTS,
        confidence=0.9,
        importance=0.9,
        start=16,
        end=28,
        rule="model",
        learned=Learned.SAID,
    )
    assert is_unwanted(said.start, said.end, text)
    assert admit(said, text, Setting()).why is Why.UNWANTED
    assert admit(said, text, Setting(by_hand=True)).why is not Why.UNWANTED
