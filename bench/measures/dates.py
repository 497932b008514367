"""Dates: of how many sentences exactly the dates are found, with their first and last day.

A row is `{"text", "said_on", "dates": [{"words", "first_on", "last_on"}]}`, its days in
ISO 8601; `dates` is empty for a sentence that speaks of none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from bench.measures import Figure
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import ReadDate, ReadRequest

ALL: Final = "sentences right"
DATELESS: Final = "sentences without a date right"

FIGURES: Final = (
    Figure(ALL, floor=90, goal=97, anchors="rules + dateparser 23 of 25"),
    Figure(DATELESS, floor=90, goal=97, anchors="none public"),
)


@dataclass(frozen=True, slots=True)
class Expected:
    """A date that a person marked: a half-open span of the text, first and last day."""

    start: int
    end: int
    first_on: date
    last_on: date

    def is_met_by(self, found: ReadDate) -> bool:
        """Whether a found date stands on some of the same words and means the same days."""
        return (
            found.start < self.end
            and self.start < found.end
            and (found.first_on, found.last_on) == (self.first_on, self.last_on)
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """One sentence with what was expected and what was found in it."""

    text: str
    expected: tuple[Expected, ...]
    found: tuple[ReadDate, ...]

    @property
    def is_right(self) -> bool:
        """Whether exactly the expected dates were found, in their order."""
        return len(self.expected) == len(self.found) and all(
            map(Expected.is_met_by, self.expected, self.found)
        )


def judge(path: Path) -> list[Judged]:
    """Every sentence of the file with the dates that the product reads in it.

    Raises:
        SystemExit: a line is not of this measure's form; says which.
    """
    texts: list[str] = []
    requests: list[ReadRequest] = []
    expected: list[tuple[Expected, ...]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            texts.append(row["text"])
            requests.append(ReadRequest(row["text"], date.fromisoformat(row["said_on"])))
            expected.append(tuple(_expected(row["text"], one) for one in row["dates"]))
        except (ValueError, KeyError, TypeError) as error:
            raise SystemExit(f"line {number} of {path.name} is no row of dates: {error}") from error
    readings = SpacyReader().read_batch(requests)
    return [
        Judged(text, ours, reading.dates)
        for text, ours, reading in zip(texts, expected, readings, strict=True)
    ]


def figures(judged: Sequence[Judged]) -> Mapping[str, float]:
    """Shares of sentences that are right, in percent; 100 where there are none to judge."""
    return {
        ALL: _share(judged),
        DATELESS: _share([one for one in judged if not one.expected]),
    }


def _expected(text: str, row: Mapping[str, Any]) -> Expected:
    start = text.index(row["words"])
    first_on, last_on = (date.fromisoformat(row[key]) for key in ("first_on", "last_on"))
    return Expected(start, start + len(row["words"]), first_on, last_on)


def _share(judged: Sequence[Judged]) -> float:
    return 100 * sum(one.is_right for one in judged) / len(judged) if judged else 100.0
