"""What a text leans to by its meaning: topics and feelings, learnt from prototype sentences.

The sentences are `lexicon/prototypes.tsv`, written for this project and by nobody's
journal; `tools/fit_prototypes.py` learns from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Final

import numpy as np

from graph_aria.adapters.language import lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graph_aria.ports import Embedder

LEARNT: Final = "prototypes.npz"

NO_TOPIC: Final = "-"
"""Stands among the topics for "about nothing in particular"."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """What one text leans to; all chances from 0 to 1.

    Attributes:
        topics: for each name of `Prototypes.topics` the chance that the text is about it
            rather than about another one or, `NO_TOPIC`, about none; they add up to 1.
        feelings: for each name of `Prototypes.feelings` the log-odds that it is felt.
        felt: log-odds that anything is felt.
        valence: log-odds of pleasant against unpleasant.
    """

    topics: NDArray[np.float32]
    feelings: NDArray[np.float32]
    felt: float
    valence: float


class Prototypes:
    """Tells what texts lean to.

    Attributes:
        topics, feelings: the names, in the order of a leaning's columns.
    """

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
                raise ValueError(f"the prototypes were learnt with {learnt['embedder']}")
            self.topics: tuple[str, ...] = tuple(learnt["topics"].tolist())
            self.feelings: tuple[str, ...] = tuple(learnt["feelings"].tolist())
            self._weights: NDArray[np.float32] = learnt["weights"]
        self._embedder = embedder

    def lean(self, texts: Sequence[str]) -> list[Leaning]:
        """What each text leans to, in order; some milliseconds a text."""
        if not texts:
            return []
        scores = self._embedder.embed(texts) @ self._weights[:-1] + self._weights[-1]
        n_topics, n_named = len(self.topics), len(self.topics) + len(self.feelings)
        return [
            Leaning(_chances(row[:n_topics]), row[n_topics:n_named], float(row[-2]), float(row[-1]))
            for row in scores
        ]


def _chances(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    grown = np.exp(scores - scores.max())
    chances: NDArray[np.float32] = grown / grown.sum()
    return chances
