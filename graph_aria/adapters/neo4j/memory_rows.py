"""Rows of memories as frozen values, and what is stored of them.

The order of a row is that of the fragment of its name in `cypher/queries/rows.cypher`;
nothing else in this folder knows it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import Final

from graph_aria.adapters.neo4j.rows import Properties, Row, day_or_none, stored, stored_or_none
from graph_aria.adapters.plain_rows import important_of, instant_or_none
from graph_aria.adapters.sqlite.tokens import stems_of
from graph_aria.domain.days import from_micros
from graph_aria.domain.memories import (
    Category,
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

NO_EMBEDDER: Final = ""
"""What stands for the embedder of a memory without a vector, and of an entry without passages: an
index knows no row that lacks one of its properties."""
_WAITING: Final = (MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING)
_DIGEST_BYTES: Final = 16


def key_of(text: str) -> str:
    """What an index finds a slot or a text by: either may be longer than an index takes."""
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


def stems_in(text: str, reason: str | None) -> list[str]:
    """The words that a memory is searched by, without their endings."""
    return stems_of(f"{text}\n{reason or ''}")


def numbers_of(vector: bytes) -> list[float]:
    """A vector as the server takes it, from `MemoryVector.numbers`."""
    return list(struct.unpack(f"<{len(vector) // 4}f", vector))


def bytes_of(numbers: Sequence[float]) -> bytes:
    """What `numbers_of` was given."""
    return struct.pack(f"<{len(numbers)}f", *numbers)


def memory_of(row: Row, profile_id: str) -> Memory:
    """A memory from `<<memory>>`."""
    return Memory(
        id=row[0],
        profile_id=profile_id,
        text=row[1],
        kind=MemoryKind(row[2]),
        category=Category(row[3]),
        importance=row[4],
        emotional_significance=row[5],
        confidence=row[6],
        reason=row[7],
        learned=Learned(row[8]),
        created_at=from_micros(row[9]),
        confirmed_at=from_micros(row[10]),
        valid_from=day_or_none(row[11]),
        valid_until=day_or_none(row[12]),
        expires_at=instant_or_none(row[13]),
        important=important_of(row[14:17]),
        slot=row[17],
        value=row[18],
        state=MemoryState(row[19]),
        superseded_by=row[20],
        pinned=row[21],
        scope=row[22],
        access_count=row[23],
        accessed_at=instant_or_none(row[24]),
        embedder_id=row[25] or None,
    )


def memory_properties(item: Memory) -> Properties:
    """A memory's properties, but for its use and what made its vector."""
    can_expire = item.state in _WAITING and not item.pinned
    return {
        "profile_id": item.profile_id,
        "id": item.id,
        "text": item.text,
        "text_key": key_of(words_key(item.text)),
        "words": " ".join(stems_in(item.text, item.reason)),
        **_said_properties(item),
        "slot_key": None if item.slot is None else key_of(item.slot),
        "created_at": stored(item.created_at),
        "confirmed_at": stored(item.confirmed_at),
        "expires_at": stored_or_none(item.expires_at),
        "due_at": stored_or_none(item.expires_at) if can_expire else None,
        "state": item.state.value,
        "superseded_by": item.superseded_by,
        "pinned": True if item.pinned else None,
        "scope": item.scope,
    }


def whole_memory_properties(item: Memory) -> Properties:
    """All properties of a memory."""
    return {
        **memory_properties(item),
        "access_count": item.access_count,
        "accessed_at": stored_or_none(item.accessed_at),
        "embedder_id": item.embedder_id or NO_EMBEDDER,
    }


def source_of(row: Row) -> MemorySource:
    """A source from `<<memory_source>>`."""
    said = MemoryCandidate(
        text=row[6],
        kind=MemoryKind(row[7]),
        category=Category(row[8]),
        start=row[2],
        end=row[3],
        rule=row[9],
        importance=row[10],
        emotional_significance=row[11],
        confidence=row[12],
        reason=row[13],
        learned=Learned(row[14]),
        valid_from=day_or_none(row[15]),
        valid_until=day_or_none(row[16]),
        expires_on=day_or_none(row[17]),
        important=important_of(row[18:21]),
        slot=row[21],
        value=row[22],
        corrects=row[23],
    )
    return MemorySource(row[0], row[1], said, from_micros(row[4]), instant_or_none(row[5]))


def source_properties(item: MemorySource, profile_id: str) -> Properties:
    """All properties of a source."""
    return {
        "profile_id": profile_id,
        "memory_id": item.memory_id,
        "entry_id": item.entry_id,
        "starts": item.said.start,
        "ends": item.said.end,
        "said_at": stored(item.said_at),
        "expires_at": stored_or_none(item.expires_at),
        "text": item.said.text,
        "rule": item.said.rule,
        "expires_on": item.said.expires_on,
        "corrects": item.said.corrects,
        **_said_properties(item.said),
    }


def link_properties(item: MemoryLink, profile_id: str) -> Properties:
    """All properties of a link."""
    return {
        "profile_id": profile_id,
        "newer_id": item.newer_id,
        "older_id": item.older_id,
        "kind": item.kind.value,
        "reason": item.reason,
    }


def memory_ruling_properties(item: MemoryRuling, profile_id: str) -> Properties:
    """All properties of a ruling."""
    return {
        "profile_id": profile_id,
        "id": item.id,
        "verb": item.verb.value,
        "memory_id": item.memory_id,
        "at": stored(item.at),
        "other_id": item.other_id,
    }


def revision_properties(item: MemoryRevision, profile_id: str) -> Properties:
    """All properties of a revision."""
    return {
        "profile_id": profile_id,
        "id": item.id,
        "memory_id": item.memory_id,
        "field": item.field,
        "before": item.before,
        "after": item.after,
        "why": item.why,
        "at": stored(item.at),
        "by": item.by.value,
        "other_id": item.other_id,
    }


def vector_of(row: Row) -> MemoryVector:
    """A vector from `<<memory_vector>>`."""
    memory_id, embedder_id, numbers, claim = row
    return MemoryVector(memory_id, embedder_id, bytes_of(numbers), claim)


def vector_properties(item: MemoryVector, profile_id: str) -> Properties:
    """All properties of a vector."""
    return {
        "profile_id": profile_id,
        "memory_id": item.memory_id,
        "embedder_id": item.embedder_id,
        "numbers": numbers_of(item.numbers),
        "claim": item.claim,
    }


def veto_properties(item: Veto, profile_id: str) -> Properties:
    """All properties of a veto."""
    return {
        "profile_id": profile_id,
        "entry_id": item.entry_id,
        "starts": item.start,
        "ends": item.end,
    }


def _said_properties(item: Memory | MemoryCandidate) -> Properties:
    """What a memory and what was said of it have in common."""
    important = item.important
    return {
        "kind": item.kind.value,
        "category": item.category.value,
        "importance": item.importance,
        "emotional_significance": item.emotional_significance,
        "confidence": item.confidence,
        # Not "reason": there the program says why it did something.
        "because": item.reason,
        "learned": item.learned.value,
        "valid_from": item.valid_from,
        "valid_until": item.valid_until,
        "important_month": important and important.month,
        "important_day": important and important.day,
        "important_year": important and important.year,
        "slot": item.slot,
        "value": item.value,
    }
