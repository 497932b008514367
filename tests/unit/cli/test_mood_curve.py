"""The curve of moods: every day where it belongs, at any width."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.cli.mood_curve import DRAWN, PLAIN, days_in_column, draw, legend

SINCE = date(2026, 1, 1)


def day(n: int, mood: float, *, said: bool = True) -> dict[str, Any]:
    on = (SINCE + timedelta(days=n)).isoformat()
    return {"day": on, "mood": mood, "said": mood if said else None}


def drawn(days: list[dict[str, Any]], n_days: int, width: int, **given: Any) -> list[str]:
    until = SINCE + timedelta(days=n_days - 1)
    return [line.plain for line in draw(days, since=SINCE, until=until, width=width, **given)]


@given(
    st.integers(1, 366).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.dictionaries(
                st.integers(0, n - 1), st.tuples(st.floats(1, 10), st.booleans()), max_size=40
            ),
        )
    ),
    st.sampled_from([20, 40, 80, 120, 300]),
)
def test_it_fits_and_shows_every_day_once(
    shown: tuple[int, dict[int, tuple[float, bool]]], width: int
) -> None:
    n_days, moods = shown
    lines = drawn([day(n, *mood[:1], said=mood[1]) for n, mood in moods.items()], n_days, width)

    assert len(lines) == 12
    assert all(len(line) <= width for line in lines)
    n_signs = sum(line.count("●") + line.count("○") for line in lines[:10])
    assert n_signs <= len(moods)  # two days of a column may share a sign
    if n_days <= width - 5:
        assert n_signs == len(moods)
    assert (n_signs > 0) == bool(moods)


def test_days_lie_in_order_with_gaps_between_them() -> None:
    lines = drawn([day(0, 10), day(2, 1, said=False), day(6, 5.5)], 7, 40)

    assert lines[0] == "10 │●"
    assert lines[9] == " 1 │      ○"
    assert lines[4] == " 6 │                  ●"
    assert lines[10].startswith("   └┴──")
    assert lines[11].strip() == "1 Jan"


def test_many_days_share_a_column_that_shows_each_and_what_is_lacking() -> None:
    days = [day(0, 2), day(1, 8, said=False), day(2, 9), day(6, 3), day(7, 3)]
    lines = drawn(days, 90, 80)

    assert days_in_column(90, 80) == 2
    # No mean: the worst day stands where it belongs.
    assert lines[8] == " 2 │●"
    assert lines[2] == " 8 │○"
    assert lines[1] == " 9 │ ●"
    assert lines[7] == " 3 │   ●"
    # The second column lacks one of its days, the third both, the fourth none.
    assert lines[10][4:8] == "┴··─"
    told = legend(days, per_column=2).plain
    assert "a column is 2 days" in told
    assert "· below" in told
    assert legend(days, PLAIN, per_column=5).plain.isascii()
    assert drawn([day(89, 2)], 89, 80, signs=PLAIN)[10].isascii()


def test_it_can_be_drawn_with_plain_signs() -> None:
    lines = drawn([day(0, 3), day(1, 4, said=False)], 7, 40, signs=PLAIN)

    assert "".join(lines).isascii()
    assert lines[7] == " 3 |#"
    assert legend([day(0, 3)], PLAIN).plain.isascii()
    assert "read in what you wrote" not in legend([day(0, 3)], DRAWN).plain
    assert "you said so" not in legend([day(0, 3, said=False)], DRAWN).plain
