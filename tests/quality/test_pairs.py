"""Same or different facts reach the floors, on the pairs that lie beside the project."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bench.measures import pairs
from tests.shared_data import DATA, need

PAIRS: Final = DATA / "sick_dev.tsv"
HEADER: Final = "sentence_A\tsentence_B\trelatedness_score\tentailment_judgment"


@pytest.mark.quality
@pytest.mark.slow
def test_pairs_reach_their_floors() -> None:
    ours = pairs.figures(pairs.judge(need(PAIRS)))
    missed = [
        f"{figure.name}: {ours[figure.name]:.1f}, floor {figure.floor:g}"
        for figure in pairs.FIGURES
        if not figure.reaches(ours[figure.name], figure.floor)
    ]
    assert not missed


@pytest.mark.slow
def test_each_kind_of_pair_counts_for_its_own_figure(tmp_path: Path) -> None:
    rows = [
        "Tom plays the piano\tThe piano is played by Tom\t4.9\tENTAILMENT",
        "Tom plays the piano\tTom plays piano\t4.6\tNEUTRAL",
        "Tom plays the piano\tTom doesn't play the piano\t4.6\tCONTRADICTION",
        "Tom plays the piano\tAnn sells stamps\t1.2\tNEUTRAL",
    ]
    table = tmp_path / "pairs.tsv"
    table.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    judged = pairs.judge(table)
    assert [one.kind for one in judged] == [
        pairs.PARAPHRASES,
        pairs.PARAPHRASES,
        pairs.CONTRADICTIONS,
        pairs.OTHERS,
    ]
    assert pairs.figures(judged) == {
        pairs.CONTRADICTIONS: 0.0,
        pairs.PARAPHRASES: 100.0,
        pairs.OTHERS: 0.0,
    }


def test_both_directions_count_where_the_file_tells_them(tmp_path: Path) -> None:
    row = dict(zip(HEADER.split("\t"), ("a", "b", "4.0", "ENTAILMENT"), strict=True))
    both = {"entailment_AB": "A_entails_B", "entailment_BA": "B_entails_A"}
    assert pairs.kind_of(row | both) == pairs.PARAPHRASES
    assert pairs.kind_of(row | both | {"entailment_BA": "B_neutral_A"}) == pairs.OTHERS
    assert pairs.kind_of(row) == pairs.PARAPHRASES


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "pairs.tsv"
    table.write_text("sentence_A\tsentence_B\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="relatedness_score, entailment_judgment"):
        pairs.judge(table)
