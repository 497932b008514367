"""Which sentences get a second look, by their meaning, where patterns found no crisis."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from graph_aria.domain import care_danger, care_self_harm, care_signs, care_wishes, care_words
from graph_aria.domain.care_text import Said, own_sentences

_FEWEST_WORDS: Final = 3
_HARM_DENIED: Final = re.compile(
    r"\b(?:not|never|no|without|nobody|[a-z]+n't)\b(?: \w+){0,4}? (?:die|dead|dying|kill\w*|"
    r"hurt\w*|harm\w*|suicid\w*|danger|cut|cutting|hit|hits|hitting|beat|beats|touch\w*|"
    r"violent|end)\b|^(?:if|whether)\b.*\b(?:would|'d)\b"
)
"""A crisis that is denied, or only supposed."""

_OF_USER: Final = re.compile(r"\b(?:i|i'\w+|me|my|myself|mine|we|we'\w+|us|our|ourselves)\b")
"""The user speaks of themselves, or of somebody of theirs."""

_OF_OTHERS: Final = re.compile(
    r"\b(?:you|you'\w+|your|he|he'\w+|him|his|she|she'\w+|her|they|they'\w+|them|their|it's)\b"
)
"""It is told of somebody else, or said to them."""

_NOT_MEANT: Final = (
    care_words.JOKE,
    care_words.FICTION,
    care_words.UNREAL,
    care_words.SPORT,
    care_words.EXAGGERATED,
    care_words.IDIOM,
    care_signs.POURED_AWAY,
    _HARM_DENIED,
)


def open_sentences(text: str) -> Iterator[str]:
    """The user's own sentences that patterns leave open, as they were written.

    In them no pattern found a crisis, and none ruled it out, as a denial, a joke, a film or
    what is over does; and somebody speaks of themselves or of somebody of theirs, or of nobody.

    Args:
        text: in which `concern_in` found none.

    >>> list(open_sentences("I don't want to die. It is dark in here. You should see it."))
    ['It is dark in here.']
    """
    for said in own_sentences(text):
        is_long = len(said.text.split()) >= _FEWEST_WORDS
        if is_long and _is_of_user(said.text) and not _is_ruled_out(said):
            yield said.piece.strip()


def _is_of_user(text: str) -> bool:
    return _OF_USER.search(text) is not None or _OF_OTHERS.search(text) is None


def _is_ruled_out(said: Said) -> bool:
    text = said.text
    if care_words.PAST.search(text) and not care_words.ANEW.search(text):
        return True
    if any(kind.search(text) is not None for kind in _NOT_MEANT):
        return True
    # What patterns found and did not take was denied, supposed or is over.
    return _found().search(text) is not None


@cache
def _found() -> re.Pattern[str]:
    """All that patterns look for, whether it holds or not; compiled when first asked for."""
    forms = (
        *care_wishes.WISHES,
        *care_wishes.WISHES_PAST,
        *care_self_harm.ACTS,
        *care_self_harm.CUT,
        *care_signs.SELF_HARM_SIGNS,
        *care_danger.ABUSE_NOW,
        *care_signs.ABUSE_SIGNS,
        *care_danger.CRISIS_NOW,
    )
    return re.compile("|".join(f"(?:{form})" for form in forms))
