"""When a focus is perhaps over: it is proposed, and asked once, but never assumed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.graph import Entity
from graph_aria.domain.life import Focus, MovedOnWhy, Standing
from graph_aria.domain.memories import Memory
from graph_aria.domain.vocabulary import Kind, Predicate

WINDOW: Final = timedelta(days=28)
"""For how long a focus may not be spoken of before it is asked about."""

AT: Final = frozenset(
    {
        Predicate.WORKS_ON, Predicate.WORKS_AT, Predicate.STUDIES, Predicate.WANTS,
        Predicate.PLANS, Predicate.DOES, Predicate.HAS_CONDITION,
    }
)  # fmt: skip
"""What the user has to do with that which a focus is about, as long as it goes on."""


def perhaps_over(
    memory: Memory,
    *,
    entities: Collection[Entity],
    ended: Iterable[datetime],
    now: datetime,
) -> MovedOnWhy | None:
    """Why a focus that nobody ended may be over.

    Args:
        memory: the focus; one that is pinned is the user's to end.
        entities: what it is about.
        ended: when what the user had to do with these (`AT`) was last said, where that was to be
            over.
        now: the instant.

    Returns:
        ENDED if what it is about was said to be over since it was last said; SILENT if neither
        it nor what it is about was spoken of for 28 days. People beside it do not count: they
        are spoken of with much else besides.

    Source: docs/decisions/029-focus-and-milestones.md
    """
    if memory.pinned:
        return None
    if any(at > memory.confirmed_at for at in ended):
        return MovedOnWhy.ENDED
    own = (one for one in entities if one.kind is not Kind.PERSON)
    last = max((memory.confirmed_at, *(each.standing.ref_at for each in own if each.standing)))
    return MovedOnWhy.SILENT if now - last >= WINDOW else None


def asks_whether_over(focus: Focus) -> Raised | None:
    """What is asked about a focus that is perhaps over, None if nothing is.

    Once for each time that it was last said: the day does not depend on the user's zone, which
    may change, nor on what comes up meanwhile.

    Args:
        focus: one that is listed.
    """
    if focus.standing is not Standing.ON or focus.perhaps_over is None:
        return None
    return Raised(focus.memory.id, Occasion.MOVED_ON, _window_ends(focus.memory))


def _window_ends(memory: Memory) -> date:
    return (memory.confirmed_at + WINDOW).astimezone(UTC).date()
