"""Facts about a user: what says the same is told from what only lies close."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.claims import claim_of
from graph_aria.domain.guard import Accord, Agreement, compare
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
    (
        "The user's cat is older than the user's dog.",
        "The user's dog is older than the user's cat.",
    ),
    ("The user prefers tea over coffee.", "The user prefers coffee over tea."),
    ("The user is moving to Berlin in May.", "The user is moving to Berlin in June."),
    ("The user feels better after running.", "The user feels worse after running."),
    ("The user runs to calm down.", "The user runs to wake up."),
    ("The user's father works for Nora.", "Nora works for the user's father."),
    ("The user has been sober for two years.", "The user has been sober for three years."),
    ("The user has been sober for two years.", "The user was sober for two years."),
    ("The user should call the dentist.", "The user called the dentist."),
    (
        "The user takes vitamins because the doctor said so.",
        "The user takes vitamins although the doctor said no.",
    ),
    ("The user wants children.", "The user's partner wants children."),
    ("The user wants Tom to leave.", "Tom wants the user to leave."),
    ("The user asked Tom to call Ann.", "Tom asked the user to call Ann."),
    ("The user believes in God.", "The user does not believe in God."),
    ("The user rarely drinks.", "The user drinks."),
    ("The user nearly died in 2019.", "The user died in 2019."),
    ("The user broke up with Sam.", "The user got back together with Sam."),
    ("The user can only sleep with earplugs.", "The user can sleep without earplugs."),
    ("The user is the manager of Tom.", "Tom is the manager of the user."),
    ("The user's favourite colour is blue.", "The user's favourite colour is green."),
    ("The user's favourite colour is blue.", "The user's favourite food is blue cheese."),
    ("The user works from home on Fridays.", "The user works from home except on Fridays."),
    ("The user sleeps less since the move.", "The user sleeps more since the move."),
    ("The user hates when it rains.", "The user loves when it rains."),
    ("The user is lactose intolerant.", "The user is gluten intolerant."),
    ("The user quit the gym.", "The user joined the gym."),
    (
        "The user's grandmother taught the user to knit.",
        "The user taught the user's grandmother to knit.",
    ),
    ("The user voted for the mayor.", "The user voted against the mayor."),
    ("The user drinks coffee with milk.", "The user drinks coffee without milk."),
    ("The user drinks coffee.", "The user drinks coffee without sugar."),
    (
        "The user takes two pills in the morning and one at night.",
        "The user takes one pill in the morning and two at night.",
    ),
    (
        "Anna is the user's boss and Maria is the user's friend.",
        "Maria is the user's boss and Anna is the user's friend.",
    ),
    ("The user has no siblings.", "The user has a sibling."),
    ("The user lives alone.", "The user lives with a partner."),
    ("The user lives with her parents.", "The user lives near her parents."),
    ("The user forgot to call Tom.", "The user remembered to call Tom."),
    ("The user dreams of leaving the city.", "The user left the city."),
    ("The user thought about quitting.", "The user quit."),
    ("The user is saving for a house.", "The user is saving for a car."),
    ("The user paid Tom 20 euros.", "Tom paid the user 20 euros."),
    ("The user started therapy last year.", "The user started therapy this year."),
    ("The user is on good terms with her ex.", "The user is on bad terms with her ex."),
    ("The user's brother-in-law is ill.", "The user's brother is ill."),
    ("The user was bullied at school.", "The user bullied others at school."),
    ("The user learned that Ann lied.", "The user learned that Ann did not lie."),
    ("The user eats fish but no meat.", "The user eats meat but no fish."),
    ("The user did not go to the party with Tom.", "The user went to the party without Tom."),
    ("The user's daughter is five.", "The user's daughter is six."),
    ("The user weighs 70 kg.", "The user weighs 80 kg."),
    ("The user is allergic to cats.", "The user's cat is allergic."),
    ("The user is in love with Ann.", "Ann is in love with the user."),
    ("The user trusts Tom more than Ann.", "The user trusts Ann more than Tom."),
    ("The user gets up early.", "The user gets up late."),
    ("The user gets headaches from red wine.", "The user gets headaches from white wine."),
    ("The user is learning Spanish with Ann.", "The user is learning Spanish from Ann."),
    ("The user wears glasses.", "The user does not wear glasses."),
    ("The user wore glasses.", "The user wears glasses."),
    ("The user wants to buy a house.", "The user wants to sell a house."),
    ("The user sold her car.", "The user sold his car."),
    ("The user's mother's name is Ida.", "The user's mother's name is Eva."),
    ("The user talks to Ann about Tom.", "The user talks to Tom about Ann."),
    ("The user flew from Rome to Paris.", "The user flew from Paris to Rome."),
    ("Every meeting stresses the user.", "Some meetings stress the user."),
    ("The user was diagnosed with ADHD.", "The user was diagnosed with OCD."),
    ("The user takes drugs.", "The user takes medication."),
    ("The user feels 😀 today.", "The user feels 😡 today."),
    ("The user smokes.", "The user smokes?"),
    ("The user is well.", "Is the user well?"),
)
TWO_FACTS: Final = (
    ("The user is allergic to nuts.", "The user is allergic to peanuts."),
    ("I drink alcohol.", "I drink beer."),
    ("Ann is allergic to fruit.", "Ann is allergic to strawberries."),
    ("The user has an animal.", "The user has a dog."),
    ("The user was depressed.", "The user was sad."),
    ("My partner is a nurse.", "My husband is a nurse."),
    ("I saw a therapist.", "I saw a psychologist."),
    ("The user has a headache.", "The user has a migraine."),
    ("The user has a grandchild.", "The user has a granddaughter."),
    ("The user eats meat.", "The user eats chicken."),
)
"""Pairs of which one is the wider: kept as one, either would lose what the other says."""

SAME: Final = (
    ("The user lives in Oslo.", "The user is living in Oslo."),
    ("The user's sister lives in Oslo.", "The user's sister resides in Oslo."),
    ("Tom helped Ann.", "Ann was helped by Tom."),
    ("The violin was repaired by Ann.", "Ann repaired the violin."),
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
    ("The user owns a table made of oak.", "The user owns an oak table."),
    ("A nurse wearing a blue scarf spoke to Ann.", "The nurse in a blue scarf talked with Ann."),
    ("Nobody is complaining.", "Nobody complains."),
    ("A group of nurses is on strike.", "Some nurses are on strike."),
    ("The user's dog died last year.", "Last year the user's dog passed away."),
    ("A psychiatrist treats the user.", "The user is treated by a psychiatrist."),
    ("The user often talks to Ann.", "The user talks to Ann frequently."),
    ("The user speaks with a therapist.", "The user talks to a therapist."),
)


def verdict(reader: SpacyReader, one: str, other: str) -> Accord:
    first, second = reader.parse_sentences([one, other])
    return compare(claim_of(first), claim_of(second))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_is_never_the_same_however_close(
    reader: SpacyReader, one: str, other: str
) -> None:
    first, second = reader.parse_sentences([one, other])
    assert decide(1.0, first, second, LIKENESS).sameness is not Sameness.SAME
    assert decide(1.0, second, first, LIKENESS).sameness is not Sameness.SAME


@pytest.mark.parametrize(("one", "other"), TWO_FACTS)
def test_a_wider_word_about_the_user_is_left_to_somebody(
    reader: SpacyReader, one: str, other: str
) -> None:
    assert verdict(reader, one, other).agreement is Agreement.OPEN


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_the_same_agrees(reader: SpacyReader, one: str, other: str) -> None:
    assert verdict(reader, one, other).agreement in {Agreement.EQUAL, Agreement.CLOSE}


@pytest.mark.parametrize(
    ("one", "other", "fuller"),
    [
        ("The user has a black cat.", "The user has a cat.", 0),
        ("The user has a cat.", "The user has a black cat.", 1),
        ("A nurse is slowly learning the cello.", "A nurse is learning the instrument.", 0),
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
