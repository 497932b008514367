"""Which model is taken, and what is said when none is there."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import pytest

from graph_aria.adapters.embedding import minilm
from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language import models, pipeline
from graph_aria.adapters.language.models import UNUSED, load_model, load_prototypes
from graph_aria.domain.reading import ReadRequest


def test_the_bundled_model_is_found_without_a_setting() -> None:
    loaded = load_model()
    assert loaded.degraded is None
    assert not set(loaded.nlp.pipe_names) & set(UNUSED)
    assert loaded.model_id.startswith("en_core_web_")


def test_a_setting_that_names_nothing_is_reported_and_passed_over() -> None:
    loaded = load_model("no_such_model")
    assert loaded.degraded is not None
    assert "no_such_model" in loaded.degraded
    assert loaded.model_id.startswith("en_core_web_")


def test_a_setting_may_name_the_bundled_model() -> None:
    loaded = load_model(models.BUNDLED)
    assert loaded.degraded is None
    assert loaded.model_id.startswith(models.BUNDLED)


def test_without_any_model_the_word_lists_still_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "FALLBACKS", ())
    monkeypatch.setattr(
        pipeline, "load_model", lambda setting: load_model(setting, bundled="no_such_model")
    )
    reader = pipeline.SpacyReader()
    assert reader.degraded is not None
    assert "pip install" in reader.degraded
    reading = reader.read_batch([ReadRequest("I was anxious. Yoga helped.", date(2026, 1, 1))])[0]
    assert {one.name for one in reading.mentions if one.named} == {"anxiety", "Yoga"}


def test_prototypes_are_loaded_with_the_local_embedder() -> None:
    loaded = load_prototypes()
    assert loaded.degraded is None
    assert loaded.prototypes is not None


def test_without_the_library_only_words_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, minilm.__name__)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    _assert_only_words("onnxruntime")


@pytest.mark.parametrize("broken", [minilm.MODEL, minilm.TOKENIZER])
def test_with_a_broken_file_only_words_are_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    file = tmp_path / "broken"
    file.write_bytes(b"no model")
    find = minilm._find
    monkeypatch.setattr(
        minilm, "_find", lambda package, name: file if package == broken else find(package, name)
    )
    _assert_only_words("cannot be used")


def test_with_another_embedder_only_words_are_read() -> None:
    embedder = MiniLmEmbedder()
    embedder.embedder_id = "another"
    loaded = load_prototypes(embedder)
    assert loaded.prototypes is None
    assert loaded.embedder_id == "words"
    assert "learnt with" in str(loaded.degraded)


def _assert_only_words(why: str) -> None:
    reader = pipeline.SpacyReader()
    assert why in str(reader.degraded)
    assert reader.reader_id.endswith("+words")
    reading = reader.read_batch([ReadRequest("I was anxious.", date(2026, 1, 1))])[0]
    assert [one.name for one in reading.mentions] == ["anxiety"]
