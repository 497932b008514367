"""Floors of what is read in the Lemotif data set: topics, feelings, valence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from bench.measures import Figure, lemotif
from tests.shared_data import DATA, need

ANSWERS: Final = DATA / "lemotif_dev.csv"


@pytest.fixture(scope="module")
def judged() -> Sequence[lemotif.Judged]:
    return lemotif.judge(need(ANSWERS))


@pytest.fixture(scope="module")
def ours(judged: Sequence[lemotif.Judged]) -> Mapping[str, float]:
    return lemotif.figures(judged)


@pytest.mark.quality
@pytest.mark.slow
@pytest.mark.parametrize("figure", lemotif.FIGURES, ids=lambda figure: figure.name)
def test_no_figure_falls_below_its_floor(ours: Mapping[str, float], figure: Figure) -> None:
    assert figure.reaches(ours[figure.name], figure.floor)


def _judged(
    topic: str, read: str | None, feelings: set[str], read_feelings: set[str], valence: float
) -> lemotif.Judged:
    return lemotif.Judged(topic, frozenset(feelings), read, frozenset(read_feelings), valence)


def test_figures_are_those_of_the_definitions() -> None:
    rows = [
        _judged("work", "work", {"happy"}, {"happy", "calm"}, 0.5),
        _judged("work", None, {"sad", "happy"}, {"sad"}, -0.5),
        _judged("food", "food", {"sad", "surprised"}, set(), 0.5),
    ]
    found = lemotif.figures(rows)
    assert found["topics accuracy"] == pytest.approx(200 / 3)
    assert found["topics macro-F1"] == pytest.approx(100 * (2 / 3 + 1) / 2)
    assert found["emotions micro-F1"] == pytest.approx(100 * 2 * 2 / (2 * 2 + 1 + 3))
    assert found["valence macro-F1"] == pytest.approx(100 * (2 / 3 + 0) / 2)
    assert [row.valence for row in rows] == [1, None, -1]


@pytest.mark.parametrize("header", ["Answer", "text,label"])
def test_a_file_of_another_form_is_refused(tmp_path: Path, header: str) -> None:
    file = tmp_path / "other.csv"
    file.write_text(f"{header}\n1,2\n")
    with pytest.raises(SystemExit, match="no columns"):
        lemotif.judge(file)
