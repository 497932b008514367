"""The graph as it is projected from the record, and the change to it: `GraphDelta`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from graph_aria.domain.memory_changes import NO_CHANGE, MemoryDelta
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.questions import Question
from graph_aria.domain.reading import Cost
from graph_aria.domain.records import (
    Assertion,
    Entry,
    EntryState,
    JobKind,
    Mention,
    Profile,
    Ruling,
    SpokenDate,
    derived_id,
)
from graph_aria.domain.vocabulary import PREDICATES, Kind, Predicate
from graph_aria.domain.weights import DayRow, Evidence, Standing, is_active


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which an entity is spoken of, and how many mentions have it.

    An alias, a kind, a role or a cadence lives as long as a mention supports it.
    """

    entity_id: str
    name: str
    key: str
    kind: Kind
    role: str | None
    cadence: str | None
    n: int


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place, habit, feeling … of the user's life.

    Attributes:
        name, kind, role, cadence: what most mentions say, or the user's ruling.
        key: normalized name, by which a mention finds it.
        distinct: what tells it from another with the same key ("" mostly).
        standing: None for the user, who has no weight and is always active.
        archived_at: the `fades_at` with which the scheduled pass stamped it; book-keeping.
        merged_into: the survivor of a merge, None if it stands for itself.
    """

    id: str
    profile_id: str
    kind: Kind
    name: str
    key: str
    standing: Standing | None
    distinct: str = ""
    role: str | None = None
    cadence: str | None = None
    is_user: bool = False
    pinned: bool = False
    archived_at: datetime | None = None
    merged_into: str | None = None

    def active_at(self, now: datetime) -> bool:
        """Whether it is active at an instant."""
        if self.standing is None:
            return self.is_user
        return is_active(
            now=now,
            fades_at=self.standing.fades_at,
            pinned=self.pinned,
            is_user=self.is_user,
        )


@dataclass(frozen=True, slots=True)
class Relation:
    """A statement about two entities that the user's words support."""

    id: str
    profile_id: str
    subject_id: str
    predicate: Predicate
    object_id: str
    standing: Standing
    archived_at: datetime | None = None

    def active_at(self, now: datetime) -> bool:
        """Whether it is active at an instant."""
        return is_active(
            now=now,
            fades_at=self.standing.fades_at,
            ended=self.standing.ended_at is not None,
        )


@dataclass(frozen=True, slots=True)
class Feature:
    """A theme of a chapter, as it stood when the chapter closed.

    Attributes:
        entity_id: the theme.
        weight: weight at the end of the chapter's last day.
        trend: weight minus the weight 30 days before (0 if it was not there).
        rank: 1 is the heaviest.
    """

    entity_id: str
    weight: float
    trend: float
    rank: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A stretch of a life with themes of its own. Its text is rendered when it is read.

    Attributes:
        id: derived from profile and first day.
        started_on, ended_on: first and last local day; None while it is open.
        then: weight shares of the themes with which it is compared, by entity id;
            empty until it has five of them.
        then_on: the day of that comparison.
        features: what it was about, heaviest first; empty while it is open.
        mood: mean mood of its check-ins, None if there are none.
        n_entries: how many entries it holds.
    """

    id: str
    profile_id: str
    started_on: date
    ended_on: date | None
    then: Mapping[str, float]
    then_on: date | None
    features: tuple[Feature, ...] = ()
    mood: float | None = None
    n_entries: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """The part of a target's evidence that a change can touch.

    Attributes:
        before: the last day row, in order of `at`, that comes before `rows`.
        rows: day rows from some day on, in order of `at`.
        evidence: the evidence of those days, and of no other.
    """

    target_id: str
    before: DayRow | None = None
    rows: tuple[DayRow, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What must be known of the graph to compute a change to it.

    Attributes:
        profile: with the version that the delta will be based on.
        entities, relations: what is stored of the targets, by id. Entities include the
            canonical ones of any that were merged.
        forms: by entity id.
        histories: by target id; from a day on that is at least `DAY_MARGIN` days before
            the first changed one.
        evidence: what the restated sources say now, by source id.
        rulings: the standing rulings about these targets, oldest first.
    """

    profile: Profile
    entities: Mapping[str, Entity] = field(default_factory=dict)
    relations: Mapping[str, Relation] = field(default_factory=dict)
    forms: Mapping[str, tuple[Form, ...]] = field(default_factory=dict)
    histories: Mapping[str, History] = field(default_factory=dict)
    evidence: Mapping[str, tuple[Evidence, ...]] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()

    def rulings_with(self, merges: Iterable[Ruling]) -> list[Ruling]:
        """Its rulings and the profile's merges, each once, oldest first."""
        known = {item.id: item for item in (*merges, *self.rulings)}
        return sorted(known.values(), key=lambda item: (item.at, item.id))


