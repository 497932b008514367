"""A curve of moods, drawn with characters: ten rows, a column or more for each day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from rich.text import Text

_LEFT: Final = 4
"""Cells before the first day: the mood and the axis."""
_BEST: Final = 10
_WIDEST: Final = 3
"""Cells of one day where there is room."""
_MARK: Final = 7
"""Days from one mark of the axis to the next."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What a curve is drawn with.

    Attributes:
        said: a mood that was given.
        read: a mood that was read.
        corner, side, line, mark: the axes.
    """

    said: str
    read: str
    corner: str
    side: str
    line: str
    mark: str


DRAWN: Final = Signs("●", "○", "└", "│", "─", "┴")
PLAIN: Final = Signs("#", "o", "+", "|", "-", "+")


def draw(
    days: Sequence[dict[str, Any]], *, since: date, until: date, width: int, signs: Signs = DRAWN
) -> list[Text]:
    """The lines of a curve, from the best mood to the worst, with the days below.

    A day without a mood is a gap. Where there are more days than cells, one cell stands for
    some days in a row and shows their mean.

    Args:
        days: those that have a mood, as the API gives them.
        since: the first day.
        until: the last.
        width: of the terminal, at least 20 cells.
        signs: what it is drawn with.
    """
    n_days = (until - since).days + 1
    room = max(8, width - _LEFT - 1)
    per_day = max(1, min(_WIDEST, room // n_days))
    per_cell = -(-n_days // room)  # days in one cell; 1 where there is room
    n_cells = -(-n_days // per_cell)
    cells = _cells(days, since=since, n_cells=n_cells, per_cell=per_cell)
    lines = []
    for mood in range(_BEST, 0, -1):
        line = Text(f"{mood:>2} ", style="dim")
        line.append(signs.side, style="dim")
        for cell in cells:
            line.append(*_drawn(cell, mood, signs))
            line.append(" " * (per_day - 1))
        line.rstrip()
        lines.append(line)
    return [*lines, *_axis(since, n_days, per_day, per_cell, room, signs)]


_Cell = tuple[float, bool] | None
"""Mean mood of a cell's days, and whether any of them was given; None for a gap."""


def _cells(
    days: Sequence[dict[str, Any]], *, since: date, n_cells: int, per_cell: int
) -> list[_Cell]:
    found: list[list[dict[str, Any]]] = [[] for _ in range(n_cells)]
    for day in days:
        at = (date.fromisoformat(day["day"]) - since).days // per_cell
        if 0 <= at < n_cells:
            found[at].append(day)
    return [
        (sum(day["mood"] for day in own) / len(own), any(day["said"] is not None for day in own))
        if own
        else None
        for own in found
    ]


def _drawn(cell: _Cell, mood: int, signs: Signs) -> tuple[str, str]:
    if cell is None or _row(cell[0]) != mood:
        return " ", ""
    return (signs.said, "cyan") if cell[1] else (signs.read, "magenta")


def _row(mood: float) -> int:
    """Of ten rows the one that a mood belongs to: halves go up."""
    return max(1, min(_BEST, int(mood + 0.5)))


def _axis(
    since: date, n_days: int, per_day: int, per_cell: int, room: int, signs: Signs
) -> list[Text]:
    """The line below, with a mark for each week, and the days of some marks."""
    n_cells = -(-n_days // per_cell) * per_day
    line, below = [signs.line] * n_cells, [" "] * (n_cells + len("30 Nov"))
    free = 0
    step = _MARK
    while step < n_days and step // per_cell * per_day < len("30 Nov") + 2:
        step += _MARK
    for n in range(0, n_days, step):
        at = n // per_cell * per_day
        line[at] = signs.mark
        day = since + timedelta(days=n)
        label = f"{day.day} {day:%b}"
        if at >= free and at + len(label) <= room:
            below[at : at + len(label)] = list(label)
            free = at + len(label) + 1
    return [
        Text(f"   {signs.corner}{''.join(line)}", style="dim"),
        Text(f"    {''.join(below).rstrip()}", style="dim"),
    ]


def legend(days: Sequence[dict[str, Any]], signs: Signs = DRAWN) -> Text:
    """What the signs mean, those that are drawn."""
    parts = Text()
    if any(day["said"] is not None for day in days):
        parts.append(f"{signs.said} ", style="cyan").append("you said so   ", style="dim")
    if any(day["said"] is None for day in days):
        parts.append(f"{signs.read} ", style="magenta")
        parts.append("read in what you wrote   ", style="dim")
    return parts.append("a gap: nothing is known of that day", style="dim")
