"""Which language a text is in, told by script and function words; and what of it is English."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graph_aria.adapters.language.lexicon import read_table, word_set

UNKNOWN: Final = "und"

_SCRIPTS: Final = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff\u0750-\u077f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("ka", re.compile(r"[\u10a0-\u10ff]")),
    ("hy", re.compile(r"[\u0530-\u058f]")),
    ("ta", re.compile(r"[\u0b80-\u0bff]")),
    ("bn", re.compile(r"[\u0980-\u09ff]")),
)
_LATIN: Final = re.compile(r"[A-Za-z\u00c0-\u024f]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SENTENCE: Final = re.compile(r"[^.!?…\n]+(?:[.!?…]+[\"')\]]*|\n|\Z)|[.!?…\n]+")
_FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    row[0]: frozenset(row[1].split()) for row in read_table("function_words.tsv")
}
_ENGLISH: Final = _FUNCTION_WORDS["en"]
_OTHERS: Final = {code: words for code, words in _FUNCTION_WORDS.items() if code != "en"}
_ANY_OTHER: Final = frozenset().union(*_OTHERS.values())


_FEWEST: Final = 2
"""Fewest function words that settle a sentence of any length."""

_LEAST_SHARE: Final = 0.2
"""Least share of a sentence's words that must be function words of its language."""

_SHORT: Final = 4
"""A sentence of so few words is settled by one function word, if half of it is such."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What was found about a text's language.

    Attributes:
        language: ISO 639-1 code, "und" if it cannot be told.
        english: the text with sentences of other languages blanked out, of the same length;
            None if there is nothing to read.
    """

    language: str
    english: str | None


def settle_language(text: str) -> Settled:
    """Tell the language of a text and keep what can be read of it.

    Short notes without function words ("ok", "gym, eggs, bed") are "und" and read; a text
    in mixed languages is read where it is English.

    >>> settle_language("gym, eggs, bed")
    Settled(language='und', english='gym, eggs, bed')
    >>> settle_language("Heute war ich im Park und es war schön.").language
    'de'
    """
    if not _needs_a_look(text):
        return Settled("en" if _has_english(text) else UNKNOWN, text)
    kept: list[str] = []
    weights: dict[str, int] = {}
    for found in _SENTENCE.finditer(text):
        sentence = found[0]
        code = language_of(sentence)
        letters = sum(map(str.isalpha, sentence))
        weights[code] = weights.get(code, 0) + letters
        foreign = code not in {"en", UNKNOWN}
        kept.append(re.sub(r"\S", " ", sentence) if foreign else sentence)
    english, unknown = weights.pop("en", 0), weights.pop(UNKNOWN, 0)
    foreign_code = max(weights, key=lambda code: weights[code]) if weights else None
    if foreign_code is not None and not english:
        # Names and one-word lines between foreign sentences are not English either.
        return Settled(foreign_code, None)
    if english or unknown:
        return Settled("en" if english else UNKNOWN, "".join(kept))
    return Settled(UNKNOWN, text)


def language_of(sentence: str) -> str:
    """The language of one sentence, "und" if nothing settles it."""
    letters = sum(map(str.isalpha, sentence))
    if not letters:
        return UNKNOWN
    if not sentence.isascii():
        for code, script in _SCRIPTS:
            n = len(script.findall(sentence))
            if n * 2 > letters:
                return code
    words = [word.lower() for word in _WORD.findall(sentence)]
    english = sum(_is_english(word) for word in words)
    best, score = UNKNOWN, 0
    for code, function_words in _OTHERS.items():
        n = sum(word in function_words for word in words)
        if n > score:
            best, score = code, n
    own = sum(word in _ANY_OTHER and word not in _ENGLISH for word in words)
    if score > english and own >= _FEWEST and score >= max(_FEWEST, len(words) * _LEAST_SHARE):
        return best
    is_short = 1 < len(words) <= _SHORT
    if own and not english and is_short and score * 2 >= len(words):
        return best
    return "en" if english else UNKNOWN


def _needs_a_look(text: str) -> bool:
    """Whether letters beyond ASCII or function words hint at another language."""
    if not text.isascii() and any(char.isalpha() and char > "\x7f" for char in text):
        return True
    return sum(word.lower() in _CLEARLY_FOREIGN for word in _WORD.findall(text)) > 1


_CLEARLY_FOREIGN: Final = _ANY_OTHER - _ENGLISH - word_set("language.also_english")


def _has_english(text: str) -> bool:
    return any(_is_english(word.lower()) for word in _WORD.findall(text[:2_000]))


def _is_english(word: str) -> bool:
    """Whether a word, or what stands before its apostrophe, is an English function word."""
    return word in _ENGLISH or ("'" in word and word.partition("'")[0] in _ENGLISH)
