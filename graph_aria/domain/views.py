"""What is read back from a store: frozen values for people, pages and programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Generic, Literal, TypeVar

from graph_aria.domain.graph import Entity, Form, Relation
from graph_aria.domain.records import Entry, Ruling
from graph_aria.domain.weights import DayRow, Evidence

Item_co = TypeVar("Item_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Page(Generic[Item_co]):
    """A part of a list.

    Attributes:
        items: at most the limit asked for.
        next_cursor: opaque, hand it back for the next part; None at the end.
    """

    items: tuple[Item_co, ...]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """Answer to a captured entry; `created` is False if it was stored before."""

    entry: Entry
    created: bool


@dataclass(frozen=True, slots=True)
class ActiveGraph:
    """The active subgraph: heaviest first, pinned entities before the others.

    `entities` holds at least every end of `relations` but the user.
    """

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    user: Entity
    n_entities: int
    n_relations: int


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Entities within some hops of a centre, and the relations between them."""

    center: Entity
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """One piece of evidence with the words it came from.

    Attributes:
        entry: the entry, None if the source is a ruling.
        ruling: the ruling, None if the source is an entry.
        quotes: the exact phrases, in order of position; empty while an edited entry is
            not read again.
    """

    evidence: Evidence
    entry: Entry | None
    ruling: Ruling | None
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AsOf:
    """What a target's weight at an instant is computed from (see `weights.replay`).

    Attributes:
        row: the last whole day row at or before the instant.
        evidence: evidence at or before the instant of a day whose row comes after it.
    """

    row: DayRow | None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class MoodDay:
    """Mean mood of one local day's entries that carry a mood."""

    day: date
    mood: float
    n: int


@dataclass(frozen=True, slots=True)
class ThemeDay:
    """One day row of an entity that may be a theme."""

    entity_id: str
    row: DayRow


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean, with the forms that it is known by."""

    entity: Entity
    forms: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """An access token without its secret."""

    id: str
    profile_id: str
    name: str
    read_only: bool
    created_at: datetime
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work in the outbox.

    Attributes:
        kind: see `JobKind`.
        subject_id: the entry to read; of a fade by hand, the instant it looks from if that
            is not the time of its work; behind which entry words of a crisis are looked for,
            see `graph_aria.stages.withdraw_crises`; else None.
        state: "queued", "leased", "done" or "dead".
        attempts: how often it was tried.
        reason: why the last attempt failed; never quotes a diary.
    """

    id: str
    profile_id: str
    kind: str
    subject_id: str | None
    state: str
    attempts: int
    due_at: datetime
    created_at: datetime
    reason: str | None = None
    finished_at: datetime | None = None
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on one profile's jobs until `until`.

    `fence` grows with every lease of the profile; a transaction that carries an older
    one is refused.
    """

    profile_id: str
    fence: int
    until: datetime
    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One place in which words of a deleted text were found."""

    where: str
    word: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with a store.

    Attributes:
        detail: what, in one line.
        state: "broken" if something does not work or is lost, else "degraded".
        remedy: what to do about it.
    """

    detail: str
    state: Literal["degraded", "broken"]
    remedy: str


@dataclass(frozen=True, slots=True)
class StoreReport:
    """What `doctor` shows of a store; a server does not tell how large its files are."""

    kind: str
    version: str
    schema_version: int
    path: str
    encrypted: bool
    n_bytes: int | None
    counts: Mapping[str, int]
    problems: tuple[Problem, ...] = ()
