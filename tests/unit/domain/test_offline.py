"""ARIA without a chat model: what she replies to what was found."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.graph import Entity
from graph_aria.domain.memories import Category, Learned, Memory, MemoryKind
from graph_aria.domain.offline import FIRST_MARK, MARK, offline_answer, offline_reply
from graph_aria.domain.offline_material import Due, Grounds, OfflineMaterial, Telling, Topic
from graph_aria.domain.retrieval import Hit, HitKind, Quote, Retrieved
from graph_aria.domain.views import MoodDay
from graph_aria.domain.vocabulary import Kind

TODAY = date(2026, 5, 20)
AT = datetime(2026, 5, 20, 12, tzinfo=UTC)


def quoted(text: str, day: date = date(2026, 5, 9), entry_id: str = "e") -> Quote:
    return Quote(entry_id, 0, len(text), 1, text, day)


def entity(name: str, kind: Kind = Kind.PERSON, role: str | None = None) -> Entity:
    return Entity(name, "p", kind, name, name.casefold(), None, role=role)


def passage(
    text: str, day: date = date(2026, 5, 9), score: float = 0.9, *, is_stale: bool = False
) -> Hit:
    entry_id = f"{day}{text[:5]}"
    return Hit(
        HitKind.PASSAGE, entry_id, score, text, (quoted(text, day, entry_id),), is_stale=is_stale
    )


def memory(text: str) -> Memory:
    return Memory(
        "m", "p", text, MemoryKind.EVENT, Category.EVENTS, 0.8, 0.5, 0.9, None, Learned.SAID,
        AT, AT,
    )  # fmt: skip


def asked(text: str, *hits: Hit, **more: object) -> OfflineMaterial:
    found = OfflineMaterial(text, TODAY, Retrieved(hits=tuple(hits)))
    return replace(found, **more)  # type: ignore[arg-type]


RUNNING = Topic(
    entity("Running", Kind.ACTIVITY),
    n_days=14,
    first_on=date(2026, 1, 3),
    last_on=date(2026, 5, 18),
    last=(quoted("Ran 5k along the canal.", date(2026, 5, 18)),),
)
PRIYA = Topic(
    entity("Priya", role="friend"),
    n_days=3,
    first_on=date(2025, 11, 2),
    last_on=date(2026, 5, 19),
    last=(
        quoted("Priya rang.", date(2026, 5, 19), "a"),
        quoted("Dinner at Priya's.", date(2026, 5, 1), "b"),
    ),
)
YOGA = Telling(
    "r1", "Yoga eases anxiety", "Yoga eased anxiety", "Yoga", "anxiety",
    quotes=(quoted("Yoga helped, I was less anxious.", date(2026, 5, 9)),),
)  # fmt: skip
COFFEE = Telling(
    "r2", "Coffee eases anxiety", "Coffee eased anxiety", "Coffee", "anxiety", is_active=False,
    ended_on=date(2026, 2, 1), quotes=(quoted("Coffee calmed me.", date(2025, 12, 1)),),
)  # fmt: skip


def test_it_says_that_it_is_offline_at_length_once_and_shortly_then() -> None:
    first = offline_reply(asked("hi"))
    assert first.startswith(FIRST_MARK)

    second = offline_reply(asked("I baked bread.", replies=(first,)))
    assert second.startswith(MARK)
    assert not second.startswith(FIRST_MARK)

    after_a_model = offline_reply(asked("I baked bread.", replies=("How lovely!",)))
    assert after_a_model.startswith(FIRST_MARK)


@pytest.mark.parametrize(
    "text", ["how often do I run?", "How many times did I go running?", "do I run a lot?"]
)
def test_how_often_is_a_count_of_days_with_first_and_last(text: str) -> None:
    said = offline_reply(asked(text, topics=(RUNNING,)))

    assert "14 days" in said
    assert "3 January" in said
    assert "18 May (2 days ago)" in said
    assert "“Ran 5k along the canal.”" in said
    assert not said.endswith("?")


@pytest.mark.parametrize(
    "text",
    ["When did I last see Priya?", "how long is it since I saw Priya?", "last time with Priya?"],
)
def test_when_last_gives_the_day_and_the_words(text: str) -> None:
    answer = offline_answer(asked(text, topics=(PRIYA,)))

    assert "yesterday: “Priya rang.”" in answer.text
    assert "on 1 May you wrote: “Dinner at Priya's.”" in answer.text
    assert [one.entry_id for one in answer.quotes] == ["a", "b"]
    assert answer.entity_ids == ("Priya",)


def test_what_helps_is_told_with_what_does_no_longer() -> None:
    answer = offline_answer(asked("what helps with anxiety?", tellings=(COFFEE, YOGA)))
    lines = answer.text.splitlines()

    assert lines[1] == (
        "- Yoga eases anxiety: on 9 May you wrote: “Yoga helped, I was less anxious.”"
    )
    assert lines[2].startswith("- Coffee eased anxiety (until 1 February): on 1 December 2025")
    assert answer.relation_ids == ("r1", "r2")


def test_who_somebody_is_and_that_the_dead_were() -> None:
    friend = Telling("r", "Ana is your friend", "Ana was your friend", "Ana", "Ana")
    alive = replace(PRIYA, entity=entity("Ana", role="neighbour"), tellings=(friend,))

    assert "Ana is your neighbour." in offline_reply(asked("who is Ana?", topics=(alive,)))
    dead = offline_reply(asked("who is Ana?", topics=(replace(alive, has_died=True),)))
    assert "Ana was your neighbour. Ana died." in dead
    assert " is " not in dead.removeprefix(FIRST_MARK)


def told(name: str, words: str, **more: object) -> Telling:
    one = Telling(words, f"{name} {words}", f"{name} {words.replace('is', 'was')}", name, "x")
    return replace(one, **more)  # type: ignore[arg-type]


def test_what_ended_is_of_the_past_and_what_faded_is_not() -> None:
    marta = replace(
        PRIYA,
        entity=entity("Marta", role="girlfriend"),
        tellings=(
            told("Marta", "is your partner", is_active=False, ended_on=date(2026, 1, 1)),
            told("Marta", "is in York", is_active=False),
            told("Marta", "is in a choir", is_active=False, ended_on=date(2026, 2, 3)),
        ),
    )
    said = offline_reply(asked("who is Marta?", topics=(marta,)))

    assert "Marta was your girlfriend (until 1 January)." in said
    assert "is your girlfriend" not in said
    assert "your partner" not in said
    assert "Marta is in York." in said
    assert "Marta was in a choir (until 3 February)." in said


def test_what_merely_faded_is_said_to_be_of_some_time_ago() -> None:
    faded = told("Ana", "is in York", is_active=False)
    ana = replace(PRIYA, entity=entity("Ana"), tellings=(faded,), is_active=False)

    assert "Ana is in York. You have not written of that lately." in offline_reply(
        asked("who is Ana?", topics=(ana,))
    )
    helped = replace(COFFEE, ended_on=None)
    assert "Coffee eases anxiety (you have not written of it lately): " in offline_reply(
        asked("what helps with anxiety?", tellings=(helped,))
    )


def test_a_mother_is_not_told_to_be_a_parent() -> None:
    parent = told("Mother", "is your parent", is_active=False)
    mother = replace(PRIYA, entity=entity("Mother", role="mother"), tellings=(parent,))

    assert "parent" not in offline_reply(asked("who is my mother?", topics=(mother,)))


def test_at_most_three_things_are_told_of_somebody() -> None:
    many = tuple(told("Ana", f"is in choir {n}") for n in range(9))
    said = offline_reply(
        asked("who is Ana?", topics=(replace(PRIYA, entity=entity("Ana"), tellings=many),))
    )

    assert said.count("choir") == 3
    assert said.count("“") <= 2


def test_one_day_is_no_stretch() -> None:
    day = date(2026, 5, 3)
    said = offline_reply(asked("how was 3 May?", since=day, until=day, names=("Atlas",)))

    assert "On 3 May:" in said
    assert "From" not in said.removeprefix(FIRST_MARK)


def test_how_a_time_was_is_its_moods_and_what_came_up() -> None:
    said = offline_reply(
        asked(
            "how was March?",
            since=date(2026, 3, 1),
            until=date(2026, 3, 31),
            moods=(MoodDay(date(2026, 3, 3), 4, 1), MoodDay(date(2026, 3, 9), 8, 3)),
            names=("Atlas", "Helen"),
        )
    )

    assert "7.0 of 10" in said
    assert "lowest on 3 March (4), highest on 9 March (8)" in said
    assert "Atlas and Helen" in said


def test_what_faded_is_told_with_its_last_day() -> None:
    said = offline_reply(asked("what faded?", faded=(("Chess", date(2025, 9, 20)),)))

    assert "- Chess, last on 20 September 2025 (8 months ago)" in said


@pytest.mark.parametrize(
    "text", ["where is my spare key?", "what is Ana's dog called?", "did I ever go to Peru?"]
)
def test_what_was_never_said_is_not_answered(text: str) -> None:
    answer = offline_answer(asked(text))

    assert "I find nothing relevant" in answer.text
    assert "You could ask" in answer.text
    assert answer.quotes == ()


def test_what_was_found_is_said_in_the_users_words_with_the_day() -> None:
    answer = offline_answer(
        asked(
            "what did I say about the pond?",
            passage("Rain all day. Dug a hole for the pond with Walt.", date(2026, 5, 11)),
            passage("Something else.", score=0.1),
        )
    )

    assert "On 11 May you wrote: “Rain all day. Dug a hole for the pond with Walt.”" in answer.text
    assert "Something else" not in answer.text


def test_what_only_comes_near_is_not_given_for_an_answer() -> None:
    said = offline_reply(asked("what is my sister's husband called?", passage("My sister rang.")))

    assert "I find no answer to that, but this comes near: On 9 May" in said


def test_what_is_stale_is_said_to_be_so() -> None:
    hit = passage("I work at Harrow Cycles.", date(2025, 5, 11), is_stale=True)

    said = offline_reply(asked("where do I work?", hit))

    assert "11 May 2025" in said
    assert "perhaps no longer so" in said


def test_a_long_entry_is_not_recited() -> None:
    long = "It rained. " * 60 + "The pond froze over. " + "Then it thawed. " * 60

    said = offline_reply(asked("what happened to the pond?", passage(long)))

    assert "The pond froze over." in said
    assert len(said) < 600


def test_words_of_others_are_not_cited_as_the_users() -> None:
    hit = passage("Nora sent me this:\n> You are a machine.\nI didn't answer.")

    assert "You are a machine" not in offline_reply(asked("what did Nora send me?", hit))


def test_what_is_told_is_acknowledged_by_name_and_asked_about_once() -> None:
    material = OfflineMaterial("Had lunch with Sam.", TODAY, Retrieved(entities=(entity("Sam"),)))
    replies: list[str] = []
    for _ in range(12):
        said = offline_reply(replace(material, replies=tuple(replies)))
        assert "Sam" in said
        replies.append(said)

    questions = [one for said in replies for one in re.findall(r"[^.)]*\?", said)]
    assert len(questions) >= 4
    assert len(questions) == len(set(questions))
    assert all(said.count("?") <= 1 for said in replies)


def test_heavy_words_get_no_cheerful_answer() -> None:
    said = offline_reply(asked("Work was awful and I cried."))

    assert "hard" in said or "sorry" in said
    assert "good" not in said


def test_something_earlier_is_brought_up_if_it_shares_enough() -> None:
    hit = passage("Ran 5k along the canal with Sam.", date(2026, 3, 2))

    said = offline_reply(asked("Went running at the canal again.", hit))
    assert "You have written of this before: on 2 March you wrote:" in said
    assert "before" not in offline_reply(asked("I bought new shoes.", hit))
    again = offline_reply(asked("Running at the canal again.", hit, replies=(said,)))
    assert "5k" not in again


def due(occasion: Occasion) -> Due:
    words = quoted("My exam is tomorrow!", date(2026, 5, 18))
    return Due(Raised("m", occasion, TODAY), memory("The user has an exam."), words)


def test_what_is_due_is_asked_instead_of_anything_else() -> None:
    answer = offline_answer(asked("hello", due=(due(Occasion.FOLLOW_UP),)))

    assert "On 18 May you wrote: “My exam is tomorrow!” That day is past now." in answer.text
    assert answer.text.endswith("How did it go?")
    assert answer.raised == (Raised("m", Occasion.FOLLOW_UP, TODAY),)
    assert answer.memory_ids == ("m",)
    yearly = offline_answer(asked("hello", due=(due(Occasion.ANNIVERSARY),)))
    assert "comes back every year" in yearly.text


@pytest.mark.parametrize("text", ["good night", "thanks!", "how often do I run?", "forget that"])
def test_what_is_due_waits_where_no_question_fits(text: str) -> None:
    answer = offline_answer(asked(text, topics=(RUNNING,), due=(due(Occasion.FOLLOW_UP),)))

    assert answer.raised == ()
    assert not answer.text.endswith("?")


def test_why_names_what_the_last_reply_rested_on() -> None:
    grounds = Grounds(
        quotes=(quoted("I never liked tea.", date(2026, 4, 2), "x"),), tellings=(YOGA,)
    )

    answer = offline_answer(asked("why do you think that?", grounds=grounds))

    assert "1. Yoga eases anxiety: on 9 May you wrote: “Yoga helped" in answer.text
    assert "2. On 2 April you wrote: “I never liked tea.”" in answer.text
    assert "fixed answer" in offline_reply(asked("how do you know that?", grounds=Grounds()))
    assert "not said anything" in offline_reply(asked("why do you think that?"))


def test_orders_about_memory_are_answered_as_they_are_carried_out() -> None:
    turns = (("a", "I love jazz."), ("b", "My guitar broke."))
    assert "“My guitar broke.”) no longer counts" in offline_reply(
        asked("forget that", turns=turns)
    )
    assert "delete nothing" in offline_reply(asked("delete everything about Ana"))
    assert "read and judged" in offline_reply(asked("remember that I am allergic to nuts"))
    off = offline_reply(asked("remember that I am allergic to nuts", may_learn=False))
    assert "switched off" in off


@pytest.mark.parametrize("text", ["Forget that.", "scratch that", "Please delete my last message."])
def test_nothing_is_taken_back_where_nothing_was_said(text: str) -> None:
    said = offline_reply(asked(text))

    assert "nothing before this" in said
    assert "no longer counts" not in said


def test_what_is_named_is_taken_back_and_no_other_turn() -> None:
    order = "forget what I said about the guitar"
    elsewhere = offline_reply(asked(order, turns=(("a", "I love jazz."),)))
    assert "no longer counts" not in elsewhere
    assert '`aria forget "guitar"`' in elsewhere

    after = (("a", "I love jazz."), ("b", "Forget that."))
    assert '`aria forget "guitar"`' in offline_reply(asked(order, turns=after))

    turns = (("a", "I sold my guitar."), ("b", "I love jazz."))
    assert "“I sold my guitar.”" in offline_reply(asked(order, turns=turns))


@pytest.mark.parametrize(
    "text", ["don't remember this: I kissed Tom", "I hit the dog. Don't remember that, please."]
)
def test_what_is_not_to_be_remembered_is_said_not_to_be(text: str) -> None:
    said = offline_reply(asked(text, turns=(("a", "I love jazz."),)))

    assert "Nothing is learned from this" in said or "no longer counts" in said
    assert "delete nothing" not in said


@pytest.mark.parametrize(
    "text",
    [
        "Remember that my password is hunter2.",
        "remember that my locker code is 4471",
        "My PIN is 4711.",
    ],
)
def test_secrets_are_refused_in_words(text: str) -> None:
    said = offline_reply(asked(text))

    assert "no memory of secrets" in said
    assert not re.search(r"hunter2|4471|4711", said)


@pytest.mark.parametrize("text", ["should I quit my job?", "what would you do?", "any tips?"])
def test_it_gives_no_advice(text: str) -> None:
    said = offline_reply(asked(text, passage("I hate this job.")))

    assert "no advice of my own" in said
    assert said.count("?") == 1
    assert "you should" not in said.casefold()


@pytest.mark.parametrize("text", ["who are you?", "are you human?", "what can you do?"])
def test_it_claims_to_be_nobody(text: str) -> None:
    said = offline_reply(asked(text))

    assert "program" in said
    assert "You could ask" in said


def test_other_languages_are_answered_kindly_in_english() -> None:
    said = offline_reply(asked("Heute war ich mit Anna im Park."))

    assert "English only" in said
    assert "in your language" in said


TONES = """
I am very sorry|Thanks, that was terrible advice, my dad died.
I am very sorry|My uncle passed away on Sunday.
I am very sorry|Hello, our dog had to be put down.
I am very sorry|My father died this morning.
shock|Hi, my brother was hit by a car
shock|My cousin crashed the car and is in intensive care.
shock|Morning. My neighbour was attacked on the street.
hard news|The doctor says I have cancer.
hard news|They found a tumour in my mother's lung.
hard news|Dad had a stroke.
that hurts|bye bye Tom left me
that hurts|Jonah and I broke up.
that hurts|My wife wants a divorce.
no use to you|you are useless, fuck off
no use to you|shut up you dumb machine
no use to you|I hate you, ARIA.
sounds hard|Good night. I cried all day.
sounds hard|I am not happy at all.
sounds hard|Good evening. Nobody came to my party.
sounds hard|Thanks, I feel worse now.
sounds hard|I never have any fun.
weighs on you|I am scared about the results tomorrow.
weighs on you|I'm worried that we can't pay the rent.
good to read|I got the job!
good to read|I am not sad any more, I feel great.
Thank you for telling me|I repotted the ferns.
You are welcome|Thanks a lot, that helps.
Good night|Good night, sleep well!
Hello|Hey ARIA, I'm back!
"""


@pytest.mark.parametrize("row", TONES.strip().splitlines())
def test_what_is_told_is_answered_in_its_tone(row: str) -> None:
    words, text = row.split("|")
    said = offline_reply(asked(text))

    assert words in said
    assert not re.search(r"\byou should\b|\bdepress|\bdisorder", said)


def test_a_secret_that_is_taken_back_is_not_repeated() -> None:
    said = offline_reply(asked("Forget that.", turns=(("a", "My password is hunter2."),)))

    assert "no longer counts" in said
    assert "hunter2" not in said


def test_nothing_else_is_brought_up_beside_a_loss() -> None:
    other = passage("My grandmother died on a Sunday morning in March.", date(2026, 3, 2))
    jonah = Retrieved(hits=(other,), entities=(entity("Jonah"),))

    assert "grandmother" not in offline_reply(
        asked("My father died this Sunday morning.", retrieved=jonah)
    )
    assert "stays with you about Jonah" not in offline_reply(
        asked("Jonah and I broke up.", retrieved=jonah)
    )


def test_who_died_is_not_spoken_of_gladly() -> None:
    grandma = Retrieved(entities=(entity("Grandma", role="Grandma"),))
    said = offline_reply(
        asked("Wish my grandma a happy birthday!", retrieved=grandma, dead=frozenset({"Grandma"}))
    )

    assert "I know from you that your Grandma died" in said
    assert "good to read" not in said


@given(st.text(max_size=200), st.sampled_from([(), (passage("I ran."),)]))
def test_any_text_gets_one_marked_reply_always_the_same(text: str, hits: tuple[Hit, ...]) -> None:
    material = asked(text, *hits)
    said = offline_reply(material)

    assert said.startswith(FIRST_MARK)
    assert len(said) > len(FIRST_MARK) + 1
    assert said == offline_reply(material)
