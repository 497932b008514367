"""Memories as the user would say them."""

from __future__ import annotations

import pytest

from graph_aria.domain.first_person import in_first_person, is_told


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("The user lives in Bergen.", "I live in Bergen."),
        ("The user is no longer a lawyer.", "I am no longer a lawyer."),
        ("The user has lived in Utrecht since 2015.", "I have lived in Utrecht since 2015."),
        ("The user does not eat pork.", "I do not eat pork."),
        ("The user doesn’t eat pork", "I don’t eat pork"),
        ("The user was born in Split.", "I was born in Split."),
        ("The user quit smoking in May 2021.", "I quit smoking in May 2021."),
        ("The user often carries their own bag.", "I often carry my own bag."),
        ("The user severely misses Oslo.", "I severely miss Oslo."),
        ("The user loses their keys.", "I lose my keys."),
        ("The user cannot stand it.", "I cannot stand it."),
        ("User lives in Oslo", "I live in Oslo"),
        ("the user's birthday is on 9 May", "My birthday is on 9 May"),
        ("The user’s mum has asthma.", "My mum has asthma."),
        ("Tom is the user's friend.", "Tom is my friend."),
        ("Spiders terrify the user.", "Spiders terrify me."),
        ("Running helps the user clear their head.", "Running helps me clear my head."),
        ("It was the user's brother, not the user.", "It was my brother, not me."),
        ("Tom calls when the user is ill.", "Tom calls when I am ill."),
        ("The user is a nurse and has asthma.", "I am a nurse and have asthma."),
        (
            "The user's goal is to write a novel before they turn 50.",
            "My goal is to write a novel before I turn 50.",
        ),
        ("The user is proud that they are a nurse.", "I am proud that I am a nurse."),
        ("The user asks ARIA not to mention their ex.", "Please don't mention my ex."),
        (
            "The user asks ARIA to keep its tone plain with them.",
            "Please keep your tone plain with me.",
        ),
        ("The user asks ARIA for no jokes.", "Please no jokes."),
        ("The user wants to be called Jo.", "Please call me Jo."),
        ("The user does not want to be called Jo.", "Please don't call me Jo."),
    ],
)
def test_what_is_told_of_the_user_is_said_by_the_user(told: str, said: str) -> None:
    assert is_told(told)
    assert in_first_person(told) == said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("The user has two dogs and they bark.", "I have two dogs and they bark."),
        ("The user's parents love their garden.", "My parents love their garden."),
        ("The user has children and likes them.", "I have children and likes them."),
    ],
)
def test_who_else_may_be_meant_is_left_as_it_is(told: str, said: str) -> None:
    assert in_first_person(told) == said


@pytest.mark.parametrize(
    "said", ["I live in Oslo.", "My mum and their cat", "I design user interfaces.", "", "the", "x"]
)
def test_what_is_not_told_of_the_user_stays(said: str) -> None:
    assert not is_told(said)
    assert in_first_person(said) == said


@pytest.mark.parametrize("odd", ["The user", "the user's", "The user.", "user ", "The user 's"])
def test_half_a_sentence_is_no_trouble(odd: str) -> None:
    assert isinstance(in_first_person(odd), str)
