"""What is stated, denied, supposed, asked, reported, and what is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_aria.adapters.language.cadence import find_cadence
from graph_aria.domain.reading import Tense
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from tests.unit.adapters.language.conftest import Read


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I love coffee.", ("user", "LIKES", "Coffee")),
        ("I prefer running.", ("user", "LIKES", "Running")),
        ("I can't do without it, I hate my commute.", ("user", "DISLIKES", "Commute")),
        ("I avoid sugar.", ("user", "AVOIDS", "Sugar")),
        ("I've given up coffee.", ("user", "AVOIDS", "Coffee")),
        ("Helen wants a plan.", ("Helen", "WANTS", "Plan")),
        ("I want to run a marathon.", ("user", "WANTS", "Marathon")),
        ("I signed up for the half marathon.", ("user", "PLANS", "Half marathon")),
        ("I'm planning a trip.", ("user", "PLANS", "Trip")),
        ("I work at Brightloom.", ("user", "WORKS_AT", "Brightloom")),
        ("I started working on Atlas.", ("user", "WORKS_ON", "Atlas")),
        ("I'm learning Spanish.", ("user", "STUDIES", "Spanish")),
        ("I moved to Boulder.", ("user", "LIVES_IN", "Boulder")),
        ("She lives in Denver. My sister Nora lives in York.", ("Nora", "LIVES_IN", "York")),
        ("I stopped drinking alcohol.", ("user", "AVOIDS", "Alcohol")),
        ("I like to cook and paint.", ("user", "LIKES", "Painting")),
        ("I'd love to visit Japan.", ("user", "WANTS", "Japan")),
        ("I married Ana.", ("user", "PARTNER_OF", "Ana")),
        ("We adopted a cat named Miso.", ("user", "OWNS", "Miso")),
        ("I work out in the afternoon.", ("user", "DOES", "Workout")),
        ("I'm going to Lisbon next month.", ("user", "PLANS", "Lisbon")),
        ("I'm moving to Porto in May.", ("user", "PLANS", "Porto")),
        ("Lena, who just got a job at Siemens, came.", ("Lena", "WORKS_AT", "Siemens")),
        (
            "She suggested journaling; it helps with my anxiety.",
            ("Journaling", "MITIGATES", "anxiety"),
        ),
        ("We visited Porto.", ("user", "VISITED", "Porto")),
        ("Went for a run.", ("user", "DOES", "Running")),
        ("Sam and I went for a run.", ("Sam", "DOES", "Running")),
        ("Ran 7k by the river.", ("user", "DOES", "Running")),
        ("Yoga again.", ("user", "DOES", "Yoga")),
        ("Read a book.", ("user", "DOES", "Reading")),
        ("Read a novel in bed.", ("user", "DOES", "Reading")),
        ("read two chapters", ("user", "DOES", "Reading")),
        ("I had a migraine.", ("user", "HAS_CONDITION", "Migraine")),
        ("Headache since noon.", ("user", "HAS_CONDITION", "Headache")),
        ("Mum has pneumonia.", ("mum", "HAS_CONDITION", "Pneumonia")),
        ("My doctor diagnosed me with ADHD.", ("user", "HAS_CONDITION", "ADHD")),
        ("My dog Rufus sleeps.", ("user", "OWNS", "Rufus")),
        ("The wedding is in a month, in Bristol.", ("Wedding", "LOCATED_IN", "Bristol")),
        ("Coffee makes my insomnia worse.", ("Coffee", "WORSENS", "Insomnia")),
        ("Coffee gives me headaches.", ("Coffee", "CAUSES", "Headache")),
        ("The meds reduce my anxiety.", ("Medication", "MITIGATES", "anxiety")),
        ("I was anxious. Yoga helped.", ("Yoga", "MITIGATES", "anxiety")),
        ("Running helped with my back pain.", ("Running", "MITIGATES", "Back pain")),
        ("I don't like olives.", ("user", "DISLIKES", "Olives")),
        ("I can't stand meetings.", ("user", "DISLIKES", "Meeting")),
        ("I'm a big fan of jazz.", ("user", "LIKES", "Jazz")),
        ("I really appreciate the garden.", ("user", "LIKES", "Garden")),
        ("I enjoyed being with my sister.", ("user", "LIKES", "sister")),
        ("Lunch was my favorite part of the day.", ("user", "LIKES", "Lunch")),
        ("My favourite sport is tennis.", ("user", "LIKES", "Tennis")),
        ("I took care of my daughter.", ("user", "SUPPORTS", "daughter")),
        ("I helped my friend with the move.", ("user", "SUPPORTS", "friend")),
        ("Running is good for my health.", ("Running", "SUPPORTS", "Health")),
        ("My work keeps me going.", ("Work", "SUPPORTS", "user")),
        ("Noise keeps me from sleeping.", ("Noise", "BLOCKS", "Sleep")),
        ("Yoga helps me sleep.", ("Yoga", "SUPPORTS", "Sleep")),
        ("We had pizza for dinner.", ("user", "DOES", "Dinner")),
        ("We watched a movie.", ("user", "DOES", "Movies")),
        ("My workout routine is hard.", ("user", "DOES", "Workout")),
        ("I was proud of myself for working out.", ("user", "DOES", "Workout")),
        ("The yoga I do is gentle.", ("user", "DOES", "Yoga")),
        ("I walked 5 miles.", ("user", "DOES", "Walking")),
        ("I learned how to make baklava.", ("user", "STUDIES", "Baklava")),
        ("He works at a bakery. My friend Sam works at a bank.", ("Sam", "WORKS_AT", "Bank")),
        ("sam called, he works at ikea now", ("Sam", "WORKS_AT", "Ikea")),
        ("The firm I work for is small.", ("user", "WORKS_AT", "Firm")),
        ("I drove to the library.", ("user", "VISITED", "Library")),
        ("We ate at the beach.", ("user", "VISITED", "Beach")),
        ("I took my daughter to Mexico.", ("daughter", "VISITED", "Mexico")),
        ("I'm 30 weeks pregnant.", ("user", "HAS_CONDITION", "Pregnancy")),
        ("I hope to be able to run.", ("user", "WANTS", "Running")),
        ("I'm looking forward to the concert.", ("user", "WANTS", "Concert")),
        ("My mum made me practise piano.", ("user", "DOES", "Piano")),
        ("My goal is to run a marathon.", ("user", "WANTS", "Marathon")),
        ("I'm a nurse at Greenfield Hospital.", ("user", "WORKS_AT", "Greenfield Hospital")),
        ("I'm a student at Leeds University.", ("user", "STUDIES", "Leeds University")),
        ("Nora and I are dating.", ("user", "PARTNER_OF", "Nora")),
        ("Priya and Dev got engaged.", ("Priya", "PARTNER_OF", "Dev")),
        ("Leeds is in England.", ("Leeds", "LOCATED_IN", "England")),
        ("My back has been hurting.", ("user", "HAS_CONDITION", "Back pain")),
        ("I was helping out my parents.", ("user", "SUPPORTS", "parents")),
        ("I warmed up by playing basketball.", ("user", "DOES", "Basketball")),
    ],
)
def test_what_is_stated(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text).facts()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I don't hate the office.", ("user", "DISLIKES", "Office", "negated", False)),
        (
            "Haven't had insomnia for a week.",
            ("user", "HAS_CONDITION", "Insomnia", "negated", False),
        ),
        ("If I skipped coffee I might sleep.", ("user", "AVOIDS", "Coffee", "hypothetical", False)),
        ("Maybe I like yoga.", ("user", "LIKES", "Yoga", "hypothetical", False)),
        ("Does Helen hate me?", ("Helen", "DISLIKES", "user", "asked", False)),
        ("Tom said he hates coffee.", ("Tom", "DISLIKES", "Coffee", "reported", False)),
        ("I quit my job at Brightloom.", ("user", "WORKS_AT", "Brightloom", "asserted", True)),
        ("I no longer work with Tom.", ("user", "COLLEAGUE_OF", "Tom", "asserted", True)),
        ("I don't work with Priya anymore.", ("user", "COLLEAGUE_OF", "Priya", "asserted", True)),
        ("I used to work with Tom.", ("user", "COLLEAGUE_OF", "Tom", "asserted", True)),
        ("I work with Tom.", ("user", "COLLEAGUE_OF", "Tom", "asserted", False)),
        ("She's leaving Acme. Helen left Acme.", ("Helen", "WORKS_AT", "Acme", "asserted", True)),
        ("I was laid off from Google.", ("user", "WORKS_AT", "Google", "asserted", True)),
        ("My boss was fired from Acme.", ("boss", "WORKS_AT", "Acme", "asserted", True)),
        ("I don't think Helen hates me.", ("Helen", "DISLIKES", "user", "negated", False)),
        ("Sam and I broke up.", ("user", "PARTNER_OF", "Sam", "asserted", True)),
        ("We moved out of Denver.", ("user", "LIVES_IN", "Denver", "asserted", True)),
        ("I gave up smoking.", ("user", "DOES", "Smoking", "asserted", True)),
        ("I used to smoke.", ("user", "DOES", "Smoking", "asserted", True)),
        ("I no longer work at Acme.", ("user", "WORKS_AT", "Acme", "asserted", True)),
        ("I don't like running anymore.", ("user", "LIKES", "Running", "asserted", True)),
    ],
)
def test_how_it_stands_to_the_truth(
    read: Read, text: str, fact: tuple[str, str, str, str, bool]
) -> None:
    assert fact in read(text).all_facts()


@pytest.mark.parametrize(
    "text",
    [
        "My friend said he hates sushi.",
        "If I skipped coffee I might sleep.",
        "Should I quit my job at Acme?",
        "I didn't go for a run.",
        "Stubborn runs in the family.",
        "I ran out of milk and ran into Tom.",
        "Running late again.",
        "Everyone went to the pub.",
        "Buy milk.",
        "Read the news.",
        "I read an email.",
        "I worked with Tom yesterday.",
        "Read this!",
        "Skipped the gym again.",
    ],
)
def test_what_says_nothing_about_the_user(read: Read, text: str) -> None:
    assert not {fact for fact in read(text).facts() if "user" in fact and fact[1] != "FRIEND_OF"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We go to Rome in two weeks.", ("user", "PLANS", "Rome")),
        ("We fly to Lisbon tomorrow.", ("user", "PLANS", "Lisbon")),
        ("I travel to Paris next month.", ("user", "PLANS", "Paris")),
        ("On Friday I drive to Leeds.", ("user", "PLANS", "Leeds")),
        ("I went to Rome two weeks ago.", ("user", "VISITED", "Rome")),
        ("I flew to Lisbon yesterday.", ("user", "VISITED", "Lisbon")),
    ],
)
def test_a_journey_to_come_is_planned(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    facts = read(text).facts()
    assert fact in facts
    assert {other[1] for other in facts} == {fact[1]}


def test_a_day_that_recurs_is_none_to_come(read: Read) -> None:
    assert not {fact[1] for fact in read("I drive to Leeds every Friday.").facts()} & {"PLANS"}


def test_the_tense_is_that_of_the_verb(read: Read) -> None:
    tenses = {
        text: read(text).reading.assertions[0].tense
        for text in ("I loved coffee.", "I love coffee.", "I will visit Porto.")
    }
    assert list(tenses.values()) == [Tense.PAST, Tense.PRESENT, Tense.FUTURE]


def test_the_quote_shows_it(read: Read) -> None:
    text = "It rained. I've given up coffee, again."
    fact = read(text).reading.assertions[0]
    assert text[fact.start : fact.end] == "I've given up coffee"


@pytest.mark.parametrize(
    ("text", "cadence"),
    [
        ("I go running three times a week now.", "three times a week"),
        ("I do yoga every day.", "daily"),
        ("I swim every morning.", "every morning"),
        ("I do pottery every week.", "weekly"),
        ("I meditate on Mondays.", "on Mondays"),
        ("Every Tuesday and Thursday I swim.", "every Tuesday and Thursday"),
        ("I swim every tuesday, thursday and sunday.", "every Tuesday, Thursday and Sunday"),
        ("I run every other Saturday morning.", "every other Saturday morning"),
        ("I run most mornings.", "most mornings"),
        ("I do yoga on Mondays and Fridays.", "on Mondays and Fridays"),
        ("I went for a run.", None),
    ],
)
def test_habits_have_a_cadence(read: Read, text: str, cadence: str | None) -> None:
    seen = read(text)
    assert {one.cadence for one in seen.reading.mentions if one.kind is Kind.ACTIVITY} == {cadence}


def test_each_habit_of_a_sentence_has_its_own_cadence(read: Read) -> None:
    seen = read("I do yoga twice a week and swim every morning.")
    assert seen.one("Yoga").cadence == "twice a week"
    assert seen.one("Swimming").cadence == "every morning"


def test_no_cadence_in_once_upon_a_time() -> None:
    assert find_cadence("once upon a time") is None


def test_cooccurrence_joins_at_most_six_and_nothing_twice(read: Read) -> None:
    seen = read(
        "Met Sam, Nora, Tom, Helen, Priya and Walt. Yoga helped, I was anxious. Went for a swim."
    )
    pairs = seen.related()
    assert 0 < len({name for pair in pairs for name in pair}) <= 6
    assert frozenset({"Yoga", "anxiety"}) not in pairs


def test_what_matters_is_marked(read: Read) -> None:
    assert read("Yoga means a lot to me.").one("Yoga").matters
    assert not read("Yoga was fine.").one("Yoga").matters


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My friend said he hates olives.", ("friend", "DISLIKES", "Olives", "reported", False)),
        ("If I skipped coffee I might sleep.", ("user", "AVOIDS", "Coffee", "hypothetical", False)),
        ("Nora thinks I should try yoga.", ("user", "DOES", "Yoga", "hypothetical", False)),
        ("Nora asked Tom to move to Leeds.", ("Tom", "LIVES_IN", "Leeds", "hypothetical", False)),
        ("I no longer work at Brightloom.", ("user", "WORKS_AT", "Brightloom", "asserted", True)),
        ("I moved from Denver to Boulder.", ("user", "LIVES_IN", "Denver", "asserted", True)),
        ("I used to smoke.", ("user", "DOES", "Smoking", "asserted", True)),
    ],
)
def test_what_is_not_simply_so(
    read: Read, text: str, fact: tuple[str, str, str, str, bool]
) -> None:
    assert fact in read(text).all_facts()


@pytest.mark.parametrize(
    "text",
    [
        "My friend said he hates olives.",
        "My doctor told me to stop running.",
        "Nora asked Tom to move to Leeds.",
        "My cousin likes chess and swims.",
        "Tom said I love jazz.",
    ],
)
def test_what_others_say_or_do_is_nothing_of_the_user(read: Read, text: str) -> None:
    users = {fact for fact in read(text).facts() if fact[0] == "user"}
    assert not {fact for fact in users if not fact[1].endswith("_OF") and fact[1] != "KNOWS"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I went running. It made me happy.", ("Running", "EVOKES", "happiness")),
        ("I'm excited to see Nora.", ("Nora", "EVOKES", "excitement")),
        ("I feel calm when I swim.", ("Swimming", "EVOKES", "calm")),
        ("Happy and proud of my sister.", ("sister", "EVOKES", "happiness")),
        ("My girlfriend surprised me with flowers.", ("girlfriend", "EVOKES", "surprise")),
        ("Talking to my friends made me happy.", ("friends", "EVOKES", "happiness")),
        ("I felt relaxed at the end of the hike.", ("Hiking", "EVOKES", "calm")),
        ("Spending time with my family makes me happy.", ("family", "EVOKES", "happiness")),
    ],
)
def test_what_brings_a_feeling(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text).facts()


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I grew up in Leeds.", "VISITED"),
        ("Everyone went to the pub.", "VISITED"),
        ("I went for a run before breakfast.", "VISITED"),
        ("I thought about playing tennis.", "DOES"),
        ("I read instead of running.", "DOES Running"),
        ("I want to give up running.", "WANTS"),
        ("They can't make it.", "DOES"),
        ("Exercise is important.", "DOES"),
        ("I like to take my dog along.", "LIKES"),
    ],
)
def test_what_is_not_said(read: Read, text: str, predicate: str) -> None:
    said = {f"{fact[1]} {fact[2]}" for fact in read(text).all_facts()}
    assert not {one for one in said if one.startswith(predicate)}
