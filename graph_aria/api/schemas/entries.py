"""Entries, moods and readings over the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from pydantic import ConfigDict, Field, field_validator

from graph_aria.api.schemas.care import ShownCare
from graph_aria.api.schemas.learned import LearnedMemory, OtherMemory
from graph_aria.api.schemas.reading import ReadDay, ReadPhrase, ReadStatement, Said
from graph_aria.api.schemas.values import Instant, Label, Sent, Shown, Zone, takes
from graph_aria.domain.days import local_day
from graph_aria.domain.reading import Cost, EntryForm
from graph_aria.domain.records import Entry, EntryState
from graph_aria.domain.remedies import is_awaited, refusal_of, remedy_of

_LONGEST = 1_000_000
Mood = Annotated[
    int,
    Field(strict=True, ge=1, le=10, description="1 (worst) to 10 (best).", examples=[6]),
    takes("a whole number from 1 (worst) to 10 (best)"),
]


class NewEntry(Said):
    """Something the user wants to say."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "text": "Slept badly again, the Atlas deadline is making me anxious. "
                    "Yoga helped.",
                    "occurred_at": "2026-11-03T22:10:00+02:00",
                    "zone": "Europe/Athens",
                    "mood": 4,
                }
            ]
        }
    )

    mood: Mood | None = None
    origin: Label = Field(default="api", description="Where it comes from.", examples=["api"])
    external_id: Label | None = Field(
        default=None, description="Its id there: an entry with it is stored once."
    )
    restore_deleted: bool = Field(
        default=False,
        strict=True,
        description="Take it although one with this `external_id` was deleted.",
    )


class EditedEntry(Sent):
    """The fields of an entry that change; those left out stay."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "Slept badly. Yoga helped a lot."}]}
    )

    text: str | None = Field(default=None, max_length=_LONGEST)
    occurred_at: Instant | None = None
    zone: Zone | None = None
    mood: Mood | None = None


class ShownCost(Shown):
    """What asking a model took."""

    n_calls: int = Field(description="Requests, those in vain included.")
    n_sent: int = Field(description="Tokens that were sent.")
    n_received: int = Field(description="Tokens that were received.")
    estimated: bool = Field(description="The model's endpoint did not tell all of them.")

    @classmethod
    def of(cls, cost: Cost) -> ShownCost:
        """A cost as it is shown."""
        return cls(
            n_calls=cost.n_calls,
            n_sent=cost.n_sent,
            n_received=cost.n_received,
            estimated=cost.estimated,
        )


class ShownEntry(Shown):
    """An entry."""

    id: str
    form: EntryForm
    text: str
    occurred_at: datetime
    local_day: date = Field(description="The day on which it was, in its zone.")
    zone: str
    recorded_at: datetime
    mood: int | None
    origin: str
    external_id: str | None
    state: EntryState = Field(description="How far it has come.")
    reason: str | None = Field(
        description="Why it was not read; if it was, why without the model that is set."
    )
    remedy: str | None = Field(description="What helps, where it was not read.")
    revision: int = Field(description="Raised by every edit.")
    language: str | None
    refused: str | None = Field(
        description="Told where something that it says was not remembered on purpose."
    )
    cost: ShownCost | None = Field(
        description="What asking a model took when it was read last; null if none was asked."
    )
    conversation_id: str | None = Field(description="The conversation of a turn, else null.")

    @classmethod
    def of(cls, entry: Entry) -> ShownEntry:
        """An entry as it is shown."""
        waits = is_awaited(entry)
        reason = None if waits else entry.reason
        return cls(
            id=entry.id,
            form=entry.form,
            text=entry.text,
            occurred_at=entry.occurred_at,
            local_day=local_day(entry.occurred_at, entry.zone),
            zone=entry.zone,
            recorded_at=entry.recorded_at,
            mood=entry.mood,
            origin=entry.origin,
            external_id=entry.external_id,
            state=EntryState.PENDING if waits else entry.state,
            reason=reason,
            remedy=remedy_of(reason),
            revision=entry.revision,
            language=entry.language,
            refused=refusal_of(entry.refused),
            cost=None if entry.cost is None else ShownCost.of(entry.cost),
            conversation_id=entry.conversation_id,
        )


class NewMood(Sent):
    """A mood check-in."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"mood": 6, "feelings": ["calm"], "because": "long walk"}]}
    )

    mood: Mood
    feelings: list[Label] = Field(default_factory=list, max_length=20, examples=[["calm"]])
    because: str = Field(default="", max_length=_LONGEST, description="The reason, in words.")
    occurred_at: Instant | None = None
    zone: Zone | None = None
    origin: Label = Field(default="api", description="Where it comes from.", examples=["api"])
    external_id: Label | None = None
    restore_deleted: bool = Field(default=False, strict=True)

    @field_validator("feelings")
    @classmethod
    def _without_commas(cls, feelings: list[str]) -> list[str]:
        if any("," in feeling for feeling in feelings):
            message = "a feeling has a comma in it; give two feelings"
            raise ValueError(message)
        return feelings


class ShownMoodDay(Shown):
    """Mean mood of one local day."""

    day: date
    mood: float
    n: int = Field(description="How many moods were noted.")


class MoodCurve(Shown):
    """The mood of each local day that has one, oldest first."""

    days: list[ShownMoodDay]


class ShownReading(Shown):
    """An entry with everything that was read in it, in order of place."""

    entry: ShownEntry
    phrases: list[ReadPhrase]
    statements: list[ReadStatement]
    dates: list[ReadDay]
    memories: list[LearnedMemory] = Field(description="What was learned from it.")


class Accepted(Shown):
    """An entry that is stored, and what was read in it if it was waited for."""

    entry: ShownEntry
    created: bool = Field(description="False if it had been stored before.")
    reading: ShownReading | None = Field(
        default=None, description="With `wait=read`, once it has been read."
    )
    care: ShownCare | None = Field(
        default=None,
        description="Told where it speaks of a crisis: it is stored, and nothing is made of it.",
    )


class FoundWord(Shown):
    """A place where a word of a deleted text still stands."""

    where: str
    word: str


class Proved(Shown):
    """What a search for the words of something deleted gave."""

    proved: bool = Field(description="The store was searched for its words after a scrub.")
    n_words: int = Field(default=0, description="How many words were searched for.")
    kept: list[str] = Field(
        default_factory=list,
        description="Words of it that were not searched for: they stand in what remains.",
    )
    found: list[FoundWord] = Field(default_factory=list, description="Empty: nothing is left.")
    out_of_reach: list[str] = Field(
        default_factory=list, description="Where words may still stand and no search can look."
    )


class Deleted(Proved):
    """What became of a deletion."""

    id: str
    note: str | None = None
    memories_gone: int = Field(
        default=0, description="Memories that nothing else supports: they went with it."
    )
    memories_back: list[OtherMemory] = Field(
        default_factory=list, description="Memories that it had superseded and that hold again."
    )


class Queued(Shown):
    """How many jobs were queued."""

    n_queued: int
