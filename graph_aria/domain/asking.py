"""What somebody looks for: its telling words, whether it asks, and whether of a time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from graph_aria.domain.function_words import DENIALS
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.person_names import unaccented
from graph_aria.domain.quotes import Span
from graph_aria.domain.search_words import content_words
from graph_aria.domain.stems import words
from graph_aria.domain.word_forms import base

MOST_WORDS: Final = 40
"""Telling words of a text that are looked for; a longer one is a story, not a question."""

MOST_CHARS: Final = 2_000
"""Of a text, that are looked at."""

_WORD: Final = re.compile(r"\w+")
_ASKS: Final = re.compile(
    r"^\W*(?:(?:so|and|but|hey|hi|ok|okay|aria|well|please|now)\b\W*)*"
    r"(?:what|who|whom|whose|when|where|why|how|which|is|are|am|was|were|do|does|did|has|have|had|"
    r"can|could|would|will|should|tell|remind|show|find|search|list|remember when)\b",
    re.IGNORECASE,
)
_TELLS: Final = re.compile(r"\b(?:i|i'm|i've|we|my|me|our)\b", re.IGNORECASE)
_FEW: Final = 8
"""Words of which a text without "I" is what is typed into a search, not a story."""
_TIME: Final = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|spring|summer|autumn|fall|winter|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|yesterday|tomorrow|ago|"
    # Not of "when did I last see her", which is asked every day.
    r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bhe )(?<!\bshe )(?<!\bthey )last|past|"
    r"previous|recent|weekend|week|month|year|christmas|easter|new year|birthday|"
    r"morning|evening|night|noon)s?\b|\d{4}|\d{1,2}[./-]\d{1,2}|\b\d{1,2}(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
_SAID_LITTLE: Final = words(
    "tell remind show find search list remember know think say said talk talked mention mentioned "
    "happen happened thing things kind sort type time times ever still currently recently "
    "please want wanted like likes liked get got go went going gone make made many much "
    "one two first last new some any other lot way often long away ago be user aria"
)
"""Words that many a question is made of; what is found by them alone is found by chance."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a text looks for.

    Attributes:
        text: its beginning, as it is placed by its meaning.
        words: its telling words as they stand there, each once, in order, at most 40; empty if
            none tells anything.
        bases: their base forms.
        slight: those of them that many a question is made of.
        is_question: it asks, or is what one types into a search; else it tells something.
    """

    text: str
    words: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    slight: frozenset[str] = field(default=frozenset())
    is_question: bool = False


def asked_of(text: str, *, but: Iterable[Span] = ()) -> Asked:
    """What a text looks for.

    Args:
        text: any.
        but: spans whose words are not looked for, such as the dates that it asks about.

    >>> asked = asked_of("Where does my sister's cat live?")
    >>> asked.words, asked.is_question
    (('sister', 'cat', 'live'), True)
    >>> asked_of("What about me?").words, asked_of("").text
    ((), '')
    """
    told = text[:MOST_CHARS]
    left = told
    for start, end in but:
        left = left[:start] + " " * (min(end, len(left)) - min(start, len(left))) + left[end:]
    found: dict[str, str] = {}
    for word in content_words(left):
        form = base_of(word)
        if len(form) > 1 or not word.isascii() or word.isdigit():
            found.setdefault(form, word)
        if len(found) == MOST_WORDS:
            break
    return Asked(
        told,
        tuple(found.values()),
        tuple(found),
        frozenset(one for one in found if one in _SLIGHT),
        is_question="?" in told
        or _ASKS.match(told) is not None
        or (len(told.split()) <= _FEW and _TELLS.search(told) is None),
    )


def speaks_of_time(text: str) -> bool:
    """Whether a text may name a day or a stretch of time; cheap, and wrong now and then.

    >>> speaks_of_time("How was last spring?"), speaks_of_time("Where does Clara live?")
    (True, False)
    >>> speaks_of_time("When did I last see Clara?"), speaks_of_time("Did I see her last Easter?")
    (False, True)
    """
    return _TIME.search(text[:MOST_CHARS]) is not None


@lru_cache(maxsize=16384)
def base_of(word: str) -> str:
    """A word as it is compared with others: its base form without case and accents."""
    return base(unaccented(normalized(word)))


def bases_in(text: str) -> frozenset[str]:
    """The words of a text as they are compared."""
    return frozenset(map(base_of, _WORD.findall(text)))


_SLIGHT: Final = frozenset(base_of(word) for word in _SAID_LITTLE | DENIALS)
