"""Entries, moods and readings over the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from pydantic import ConfigDict, Field, field_validator

from graph_aria.api.schemas.reading import ReadDay, ReadPhrase, ReadStatement, Said
from graph_aria.api.schemas.values import Instant, Label, Sent, Shown, Zone, takes
from graph_aria.domain.days import local_day
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState
from graph_aria.domain.remedies import remedy_of

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

    @classmethod
    def of(cls, entry: Entry) -> ShownEntry:
        """An entry as it is shown."""
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
            state=entry.state,
            reason=entry.reason,
            remedy=remedy_of(entry.reason),
            revision=entry.revision,
            language=entry.language,
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


class Accepted(Shown):
    """An entry that is stored, and what was read in it if it was waited for."""

    entry: ShownEntry
    created: bool = Field(description="False if it had been stored before.")
    reading: ShownReading | None = Field(
        default=None, description="With `wait=read`, once it has been read."
    )


class FoundWord(Shown):
    """A place where a word of a deleted text still stands."""

    where: str
    word: str


class Deleted(Shown):
    """What became of a deletion."""

    id: str
    proved: bool = Field(description="The store was searched for its words after a scrub.")
    n_words: int = Field(default=0, description="How many words were searched for.")
    found: list[FoundWord] = Field(default_factory=list, description="Empty: nothing is left.")
    out_of_reach: list[str] = Field(
        default_factory=list, description="Where words may still stand and no search can look."
    )
    note: str | None = None


class Queued(Shown):
    """How many jobs were queued."""

    n_queued: int
