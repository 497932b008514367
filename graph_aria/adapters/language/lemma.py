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
_CLITICS: Final = {"n't": "not", "'m": "be", "'re": "be", "'ll": "will", "'ve": "have", "ca": "can",
                   "wo": "will", "'d": "would"}  # fmt: skip
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
    if lower == "'s" and tag.startswith("V"):
        return "be"
    if lower in _CLITICS:
        return _CLITICS[lower]
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if _STRETCHED.search(lower):
        return _unstretched(lower)
    if tag in _NEVER_INFLECTED or len(lower) < 4:
        return lower
    if tag in _BASE_TAGS and lower in KNOWN_LEMMAS:
        return lower
    for candidate in _candidates(lower):
        if len(candidate) >= _SHORTEST and candidate in KNOWN_LEMMAS:
            return candidate
    return lower if lower in KNOWN_LEMMAS else _regular(lower, tag)


_NEVER_INFLECTED: Final = word_set("lemma.never_inflected")
_BASE_TAGS: Final = frozenset({"NN", "VB", "VBP"})


def _unstretched(lower: str) -> str:
    """Read "sooo" is "so", "happyyy" is "happy", "gooood" is "good"."""
    single = _STRETCHED.sub(r"\1", lower)
    double = _STRETCHED.sub(r"\1\1", lower)
    return double if double in KNOWN_LEMMAS and single not in KNOWN_LEMMAS else single


def _candidates(lower: str) -> tuple[str, ...]:
    """Words that the given one may be a regular inflection of, likeliest first."""
    if lower.endswith("ing") and len(lower) > 4:
        return _stems(lower[:-3])
    if lower.endswith(("ied", "ies")):
        return (lower[:-3] + "y", lower[:-1])
    if lower.endswith("ed"):
        return _stems(lower[:-2])
    if lower.endswith("es"):
        return (lower[:-1], lower[:-2])
    if lower.endswith("s") and not lower.endswith("ss"):
        return (lower[:-1],)
    if lower.endswith("ier"):
        return (lower[:-3] + "y",)
    if lower.endswith("iest"):
        return (lower[:-4] + "y",)
    if lower.endswith("er"):
        return _stems(lower[:-2])
    if lower.endswith("est"):
        return _stems(lower[:-3])
    return ()


def _stems(stem: str) -> tuple[str, ...]:
    single = (stem[:-1],) if len(stem) > 2 and stem[-1] == stem[-2] else ()
    return (stem, stem + "e", *single)


def _regular(lower: str, tag: str) -> str:
    """A guess for a word that no list knows."""
    if tag in {"NNS", "VBZ"} and lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        if lower.endswith("ies"):
            return lower[:-3] + "y"
        return lower[:-2] if lower.endswith(("shes", "ches", "xes", "sses")) else lower[:-1]
    if tag in {"VBD", "VBN"} and lower.endswith("ed"):
        return lower[:-3] + "y" if lower.endswith("ied") else lower[:-2]
    if tag == "VBG" and lower.endswith("ing") and _VOWELS & set(lower[:-3]):
        return lower[:-3]
    return lower
