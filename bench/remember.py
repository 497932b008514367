"""Writing one entry's memories beside 10,000 of them, against an empty store.

A third of what is stored gives one of some slots a value, many slots have had several, and
much of the rest hangs together by open questions, as after years of telling the same things
otherwise. So does what is timed: every third entry gives a slot another value.

What is timed begins when an entry was read and ends when its memories are on disk: they are
embedded, parsed, held against what is near and written with the rest of the entry. The
reader is left out, since it takes the same time in both.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

from bench.lives import NOW, SetClock, make_profile, open_store
from bench.report import conclude, spread
from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memories import (
    Category,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.memory_history import LinkKind, MemoryLink
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.domain.remembering import Proposal, proposed
from graph_aria.stages.capture import capture
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.work import work

N_KNOWN = 10_000
N_SLOTS = 600
"""Of a third of what is stored, so that each has had some six values."""
N_TIMED = 60
BATCH = 500
LIMIT = 1.5

_PEOPLE = ("sister", "brother", "mother", "father", "aunt", "uncle", "neighbour", "coach",
           "manager", "teacher", "doctor", "cousin", "daughter", "son", "friend", "roommate",
           "dentist", "landlord", "colleague", "grandmother")  # fmt: skip
_NAMES = ("Ada", "Boris", "Chloe", "Dmitri", "Esra", "Farid", "Greta", "Hugo", "Ines", "Jonas",
          "Kemal", "Lena", "Marek", "Noor", "Olga", "Pavel", "Quinn", "Rosa", "Sven", "Tara",
          "Umar", "Vera", "Wanda", "Xavier", "Yusuf")  # fmt: skip
_FACTS = ("lives in {place}", "is allergic to {thing}", "works at the harbour of {place}",
          "collects {thing}", "is afraid of {thing}", "grew up in {place}",
          "plays football in {place}", "cannot stand {thing}", "wants to move to {place}",
          "studies in {place}", "writes a book about {thing}", "sells {thing}")  # fmt: skip
_PLACES = ("Oslo", "Lyon", "Izmir", "Porto", "Graz", "Cork", "Gdansk", "Bari", "Malmo", "Ghent",
           "Split", "Turku", "Vilnius", "Seville", "Leipzig", "Bergen")  # fmt: skip
_THINGS = ("walnuts", "old maps", "spiders", "peaches", "stamps", "thunder", "cats", "cameras",
           "shellfish", "clocks", "orchids", "elevators", "pigeons", "violins")  # fmt: skip


def sentences() -> Iterator[str]:
    """Memories that differ, always the same ones."""
    chance = random.Random(5)
    seen = set()
    while True:
        fact = chance.choice(_FACTS).format(
            place=chance.choice(_PLACES), thing=chance.choice(_THINGS)
        )
        text = f"The user's {chance.choice(_PEOPLE)} {chance.choice(_NAMES)} {fact}."
        if text not in seen:
            seen.add(text)
            yield text


def candidate(text: str) -> MemoryCandidate:
    """A memory that was read in an entry of just these words; of a third it gives a slot."""
    number = zlib.crc32(text.encode())
    has_slot = number % 3 == 0
    return MemoryCandidate(
        text,
        MemoryKind.FACT,
        Category.FAMILY,
        0,
        len(text),
        "bench:fact",
        importance=0.6,
        slot=f"slot {number // 3 % N_SLOTS}" if has_slot else None,
        value=text if has_slot else None,
    )


class KnowingReader:
    """Reads one memory in each text, at once; parses and embeds as the real one does."""

    reader_id = "bench 1"
    degraded: str | None = None

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """One memory for each text."""
        return [
            Reading((), (), (), "en", self.reader_id, memories=(candidate(request.text),))
            for request in requests
        ]


async def fill(
    store: SqliteStore, profile: Profile, ids: UuidIds, faculties: Faculties, texts: list[str]
) -> None:
    """Store memories with their vectors, straight through the port."""
    entries = [_note(profile, ids.new(), text) for text in texts]
    proposals = [
        proposed(
            candidate(entry.text),
            memory_id=ids.new(),
            profile_id=profile.id,
            entry_id=entry.id,
            said_at=entry.occurred_at,
            now=NOW,
        )
        for entry in entries
    ]
    links = list(_linked(proposals))
    stood = _stood(proposals, {link.newer_id for link in links})
    for at in range(0, len(texts), BATCH):
        batch = slice(at, at + BATCH)
        comparison = Comparison(faculties)
        await comparison.embed(texts[batch])
        await comparison.parse(texts[batch])
        version = (await store.get_profile(profile.id)).version
        here = {memory.id for memory in stood[batch]}
        vectors = map(comparison.vector_of, stood[batch])
        memories = MemoryDelta(
            save=tuple(stood[batch]),
            save_links=tuple(one for one in links if one.newer_id in here),
            save_sources=tuple(one.source for one in proposals[batch]),
            save_vectors=tuple(one for one in vectors if one is not None),
        )
        told = tuple(entries[batch])
        await store.apply(
            GraphDelta(profile.id, version, NOW, save_entries=told, memories=memories)
        )


def _stood(proposals: Sequence[Proposal], asked: Collection[str]) -> list[Memory]:
    """How all stand: of each slot the one that was said last, the others each till the next."""
    stood, following = [], dict[str, str]()
    for memory in (one.memory for one in reversed(proposals)):
        by = None if memory.slot is None else following.get(memory.slot)
        state = MemoryState.PENDING if memory.id in asked else MemoryState.CURRENT
        state = state if by is None else MemoryState.SUPERSEDED
        stood.append(replace(memory, state=state, superseded_by=by))
        if memory.slot is not None:
            following[memory.slot] = memory.id
    return stood[::-1]


def _linked(proposals: Sequence[Proposal]) -> Iterator[MemoryLink]:
    """An open question between each two that follow one another, in fives, without slots."""
    free = [one.memory.id for one in proposals if one.memory.slot is None]
    for n, (older, newer) in enumerate(pairwise(free)):
        if n % 10 < 4:  # so five hang together, and five stand alone
            yield MemoryLink(newer, older, LinkKind.UNCLEAR, "bench")


def _note(profile: Profile, entry_id: str, text: str) -> Entry:
    at = NOW - timedelta(days=30)
    return Entry(entry_id, profile.id, EntryForm.NOTE, text, at, "UTC", at, state=EntryState.READ)


class Life:
    """A store in which entries are written one by one."""

    def __init__(self, store: SqliteStore, profile: Profile, faculties: Faculties) -> None:
        self._store = store
        self._profile = profile
        self._faculties = faculties
        self._clock = SetClock()
        self._ids = UuidIds()

    async def write(self, text: str) -> float:
        """Milliseconds from the words to the memory on disk."""
        await capture(
            self._store, self._clock, self._ids, self._profile, form=EntryForm.JOURNAL, text=text
        )
        began = time.perf_counter()
        await work(self._store, self._faculties, self._clock, self._ids)
        return (time.perf_counter() - began) * 1000


async def main() -> None:
    """Write the same entries into both stores, in turns."""
    ids = UuidIds()
    source = sentences()
    known = [next(source) for _ in range(N_KNOWN)]
    fresh = [next(source) for _ in range(N_TIMED)]
    process = ReaderProcess()
    faculties = replace(Faculties(process, process, process), reader=KnowingReader())
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        empty = await open_store(Path(one), SetClock())
        full = await open_store(Path(other), SetClock())
        try:
            lives = []
            for store, texts in ((empty, known[: BATCH // 10]), (full, known)):
                profile = await make_profile(store, ids)
                await fill(store, profile, ids, faculties, texts)
                lives.append(Life(store, profile, faculties))
            times: tuple[list[float], list[float]] = ([], [])
            for life in lives:
                await life.write(known[0])  # what is loaded once is not what is measured
            for text in fresh:
                for life, taken in zip(lives, times, strict=True):
                    taken.append(await life.write(text))
        finally:
            await empty.close()
            await full.close()
            await process.close()
    print(f"empty:            ms {spread(times[0])}")
    print(f"{N_KNOWN:,} memories: ms {spread(times[1])}")
    conclude("remember", sorted(times[1])[N_TIMED // 2] / sorted(times[0])[N_TIMED // 2], LIMIT)


if __name__ == "__main__":
    asyncio.run(main())
