"""Which words of a deleted text can prove that it is gone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from graph_aria.domain.common_words import COMMON

MIN_BYTES: Final = 5
REDACTED: Final = "[…]"
"""What stands in a reply where a word was taken out."""
_WORD: Final = re.compile(r"\w+")


def words_of(text: str) -> set[str]:
    """The words of a text, folded.

    >>> sorted(words_of("Yoga-class, YOGA"))
    ['class', 'yoga']
    """
    return set(_WORD.findall(text.casefold()))


def asked_words(words: Iterable[str]) -> dict[str, str]:
    """The words that are long enough to be looked for, by what they fold to."""
    return {
        word.casefold(): word for word in words if len(word.encode("utf-8", "replace")) >= MIN_BYTES
    }


def telling_words(texts: Iterable[str]) -> tuple[str, ...]:
    """The words of texts that tell of them, folded, in order.

    Words of fewer than five bytes stand everywhere by chance, and common ones do in any reply.

    >>> telling_words(["Yoga helped; YOGA-class again.", "Ach, schön"])
    ('class', 'schön')

    Source: design, section 8, `--prove`.
    """
    return tuple(
        sorted(
            {
                word.casefold()
                for text in texts
                for word in _WORD.findall(text)
                if len(word.encode("utf-8", "surrogatepass")) >= MIN_BYTES
                and word.casefold() not in COMMON
            }
        )
    )


def redacted(text: str, words: Collection[str]) -> str:
    """A text without some words, with a mark where each of them stood.

    Args:
        text: any; given a redacted one, this changes nothing.
        words: whole ones, folded.

    >>> redacted("I hope Mog's paw heals, MOG!", {"mog"})
    "I hope […]'s paw heals, […]!"
    """
    return _WORD.sub(lambda found: REDACTED if found[0].casefold() in words else found[0], text)
