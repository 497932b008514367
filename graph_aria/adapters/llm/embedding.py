"""An embedder behind an OpenAI-compatible endpoint (`/v1/embeddings`)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import numpy as np
import structlog
from numpy.typing import NDArray

from graph_aria.adapters.llm.attempts import CallFailed, failed, retrying
from graph_aria.adapters.llm.endpoint import Endpoint, connect
from graph_aria.adapters.llm.sentence_pairs import APART, NEAR, SAME
from graph_aria.domain.calibrating import calibrated
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.proposals import Failure
from graph_aria.errors import EmbedderAway

AT_ONCE: Final = 64
"""Texts of one call."""
TRIES: Final = 2
MOST_SECONDS: Final = 20.0
"""The longest that one call may take: entries are read meanwhile, and can do without."""
_QUIET_SECONDS: Final = 30.0
"""How long the endpoint is left alone after it failed."""
_LONGEST: Final = 8_000

_log = structlog.get_logger("graph_aria.model")


class EndpointVectors:
    """Vectors of an OpenAI-compatible endpoint, brought to length 1.

    Before it is used first, its cosines of a table of known pairs are looked at, so that it is
    known what they mean (`calibrated`). After a failure it is left alone for half a minute:
    who reads an entry meanwhile does without vectors at once.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        now: Callable[[], datetime],
        *,
        first_wait_seconds: float = 1.0,
        quiet_seconds: float = _QUIET_SECONDS,
    ) -> None:
        """Say what to ask; nothing is contacted yet.

        Args:
            endpoint: where the model is.
            model: its name there.
            now: tells the time, for dates in answers.
            first_wait_seconds: the pause before the second try, > 0.
            quiet_seconds: how long the endpoint is left alone after it failed, >= 0.
        """
        self._client = connect(endpoint)
        self._model = model
        self._now = now
        self._first_wait_seconds = first_wait_seconds
        self._quiet_seconds = quiet_seconds
        self._call_seconds = min(MOST_SECONDS, endpoint.call_seconds)
        self._quiet_until = 0.0
        self._quiet_for = Failure.UNREACHABLE
        self._dimension: int | None = None
        self._likeness: Likeness | None = None
        self._lock = asyncio.Lock()

    async def describe(self) -> Embedding:
        """What it is; the endpoint is contacted only if that is not known yet.

        Raises:
            EmbedderAway: it is not known, and cannot be asked just now.
        """
        return await self._described(())

    async def embed(self, texts: Sequence[str]) -> Embedding:
        """Vectors of texts, in their order.

        Raises:
            EmbedderAway: the endpoint cannot be asked just now, or gives no usable vectors.
        """
        await self._described(())  # a vector is worth nothing while it is not known what it means
        vectors = await self._vectors(texts)
        return await self._described(
            tuple(row.astype("<f4").tobytes() for row in vectors) if len(texts) else ()
        )

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        with suppress(RuntimeError):  # the loop that they belonged to is gone
            await self._client.close()

    async def _described(self, vectors: tuple[bytes, ...]) -> Embedding:
        async with self._lock:
            if self._likeness is None:
                self._likeness = await self._calibrate()
                _log.info(
                    "embedder_calibrated",
                    dimension=self._dimension,
                    same=self._likeness.same,
                    review=self._likeness.review,
                    related=self._likeness.related,
                )
        dimension = self._dimension or 0
        name = f"endpoint:{self._model}:{dimension}"
        return Embedding(name, dimension, self._likeness, vectors)

    async def _calibrate(self) -> Likeness:
        pairs = (*SAME, *NEAR, *APART)
        texts = sorted({text for pair in pairs for text in pair})
        vectors = dict(zip(texts, await self._vectors(texts), strict=True))

        def cosines(some: Sequence[tuple[str, str]]) -> list[float]:
            return [float(vectors[one] @ vectors[other]) for one, other in some]

        return calibrated(cosines(SAME), cosines(NEAR), cosines(APART))

    async def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length 1, of shape (number of texts, dimension)."""
        if not texts:
            return np.empty((0, self._dimension or 0), dtype=np.float32)
        if time.monotonic() >= self._quiet_until:
            try:
                return await self._all(texts)
            except CallFailed as error:
                self._quiet_until = time.monotonic() + self._quiet_seconds
                self._quiet_for = error.failure
                _log.warning("embedder_away", reason=error.failure.value)
        # Outside of the handler, or its context would quote the diary.
        reason = self._quiet_for.value.removeprefix("model:").replace("_", " ")
        message = f"the endpoint gives no vectors just now ({reason})"
        raise EmbedderAway(message)

    async def _all(self, texts: Sequence[str]) -> NDArray[np.float32]:
        batches = [
            await self._tries(texts[at : at + AT_ONCE]) for at in range(0, len(texts), AT_ONCE)
        ]
        if len({batch.shape[1] for batch in batches}) > 1:  # another model meanwhile
            raise CallFailed(Failure.GARBAGE)
        return np.concatenate(batches)

    async def _tries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        async for attempt in retrying(TRIES, self._first_wait_seconds):
            with attempt:
                return await self._call(texts)
        raise CallFailed(Failure.GARBAGE)  # not reached: the last try raises

    async def _call(self, texts: Sequence[str]) -> NDArray[np.float32]:
        try:
            async with asyncio.timeout(self._call_seconds):
                answer = await self._client.embeddings.create(
                    model=self._model,
                    input=[text[:_LONGEST] for text in texts],
                    encoding_format="float",
                )
            return self._checked(answer, len(texts))
        except Exception as error:  # noqa: BLE001 - a server may answer with anything
            failure = failed(error, self._now)
        raise failure  # outside of the handler, or its context would quote the diary

    def _checked(self, answer: Any, n_texts: int) -> NDArray[np.float32]:
        """The vectors of an answer.

        Raises:
            ValueError: they are not one for each text, of one length that never changes, and
                finite and not nothing.
        """
        data = sorted(answer.data, key=lambda item: item.index)
        if [item.index for item in data] != list(range(n_texts)):
            raise ValueError("not one vector for each text")
        numbers = np.array([item.embedding for item in data], dtype=np.float64)
        if numbers.ndim != 2 or numbers.shape[1] == 0 or not np.isfinite(numbers).all():  # noqa: PLR2004 - rows and columns
            raise ValueError("these are no vectors")
        lengths = np.linalg.norm(numbers, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or (lengths == 0).any():
            raise ValueError("a vector has no direction")
        dimension = int(numbers.shape[1])
        if self._dimension not in {None, dimension}:
            # Another model answers under the name: it is looked at anew when it is next used.
            self._dimension = self._likeness = None
            raise ValueError("the vectors have another dimension than before")
        self._dimension = dimension
        vectors: NDArray[np.float32] = (numbers / lengths).astype(np.float32)
        return vectors
