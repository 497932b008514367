"""Protocols that the stages know the outside world by.

Written as domain verbs; no query, no driver's type and no HTTP crosses them. `get`
gives one or raises `NotFound`, `find` gives one or None, `list` a page or a tuple,
`read` a projection. Every method but those of `Profiles` and `Maintenance` is scoped
to one profile: another profile's id is as unknown as one that never was.
All stores raise `StoreLocked`, `StoreCorrupt`, `StoreUnreadable` or `DiskFull` when the
machine is in the way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from graph_aria.domain.copies import CopiedRow, CopyMark, Part, RowKind
from graph_aria.domain.graph import Chapter, Entity, GraphDelta, Neighbourhood, Relation
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.proposals import Answer
from graph_aria.domain.questions import Question
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import (
    Entry,
    EntryRecord,
    EntryState,
    JobKind,
    Profile,
    Ruling,
    RulingVerb,
)
from graph_aria.domain.views import (
    ActiveGraph,
    AsOf,
    Candidate,
    EvidenceLine,
    Finding,
    Job,
    Lease,
    MoodDay,
    Page,
    Saved,
    StoreReport,
    Subgraph,
    ThemeDay,
    Token,
)
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import DayRow, Dial, Evidence, Standing

if TYPE_CHECKING:  # who only hands an embedder on needs no numpy
    import numpy as np
    from numpy.typing import NDArray


WORD_LIMIT = 200
"""How many forms with one and the same word are looked at for a candidate."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""


class Ids(Protocol):
    """Makes ids."""

    def new(self) -> str:
        """A new UUIDv7, greater than every one before it from this process."""


class Reader(Protocol):
    """Reads texts."""

    @property
    def reader_id(self) -> str:
        """Name and version of the reader with its model."""

    @property
    def degraded(self) -> str | None:
        """What the reader lacks and how to mend it, or None."""

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """One reading for each request, in their order.

        Raises:
            ReaderFailed: it crashed or took too long; the next call finds a new one.
        """


class AnalysisModel(Protocol):
    """Proposes what a text says; nothing of it is believed before it was judged."""

    @property
    def model_id(self) -> str:
        """Name of the model, for `Reading.reader_id`; never an address or a key."""

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""

    def estimate(self, request: ReadRequest) -> int:
        """The most tokens that asking once may take, answer included."""

    async def propose(self, request: ReadRequest) -> Answer:
        """What it proposes for one text, or why it does not.

        Never raises for what the endpoint or the model does. Takes a bounded time.
        """

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""


class Budget(Protocol):
    """How many tokens may still be spent in a day."""

    def left(self, on: date) -> int | None:
        """Tokens that are left of a day, 0 or more; None without a limit."""

    def spend(self, n_tokens: int, on: date) -> None:
        """Note that tokens were spent; a negative number gives back what was not."""


