"""Feelings: which, how strong, denied, whose, and what brings them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.reading import EntryForm
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from tests.unit.adapters.language.conftest import Read


@pytest.mark.parametrize(
    ("text", "name", "intensity"),
    [
        ("I am anxious.", "anxiety", 3),
        ("I'm a bit anxious.", "anxiety", 2),
        ("Slightly worried tonight.", "anxiety", 2),
        ("I am so anxious.", "anxiety", 4),
        ("I was really very sad.", "sadness", 4),
        ("I'm extremely sad.", "sadness", 5),
        ("I was terrified.", "fear", 5),
        ("sooo happy", "happiness", 4),
        ("I feel tired.", "tiredness", 3),
        ("I felt a huge relief.", "relief", 4),
        ("That made my day.", "happiness", 3),
        ("I can't wait for Friday.", "excitement", 4),
        ("I was over the moon.", "excitement", 4),
        ("What a day 😢", "sadness", 3),
        ("I'm knackered.", "exhaustion", 4),
        ("The meeting was frustrating.", "frustration", 3),
        ("I have never been so happy.", "happiness", 4),
        ("I haven't been this happy in years.", "happiness", 3),
        ("I cried all evening.", "sadness", 3),
        ("I am less anxious now.", "anxiety", 2),
    ],
)
def test_names_the_feeling_and_its_strength(
    read: Read, text: str, name: str, intensity: int
) -> None:
    assert (name, intensity) in read(text).feelings()


@pytest.mark.parametrize(
    "text",
    [
        "I feel down.",
        "I'm not ok",
        "im not ok",
        "feeling really low",
        "rlly down",
        "I've been so down lately.",
        "I am not okay today.",
        "I'm not fine.",
        "I don't feel well.",
        "I'm not doing great.",
        "not great today",
        "I don't think I'm okay.",
        "I feel terrible haha",
        "I'm so sad lol",
        "I cried all day. lol",
    ],
)
def test_low_spirits_are_sadness_and_nothing_pleasant(read: Read, text: str) -> None:
    seen = read(text)
    assert {name for name, _ in seen.feelings()} == {"sadness"}
    assert not any(one.negated for one in seen.reading.mentions)
    assert not seen.named(Kind.THING)


@pytest.mark.parametrize(
    "text",
    [
        "I went down to the shop.",
        "I'm down for pizza.",
        "The server is down.",
        "I'm down 5 kg.",
        "It's not ok that he left.",
        "The food was not great.",
        "I'm not fine with it.",
        "I'm not good at maths.",
        "She is not ok.",
        "I'm ok.",
        "If I'm not ok I will call.",
        "Am I not ok?",
        "I'm not only fine.",
    ],
)
def test_what_is_no_low_spirits(read: Read, text: str) -> None:
    assert "sadness" not in {name for name, _ in read(text).feelings()}


@pytest.mark.parametrize("text", ["lol", "haha", "That was fun lol", "not sad lol"])
def test_a_laugh_counts_where_nothing_unpleasant_is_felt(read: Read, text: str) -> None:
    assert {name for name, _ in read(text).feelings()} == {"amusement"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I'm not anxious any more.", "anxiety"),
        ("Not anxious anymore.", "anxiety"),
        ("I am no longer sad.", "sadness"),
        ("I don't feel lonely.", "loneliness"),
        ("I wasn't even angry.", "anger"),
        ("I never felt ashamed.", "shame"),
        ("I stopped worrying about it.", "anxiety"),
        ("I spoke without fear.", "fear"),
        ("No regrets.", "regret"),
        ("I'm not proud or happy.", "happiness"),
        ("It didn't make me happy.", "happiness"),
    ],
)
def test_a_denied_feeling_says_so(read: Read, text: str, name: str) -> None:
    seen = read(text)
    assert seen.one(name).negated
    assert name not in {feeling for feeling, _ in seen.feelings()}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I'm not only sad but furious.", "sadness"),
        ("I wasn't late, I was happy.", "happiness"),
        ("I did not sleep and I'm sad.", "sadness"),
        ("I'm not proud, I'm numb.", "numbness"),
    ],
)
def test_a_denial_of_something_else_leaves_it_alone(read: Read, text: str, name: str) -> None:
    assert name in {feeling for feeling, _ in read(text).feelings()}


@pytest.mark.parametrize(
    "text",
    [
        "Sam was furious.",
        "My sister is anxious.",
        "She was so proud of herself.",
        "The news made Helen sad.",
        "He cried.",
        "Her anger was plain.",
        'He said "I am so happy about this" and left.',
        "Nora wrote:\n> I am worried about you.",
    ],
)
def test_somebody_elses_feeling_is_not_the_users(read: Read, text: str) -> None:
    seen = read(text)
    assert seen.named(Kind.EMOTION)
    assert not seen.feelings()


@pytest.mark.parametrize(
    "text",
    [
        "Tired.",
        "Nora and I cried.",
        "It was a lonely evening.",
        "My anger is back.",
        "We were happy.",
    ],
)
def test_the_user_is_who_feels_it_if_nobody_else_is_named(read: Read, text: str) -> None:
    assert read(text).feelings()


@pytest.mark.parametrize("text", ["I would be happy to help.", "If I were sad I'd say so."])
def test_a_supposed_feeling_is_none(read: Read, text: str) -> None:
    assert not read(text).feelings()


def test_contrast_gives_both(read: Read) -> None:
    names = {name for name, _ in read("I'm tired but happy.").feelings()}
    assert names == {"tiredness", "happiness"}


@pytest.mark.parametrize(
    "text",
    ["I love coffee.", "I hate Leeds in the rain.", "Love, Sam", "My blood pressure is high."],
)
def test_taste_is_no_feeling(read: Read, text: str) -> None:
    assert not read(text).named(Kind.EMOTION)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The Atlas deadline is making me anxious.", ("Atlas", "EVOKES", "anxiety")),
        ("Work makes me sad.", ("Work", "EVOKES", "sadness")),
        ("I'm worried about money.", ("Money", "EVOKES", "anxiety")),
        ("I'm so happy for Priya.", ("Priya", "EVOKES", "happiness")),
        ("I am proud of that mug.", ("Mug", "EVOKES", "pride")),
        ("Helen stressed me out.", ("Helen", "EVOKES", "stress")),
        ("The interview was exhausting.", ("Interview", "EVOKES", "exhaustion")),
        ("I was scared of the exam.", ("Exam", "EVOKES", "fear")),
        ("Meditation calms me down.", ("Meditation", "EVOKES", "calm")),
        ("I made a bowl. I'm proud of it.", ("Bowl", "EVOKES", "pride")),
        ("I felt calm after yoga.", ("Yoga", "EVOKES", "calm")),
    ],
)
def test_what_brings_a_feeling(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text).facts()


@pytest.mark.parametrize(
    "text",
    [
        "Helen made Tom anxious.",
        "Work doesn't make me sad.",
        "I was anxious in Leeds.",
        "Would work make me sad?",
    ],
)
def test_what_brings_no_feeling(read: Read, text: str) -> None:
    assert not {fact for fact in read(text).facts() if fact[1] == "EVOKES"}


def test_a_check_in_gives_its_feelings_and_their_reasons(read: Read) -> None:
    seen = read("calm, tiredness\nlong walk with Sam", EntryForm.MOOD_CHECK_IN)
    assert seen.feelings() == {("calm", 3), ("tiredness", 3)}
    assert seen.facts() == {
        (thing, "EVOKES", feeling)
        for thing in ("Long walk", "Sam")
        for feeling in ("calm", "tiredness")
    }
    assert {one.rule for one in seen.reading.mentions if one.kind is Kind.EMOTION} == {
        "checkin:feeling"
    }


@pytest.mark.parametrize("reason", ["bad sleep", "gardening", "weekend rota", "the new kitchen"])
def test_a_bare_reason_is_a_thing(read: Read, reason: str) -> None:
    assert read(f"stress\n{reason}", EntryForm.MOOD_CHECK_IN).facts()


@pytest.mark.parametrize(
    "text", ["", "\n", "\nlong walk", "calm", "calm,\n", "no such feeling\nyoga"]
)
def test_a_check_in_may_lack_a_part(read: Read, text: str) -> None:
    seen = read(text, EntryForm.MOOD_CHECK_IN)
    assert not {fact for fact in seen.all_facts() if fact[1] == "EVOKES"}


def test_a_check_in_keeps_its_feelings_if_the_reason_is_foreign(read: Read) -> None:
    seen = read("calm\nIch war heute lange im Park mit dem Hund.", EntryForm.MOOD_CHECK_IN)
    assert seen.feelings() == {("calm", 3)}
    assert seen.reading.unread == "language:de"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I couldn't believe it.", "surprise"),
        ("The news caught me off guard.", "surprise"),
        ("What he said makes no sense.", "confusion"),
        ("My boss flew off the handle and I had had enough of it.", "anger"),
        ("The whole thing is a waste of time.", "frustration"),
        ("I made a fool of myself at the party.", "embarrassment"),
        ("There was an awkward silence.", "awkwardness"),
        ("I felt uncomfortable around them.", "awkwardness"),
        ("The sight of it made me sick.", "disgust"),
        ("It was a blast from the past.", "nostalgia"),
        ("We used to play there when I was a kid.", "nostalgia"),
        ("We had a blast.", "happiness"),
        ("I felt really good afterwards.", "happiness"),
        ("I nailed it.", "pride"),
        ("All that training paid off.", "satisfaction"),
        ("I am green with envy.", "envy"),
        ("The afternoon dragged on.", "boredom"),
        ("I was on pins and needles.", "anxiety"),
        ("I have too much on my plate.", "overwhelm"),
        ("I breathed a sigh of relief.", "relief"),
        ("What a day 🥺", "sadness"),
        ("Graduation 🎓", "pride"),
        ("I'm stoked.", "excitement"),
        ("I hate myself for it.", "shame"),
    ],
)
def test_idioms_slang_and_emoji(read: Read, text: str, name: str) -> None:
    assert name in {found for found, _ in read(text).feelings()}


@pytest.mark.parametrize(
    "text",
    [
        "I was not uncomfortable at all.",
        "I have never been bored there.",
        "I don't feel insecure any more.",
        "Nora was on pins and needles.",
        "Tom hit the roof.",
        "The chair is comfortable and the sofa isn't.",
        "The house is bold and blue.",
    ],
)
def test_what_is_denied_or_another_s_is_not_the_users(read: Read, text: str) -> None:
    assert not {
        one.name
        for one in read(text).reading.mentions
        if one.kind is Kind.EMOTION and one.of_user and not one.negated and one.named
    }  # fmt: skip
