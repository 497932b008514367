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
        lacks: of the axis, where a column of several days lacks the mood of one.
    """

    said: str
    read: str
    corner: str
    side: str
    line: str
    mark: str
    lacks: str


DRAWN: Final = Signs("●", "○", "└", "│", "─", "┴", "·")
PLAIN: Final = Signs("#", "o", "+", "|", "-", "+", ".")


def draw(
    days: Sequence[dict[str, Any]], *, since: date, until: date, width: int, signs: Signs = DRAWN
) -> list[Text]:
    """The lines of a curve, from the best mood to the worst, with the days below.

    A day without a mood is a gap. Where there are more days than cells, one column stands for
    some days in a row, with a sign for the mood of each: the worst day of a year is seen as
    that. Below it the axis tells whether any of them has no mood.

    Args:
        days: those that have a mood, as the API gives them.
        since: the first day.
        until: the last.
        width: of the terminal, at least 20 cells.
        signs: what it is drawn with.
    """
    n_days = (until - since).days + 1
    room = _room(width)
    per_day = max(1, min(_WIDEST, room // n_days))
    per_cell = days_in_column(n_days, width)
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
    axis, below = _axis(since, n_days, per_day, per_cell, room, signs)
    if per_cell > 1:
        axis = _with_lacks(axis, [len(cell) for cell in cells], n_days, per_cell, signs)
    return [*lines, Text(axis, style="dim"), Text(below, style="dim")]


def days_in_column(n_days: int, width: int) -> int:
    """How many days a column of a curve stands for; 1 where there is room."""
    return -(-n_days // _room(width))


def _room(width: int) -> int:
    return max(8, width - _LEFT - 1)


_Cell = dict[date, tuple[int, bool]]
"""By day of a column that has a mood, the row it belongs to, and whether it was given."""


def _cells(
    days: Sequence[dict[str, Any]], *, since: date, n_cells: int, per_cell: int
) -> list[_Cell]:
    found: list[_Cell] = [{} for _ in range(n_cells)]
    for day in days:
        on = date.fromisoformat(day["day"])
        at = (on - since).days // per_cell
        if 0 <= at < n_cells:
            found[at][on] = (_row(day["mood"]), day["said"] is not None)
    return found


def _drawn(cell: _Cell, mood: int, signs: Signs) -> tuple[str, str]:
    given = [is_given for row, is_given in cell.values() if row == mood]
    if not given:
        return " ", ""
    return (signs.said, "cyan") if any(given) else (signs.read, "magenta")


def _row(mood: float) -> int:
    """Of ten rows the one that a mood belongs to: halves go up."""
    return max(1, min(_BEST, int(mood + 0.5)))


def _axis(
    since: date, n_days: int, per_day: int, per_cell: int, room: int, signs: Signs
) -> tuple[str, str]:
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
    return f"   {signs.corner}{''.join(line)}", f"    {''.join(below).rstrip()}"


def _with_lacks(line: str, known: Sequence[int], n_days: int, per_cell: int, signs: Signs) -> str:
    """The line below with a sign where not every day of a column has a mood."""
    drawn = list(line)
    for n, n_known in enumerate(known):
        if n_known < min(per_cell, n_days - n * per_cell) and drawn[_LEFT + n] == signs.line:
            drawn[_LEFT + n] = signs.lacks
    return "".join(drawn)


def legend(days: Sequence[dict[str, Any]], signs: Signs = DRAWN, *, per_column: int = 1) -> Text:
    """What the signs mean, those that are drawn.

    Args:
        days: as they are drawn.
        signs: what they are drawn with.
        per_column: how many days a column stands for.
    """
    parts = Text()
    if any(day["said"] is not None for day in days):
        parts.append(f"{signs.said} ", style="cyan").append("you said so   ", style="dim")
    if any(day["said"] is None for day in days):
        parts.append(f"{signs.read} ", style="magenta")
        parts.append("read in what you wrote   ", style="dim")
    if per_column == 1:
        return parts.append("a gap: nothing is known of that day", style="dim")
    return parts.append(
        f"a column is {per_column} days, with a sign for each; a gap: nothing is known of them; "
        f"{signs.lacks} below: nothing of one of them",
        style="dim",
    )
