"""Base forms of English words, from a table of irregular forms and the regular endings.

The reader only needs the lemmas of words that stand in its lists, so this replaces
spaCy's lemmatizer, which costs an eighth of the whole parse.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, read_table, word_set

_IRREGULAR: Final[dict[str, str]] = {
    form: row[0] for row in read_table("irregular.tsv") for form in row[1].split()
}
_CLITICS: Final = {
    "n't": "not",
    "'m": "be",
    "'re": "be",
    "'ll": "will",
    "'ve": "have",
    "ca": "can",
    "wo": "will",
    "'d": "would",
}
_SUFFIXES: Final = tuple(
    (row[0], (row[1] if len(row) > 1 else "").split("|")) for row in read_table("suffixes.tsv")
)
_STRETCHED: Final = re.compile(r"([a-z])\1{2,}")
_SHORTEST: Final = 3
"""Shorter words inflect irregularly: "used" is no form of "us"."""
_VOWELS: Final = frozenset("aeiou")


@lru_cache(maxsize=20_000)
def lemma_of(lower: str, tag: str) -> str:
    """The base form of a lower-case word.

    Args:
        lower: the word in lower case.
        tag: its Penn Treebank tag; "" if there is none.

    >>> lemma_of("running", "VBG"), lemma_of("went", "VBD"), lemma_of("worries", "VBZ")
    ('run', 'go', 'worry')
    >>> lemma_of("sooo", "RB")
    'so'
    """
    given = _given(lower, tag)
    if given is not None:
        return given
    if _STRETCHED.search(lower):
        return _unstretched(lower)
    for candidate in () if _is_no_comparative(lower, tag) else _candidates(lower):
        if len(candidate) >= _SHORTEST and candidate in KNOWN_LEMMAS:
            return candidate
    return lower if lower in KNOWN_LEMMAS else _regular(lower, tag)


def _given(lower: str, tag: str) -> str | None:
    """The base form where a table has it or nothing was inflected; None if rules must tell."""
    if lower == "'s" and tag.startswith("V"):
        return "be"
    listed = _CLITICS.get(lower) or _IRREGULAR.get(lower)
    if listed is not None:
        return listed
    if _STRETCHED.search(lower):
        return None
    is_base = tag in _BASE_TAGS and lower in KNOWN_LEMMAS
    return lower if tag in _NEVER_INFLECTED or len(lower) <= _SHORTEST or is_base else None


def _is_no_comparative(lower: str, tag: str) -> bool:
    """Whether "-er" or "-est" belongs to the word itself: "number", "forest"."""
    return tag.startswith("NN") and lower.endswith(("er", "est", "ier", "iest"))


_NEVER_INFLECTED: Final = word_set("lemma.never_inflected")
_BASE_TAGS: Final = frozenset({"NN", "VB", "VBP"})


def _unstretched(lower: str) -> str:
    """Read "sooo" is "so", "happyyy" is "happy", "gooood" is "good"."""
    single = _STRETCHED.sub(r"\1", lower)
    double = _STRETCHED.sub(r"\1\1", lower)
    return double if double in KNOWN_LEMMAS and single not in KNOWN_LEMMAS else single


def _candidates(lower: str) -> list[str]:
    """Words that the given one may be a regular inflection of, likeliest first."""
    for ending, replacements in _SUFFIXES:
        if lower.endswith(ending) and not lower.endswith("ss"):
            stem = lower.removesuffix(ending)
            return [
                stem[:-1] if replacement == "=" else stem + replacement
                for replacement in replacements
                if replacement != "=" or stem[-1:] == stem[-2:-1]
            ]
    return []


def _regular(lower: str, tag: str) -> str:
    """A guess for a word that no list knows: the first ending that its tag can have."""
    for ending, replacement in _GUESSES.get(tag, ()):
        if lower.endswith(ending):
            stem = lower.removesuffix(ending) + replacement
            return stem if _VOWELS & set(stem) else lower
    return lower


_PLURAL: Final = (
    *((ending, ending) for ending in ("ss", "us", "is")),
    ("ies", "y"),
    *((ending, ending[:-2]) for ending in ("shes", "ches", "xes", "sses")),
    ("s", ""),
)
_PAST: Final = (("ied", "y"), ("ed", ""))
_GUESSES: Final = {
    "NNS": _PLURAL,
    "VBZ": _PLURAL,
    "VBD": _PAST,
    "VBN": _PAST,
    "VBG": (("ing", ""),),
}
