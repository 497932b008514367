"""Putting a prompt together, against one bare vector scan and one bare full-text query.

A life of 10,000 memories and 50,000 turns in SQLite, with 300 active entities for the chapter.
Words are invented and as frequent as words are (Zipf); a text's vector is the sum of its words',
so that what shares words lies near, and a question is a handful of words of something stored.

What is timed is `prepare_prompt`: chapter, what comes up today, past turns, retrieval, memories
and fitting, without the embedding of the question, which a stand-in hands out. Beside it, for
the same question: one product of all 60,000 vectors with the best 25 of it, and one FTS5 query of
the same words over the same 50,000 turns, ranked by bm25, 25 rows.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import apsw
import numpy as np
from numpy.typing import NDArray

from bench.lives import NOW, SetClock, graph_deltas, make_profile, open_store
from bench.report import conclude, percentile, spread
from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.domain.conversations import Conversation
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memories import Category, Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_changes import Embedding, MemoryDelta, MemoryVector
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.passages import IndexedEntry, Passage
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.domain.remembering import proposed
from graph_aria.domain.search_words import telling_words
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.prepare_prompt import prepare_prompt

N_MEMORIES = 10_000
N_TURNS = 50_000
QUICK = 10
"""By which both are divided with `--quick`."""

N_ACTIVE = 300
N_TIMED = 200
N_WARM = 10
TURNS_EACH = 100
BATCH = 1_000
DIMENSION = 384
WINDOW = 8_192
MOST_REPLY_TOKENS = 1_024
N_BARE = 25
LIMIT = 3.0

_EMBEDDER = "bench 1"
_LIKENESS: Final = Likeness(same=0.92, review=0.80, related=0.25, group=0.82)
_LINKS: Final = ("I", "was", "with", "the", "and", "at", "my", "to", "we", "of", "a", "in", "it")
_ASKED: Final = (
    "What did I say about {}?", "When did I last go to {}?", "How was it with {}?",
    "Do you remember {}?", "Tell me about {}.", "I keep thinking of {} today.",
)  # fmt: skip
_SYLLABLES: Final = (
    "bra", "lin", "to", "ka", "mor", "vel", "sun", "di", "fer", "gan", "hol", "wis", "ne", "pu",
    "ro", "tal",
)  # fmt: skip


class Words:
    """Words as frequent as words are, and where they lie."""

    def __init__(self, n: int = 4_000) -> None:
        """Make them up; always the same ones."""
        self._chance = random.Random(7)
        numbers = np.random.default_rng(7)
        made = dict.fromkeys(
            "".join(self._chance.choice(_SYLLABLES) for _ in range(self._chance.randint(2, 4)))
            for _ in range(n * 2)
        )
        self._words = list(made)[:n]
        self._weights = [1 / (rank + 20) for rank in range(n)]
        places = numbers.standard_normal((n, DIMENSION)).astype(np.float32)
        self._place = dict(zip(self._words, places, strict=True))

    def sentence(self, n_words: int) -> str:
        """Some words with what links them."""
        told = self._chance.choices(self._words, self._weights, k=n_words)
        linked = (part for word in told for part in (self._chance.choice(_LINKS), word))
        return " ".join(linked).capitalize() + "."

    def question(self, text: str) -> str:
        """What asks for something that was said."""
        words = [word for word in text.lower().strip(".").split() if word in self._place]
        asked = self._chance.sample(words, min(len(words), self._chance.randint(2, 4)))
        return self._chance.choice(_ASKED).format(" ".join(asked))

    def vector(self, text: str) -> NDArray[np.float32]:
        """Where a text lies, of length 1."""
        words = text.lower().replace("?", "").replace(".", "").split()
        places = [self._place[word] for word in words if word in self._place]
        if not places:
            return np.zeros(DIMENSION, np.float32)
        total = np.sum(places, axis=0, dtype=np.float32)
        return np.asarray(total / np.linalg.norm(total), np.float32)


class StoredVectors:
    """Hands vectors out without a model."""

    def __init__(self, words: Words) -> None:
        """Take the words that have places."""
        self._words = words

    async def describe(self) -> Embedding:
        """What they are."""
        return Embedding(_EMBEDDER, DIMENSION, _LIKENESS)

    async def embed(self, texts: Sequence[str]) -> Embedding:
        """Where each text lies."""
        vectors = tuple(self._words.vector(text).tobytes() for text in texts)
        return Embedding(_EMBEDDER, DIMENSION, _LIKENESS, vectors)


def memories(
    profile: Profile, words: Words, new_id: Callable[[], str], n: int
) -> Iterator[tuple[Entry, Memory, MemorySource]]:
    """Memories of all kinds, a few pinned, each with the note that says it."""
    chance = random.Random(11)
    kinds = [kind for kind in MemoryKind if kind is not MemoryKind.CONTEXT]
    manners = [Category.BOUNDARIES, Category.COMMUNICATION]
    common: list[Category] = [one for one in Category if one not in manners]
    for number in range(n):
        text = f"The user {words.sentence(chance.randint(3, 9)).lower()}"
        at = NOW - timedelta(days=chance.uniform(1, 900))
        category = chance.choice(manners if number % (n // 20) == 0 else common)
        on = at.date() + timedelta(days=chance.randint(1, 20))
        kind = chance.choice(kinds)
        is_dated = kind is MemoryKind.EVENT
        said = MemoryCandidate(
            text, kind, category, 0, len(text), "bench:fact",
            importance=chance.random(), valid_from=on if is_dated else None,
            valid_until=on if is_dated else None,
        )  # fmt: skip
        entry = Entry(
            new_id(), profile.id, EntryForm.NOTE, text, at, "UTC", at, state=EntryState.READ
        )
        made = proposed(
            said, memory_id=new_id(), profile_id=profile.id, entry_id=entry.id, said_at=at, now=NOW
        )
        pinned = number % (n // 12) == 1
        yield entry, replace(made.memory, pinned=pinned, state=made.memory.state), made.source


async def fill(
    store: SqliteStore, profile: Profile, words: Words, *, n_memories: int, n_turns: int
) -> tuple[list[str], list[str], list[str]]:
    """Build the life through the store's ports; texts of memories and turns, conversations."""
    ids = UuidIds()
    for delta in graph_deltas(profile, n_entities=1_000, n_active=N_ACTIVE):
        await store.apply(delta)
    told = list(memories(profile, words, ids.new, n_memories))
    for at in range(0, n_memories, BATCH):
        batch = told[at : at + BATCH]
        vectors = tuple(
            MemoryVector(one.id, _EMBEDDER, words.vector(one.text).tobytes()) for _, one, _ in batch
        )
        change = MemoryDelta(
            save=tuple(one for _, one, _ in batch),
            save_sources=tuple(source for _, _, source in batch),
            save_vectors=vectors,
        )
        entries = tuple(entry for entry, _, _ in batch)
        version = (await store.get_profile(profile.id)).version
        await store.apply(
            GraphDelta(profile.id, version, NOW, save_entries=entries, memories=change)
        )
    turns: list[str] = []
    talks: list[str] = []
    while len(turns) < n_turns:
        begun = NOW - timedelta(days=900 * (1 - len(turns) / n_turns), hours=2)
        talk = await store.save_conversation(Conversation(ids.new(), profile.id, begun))
        talks.append(talk.id)
        entries = tuple(
            _turn(profile, ids.new(), talk, words.sentence(4 + (n * 7) % 12), n)
            for n in range(min(TURNS_EACH, n_turns - len(turns)))
        )
        turns += [entry.text for entry in entries]
        version = (await store.get_profile(profile.id)).version
        await store.apply(GraphDelta(profile.id, version, NOW, save_entries=entries))
        await store.save_passages(profile.id, [_indexed(entry, words) for entry in entries])
    return [one.text for _, one, _ in told], turns, talks


