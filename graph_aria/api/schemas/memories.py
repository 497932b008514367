"""What is known about the user, over the wire."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Self

from pydantic import ConfigDict, Field, model_validator

from graph_aria.api.schemas.entries import Proved
from graph_aria.api.schemas.learned import OtherMemory
from graph_aria.api.schemas.values import Instant, Label, Listed, Sent, Shown, takes
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_history import Author
from graph_aria.stages.keep_note import MOST_CHARACTERS

_ONE = "019a4b7e-0c00-7000-8000-000000000004"
Share = Annotated[float, Field(ge=0, le=1), takes("a number from 0 to 1")]
Sentence = Annotated[
    str,
    Field(
        min_length=1,
        max_length=10_000,
        description=f"One sentence about the user, at most {MOST_CHARACTERS} characters.",
        examples=["I am allergic to peanuts."],
    ),
]
Clause = Annotated[
    str,
    Field(min_length=1, max_length=MOST_CHARACTERS, description="Why it is so, if that is known."),
]


class WantedState(StrEnum):
    """States by which memories are listed; ALL for every one of them."""

    CURRENT = "current"
    HELD = "held"
    PENDING = "pending"
    SUPERSEDED = "superseded"
    MERGED = "merged"
    ARCHIVED = "archived"
    ALL = "all"


class ReviewAnswer(StrEnum):
    """What can be answered where a memory waits for it."""

    SAME = "same"
    UPDATE = "update"
    BOTH = "both"


class Yearly(Shown):
    """A day that returns every year."""

    month: int
    day: int
    year: int | None = Field(description="Of the first time; null if it is not known.")
    next_on: date = Field(description="Its next return, seen from the user's today.")


class ShownMemory(Shown):
    """Something that is known about the user."""

    id: str
    text: str = Field(examples=["The user is allergic to peanuts."])
    told: str = Field(description="As it is told today: a day that has passed is spoken of so.")
    kind: MemoryKind
    category: Category
    state: MemoryState
    pinned: bool
    importance: float = Field(description="0 to 1.")
    emotional_significance: float = Field(description="0 to 1, apart from importance.")
    confidence: float = Field(description="0 to 1.")
    reason: str | None = Field(description="Why it is so, if that was said.")
    learned: Learned
    tentative: bool = Field(description="It was not said, but inferred or noticed.")
    stale: bool = Field(description="Not confirmed for so long that it may no longer be so.")
    expired: bool = Field(description="It was of use only until some time before now.")
    valid_from: date | None
    valid_until: date | None
    expires_at: datetime | None
    important: Yearly | None
    scope: str = Field(description="Empty for everywhere, else the namespace it is used in.")
    created_at: datetime
    confirmed_at: datetime = Field(description="When it was last said.")
    access_count: int = Field(description="How often it was used or opened.")
    accessed_at: datetime | None
    superseded_by: str | None = Field(
        description="Id of the memory that took its place, or that it went into."
    )


class MemoriesListed(Listed[ShownMemory]):
    """A part of the list of memories."""

    note: str | None = Field(
        default=None, description="Told where focus and milestones are left out: life is off."
    )


class ShownMemorySource(Shown):
    """Where a memory was said, with the exact words."""

    entry_id: str
    at: datetime
    day: date = Field(description="The day on which it was said, in its zone.")
    quote: str | None = Field(
        description="The very words; null while the entry's words are being read again."
    )
    start: int = Field(description="First character of the quote, counted in code points.")
    end: int
    text: str = Field(description="How it was understood there.")
    learned: Learned
    how: str = Field(description="How it was learned, in words.", examples=["you said so"])
    rule: str = Field(description="What read it.", examples=["fact:allergy"])


class ShownMemoryChange(Shown):
    """One change of a memory."""

    at: datetime
    what: str = Field(description="`state`, `text` or `pinned`.")
    before: str | None = Field(description="Of a text its words; null if they are deleted.")
    after: str | None
    why: str
    by: Author
    other: OtherMemory | None = Field(description="The memory that it has to do with.")


class MemoryDetail(Shown):
    """A memory with where it came from, how it stands and how it changed."""

    memory: ShownMemory
    standing: str = Field(description="How it stands, and what against, in words.")
    against: list[OtherMemory] = Field(
        description="What it is held against: what took its place, or what it may contradict."
    )
    changed_on: date | None = Field(
        description="The day on which something else took its place; null if nothing did."
    )
    sources: list[ShownMemorySource] = Field(description="Oldest first.")
    history: list[ShownMemoryChange] = Field(description="Oldest first.")
    note: str | None = Field(
        default=None,
        description="After a ruling: what undo took back, or why there was nothing to do.",
    )


class ImportantDay(Sent):
    """A day that returns every year."""

    month: int = Field(strict=True, ge=1, le=12)
    day: int = Field(strict=True, ge=1, le=31)
    year: int | None = Field(default=None, strict=True, ge=1, le=9999)

    @model_validator(mode="after")
    def _exists(self) -> Self:
        try:
            self.value()
        except ValueError as error:
            message = f"there is no day {self.day} in month {self.month}; give one that there is"
            raise ValueError(message) from error
        return self

    def value(self) -> ImportantDate:
        """It, as it is kept.

        Raises:
            ValueError: there is no such day.
        """
        return ImportantDate(self.month, self.day, self.year)


class EditedMemory(Sent):
    """What of a memory changes; what is left out stays."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "I am allergic to peanuts and hazelnuts."}]}
    )

    text: Sentence | None = None
    kind: MemoryKind | None = None
    category: Category | None = None
    importance: Share | None = None
    reason: Clause | None = None
    important: ImportantDay | None = None
    expires_at: Instant | None = Field(default=None, description="Of no use from then on.")


class NewMemory(EditedMemory):
    """Something that the user wants to be remembered; what is left out is read in the words."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"text": "I am allergic to peanuts.", "category": "health", "importance": 0.9}
            ]
        }
    )

    text: Sentence
    scope: Label | None = Field(
        default=None, description="A namespace that it is used in; everywhere if left out."
    )


class ShownReview(Shown):
    """A memory that waits for an answer, and the one that it is held against."""

    memory: ShownMemory
    other: ShownMemory
    quote: str | None = Field(description="The newest words that say the one that waits.")
    other_quote: str | None
    why: str = Field(description="Why that could not be told.")


class AnsweredReview(Sent):
    """What the user answers."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"other_id": _ONE, "answer": "update"}]}
    )

    other_id: str = Field(max_length=64, description="The memory that it is held against.")
    answer: ReviewAnswer = Field(
        description="`same`: both say the same; `update`: this one holds now, the other did; "
        "`both`: both hold."
    )


class ForgetOrder(Sent):
    """Which memories to delete, all of them in one transaction."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"memory_ids": [_ONE]}]})

    memory_ids: list[Annotated[str, Field(max_length=64)]] = Field(min_length=1, max_length=200)


class ForgottenMemories(Proved):
    """What became of a deletion of memories."""

    gone: list[str] = Field(description="Ids of all that went; what was merged into it goes too.")
    back: list[OtherMemory] = Field(description="What had been superseded by it and holds again.")


class MemoryCounts(Shown):
    """How many memories there are."""

    current: int = 0
    held: int = 0
    pending: int = 0
    superseded: int = 0
    merged: int = 0
    archived: int = 0
