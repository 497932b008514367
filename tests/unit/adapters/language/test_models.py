"""Which model is taken, and what is said when none is there."""

from __future__ import annotations

from datetime import date

import pytest

from graph_aria.adapters.language import models, pipeline
from graph_aria.adapters.language.models import UNUSED, load_model
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
