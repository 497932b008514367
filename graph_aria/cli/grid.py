"""Tables that fit the terminal: columns give way before cells become unreadable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from graph_aria.cli.screen import visible, visible_text

Cell = str | Text
_BETWEEN: Final = 3
_EDGES: Final = 2
_NARROWEST: Final = 4


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid.

    Attributes:
        head: its heading.
        least: cells may be broken over lines, but not narrower than this while a spare
            column can go instead; None: they are never broken.
        cut: what does not fit on one line is cut off instead of broken.
        right: cells stand to the right.
        spare: left out where there is no room, the greatest first; 0 always stays.
    """

    head: str
    least: int | None = None
    cut: bool = False
    right: bool = False
    spare: int = 0


def grid(columns: Sequence[Column], rows: Iterable[Sequence[Cell]], *, width: int) -> Table:
    """A table of at most `width` cells.

    Columns without any content are left out; texts are never taken for markup.

    Args:
        columns: what each cell of a row belongs to.
        rows: as many cells each as there are columns.
        width: of the terminal.
    """
    cells = [[_shown(cell) for cell in row] for row in rows]
    natural = [max((_width_of(row[at]) for row in cells), default=0) for at in range(len(columns))]
    kept = [at for at in range(len(columns)) if natural[at] or not cells]
    natural = [max(n, cell_len(c.head)) for n, c in zip(natural, columns, strict=True)]
    while _least_of([(columns[at], natural[at]) for at in kept]) > width:
        spare = max(kept, key=lambda at: columns[at].spare)
        if not columns[spare].spare:
            break
        kept.remove(spare)
    widths = _widths([(columns[at], natural[at]) for at in kept], width)
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
    for at, wide in zip(kept, widths, strict=True):
        column = columns[at]
        drawn.add_column(
            column.head,
            justify="right" if column.right else "left",
            width=wide,
            no_wrap=column.cut or column.least is None,
            overflow="ellipsis" if column.cut else "fold",
        )
    for row in cells:
        drawn.add_row(*(row[at] for at in kept))
    return drawn


def _shown(cell: Cell) -> Text:
    return visible_text(cell) if isinstance(cell, Text) else Text(visible(cell))


def _width_of(text: Text) -> int:
    return max(cell_len(line) for line in text.plain.split("\n"))


def _around(n_columns: int) -> int:
    return _BETWEEN * max(0, n_columns - 1) + _EDGES


def _least_of(columns: Sequence[tuple[Column, int]]) -> int:
    needed = (n if c.least is None else min(n, c.least) for c, n in columns)
    return sum(needed) + _around(len(columns))


def _widths(columns: Sequence[tuple[Column, int]], width: int) -> list[int]:
    """What each column gets: the unbroken ones all they need, the others shares of the rest."""
    widths = [n if c.least is None else min(n, c.least) for c, n in columns]
    room = width - _around(len(columns)) - sum(widths)
    wanting = [at for at, (c, n) in enumerate(columns) if c.least is not None and n > widths[at]]
    # The one that wants least comes first, so that what it leaves goes to the others.
    for n_left, at in zip(
        range(len(wanting), 0, -1),
        sorted(wanting, key=lambda at: columns[at][1] - widths[at]),
        strict=True,
    ):
        given = max(0, min(columns[at][1] - widths[at], room // n_left))
        widths[at] += given
        room -= given
    breakable = [at for at, (c, _) in enumerate(columns) if c.least is not None]
    while room < 0 and any(widths[at] > _NARROWEST for at in breakable):
        widest = max(breakable, key=lambda at: widths[at])
        widths[widest] -= 1
        room += 1
    return widths
