"""What a sentence that was made of somebody's words leaves out of them."""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.function_words import DENIALS, NUMBERS, TIMES
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.search_words import telling_words
from graph_aria.domain.stems import words
from graph_aria.domain.word_forms import base

DENIES: Final = "not"
"""The key of a denial."""

_SAYS_NO: Final = DENIALS | {"cannot", "cant", "dont", "wont", "nobody", "nothing", "nor"}
_CUT: Final = re.compile(r"n['’]t\b")
_EMPTY: Final = words(
    "honestly actually basically frankly totally absolutely definitely certainly simply please "
    "well oh okay ok yes yeah anyway btw lol haha currently now nowadays remember know tell am pm "
    "im ive id ill ca wo hi hello hey pls plz because since anymore longer call calls called named "
    "used wrong said"
)
"""Words with which something is said, rather than what is said."""

_TIME_WORDS: Final = (
    TIMES
    | NUMBERS.keys()
    | words(
        "ago last next since until till monday tuesday wednesday thursday friday saturday sunday "
        "old turn turned"
    )
)
_DIGITS: Final = re.compile(r"\d+(?:st|nd|rd|th)?")


def left_out(said: str, told: str) -> tuple[frozenset[str], int]:
    """The words of a sentence that another one does not have in any form.

    Words for a time count as told where the other names a day or a year of its own.

    Args:
        said: somebody's words.
        told: what was made of them.

    Returns:
        The keys of the words that are missing, and how many carry something in all; a denial
        is one of them.

    >>> left_out("I prefer tea to coffee", "The user prefers tea.")
    (frozenset({'coffe'}), 3)
    >>> left_out("I moved to Oslo two years ago", "The user moved to Oslo in 2024.")[0]
    frozenset()
    """
    mine, theirs = _keys(said), _keys(told)
    if {one for one in theirs if one.isdigit()} - mine.keys():
        mine = {key: word for key, word in mine.items() if not _is_time(word)}
    return frozenset(mine.keys() - theirs.keys()), len(mine)


def _is_time(word: str) -> bool:
    return word in _TIME_WORDS or word.removesuffix("s") in _TIME_WORDS or _is_number(word)


def _is_number(word: str) -> bool:
    return _DIGITS.fullmatch(word) is not None


def _keys(text: str) -> dict[str, str]:
    """The words that carry something, by a form that is equal for their forms."""
    plain = normalized(_CUT.sub(" not ", text)).replace("’", "'")
    found = {}
    all_words = set(re.findall(r"\w+", plain))
    if all_words & _SAYS_NO:
        found[DENIES] = DENIES
    for word in set(telling_words(plain).split()) - _SAYS_NO - _EMPTY:
        if len(word) > 1 or word.isdigit():
            found[_key(word)] = word
    return found


def _key(word: str) -> str:
    return NUMBERS.get(word, base(word))
