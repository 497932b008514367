"""What tells a focus or a milestone by its meaning."""

from __future__ import annotations

from datetime import date
from importlib import resources
from typing import Final

import numpy as np
import pytest

from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language import lexicon
from graph_aria.adapters.language.lexicon import read_table
from graph_aria.adapters.language.lives import KINDS, LEARNT, NOTHING, Lives
from graph_aria.adapters.language.models import load_lives
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.memories import MemoryCandidate
from graph_aria.domain.reading import EntryForm, ReadRequest
from tools import fit_life

LEAST: Final = 2_000
DAY: Final = date(2024, 5, 3)


class _Other(MiniLmEmbedder):
    def __init__(self) -> None:
        self.embedder_id = "another"


@pytest.fixture(scope="module")
def reader() -> SpacyReader:
    return SpacyReader()


def _by_meaning(reader: SpacyReader, text: str) -> list[MemoryCandidate]:
    (reading,) = reader.read_batch([ReadRequest(text, DAY, EntryForm.JOURNAL)])
    return [one for one in reading.memories if one.rule.endswith("-meaning")]


def test_what_was_learnt_is_from_the_sentences_there_are() -> None:
    rows = list(read_table(fit_life.TABLE))
    assert {kind for kind, _ in rows} == {NOTHING, *KINDS}
    assert len({sentence for _, sentence in rows}) == len(rows) >= LEAST
    with (
        resources.as_file(resources.files(lexicon) / LEARNT) as path,
        np.load(path, allow_pickle=False) as learnt,
    ):
        assert str(learnt["source"]) == fit_life.digest()
        assert len(learnt["vectors"]) == len(rows)


def test_without_the_embedder_that_it_was_learnt_with_there_is_none() -> None:
    with pytest.raises(ValueError, match="learnt with"):
        Lives(_Other())
    assert load_lives(_Other()) is None
    assert load_lives(None) is None


def test_a_sentence_that_was_learnt_from_tells_its_kind() -> None:
    lives = Lives(MiniLmEmbedder())
    sentences = ["Cast off, physio over, back to normal."]
    (told,) = lives.tell(sentences, lives.embed(sentences))
    assert told.kind == "focus_done"
    assert lives.tell([], lives.embed([])) == []


def test_of_a_memory_that_is_pasted_back_nothing_is_read(reader: SpacyReader) -> None:
    told = 'The user wrote on 3 May 2024: "C1 certificate in hand as of this afternoon".'
    assert _by_meaning(reader, told) == []
    assert _by_meaning(reader, "Dreamt that I had my C1 certificate in hand this afternoon.") == []
