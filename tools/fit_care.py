"""Learn from our own sentences which others speak of a crisis by their meaning.

Run as `python -m tools.fit_care` after `lexicon/care.tsv` or `lexicon/prototypes.tsv` was changed;
it writes `care.npz` beside them. Every sentence was written for this project; those of the
second table are a journal's and speak of no crisis.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language.crises import NARROWNESS, NO_CONCERN, nearness
from graph_aria.adapters.language.lexicon import read_table
from tools.fit_prototypes import FOLDER
from tools.fit_prototypes import TABLE as JOURNAL

if TYPE_CHECKING:
    from numpy.typing import NDArray

TABLE: Final = "care.tsv"
LEARNT: Final = "care.npz"

_STIFFNESS: Final = 0.2
"""Chosen with `NARROWNESS` and the threshold on half of `tests/quality/care_meaning.jsonl`."""

_STEPS: Final = 127
"""Vectors are stored as whole numbers of up to this many steps."""


def fit() -> dict[str, Any]:
    """Vectors of the sentences, what each weighs, and what it speaks of.

    Source: kernel ridge regression, Saunders, Gammerman and Vovk 1998.
    """
    rows = [*read_table(TABLE), *([NO_CONCERN, row[2]] for row in read_table(JOURNAL))]
    embedder = MiniLmEmbedder()
    exact = embedder.embed([sentence for _, sentence in rows])
    step = np.float32(np.abs(exact).max() / _STEPS)
    stored = np.rint(exact / step).astype(np.int8)
    vectors: NDArray[np.float64] = stored.astype(np.float64) * step
    marks = np.array([-1.0 if concern == NO_CONCERN else 1.0 for concern, _ in rows])
    near = nearness(vectors, vectors, NARROWNESS)
    weights = np.linalg.solve(near + _STIFFNESS * np.eye(len(rows)), marks)
    return {
        "source": np.array(digest()),
        "embedder": np.array(embedder.embedder_id),
        "step": step,
        "vectors": stored,
        "weights": weights.astype(np.float32),
        "concerns": np.array([concern for concern, _ in rows]),
    }


def digest() -> str:
    """Of the tables that are learnt from."""
    tables = b"".join((FOLDER / name).read_bytes() for name in (TABLE, JOURNAL))
    return hashlib.sha256(tables).hexdigest()


if __name__ == "__main__":
    np.savez_compressed(FOLDER / LEARNT, **fit())
    print(f"wrote {FOLDER / LEARNT}")
