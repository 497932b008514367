"""Focus, milestones and what comes up, over the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Generic, TypeVar

from pydantic import AliasChoices, ConfigDict, Field

from graph_aria.api.schemas.learned import OtherMemory
from graph_aria.api.schemas.memories import Clause, ShownMemoryChange, ShownMemorySource
from graph_aria.api.schemas.reading import EntityName
from graph_aria.api.schemas.values import Listed, Sent, Shown
from graph_aria.domain.drawn import Occasion
from graph_aria.domain.life import MovedOnWhy, Precision, Standing, WhyNot
from graph_aria.domain.memories import Category, Learned, MemoryKind, MemoryState
from graph_aria.stages.keep_note import MOST_CHARACTERS

Item = TypeVar("Item")
Partial = Annotated[
    str,
    Field(
        max_length=20,
        description="A date as far as it is known: `2019-05-03`, `2019-05`, `2019`, or `05-03` "
        "(also `--05-03`) where no year is known.",
        examples=["2019-05"],
    ),
]
Sentence = Annotated[
    str,
    Field(
        min_length=1,
        max_length=10_000,
        description=f"One sentence, at most {MOST_CHARACTERS} characters.",
        examples=["I am writing my thesis."],
    ),
]

Why = Annotated[
    Clause | None,
    Field(
        default=None,
        validation_alias=AliasChoices("reason", "why"),
        description="Why it matters, or is so; `why` is taken for it as well.",
    ),
]


class LifeListed(Listed[Item], Generic[Item]):
    """A part of a list of what is going on in a life."""

    note: str | None = Field(default=None, description="Why nothing is listed: life is off.")


class ShownLife(Shown):
    """A memory of what is going on in a life, or changed it."""

    id: str = Field(description="It is a memory with this id, and can be set right as one.")
    text: str = Field(examples=["The user is writing their thesis."])
    told: str = Field(description="As it is told today.")
    category: Category
    state: MemoryState
    pinned: bool
    reason: str | None = Field(description="Why it matters, if that was said.")
    learned: Learned
    quotes: list[ShownMemorySource] = Field(
        description="The words it came from, with their entries; the last three, newest first."
    )


class ShownFocus(ShownLife):
    """What the user is working on or dealing with."""

    standing: Standing
    since: date | None = Field(description="Its first day, if that is known.")
    until: date | None = Field(description="Its last day, if it is over and that is known.")
    about: list[EntityName] = Field(description="What its words are about.")
    perhaps_over: MovedOnWhy | None = Field(
        description="Why it may be over, though nobody said so: proposed, never assumed."
    )
    aria: str | None = Field(description="What ARIA will say of it by herself; null for nothing.")


class SaidOfFocus(ShownMemorySource):
    """Something that was said of a focus, and how it stood by that."""

    memory_id: str
    standing: Standing


class FocusDetail(Shown):
    """A focus with all that was said of it, how it stands and how it changed."""

    focus: ShownFocus
    stands: str = Field(description="How it stands, and what against, in words.")
    said: list[SaidOfFocus] = Field(
        description="All that was said of it, that it goes on and that it is over; oldest first."
    )
    against: list[OtherMemory] = Field(description="What took its place, or may contradict it.")
    history: list[ShownMemoryChange] = Field(description="Oldest first.")
    note: str | None = Field(default=None, description="Why there was nothing to do.")


class NewFocus(Sent):
    """What the user is at."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "text": "I am writing my thesis.",
                    "reason": "it is the last thing between me and my degree",
                    "since": "2026-09",
                }
            ]
        }
    )

    text: Sentence
    reason: Why = None
    since: Partial | None = Field(default=None, description="Since when; with a year.")


class EditedFocus(Sent):
    """What of a focus changes; what is left out stays, and `since` as null takes it away."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"since": "2026-09-14"}]})

    text: Sentence | None = None
    reason: Why = None
    since: Partial | None = Field(default=None, description="Since when; with a year.")


class ShownMilestone(ShownLife):
    """A dated change in the user's own life, or of somebody close."""

    what: str = Field(description="What it is; empty if nothing tells.", examples=["wedding"])
    whose: str = Field(description="`user`, or whose it is; empty if nothing tells.")
    first: date | None = Field(description="The days between which it was; null without a year.")
    last: date | None
    precision: Precision
    when: str = Field(description="When it was, in words.", examples=["on 3 May 2019"])
    next_on: date | None = Field(description="Its next return; null if its day is not known.")
    aria: str | None = Field(
        description="What ARIA will say on its next return, or why she will not."
    )
    why_not: WhyNot | None = Field(description="Why she will not; null if she will.")


class MilestoneDetail(Shown):
    """A milestone with the words it came from, how it stands and how it changed."""

    milestone: ShownMilestone
    stands: str = Field(description="How it stands, and what against, in words.")
    said: list[ShownMemorySource] = Field(description="All that says it, oldest first.")
    against: list[OtherMemory] = Field(description="What took its place, or may contradict it.")
    history: list[ShownMemoryChange] = Field(description="Oldest first.")


class NewMilestone(Sent):
    """What changed in a life."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "I moved to Ghent.", "on": "2019-05"}]}
    )

    text: Sentence
    on: Partial | None = None
    reason: Why = None


class EditedMilestone(Sent):
    """What of a milestone changes; what is left out stays, and `on` as null takes its date away."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"on": "2019-05-03"}]})

    text: Sentence | None = None
    on: Partial | None = None
    reason: Why = None


class ShownUpcoming(Shown):
    """Something that may come up by itself on a day."""

    id: str = Field(description="Of the memory that it is about.")
    text: str
    told: str
    kind: MemoryKind
    on: date
    in_days: int = Field(description="From today; 0 for today.")
    occasion: Occasion
    years: int | None = Field(description="Since it was; null if its year is not known.")
    is_said: bool = Field(description="Whether ARIA will say it.")
    is_loss: bool = Field(description="It is remembered, not wished.")
    why_not: WhyNot | None = Field(description="Why she will not; null if she will.")
    aria: str = Field(description="What she will say, or why she will not, in words.")
    quotes: list[ShownMemorySource]


class Ahead(Shown):
    """What comes up in the next days, by day."""

    since: date = Field(description="Today.")
    until: date
    items: list[ShownUpcoming]
    note: str | None = Field(description="Told while life is off.")
