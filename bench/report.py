"""The last line of every benchmark, and the sample data they share."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from statistics import median

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def conclude(name: str, figure: float, limit: float, *, unit: str = "x") -> None:
    """Print the one line that ends a benchmark, and exit with 1 if it missed its limit."""
    verdict = "ok" if figure <= limit else "MISSED"
    print(f"{name} figure={figure:.2f}{unit} limit={limit:g}{unit} {verdict}", flush=True)
    if figure > limit:
        sys.exit(1)


def lemotif_texts(n: int, *, name: str) -> list[str]:
    """The first `n` journal snippets of the Lemotif development rows.

    Where the data is not there, says that the benchmark `name` was not measured, and
    exits with 0: nothing was missed.
    """
    path = DATA / "lemotif_dev.csv"
    if not path.exists():
        print(f"{name} not measured: there is no ../shared/data/{path.name}", flush=True)
        sys.exit(0)
    with path.open(encoding="utf-8", newline="") as file:
        return [row["Answer"] for row in csv.DictReader(file)][:n]


def percentile(values: list[float], part: float) -> float:
    """The value below which that part of the values lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]


def spread(values: list[float]) -> str:
    """Minimum, median and maximum, for reading."""
    return f"min {min(values):.4g}, median {median(values):.4g}, max {max(values):.4g}"
