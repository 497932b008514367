"""What was read in words, over the wire: phrases, statements, days."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import ConfigDict, Field

from graph_aria.api.schemas.care import ShownCare
from graph_aria.api.schemas.learned import ForeseenMemory
from graph_aria.api.schemas.values import Instant, Sent, Shown, Zone
from graph_aria.domain.records import MentionState
from graph_aria.domain.vocabulary import Kind, Predicate

_LONGEST = 1_000_000


class EntityName(Shown):
    """An entity, in short."""

    id: str
    name: str
    kind: Kind


class Phrase(Shown):
    """What one phrase is read as."""

    start: int = Field(description="First character of the phrase, counted in code points.")
    end: int
    words: str
    name: str
    kind: Kind
    role: str | None
    cadence: str | None
    intensity: int | None = Field(description="Strength of a feeling, 1 to 5.")
    named: bool
    negated: bool
    of_user: bool
    strength: float = Field(description="What it adds to the weight, 0 to 3.")
    rule: str = Field(description="The rule that read it.")


class ReadPhrase(Phrase):
    """What one phrase of an entry was read as."""

    id: str
    entity: EntityName | None = Field(
        description="What it stands for; null where it is no evidence, such as a feeling denied."
    )
    state: MentionState


class StatementState(StrEnum):
    """Whether a statement counts, and if not, why.

    REJECTED: the user rejected the relation that it states. CORRECTED: a correction that the
    user wrote took it back; it counts again if that goes. The others as in a phrase's
    `state`; a statement is no better than the phrases that it joins.
    """

    LIVE = "live"
    REJECTED = "rejected"
    RETIRED = "retired"
    WITHDRAWN = "withdrawn"
    CORRECTED = "corrected"


class Statement(Shown):
    """How one phrase relates two things."""

    start: int
    end: int
    quote: str
    subject: str
    predicate: Predicate
    object: str
    polarity: str
    tense: str
    ended: bool
    strength: float
    rule: str


class ReadStatement(Statement):
    """How one phrase of an entry relates two things."""

    id: str
    state: StatementState


class ReadDay(Shown):
    """A date that is spoken of."""

    words: str
    first_on: date
    last_on: date
    rule: str


class Said(Sent):
    """Words with their time and place."""

    text: str = Field(
        min_length=1, max_length=_LONGEST, description="At most 1,000,000 bytes in UTF-8."
    )
    occurred_at: Instant | None = Field(default=None, description="When it was; now if left out.")
    zone: Zone | None = Field(default=None, description="Where it was; the profile's if left out.")


class ToRead(Said):
    """Words to be read and not kept, while somebody waits."""

    text: str = Field(
        min_length=1, max_length=_LONGEST, description="At most 100,000 bytes in UTF-8."
    )

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"text": "Yoga with Priya helped, I'm not anxious any more."}]
        }
    )


class Identified(Shown):
    """Whom or what a phrase stands for, and why."""

    verdict: str = Field(description="`known`, `new`, or `unclear`: new, and a question asked.")
    entity: EntityName | None = Field(description="The known entity; null for a new one.")
    may_be: list[EntityName] = Field(description="Known entities that it may be as well.")
    reason: str = Field(description="Why it was decided so.")
    score: float = Field(description="How sure that is, 0 to 1.")


class PreviewPhrase(Phrase):
    """What one phrase would be read as."""

    identity: Identified | None = Field(description="Null where it is no evidence.")


class ShownPreview(Shown):
    """What would be read in words. None of it is kept."""

    language: str = Field(description="ISO 639-1 code; `und` if it cannot be told.")
    unread: str | None = Field(description="Why the words are not read; null if they are.")
    remedy: str | None = Field(description="What helps, where the words are not read.")
    reader_id: str
    valence: float | None = Field(
        description="How it feels, from -1 (bad) to 1 (good); null if nothing shows it."
    )
    phrases: list[PreviewPhrase]
    statements: list[Statement]
    dates: list[ReadDay]
    memories: list[ForeseenMemory] = Field(
        description="What would be remembered, and what would not and why."
    )
    refused: str | None = Field(
        description="Told where something would not be remembered on purpose."
    )
    note: str | None = Field(description="Told where an entry of these words would not be read.")
    care: ShownCare | None = Field(
        description="Told where they speak of a crisis: nothing is read in them then."
    )