DAY_MARGIN = 3
"""Local days of two zones differ by at most two; one more keeps order of `at` whole."""


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """What became of reading one revision of an entry; fields as in `Entry`.

    What it cost is added to what was spent on that day of `GraphDelta.at` (UTC). The mood that was
    read takes the place of the one before while `Profile.reads_moods` is on; else, and if there is
    none, the one before goes, unless it `leaves_mood`.
    """

    entry_id: str
    revision: int
    state: EntryState
    reason: str | None
    language: str | None
    reader_id: str | None
    dates: tuple[SpokenDate, ...] = ()
    cost: Cost | None = None
    refused: str | None = None
    mood: MoodReading | None = None

    @property
    def leaves_mood(self) -> bool:
        """Whether the same words failed to be read again, so that what was read in them stands."""
        return self.state is EntryState.FAILED and self.reader_id is not None


@dataclass(frozen=True, slots=True)
class GraphDelta:
    """One change to the graph, applied in one transaction or not at all.

    `save_*` rows replace what is stored under the same key, `drop_*` name keys to
    remove; a drop comes before a save of the same key. Applying a delta raises the
    profile's version by one.

    Attributes:
        based_on: the profile's version that it was computed from.
        at: now; moves the store's high-water mark on.
        save_entries: entries that are stored as read, without a job: notes.
        drop_entry_ids: entries to delete with everything read in them, the replies to them
            and their vetoes. What was learned from them goes by `memories`.
        drop_evidence: (source id, target id) pairs.
        drop_day_rows: (target id, day) pairs.
        drop_forms: (entity id, name, kind, role or "", cadence or "") keys.
        archive: (target id, stamp) pairs of the scheduled pass.
        save_questions: about entities that are there afterwards. A question goes with
            either of its entities, without being named here.
        chapters_from: first local day whose chapters must be derived again.
        chapters_to: set when chapters were derived up to that day; then `chapters_from`
            replaces what the profile has (None: nothing is left to derive), else the
            earlier of the two is kept.
        jobs: (job id, kind) pairs to queue, due at once.
        memories: what changes about memories.
        unsaid: words of what is deleted, folded. In the profile's replies, those of them that
            nothing that was said holds any more afterwards are replaced by `proof.REDACTED`.
        cost: what asking a model for it took, besides the outcomes; added to what was spent
            on the day of `at` (UTC).
        replace_all: every entity, form, relation, evidence and day row of the profile
            that the delta does not save goes (a rebuild).
    """

    profile_id: str
    based_on: int
    at: datetime
    outcomes: tuple[EntryOutcome, ...] = ()
    save_entries: tuple[Entry, ...] = ()
    drop_entry_ids: tuple[str, ...] = ()
    save_mentions: tuple[Mention, ...] = ()
    drop_mention_ids: tuple[str, ...] = ()
    save_assertions: tuple[Assertion, ...] = ()
    drop_assertion_ids: tuple[str, ...] = ()
    save_entities: tuple[Entity, ...] = ()
    drop_entity_ids: tuple[str, ...] = ()
    save_forms: tuple[Form, ...] = ()
    drop_forms: tuple[tuple[str, str, Kind, str, str], ...] = ()
    save_relations: tuple[Relation, ...] = ()
    drop_relation_ids: tuple[str, ...] = ()
    save_evidence: tuple[Evidence, ...] = ()
    drop_evidence: tuple[tuple[str, str], ...] = ()
    save_day_rows: tuple[DayRow, ...] = ()
    drop_day_rows: tuple[tuple[str, date], ...] = ()
    save_rulings: tuple[Ruling, ...] = ()
    drop_ruling_ids: tuple[str, ...] = ()
    save_questions: tuple[Question, ...] = ()
    archive: tuple[tuple[str, datetime], ...] = ()
    save_chapters: tuple[Chapter, ...] = ()
    drop_chapter_ids: tuple[str, ...] = ()
    chapters_from: date | None = None
    chapters_to: date | None = None
    jobs: tuple[tuple[str, JobKind], ...] = ()
    memories: MemoryDelta = NO_CHANGE
    unsaid: tuple[str, ...] = ()
    cost: Cost | None = None
    replace_all: bool = False

    @property
    def unplaced_entry_ids(self) -> tuple[str, ...]:
        """Entries whose passages go and are to be made anew, ascending.

        What may be found of an entry is another once it is read again, and where the user
        forgets something of it or has it back.
        """
        vetoes = (*self.memories.save_vetoes, *self.memories.drop_vetoes)
        ids = {one.entry_id for one in self.outcomes} | {one.entry_id for one in vetoes}
        return tuple(sorted(ids - set(self.drop_entry_ids)))


def relation_key(
    subject_id: str, predicate: Predicate, object_id: str
) -> tuple[str, Predicate, str]:
    """The triple under which a relation is kept: symmetric ones have the smaller id first.

    >>> relation_key("b", Predicate.FRIEND_OF, "a")
    ('a', <Predicate.FRIEND_OF: 'FRIEND_OF'>, 'b')
    """
    if PREDICATES[predicate].symmetric and object_id < subject_id:
        return object_id, predicate, subject_id
    return subject_id, predicate, object_id


def relation_id(profile_id: str, subject_id: str, predicate: Predicate, object_id: str) -> str:
    """Id of a relation, derived from profile, subject, predicate and object."""
    return derived_id(profile_id, *relation_key(subject_id, predicate, object_id))
