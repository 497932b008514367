"""Vectors of an endpoint: checked, of length 1, and known for what they mean."""

from __future__ import annotations

import json
import math
import struct
from array import array
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.llm.embedding import AT_ONCE, EndpointVectors
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.adapters.llm.sentence_pairs import APART, NEAR, SAME
from graph_aria.domain.calibrating import NOTHING_ALIKE
from graph_aria.domain.memory_changes import cosine
from graph_aria.errors import EmbedderAway
from tests.scripted_model import KEY, MODEL, ScriptedModel

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
EMBEDDINGS = "/v1/embeddings"


def by_words(text: str) -> list[float]:
    """A crude embedder: words hashed into 64 places; not of length 1."""
    numbers = [0.01] * 64
    for word in text.lower().strip(".").split():
        numbers[sum(map(ord, word)) % 64] += 3.0
    return numbers


@pytest.fixture
async def vectors(scripted: ScriptedModel) -> AsyncIterator[EndpointVectors]:
    scripted.embedding = by_words
    made = EndpointVectors(
        Endpoint(scripted.base_url, KEY, 1.5),
        MODEL,
        lambda: NOW,
        first_wait_seconds=0.01,
        quiet_seconds=0.0,
    )
    yield made
    await made.close()


async def test_vectors_are_of_length_1_under_an_id_with_their_dimension(
    vectors: EndpointVectors,
) -> None:
    made = await vectors.embed(["The user swims.", "The user sings.", "The user swims."])
    assert (made.embedder_id, made.dimension) == (f"endpoint:{MODEL}:64", 64)
    assert len(made.vectors) == 3
    assert made.vectors[0] == made.vectors[2] != made.vectors[1]
    for numbers in made.vectors:
        assert len(numbers) == 4 * 64
        assert math.isclose(cosine(numbers, numbers), 1, abs_tol=1e-5)
    first = struct.unpack("<64f", made.vectors[0])
    expected = np.array(by_words("The user swims."))
    assert np.allclose(first, expected / np.linalg.norm(expected), atol=1e-6)


async def test_what_its_cosines_mean_is_learned_once(
    scripted: ScriptedModel, vectors: EndpointVectors
) -> None:
    described = await vectors.describe()
    n_calls = scripted.others.count(EMBEDDINGS)
    assert 0 < described.likeness.review < described.likeness.same < 1
    assert described.vectors == ()
    await vectors.describe()
    assert scripted.others.count(EMBEDDINGS) == n_calls
    await vectors.embed(["The user swims."])
    assert scripted.others.count(EMBEDDINGS) == n_calls + 1


async def test_minilm_behind_an_endpoint_is_taken_for_what_it_is(
    scripted: ScriptedModel, vectors: EndpointVectors
) -> None:
    embedder = MiniLmEmbedder()
    texts = sorted({text for pair in (*SAME, *NEAR, *APART) for text in pair})
    made = {text: [float(x) for x in embedder.embed([text])[0]] for text in texts}
    scripted.embedding = made.__getitem__
    learned = (await vectors.describe()).likeness
    known = embedder.likeness
    assert learned.same == pytest.approx(known.same, abs=0.005)
    assert learned.review == pytest.approx(known.review, abs=0.005)
    assert learned.least_grouped == pytest.approx(known.least_grouped, abs=0.005)
    assert learned.related == pytest.approx(known.related, abs=0.01)


def test_each_pair_stands_once_in_the_table() -> None:
    pairs = [frozenset(pair) for pair in (*SAME, *NEAR, *APART)]
    assert len(pairs) == len(set(pairs)) == 48
    assert all(len(pair) == 2 for pair in pairs)


async def test_a_squeezed_space_gets_squeezed_bounds(
    scripted: ScriptedModel, vectors: EndpointVectors
) -> None:
    plain = (await vectors.describe()).likeness
    scripted.embedding = lambda text: [*by_words(text), 20.0]  # all lie close to each other
    other = EndpointVectors(Endpoint(scripted.base_url, KEY, 1.5), MODEL, lambda: NOW)
    squeezed = (await other.describe()).likeness
    await other.close()
    assert plain.review < squeezed.review < squeezed.same < 1
    assert squeezed.related > plain.review


@pytest.mark.parametrize(
    "embedding",
    [lambda _: [1.0, 2.0], lambda text: [float(len(text) % 7) - 3.5, 1.0]],
    ids=["one for all", "by length"],
)
async def test_an_embedder_that_tells_nothing_finds_nothing_alike(
    scripted: ScriptedModel,
    vectors: EndpointVectors,
    embedding: Callable[[str], list[float]],
) -> None:
    scripted.embedding = embedding
    assert (await vectors.describe()).likeness == NOTHING_ALIKE


