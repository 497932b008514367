"""Rough stems: forms of one word that were read in different ways become one."""

from __future__ import annotations

from typing import Final

_SHORTEST: Final = 3
_PARTICIPLES: Final = (("ying", "y"), ("ied", "y"), ("ing", ""), ("ed", ""))


def stem(lemma: str) -> str:
    """A base form without a last "e" and without a doubled last letter.

    A base form may have been guessed from an inflected one, which shows neither.

    >>> stem("slice") == stem("slic"), stem("jogg") == stem("jog")
    (True, True)
    """
    word = lemma
    if len(word) > _SHORTEST and word.endswith("e"):
        word = word[:-1]
    if len(word) > _SHORTEST and word[-1] == word[-2]:
        word = word[:-1]
    return word


def root(word: str) -> str:
    """The stem of a word that may be a participle, whatever it was taken for.

    >>> root("frying") == root("fried") == root("fry")
    True
    """
    for ending, plain in _PARTICIPLES:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return stem(word.removesuffix(ending) + plain)
    return stem(word)


def words(line: str) -> frozenset[str]:
    """The words of a line, as a set to test against."""
    return frozenset(line.split())
