"""Calm tables: weights as small bars, times in the profile's zone, ids by their end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

SUFFIX: Final = 8
_BAR: Final = 10
_WIDE: Final = 100
_NARROW_WIDTH: Final = 60
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
_FLAT: Final = 0.05
_NARROW: Final = frozenset({"weight", "id", "when", "day", "last", "fades", "created", "kind"})
"""Columns whose cells are never broken over two lines."""


def short(full_id: str) -> str:
    """The end of an id, which is enough to name it."""
    return full_id[-SUFFIX:]


def bar(weight: float | None, cells: int = _BAR) -> Text:
    """A weight from 1 to 10 as a bar of so many cells with its figure."""
    if weight is None:
        return Text("")
    if not cells:
        return Text(f"{weight:.1f}")
    eighths = round(min(10.0, max(0.0, weight)) / 10 * cells * 8)
    full, part = divmod(eighths, 8)
    drawn = "█" * full + (_EIGHTHS[part] if part else "")
    return Text.assemble((drawn.ljust(cells), "cyan"), f" {weight:4.1f}")


def bar_cells(width: int) -> int:
    """How long bars are on a terminal of so many columns."""
    if width >= _WIDE:
        return _BAR
    return _BAR // 2 if width >= _NARROW_WIDTH else 0


def trend(value: float) -> Text:
    """A change of weight with its sign."""
    if abs(value) < _FLAT:
        return Text("·", style="dim")
    return Text(f"{value:+.1f}", style="green" if value > 0 else "yellow")


def local(instant: str | None, zone: str) -> str:
    """An instant of the API on the clock of a zone, to the minute."""
    if instant is None:
        return ""
    return f"{datetime.fromisoformat(instant).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def role_of(item: Mapping[str, Any]) -> str | None:
    """The role of an entity, where it says more than its name.

    >>> role_of({"name": "mum", "role": "mum"}), role_of({"name": "Walt", "role": "boss"})
    (None, 'boss')
    """
    role, name = item["role"], str(item["name"])
    return None if role is None or role.casefold() == name.casefold() else str(role)


def first_line(text: str, width: int = 60) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1]}…"


def table(*columns: str, right: Iterable[str] = ()) -> Table:
    """An empty table with these headings."""
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
    for column in columns:
        drawn.add_column(
            column,
            justify="right" if column in set(right) else "left",
            no_wrap=column in _NARROW or column in set(right),
        )
    return drawn


def add(drawn: Table, *cells: str | Text) -> None:
    """Add a row; texts are never taken for markup."""
    drawn.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in cells))