async def test_many_texts_are_sent_in_batches_in_their_order(
    scripted: ScriptedModel, vectors: EndpointVectors
) -> None:
    await vectors.describe()
    before = scripted.others.count(EMBEDDINGS)
    texts = [f"The user owns radio number {n}." for n in range(2 * AT_ONCE + 1)]
    made = await vectors.embed(texts)
    assert scripted.others.count(EMBEDDINGS) == before + 3
    alone = await vectors.embed(texts[70:71])
    assert made.vectors[70] == alone.vectors[0]


async def test_no_text_is_no_call(scripted: ScriptedModel, vectors: EndpointVectors) -> None:
    await vectors.describe()
    before = len(scripted.others)
    assert (await vectors.embed([])).vectors == ()
    assert len(scripted.others) == before


BAD: dict[str, Callable[[str], Any]] = {
    "nothing": lambda _: [],
    "no direction": lambda _: [0.0, 0.0],
    "no number": lambda _: [float("nan"), 1.0],
    "without end": lambda _: [float("inf"), 1.0],
    "too great": lambda _: [1e300, 1e300],
    "words": lambda _: ["a", "b"],
    "of several lengths": lambda text: [1.0] * (1 + len(text) % 3),
    "a table": lambda _: [[1.0], [2.0]],
    "null": lambda _: None,
}


@pytest.mark.parametrize("embedding", BAD.values(), ids=BAD.keys())
async def test_what_is_no_vector_is_none(
    scripted: ScriptedModel, vectors: EndpointVectors, embedding: Callable[[str], Any]
) -> None:
    scripted.embedding = embedding
    with pytest.raises(EmbedderAway) as caught:
        await vectors.embed(["The user keeps a secret diary."])
    assert "secret" not in repr(caught.value)
    assert caught.value.__context__ is None


async def test_too_few_vectors_are_refused(
    scripted: ScriptedModel, vectors: EndpointVectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    await vectors.describe()

    def short(handler: Any, body: dict[str, Any]) -> None:
        data = [{"object": "embedding", "index": 0, "embedding": [1.0] * 64}]
        answer = {"object": "list", "data": data, "model": MODEL, "usage": {}}
        handler._send(200, json.dumps(answer).encode())

    monkeypatch.setattr("tests.scripted_model._Handler._embed", short)
    with pytest.raises(EmbedderAway):
        await vectors.embed(["The user swims.", "The user sings."])


async def test_another_dimension_is_another_model_and_looked_at_anew(
    scripted: ScriptedModel, vectors: EndpointVectors
) -> None:
    await vectors.describe()
    scripted.embedding = lambda text: by_words(text)[:48]
    made = await vectors.embed(["The user swims."])
    assert made.embedder_id == (await vectors.describe()).embedder_id == f"endpoint:{MODEL}:48"


async def test_a_dimension_that_changes_amid_a_call_is_no_answer(
    scripted: ScriptedModel, vectors: EndpointVectors
) -> None:
    await vectors.describe()
    scripted.embedding = lambda text: by_words(text)[: 64 if "early" in text else 48]
    with pytest.raises(EmbedderAway):
        await vectors.embed(["early"] * AT_ONCE + ["late"])
    assert (await vectors.describe()).dimension == 48


async def test_a_wrong_key_and_an_endpoint_that_is_gone_are_away(
    scripted: ScriptedModel, vectors: EndpointVectors
) -> None:
    scripted.key = "another"
    with pytest.raises(EmbedderAway):
        await vectors.describe()
    scripted.key = None
    await vectors.describe()
    gone = EndpointVectors(
        Endpoint("http://127.0.0.1:9/v1", None, 0.5), MODEL, lambda: NOW, first_wait_seconds=0.01
    )
    with pytest.raises(EmbedderAway):
        await gone.embed(["The user swims."])
    await gone.close()


async def test_after_a_failure_it_is_left_alone_for_a_while(scripted: ScriptedModel) -> None:
    scripted.embedding = lambda _: []
    vectors = EndpointVectors(
        Endpoint(scripted.base_url, KEY, 1.5), MODEL, lambda: NOW, first_wait_seconds=0.01
    )
    for _ in range(3):
        with pytest.raises(EmbedderAway):
            await vectors.embed(["The user swims."])
    assert scripted.others.count(EMBEDDINGS) == 2  # two tries, and then none
    await vectors.close()


def test_numbers_are_little_endian_floats() -> None:
    assert array("f", [1.0]).tobytes() == struct.pack("<f", 1.0)
