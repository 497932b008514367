"""How the level grows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.closeness import STEPS, grown
from graph_aria.domain.memories import Level

_DAYS = st.integers(0, 400)


@pytest.mark.parametrize(
    ("level", "known", "written", "reached"),
    [
        (Level.ACQUAINTANCE, 14, 7, Level.FRIEND),
        (Level.ACQUAINTANCE, 14, 6, Level.ACQUAINTANCE),
        (Level.ACQUAINTANCE, 13, 13, Level.ACQUAINTANCE),
        (Level.ACQUAINTANCE, 90, 45, Level.CLOSE),
        (Level.FRIEND, 90, 45, Level.CLOSE),
        (Level.FRIEND, 89, 89, Level.FRIEND),
        (Level.CLOSE, 0, 0, Level.CLOSE),
    ],
)
def test_time_and_use_both_count(level: Level, known: int, written: int, reached: Level) -> None:
    assert grown(level, known_days=known, written_days=written) is reached


@given(level=st.sampled_from(Level), known=_DAYS, written=_DAYS, more=_DAYS)
def test_it_never_falls_and_more_is_never_less(
    level: Level, known: int, written: int, more: int
) -> None:
    now = grown(level, known_days=known, written_days=written)
    later = grown(level, known_days=known + more, written_days=written + more)

    assert level.rank <= now.rank <= later.rank
    assert grown(now, known_days=known, written_days=written) is now


def test_every_level_but_the_first_has_its_step() -> None:
    assert list(STEPS) == [level for level in Level if level.rank > 0]
