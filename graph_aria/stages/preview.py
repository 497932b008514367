"""Read words without keeping anything of them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from graph_aria.domain.admission import Admission, admit
from graph_aria.domain.care import Concern
from graph_aria.domain.days import local_day
from graph_aria.domain.entries import new_entry
from graph_aria.domain.graph import Entity
from graph_aria.domain.identity import Decision
from graph_aria.domain.memories import Memory, MemoryCandidate
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import Entry, EntryRecord, Profile
from graph_aria.domain.remedies import CRISIS
from graph_aria.ports import Clock, Conversations, Jobs, Memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.recall import RecallStore, recall
from graph_aria.stages.remember import Remembered, remember, setting_of
from graph_aria.stages.resolve import resolve
from graph_aria.stages.tell_crises import tell_crises
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.withhold import unread

_NEW: Final = "new-memory-"


class PreviewStore(Jobs, Conversations, Memories, RecallStore, Protocol):
    """What previewing needs of a store."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would become of something that words propose to remember.

    Attributes:
        said: what they propose.
        admission: whether it would be remembered, and why.
        memory: as it would stand; None if it would not be remembered, or nothing would change.
        is_known: it would confirm a memory that is there.
        takes_place_of: memories that would no longer hold.
    """

    said: MemoryCandidate
    admission: Admission
    memory: Memory | None = None
    is_known: bool = False
    takes_place_of: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be read in some words.

    Attributes:
        reading: as the reader gives it.
        record: what would be kept of it; ids of its own entry and of newcomers are made up.
        decisions: what its mentions are taken for, in order of their places.
        known: stored entities that its mentions stand for or may stand for, by id.
        memories: what it proposes to remember, in its order.
        remembers: False while memory is off: the words would be stored unread.
        refused: why something in it would not be remembered where the user should be told.
        concern: what crisis the words speak of: nothing is read in them then, by nobody.
    """

    reading: Reading
    record: EntryRecord
    decisions: tuple[Decision, ...]
    known: Mapping[str, Entity]
    memories: tuple[Foreseen, ...] = ()
    remembers: bool = True
    refused: str | None = None
    concern: Concern | None = None


async def preview(
    store: PreviewStore,
    faculties: Faculties,
    clock: Clock,
    profile: Profile,
    *,
    text: str,
    occurred_at: datetime | None = None,
    zone: str | None = None,
) -> Preview:
    """Read words as a journal entry of a profile's graph would be read now.

    While memory is off no model is asked: what would be stored unread is sent nowhere. Nor
    are words of a crisis. What
    asking one takes counts in the budget of this process; the store, in which nothing is
    written, does not know of it.

    Args:
        store: the graph in which names are looked up.
        faculties: read the words, and compare what they say with what is known.
        clock: tells when "today" is.
        profile: whose graph it is; its zone holds where `zone` is None.
        text: the words, as in `capture`.
        occurred_at: aware; now if None.
        zone: IANA name.

    Raises:
        InvalidText, TextTooLarge, InvalidTime, UnknownZone.
        ReaderFailed: the reader crashed or took too long.

    Reads: the mark, candidates, memories. Writes: nothing. Safe to repeat: yes.
    """
    entry = new_entry(
        entry_id="preview",
        profile=profile,
        form=EntryForm.JOURNAL,
        text=text,
        now=(now := await tell_time(store, clock)),
        occurred_at=occurred_at,
        zone=zone,
    )
    request = ReadRequest(
        text=text, said_on=local_day(entry.occurred_at, entry.zone), form=entry.form
    )
    remembers = faculties.may_learn(profile)
    reader = faculties.reader if remembers else faculties.rules or faculties.reader
    concern = (await tell_crises(faculties, [entry])).get(entry.id)
    reading = unread(CRISIS)
    if concern is None:
        (reading,) = await reader.read_batch([request])
    known = await recall(store, profile.id, [reading])
    newcomers = (f"new-{n}" for n in itertools.count(1))
    stored = known.entities
    record = resolve(EntryRecord(entry), reading, known=known, new_id=lambda: next(newcomers))
    unmade = (f"{_NEW}{n}" for n in itertools.count(1))
    remembered = await remember(
        store,
        Comparison(faculties),
        profile,
        [(EntryRecord(entry), reading)],
        now=now,
        new_id=lambda: next(unmade),
    )
    return Preview(
        reading,
        record,
        known.decisions.get(entry.id, ()),
        stored,
        _foreseen(profile, entry, reading.memories, remembered),
        remembers=remembers,
        refused=remembered.refused.get(entry.id),
        concern=concern,
    )


def _foreseen(
    profile: Profile, entry: Entry, said: Sequence[MemoryCandidate], remembered: Remembered
) -> tuple[Foreseen, ...]:
    """What would become of each proposal, as a change to memories has it."""
    saved = {memory.id: memory for memory in remembered.delta.save}
    learned = {
        (source.said.start, source.said.end, source.said.text): source.memory_id
        for source in remembered.delta.save_sources
        if source.entry_id == entry.id
    }
    found = []
    for each in said:
        verdict = admit(each, entry.text, setting_of(profile, entry))
        memory_id = learned.get((each.start, each.end, each.text), _NEW)
        memory = saved.get(memory_id)
        found.append(
            Foreseen(
                each,
                verdict,
                memory,
                is_known=not memory_id.startswith(_NEW),
                takes_place_of=tuple(
                    one
                    for one in saved.values()
                    if memory is not None and one.superseded_by == memory.id
                ),
            )
        )
    return tuple(found)
