"""Which words of a deleted text can prove that it is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

MIN_BYTES: Final = 5
_WORD: Final = re.compile(r"\w+")


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
