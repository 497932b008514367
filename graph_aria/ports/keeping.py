"""The outbox, and keeping a store."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from graph_aria.domain.copies import CopiedRow, CopyMark, Part, RowKind
from graph_aria.domain.records import (
    JobKind,
)
from graph_aria.domain.views import (
    Finding,
    Job,
    Lease,
    Page,
    StoreReport,
)


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

    async def prove_gone(
        self, words: Collection[str], *, within: str | None = None
    ) -> tuple[Finding, ...]:
        """Search text columns, index vocabulary and pages for words, after a scrub.

        Whole words are found, whatever their case, and with their accents.

        Args:
            words: what may be left.
            within: a profile whose rows are searched alone, so that nobody is told what another
                profile holds: a word that stands in the rows of others is not looked for where
                theirs cannot be told apart (indexes, pages). None searches everything.
        """

    @property
    def out_of_reach(self) -> tuple[str, ...]:
        """What may still hold deleted words where no proof can look, as people call it."""

    async def find_said(
        self, words: Collection[str], *, within: str | None = None
    ) -> frozenset[str]:
        """Those of these words that what is stored was said with.

        They stand as whole words, whatever their case, in an entry, in what was read in
        it, in a ruling, in a scope or in the name of a profile or token. Replies do not count.

        Args:
            words: what may have been said.
            within: a profile whose words alone count, None for those of all.
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
