"""Writing one entry's memories beside 10,000 of them, against an empty store.

What is timed begins when an entry was read and ends when its memories are on disk: they are
embedded, parsed, held against what is near and written with the rest of the entry. The
reader is left out, since it takes the same time in both.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from bench.lives import NOW, SetClock, make_profile, open_store
from bench.report import conclude, spread
from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memories import Category, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.domain.remembering import proposed
from graph_aria.stages.capture import capture
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.work import work

N_KNOWN = 10_000
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
    """A memory that was read in an entry of just these words."""
    return MemoryCandidate(
        text, MemoryKind.FACT, Category.FAMILY, 0, len(text), "bench:fact", importance=0.6
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
    for at in range(0, len(texts), BATCH):
        batch = texts[at : at + BATCH]
        comparison = Comparison(faculties)
        await comparison.embed(batch)
        await comparison.parse(batch)
        version = (await store.get_profile(profile.id)).version
        entries = [_note(profile, ids.new(), text) for text in batch]
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
        vectors = [comparison.vector_of(one.memory) for one in proposals]
        memories = MemoryDelta(
            save=tuple(one.memory for one in proposals),
            save_sources=tuple(one.source for one in proposals),
            save_vectors=tuple(one for one in vectors if one is not None),
        )
        await store.apply(
            GraphDelta(profile.id, version, NOW, save_entries=tuple(entries), memories=memories)
        )


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
