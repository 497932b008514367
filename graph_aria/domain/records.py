"""The record: what was said, what was read in it, and the user's rulings.

The record is never rewritten by a merge; entities, relations and weights are
projections over it (`graph_aria.domain.merging`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from graph_aria.domain.days import local_day
from graph_aria.domain.memories import Level
from graph_aria.domain.reading import Cost, EntryForm, Polarity, Tense
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import Dial


class EntryState(StrEnum):
    """How far an entry has come."""

    PENDING = "pending"
    READ = "read"
    UNREAD = "unread"
    FAILED = "failed"


class MentionState(StrEnum):
    """Whether a mention or an assertion counts.

    LIVE counts. RETIRED is no longer found by today's reader, and is kept so that its
    identity is known if a later reader finds it again. WITHDRAWN was taken back by the
    user and stays so, whatever is read. CORRECTED, of assertions only, was taken back by a
    correction that the user wrote, and counts again if that goes.
    """

    LIVE = "live"
    RETIRED = "retired"
    WITHDRAWN = "withdrawn"
    CORRECTED = "corrected"


class RulingVerb(StrEnum):
    """What a user can rule."""

    PIN = "pin"
    UNPIN = "unpin"
    REVIVE = "revive"
    RENAME = "rename"
    SET_KIND = "set_kind"
    DELETE = "delete"
    MERGE = "merge"
    UNMERGE = "unmerge"
    SPLIT = "split"
    NEVER_MERGE = "never_merge"
    ADD_RELATION = "add_relation"
    REJECT_RELATION = "reject_relation"
    END_RELATION = "end_relation"
    DELETE_RELATION = "delete_relation"


class JobKind(StrEnum):
    """Kinds of work in the outbox."""

    READ = "read"
    FADE = "fade"
    CHAPTERS = "chapters"
    REBUILD = "rebuild"
    REWEIGH = "reweigh"
    SCRUB = "scrub"
    CONSOLIDATE = "consolidate"
    NOTICE = "notice"
    EXPIRE = "expire"
    RECONCILE = "reconcile"
    GROW = "grow"

    @property
    def urgency(self) -> int:
        """What has a greater one waits until nothing else is due."""
        return 1 if self is JobKind.SCRUB else 0


@dataclass(frozen=True, slots=True)
class Profile:
    """One person's graph and how it is kept.

    Attributes:
        id: UUIDv7.
        name: shown name, unique in the store.
        zone: IANA zone of the user, for entries that bring none.
        user_id: the entity that is the user.
        dial: decay rate and threshold.
        token_budget: size of the prompt block, in tokens.
        version: the graph's version; every applied delta raises it by one.
        chapters_from: first local day whose chapters must be derived again, or None.
        chapters_to: last local day up to which chapters are derived, or None.
        created_at: when it was made.
        wanted: the dial that a running job replays all evidence under, or None.
        remembers: the memory switch; while it is off entries are stored unread.
        level: how close the user and ARIA are; decides which memories are held.
        allows_romance: whether memories of the category romance may be used.
        level_grows: the level rises by itself with time and use, see `graph_aria.domain.closeness`.
        lives: the life switch; while it is off no focus and no milestone is learned or used.
        reads_moods: the mood switch; how an entry felt is stored when it is read while it is on.
        mood_days: for how many days such a reading of a mood is kept, 7 to 3,650.
    """

    id: str
    name: str
    zone: str
    user_id: str
    dial: Dial
    token_budget: int
    version: int
    chapters_from: date | None
    chapters_to: date | None
    created_at: datetime
    wanted: Dial | None = None
    remembers: bool = True
    level: Level = Level.FRIEND
    allows_romance: bool = False
    level_grows: bool = False
    lives: bool = True
    reads_moods: bool = False
    mood_days: int = 90


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that the user said.

    Attributes:
        text: their words; in a check-in the first line holds the feelings.
        occurred_at, recorded_at: when it was, and when it was handed in.
        zone: the zone in which it was said.
        mood: 1 (worst) to 10 (best), None if not given.
        origin: "cli", "api", "import:…".
        external_id: the id at its origin, None if it has none.
        state: how far it has come; `reason` says why it was not read, or, if it was, why
            without the model.
        revision: raised by every edit; a reading of an older one is not applied.
        language, reader_id: of the last reading; None before it, and if that of new words
            failed for good.
        cost: what asking a model in the last reading took, None if none was asked.
        refused: why something that it says was not remembered where the user should be told
            ("secret"), else None.
        conversation_id: what a turn belongs to, else None.
        reading_allowed: the user asked to have it read although it speaks of a crisis, see
            `graph_aria.domain.care`.
    """

    id: str
    profile_id: str
    form: EntryForm
    text: str
    occurred_at: datetime
    zone: str
    recorded_at: datetime
    mood: int | None = None
    origin: str = "api"
    external_id: str | None = None
    state: EntryState = EntryState.PENDING
    reason: str | None = None
    revision: int = 1
    language: str | None = None
    reader_id: str | None = None
    cost: Cost | None = None
    refused: str | None = None
    conversation_id: str | None = None
    reading_allowed: bool = False

    @property
    def is_read_as_it_was(self) -> bool:
        """Whether what is stored as its reading, if anything, belongs to earlier words.

        So it is between an edit and the next reading, also if that failed for good; then
        no reader is named.
        """
        if self.state is EntryState.FAILED:
            return self.reader_id is None
        return self.state is EntryState.PENDING

    def quotes(self, spans: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        """The exact phrases at some spans, each once, in order of position.

        Empty while the spans are those of earlier words.
        """
        if self.is_read_as_it_was:
            return ()
        return tuple(self.text[start:end] for start, end in sorted(set(spans)))

    @property
    def evidence_at(self) -> datetime:
        """Time of evidence: the earlier of `occurred_at` and `recorded_at`."""
        return min(self.occurred_at, self.recorded_at)

    @property
    def day(self) -> date:
        """The user's local day of its evidence."""
        return local_day(self.evidence_at, self.zone)

    def counts_otherwise_than(self, earlier: Entry) -> bool:
        """Whether chapters count it on another day or with another mood than before an edit."""
        return (self.occurred_at, self.zone, self.mood) != (
            earlier.occurred_at,
            earlier.zone,
            earlier.mood,
        )


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of an entry that stands for an entity. Fields as in `ReadMention`.

    Attributes:
        id: derived from entry, span, kind and name.
        strength: strength of this mention for its entity, 0 if it is no evidence
            (negated, or somebody else's feeling).
        entity_id: the entity it was resolved to, before any merge; None if strength is 0.
    """

    id: str
    entry_id: str
    start: int
    end: int
    name: str
    kind: Kind
    rule: str
    strength: float
    entity_id: str | None
    role: str | None = None
    cadence: str | None = None
    named: bool = True
    intensity: int | None = None
    negated: bool = False
    of_user: bool = True
    matters: bool = False
    state: MentionState = MentionState.LIVE


@dataclass(frozen=True, slots=True)
class Assertion:
    """A statement of an entry that relates two mentions. Fields as in `ReadAssertion`.

    Attributes:
        id: derived from entry, span, predicate and ends.
        subject_id, object_id: mention ids; None stands for the user.
        strength: strength for the relation before it is capped by its ends.
    """

    id: str
    entry_id: str
    subject_id: str | None
    predicate: Predicate
    object_id: str | None
    start: int
    end: int
    rule: str
    strength: float
    polarity: Polarity = Polarity.ASSERTED
    tense: Tense = Tense.PRESENT
    ended: bool = False
    state: MentionState = MentionState.LIVE


@dataclass(frozen=True, slots=True)
class SpokenDate:
    """A date that an entry speaks of."""

    start: int
    end: int
    first_on: date
    last_on: date
    rule: str


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """An entry with all that was read in it."""

    entry: Entry
    mentions: tuple[Mention, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    dates: tuple[SpokenDate, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of the user about the graph.

    Attributes:
        target_id: the entity or relation it is about.
        other_id: the second entity of a merge, unmerge, split or never-merge.
        value: the new name, the new kind, or None.
        subject_id, predicate, object_id: the triple, for rulings about a relation.
        mention_ids: the mentions that a split moves.
    """

    id: str
    profile_id: str
    verb: RulingVerb
    target_id: str
    at: datetime
    day: date
    other_id: str | None = None
    value: str | None = None
    subject_id: str | None = None
    predicate: Predicate | None = None
    object_id: str | None = None
    mention_ids: tuple[str, ...] = field(default=())


def derived_id(*parts: object) -> str:
    """An id that depends on its parts alone, in the form of a UUID (version 8).

    >>> derived_id("a", 1) == derived_id("a", 1)
    True
    >>> derived_id("a", 1)[14]
    '8'
    """
    joined = "\x1f".join(str(part) for part in parts)
    digest = hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"
