"""Tables fit the terminal, whatever its width."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from rich.console import Console

from graph_aria.cli.grid import Column, grid

COLUMNS = (
    Column("when"),
    Column("entry", least=20, cut=True),
    Column("note", least=10, spare=1),
    Column("days", right=True, spare=2),
    Column("id"),
)
ROWS = [
    ("2026-11-28 21:30", "A hundred and twenty days of this, 五十 words" * 2, "", "31", "5dbe2b84"),
    ("2026-11-27 20:30", "gratitude [bold]", "from what is said", "7", "0d7e2ae1"),
]


def _drawn(width: int, *, rows: Sequence[tuple[str, ...]] | None = None) -> list[str]:
    out = Console(file=io.StringIO(), width=width)
    out.print(grid(COLUMNS, ROWS if rows is None else rows, width=width))
    assert isinstance(out.file, io.StringIO)
    return [line for line in out.file.getvalue().splitlines() if line.strip()]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_no_line_is_longer_than_the_terminal_and_no_id_is_lost(width: int) -> None:
    lines = _drawn(width)

    assert max(cell_len(line) for line in lines) <= width
    assert lines[2].rstrip().endswith("5dbe2b84")


def test_columns_give_way_in_their_order_before_cells_are_squeezed() -> None:
    heads = {width: _drawn(width)[0].split() for width in (200, 70, 60, 40)}

    assert heads[200] == ["when", "entry", "note", "days", "id"]
    assert heads[70] == ["when", "entry", "note", "id"]
    assert heads[60] == ["when", "entry", "id"]
    assert heads[40] == ["when", "entry", "id"]


def test_what_is_to_be_cut_takes_one_line_and_the_rest_is_broken() -> None:
    lines = _drawn(70)

    assert "…" in lines[2]
    assert [line for line in lines if line.rstrip().endswith("0d7e2ae1")] == [lines[3]]
    assert lines[4].strip() == "said"  # the end of a note that was broken


def test_words_are_never_taken_for_markup() -> None:
    assert "gratitude [bold]" in "".join(_drawn(200))


def test_a_column_without_content_is_left_out() -> None:
    rows = [(when, words, "", days, key) for when, words, _, days, key in ROWS]

    assert _drawn(200, rows=rows)[0].split() == ["when", "entry", "days", "id"]
