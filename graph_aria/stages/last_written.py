"""Find the entry that was written last."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry
from graph_aria.errors import NotFound
from graph_aria.ports import Record

_LOOK_BACK: Final = (timedelta(hours=1), timedelta(days=1), timedelta(days=60))
_TIME_DIGITS: Final = 12


async def last_written(store: Record, profile_id: str, *, now: datetime) -> Entry:
    """The entry that was stored last, whatever day it tells of; a note is none.

    Its id tells when it was stored, so that a short while is looked at first.

    Raises:
        NotFound: there is no entry.

    Reads: ids of entries, the last entries. Writes: nothing. Safe to repeat: yes.
    """
    for after in (*(_id_before(now - back) for back in _LOOK_BACK), ""):
        ids: list[str] = []
        start = after
        while part := await store.list_entry_ids(profile_id, after=start):
            ids += part
            start = part[-1]
        for entry_id in reversed(ids):
            entry = await store.get_entry(profile_id, entry_id)
            if entry.form is not EntryForm.NOTE:
                return entry
    raise NotFound("there is no entry yet; write one with `aria log`")


def _id_before(at: datetime) -> str:
    """What is before every id of an instant or later, and after every earlier one.

    Source: RFC 9562, section 5.7, the first 48 bits of a UUIDv7.
    """
    digits = f"{max(0, int(at.timestamp() * 1000)):0{_TIME_DIGITS}x}"
    return f"{digits[:8]}-{digits[8:]}"
