"""Text that is given to be worked on tells nothing of the user; what they tell themselves does."""

from __future__ import annotations

import time
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.given_text import blank_given, given_spans
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

GIVEN = r"""
Fix the grammar: I has got married last week. I got married.
Translate into German: I quit my job.
Summarize this: I moved to Bath and adopted a cat.
Proofread the following text:\n\nI have two daughters and live in Leeds.
Can you rewrite this email in a formal tone: I quit my job on Monday.
Please correct this sentence: I have two brothers.
Rephrase: I lost my job.
Paraphrase this paragraph - I grew up in Oslo.
Continue this story: I married a sailor.
Make this sound more polite: I hate my job.
Turn this into a poem: I got engaged yesterday.
Hey ARIA, could you please translate this to French: I am pregnant.
Summarise the following article in three bullets.\n\nI quit my job at the bank.
Translate I quit my job into Spanish
I got married last week. Fix the grammar please.
I am pregnant and moved to Rome.\n\nTranslate the above into Italian.
Is this sentence correct: I got a new job
I need help with my English. Please correct this: I got married.
tl;dr this: I moved to Berlin.
Reply to this message: I got married last week, can you come?
Translate to german\nI got married yesterday
Convert to past tense: I quit my job.
Give me feedback on this poem:\nMy mother died in spring.
Here is an email from the bank, summarize it: I moved to Spain.
I need a summary of the text below.\n\nI grew up in a village near Turin.
Complete this sentence: I got married because
Here's my draft, please proofread: I quit my job in May.
Make the following more concise: I have been diagnosed with diabetes.
Would you mind translating this: I quit my job.
Proofread the following paragraph.\n\nI quit my job.
I got married last week.\nCorrect this sentence please.
Is this sentence correct?\nI got married last week.
Correct this sentence: I don't live in Ulm, I live in Bremen.
Turn these notes into an email: I quit my job.
"""
"""Turns of which nothing is learned, though their last words would tell something."""

OWN = r"""
Fix the door: done. I got married last week.
Translate the contract: done. I got married last week.
Note to self: I got married last week.
Summary of my day: I got married last week.
Summarize this week. I got married last week.
I fixed the grammar of my thesis. I got married last week.
I finished the translation: it took a week. I got married last week.
Check this out: I got married last week.
Write this down: I got married last week.
Here is the news: I got married last week.
Continue the course: I got married last week.
Can you fix the grammar in my essay later? I got married last week.
My teacher corrected this sentence in class. I got married last week.
To complete this story: I got married last week.
Translate to German: I quit my job. By the way, I got married last week.
Correct this: "I has a dog". I got married last week.
"""
"""Turns whose last words are the user's own."""

NOT_GIVEN = r"""
Summarize my week: I got married last week.
Correct: I got married last week.
Explain this: I got married last week.
Answer the email: told them that I got married last week.
Turn the page: I moved to Rome.
Improve my life: I quit smoking.
Correction: I got married in May, not in June.
I wrote a letter to my sister: she is pregnant.
I lost my dad in May. Help me write the speech.
I lost my dad in May. Let's continue the previous conversation.
I lost my dad in May. Please improve this letter.
I broke up with Tom yesterday. I can't sleep. Can you write the letter to him?
I got the job at Siemens today and I am so happy. Now help me to improve my English.
I am allergic to nuts. Put that statement into your memory.
My sister is called Anna. Correct that answer please.
I was at the doctor today, he says I have diabetes. Explain the words in simple English.
I broke my arm. Fix the lamp above my bed.
Correct this: I don't live in Ulm, I live in Bremen.
Please correct this: I no longer live in Ulm.
Fix this: my sister is called Anna, not Anne.
Rephrase: I don't hate my job, I hate my boss Anna.
Put this note in your memory: my sister is called Anna.
Turn this into a memory: my dog is called Rex.
Summarize this in my diary: I quit my job.
Fixing my CV: I lost my job at Siemens last week.
Improving my English: I now take lessons with Anna every Monday.
Translating for my mother: she only speaks Polish and lives in Ulm.
Proofreading this letter: I cried all the time.
Rate this story: I fell off my bike and broke my arm.
Are these words too harsh? My mother Clara was crying.
Is this correct? I thought my appointment with Dr Weber is on Friday.
TL;DR: I got the job at Siemens.
"""


def read(reader: SpacyReader, text: str, form: EntryForm = EntryForm.TURN) -> Reading:
    (reading,) = reader.read_batch([ReadRequest(text, date(2026, 11, 25), form)])
    return reading


@pytest.mark.parametrize("text", GIVEN.strip().splitlines())
def test_what_is_given_to_be_worked_on_tells_nothing(reader: SpacyReader, text: str) -> None:
    reading = read(reader, text.replace("\\n", "\n"))

    assert reading.memories == ()
    assert reading.assertions == ()


@pytest.mark.parametrize("text", OWN.strip().splitlines())
def test_what_the_user_tells_beside_is_learned(reader: SpacyReader, text: str) -> None:
    found = [one.text for one in read(reader, text).memories]

    assert "The user got married in the week of 16 November 2026." in found
    assert "The user quit their job." not in found


@pytest.mark.parametrize("text", NOT_GIVEN.strip().splitlines())
def test_what_only_looks_like_an_order_gives_nothing(text: str) -> None:
    assert given_spans(text) == ()


def test_an_entry_is_given_to_nobody(reader: SpacyReader) -> None:
    reading = read(reader, "Summarize this: I quit my job.", EntryForm.JOURNAL)

    assert [one.text for one in reading.memories] == ["The user quit their job."]


def test_what_is_given_is_told_to_be_somebody_elses(reader: SpacyReader) -> None:
    text = "Translate into German: I quit my job."

    assert read(reader, text).foreign == ((23, 36),)
    assert given_spans(text) == ((23, 37),)


@given(st.text("ab .:\n\"'?", max_size=60), st.sampled_from(["", "Translate this: ", "Fix it: "]))
def test_nothing_but_letters_is_taken_out(text: str, order: str) -> None:
    said = order + text
    blanked = blank_given(said)

    assert len(blanked) == len(said)
    assert all(a in {b, " "} for a, b in zip(blanked, said, strict=True))


@pytest.mark.parametrize(
    "piece",
    ["translate this ", "please, ", "a\n", "translate i ", "fix the ", "German ", "here is ", "'("],
)
def test_a_long_turn_is_looked_at_at_once(piece: str) -> None:
    began = time.process_time()
    given_spans(piece * (1_000_000 // len(piece)))

    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "translate " + "\n" * 20_000,
        "translate this: a a a a a . " + "\n" * 20_000,
        "translate " + ">\n" * 10_000,
        "translate " + "- \n" * 10_000,
        "translate " + " " * 20_000,
        "here is " + "\n" * 20_000 + "translate",
        "translate this: a b. " * 2_000,
    ],
)
def test_breaks_of_lines_are_not_tried_again_and_again(text: str) -> None:
    began = time.process_time()
    given_spans(text)

    assert time.process_time() - began < 2


def test_only_so_many_orders_are_looked_at() -> None:
    assert len(given_spans('Correct this: "I has it".\n' * 100)) == 20
