"""Which sentences speak of a crisis by their meaning, learnt from sentences of our own.

The sentences are `lexicon/care.tsv`; `tools/fit_care.py` learns from them. A sentence speaks of a
crisis if those of crises are nearer to it than those of none: idioms, grief, what is over, work,
fiction, exhaustion, illness, anger, and a journal's everyday.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Final

import numpy as np

from graph_aria.adapters.language import lexicon
from graph_aria.domain.care import Concern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graph_aria.ports import Embedder

LEARNT: Final = "care.npz"
NO_CONCERN: Final = "-"
NARROWNESS: Final = 1.5
"""How fast a sentence counts less with its distance."""

THRESHOLD: Final = 0.3
"""Above it a sentence speaks of a crisis; 1 is the middle of crises, -1 that of the rest."""


def nearness(
    some: NDArray[np.float64], others: NDArray[np.float64], narrowness: float
) -> NDArray[np.float64]:
    """How near vectors are, from 0 to 1 for the same one.

    Args:
        some: shape (n, dimension), each of length 1.
        others: shape (m, dimension), each of length 1.
        narrowness: > 0.

    Returns:
        Shape (n, m).

    Source: Gaussian kernel of the distance.
    """
    near: NDArray[np.float64] = np.exp(-2 * narrowness * (1 - some @ others.T))
    return near


class Crises:
    """Tells which sentences speak of a crisis."""

    def __init__(self, embedder: Embedder) -> None:
        """Load what was learnt.

        Args:
            embedder: the one that it was learnt with.

        Raises:
            ValueError: it was learnt with another embedder.
        """
        with (
            resources.as_file(resources.files(lexicon) / LEARNT) as path,
            np.load(path, allow_pickle=False) as learnt,
        ):
            if str(learnt["embedder"]) != embedder.embedder_id:
                raise ValueError(f"crises were learnt with {learnt['embedder']}")
            self._vectors: NDArray[np.float64] = learnt["vectors"] * np.float64(learnt["step"])
            self._weights: NDArray[np.float64] = learnt["weights"].astype(np.float64)
            self._concerns: list[str] = learnt["concerns"].tolist()
        self._embedder = embedder

    def concerns_of(self, sentences: Sequence[str]) -> list[Concern | None]:
        """What each sentence speaks of, None of no crisis; some milliseconds a sentence."""
        if not sentences:
            return []
        vectors = self._embedder.embed(sentences).astype(np.float64)
        near = nearness(vectors, self._vectors, NARROWNESS)
        scores = near @ self._weights
        return [
            self._kind(row) if score > THRESHOLD else None
            for row, score in zip(near, scores, strict=True)
        ]

    def _kind(self, near: NDArray[np.float64]) -> Concern:
        """That of the nearest sentence of a crisis."""
        for n in np.argsort(-near):
            if self._concerns[n] != NO_CONCERN:
                return Concern(self._concerns[n])
        raise ValueError("nothing of a crisis was learnt")  # pragma: no cover
