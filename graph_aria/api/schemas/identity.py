"""Who is the same as whom, over the wire."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import ConfigDict, Field

from graph_aria.api.schemas.graph import Ruled
from graph_aria.api.schemas.reading import EntityName
from graph_aria.api.schemas.values import Sent, Shown
from graph_aria.domain.questions import Answer, Reason


class Asked(EntityName):
    """One of the two entities that a question is about."""

    role: str | None
    quote: str | None = Field(description="The newest words that speak of it; null if none do.")
    last_on: date | None


class ShownQuestion(Shown):
    """Whether two entities are the same: what the program cannot tell and the user can."""

    id: str
    sentence: str = Field(examples=["Is Ben the same as Benjamin?"])
    one: Asked
    other: Asked
    reason: Reason = Field(description="Why they may be the same.")
    score: float = Field(description="How likely that seems, 0 to 1.")
    asked_at: datetime
    answer: Answer | None = Field(description="Null while it is open.")
    answered_at: datetime | None


class DeletedEntity(Ruled):
    """An entity that is gone from the graph."""

    memories_gone: int = Field(description="Memories about it, which went with it.")


class Answered(Sent):
    """What the user answers."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"answer": "different"}]})

    answer: Answer


class Merged(Sent):
    """Which entity another one is merged into."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"into": "019a4b7e-0c00-7000-8000-000000000001"}]}
    )

    into: str = Field(max_length=64, description="The one that stays.")
    override: bool = Field(
        default=False, description="Also if you said that the two are never the same."
    )


class Unmerged(Sent):
    """Which merge is undone."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})

    merged_id: str | None = Field(
        default=None,
        max_length=64,
        description="Which of those that were merged into it; the latest if left out.",
    )


class Split(Sent):
    """Which mentions become an entity of their own."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"mention_ids": ["5f0c8f0e-3f8a-8b1d-a2c4-9d1e6b7a8c90"]}]}
    )

    mention_ids: list[str] = Field(min_length=1, max_length=10_000)


class ShownMention(Shown):
    """One place in which an entity is spoken of."""

    id: str
    entry_id: str
    day: date
    name: str
    words: str = Field(description="The words themselves; empty while an edit is not read.")
    quote: str = Field(description="What stands around them, on one line.")


class AbsorbedEntity(Shown):
    """What was merged into an entity."""

    id: str
    names: list[str] = Field(description="What its own mentions call it.")
    at: datetime = Field(description="When it was merged.")
    said: bool = Field(description="An entry says that they are the same; else you ruled so.")
