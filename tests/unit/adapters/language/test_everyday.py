"""What fills the days: work, sleep, belongings, aims, what one does without, and its feelings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from tests.unit.adapters.language.conftest import Read


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I had a long day at work.", ("user", "DOES", "Work")),
        ("I got a good night's sleep.", ("user", "DOES", "Sleep")),
        ("I slept well.", ("user", "DOES", "Sleep")),
        ("I finally managed to fit in a workout.", ("user", "DOES", "Workout")),
        ("I was hanging out with my friends.", ("user", "DOES", "Hanging out")),
        ("The hike was lovely.", ("user", "DOES", "Hiking")),
        ("We had a fine time watching TV.", ("user", "DOES", "Watching TV")),
        ("I decided to work out before bed.", ("user", "DOES", "Workout")),
        ("I've been playing the cello again.", ("user", "DOES", "Cello")),
        ("I no longer drink coffee.", ("user", "AVOIDS", "Coffee")),
        ("I don't eat meat any more.", ("user", "AVOIDS", "Meat")),
        (
            "No alcohol for me since January, it wrecked my sleep.",
            ("user", "AVOIDS", "Alcohol"),
        ),
        (
            "No alcohol for me since January, it wrecked my sleep.",
            ("Alcohol", "WORSENS", "Sleep"),
        ),
        ("I'm allergic to peanuts.", ("user", "HAS_CONDITION", "Peanut allergy")),
        ("I'm allergic to peanuts.", ("user", "AVOIDS", "Peanuts")),
        ("My son is allergic to cats.", ("son", "HAS_CONDITION", "Cat allergy")),
        ("I want to write a novel next year.", ("user", "WANTS", "Novel")),
        ("I'm planning to apply for the residency.", ("user", "PLANS", "Residency")),
        ("I cannot wait until my vacation.", ("user", "WANTS", "Vacation")),
        ("We bought a new couch.", ("user", "OWNS", "Couch")),
        ("My car broke down.", ("user", "OWNS", "Car")),
        ("Since I started therapy I sleep better.", ("Therapy", "SUPPORTS", "Sleep")),
        ("Sleep gives me energy.", ("Sleep", "SUPPORTS", "Energy")),
        ("Reading before bed calms me down.", ("Reading", "EVOKES", "calm")),
        (
            "I played basketball with my son yesterday and felt great.",
            ("Basketball", "EVOKES", "happiness"),
        ),
        ("My boss yelled at me and I felt humiliated.", ("boss", "EVOKES", "embarrassment")),
        ("I was upset that my friend cancelled.", ("friend", "EVOKES", "sadness")),
        ("I went for a walk. It was peaceful.", ("Walking", "EVOKES", "calm")),
        ("We went bowling. It was so much fun.", ("user", "LIKES", "Bowling")),
        ("We went hiking in the Dolomites.", ("user", "VISITED", "Dolomites")),
        (
            "We met Paul and his wife Marie at the library.",
            ("Paul", "PARTNER_OF", "Marie"),
        ),
    ],
)
def test_what_is_read(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text).facts()


@pytest.mark.parametrize(
    "text",
    [
        "I couldn't sleep.",
        "I need to work on my temper.",
        "There was talk about work.",
        "She sold the piano.",
        "If I had time for yoga, I would go.",
        "Yoga was cancelled.",
        "I love the smell of pottery.",
    ],
)
def test_what_is_not_done(read: Read, text: str) -> None:
    assert not [fact for fact in read(text).facts() if fact[:2] == ("user", "DOES")]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I stopped seeing my therapist.", ("user", "KNOWS", "therapist")),
        ("I miss living in Boulder.", ("user", "LIVES_IN", "Boulder")),
        ("We broke up, Jonas and I.", ("user", "PARTNER_OF", "Jonas")),
    ],
)
def test_what_is_over(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert (*fact, "asserted", True) in read(text).all_facts()


def test_nobody_is_called_i(read: Read) -> None:
    kinds = {one.name: one.kind for one in read("We broke up, Jonas and I.").reading.mentions}
    assert kinds.get("Jonas") is Kind.PERSON
    assert "I." not in kinds


@pytest.mark.parametrize(
    ("text", "denied", "felt"),
    [
        ("not anxious any more, just tired but happy", "anxiety", "tiredness"),
        ("I'm no longer worried, simply relieved.", "anxiety", "relief"),
        ("I'm not angry anymore, sad.", "anger", "sadness"),
    ],
)
def test_a_denial_ends_where_the_clause_turns(
    read: Read, text: str, denied: str, felt: str
) -> None:
    feelings = {one.name: one.negated for one in read(text).reading.mentions}
    assert feelings[denied]
    assert not feelings[felt]


@pytest.mark.parametrize(
    "text", ["The kids are thrilled.", "The dog was scared of the storm.", "The team was upset."]
)
def test_what_others_feel_is_not_the_users(read: Read, text: str) -> None:
    feelings = [one for one in read(text).reading.mentions if one.kind is Kind.EMOTION]
    assert feelings
    assert not any(one.of_user for one in feelings)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("kids were a handful, husband was no help at all", "kids"),
        ("kids were a handful, husband was no help at all", "husband"),
        ("Had dinner with family.", "family"),
    ],
)
def test_a_note_names_ones_own_people_without_my(read: Read, text: str, role: str) -> None:
    assert role in {one.role for one in read(text).reading.mentions}
