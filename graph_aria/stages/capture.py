"""Store what the user said, together with the job to read it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from graph_aria.domain.entries import new_entry
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Saved
from graph_aria.ports import Clock, Ids, Jobs, Record
from graph_aria.stages.tell_time import tell_time


class CaptureStore(Record, Jobs, Protocol):
    """What capturing needs of a store."""


async def capture(  # noqa: PLR0913 - an entry has that many facts
    store: CaptureStore,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    *,
    form: EntryForm,
    text: str,
    occurred_at: datetime | None = None,
    zone: str | None = None,
    mood: int | None = None,
    origin: str = "api",
    external_id: str | None = None,
    idempotency_key: str | None = None,
    restore_deleted: bool = False,
) -> Saved:
    """Store an entry and its reading job in one transaction.

    Args:
        store: where it goes.
        clock: tells when it was handed in.
        ids: gives ids to the entry and its job.
        profile: whose entry it is; its zone holds where `zone` is None.
        form: journal entry, mood check-in or turn.
        text: the words; `records.check_in_text` for a check-in.
        occurred_at: aware; now if None.
        zone: IANA name.
        mood: 1 to 10.
        origin: where it came from.
        external_id: its id there; a second entry with it is not stored.
        idempotency_key: a second request with it gives the first one's entry.
        restore_deleted: take it even though it was deleted before.

    Raises:
        InvalidText, TextTooLarge, InvalidTime, UnknownZone, InvalidMood, EntryDeleted,
        IdempotencyMismatch, DiskFull.

    Reads: the mark. Writes: entry and job. Safe to repeat: with a key or external id.
    """
    entry = new_entry(
        entry_id=ids.new(),
        profile=profile,
        form=form,
        text=text,
        now=await tell_time(store, clock),
        occurred_at=occurred_at,
        zone=zone,
        mood=mood,
        origin=origin,
        external_id=external_id,
    )
    return await store.save_entry(
        entry,
        job_id=ids.new(),
        idempotency_key=idempotency_key,
        restore_deleted=restore_deleted,
    )
