"""What is taken for a crisis, what is not, and in which time."""

from __future__ import annotations

import re
import time
from importlib.resources import files

import pytest

from graph_aria.domain import remedies
from graph_aria.domain.care import Concern, concern_in

CRISIS = "I want to kill myself"
SECONDS = 30


@pytest.mark.parametrize(
    ("text", "concern"),
    [
        (f"{CRISIS}.", Concern.SELF_HARM),
        ("I cut myself again last night.", Concern.SELF_HARM),
        ("My husband hits me.", Concern.ABUSE),
        ("My friend said she wants to die.", Concern.CRISIS),
        ("i wanna kill my self", Concern.SELF_HARM),
        ("Feeling sucidal again", Concern.SELF_HARM),
    ],
)
def test_a_crisis_is_told_by_its_kind(text: str, concern: Concern) -> None:
    assert concern_in(text) is concern


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to kill myself.",
        "I never wanted to kill myself.",
        "Ten years ago I wanted to kill myself.",
        "If I ever wanted to kill myself I would call.",
        "I dreamed that I wanted to kill myself.",
        "My husband never hit me.",
        "My friend tried to kill herself years ago.",
        "My character wants to kill himself.",
        "This deadline is killing me.",
    ],
)
def test_what_is_denied_past_supposed_dreamt_or_a_figure_is_none(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        f'He sang "{CRISIS}" twice.',
        f"The wall said “{CRISIS}”.",
        f"« {CRISIS} », says the hero.",
        f"> {CRISIS}",
        f"Look at this:\n\n---------- Forwarded message ---------\nFrom: Ben\n\n{CRISIS}.",
        f"Anna: {CRISIS}\nBen: same, lol\nAnna: the exam again",
        f"[12:01] Anna: {CRISIS}\n[12:02] Ben: oh no",
    ],
)
def test_the_words_of_others_are_not_the_users(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        f'I told my mother, "{CRISIS}".',
        f"Anna: how are you\nme: {CRISIS}\nBen: hey",
        f'She said "cheer up". {CRISIS}.',
        f"I'm not joking. {CRISIS}.",
        f"A fine day, all in all. The soup was good. {CRISIS}. Then I watched a series.",
        f"Ten years ago I was happy. Now {CRISIS}.",
        f"I didn't eat and {CRISIS}.",
        f"I got my dream job and still {CRISIS}.",
        f"I watched a film, and {CRISIS}.",
        "If it doesn't get better I'm going to kill myself.",
    ],
)
def test_the_users_own_words_count_whatever_stands_around_them(text: str) -> None:
    assert concern_in(text) is Concern.SELF_HARM


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        '"',
        "“" * 9,
        "###",
        "I",
        "kill",
        "😢",
        "ich will sterben",
        "\x00\ud800 kill me not",
    ],
)
def test_any_text_is_borne(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "“",
        '"',
        " 'a",
        "i want to ",
        "if i was ",
        "Anna: hi\n",
        "he never hit the wall and my friend wants ",
        'i told him "a" ',
        "I was afraid of the kitchen knife and he hit the ball. ",
    ],
)
def test_a_text_of_any_form_takes_time_in_line_with_its_length(piece: str) -> None:
    long = piece * (200_000 // len(piece))
    began = time.perf_counter()

    assert concern_in(long) is None
    assert time.perf_counter() - began < SECONDS


def test_a_crisis_far_inside_a_long_text_is_found() -> None:
    assert concern_in("We had soup and went home. " * 10_000 + CRISIS) is Concern.SELF_HARM


def test_what_is_said_to_it_names_help_and_diagnoses_nothing() -> None:
    text = (files("graph_aria.prompts") / "care.txt").read_text("utf-8")

    assert "local emergency number" in text
    assert "findahelpline.com" in text
    assert 3 <= len(re.findall(r"[.;](?:\s|$)", text)) <= 6
    told = f"{text} {remedies.remedy_of(remedies.CRISIS)}".lower()
    judged = r"\b(?:depress|disorder|suicid|bipolar|ptsd|trauma|illness|sick|symptom|diagnos|"
    assert re.findall(judged + r"you (?:are|have|seem|sound|suffer) )", told) == []
