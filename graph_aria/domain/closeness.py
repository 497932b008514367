"""How the level between the user and ARIA grows by itself: with time and with use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graph_aria.domain.memories import Level


@dataclass(frozen=True, slots=True)
class Step:
    """What a level takes.

    Attributes:
        known_days: days since the profile was made.
        written_days: days since then on which something was written.
    """

    known_days: int
    written_days: int


STEPS: Final = {
    Level.FRIEND: Step(known_days=14, written_days=7),
    Level.CLOSE: Step(known_days=90, written_days=45),
}
"""What each level takes that is not the first.

Source: docs/decisions/028, how the level grows.
"""


def grown(level: Level, *, known_days: int, written_days: int) -> Level:
    """The level that time and use have led to; it never falls.

    Args:
        level: as it is.
        known_days: whole days since the profile was made, >= 0.
        written_days: days since then on which something was written, >= 0.

    >>> grown(Level.FRIEND, known_days=120, written_days=50)
    <Level.CLOSE: 'close'>
    >>> grown(Level.FRIEND, known_days=120, written_days=44)
    <Level.FRIEND: 'friend'>
    """
    reached = level
    for one, step in STEPS.items():
        has_come = known_days >= step.known_days and written_days >= step.written_days
        if has_come and one.rank > reached.rank:
            reached = one
    return reached
