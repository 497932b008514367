"""How well the product reads, on a file: `python -m bench.quality MEASURE FILE`.

Prints a table with what others reach beside ours, over all rows and over five random
halves of them. Exits with 1 if a figure is below its floor.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Final, cast

from rich.console import Console
from rich.table import Table

from bench.measures import Measure, halves

MEASURES: Final = ("lemotif", "relations", "dates", "pairs", "recall")


def load_measure(name: str) -> Measure:
    """The measure of that name.

    Raises:
        SystemExit: there is none; names those that exist.
    """
    if name not in MEASURES:
        raise SystemExit(f"there is no measure {name!r}; there are {', '.join(MEASURES)}")
    return cast("Measure", importlib.import_module(f"bench.measures.{name}"))


def main(arguments: list[str]) -> int:
    """Measure one file and print the table."""
    match arguments:
        case [name, file]:
            measure, path = load_measure(name), Path(file)
        case _:
            raise SystemExit(f"usage: python -m bench.quality {{{','.join(MEASURES)}}} FILE")
    if not path.is_file():
        raise SystemExit(f"there is no file {file}")
    judged = measure.judge(path)
    if not judged:
        raise SystemExit(f"{file} has no rows")
    ours = measure.figures(judged)
    parts = [measure.figures(part) for part in halves(judged)] if len(judged) > 1 else [ours]
    table = Table(title=f"{name}: {len(judged)} rows of {path.name}, in percent")
    for column in ("figure", "others", "floor", "goal", "ours", "five halves", ""):
        table.add_column(column, overflow="fold")
    missed = False
    for figure in measure.FIGURES:
        value = ours[figure.name]
        spread = [part[figure.name] for part in parts]
        above_floor = figure.reaches(value, figure.floor)
        missed = missed or not above_floor
        table.add_row(
            figure.name,
            figure.anchors,
            f"{'≤' if figure.less_is_better else '≥'} {figure.floor:g}",
            f"{figure.goal:g}",
            f"{value:.1f}",
            f"{min(spread):.1f} to {max(spread):.1f}",
            "goal" if figure.reaches(value, figure.goal) else "ok" if above_floor else "MISSED",
        )
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
