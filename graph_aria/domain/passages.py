"""Passages: pieces of entries small enough to be placed by their meaning."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of an entry, found by its words and by its meaning.

    A projection over the entry: made again whenever that is edited, gone when it goes.

    Attributes:
        entry_id: the entry it is a piece of.
        start, end: its span there, `entry.text[start:end]`, never empty.
        words: what full-text search finds it by.
        numbers: its vector, as in `MemoryVector.numbers`.
    """

    entry_id: str
    start: int
    end: int
    words: str
    numbers: bytes


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """All passages of one entry.

    Attributes:
        entry_id: the entry.
        revision: of the words that they were made from; those of others are not stored.
        embedder_id: what made the vectors.
        passages: in order of position; empty if there is nothing in it that may be found.
    """

    entry_id: str
    revision: int
    embedder_id: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage that a search found.

    Attributes:
        entry_id, start, end: which one.
        day: the local day of its entry's evidence.
        conversation_id: of a turn, else None.
        score: a cosine, or a rank > 0 of words; the greater the better.
    """

    entry_id: str
    start: int
    end: int
    day: date
    conversation_id: str | None
    score: float


@dataclass(frozen=True, slots=True)
class PassageFilter:
    """Where passages are looked for; None leaves open.

    Attributes:
        since, until: local days, both included.
        scope: a namespace whose turns are looked at beside those that hold everywhere.
    """

    since: date | None = None
    until: date | None = None
    scope: str = ""


EVERYWHERE = PassageFilter()
