"""What is found for a question: hits with the exact words that they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.memories import Memory


class HitKind(StrEnum):
    """What a hit is."""

    MEMORY = "memory"
    PASSAGE = "passage"
    """A piece of an entry or of a turn."""

    RELATION = "relation"
    """One of the graph; most of all such as have ended or faded, the chapter has the others."""

    CHAPTER = "chapter"
    """A closed one of the time that was asked about."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Exact words of the user.

    Attributes:
        entry_id, start, end: where they stand.
        revision: of the entry.
        text: the words, `entry.text[start:end]`.
        day: the local day on which they were said.
        conversation_id: of a turn, else None.
    """

    entry_id: str
    start: int
    end: int
    revision: int
    text: str
    day: date
    conversation_id: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that was found.

    Attributes:
        kind: what it is.
        id: of the memory, entry, relation or chapter.
        score: 0 to 1, the higher the better; comparable within one answer only.
        text: one line that says it, about "the user"; of a passage its words.
        quotes: the words that it rests on, best first; a chapter has none.
        memory, relation: the value itself, of a hit of that kind.
        is_stale: a memory that is perhaps no longer so.
        is_active: a relation that is active now; True for all others.
    """

    kind: HitKind
    id: str
    score: float
    text: str
    quotes: tuple[Quote, ...] = ()
    memory: Memory | None = None
    relation: Relation | None = None
    is_stale: bool = False
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class Retrieved:
    """All that was found for one text.

    Attributes:
        hits: best first, of all kinds together; empty if nothing is relevant, which is then
            said and not papered over.
        entities: those that the text names, faded ones too, the user left out.
        since, until: the local days that it asks about, None where it names none.
    """

    hits: tuple[Hit, ...] = ()
    entities: tuple[Entity, ...] = ()
    since: date | None = None
    until: date | None = None

    def of(self, kind: HitKind) -> tuple[Hit, ...]:
        """The hits of one kind, best first."""
        return tuple(hit for hit in self.hits if hit.kind is kind)
