"""Which of all that searches brought is worth reading, by what the indexes alone tell of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeVar

_MEANING: Final = 4.0
_WORDS: Final = 3.0
_BESIDE: Final = 0.25
"""How much of that a neighbour lends; as in ranking, roughly: it decides among those read."""
_TIME: Final = 2.0
_LENGTH: Final = 1.0
_FEW_CHARS: Final = 10
_PLENTY_CHARS: Final = 300

Found = TypeVar("Found", "Span", str)


class Span(NamedTuple):
    """A passage: its entry, and where in it. Ordered as they were said."""

    entry_id: str
    start: int
    end: int


Sides = Mapping[Span, tuple[Span | None, Span | None]]
"""The neighbours before and after each, None where it has none."""


def likeliest(
    near: Mapping[Found, float], ranks: Mapping[Found, float], *, limit: int
) -> list[Found]:
    """What is likeliest to be relevant by meaning and words, best first, ties by its name.

    Args:
        near: cosines of what is near to what is asked.
        ranks: ranks of what has some of the words, > 0.
        limit: most of them.

    >>> likeliest({"a": 0.2, "b": 0.8}, {"c": 2.0, "a": 1.8}, limit=2)
    ['b', 'a']
    """
    own = _weighed(near, ranks)
    return sorted(own, key=lambda one: (-own[one], one))[:limit]


def promising(
    near: Mapping[Span, float],
    ranks: Mapping[Span, float],
    sides: Sides,
    times: Mapping[Span, float],
    *,
    limit: int,
) -> list[Span]:
    """The passages that are likeliest to be relevant, best first, ties by span.

    So that only these are read: their words, names and dates then decide among them.

    Args:
        near: cosines of those that are near to what is asked.
        ranks: ranks of those that have some of the words, > 0.
        sides: the neighbours of some of them; only these may be picked.
        times: how well the days of some fit the time that is asked about, 0 to 1.
        limit: most of them.

    >>> one, two, three = (Span(name, 0, 40) for name in ("a", "b", "c"))
    >>> sides = {one: (None, two), two: (one, None), three: (None, None)}
    >>> near, ranks = {one: 0.5, three: 0.5}, {two: 0.1}
    >>> [span.entry_id for span in promising(near, ranks, sides, {}, limit=2)]
    ['a', 'b']
    """
    own = _weighed(near, ranks)

    def promise(span: Span) -> float:
        lent = sum(own.get(other, 0.0) for other in sides[span] if other is not None)
        n_chars = min(span.end - span.start, _PLENTY_CHARS)
        length = _LENGTH * math.log((n_chars + _FEW_CHARS) / _FEW_CHARS)
        return own.get(span, 0.0) + _BESIDE * lent + _TIME * times.get(span, 0.0) + length

    return [span for _, span in sorted((-promise(span), span) for span in sides)[:limit]]


def _weighed(near: Mapping[Found, float], ranks: Mapping[Found, float]) -> dict[Found, float]:
    found: dict[Found, float] = {}
    for values, weight in ((near, _MEANING), (ranks, _WORDS)):
        highest = max(values.values(), default=0.0)
        for one, value in values.items():
            part = value / highest if highest > 0 else 0.0
            found[one] = found.get(one, 0.0) + weight * part
    return found
