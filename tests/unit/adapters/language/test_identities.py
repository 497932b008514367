"""Statements of the user that two names mean the same, or do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from tests.unit.adapters.language.conftest import Read


def _said(read: Read, text: str) -> set[tuple[str, str, bool]]:
    reading = read(text).reading
    names = [mention.name for mention in reading.mentions]
    for said in reading.identities:
        assert 0 <= said.start < said.end <= len(text)
        assert said.one != said.other
    return {(names[said.one], names[said.other], said.same) for said in reading.identities}


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Turns out Ben and Benjamin are the same person.", "Ben", "Benjamin"),
        ("Ben is the same person as Benjamin.", "Ben", "Benjamin"),
        ("Ben is short for Benjamin.", "Ben", "Benjamin"),
        ("Met Lexi (short for Alexandra) at the gym.", "Lexi", "Alexandra"),
        ("I saw Maria, whom I also call Mia.", "Maria", "Mia"),
        ("I call Benjamin Ben.", "Benjamin", "Ben"),
        ("Everyone calls Theodora Teddy.", "Theodora", "Teddy"),
        ("Alexandra, Lexi for short, called.", "Alexandra", "Lexi"),
        ("Katharina goes by Kat.", "Katharina", "Kat"),
        ("Maria's real name is Marisol.", "Maria", "Marisol"),
        ("By Benji I mean Benjamin Novak.", "Benji", "Benjamin Novak"),
        ("NYC and New York are the same place.", "NYC", "New York"),
        ("Biscuit, also known as Bisky, is my dog.", "Biscuit", "Bisky"),
        ("Mum and Ilse are the same person.", "mum", "Ilse"),
    ],
)
def test_two_names_for_one(read: Read, text: str, one: str, other: str) -> None:
    assert _said(read, text) == {(one, other, True)}


@pytest.mark.parametrize(
    "text",
    [
        "Coke is the same as Pepsi.",
        "Google is basically the same as Apple.",
        "Berlin and Hamburg are the same.",
        "Acme is exactly the same as Initech, only bigger.",
    ],
)
def test_what_is_only_alike_is_not_one(read: Read, text: str) -> None:
    assert _said(read, text) == set()


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Acme is the same company as Initech.", "Acme", "Initech"),
        ("NYC is the same place as New York.", "NYC", "New York"),
        ("Ben is the same as Benjamin.", "Ben", "Benjamin"),
        ("Ben and Benjamin are the same.", "Ben", "Benjamin"),
    ],
)
def test_the_same_of_a_kind_or_of_people_is_one(
    read: Read, text: str, one: str, other: str
) -> None:
    assert _said(read, text) == {(one, other, True)}


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Sam and Samuel are two different people.", "Sam", "Samuel"),
        ("Sam and Samuel are not the same person.", "Sam", "Samuel"),
        ("Ben is not Benjamin.", "Ben", "Benjamin"),
        ("Don't confuse Anna with Hanna.", "Anna", "Hanna"),
        ("Sam from work and my brother Sam are two different people.", "Sam", "Sam"),
    ],
)
def test_two_names_for_two(read: Read, text: str, one: str, other: str) -> None:
    assert _said(read, text) == {(one, other, False)}


@pytest.mark.parametrize(
    "text",
    [
        "Tom says Ben and Benjamin are the same person.",
        "Are Ben and Benjamin the same person?",
        "I think Ben and Benjamin are the same person.",
        "If Ben and Benjamin are the same person, fine.",
        "Maybe Ben is short for Benjamin.",
        '"Ben and Benjamin are the same person," she said.',
        "> Ben is short for Benjamin.",
        "Ben isn't Benjamin's brother.",
        "Nora is not Tom's sister.",
        "Ben and Benjamin are the same age.",
        "Ben and Tom were the same as ever.",
        "Ben and Lena want the same thing.",
        "I call Maria Lopez every week.",
    ],
)
def test_what_says_nothing_of_names(read: Read, text: str) -> None:
    assert _said(read, text) == set()


def test_both_names_have_one_kind(read: Read) -> None:
    seen = read("Biscuit, also known as Bisky, is my dog.")
    assert {seen.one("Biscuit").kind, seen.one("Bisky").kind} == {Kind.ANIMAL}


def test_names_for_one_do_not_merely_come_up_together(read: Read) -> None:
    assert not read("Ben is short for Benjamin.").related()
