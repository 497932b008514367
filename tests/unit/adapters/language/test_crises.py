"""What speaks of a crisis by its meaning, and what was learnt for it."""

from __future__ import annotations

from importlib import resources
from typing import Final

import numpy as np
import pytest

from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language import lexicon
from graph_aria.adapters.language.crises import LEARNT, NO_CONCERN, Crises
from graph_aria.adapters.language.lexicon import read_table
from graph_aria.adapters.language.models import load_crises
from graph_aria.domain.care import Concern
from tools import fit_care

LEAST: Final = 400


class _Other(MiniLmEmbedder):
    def __init__(self) -> None:
        self.embedder_id = "another"


def test_its_kind_is_that_of_the_nearest() -> None:
    crises = Crises(MiniLmEmbedder())
    found = crises.concerns_of(
        [
            "I hope that I fall asleep and never come back.",
            "Again he kicked me until I couldn't get up.",
            "We had pancakes on the terrace.",
        ]
    )
    assert found == [Concern.SELF_HARM, Concern.ABUSE, None]
    assert crises.concerns_of([]) == []


def test_a_sentence_is_told_alike_whatever_stands_beside_it() -> None:
    crises = Crises(MiniLmEmbedder())
    texts = ["I hope that I fall asleep and never come back.", "Rain all day."]
    assert crises.concerns_of(texts) == [*crises.concerns_of(texts[:1]), None]


def test_without_the_embedder_that_it_was_learnt_with_there_is_none() -> None:
    with pytest.raises(ValueError, match="learnt with"):
        Crises(_Other())
    assert load_crises(_Other()) is None
    assert load_crises(None) is None


def test_what_was_learnt_is_from_the_sentences_there_are() -> None:
    rows = list(read_table(fit_care.TABLE))
    assert {concern for concern, _ in rows} == {NO_CONCERN, *Concern}
    assert len({sentence for _, sentence in rows}) == len(rows) >= LEAST
    with (
        resources.as_file(resources.files(lexicon) / LEARNT) as path,
        np.load(path, allow_pickle=False) as learnt,
    ):
        assert str(learnt["source"]) == fit_care.digest(), "run python -m tools.fit_care"


@pytest.mark.slow
def test_learning_again_gives_the_same() -> None:
    again = fit_care.fit()
    with (
        resources.as_file(resources.files(lexicon) / LEARNT) as path,
        np.load(path, allow_pickle=False) as learnt,
    ):
        assert learnt["concerns"].tolist() == again["concerns"].tolist()
        assert learnt["weights"] == pytest.approx(again["weights"], abs=0.05)