def _turn(profile: Profile, entry_id: str, talk: Conversation, text: str, n: int) -> Entry:
    at = talk.started_at + timedelta(minutes=n)
    return Entry(
        entry_id, profile.id, EntryForm.TURN, text, at, "UTC", at, state=EntryState.READ,
        conversation_id=talk.id,
    )  # fmt: skip


def _indexed(entry: Entry, words: Words) -> IndexedEntry:
    numbers = words.vector(entry.text).tobytes()
    passage = Passage(entry.id, 0, len(entry.text), entry.text, numbers)
    return IndexedEntry(entry.id, entry.revision, _EMBEDDER, (passage,))


class Bare:
    """The two searches alone."""

    def __init__(
        self, folder: Path, texts: Sequence[str], turns: Sequence[str], words: Words
    ) -> None:
        """Lay out all vectors in one array, and all turns in one index."""
        self._words = words
        self._vectors = np.stack([words.vector(text) for text in (*texts, *turns)])
        self._db = apsw.Connection(str(folder / "bare.db"))
        self._db.execute(
            "CREATE VIRTUAL TABLE turn USING fts5 "
            "(text, tokenize = 'porter unicode61 remove_diacritics 2')"
        )
        with self._db:
            self._db.executemany("INSERT INTO turn VALUES (?)", ((text,) for text in turns))

    def ask(self, question: str) -> tuple[float, float]:
        """Milliseconds for the scan and for the query."""
        asked = self._words.vector(question)
        began = time.perf_counter()
        scores = self._vectors @ asked
        best = np.argpartition(scores, -N_BARE)[-N_BARE:]
        _ = best[np.argsort(scores[best])]
        scanned = time.perf_counter()
        match = " OR ".join(f'"{word}"' for word in telling_words(question).split())
        self._db.execute(
            "SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY bm25(turn) LIMIT ?", (match, N_BARE)
        ).fetchall()
        return (scanned - began) * 1000, (time.perf_counter() - scanned) * 1000


