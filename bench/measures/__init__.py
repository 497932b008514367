"""What `bench/quality.py` can measure: one module a measure, each a `Measure`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

N_HALVES = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a measure, in percent.

    Attributes:
        name: what is measured.
        floor: the least that tests accept; the most where less is better.
        goal: what is aimed at.
        anchors: what others reach, for reading.
        less_is_better: True for error rates.
    """

    name: str
    floor: float
    goal: float
    anchors: str
    less_is_better: bool = False

    def reaches(self, value: float, mark: float) -> bool:
        """Whether a value is at least as good as a mark."""
        return value <= mark if self.less_is_better else value >= mark


class Measure(Protocol):
    """A module that measures one thing on a file of its form.

    Attributes:
        FIGURES: what it gives, in the order of its table.
    """

    FIGURES: Sequence[Figure]

    def judge(self, path: Path) -> Sequence[Any]:
        """Every row of the file with what the product makes of it; each is read once.

        Raises:
            SystemExit: the file is not of this measure's form; says what is missing.
        """

    def figures(self, judged: Sequence[Any]) -> Mapping[str, float]:
        """The figures over some of the judged rows, in percent, by name."""


def halves(judged: Sequence[Any]) -> list[Sequence[Any]]:
    """Random halves of the rows, the same ones in every run."""
    draw = random.Random(20261130)
    return [draw.sample(judged, len(judged) // 2) for _ in range(N_HALVES)]
