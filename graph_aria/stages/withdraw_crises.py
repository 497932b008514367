"""Withdraw what was read in entries that, as is known now, speak of a crisis."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from graph_aria.domain.care import concern_in
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, JobKind
from graph_aria.domain.remedies import WITHHELD
from graph_aria.ports import Clock, Ids, Jobs, Record
from graph_aria.stages.tell_time import tell_time

AT_ONCE: Final = 100
"""Entries of one run, so few that it is done before its lease runs out."""

_SUBJECT: Final = "care:"


class WithdrawStore(Record, Jobs, Protocol):
    """What withdrawing needs of a store."""


def subject_after(entry_id: str) -> str:
    """What a job that goes on behind an entry has for its subject.

    Args:
        entry_id: "" for one that begins.
    """
    return f"{_SUBJECT}{entry_id}"


async def withdraw_crises(
    store: WithdrawStore, clock: Clock, ids: Ids, profile_id: str, subject: str
) -> int:
    """Have entries read again of which something is known, and which speak of a crisis.

    They were read by an ARIA that did not know, or knew by other rules; the reading of today
    withdraws what was made of them. Patterns alone decide here: to look a second time at a
    whole journal takes too long. What the user asked to have read is left alone. One page is
    looked at; a job for the next one is queued.

    Args:
        store: where they are.
        clock: tells when the jobs are due.
        ids: gives ids to jobs.
        profile_id: whose.
        subject: of the job, see `subject_after`.

    Returns:
        How many are read again.

    Reads: entries. Writes: jobs. Safe to repeat: yes.
    """
    after = subject.removeprefix(_SUBJECT)
    page = await store.list_entry_ids(profile_id, after=after, limit=AT_ONCE)
    records = await store.read_records(profile_id, page)
    # Beside the event loop: a text of a megabyte takes seconds.
    found = await asyncio.to_thread(_to_withdraw, [record.entry for record in records])
    now = await tell_time(store, clock)
    wanted = [(JobKind.READ, entry_id) for entry_id in found]
    if len(page) == AT_ONCE:
        wanted.append((JobKind.RECONCILE, subject_after(page[-1])))
    for kind, subject_id in wanted:
        await store.queue_job(
            job_id=ids.new(), profile_id=profile_id, kind=kind, due_at=now, subject_id=subject_id
        )
    return len(found)


def _to_withdraw(entries: Sequence[Entry]) -> list[str]:
    return [
        entry.id
        for entry in entries
        if entry.form is not EntryForm.NOTE
        and entry.state is not EntryState.PENDING
        and not entry.reading_allowed
        and entry.reason not in WITHHELD
        and concern_in(entry.text) is not None
    ]
