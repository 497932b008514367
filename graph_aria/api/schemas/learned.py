"""What was learned from words, or would be, over the wire."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from graph_aria.api.schemas.values import Shown
from graph_aria.domain.memories import Category, MemoryKind, MemoryState


class OtherMemory(Shown):
    """Another memory, in short."""

    id: str
    text: str
    state: MemoryState


class LearnedMemory(OtherMemory):
    """A memory that was learned from an entry, with the words that say it."""

    start: int
    end: int
    quote: str | None = Field(description="Null while the entry's words are being read again.")
    rule: str = Field(description="What read it.")


class Fate(StrEnum):
    """What would become of something that words propose to remember."""

    NEW = "new"
    KNOWN = "known"
    HELD = "held"
    UPDATE = "update"
    UNCLEAR = "unclear"
    SUPERSEDED = "superseded"
    REFUSED = "refused"


class ForeseenMemory(Shown):
    """What would be remembered of some words, or why it would not."""

    text: str | None = Field(description="Null for a password, a key or a card number.")
    kind: MemoryKind
    category: Category
    reason: str | None
    start: int
    end: int
    quote: str
    rule: str
    fate: Fate = Field(description="What would become of it.")
    why: str = Field(description="Why, in words.")
    takes_place_of: list[str] = Field(description="Memories that would no longer hold.")
