"""Tell which entries speak of a crisis."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from graph_aria.domain.care import Concern, concern_in
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry


async def tell_crises(entries: Sequence[Entry]) -> Mapping[str, Concern]:
    """What some entries speak of, by id; those that speak of no crisis are left out.

    So are notes, which are memories that the user wrote, and what the user asked to have read
    all the same.

    Args:
        entries: of any form.

    Reads: nothing. Writes: nothing. Safe to repeat: yes.
    """
    asked = [one for one in entries if one.form is not EntryForm.NOTE and not one.reading_allowed]
    # Beside the event loop: a text of a megabyte takes seconds.
    return await asyncio.to_thread(_concerns, asked) if asked else {}


def _concerns(entries: Sequence[Entry]) -> dict[str, Concern]:
    found = {entry.id: concern_in(entry.text) for entry in entries}
    return {entry_id: concern for entry_id, concern in found.items() if concern is not None}
