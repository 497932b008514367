"""Which words of a deleted text can prove that it is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

MIN_BYTES: Final = 5
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
    """The words of texts that are long enough to be looked for, folded, in order.

    Words of fewer than five bytes stand everywhere by chance.

    >>> telling_words(["Yoga helped; YOGA-class again.", "Ach, schön"])
    ('again', 'class', 'helped', 'schön')
    """
    return tuple(
        sorted(
            {
                word.casefold()
                for text in texts
                for word in _WORD.findall(text)
                if len(word.encode("utf-8", "surrogatepass")) >= MIN_BYTES
            }
        )
    )
