"""What a store is when it is copied into another: parts of rows, and digests of them.

A part is all rows of one kind, of one profile or of the store itself. Two stores hold
the same if each of their parts has the same number of rows and the same digest.

Left out is what the target makes itself: indexes and caches, weights that are only there
to look at, and what is in the making: leases (a leased job is copied as a waiting one),
the staged days of a new dial (the profile still wants that dial, so staging begins anew),
and the wish for a scrub (no page of the target ever held what was deleted). Vectors come
across, of memories and of passages: making them anew would take a model long, and may cost.
Passages are one row for each entry that is indexed, with the entry's revision.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from typing import Any, Final, Self, TypeAlias

from graph_aria.domain.conversations import Conversation, Reply
from graph_aria.domain.days import micros
from graph_aria.domain.drawn import Raised
from graph_aria.domain.graph import Chapter, Entity, Form, Relation
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_changes import MemoryVector, Veto
from graph_aria.domain.memory_history import MemoryLink, MemoryRevision, MemoryRuling
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.passages import IndexedEntry
from graph_aria.domain.questions import Question
from graph_aria.domain.reading import Cost
from graph_aria.domain.records import Assertion, Entry, Mention, Profile, Ruling, SpokenDate
from graph_aria.domain.views import Job, Token
from graph_aria.domain.weights import DayRow, Evidence

_DIGEST_BYTES: Final = 16
_MODULUS: Final = 1 << (8 * _DIGEST_BYTES)


class RowKind(StrEnum):
    """Kinds of rows, in the order in which they are copied: each knows only earlier ones."""

    STORE = "store"
    PROFILE = "profiles"
    TOKEN = "tokens"  # noqa: S105 - a kind of rows
    CONVERSATION = "conversations"
    ENTRY = "entries"
    REPLY = "replies"
    PASSAGE = "passages"
    SPOKEN_DATE = "spoken_dates"
    MOOD_READING = "mood_readings"
    MENTION = "mentions"
    ASSERTION = "assertions"
    RULING = "rulings"
    TOMBSTONE = "tombstones"
    IDEMPOTENCY_KEY = "idempotency_keys"
    ENTITY = "entities"
    FORM = "forms"
    QUESTION = "questions"
    RELATION = "relations"
    EVIDENCE = "evidence"
    DAY_ROW = "day_rows"
    CHAPTER = "chapters"
    MEMORY = "memories"
    MEMORY_SOURCE = "memory_sources"
    MEMORY_LINK = "memory_links"
    MEMORY_RULING = "memory_rulings"
    MEMORY_REVISION = "memory_revisions"
    MEMORY_VECTOR = "memory_vectors"
    RAISED = "raised"
    VETO = "vetoes"
    SPENT = "spent"
    JOB = "jobs"


STORE_WIDE: Final = (RowKind.STORE, RowKind.PROFILE)
"""Kinds whose rows belong to no profile."""
OWN: Final = tuple(kind for kind in RowKind if kind not in STORE_WIDE)
"""Kinds whose rows belong to a profile."""


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """What a store knows of itself.

    Attributes:
        hash_key: the random key of the hashes in tombstones and idempotency keys.
        mark: the high-water mark of *now*, None before anything happened.
    """

    hash_key: bytes
    mark: datetime | None


@dataclass(frozen=True, slots=True)
class StoredToken:
    """An access token with the hash of its secret."""

    token: Token
    secret_hash: bytes


@dataclass(frozen=True, slots=True)
class SpokenDates:
    """The dates that one entry speaks of, in order of position; at least one."""

    entry_id: str
    dates: tuple[SpokenDate, ...]


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A keyed hash of origin and external id of an entry that was deleted."""

    hash: bytes


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """A request that was answered.

    Attributes:
        key_hash: keyed hash of the key.
        request_hash: keyed hash of the request, None once its entry was deleted.
        entry_id: the entry that it made.
        created_at: when it came.
    """

    key_hash: bytes
    request_hash: bytes | None
    entry_id: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Spent:
    """What asking models took on a day (UTC)."""

    on: date
    cost: Cost


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job with the slot (the local date of a scheduled run) that it was queued for."""

    job: Job
    slot: str | None


CopiedRow: TypeAlias = (
    StoreFacts
    | Profile
    | StoredToken
    | Entry
    | SpokenDates
    | MoodReading
    | Mention
    | Assertion
    | Ruling
    | Tombstone
    | IdempotencyKey
    | Entity
    | Form
    | Question
    | Relation
    | Evidence
    | DayRow
    | Chapter
    | Conversation
    | Reply
    | IndexedEntry
    | Memory
    | MemorySource
    | MemoryLink
    | MemoryRuling
    | MemoryRevision
    | MemoryVector
    | Raised
    | Veto
    | Spent
    | StoredJob
)


@dataclass(frozen=True, slots=True)
class Part:
    """All rows of one kind; `profile_id` is None for what belongs to no profile."""

    kind: RowKind
    profile_id: str | None = None


@dataclass(frozen=True, slots=True)
class CopyMark:
    """How far a copy has come; kept in the store that it goes into.

    Attributes:
        source_id: which store it comes from, see `store_id`.
        part: what is being copied, all before it is there; None when all was copied and
            is yet to be compared.
        after: where in that part it goes on, a cursor of the source; None at its beginning.
    """

    source_id: str
    part: Part | None
    after: str | None = None

    @property
    def text(self) -> str:
        """The mark as it is kept."""
        part = self.part and [self.part.kind.value, self.part.profile_id]
        return json.dumps([self.source_id, part, self.after])

    @classmethod
    def read(cls, text: str) -> Self:
        """The mark that was kept as this text."""
        source_id, part, after = json.loads(text)
        return cls(source_id, part and Part(RowKind(part[0]), part[1]), after)


@dataclass(frozen=True, slots=True)
class Tally:
    """Number and digest of rows, whatever their order.

    Attributes:
        n: how many.
        total: the sum of their digests, modulo 2¹²⁸.
    """

    n: int = 0
    total: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.n + other.n, (self.total + other.total) % _MODULUS)

    @property
    def digest(self) -> str:
        """The digest as 32 hexadecimal digits."""
        return f"{self.total:032x}"


def parts_of(profile_ids: Iterable[str]) -> tuple[Part, ...]:
    """All parts of a store with these profiles, in the order in which they are copied."""
    return (
        *(Part(kind) for kind in STORE_WIDE),
        *(Part(kind, profile_id) for profile_id in sorted(profile_ids) for kind in OWN),
    )


def store_id(hash_key: bytes) -> str:
    """What tells a store and its copies from all other stores, without telling its key."""
    return hashlib.blake2b(hash_key, digest_size=_DIGEST_BYTES, person=b"aria store").hexdigest()


def tally(rows: Iterable[CopiedRow]) -> Tally:
    """Number and digest of rows.

    Rows that are equal have the same digest in every process and from every store; instants
    count to the microsecond, numbers to their last bit.

    >>> one, other = Tombstone(b"1"), Tombstone(b"2")
    >>> tally([one, other]) == tally([other]) + tally([one])
    True
    """
    n = total = 0
    for row in rows:
        # As the shortest text that reads back as the same number or the same characters.
        text = json.dumps(_plain(row), separators=(",", ":"))
        digest = hashlib.blake2b(text.encode("ascii"), digest_size=_DIGEST_BYTES).digest()
        total += int.from_bytes(digest, "big")
        n += 1
    return Tally(n, total % _MODULUS)


def _plain(value: Any) -> Any:
    """A value as what JSON knows, so that equal values become equal ones, others do not."""
    kind = type(value)
    if value is None or kind is str or kind is int or kind is bool:
        return value
    if kind is float:
        # A store may give 2.0 where another was handed a 2.
        return int(value) if value.is_integer() else value
    if kind is datetime:
        return micros(value)
    return _plain_rarer(value)


def _plain_rarer(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, date):
        return value.toordinal()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return [[key, _plain(value[key])] for key in sorted(value)]
    if is_dataclass(value):
        return [_plain(getattr(value, name)) for name in _names_of(value.__class__)]
    return [_plain(each) for each in value]


@cache
def _names_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
