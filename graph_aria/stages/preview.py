"""Read words without keeping anything of them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from graph_aria.domain.days import local_day
from graph_aria.domain.entries import new_entry
from graph_aria.domain.graph import Entity
from graph_aria.domain.identity import Decision
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import EntryRecord, Profile
from graph_aria.ports import Clock, Jobs, Reader
from graph_aria.stages.recall import RecallStore, recall
from graph_aria.stages.resolve import resolve
from graph_aria.stages.tell_time import tell_time


class PreviewStore(Jobs, RecallStore, Protocol):
    """What previewing needs of a store."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be read in some words.

    Attributes:
        reading: as the reader gives it.
        record: what would be kept of it; ids of its own entry and of newcomers are made up.
        decisions: what its mentions are taken for, in order of their places.
        known: stored entities that its mentions stand for or may stand for, by id.
    """

    reading: Reading
    record: EntryRecord
    decisions: tuple[Decision, ...]
    known: Mapping[str, Entity]


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
    known = await recall(store, profile.id, [reading])
    newcomers = (f"new-{n}" for n in itertools.count(1))
    stored = known.entities
    record = resolve(EntryRecord(entry), reading, known=known, new_id=lambda: next(newcomers))
    return Preview(reading, record, known.decisions.get(entry.id, ()), stored)