class Embedder(Protocol):
    """Places texts in a space in which those that mean the same lie close together."""

    @property
    def embedder_id(self) -> str:
        """Name and version of the model; vectors of different ids are never compared."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    @property
    def likeness(self) -> Likeness:
        """What its cosines mean."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length 1, of shape (number of texts, `dimension`), in order of the texts.

        The product of two is their cosine. A text has the same vector whatever its
        neighbours; what is too long for the model is cut at its end. Takes some
        milliseconds a text, on the caller's thread.
        """


class Profiles(Protocol):
    """Profiles and their access tokens."""

    async def create_profile(self, profile: Profile, user: Entity) -> None:
        """Store a new profile with the entity that is its user.

        Raises:
            Conflict: the name is taken.
        """

    async def list_profiles(self) -> tuple[Profile, ...]:
        """All profiles, oldest first."""

    async def get_profile(self, profile_id: str) -> Profile:
        """The profile with this id."""

    async def find_profile(self, name: str) -> Profile | None:
        """The profile with this name, or None."""

    async def change_profile(
        self,
        profile_id: str,
        *,
        name: str | None = None,
        zone: str | None = None,
        token_budget: int | None = None,
        wanted: Dial | None = None,
    ) -> Profile:
        """Change what is given and leave the rest; the profile as it is then.

        With another name the entity that is the user is named so too, and the graph's
        version rises.

        Raises:
            NotFound.
            Conflict: the name is taken.
        """

    async def delete_profile(self, profile_id: str) -> None:
        """Delete a profile with everything in it.

        The store remembers that it must be scrubbed until that was done, and does it at
        the latest when it is opened again.
        """

    async def save_token(self, token: Token, secret_hash: bytes) -> None:
        """Store a new token under the hash of its secret."""

    async def find_token(self, secret_hash: bytes, *, now: datetime) -> Token | None:
        """The token with this hash that is not revoked; notes its use (to the hour)."""

    async def list_tokens(self, profile_id: str) -> tuple[Token, ...]:
        """All tokens of a profile, revoked ones too, oldest first."""

    async def revoke_token(self, profile_id: str, token_id: str, *, at: datetime) -> Token:
        """Make a token worthless from now on."""


class Record(Protocol):
    """Entries as they were said."""

    async def save_entry(
        self,
        entry: Entry,
        *,
        job_id: str,
        idempotency_key: str | None = None,
        restore_deleted: bool = False,
    ) -> Saved:
        """Store an entry and its reading job in one transaction.

        An entry with the same `external_id` and `origin`, or the same key and the same
        request, is stored once: the answer is the one that is there.

        Raises:
            EntryDeleted: it was deleted before, and `restore_deleted` is False.
            IdempotencyMismatch: the key belongs to another request: other words, another
                time, zone, mood or origin.
        """

    async def edit_entry(self, entry: Entry, *, job_id: str) -> Entry:
        """Replace text, mood, time and zone where `entry.revision` is the stored one.

        The answer has the next revision and is pending; a job to read it again is
        queued, and the profile's version rises. With another time, zone or mood the
        chapters from the earlier of its old and its new day on are to be derived again,
        if that day's are.

        Raises:
            NotFound, VersionConflict.
        """

    async def get_entry(self, profile_id: str, entry_id: str) -> Entry:
        """The entry with this id."""

    async def list_entries(
        self,
        profile_id: str,
        *,
        form: EntryForm | None = None,
        state: EntryState | None = None,
        query: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Entry]:
        """Entries, newest `occurred_at` first, ties by id descending.

        `query` are words, all of which must occur (full text; operators are words too).
        """

    async def read_records(
        self, profile_id: str, entry_ids: Collection[str]
    ) -> tuple[EntryRecord, ...]:
        """The entries that exist among these, with all that was read in them."""

    async def list_entry_ids(
        self, profile_id: str, *, after: str = "", limit: int = 500
    ) -> tuple[str, ...]:
        """Ids of entries in ascending order, for jobs that go through all of them."""

    async def list_rulings(
        self,
        profile_id: str,
        *,
        target_id: str | None = None,
        verbs: Collection[RulingVerb] | None = None,
    ) -> tuple[Ruling, ...]:
        """Rulings, oldest first, ties by id.

        Of one target (as target, other, subject or object), of some verbs, or all.
        """

    async def list_source_ids(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[str, ...]:
        """Ids of entries with a mention of any of these, whatever its state; ascending.

        The ids are compared with the mentions' own, before any merge.
        """

    async def read_entry_days(
        self, profile_id: str, *, since: date, until: date
    ) -> dict[date, int]:
        """How many entries each local day in [since, until] has, by `Entry.day`.

        Days without any are left out.
        """

    async def read_moods(self, profile_id: str, *, since: date, until: date) -> tuple[MoodDay, ...]:
        """Mean mood of each local day that has one, oldest first."""


class Graph(Protocol):
    """The projected graph."""

    async def find_candidates(
        self,
        profile_id: str,
        keys: Collection[str],
        *,
        words: Collection[str] = (),
        roles: Collection[str] = (),
    ) -> tuple[Candidate, ...]:
        """Entities that a mention may stand for.

        They have one of these keys, by name or by any form, or a form with one of these
        words in its name (whatever their case and accents; of each word the first
        `WORD_LIMIT`), or a form with one of these roles (of each role as many). Merged
        ones are left out and stand as their survivor. The user is never one.
        """

    async def read_questions(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Question, ...]:
        """Questions about any of these entities, answered or not, in order of id."""

    async def list_questions(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Question]:
        """Questions that are not answered, newest first, ties by id descending."""

    async def get_question(self, profile_id: str, question_id: str) -> Question:
        """The question with this id, answered or not."""

    async def read_neighbourhood(
        self,
        profile_id: str,
        *,
        source_ids: Collection[str],
        target_ids: Collection[str],
        from_day: date,
    ) -> Neighbourhood:
        """What a change to these sources and targets must know.

        Holds the targets' rows, the canonical entities of any merged one among them,
        every ruling about those targets (as target, other, subject or object), the
        present evidence of the sources and of those rulings, the rows, forms and
        histories of the targets that this evidence names, and for each functional
        relation among all these (see `PREDICATES`) its siblings: all relations of the
        same subject and predicate, with their whole history. Other histories have every
        row and piece of evidence whose day is at least `from_day` − `DAY_MARGIN` days,
        and the last row before them.
        """

    async def apply(self, delta: GraphDelta, *, lease: Lease | None = None) -> int:
        """Apply a delta, mark the lease's jobs done, and give the new version.

        Raises:
            VersionConflict: the profile is not at `based_on`, or an outcome's entry is
                not at its revision.
            LeaseLost: the lease's fence is not the profile's.
        """

    async def read_active(
        self, profile_id: str, *, now: datetime, max_entities: int, max_relations: int
    ) -> ActiveGraph:
        """The heaviest active entities and relations, pinned entities first."""

    async def get_entity(self, profile_id: str, entity_id: str) -> Candidate:
        """An entity by id; a merged one gives its survivor."""

    async def list_entities(
        self,
        profile_id: str,
        *,
        now: datetime,
        kind: Kind | None = None,
        active: bool | None = None,
        pinned: bool | None = None,
        query: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Entity]:
        """Entities, hottest first, ties by id; merged ones and the user are left out.

        `query` are words of a name or another form, the last one may be a prefix.
        """

    async def list_faded(
        self, profile_id: str, *, since: datetime, now: datetime, limit: int = 50
    ) -> tuple[Entity, ...]:
        """Entities that once were active and faded in [since, now], latest first."""

    async def list_relations(
        self,
        profile_id: str,
        *,
        now: datetime,
        entity_id: str | None = None,
        predicate: Predicate | None = None,
        active: bool | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Relation]:
        """Relations, hottest first, ties by id; those of an entity with itself hidden."""

    async def get_relation(self, profile_id: str, relation_id: str) -> Relation:
        """The relation with this id."""

    async def read_entities(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Entity, ...]:
        """The entities that exist among these, the user included, as stored."""

    async def read_graph(
        self,
        profile_id: str,
        center_id: str,
        *,
        now: datetime,
        hops: int,
        active: bool = True,
        kind: Kind | None = None,
        limit: int = 200,
    ) -> Subgraph:
        """The heaviest entities within `hops` (1 to 4) of a centre; at most `limit`.

        The user is not walked through unless it is the centre.
        """

    async def read_evidence(
        self, profile_id: str, target_id: str, *, cursor: str | None = None, limit: int = 100
    ) -> Page[EvidenceLine]:
        """Evidence of one target, newest first."""

    async def read_latest_evidence(
        self, profile_id: str, target_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[EvidenceLine, ...]]:
        """The newest evidence of each of these targets, at most `limit` of each, newest first.

        A target that has none is left out.
        """

    async def read_latest_quotes(
        self, profile_id: str, relation_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[str, ...]]:
        """The newest phrases that show each of these relations, at most `limit` of each.

        Looks at the newest few pieces of evidence only; without any phrase in them, or
        where there is no such relation, a relation is left out.
        """

    async def read_as_of(
        self, profile_id: str, target_ids: Collection[str], at: datetime
    ) -> dict[str, AsOf]:
        """What the targets' weights at an instant are computed from."""

    async def read_theme_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[ThemeDay, ...]:
        """Day rows of entities of `THEME_KINDS` in [since, until], in order of `at`.

        With them, for each of these entities, its last row before `since`.
        """

    async def read_entity_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Entity, DayRow], ...]:
        """For each entity with evidence in [since, until] its last row in that range."""

    async def read_relation_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Relation, DayRow], ...]:
        """For each relation with evidence in [since, until] its last row in that range."""

    async def read_due(
        self, profile_id: str, *, now: datetime, limit: int
    ) -> tuple[tuple[str, datetime], ...]:
        """What has faded and is not archived, pinned or the user, earliest first.

        What never was active did not fade, nor did a relation that ended. As pairs of
        target id and `fades_at`.
        """

    async def freshen_weights(self, profile_id: str, *, now: datetime) -> int:
        """Bring up to date the weights that the store shows to those who look into it.

        Whatever this program reads it computes; a store that nobody else looks into has
        nothing to do. Costs what is active or was so lately. How many it looked at.
        """

    async def read_chapters(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Chapter]:
        """Chapters, newest first; the open one, if there is one, is the first."""

    async def get_chapter(self, profile_id: str, chapter_id: str) -> Chapter:
        """The chapter with this id."""

    async def read_unstaged(
        self, profile_id: str, dial: Dial, *, limit: int
    ) -> dict[str, tuple[Evidence, ...]]:
        """Targets whose days are not yet staged for a new dial, with all their evidence.

        Staging for another dial than the last call's begins anew. A delta that touches
        a target takes it out of the stage again.
        """

    async def stage(
        self, profile_id: str, rows: Sequence[tuple[Standing, Sequence[DayRow]]]
    ) -> None:
        """Keep replayed days beside the present ones; nothing reads them yet."""

    async def switch_dial(self, profile_id: str, dial: Dial, *, lease: Lease | None) -> bool:
        """Put all staged rows and the dial in place in one transaction.

        Of a target's standing only weight, heat, `fades_at` and with it the stamp change;
        the profile no longer wants it, if it did, and its chapters are derived again.

        False, with nothing changed, if a target is not staged (see `read_unstaged`).
        """


