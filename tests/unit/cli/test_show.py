"""Small things on the terminal."""

from __future__ import annotations

import pytest

from graph_aria.cli.show import bar, bar_cells, first_line, local, short, trend


@pytest.mark.parametrize(
    ("weight", "drawn"),
    [(10.0, "██████████ 10.0"), (5.0, "█████       5.0"), (1.0, "█           1.0"), (None, "")],
)
def test_a_weight_is_a_bar_of_ten(weight: float | None, drawn: str) -> None:
    assert bar(weight).plain == drawn


def test_a_bar_is_shorter_on_a_narrow_terminal() -> None:
    drawn = {width: bar(5.0, bar_cells(width)).plain for width in (120, 80, 40)}

    assert drawn == {120: "█████       5.0", 80: "██▌    5.0", 40: "5.0"}


def test_a_change_has_a_sign_and_no_change_is_a_dot() -> None:
    assert [trend(value).plain for value in (1.25, -0.5, 0.01)] == ["+1.2", "-0.5", "·"]


def test_texts_times_and_ids_are_short() -> None:
    assert first_line("a\n b  c") == "a b c"
    assert first_line("x" * 100, 10) == "x" * 9 + "…"
    assert local("2026-11-03T22:30:00Z", "Europe/Athens") == "2026-11-04 00:30"
    assert local(None, "UTC") == ""
    assert short("019a4b7e-0c00-7000-8000-0000deadbeef") == "deadbeef"
