"""Which language a text is in, told by script and function words; and what of it is English."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from graph_aria.adapters.language.lexicon import all_function_words, word_set

UNKNOWN: Final = "und"
UNTOLD: Final = "mis"
"""ISO 639-2 for a language without a code of its own: here one that is none that we know."""

_SCRIPTS: Final = tuple(
    (code, re.compile(f"[{letters}]"))
    for code, letters in (
        ("ja", r"\u3040-\u30ff"),
        ("ko", r"\uac00-\ud7af\u1100-\u11ff"),
        ("zh", r"\u4e00-\u9fff"),
        ("ru", r"\u0400-\u04ff"),
        ("el", r"\u0370-\u03ff\u1f00-\u1fff"),
        ("he", r"\u0590-\u05ff"),
        ("ar", r"\u0600-\u06ff\u0750-\u077f"),
        ("hi", r"\u0900-\u097f"),
        ("bn", r"\u0980-\u09ff"),
        ("pa", r"\u0a00-\u0a7f"),
        ("gu", r"\u0a80-\u0aff"),
        ("ta", r"\u0b80-\u0bff"),
        ("te", r"\u0c00-\u0c7f"),
        ("kn", r"\u0c80-\u0cff"),
        ("ml", r"\u0d00-\u0d7f"),
        ("si", r"\u0d80-\u0dff"),
        ("th", r"\u0e00-\u0e7f"),
        ("lo", r"\u0e80-\u0eff"),
        ("my", r"\u1000-\u109f"),
        ("ka", r"\u10a0-\u10ff"),
        ("am", r"\u1200-\u137f"),
        ("km", r"\u1780-\u17ff"),
        ("hy", r"\u0530-\u058f"),
    )
)
"""Scripts by the language that uses them most; kana go before Han, which Japanese mixes in."""

_OWN_LETTERS: Final = {
    "ru": (("uk", re.compile("[іїєґ]")), ("sr", re.compile("[ђћџјљњ]")), ("be", re.compile("ў"))),
    "ar": (("ur", re.compile("[ٹڈڑںےہ]")), ("fa", re.compile("[پچژگ]"))),
}
"""Letters that other languages of a script have, and its first one has not."""

_LATIN: Final = re.compile(r"[A-Za-z\u00c0-\u024f]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SENTENCE: Final = re.compile(r"[^.!?…\n]+(?:[.!?…]+[\"')\]]*|\n|\Z)|[.!?…\n]+")
_FUNCTION_WORDS: Final = all_function_words()
_ENGLISH: Final = _FUNCTION_WORDS["en"]
_OTHERS: Final = {code: words for code, words in _FUNCTION_WORDS.items() if code != "en"}
_ALSO_ENGLISH: Final = word_set("language.also_english")
"""Words of other languages that English diaries hold too."""

_CLEARLY_FOREIGN: Final = frozenset().union(*_OTHERS.values()) - _ENGLISH - _ALSO_ENGLISH


_FEWEST: Final = 2
"""Fewest function words that settle a sentence of any length."""

_LEAST_SHARE: Final = 0.2
"""Least share of a sentence's words that must be function words of its language."""

_SURE_SHARE: Final = 0.3
"""The same, where the sentence has English function words too."""

_SHORT: Final = 4
"""A sentence of so few words is settled by one function word, if half of it is such."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What was found about a text's language.

    Attributes:
        language: ISO 639-1 code, "und" if it cannot be told.
        english: the text with sentences of other languages blanked out, of the same length;
            None if there is nothing to read.
        foreign: for each other language that it is partly in, the text with all else blanked
            out, of the same length.
    """

    language: str
    english: str | None
    foreign: tuple[tuple[str, str], ...] = field(default=(), repr=False)


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
    sentences = [(language_of(found[0]), found[0]) for found in _SENTENCE.finditer(text)]
    weights: dict[str, int] = {}
    for code, sentence in sentences:
        weights[code] = weights.get(code, 0) + sum(map(str.isalpha, sentence))
    english, unknown = weights.pop("en", 0), weights.pop(UNKNOWN, 0)
    foreign = tuple((code, _only(sentences, {code})) for code in sorted(weights) if weights[code])
    if weights and not english:
        # Names and one-word lines between foreign sentences are not English either.
        return Settled(max(weights, key=lambda code: weights[code]), None, foreign)
    if english or unknown:
        kept = _only(sentences, {"en", UNKNOWN})
        return Settled("en" if english else UNKNOWN, kept, foreign)
    return Settled(UNKNOWN, text)


def _only(sentences: list[tuple[str, str]], languages: set[str]) -> str:
    """The sentences of some languages, those of others as blanks."""
    return "".join(
        sentence if code in languages else re.sub(r"\S", " ", sentence)
        for code, sentence in sentences
    )


def language_of(sentence: str) -> str:
    """The language of one sentence, "und" if nothing settles it."""
    letters = sum(map(str.isalpha, sentence))
    if not letters:
        return UNKNOWN
    if not sentence.isascii():
        for code, script in _SCRIPTS:
            n = len(script.findall(sentence))
            if n * 2 > letters or (code == "ja" and n * 5 > letters):
                return _by_letters(code, sentence.lower())
        if len(_LATIN.findall(sentence)) * 2 < letters:
            return UNTOLD
    words = [word.lower() for word in _WORD.findall(sentence)]
    best, score = UNKNOWN, 0
    for code, function_words in _OTHERS.items():
        n = sum(word in function_words for word in words)
        if n > score:
            best, score = code, n
    english = sum(_is_english(word) for word in words)
    if not score:
        return "en" if english else UNKNOWN
    own = len((_OTHERS[best] - _ENGLISH - _ALSO_ENGLISH).intersection(words))
    only_english = sum(_is_english(word) and word not in _OTHERS[best] for word in words)
    odd = sum(not word.isascii() for word in words)
    return (
        best
        if _is_told(len(words), score, own, only_english, odd)
        else ("en" if english else UNKNOWN)
    )


def _is_told(n: int, score: int, own: int, only_english: int, odd: int) -> bool:
    """Whether function words settle that a sentence is in another language than English.

    Args:
        n: words of the sentence.
        score: those that are function words of that language.
        own: different ones of them that English has not.
        only_english: function words that only English has.
        odd: words with letters that English has not.
    """
    if own >= _FEWEST and score >= n * _LEAST_SHARE and score >= _FEWEST * only_english:
        return only_english == 0 or score >= n * _SURE_SHARE
    if only_english or not own:
        return False
    is_short = 1 < n <= _SHORT and score * 2 >= n
    return is_short or odd >= _FEWEST or (score > _FEWEST and score * 2 >= n)


def _by_letters(code: str, lower: str) -> str:
    """The language among those of a script whose own letters stand in a text."""
    for other, letters in _OWN_LETTERS.get(code, ()):
        if letters.search(lower):
            return other
    return code


def _needs_a_look(text: str) -> bool:
    """Whether letters beyond ASCII or function words hint at another language."""
    if not text.isascii() and any(char.isalpha() and char > "\x7f" for char in text):
        return True
    return sum(word.lower() in _CLEARLY_FOREIGN for word in _WORD.findall(text)) > 1


def _has_english(text: str) -> bool:
    return any(_is_english(word.lower()) for word in _WORD.findall(text[:2_000]))


def _is_english(word: str) -> bool:
    """Whether a word, or what stands before its apostrophe, is an English function word."""
    return word in _ENGLISH or ("'" in word and word.partition("'")[0] in _ENGLISH)
