"""Which words tell what is meant, and what holds them."""

from __future__ import annotations

import pytest

from graph_aria.domain.evidence import FormKey
from graph_aria.domain.graph import Entity, Form
from graph_aria.domain.names_said import names_one, own_names
from graph_aria.domain.search_words import content_words, holds_words
from graph_aria.domain.vocabulary import Kind

CLARA = "The user's sister Clara lives in Lyon."


@pytest.mark.parametrize("asked", ["", " ", "the", "that I am", "about me", "the user's", "…"])
def test_nothing_holds_what_says_nothing(asked: str) -> None:
    assert content_words(asked) == ()
    assert not holds_words(CLARA, asked)


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("my sister Clara", True),
        ("that Clara is living in LYON", True),
        ("my sisters", True),
        ("that I live on Mars", False),
        ("my address in Rome", False),
        ("that Clara does not live in Lyon", False),
        ("lyons", True),
        ("Lyo", False),
    ],
)
def test_all_words_that_tell_are_held_in_any_form(asked: str, holds: bool) -> None:  # noqa: FBT001
    assert holds_words(CLARA, asked) is holds


def test_what_is_stated_is_not_held_by_what_denies_it() -> None:
    assert not holds_words("The user doesn't drink tea.", "that I drink tea")
    assert holds_words("The user doesn't drink tea.", "tea")
    assert holds_words("The user doesn't drink tea.", "that I never drink tea")
    assert holds_words("用户住在上海。", "上海")


def _entity(name: str, kind: Kind, *said: str, role: str | None = None) -> frozenset[str]:
    entity = Entity("1", "p", kind, name, name.casefold(), None, role=role)
    forms = [Form(*FormKey("1", one, one.casefold(), kind, role, None), 1) for one in said]
    return own_names(entity, forms)


def test_a_role_or_a_common_word_is_no_name() -> None:
    names = _entity("Clara", Kind.PERSON, "sister", "my sister", "friend", role="sister")
    assert names == {"clara"}
    assert _entity("Mum", Kind.PERSON, "mum") == frozenset()
    assert _entity("work", Kind.TOPIC) == frozenset()
    assert _entity("Lyon", Kind.PLACE) == {"lyon"}


def test_only_whole_names_count_and_no_part_of_another() -> None:
    assert names_one(CLARA, ["clara"])
    assert not names_one("Clarabel barks.", ["clara"])
    assert not names_one("The user moved to New York.", ["york"], ["new york"])
    assert names_one("The user left York for New York.", ["york"], ["new york"])
