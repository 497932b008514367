"""Which sentences tell a focus or a milestone by their meaning, learnt from sentences of our own.

The sentences are `lexicon/life.tsv`; `tools/fit_life.py` learns from them. A sentence tells what
those tell that are near to it in meaning and share its words: the meaning knows what it is about,
words such as "finally" and "any more" how it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from graph_aria.adapters.language import lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graph_aria.ports import Embedder

LEARNT: Final = "life.npz"
NOTHING: Final = "none"
FOCUS_ON, FOCUS_DONE, FOCUS_DROPPED, MINE, CLOSE = KINDS = (
    "focus_on", "focus_done", "focus_dropped", "milestone_mine", "milestone_close",
)  # fmt: skip
"""What a sentence may tell of a life."""

NARROWNESS: Final = 1.0
"""How fast a sentence counts less with its distance."""

_ALIKE: Final = frozenset(
    {frozenset({FOCUS_DONE, MINE}), frozenset({MINE, CLOSE}), frozenset({FOCUS_DONE, CLOSE})}
)
"""What may both be told by one sentence, so that it speaks for neither against the other."""

_WORTH_A_LOOK: Final = 0.05
"""What words must add to the odds. On `tests/quality/life*.jsonl` it spares half of the looks, and
loses one find in twenty-five."""

_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
_NUMBER: Final = "#"
_BOUND: Final = "|"


def pairs_of(sentence: str) -> frozenset[str]:
    """The words of a sentence and its pairs of neighbours, its bounds included.

    >>> sorted(pairs_of("Day 9!"))
    ['# |', '#', 'day', 'day #', '| day']
    """
    found = _WORD.findall(sentence.lower().replace("’", "'"))
    words = [_NUMBER if word.isdigit() else word for word in found]
    row = [_BOUND, *words, _BOUND]
    pairs = {f"{one} {other}" for one, other in pairwise(row)}
    return frozenset(pairs | set(words))


def marks_of(sentences: Sequence[str], known: dict[str, int]) -> NDArray[np.float64]:
    """Which known words and pairs each sentence has, as rows of length 1, or 0 without any.

    Args:
        sentences: any number.
        known: columns by word or pair.
    """
    marks = np.zeros((len(sentences), len(known)))
    for row, sentence in enumerate(sentences):
        columns = [known[one] for one in pairs_of(sentence) if one in known]
        if columns:
            marks[row, columns] = 1 / np.sqrt(len(columns))
    return marks


@dataclass(frozen=True, slots=True)
class Telling:
    """What a sentence tells by its meaning.

    Attributes:
        kind: one of `KINDS`.
        odds: above 0 it tells something of a life rather than nothing; about -1 to 1.
        lead: how far the kind is ahead of those that it cannot be at the same time.
        clear: how far it is ahead of those that it can be at the same time.
    """

    kind: str
    odds: float
    lead: float
    clear: float


class Lives:
    """Tells what sentences tell of a life."""

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
                raise ValueError(f"lives were learnt with {learnt['embedder']}")
            self._vectors: NDArray[np.float32] = learnt["vectors"] * np.float32(learnt["step"])
            self._weights: NDArray[np.float64] = learnt["weights"].astype(np.float64)
            self._known = {word: at for at, word in enumerate(learnt["words"].tolist())}
            self._of_words: NDArray[np.float64] = learnt["of_words"].astype(np.float64)
        self._embedder = embedder

    def may_tell(self, sentences: Sequence[str]) -> list[bool]:
        """Whether each is worth a look at its meaning, by its words alone, in no time."""
        return [float(self._by_words(one)[-1]) > _WORTH_A_LOOK for one in sentences]

    def _by_words(self, sentence: str) -> NDArray[np.float64]:
        """What the words of a sentence add to its scores."""
        columns = sorted(self._known[one] for one in pairs_of(sentence) if one in self._known)
        shared: NDArray[np.float64] = self._of_words[columns].sum(axis=0)
        return shared / np.sqrt(max(1, len(columns)))

    def embed(self, sentences: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of sentences, some milliseconds each."""
        return self._embedder.embed(sentences)

    def tell(self, sentences: Sequence[str], vectors: NDArray[np.float32]) -> list[Telling]:
        """What each sentence tells of a life, if it tells anything.

        Args:
            sentences: any number.
            vectors: theirs, shape (n, dimension).
        """
        if not sentences:
            return []
        # No product of matrices: its threads would spin beside those of the parser.
        cosines = np.einsum("ij,kj->ik", vectors, self._vectors)
        near = np.exp(-2 * np.float32(NARROWNESS) * (1 - cosines)).astype(np.float64)
        scores = np.einsum("ij,jk->ik", near, self._weights)
        scores += np.array([self._by_words(one) for one in sentences])
        return [telling(row) for row in scores]


def telling(scores: NDArray[np.float64]) -> Telling:
    """What scores say, one for each of `KINDS` and one for telling anything of a life."""
    at = int(scores[:-1].argmax())
    most = float(scores[at])
    others = {
        kind: float(score)
        for kind, score in zip(KINDS, scores[:-1], strict=True)
        if kind != KINDS[at]
    }
    alike = {kind for kind in others if frozenset({kind, KINDS[at]}) in _ALIKE}
    rivals = max(score for kind, score in others.items() if kind not in alike)
    second = max((score for kind, score in others.items() if kind in alike), default=-1.0)
    return Telling(KINDS[at], float(scores[-1]), most - rivals, most - second)
