"""Facts about a user: what says the same is told from what only lies close."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.claims import claim_of
from graph_aria.domain.guard import Agreement, Verdict, compare
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.sameness import Sameness, decide

LIKENESS: Final = Likeness(same=0.92, review=0.80)

DIFFERENT: Final = (
    ("I sleep well.", "I don't sleep well."),
    ("The user's sister lives in Oslo.", "The user's brother lives in Oslo."),
    ("The user drinks 3 cups of coffee a day.", "The user drinks 4 cups of coffee a day."),
    ("Tom helped Ann.", "Ann helped Tom."),
    ("The user used to smoke.", "The user still smokes."),
    ("The user used to smoke.", "The user smokes."),
    ("The user can swim.", "The user can't swim."),
    ("The user likes jazz.", "The user dislikes jazz."),
    ("The user runs before breakfast.", "The user runs after breakfast."),
    ("All of the user's friends are vegetarians.", "Some of the user's friends are vegetarians."),
    ("All of the user's friends are vegetarians.", "None of the user's friends are vegetarians."),
    ("Coffee after lunch helps me focus.", "Coffee after lunch doesn't help me focus."),
    ("I prefer trains to planes.", "I prefer planes to trains."),
    ("I love my morning swim.", "I hate my morning swim."),
    ("I have a twin sister.", "My mother has a twin sister."),
    ("The user lives in Oslo.", "The user lived in Oslo."),
    ("The user lives in Oslo.", "The user lives in Bergen."),
    ("The user was born in 1985.", "The user was born in 1986."),
    ("The user wakes up at seven.", "The user wakes up at eight."),
    ("The user wakes up at 7.", "The user wakes up at 8."),
    ("The user is married.", "The user is unmarried."),
    ("The user is happy with the job.", "The user is unhappy with the job."),
    ("The user is allergic to peanuts.", "The user is allergic to walnuts."),
    ("The user is allergic to peanuts.", "The user is not allergic to peanuts."),
    ("The user's mother is ill.", "The user's father is ill."),
    ("The user wants to move to Boulder.", "The user moved to Boulder."),
    ("The user might move to Boulder.", "The user will move to Boulder."),
    ("The user owes Tom money.", "Tom owes the user money."),
    ("The user lent Tom money.", "The user borrowed money from Tom."),
    ("The user's boss Nora praised Tom.", "The user's boss Tom praised Nora."),
    ("The user always eats breakfast.", "The user never eats breakfast."),
    ("The user often eats breakfast.", "The user rarely eats breakfast."),
    ("The user takes 20 mg of sertraline.", "The user takes 50 mg of sertraline."),
    ("The user's birthday is on 3 March.", "The user's birthday is on 3 May."),
    ("The user goes to the gym on Mondays.", "The user goes to the gym on Tuesdays."),
    ("The user stopped drinking coffee.", "The user started drinking coffee."),
    ("The user stopped drinking coffee.", "The user drinks coffee."),
    ("The user has no children.", "The user has children."),
    ("The user has two cats.", "The user has a cat."),
    ("The user works without music.", "The user works with music."),
    ("The user left the company.", "The user joined the company."),
    ("Nobody in the family smokes.", "Everybody in the family smokes."),
    ("The user told Ann that Tom is sick.", "Tom told Ann that the user is sick."),
    ("The user is afraid of big dogs.", "The user is afraid of dogs."),
    ("The user is taller than Tom.", "Tom is taller than the user."),
    ("The user is older than her sister.", "The user is younger than her sister."),
    ("The user's son is called Max.", "The user's son is called Leo."),
    ("The user drinks black coffee.", "The user drinks white coffee."),
    ("The user thinks that Ann is right.", "Ann is right."),
    ("If it rains, the user stays home.", "The user stays home."),
    ("The user failed the driving test.", "The user passed the driving test."),
    ("The user's older brother is a doctor.", "The user's younger brother is a doctor."),
    ("The user's brother's wife is ill.", "The user's wife's brother is ill."),
    ("The user sold the car to Ann.", "The user bought the car from Ann."),
    ("The user gave Ann a book.", "Ann gave the user a book."),
    ("The user doesn't eat meat.", "The user doesn't eat red meat."),
    ("The user hardly sleeps.", "The user sleeps."),
    ("The user would like to live in Paris.", "The user lives in Paris."),
    ("The user has lived in Paris.", "The user lives in Paris."),
    ("The user hates that Ann smokes.", "Ann hates that the user smokes."),
    ("The user was fired.", "The user fired somebody."),
    ("The user's dog bit the neighbour.", "The neighbour bit the user's dog."),
    ("The user moved from Oslo to Bergen.", "The user moved from Bergen to Oslo."),
    ("The user did not forget the birthday.", "The user forgot the birthday."),
    ("The user plans to quit the job.", "The user quit the job."),
    ("The user eats meat.", "The user eats only fish."),
    ("The user is a vegetarian.", "The user is not a vegetarian any more."),
    ("The user trusts her manager.", "The user distrusts her manager."),
    ("The user's daughter plays the violin.", "The user's son plays the violin."),
    ("The user runs every day.", "The user runs every week."),
    ("The user drinks tea in the morning.", "The user drinks tea in the evening."),
    ("The user loves Ann.", "Ann loves the user."),
    ("The user's first language is German.", "The user's second language is German."),
    ("The user's left knee hurts.", "The user's right knee hurts."),
    ("The user sleeps eight hours.", "The user sleeps six hours."),
    ("The user met Ann at work.", "The user met Anna at work."),
    ("The user is learning to drive.", "The user is teaching to drive."),
    (
        "The user didn't lock the door because Ann was home.",
        "The user locked the door because Ann wasn't home.",
    ),
    ("Ann isn't coming and Tom is.", "Ann is coming and Tom isn't."),
    ("The user has two dogs and three cats.", "The user has three dogs and two cats."),
    ("The user is a doctor.", "The user has a doctor."),
    ("The user is at home.", "The user is away from home."),
    ("The user's ex husband lives in Rome.", "The user's husband lives in Rome."),
    ("The user's dog is a labrador.", "The user's dog is a poodle."),
)
SAME: Final = (
    ("The user lives in Oslo.", "The user is living in Oslo."),
    ("The user's sister lives in Oslo.", "The user's sister resides in Oslo."),
    ("Tom helped Ann.", "Ann was helped by Tom."),
    ("A guitar is being played by a man.", "The man is playing a guitar."),
    ("The user quit smoking.", "The user gave up smoking."),
    ("The user's mum is a nurse.", "The user's mother is a nurse."),
    ("The user's boss is called Nora.", "The user's manager is called Nora."),
    ("The user has two cats.", "The user owns 2 cats."),
    ("The user likes jazz.", "The user enjoys jazz."),
    ("The user is very tired.", "The user is tired."),
    ("The user runs every morning.", "The user jogs every morning."),
    ("The user bought a bike.", "The user purchased a bicycle."),
    ("The user doesn't eat meat.", "The user does not eat meat."),
    ("The user never eats meat.", "The user doesn't ever eat meat."),
    ("The user moved to Oslo in 2018.", "In 2018 the user moved to Oslo."),
    ("The user gave Ann a book.", "The user gave a book to Ann."),
    ("The user has a dog that is small.", "The user has a little dog."),
    ("The steps are made of stone.", "The steps are made of stone"),
    ("A man wearing a red hat is talking to a girl.", "The man in a red hat speaks with the girl."),
    ("Nobody is singing.", "Nobody sings."),
    ("A group of men is fighting.", "Some men are fighting."),
)


def verdict(reader: SpacyReader, one: str, other: str) -> Verdict:
    first, second = reader.parse_sentences([one, other])
    return compare(claim_of(first), claim_of(second))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_is_never_the_same_however_close(
    reader: SpacyReader, one: str, other: str
) -> None:
    first, second = reader.parse_sentences([one, other])
    assert decide(1.0, first, second, LIKENESS).sameness is not Sameness.SAME
    assert decide(1.0, second, first, LIKENESS).sameness is not Sameness.SAME


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_the_same_agrees(reader: SpacyReader, one: str, other: str) -> None:
    assert verdict(reader, one, other).agreement in {Agreement.EQUAL, Agreement.CLOSE}


@pytest.mark.parametrize(
    ("one", "other", "fuller"),
    [
        ("The user has a black cat.", "The user has a cat.", 0),
        ("The user has a cat.", "The user has a black cat.", 1),
        ("A man is quickly eating a steak.", "A man is eating meat.", 0),
        ("The user plays chess.", "The user plays chess.", None),
    ],
)
def test_the_fuller_one_is_named(
    reader: SpacyReader, one: str, other: str, fuller: int | None
) -> None:
    found = verdict(reader, one, other)
    assert found.agreement in {Agreement.EQUAL, Agreement.CLOSE, Agreement.FULLER}
    assert found.fuller == fuller


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("I sleep well.", "I don't sleep well.", "one denies what the other says"),
        ("I have 3 cats.", "I have 4 cats.", "numbers differ"),
        ("I met Tom.", "I met Ann.", "names differ"),
        ("Tom helped Ann.", "Ann helped Tom.", "who does what to whom differs"),
        ("My sister is ill.", "My brother is ill.", "words exclude each other"),
        ("I live in Oslo.", "I lived in Oslo.", "time or certainty differs"),
        ("I like tea.", "I like trees.", "words have no counterpart"),
        ("I drink tea.", "I drink tea at night.", "one says more"),
    ],
)
def test_a_verdict_says_why(reader: SpacyReader, one: str, other: str, reason: str) -> None:
    assert verdict(reader, one, other).reason == reason


PEOPLE: Final = ["Tom", "Ann", "Nora", "Sam", "Julia", "Peter"]
VERBS: Final = ["helped", "called", "visited", "thanked", "invited", "met"]
COUNTED: Final = ["dogs", "books", "cups of tea", "old cars", "brothers", "pills"]
DIGITS: Final = ["2", "3", "four", "five", "12", "40"]

properties = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@properties
@given(doer=st.sampled_from(PEOPLE), verb=st.sampled_from(VERBS), other=st.sampled_from(PEOPLE))
def test_people_who_change_places_are_never_the_same(
    reader: SpacyReader, doer: str, verb: str, other: str
) -> None:
    assume(doer != other)
    there = verdict(reader, f"{doer} {verb} {other}.", f"{other} {verb} {doer}.")
    assert there.agreement is Agreement.APART
    passive = verdict(reader, f"{doer} {verb} {other}.", f"{doer} was {verb} by {other}.")
    assert passive.agreement in {Agreement.APART, Agreement.OPEN}


@properties
@given(
    doer=st.sampled_from(["The user", "Tom", "The user's sister"]),
    one=st.sampled_from(DIGITS),
    other=st.sampled_from(DIGITS),
    what=st.sampled_from(COUNTED),
)
def test_another_number_is_never_the_same(
    reader: SpacyReader, doer: str, one: str, other: str, what: str
) -> None:
    assume(one != other)
    there = verdict(reader, f"{doer} has {one} {what}.", f"{doer} has {other} {what}.")
    assert there.agreement is Agreement.APART


@properties
@given(one=st.sampled_from(PEOPLE), other=st.sampled_from(PEOPLE), verb=st.sampled_from(VERBS))
def test_another_name_is_never_the_same(
    reader: SpacyReader, one: str, other: str, verb: str
) -> None:
    assume(one != other)
    there = verdict(reader, f"The user {verb} {one}.", f"The user {verb} {other}.")
    assert there.agreement in {Agreement.APART, Agreement.OPEN}


PLAIN: Final = [
    ("The user likes {}.", "The user doesn't like {}."),
    ("The user can play {}.", "The user can't play {}."),
    ("The user has a sister who teaches {}.", "The user has no sister who teaches {}."),
    ("Somebody in the family plays {}.", "Nobody in the family plays {}."),
    ("The user always practises {}.", "The user never practises {}."),
    ("The user is good at {}.", "The user is not good at {}."),
    ("The user works with {}.", "The user works without {}."),
]


@properties
@given(
    forms=st.sampled_from(PLAIN),
    what=st.sampled_from(["the piano", "chess", "loud music", "football", "the old violin"]),
    turned=st.booleans(),
)
def test_a_denial_on_either_side_is_never_the_same(
    reader: SpacyReader, forms: tuple[str, str], what: str, *, turned: bool
) -> None:
    one, other = (form.format(what) for form in (reversed(forms) if turned else forms))
    assert verdict(reader, one, one).agreement is Agreement.EQUAL
    assert verdict(reader, one, other).agreement is Agreement.APART


@pytest.mark.parametrize("text", ["", " ", "🙂", "<b>x</b>", "not " * 50, "a" * 5_000, "[{}]" * 99])
def test_any_text_is_parsed_and_compared(reader: SpacyReader, text: str) -> None:
    for other in ("The user has a cat.", text):
        assert verdict(reader, text, other).agreement in set(Agreement)