class Jobs(Protocol):
    """The outbox."""

    async def queue_job(
        self,
        *,
        job_id: str,
        profile_id: str,
        kind: JobKind,
        due_at: datetime,
        subject_id: str | None = None,
        slot: str | None = None,
    ) -> Job | None:
        """Queue a job, or give None if there is one.

        With a slot (the local date of a scheduled run): one of this kind and slot was
        queued before and not forgotten since (see `finish_jobs`). Without: one of this
        kind and subject is still queued.
        """

    async def lease_jobs(self, *, now: datetime, until: datetime, limit: int) -> Lease | None:
        """Lease the due jobs of one profile: one kind, oldest first, at most `limit`.

        A profile whose lease still holds is left alone. None if nothing is due.
        """

    async def finish_jobs(self, lease: Lease, *, at: datetime, summary: str | None = None) -> None:
        """Mark a lease's jobs done where no delta did.

        With a pass over what faded goes what the profile no longer needs: jobs that
        were done more than 30 days ago, and idempotency keys more than 7 days old.
        """

    async def fail_job(
        self, lease: Lease, job_id: str, *, reason: str, retry_at: datetime | None
    ) -> None:
        """Put a job back until `retry_at`, or among the dead if that is None."""

    async def release(self, lease: Lease) -> None:
        """Give the profile free; jobs not finished are queued again at once.

        While a server cannot be reached this is put off, and done before anything is leased.
        """

    async def list_jobs(
        self,
        profile_id: str,
        *,
        state: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Job]:
        """Jobs, newest first."""

    async def retry_jobs(self, profile_id: str, *, at: datetime, job_id: str | None = None) -> int:
        """Queue dead jobs again, all or one; how many."""

    async def count_jobs(self) -> dict[str, int]:
        """How many jobs of all profiles are in each state but "done"."""

    async def read_mark(self) -> datetime | None:
        """The high-water mark of *now*."""

    async def move_mark(self, at: datetime) -> None:
        """Move the mark on; it never goes back, unless it lies beyond trust."""


