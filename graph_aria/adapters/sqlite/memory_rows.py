"""Rows of memories and conversations as frozen values, and back.

Each function names the columns in the order of its view or table; nothing else in
this folder knows that order.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.plain_rows import by_value, important_of, instant_or_none
from graph_aria.adapters.sqlite.record_rows import day_or_none, micros_or_none, ordinal_or_none
from graph_aria.domain.conversations import Conversation, Reply
from graph_aria.domain.copies import Spent
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.drawn import Occasion, Raised, to_text
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_changes import MemoryVector, Veto
from graph_aria.domain.memory_history import (
    MemoryLink,
    MemoryRevision,
    MemoryRuling,
)
from graph_aria.domain.memory_sources import MemorySource, words_key
from graph_aria.domain.reading import Cost

if TYPE_CHECKING:
    from graph_aria.adapters.sqlite.record_rows import Row

_NO_DATE = (None, None, None)
_KINDS: Final = by_value(MemoryKind)
_CATEGORIES: Final = by_value(Category)
_LEARNED: Final = by_value(Learned)
_STATES: Final = by_value(MemoryState)


def memory_of(row: Row, profile_id: str) -> Memory:
    """A memory from `memory_row`."""
    return Memory(
        id=row[1],
        profile_id=profile_id,
        text=row[2],
        kind=_KINDS[row[3]],
        category=_CATEGORIES[row[4]],
        importance=row[5],
        emotional_significance=row[6],
        confidence=row[7],
        reason=row[8],
        learned=_LEARNED[row[9]],
        created_at=from_micros(row[10]),
        confirmed_at=from_micros(row[11]),
        valid_from=day_or_none(row[12]),
        valid_until=day_or_none(row[13]),
        expires_at=instant_or_none(row[14]),
        important=important_of(row[15:18]),
        slot=row[18],
        value=row[19],
        state=_STATES[row[20]],
        superseded_by=row[21],
        pinned=bool(row[22]),
        scope=row[23],
        access_count=row[24],
        accessed_at=instant_or_none(row[25]),
        embedder_id=row[26],
    )


def memory_values(key: int, item: Memory) -> Row:
    """A memory in the order of its table, without `seq` and `embedder_id`."""
    return (
        key,
        item.id,
        item.text,
        words_key(item.text),
        item.kind.value,
        item.category.value,
        item.importance,
        item.emotional_significance,
        item.confidence,
        item.reason,
        item.learned.value,
        micros(item.created_at),
        micros(item.confirmed_at),
        ordinal_or_none(item.valid_from),
        ordinal_or_none(item.valid_until),
        micros_or_none(item.expires_at),
        *_important_values(item.important),
        item.slot,
        item.value,
        item.state.value,
        item.superseded_by,
        item.pinned,
        item.scope,
        item.access_count,
        micros_or_none(item.accessed_at),
    )


def source_of(row: Row) -> MemorySource:
    """A source from `memory_source_row`."""
    return MemorySource(
        memory_id=row[1],
        entry_id=row[2],
        said_at=from_micros(row[5]),
        expires_at=instant_or_none(row[6]),
        said=MemoryCandidate(
            start=row[3],
            end=row[4],
            text=row[7],
            kind=_KINDS[row[8]],
            category=_CATEGORIES[row[9]],
            rule=row[10],
            importance=row[11],
            emotional_significance=row[12],
            confidence=row[13],
            reason=row[14],
            learned=_LEARNED[row[15]],
            valid_from=day_or_none(row[16]),
            valid_until=day_or_none(row[17]),
            expires_on=day_or_none(row[18]),
            important=important_of(row[19:22]),
            slot=row[22],
            value=row[23],
            corrects=bool(row[24]),
        ),
    )


def source_values(key: int, item: MemorySource) -> Row:
    """A source in the order of its table."""
    said = item.said
    return (
        key,
        item.memory_id,
        item.entry_id,
        said.start,
        said.end,
        micros(item.said_at),
        micros_or_none(item.expires_at),
        said.text,
        said.kind.value,
        said.category.value,
        said.rule,
        said.importance,
        said.emotional_significance,
        said.confidence,
        said.reason,
        said.learned.value,
        ordinal_or_none(said.valid_from),
        ordinal_or_none(said.valid_until),
        ordinal_or_none(said.expires_on),
        *_important_values(said.important),
        said.slot,
        said.value,
        said.corrects,
    )


def link_values(key: int, item: MemoryLink) -> Row:
    """A link in the order of its table."""
    return key, item.newer_id, item.older_id, item.kind.value, item.reason


def memory_ruling_values(key: int, item: MemoryRuling) -> Row:
    """A ruling about a memory in the order of its table."""
    return key, item.id, item.verb.value, item.memory_id, micros(item.at), item.other_id


def revision_values(key: int, item: MemoryRevision) -> Row:
    """A revision in the order of its table."""
    return (
        key,
        item.id,
        item.memory_id,
        item.field,
        item.before,
        item.after,
        item.why,
        micros(item.at),
        item.by.value,
        item.other_id,
    )


def vector_of(row: Row) -> MemoryVector:
    """A vector from its table, without the profile."""
    memory_id, embedder_id, numbers, claim = row
    return MemoryVector(memory_id, embedder_id, bytes(numbers), claim)


def vector_values(key: int, item: MemoryVector) -> Row:
    """A vector in the order of its table."""
    return key, item.memory_id, item.embedder_id, item.numbers, item.claim


def veto_values(key: int, item: Veto) -> Row:
    """A veto in the order of its table."""
    return key, item.entry_id, item.start, item.end


def conversation_values(key: int, item: Conversation) -> Row:
    """A conversation in the order of its table."""
    return (
        key,
        item.id,
        micros(item.started_at),
        item.remembers,
        item.scope,
        item.external_id,
        item.read_to,
        micros(item.last_at or item.started_at),
    )


def reply_values(key: int, item: Reply) -> Row:
    """A reply in the order of its table."""
    drawn = None if item.drawn is None else to_text(item.drawn)
    return key, item.turn_id, item.text, micros(item.at), item.state.value, drawn


def raised_of(row: Row) -> Raised:
    """What came up by itself from its table, without the profile."""
    memory_id, occasion, day = row
    return Raised(memory_id, Occasion(occasion), date.fromordinal(day))


def raised_columns(key: int, item: Raised) -> dict[str, Any]:
    """What came up by itself, its columns by name."""
    return {
        "profile": key,
        "memory_id": item.memory_id,
        "occasion": item.occasion.value,
        "day": item.on.toordinal(),
    }


def spent_of(row: Row) -> Spent:
    """What was spent on a day from its table, without the profile."""
    day, n_calls, n_sent, n_received, estimated = row
    return Spent(
        date.fromordinal(day), Cost(n_calls, n_sent, n_received, estimated=bool(estimated))
    )


def spent_values(key: int, item: Spent) -> Row:
    """What was spent on a day in the order of its table."""
    cost = item.cost
    return (
        key,
        item.on.toordinal(),
        cost.n_calls,
        cost.n_sent,
        cost.n_received,
        cost.estimated,
    )


def _important_values(item: ImportantDate | None) -> Row:
    return _NO_DATE if item is None else (item.month, item.day, item.year)
