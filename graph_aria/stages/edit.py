"""Change an entry's words, time or mood, and have it read again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from graph_aria.domain.days import zone_named
from graph_aria.domain.entries import checked_mood, checked_occurred_at, checked_text
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry
from graph_aria.errors import VersionConflict
from graph_aria.ports import Clock, Ids
from graph_aria.stages.capture import CaptureStore
from graph_aria.stages.tell_time import tell_time


async def edit(  # noqa: PLR0913 - one argument a field
    store: CaptureStore,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    entry_id: str,
    *,
    text: str | None = None,
    occurred_at: datetime | None = None,
    zone: str | None = None,
    mood: int | None = None,
) -> Entry:
    """Replace the given fields of an entry; what was read in it holds until it is read again.

    Args:
        store: where it is.
        clock: tells now.
        ids: gives an id to the job.
        profile_id: whose entry.
        entry_id: which one.
        text: new words, or None to leave them.
        occurred_at: aware, or None to leave it.
        zone: IANA name, or None to leave it.
        mood: 1 to 10, or None to leave it.

    Raises:
        NotFound, InvalidText, TextTooLarge, InvalidTime, UnknownZone, InvalidMood.
        VersionConflict: it was edited by somebody else at the same time.

    Reads: the entry. Writes: entry and job. Safe to repeat: yes.
    """
    if zone is not None:
        zone_named(zone)
    now = await tell_time(store, clock)
    entry = await store.get_entry(profile_id, entry_id)
    changed = replace(
        entry,
        text=entry.text
        if text is None
        else checked_text(text, may_be_empty=entry.form is EntryForm.MOOD_CHECK_IN),
        occurred_at=entry.occurred_at
        if occurred_at is None
        else checked_occurred_at(occurred_at, now=now),
        zone=zone or entry.zone,
        mood=entry.mood if mood is None else checked_mood(mood),
    )
    if changed == entry:
        return entry
    try:
        return await store.edit_entry(changed, job_id=ids.new())
    except VersionConflict as error:
        message = f"entry {entry_id} was changed meanwhile; look at it and try again"
        raise VersionConflict(message) from error
