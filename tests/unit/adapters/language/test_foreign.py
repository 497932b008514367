"""Names in languages that are not read, by a model that happens to be installed."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import pytest
import spacy

from graph_aria.adapters.language.foreign import ForeignNames
from graph_aria.adapters.language.language import settle_language
from graph_aria.adapters.language.models import LoadedModel, load_names
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import EntryForm, ReadRequest
from graph_aria.domain.vocabulary import Kind
from tests.unit.adapters.language.conftest import check_sane

DAY = date(2026, 11, 25)
_MODULE = """
import spacy
def load(*, exclude=()):
    return spacy.load({folder!r}, exclude=exclude)
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An importable package that is named as spaCy's German model and knows four names."""
    nlp = spacy.blank("de")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns(  # type: ignore[attr-defined]
        [
            {"label": "PER", "pattern": "Helga"},
            {"label": "LOC", "pattern": "Halle"},
            {"label": "ORG", "pattern": "Heute"},
            {"label": "MISC", "pattern": "Oktoberfest"},
            {"label": "PER", "pattern": "xq7"},
        ]
    )
    folder = tmp_path / "model"
    nlp.to_disk(folder)
    name = "de_core_news_sm"
    (tmp_path / f"{name}.py").write_text(_MODULE.format(folder=str(folder)), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    return name


def test_names_are_read_and_the_rest_stays_unread(german: str) -> None:
    text = "Heute war ich mit Helga in Halle und es war schön. Sie mag das Oktoberfest und xq7."
    reading = SpacyReader().read_batch([ReadRequest(text, DAY)])[0]
    check_sane(text, reading)
    assert {(one.name, one.kind) for one in reading.mentions} == {
        ("Helga", Kind.PERSON),
        ("Halle", Kind.PLACE),
    }
    assert reading.unread == "language:de"
    assert german in reading.reader_id
    assert not reading.dates


def test_english_beside_it_is_read_as_ever(german: str) -> None:
    text = "I was happy. Heute war alles zu viel für Helga. My sister Nora loves coffee."
    reading = SpacyReader().read_batch([ReadRequest(text, DAY)])[0]
    check_sane(text, reading)
    assert reading.unread is None
    assert {"happiness", "Helga", "Nora"} <= {one.name for one in reading.mentions}
    assert [one.start for one in reading.mentions] == sorted(one.start for one in reading.mentions)


def test_a_check_in_has_its_names_where_they_stand(german: str) -> None:
    text = "calm\nHeute war ich mit Helga in Halle und es war sehr schön."
    reading = SpacyReader().read_batch([ReadRequest(text, DAY, EntryForm.MOOD_CHECK_IN)])[0]
    check_sane(text, reading)
    assert {"calm", "Helga", "Halle"} <= {one.name for one in reading.mentions}


@pytest.mark.parametrize(
    "text",
    [
        "Liebes Tagebuch, heute war nix los.",
        "Liebes Tagebuch, bin müde.",
        "Gestern war eben nix los.",
    ],
)
def test_a_plain_german_line_is_german(text: str) -> None:
    assert settle_language(text).language == "de"


@pytest.mark.parametrize(
    "text", ["The war was long.", "Los Angeles was hot.", "Halt! I said, and mag in hand I left."]
)
def test_words_that_english_has_too_make_no_german(text: str) -> None:
    assert settle_language(text).language == "en"


def test_without_a_model_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_names("tl") is None
    assert ForeignNames().read("tl", "Si Jose ay pumunta sa Cebu.") == []


def test_few_models_are_held() -> None:
    loaded: list[str] = []

    def load(language: str) -> LoadedModel | None:
        loaded.append(language)
        return LoadedModel(spacy.blank("xx"), language) if language != "none" else None

    names = ForeignNames(load)
    for language in ("a", "b", "none", "a", "b", "none", "c", "b", "a"):
        assert names.model_id(language) == (None if language == "none" else language)
    assert loaded == ["a", "b", "none", "c", "a"]
