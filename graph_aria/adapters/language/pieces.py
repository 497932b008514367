"""Cutting a long text into pieces that a parser can take at bounded cost."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE_BYTES: Final = 5_000
"""Largest piece in bytes of UTF-8."""

LONGEST_WORD: Final = 100
"""Words longer than this many code points are noise to a parser, and slow."""

_SURELY_SHORT: Final = 1_000
_SHORTEST_MEAN: Final = 3.2
"""Least code points a word with its space; English prose has about 5.5."""

_SENTENCE_END: Final = re.compile(r"(?:[.!?…]+[\"'”’)\]]*\s+|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s))")
_LAST_SPACE: Final = re.compile(r"\s(?=\S*\Z)")
_LONG_WORD: Final = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: `whole[offset : offset + len(text)] == text`."""

    offset: int
    text: str


def cut(text: str, *, limit: int = PIECE_BYTES) -> Iterator[Piece]:
    """Cut a text at paragraph and sentence ends, else at a space, else between code points.

    Pieces come in order and join up to the whole text.

    Args:
        text: any text.
        limit: most bytes of UTF-8 in a piece, >= 4.

    >>> [piece.text for piece in cut("One. Two three.", limit=8)]
    ['One. ', 'Two ', 'three.']
    """
    start = 0
    while start < len(text):
        end = _window_end(text, start, limit)
        if end < len(text):
            end = start + _best_cut(text[start:end])
        yield Piece(start, text[start:end])
        start = end


def is_prose(text: str) -> bool:
    """Whether a piece can be prose: long pieces of letters and signs standing alone are not.

    A parser's time goes by words, so "a b a b …" costs three times what a text costs.
    """
    return len(text) < _SURELY_SHORT or len(text.split()) * _SHORTEST_MEAN < len(text)


def mask_long_words(text: str) -> str:
    """Put spaces in place of words that are too long to be words; offsets stay."""
    return _LONG_WORD.sub(lambda found: " " * len(found[0]), text)


def _window_end(text: str, start: int, limit: int) -> int:
    """The furthest end such that the window has at most `limit` bytes."""
    window = text[start : start + limit]
    encoded = window.encode("utf-8", "surrogatepass")
    if len(encoded) <= limit:
        return start + len(window)
    # Dropping a broken last character leaves whole code points only.
    kept = encoded[:limit].decode("utf-8", "ignore" if window.isprintable() else "replace")
    end = start + len(kept)
    while len(text[start:end].encode("utf-8", "surrogatepass")) > limit:
        end -= 1
    return end


def _best_cut(window: str) -> int:
    """Where to end a full window: after its last sentence, its last space, or at its end."""
    end = 0
    for found in _SENTENCE_END.finditer(window):
        end = found.end()
    if end:
        return end
    space = window.rfind(" ")
    if space < 0:
        found_space = _LAST_SPACE.search(window)
        space = found_space.start() if found_space else -1
    return space + 1 if space >= 0 else len(window)
