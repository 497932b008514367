"""Capitals for diaries that have none: a tagger knows "Anna" and "Leeds", not "anna" and "leeds".

Only words that are names and nothing else are raised, so that every offset stays.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, given_names, read_words, word_set

_WORD: Final = re.compile(r"[^\W\d_]+")
_ORDINARY_PLACES: Final = word_set("casing.ordinary")
"""Places whose names are words as well: "bath", "reading", "turkey"."""


def with_raised_names(text: str) -> str:
    """The text with capitals for known names, if it has no capitals but "I" of its own.

    >>> with_raised_names("met anna in leeds, i will go"), with_raised_names("Met anna.")
    ('met Anna in Leeds, i will go', 'Met anna.')
    """
    if not text.islower() and any(char.isupper() and char != "I" for char in text):
        return text
    return _WORD.sub(_raised, text)


def _raised(found: re.Match[str]) -> str:
    word = found[0]
    raised = word.capitalize()
    return raised if word in _names() and len(raised) == len(word) else word


@cache
def _names() -> frozenset[str]:
    """Given names and places that are no ordinary words."""
    names = given_names() | word_set("casing.also")
    return (names | read_words("known_places.txt")) - KNOWN_LEMMAS - _ORDINARY_PLACES
