"""Learn from our own sentences which others tell a focus or a milestone by their meaning.

Run as `python -m tools.fit_life` after `lexicon/life.tsv` was changed; it writes `life.npz` beside
it. Every sentence was written for this project.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language.crises import nearness
from graph_aria.adapters.language.lexicon import read_table
from graph_aria.adapters.language.lives import (
    KINDS,
    LEARNT,
    NARROWNESS,
    NOTHING,
    Telling,
    marks_of,
    pairs_of,
    telling,
)
from tools.fit_prototypes import FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLE: Final = "life.tsv"
_STIFFNESS: Final = 0.3
"""Chosen with the three figures below it by eightfold cross-validation over the table."""

_WORDS: Final = 0.4
"""What sharing all words counts beside being near in meaning, for telling anything of a life."""

_WORDS_OF_KIND: Final = 1.0
"""The same for which kind it is, which words tell more of."""

_LEAST_OFTEN: Final = 2
_STEPS: Final = 127
"""Vectors are stored as whole numbers of up to this many steps."""

_FOLDS: Final = 8
_Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sentences:
    """What is learnt from.

    Attributes:
        vectors: of the sentences, shape (n, dimension).
        marks: which words and pairs they have, shape (n, words).
        kinds: for each its place in `KINDS`, or the number of kinds if it tells nothing.
    """

    vectors: _Table
    marks: _Table
    kinds: NDArray[np.int64]

    @property
    def near(self) -> _Table:
        """How near they are to each other in meaning, shape (n, n)."""
        return nearness(self.vectors, self.vectors, NARROWNESS)

    @property
    def alike(self) -> _Table:
        """How far they share their words, shape (n, n)."""
        shared: _Table = self.marks @ self.marks.T
        return shared


def rows() -> tuple[list[str], NDArray[np.int64]]:
    """The sentences, each once, and what they tell."""
    told = {sentence: kind for kind, sentence in read_table(TABLE)}
    names = [*KINDS, NOTHING]
    return list(told), np.array([names.index(kind) for kind in told.values()])


def known_words(sentences: Sequence[str]) -> list[str]:
    """Words and pairs that stand in several sentences, in alphabetical order."""
    counts = Counter(one for sentence in sentences for one in pairs_of(sentence))
    return sorted(one for one, n in counts.items() if n >= _LEAST_OFTEN)


def fit() -> dict[str, Any]:
    """Vectors of the sentences, and what they and their words weigh for each kind, and for any.

    Source: kernel ridge regression, Saunders, Gammerman and Vovk 1998, with the sum of a Gaussian
    kernel of the vectors and the cosine of words and pairs of words.
    """
    sentences, kinds = rows()
    embedder = MiniLmEmbedder()
    exact = embedder.embed(sentences)
    step = np.float32(np.abs(exact).max() / _STEPS)
    stored = np.rint(exact / step).astype(np.int8)
    words = known_words(sentences)
    marks = marks_of(sentences, {word: at for at, word in enumerate(words)})
    known = Sentences(stored.astype(np.float64) * step, marks, kinds)
    weights = solve(known.near, known.alike, kinds)
    shares = np.array([_WORDS_OF_KIND] * len(KINDS) + [_WORDS])
    return {
        "source": np.array(digest()),
        "embedder": np.array(embedder.embedder_id),
        "step": step,
        "vectors": stored,
        "weights": weights.astype(np.float32),
        "words": np.array(words),
        "of_words": (marks.T @ weights * shares).astype(np.float32),
    }


def solve(near: _Table, alike: _Table, kinds: NDArray[np.int64]) -> _Table:
    """What each sentence weighs for each kind, and last for telling anything; shape (n, kinds + 1).

    The kinds are told apart by the sentences that tell one; the others weigh nothing there.
    """
    weights = np.zeros((len(kinds), len(KINDS) + 1))
    tells = kinds < len(KINDS)
    wanted = np.where(kinds[tells, None] == np.arange(len(KINDS)), 1.0, -1.0)
    of_kind = near + _WORDS_OF_KIND * alike
    weights[tells, :-1] = _ridge(of_kind[np.ix_(tells, tells)], wanted)
    weights[:, -1] = _ridge(near + _WORDS * alike, np.where(tells, 1.0, -1.0))
    return weights


def _ridge(near: _Table, wanted: _Table) -> _Table:
    return np.linalg.solve(near + _STIFFNESS * np.eye(len(near)), wanted)


def told_held_out() -> tuple[list[Telling], NDArray[np.int64]]:
    """What each sentence tells by what is learnt from the other seven parts of eight, and does."""
    sentences, kinds = rows()
    words = known_words(sentences)
    marks = marks_of(sentences, {word: at for at, word in enumerate(words)})
    known = Sentences(MiniLmEmbedder().embed(sentences).astype(np.float64), marks, kinds)
    near, alike = known.near, known.alike
    part = np.random.default_rng(0).integers(0, _FOLDS, len(kinds))
    scores = np.zeros((len(kinds), len(KINDS) + 1))
    for held in range(_FOLDS):
        test, rest = part == held, part != held
        weights = solve(near[np.ix_(rest, rest)], alike[np.ix_(rest, rest)], kinds[rest])
        here, shared = near[np.ix_(test, rest)], alike[np.ix_(test, rest)]
        scores[test, :-1] = (here + _WORDS_OF_KIND * shared) @ weights[:, :-1]
        scores[test, -1] = (here + _WORDS * shared) @ weights[:, -1]
    return [telling(row) for row in scores], kinds


def digest() -> str:
    """Of the table that is learnt from."""
    return hashlib.sha256((FOLDER / TABLE).read_bytes()).hexdigest()


if __name__ == "__main__":
    np.savez_compressed(FOLDER / LEARNT, **fit())
    print(f"wrote {FOLDER / LEARNT}")
