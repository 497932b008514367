"""What was said: profiles, entries, conversations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import Protocol

from graph_aria.domain.conversations import Conversation, Message, Reply
from graph_aria.domain.drawn import Raised
from graph_aria.domain.graph import Entity
from graph_aria.domain.memories import Level
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import (
    Entry,
    EntryRecord,
    EntryState,
    Profile,
    Ruling,
    RulingVerb,
    SpokenDate,
)
from graph_aria.domain.views import (
    Finding,
    MoodDay,
    Page,
    Saved,
    Token,
)
from graph_aria.domain.weights import Dial


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

    async def change_profile(  # noqa: PLR0913 - a profile has that many settings
        self,
        profile_id: str,
        *,
        name: str | None = None,
        zone: str | None = None,
        token_budget: int | None = None,
        wanted: Dial | None = None,
        remembers: bool | None = None,
        level: Level | None = None,
        allows_romance: bool | None = None,
        level_grows: bool | None = None,
        lives: bool | None = None,
        reads_moods: bool | None = None,
        mood_days: int | None = None,
    ) -> Profile:
        """Change what is given and leave the rest; the profile as it is then.

        With another name the entity that is the user is named so too. With it, or with
        another memory switch, level, romance switch or life switch, the graph's version rises:
        what was computed by the old ones is not stored any more. The mood switch needs none:
        `Graph.apply` looks at it itself. When it goes off, what was read of moods stays.

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

    async def save_turn(self, entry: Entry) -> Saved:
        """Store a turn of a conversation without a job: that comes with its reply.

        One with an `external_id` and `origin` that is there is not stored again.

        Raises:
            NotFound: its conversation is not there.
            EntryDeleted: it was deleted before.
        """

    async def edit_entry(self, entry: Entry, *, job_id: str) -> Entry:
        """Replace text, mood, time and zone where `entry.revision` is the stored one.

        The answer has the next revision and is pending; a job to read it again is
        queued, and the profile's version rises. With another time, zone or mood the
        chapters from the earlier of its old and its new day on are to be derived again,
        if that day's are. With another text its vetoes move with their words, and go with
        them: see `vetoes.moved`.

        Raises:
            NotFound, VersionConflict.
        """

    async def allow_reading(self, profile_id: str, entry_id: str, *, job_id: str) -> Entry:
        """Note that the user wants an entry read although it speaks of a crisis.

        Queues a job to read it, unless it was noted before; the entry as it is then.
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
        Notes are left out unless they are asked for by `form`: they are shown as memories.
        """

    async def read_records(
        self, profile_id: str, entry_ids: Collection[str]
    ) -> tuple[EntryRecord, ...]:
        """The entries that exist among these, with all that was read in them."""

    async def read_spoken_dates(
        self, profile_id: str, entry_ids: Collection[str]
    ) -> Mapping[str, tuple[SpokenDate, ...]]:
        """The dates that these entries speak of, in order of position, by the entry's id.

        As `EntryRecord.dates` of those that are not `is_read_as_it_was`; entries without any
        are left out.
        """

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

    async def list_on_days(
        self,
        profile_id: str,
        days: Collection[date],
        *,
        forms: Collection[EntryForm],
        limit: int,
    ) -> tuple[Entry, ...]:
        """Entries of some forms on some local days, by `Entry.day`, at most `limit` of each day.

        In order of day, then of `evidence_at`, then of id: of each day the first ones. It costs
        what those days hold, however many entries there are.
        """

    async def read_entry_days(
        self, profile_id: str, *, since: date, until: date
    ) -> dict[date, int]:
        """How many entries each local day in [since, until] has, by `Entry.day`.

        Days without any are left out; notes do not count.
        """

    async def read_moods(self, profile_id: str, *, since: date, until: date) -> tuple[MoodDay, ...]:
        """Mean mood of each local day that has one, oldest first; notes do not count.

        Moods that the user gave alone: for those that were read see `MoodReadings`.
        """


class MoodReadings(Protocol):
    """Moods that were read in entries; `Graph.apply` stores them, see `EntryOutcome`.

    Moods that the user gave belong to their entries and are never touched here.
    """

    async def read_mood_readings(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[MoodReading, ...]:
        """Those of the local days in [since, until], oldest first, ties by entry id."""

    async def find_moods_left(
        self, profile_id: str, readings: Collection[MoodReading]
    ) -> tuple[Finding, ...]:
        """Where any of some readings that were deleted still stands, after a scrub.

        Looked for are their rows and, where a store's pages can be read, what a row was in them.
        At most one finding a reading, in order of entry id; its word is that id.
        """

    async def clear_mood_readings(self, profile_id: str, *, job_id: str, at: datetime) -> int:
        """Delete all of them for good; how many there were.

        If there were any, a scrub is queued in the same transaction, unless one waits.
        """

    async def expire_mood_readings(
        self, profile_id: str, before: date, *, job_id: str, at: datetime
    ) -> int:
        """The same for those of the days before one."""


class Conversations(Protocol):
    """Conversations and what was replied in them."""

    async def save_conversation(self, conversation: Conversation) -> Conversation:
        """Store a conversation; one with its `external_id` that is there is given instead.

        Raises:
            Conflict: there is another one with its id.
        """

    async def get_conversation(self, profile_id: str, conversation_id: str) -> Conversation:
        """The conversation with this id."""

    async def list_conversations(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Conversation]:
        """Conversations, newest `last_at` first, ties by id descending."""

    async def delete_conversation(self, profile_id: str, conversation_id: str) -> None:
        """Delete a conversation whose turns are gone.

        Raises:
            NotFound: it is not there.
            Conflict: it has turns; they are deleted first, as entries are.
        """

    async def set_remembers(
        self,
        profile_id: str,
        conversation_id: str,
        *,
        remembers: bool,
        new_id: Callable[[], str],
        at: datetime,
    ) -> Conversation:
        """Set whether a conversation is remembered, and queue its turns to be read again.

        In one transaction; a turn whose job is still queued gets no second one. Nothing is
        queued where it is so already.
        """

    async def save_reply(self, profile_id: str, reply: Reply, *, job_id: str) -> None:
        """Store the reply to a turn with the job to read that turn, in one transaction.

        A reply that is there is replaced, and there is no second job, if this one
        `is_better`. With it what it `raised` is noted, unless it is empty.

        Raises:
            NotFound: there is no such turn.
        """

    async def read_messages(
        self,
        profile_id: str,
        conversation_id: str,
        *,
        before: str | None = None,
        limit: int = 50,
    ) -> tuple[Message, ...]:
        """The last messages of a conversation, oldest first.

        In order of their turns' ids, each turn (at its `occurred_at`) before its reply; with
        `before` only those of turns whose id is smaller.
        """

    async def get_reply(self, profile_id: str, turn_id: str) -> Reply:
        """The reply to a turn, as it is stored.

        Raises:
            NotFound: there is no such turn, or it has none yet.
        """

    async def note_raised(self, profile_id: str, raised: Collection[Raised]) -> None:
        """Note what came up by itself, once each; memories that are gone are passed over."""

    async def list_raised(self, profile_id: str, memory_ids: Collection[str]) -> frozenset[Raised]:
        """What of these memories came up by itself before; it goes with the memory."""

    async def list_unanswered(
        self, profile_id: str, *, until: datetime, limit: int = 100
    ) -> tuple[str, ...]:
        """Ids of turns recorded until then that have neither reply nor job, ascending.

        Of pending ones alone; a job that was done is one too.
        """
