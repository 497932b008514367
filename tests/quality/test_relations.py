"""Relations read from journal entries reach the floors, on every label file that is here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bench.measures import relations
from tests.shared_data import DATA, need

LABELS: Final = sorted(Path(__file__).parent.glob("relations_*.jsonl"))


@pytest.mark.quality
@pytest.mark.parametrize("labels", LABELS, ids=lambda path: path.stem)
def test_relations_reach_their_floors(labels: Path) -> None:
    need(DATA / "lemotif_dev.csv")
    ours = relations.figures(relations.judge(labels))
    missed = [
        f"{figure.name}: {ours[figure.name]:.1f}, floor {figure.floor:g}"
        for figure in relations.FIGURES
        if not figure.reaches(ours[figure.name], figure.floor)
    ]
    assert not missed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mom", "mother"),
        ("husband", "spouse"),
        ("my sisters", "sister"),
        ("working out", "Workout"),
        ("walks", "Walking"),
        ("glad", "happiness"),
        ("chicken fajitas", "Fajitas"),
        ("user", "user"),
    ],
)
def test_names_that_mean_the_same(one: str, other: str) -> None:
    assert relations.keys(one) & relations.keys(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("mom", "dad"), ("user", "friend"), ("happiness", "sadness"), ("Nora", "sister"), ("", "it")],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not relations.keys(one) & relations.keys(other)


@pytest.mark.parametrize("line", ['{"sha256": "0"}', '{"relations": []}'])
def test_a_file_of_another_form_is_refused(tmp_path: Path, line: str) -> None:
    labels = tmp_path / "labels.jsonl"
    labels.write_text(line, encoding="utf-8")
    with pytest.raises(SystemExit, match="has no"):
        relations.judge(labels)
