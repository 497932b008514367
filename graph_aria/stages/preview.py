"""Read words without keeping anything of them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from graph_aria.domain.days import local_day
from graph_aria.domain.entries import new_entry
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import EntryRecord, Profile
from graph_aria.domain.views import Candidate
from graph_aria.ports import Clock, Graph, Profiles, Reader
from graph_aria.stages.resolve import Known, lookup_keys, resolve
from graph_aria.stages.tell_time import tell_time


class PreviewStore(Profiles, Graph, Protocol):
    """What previewing needs of a store."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be read in some words.

    Attributes:
        reading: as the reader gives it.
        record: what would be kept of it; ids of its own entry and of newcomers are made up.
        known: the stored entities that its mentions stand for or may stand for, by id.
    """

    reading: Reading
    record: EntryRecord
    known: dict[str, Candidate]


async def preview(
    store: PreviewStore,
    reader: Reader,
    clock: Clock,
    profile: Profile,
    *,
    text: str,
    occurred_at: datetime | None = None,
    zone: str | None = None,
) -> Preview:
    """Read words as a journal entry of a profile's graph would be read now.

    Args:
        store: the graph in which names are looked up.
        reader: reads the words.
        clock: tells when "today" is.
        profile: whose graph it is; its zone holds where `zone` is None.
        text: the words, as in `capture`.
        occurred_at: aware; now if None.
        zone: IANA name.

    Raises:
        InvalidText, TextTooLarge, InvalidTime, UnknownZone.
        ReaderFailed: the reader crashed or took too long.

    Reads: the mark, candidates. Writes: nothing. Safe to repeat: yes.
    """
    entry = new_entry(
        entry_id="preview",
        profile=profile,
        form=EntryForm.JOURNAL,
        text=text,
        now=await tell_time(store, clock),
        occurred_at=occurred_at,
        zone=zone,
    )
    request = ReadRequest(
        text=text, said_on=local_day(entry.occurred_at, entry.zone), form=entry.form
    )
    (reading,) = await reader.read_batch([request])
    candidates = await store.find_candidates(profile.id, lookup_keys([reading]))
    newcomers = (f"new-{n}" for n in itertools.count(1))
    record = resolve(
        EntryRecord(entry),
        reading,
        known=Known.of(candidates),
        new_id=lambda: next(newcomers),
    )
    return Preview(reading, record, {item.entity.id: item for item in candidates})
