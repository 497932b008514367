"""Have an entry read although it speaks of a crisis."""

from __future__ import annotations

from typing import Protocol

from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry
from graph_aria.errors import Conflict
from graph_aria.ports import Ids, Jobs, Record


class AllowStore(Record, Jobs, Protocol):
    """What allowing needs of a store."""


async def allow_reading(store: AllowStore, ids: Ids, profile_id: str, entry_id: str) -> Entry:
    """Note that the user wants an entry read like any other, and queue that.

    It holds for the entry as it is and for all that it is changed to.

    Args:
        store: where it is.
        ids: gives an id to the job.
        profile_id: whose entry.
        entry_id: which one.

    Returns:
        The entry as it is then; read by a job.

    Raises:
        NotFound: there is no such entry.
        Conflict: it is a note, which is never read.

    Reads: the entry. Writes: entry and job. Safe to repeat: yes.
    """
    entry = await store.get_entry(profile_id, entry_id)
    if entry.form is EntryForm.NOTE:
        raise Conflict("this is a memory that you wrote; it is not read")
    return await store.allow_reading(profile_id, entry_id, job_id=ids.new())