class Maintenance(Protocol):
    """Keeping the store itself."""

    async def check(self) -> StoreReport:
        """What the store is and whether it is sound."""

    async def scrub(self) -> None:
        """Rewrite the store so that no page holds anything deleted; waits for readers."""

    async def prove_gone(self, words: Collection[str]) -> tuple[Finding, ...]:
        """Search text columns, index vocabulary and pages for words, after a scrub.

        Whole words are found, whatever their case, and with their accents.
        """

    @property
    def out_of_reach(self) -> tuple[str, ...]:
        """What may still hold deleted words where no proof can look, as people call it."""

    async def find_said(self, words: Collection[str]) -> frozenset[str]:
        """Those of these words that what is stored was said with.

        They stand as whole words, whatever their case, in an entry, in what was read in
        it, in a ruling or in the name of a profile or token.
        """

    async def backup(self, path: Path) -> None:
        """Scrub, then write a whole copy to a file that does not exist yet (mode 0600).

        Raises:
            Conflict: the file exists.
        """

    async def close(self) -> None:
        """Finish what is being written and let go of the data folder."""


class Copying(Protocol):
    """Handing all rows of a store over to another one, and taking them in.

    While a store is copied into it has a mark, and is opened by nobody but who goes on
    with the copy: others are told `CopyUnfinished`.
    """

    async def count_rows(self, profile_id: str) -> Mapping[RowKind, int]:
        """How many rows of each of its kinds a profile has."""

    async def export(self, part: Part, *, after: str | None = None, limit: int) -> Page[CopiedRow]:
        """Rows of a part in a fixed order; a page costs the same wherever it begins.

        Raises:
            InvalidCursor: another store, or another part's page, gave `after`.
        """

    async def absorb(self, part: Part, rows: Sequence[CopiedRow], *, mark: CopyMark) -> None:
        """Store rows as they are and note how far the copy is, in one transaction.

        A row that is there under the same key is replaced.

        Raises:
            Conflict: there is something else with what only one may have.
            NotFound: the part's profile was not copied yet.
        """

    async def clear(self, part: Part) -> None:
        """Remove a profile's rows of one kind, and what cannot be without them."""

    async def read_copy(self) -> CopyMark | None:
        """The mark of a copy into this store, None if none is under way."""

    async def begin_copy(self, mark: CopyMark) -> None:
        """Set the mark.

        Raises:
            Conflict: the store holds a profile.
        """

    async def note_copy(self, mark: CopyMark) -> None:
        """Set the mark to how far the copy is."""

    async def end_copy(self) -> None:
        """Take the mark away: the copy is whole."""


class Store(Profiles, Record, Graph, Jobs, Maintenance, Copying, Protocol):
    """All of it, as one adapter implements it."""
