"""500 Lemotif entries through the whole line, against the models alone.

The line: accept, lease, read in the child process, resolve, merge, write 32 entries a
transaction. The models alone: `nlp.pipe` of the same pipeline over the same texts, and the
same embedding model over just the sentences and passages that the reader has embedded when
it reads them. Both run in turns in one process tree, one thread each.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from bench.lives import NOW, SetClock, make_profile, open_store
from bench.report import conclude, lemotif_texts, spread
from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.language.models import load_model
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import EntryForm, ReadRequest
from graph_aria.domain.records import EntryState
from graph_aria.stages.capture import capture
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.work import work

N_ENTRIES = 500
ROUNDS = 3
LIMIT = 1.5


class NotingEmbedder(MiniLmEmbedder):
    """Notes what it is asked to embed."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []

    def embed(self, texts: Sequence[str]) -> Any:
        """The vectors, as ever."""
        self.noted.extend(texts)
        return super().embed(texts)


def texts_embedded(texts: list[str]) -> list[str]:
    """What the reader has embedded when it reads these entries."""
    embedder = NotingEmbedder()
    SpacyReader(embedder=embedder).read_batch([ReadRequest(text, NOW.date()) for text in texts])
    return embedder.noted


async def through_the_line(texts: list[str], reader: ReaderProcess) -> float:
    """Seconds from the first accepted entry to the last one merged."""
    clock, ids = SetClock(NOW - timedelta(days=N_ENTRIES)), UuidIds()
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder), clock)
        try:
            profile = await make_profile(store, ids, at=clock.at)
            began = time.perf_counter()
            all_in = asyncio.Event()

            async def read_what_comes() -> None:
                # As the service's worker does: it reads while more is accepted.
                while True:
                    last_round = all_in.is_set()
                    await work(store, Faculties(reader, reader, reader), clock, ids)
                    if last_round:
                        return
                    await asyncio.sleep(0.01)

            reading = asyncio.create_task(read_what_comes())
            for text in texts:
                clock.at += timedelta(hours=12)
                await capture(store, clock, ids, profile, form=EntryForm.JOURNAL, text=text)
            all_in.set()
            await reading
            read = (await store.list_entries(profile.id, state=EntryState.READ, limit=1)).items
            left = (await store.list_entries(profile.id, state=EntryState.PENDING, limit=1)).items
            if left or not read:
                raise SystemExit("not every entry was read")
            return time.perf_counter() - began
        finally:
            await store.close()


async def main() -> None:
    """Run both in turns and compare medians."""
    texts = lemotif_texts(N_ENTRIES, name="ingest")
    embedded = texts_embedded(texts)
    nlp, embedder = load_model("").nlp, MiniLmEmbedder()
    reader = ReaderProcess()
    await reader.start()
    alone, parsing, whole = [], [], []
    try:
        list(nlp.pipe(texts[:50]))
        await through_the_line(texts[:50], reader)
        for _ in range(ROUNDS):
            began = time.perf_counter()
            for _doc in nlp.pipe(texts):
                pass
            parsing.append(time.perf_counter() - began)
            embedder.embed(embedded)
            alone.append(time.perf_counter() - began)
            whole.append(await through_the_line(texts, reader))
    finally:
        await reader.close()
    print(f"the models alone, s for {len(texts)} entries: {spread(alone)}")
    print(f"  of it parsing: {spread(parsing)}; the rest embeds {len(embedded)} texts")
    print(f"the whole line, s for {len(texts)} entries:   {spread(whole)}")
    conclude("ingest", median(whole) / median(alone), LIMIT)


if __name__ == "__main__":
    asyncio.run(main())
