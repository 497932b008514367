"""Where the words of a quote stand in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

Span = tuple[int, int]
"""Start and end, in code points."""

_LONGEST: Final = 1_000
_MOST: Final = 50
_SIGNS: Final = str.maketrans(
    dict.fromkeys("‘’‚‛ʼ`´′", "'") | dict.fromkeys("“”„‟″", '"') | dict.fromkeys("‐‑‒–—―", "-")
)


def find_quotes(text: str, quote: str) -> tuple[Span, ...]:
    r"""All places where a quote stands, as whole words.

    Models lay out what they quote anew, so white space, case and the shape of quotation marks
    and dashes do not count; words, their order and all other signs do. The first 50 places,
    in order; none for a quote without any letter or digit.

    >>> find_quotes("We  met\nin Rome.", "met in Rome")
    ((4, 15),)
    >>> find_quotes("An education", "cat")
    ()
    """
    words = quote.translate(_SIGNS).split()
    if len(quote) > _LONGEST or not any(char.isalnum() for word in words for char in word):
        return ()
    # Translated one to one, so that offsets stay.
    plain = text.translate(_SIGNS)
    pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    found: list[Span] = []
    for match in pattern.finditer(plain):
        if _is_whole(plain, *match.span()):
            found.append(match.span())
            if len(found) == _MOST:
                break
    return tuple(found)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a span neither begins nor ends within a word."""
    begins_within = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    ends_within = end < len(text) and text[end - 1].isalnum() and text[end].isalnum()
    return not begins_within and not ends_within


def overlaps(one: Span, other: Span) -> bool:
    """Whether two spans share anything.

    >>> overlaps((0, 2), (2, 3)), overlaps((0, 3), (2, 4))
    (False, True)
    """
    return one[0] < other[1] and other[0] < one[1]


def touches(span: Span, spans: Sequence[Span]) -> bool:
    """Whether a span shares anything with any of others."""
    return any(overlaps(span, other) for other in spans)
