"""A life whose memories are told by a script, compared by the real embedder and parser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.advice import Verdict, Verdicts, Wording
from graph_aria.domain.memories import Category, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.proposals import Failure
from graph_aria.domain.reading import Cost, Reading
from graph_aria.domain.records import Entry, JobKind
from graph_aria.domain.views import Job
from graph_aria.errors import EmbedderAway
from graph_aria.ports import MemoryAdviser, Parser, Vectors
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.look_after import look_after
from graph_aria.stages.tend import EVERYTHING
from graph_aria.stages.work import work
from tests.line.talk import Mind
from tests.line.world import ScriptedReader, World, decoded, opened

TEN_MINUTES: Final = timedelta(minutes=10)
COST: Final = Cost(n_calls=1, n_sent=50, n_received=10)


@dataclass
class Switched:
    """An embedder that goes away and comes back, under a name that may change."""

    vectors: Vectors
    is_away: bool = False
    name: str | None = None
    n_embedded: int = 0

    async def describe(self) -> Embedding:
        return await self.embed(())

    async def embed(self, texts: Sequence[str]) -> Embedding:
        if self.is_away:
            raise EmbedderAway
        self.n_embedded += len(texts)
        made = await self.vectors.embed(texts)
        return made if self.name is None else replace(made, embedder_id=self.name)


@dataclass
class ScriptedAdviser:
    """Says what a test tells it to.

    Attributes:
        verdicts: by pair of texts, the earlier one first.
        otherwise: of all other pairs.
        wording: of what is told in one sentence.
        failure: why it gives no answer, None if it does.
        compared, merged: what it was asked.
    """

    verdicts: dict[tuple[str, str], Verdict] = field(default_factory=dict)
    otherwise: Verdict = Verdict.UNDECIDED
    wording: Callable[[Sequence[str]], str | None] = lambda _: None
    failure: Failure | None = None
    compared: list[tuple[str, str]] = field(default_factory=list)
    merged: list[tuple[str, ...]] = field(default_factory=list)

    async def compare(self, pairs: Sequence[tuple[str, str]]) -> Verdicts:
        self.compared += pairs
        given = tuple(self.verdicts.get(pair, self.otherwise) for pair in pairs)
        if self.failure is not None:
            given = (Verdict.UNDECIDED,) * len(pairs)
        return Verdicts(given, self.failure, COST)

    async def merge(self, texts: Sequence[str]) -> Wording:
        self.merged.append(tuple(texts))
        text = None if self.failure is not None else self.wording(texts)
        return Wording(text, self.failure, COST)


@dataclass
class Tended:
    """One profile, with what tends its memories.

    Attributes:
        world: the store.
        mind: what is remembered.
        vectors: the embedder.
        parser: parses for the guard.
        adviser: a model by a script, None for none.
        model: one that takes its place.
    """

    world: World
    mind: Mind
    vectors: Switched
    parser: Parser
    adviser: ScriptedAdviser | None = None
    model: MemoryAdviser | None = None
    n_said: int = 0

    @property
    def faculties(self) -> Faculties:
        return Faculties(
            self.world.reader, self.parser, self.vectors, adviser=self.model or self.adviser
        )

    async def tell(
        self,
        *texts: str,
        entry: str | None = None,
        category: Category = Category.HABITS,
        slot: str | None = None,
        value: str = "yes",
        at: datetime | None = None,
    ) -> Entry:
        """Say an entry that a reader remembers these sentences of, each from words of its own."""
        self.n_said += 1
        said = entry or " ".join(f"Said {self.n_said}: {text}" for text in texts)
        found = []
        for text in texts:
            start = max(0, said.find(text))
            found.append(
                MemoryCandidate(
                    text=text,
                    kind=MemoryKind.FACT,
                    category=category,
                    start=start,
                    end=start + len(text) if text in said else len(said),
                    rule="test:told",
                    importance=0.6,
                    slot=slot,
                    value=None if slot is None else value,
                )
            )
        plain = decoded(said)
        reader = self.world.reader
        assert isinstance(reader, ScriptedReader)
        reader.script[said] = Reading(
            plain.mentions, plain.assertions, plain.dates, "en", plain.reader_id,
            memories=tuple(found),
        )  # fmt: skip
        when = at or self.world.clock.now() + timedelta(seconds=1)
        told = await self.world.say(said, at=when)
        await self.work()
        return told

    async def work(self) -> int:
        """Do what is due."""
        world = self.world
        return await work(world.store, self.faculties, world.clock, world.ids)

    async def wait(self, pause: timedelta = TEN_MINUTES) -> None:
        """Let time pass, and do what is due then."""
        self.world.clock.instant += pause
        await self.work()

    async def consolidate_all(self) -> Job:
        """Consolidate on request."""
        return await self.run(JobKind.CONSOLIDATE, EVERYTHING)

    async def run(self, kind: JobKind, subject_id: str | None = None) -> Job:
        """Queue a job, do what is due, and give the job as it is then."""
        world = self.world
        queued = await world.store.queue_job(
            job_id=world.ids.new(),
            profile_id=world.profile_id,
            kind=kind,
            due_at=world.clock.now(),
            subject_id=subject_id,
        )
        assert queued is not None
        await self.work()
        return next(job for job in await world.jobs() if job.id == queued.id)

    async def jobs(self, kind: JobKind, state: str | None = None) -> list[Job]:
        """Jobs of a kind, newest first."""
        return [job for job in await self.world.jobs(state=state) if job.kind == kind]

    async def look(self) -> int:
        """What the server does every minute for memories; how many jobs that queued."""
        world = self.world
        return await look_after(world.store, self.faculties, world.clock, world.ids)


@asynccontextmanager
async def tended(folder: Path, process: ReaderProcess) -> AsyncIterator[Tended]:
    """A life that begins."""
    async with opened(folder) as world:
        vectors = Switched(process)
        made = Tended(world, Mind(world), vectors, process)
        made.mind.faculties = made.faculties
        yield made