async def main() -> None:
    """Build the life, then ask the same questions of both in turns."""
    part = QUICK if "--quick" in sys.argv else 1
    words = Words()
    process = ReaderProcess()
    vectors = StoredVectors(words)
    faculties = Faculties(process, process, vectors)
    ours: list[float] = []
    bare: list[float] = []
    parts: tuple[list[float], list[float]] = ([], [])
    n_tokens: list[float] = []
    n_hits: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "store").mkdir(mode=0o700)
        store = await open_store(folder / "store", SetClock())
        try:
            profile = await make_profile(store, UuidIds())
            texts, turns, talks = await fill(
                store, profile, words, n_memories=N_MEMORIES // part, n_turns=N_TURNS // part
            )
            beside = Bare(folder, texts, turns, words)
            profile = await store.get_profile(profile.id)
            chance = random.Random(3)
            for n in range(N_WARM + N_TIMED):
                question = words.question(chance.choice((*texts, *turns)))
                talk = await store.get_conversation(profile.id, chance.choice(talks))
                began = time.perf_counter()
                prompt = await prepare_prompt(
                    store, faculties, profile, text=question, now=NOW, window=WINDOW,
                    most_reply_tokens=MOST_REPLY_TOKENS, conversation=talk, turn_id=None,
                )  # fmt: skip
                taken = (time.perf_counter() - began) * 1000
                scan, query = beside.ask(question)
                if n >= N_WARM:
                    ours.append(taken)
                    n_tokens.append(prompt.n_tokens)
                    n_hits.append(len(prompt.retrieved.hits))
                    bare.append(scan + query)
                    parts[0].append(scan)
                    parts[1].append(query)
        finally:
            await store.close()
            await process.close()
    print(f"prompts of   tokens {spread(n_tokens)}; hits {spread(n_hits)}")
    print(f"prompt:      ms {spread(ours)}, p95 {percentile(ours, 0.95):.4g}")
    print(f"bare:        ms {spread(bare)}, p95 {percentile(bare, 0.95):.4g}")
    print(f"  scan:      ms {spread(parts[0])}")
    print(f"  full text: ms {spread(parts[1])}")
    conclude("assemble", percentile(ours, 0.95) / percentile(bare, 0.95), LIMIT)


if __name__ == "__main__":
    asyncio.run(main())
