"""The reader in one child process, so that reading never holds up accepting.

Nothing here imports spaCy: the process that serves stays small.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TYPE_CHECKING, Any, Final, Self

from graph_aria.adapters.language.frames import HEADER, pack, unpack
from graph_aria.errors import EmbedderAway, ReaderFailed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from graph_aria.domain.care import Concern
    from graph_aria.domain.clauses import ParsedText
    from graph_aria.domain.memory_changes import Embedding
    from graph_aria.domain.reading import Reading, ReadRequest

START_SECONDS: Final = 60.0
"""How long loading the model may take."""

BATCH_SECONDS: Final = 30.0
"""How long a batch may take whatever its size."""

SECONDS_PER_KB: Final = 1.0
"""What each 1,000 characters may take on top; ten times what a slow machine needs."""

AT_ONCE: Final = 8
"""Texts that are read before others have a turn: who compares two facts need not wait long."""

LOOKED_AT_ONCE: Final = 32
"""Sentences that are looked at before others have a turn."""

_PATIENCE_SECONDS: Final = 5.0


class ReaderProcess:
    """Reads in one child process that is started on demand and again after it failed.

    Calls are served one after the other. It belongs to the event loop that it is first
    used in.
    """

    def __init__(
        self,
        model: str | None = None,
        *,
        start_seconds: float = START_SECONDS,
        batch_seconds: float = BATCH_SECONDS,
        seconds_per_kb: float = SECONDS_PER_KB,
    ) -> None:
        """Say how to start; nothing is started yet.

        Args:
            model: a model setting, see `models.load_model`.
            start_seconds: how long loading may take, > 0.
            batch_seconds: how long a batch may take whatever its size, > 0.
            seconds_per_kb: what each 1,000 characters may take on top, >= 0.
        """
        self._model = model or ""
        self._start_seconds = start_seconds
        self._batch_seconds = batch_seconds
        self._seconds_per_kb = seconds_per_kb
        self._process: asyncio.subprocess.Process | None = None
        self._reader_id = "not started"
        self._degraded: str | None = None
        self._lock = asyncio.Lock()

    @property
    def reader_id(self) -> str:
        """Name and version of the reader with its model; "not started" before the first start."""
        return self._reader_id

    @property
    def degraded(self) -> str | None:
        """What the reader lacks and how to mend it, or None."""
        return self._degraded

    @property
    def process_id(self) -> int | None:
        """The child's process id, None while there is none."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the child and wait until its model is loaded; nothing if it runs.

        Raises:
            ReaderFailed: it could not be loaded, or not in time.
        """
        async with self._lock:
            await self._ensure()

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """One reading for each request, in their order.

        Raises:
            ReaderFailed: it crashed or took too long; the next call starts a new one.
        """
        readings: list[Reading] = []
        for at in range(0, len(requests), AT_ONCE):
            few = requests[at : at + AT_ONCE]
            readings += await self._ask_all("read", few, sum(len(one.text) for one in few))
        return readings

    @property
    def parser_id(self) -> str:
        """Name and version of what parses; "not started" before the first start."""
        return self._reader_id

    async def parse_sentences(self, texts: Sequence[str]) -> list[ParsedText]:
        """One parse for each text, in their order, for the guard.

        Raises:
            ReaderFailed: it crashed or took too long; the next call starts a new one.
        """
        parses: list[ParsedText] = await self._ask_all("parse", texts, sum(map(len, texts)))
        return parses

    async def describe(self) -> Embedding:
        """What the embedder is, without any vector; see `embed`."""
        return await self.embed(())

    async def embed(self, texts: Sequence[str]) -> Embedding:
        """Vectors of sentences, in their order.

        Raises:
            EmbedderAway: there is no embedding model, or the process failed.
        """
        try:
            made: Embedding = await self._ask("embed", list(texts), sum(map(len, texts)))
        except ReaderFailed as error:
            raise EmbedderAway(error.message) from error
        return made

    async def concerns_of(self, sentences: Sequence[str]) -> list[Concern | None] | None:
        """What each sentence speaks of, in their order; None without the embedding model.

        Raises:
            EmbedderAway: the process failed.
        """
        found: list[Concern | None] = []
        for at in range(0, len(sentences), LOOKED_AT_ONCE):
            few = list(sentences[at : at + LOOKED_AT_ONCE])
            try:
                answer: list[Concern | None] | None = await self._ask(
                    "look", few, sum(map(len, few))
                )
            except ReaderFailed as error:
                raise EmbedderAway(error.message) from error
            if answer is None:
                return None
            found += answer
        return found

    async def close(self) -> None:
        """End the child; the next call would start a new one."""
        async with self._lock:
            process, self._process = self._process, None
            if process is None:
                return
            if process.stdin is not None:
                process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), _PATIENCE_SECONDS)
            except TimeoutError:
                await _end(process)

    async def _ask_all(self, verb: str, batch: Sequence[Any], n_chars: int) -> list[Any]:
        """One answer for each item of a batch."""
        if not batch:
            return []
        answers: list[Any] = await self._ask(verb, list(batch), n_chars)
        if len(answers) != len(batch):
            raise ReaderFailed("The reader gave back fewer answers than it was given texts.")
        return answers

    async def _ask(self, verb: str, batch: list[Any], n_chars: int) -> Any:
        limit = self._batch_seconds + self._seconds_per_kb * n_chars / 1_000
        async with self._lock:
            process = await self._ensure()
            return await self._exchange(process, (verb, batch), limit)

    async def _ensure(self) -> asyncio.subprocess.Process:
        process = self._process
        if process is not None and process.returncode is None:
            return process
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a file in the user's folder must not stand in for a library
            "-m",
            "graph_aria.adapters.language.child_main",
            self._model,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._process = process
        try:
            hello: tuple[str, str | None] = await self._exchange(process, None, self._start_seconds)
        except ReaderFailed:
            self._process = None
            await _end(process)
            raise
        self._reader_id, self._degraded = hello
        return process

    async def _exchange(
        self, process: asyncio.subprocess.Process, message: object, limit: float
    ) -> Any:
        """Send a message unless it is None, and wait for the answer.

        Whatever goes wrong, cancellation included, ends the child: an answer that nobody
        took would be taken for the next one.
        """
        done = False
        try:
            async with asyncio.timeout(limit):
                outcome, content = await _talk(process, message)
            done = True
        except TimeoutError:
            raise ReaderFailed(
                f"The reader took longer than {limit:.0f} s and was stopped."
            ) from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise ReaderFailed("The reader's process ended unexpectedly.") from None
        finally:
            if not done:
                self._process = None
                await _end(process)
        if outcome == "failed":
            raise ReaderFailed(f"The reader failed: {content}")
        return content


async def _talk(process: asyncio.subprocess.Process, message: object) -> tuple[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise ConnectionError
    if message is not None:
        process.stdin.write(pack(message))
        await process.stdin.drain()
    header = await process.stdout.readexactly(HEADER.size)
    answer: tuple[str, Any] = unpack(await process.stdout.readexactly(HEADER.unpack(header)[0]))
    return answer


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a child and wait for its end, so that none is left behind."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
