"""How the rows of each kind are handed over to another store, and taken from one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from graph_aria.adapters.neo4j.moods import mood_reading_of, mood_reading_properties
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.questions import question_properties
from graph_aria.adapters.neo4j.record_rows import (
    assertion_properties,
    entry_of,
    entry_properties,
    job_properties,
    mention_properties,
    ruling_of,
    ruling_properties,
    spoken_date_of,
    token_properties,
)
from graph_aria.adapters.neo4j.rows import (
    Properties,
    Row,
    chapter_of,
    chapter_properties,
    day_row_of,
    day_row_properties,
    entity_of,
    entity_properties,
    evidence_of,
    evidence_properties,
    form_of,
    form_properties,
    stored,
)
from graph_aria.adapters.plain_rows import (
    assertion_of,
    job_of,
    mention_of,
    question_of,
    token_of,
)
from graph_aria.domain.copies import (
    CopiedRow,
    IdempotencyKey,
    RowKind,
    SpokenDates,
    StoredJob,
    StoredToken,
    Tombstone,
)
from graph_aria.domain.days import from_micros
from graph_aria.domain.weights import Dial

_Q: Final = load_queries("copying")


@dataclass(frozen=True, slots=True)
class Place:
    """Where rows go to: the profile, and what the shown weights are computed with."""

    profile_id: str
    dial: Dial
    now: datetime


@dataclass(frozen=True, slots=True)
class Way:
    """How rows of one kind leave a store and enter another.

    Attributes:
        export: gives rows after a key, up to a limit; the first column is the row itself.
        first: what comes before the first key, by the names of the query's parameters.
        key: where in the row its key stands, in the order of `first`.
        read: the columns as a frozen value, for a profile's id.
        label: of the nodes.
        found_by: properties that make a node the one it is, beside the profile's id.
        properties: all properties of a node.
        second_label: a property whose value is another label, if any is.
    """

    export: str
    first: dict[str, str | int]
    key: tuple[int, ...]
    read: Callable[[Row, str], CopiedRow]
    label: str
    found_by: tuple[str, ...]
    properties: Callable[[Any, Place], Properties]
    second_label: str | None = None


FIRST: Final[dict[str, str | int]] = {"after": ""}
BY_ID: Final = ("id",)


def spoken_dates_of(columns: Row) -> SpokenDates:
    """The dates that an entry speaks of."""
    (entry_id,), dates = columns
    return SpokenDates(entry_id, tuple(spoken_date_of(item) for item in dates))


def _idempotency_key_of(columns: Row, _: str) -> IdempotencyKey:
    key_hash, request_hash, entry_id, created_at = columns[0]
    request = None if request_hash is None else bytes.fromhex(request_hash)
    return IdempotencyKey(bytes.fromhex(key_hash), request, entry_id, from_micros(created_at))


def _idempotency_key_properties(item: IdempotencyKey, at: Place) -> Properties:
    return {
        "profile_id": at.profile_id,
        "key_hash": item.key_hash.hex(),
        "request_hash": None if item.request_hash is None else item.request_hash.hex(),
        "entry_id": item.entry_id,
        "created_at": stored(item.created_at),
    }


def _stored_job_of(columns: Row, profile_id: str) -> StoredJob:
    row, slot = columns
    row[3] = "queued" if row[3] == "leased" else row[3]
    return StoredJob(job_of(row, profile_id), slot)


WAYS: Final = {
    RowKind.TOKEN: Way(
        export=_Q["export_tokens"],
        first=FIRST,
        key=(0,),
        read=lambda columns, _: StoredToken(token_of(columns[0]), bytes.fromhex(columns[1])),
        label="Token",
        found_by=BY_ID,
        properties=lambda item, _: token_properties(item.token, item.secret_hash),
    ),
    RowKind.ENTRY: Way(
        export=_Q["export_entries"],
        first=FIRST,
        key=(0,),
        read=lambda columns, profile_id: entry_of(columns[0], profile_id),
        label="Entry",
        found_by=BY_ID,
        properties=lambda item, _: entry_properties(item),
        second_label="form",
    ),
    RowKind.MOOD_READING: Way(
        export=_Q["export_mood_readings"],
        first=FIRST,
        key=(0,),
        read=lambda columns, _: mood_reading_of(columns[0]),
        label="MoodReading",
        found_by=("entry_id",),
        properties=lambda item, at: mood_reading_properties(item, at.profile_id),
    ),
    RowKind.MENTION: Way(
        export=_Q["export_mentions"],
        first=FIRST,
        key=(1,),
        read=lambda columns, _: mention_of(columns[0]),
        label="Mention",
        found_by=BY_ID,
        properties=lambda item, at: mention_properties(item, at.profile_id),
    ),
    RowKind.ASSERTION: Way(
        export=_Q["export_assertions"],
        first=FIRST,
        key=(1,),
        read=lambda columns, _: assertion_of(columns[0]),
        label="Assertion",
        found_by=BY_ID,
        properties=lambda item, at: assertion_properties(item, at.profile_id),
    ),
    RowKind.RULING: Way(
        export=_Q["export_rulings"],
        first=FIRST,
        key=(0,),
        read=lambda columns, profile_id: ruling_of(columns[0], profile_id),
        label="Ruling",
        found_by=BY_ID,
        properties=lambda item, _: ruling_properties(item),
    ),
    RowKind.QUESTION: Way(
        export=_Q["export_questions"],
        first=FIRST,
        key=(0,),
        read=lambda columns, profile_id: question_of(columns[0], profile_id),
        label="Question",
        found_by=BY_ID,
        properties=lambda item, _: question_properties(item),
    ),
    RowKind.TOMBSTONE: Way(
        export=_Q["export_tombstones"],
        first=FIRST,
        key=(0,),
        read=lambda columns, _: Tombstone(bytes.fromhex(columns[0][0])),
        label="Tombstone",
        found_by=("hash",),
        properties=lambda item, at: {"profile_id": at.profile_id, "hash": item.hash.hex()},
    ),
    RowKind.IDEMPOTENCY_KEY: Way(
        export=_Q["export_request_keys"],
        first=FIRST,
        key=(0,),
        read=_idempotency_key_of,
        label="RequestKey",
        found_by=("key_hash",),
        properties=_idempotency_key_properties,
    ),
    RowKind.ENTITY: Way(
        export=_Q["export_entities"],
        first=FIRST,
        key=(0,),
        read=lambda columns, profile_id: entity_of(columns[0], profile_id),
        label="Entity",
        found_by=BY_ID,
        properties=lambda item, at: entity_properties(item, at.dial, at.now),
        second_label="kind",
    ),
    RowKind.FORM: Way(
        export=_Q["export_forms"],
        first={"after": "", "name": "", "kind": "", "role": "", "cadence": ""},
        key=(0, 1, 2, 3, 4),
        read=lambda columns, _: form_of(columns[0]),
        label="Form",
        found_by=("entity_id", "name", "kind", "role", "cadence"),
        properties=lambda item, at: form_properties(item, at.profile_id),
    ),
    RowKind.EVIDENCE: Way(
        export=_Q["export_evidence"],
        first={"after": "", "source": ""},
        key=(0, 1),
        read=lambda columns, _: evidence_of(columns[0]),
        label="Evidence",
        found_by=("target_id", "source_id"),
        properties=lambda item, at: evidence_properties(item, at.profile_id),
    ),
    RowKind.DAY_ROW: Way(
        export=_Q["export_day_rows"],
        first={"after": "", "day": "0001-01-01"},
        key=(0, 1),
        read=lambda columns, _: day_row_of(columns[0]),
        label="DayRow",
        found_by=("target_id", "day"),
        properties=lambda item, at: day_row_properties(item, at.profile_id),
    ),
    RowKind.CHAPTER: Way(
        export=_Q["export_chapters"],
        first=FIRST,
        key=(0,),
        read=lambda columns, profile_id: chapter_of(columns[0], profile_id),
        label="Chapter",
        found_by=BY_ID,
        properties=lambda item, _: chapter_properties(item),
    ),
    RowKind.JOB: Way(
        export=_Q["export_jobs"],
        first=FIRST,
        key=(0,),
        read=_stored_job_of,
        label="Job",
        found_by=BY_ID,
        properties=lambda item, _: job_properties(item.job, slot=item.slot),
    ),
}
"""Of each kind whose rows are nodes of one label."""
