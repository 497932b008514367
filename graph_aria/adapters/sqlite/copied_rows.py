"""How the rows of each kind are handed over to another store, and taken from one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.plain_rows import (
    assertion_of,
    job_of,
    mention_of,
    question_of,
    token_of,
)
from graph_aria.adapters.sqlite.capture import URGENCY
from graph_aria.adapters.sqlite.copied_memories import MEMORY_WAYS
from graph_aria.adapters.sqlite.copied_ways import Way
from graph_aria.adapters.sqlite.moods import mood_reading_columns, mood_reading_of
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.questions import question_values
from graph_aria.adapters.sqlite.record_rows import (
    assertion_values,
    entry_of,
    entry_values,
    mention_values,
    micros_or_none,
    ruling_of,
    ruling_values,
    token_columns,
)
from graph_aria.adapters.sqlite.rows import (
    day_row_of,
    day_row_values,
    entity_of,
    entity_values,
    evidence_of,
    evidence_values,
    form_of,
    form_values,
    relation_of,
    relation_values,
)
from graph_aria.domain.copies import IdempotencyKey, RowKind, StoredJob, StoredToken, Tombstone
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.records import JobKind

if TYPE_CHECKING:
    from graph_aria.adapters.sqlite.record_rows import Row
    from graph_aria.domain.records import Entry

_Q: Final = load_queries("copying")
_GRAPH: Final = load_queries("graph_write")
_MOODS: Final = load_queries("moods")
_PROFILES: Final = load_queries("profiles")
_QUESTIONS: Final = load_queries("questions")
_RECORD: Final = load_queries("record")


def _stored_token_of(row: Row, profile_id: str) -> StoredToken:
    return StoredToken(token_of((row[0], profile_id, *row[1:6])), row[6])


def _stored_token_columns(key: int, item: StoredToken) -> dict[str, Any]:
    return token_columns(key, item.token, item.secret_hash)


def _entry_columns(key: int, item: Entry) -> dict[str, Any]:
    return {"profile": key, **entry_values(item)}


def _tombstone_columns(key: int, item: Tombstone) -> dict[str, Any]:
    return {"profile": key, "hash": item.hash}


def _idempotency_key_of(row: Row, _: str) -> IdempotencyKey:
    return IdempotencyKey(row[0], row[1], row[2], from_micros(row[3]))


def _idempotency_key_values(key: int, item: IdempotencyKey) -> Row:
    return key, item.key_hash, item.request_hash, item.entry_id, micros(item.created_at)


def _stored_job_of(row: Row, profile_id: str) -> StoredJob:
    return StoredJob(job_of(row[:10], profile_id), row[10])


def _stored_job_values(key: int, item: StoredJob) -> Row:
    job = item.job
    return (
        key,
        job.id,
        job.kind,
        URGENCY[JobKind(job.kind)],
        job.subject_id,
        item.slot,
        job.state,
        job.attempts,
        micros(job.due_at),
        micros(job.created_at),
        job.reason,
        micros_or_none(job.finished_at),
        job.summary,
    )


WAYS: Final = {
    **MEMORY_WAYS,
    RowKind.TOKEN: Way(
        export=_Q["export_tokens"],
        key=((0, str),),
        read=_stored_token_of,
        save=_PROFILES["absorb_token"],
        values=_stored_token_columns,
        clear=_Q["clear_tokens"],
    ),
    RowKind.ENTRY: Way(
        export=_Q["export_entries"],
        key=((1, str),),
        read=entry_of,
        save=_Q["absorb_entry"],
        values=_entry_columns,
        clear=_Q["clear_entries"],
    ),
    RowKind.MOOD_READING: Way(
        export=_Q["export_mood_readings"],
        key=((0, str),),
        read=lambda row, _: mood_reading_of(row),
        save=_Q["absorb_mood_reading"],
        values=mood_reading_columns,
        clear=_MOODS["clear_mood_readings"],
    ),
    RowKind.MENTION: Way(
        export=_Q["export_mentions"],
        key=((0, str), (1, str)),
        read=lambda row, _: mention_of(row),
        save=_GRAPH["save_mention"],
        values=mention_values,
        clear=_Q["clear_mentions"],
    ),
    RowKind.ASSERTION: Way(
        export=_Q["export_assertions"],
        key=((0, str), (1, str)),
        read=lambda row, _: assertion_of(row),
        save=_GRAPH["save_assertion"],
        values=assertion_values,
        clear=_Q["clear_assertions"],
    ),
    RowKind.RULING: Way(
        export=_Q["export_rulings"],
        key=((0, str),),
        read=ruling_of,
        save=_GRAPH["save_ruling"],
        values=ruling_values,
        clear=_Q["clear_rulings"],
    ),
    RowKind.TOMBSTONE: Way(
        export=_Q["export_tombstones"],
        key=((0, bytes),),
        read=lambda row, _: Tombstone(row[0]),
        save=_RECORD["save_tombstone"],
        values=_tombstone_columns,
        clear=_Q["clear_tombstones"],
    ),
    RowKind.IDEMPOTENCY_KEY: Way(
        export=_Q["export_idempotency_keys"],
        key=((0, bytes),),
        read=_idempotency_key_of,
        save=_Q["absorb_idempotency_key"],
        values=_idempotency_key_values,
        clear=_Q["clear_idempotency_keys"],
    ),
    RowKind.ENTITY: Way(
        export=_Q["export_entities"],
        key=((1, str),),
        read=entity_of,
        save=_GRAPH["save_entity"],
        values=entity_values,
        clear=_Q["clear_entities"],
    ),
    RowKind.FORM: Way(
        export=_Q["export_forms"],
        key=((0, str), (1, str), (2, str), (3, str), (4, str)),
        read=lambda row, _: form_of(row),
        save=_GRAPH["save_form"],
        values=form_values,
        clear=_GRAPH["clear_forms"],
    ),
    RowKind.QUESTION: Way(
        export=_Q["export_questions"],
        key=((0, str),),
        read=question_of,
        save=_QUESTIONS["save_question"],
        values=question_values,
        clear=_Q["clear_questions"],
    ),
    RowKind.RELATION: Way(
        export=_Q["export_relations"],
        key=((1, str),),
        read=relation_of,
        save=_GRAPH["save_relation"],
        values=relation_values,
        clear=_GRAPH["clear_relations"],
    ),
    RowKind.EVIDENCE: Way(
        export=_Q["export_evidence"],
        key=((0, str), (1, str)),
        read=lambda row, _: evidence_of(row),
        save=_GRAPH["save_evidence"],
        values=evidence_values,
        clear=_GRAPH["clear_evidence"],
    ),
    RowKind.DAY_ROW: Way(
        export=_Q["export_day_rows"],
        key=((0, str), (1, int)),
        read=lambda row, _: day_row_of(row),
        save=_GRAPH["save_day"],
        values=day_row_values,
        clear=_GRAPH["clear_days"],
    ),
    RowKind.JOB: Way(
        export=_Q["export_jobs"],
        key=((0, str),),
        read=_stored_job_of,
        save=_Q["absorb_job"],
        values=_stored_job_values,
        clear=_Q["clear_jobs"],
    ),
}
"""Of each kind whose rows are rows of one table."""
