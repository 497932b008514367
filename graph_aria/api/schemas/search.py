"""What a search found, over the wire."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from graph_aria.api.schemas.values import Shown
from graph_aria.domain.retrieval import HitKind
from graph_aria.domain.vocabulary import Kind


class FoundQuote(Shown):
    """Exact words of yours."""

    entry_id: str
    start: int
    end: int
    text: str
    day: date = Field(description="The local day on which they were said.")
    conversation_id: str | None = Field(description="Of a turn; else null.")


class FoundHit(Shown):
    """Something that was found."""

    kind: HitKind
    id: str = Field(description="Of the memory, entry, relation or chapter.")
    score: float = Field(description="0 to 1, comparable within one answer only.")
    text: str = Field(description="One line that says it, about the user; of a passage its words.")
    quotes: list[FoundQuote] = Field(description="The words that it rests on, best first.")
    stale: bool = Field(description="A memory that is perhaps no longer so.")
    active: bool = Field(description="False for a relation that has ended or faded.")


class NamedEntity(Shown):
    """Somebody or something that the words name."""

    id: str
    name: str
    kind: Kind


class Found(Shown):
    """All that was found."""

    hits: list[FoundHit] = Field(description="Best first; empty where nothing is relevant.")
    entities: list[NamedEntity] = Field(description="Named in the words, faded ones too.")
    since: date | None = Field(description="First day of the time that is asked about, if any.")
    until: date | None = Field(description="Its last day.")
    note: str | None = Field(description="Says so where nothing is relevant.")
