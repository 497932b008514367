"""Learn from the prototype sentences what leans to which topic and feeling.

Run as `python -m tools.fit_prototypes` after `lexicon/prototypes.tsv` was changed; it
writes `prototypes.npz` beside it. Every sentence was written for this project.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language.lexicon import read_table
from graph_aria.domain.vocabulary import EMOTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER: Final = Path(__file__).parents[1] / "graph_aria" / "adapters" / "language" / "lexicon"
TABLE: Final = "prototypes.tsv"
LEARNT: Final = "prototypes.npz"
UNCLEAR: Final = "?"
"""Stands for a topic that a sentence leaves open; nothing about topics is learnt from it."""

_STEPS: Final = 400
_RATE: Final = 0.5
_SLOWER: Final = 0.99


def fit() -> dict[str, Any]:
    """Weights for each topic, each feeling, feeling at all, and pleasant against unpleasant."""
    rows = list(read_table(TABLE))
    embedder = MiniLmEmbedder()
    vectors = embedder.embed([sentence for _, _, sentence in rows]).astype(np.float64)
    topics = [row[0].split("|") for row in rows]
    feelings = [_names(row[1]) for row in rows]
    all_topics = sorted({name for names in topics for name in names} - {UNCLEAR})
    all_feelings = sorted({name for names in feelings for name in names})
    about_one = np.array([len(names) == 1 and UNCLEAR not in names for names in topics])
    signs = np.array([np.sign(sum(EMOTIONS[name] for name in names)) for names in feelings])
    felt = np.array([[bool(names)] for names in feelings])
    of_topic = _regress(
        vectors[about_one], _marks(topics, all_topics)[about_one], stiffness=0.1, exclusive=True
    )
    of_feeling = _regress(vectors, _marks(feelings, all_feelings), stiffness=0.1)
    of_felt = _regress(vectors, felt.astype(np.float64), stiffness=0.1)
    pleasant = (signs[signs != 0, None] > 0).astype(np.float64)
    of_sign = _regress(vectors[signs != 0], pleasant, stiffness=0.3)
    return {
        "source": np.array(hashlib.sha256((FOLDER / TABLE).read_bytes()).hexdigest()),
        "embedder": np.array(embedder.embedder_id),
        "topics": np.array(all_topics),
        "feelings": np.array(all_feelings),
        "weights": np.hstack([of_topic, of_feeling, of_felt, of_sign]).astype(np.float32),
    }


def _names(cell: str) -> list[str]:
    return [] if cell == "-" else cell.split("|")


def _marks(rows: list[list[str]], names: list[str]) -> NDArray[np.float64]:
    return np.array([[name in row for name in names] for row in rows], dtype=np.float64)


def _regress(
    vectors: NDArray[np.float64],
    marks: NDArray[np.float64],
    *,
    stiffness: float,
    exclusive: bool = False,
) -> NDArray[np.float64]:
    """Logistic regression, by Adam; the last row of the result is the intercept.

    Args:
        vectors: one row a sentence.
        marks: one row a sentence, one column a name; 1 where the sentence has it.
        stiffness: weight of the squared length of the result, > 0.
        exclusive: whether exactly one name holds (softmax).

    Source: Kingma and Ba 2015, with a rate that falls at each step.
    """
    inputs = np.hstack([vectors, np.ones((len(vectors), 1))])
    shrink = np.full((inputs.shape[1], 1), stiffness)
    shrink[-1] = 0  # how common a name is must not be forgotten
    weights = np.zeros((inputs.shape[1], marks.shape[1]))
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        scores = inputs @ weights
        if exclusive:
            grown = np.exp(scores - scores.max(axis=1, keepdims=True))
            chances = grown / grown.sum(axis=1, keepdims=True)
        else:
            chances = 1 / (1 + np.exp(-scores))
        slope = inputs.T @ (chances - marks) + shrink * weights
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        change = mean / (1 - 0.9**step) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
        weights -= _RATE * _SLOWER**step * change
    return weights


if __name__ == "__main__":
    np.savez(FOLDER / LEARNT, **fit())
    print(f"wrote {FOLDER / LEARNT}")
