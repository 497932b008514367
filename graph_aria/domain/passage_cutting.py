"""Cutting an entry into passages: pieces small enough to be placed by their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from graph_aria.domain.quotes import Span

MOST_CHARS: Final = 700
"""Most of a passage. An embedder that sees 256 tokens sees some thousand characters of English,
and a passage that says several things lies near to none of them."""

_LEAST_CHARS: Final = 250
"""A passage that is shorter takes the next sentence along."""
_SENTENCE_END: Final = re.compile(r"[.!?…]+[\"'”’)\]]*\s+|[。！？]|\n\s*")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_WEEKDAYS: Final = (
    *("Monday", "Tuesday", "Wednesday", "Thursday"),
    *("Friday", "Saturday", "Sunday"),
)
DAY_WORDS: Final = frozenset(name.casefold() for name in (*_MONTHS, *_WEEKDAYS))
"""What `passage_words` adds, folded, but for years."""


def cut_passages(text: str, closed: Iterable[Span] = ()) -> tuple[Span, ...]:
    """The spans of a text's passages, in order; they cover all that is open of it but spaces.

    They end where a sentence or a line does, else at a space, else anywhere; a short text is one.

    Args:
        text: any.
        closed: spans that no passage may touch.

    >>> cut_passages(" I ran. It rained. ")
    ((1, 18),)
    >>> [end - start for start, end in cut_passages("word " * 300)]
    [699, 699, 99]
    >>> cut_passages("I ran. Keep it. It rained.", [(7, 15)])
    ((0, 6), (16, 26))
    """
    spans: list[Span] = []
    start = 0
    for first, last in [*sorted(closed), (len(text), len(text))]:
        spans += _cut(text, start, first)
        start = max(start, last)
    return tuple(spans)


def passage_words(words: str, day: date) -> str:
    """What full-text search finds a passage by: its words, and those of its day.

    Args:
        words: the passage's own.
        day: the local day on which they were said.

    >>> passage_words("I ran.", date(2023, 5, 8))
    'I ran. Monday May 2023'
    """
    return f"{words} {_WEEKDAYS[day.weekday()]} {_MONTHS[day.month - 1]} {day.year}"


def _cut(text: str, start: int, until: int) -> Iterator[Span]:
    while start < until:
        end = _end_of(text, start, until)
        first = start + len(text[start:end]) - len(text[start:end].lstrip())
        last = start + len(text[start:end].rstrip())
        if first < last and any(char.isalnum() for char in text[first:last]):
            yield first, last
        start = end


def _end_of(text: str, start: int, until: int) -> int:
    """Where the passage that begins at `start` ends, spaces after it included."""
    if until - start <= MOST_CHARS:
        return until
    window = text[start : start + MOST_CHARS]
    ends = [found.end() for found in _SENTENCE_END.finditer(window)]
    good = [end for end in ends if end >= _LEAST_CHARS]
    if good:
        return start + good[-1]
    space = max(window.rfind(" "), window.rfind("\n"))
    return start + (space + 1 if space > 0 else len(window))
