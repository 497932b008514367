"""How memories age: when they are stale, how far they have faded, when they expire."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Final

from graph_aria.domain.days import DAY, days_between
from graph_aria.domain.memories import Memory, MemoryKind

_MONTH_DAYS: Final = 30.4375
_STALE_MONTHS: Final = {
    MemoryKind.EVENT: 1,
    MemoryKind.NOTE: 3,
    MemoryKind.FOCUS: 3,
    MemoryKind.FACT: 6,
    MemoryKind.DECISION: 12,
    MemoryKind.LESSON: 12,
}
"""Months without confirmation from which on a kind is stale; others never are.

Source: design, section 6, staleness.
"""

SHORTEST_CONTEXT_DAYS: Final = 1
LONGEST_CONTEXT_DAYS: Final = 30
_BASE_DAYS: Final = 60
_DAYS_FOR_IMPORTANCE: Final = 300


def is_stale(memory: Memory, *, now: datetime, today: date) -> bool:
    """Whether a memory should be flagged as perhaps no longer so.

    Dated past events and important dates do not go stale; a context does not either, it
    expires.

    Args:
        memory: the memory.
        now: the instant.
        today: the user's local day then.
    """
    months = _STALE_MONTHS.get(memory.kind)
    if months is None or memory.important is not None:
        return False
    on = memory.valid_until or memory.valid_from
    if memory.kind is MemoryKind.EVENT and on is not None and on <= today:
        return False
    return days_between(memory.confirmed_at, now) > months * _MONTH_DAYS


def decay_factor(*, days: float, importance: float) -> float:
    """How far a memory counts when memories are ranked; it deletes nothing.

    Args:
        days: since it was last used or confirmed, >= 0.
        importance: 0 to 1.

    Returns:
        A factor in (0, 1], 1 on the day itself.

    Raises:
        ValueError: a figure is out of its range.

    >>> decay_factor(days=60, importance=0)
    0.5
    >>> decay_factor(days=360, importance=1)
    0.5

    Source: design, section 6, decay factor.
    """
    if days < 0 or not 0 <= importance <= 1:
        raise ValueError(f"days {days} must be at least 0, importance {importance} from 0 to 1")
    return float(0.5 ** (days / (_BASE_DAYS + _DAYS_FOR_IMPORTANCE * importance)))


def standing(memory: Memory, *, now: datetime) -> float:
    """The decay factor of a memory, refreshed by use and by being said again.

    A milestone does not fade.
    """
    if memory.kind is MemoryKind.MILESTONE:
        return 1.0
    last = max(filter(None, (memory.accessed_at, memory.confirmed_at)))
    return decay_factor(days=days_between(last, now), importance=memory.importance)


def is_expired(memory: Memory, *, now: datetime) -> bool:
    """Whether what it says was of use only until some time before now."""
    return memory.expires_at is not None and memory.expires_at <= now


def context_until(said_on: date, until: date | None) -> date:
    """The last day on which something that is going on now is of use.

    Args:
        said_on: when it was said.
        until: when it ends, if that was said.

    Returns:
        1 to 30 days after `said_on`; a week if nothing was said.

    >>> context_until(date(2026, 3, 2), date(2027, 1, 1)).isoformat()
    '2026-04-01'

    Source: design, section 6, expiry.
    """
    if until is None:
        return said_on + 7 * DAY
    days = (until - said_on).days
    kept = min(max(days, SHORTEST_CONTEXT_DAYS), LONGEST_CONTEXT_DAYS)
    return said_on + timedelta(days=kept)


_PAST: Final = {"has": "had", "is": "was", "starts": "started", "goes": "went"}
_FINITE: Final = re.compile(r"\b(has|is|starts|goes)\b")


def as_told(memory: Memory, *, today: date) -> str:
    """The text as it is told today: a day that has passed is spoken of as past.

    Only the first finite verb of a dated event or context is turned; anything else is
    told as it stands.

    Args:
        memory: the memory.
        today: the user's local day.
    """
    on = memory.valid_until or memory.valid_from
    is_dated = memory.kind in {MemoryKind.EVENT, MemoryKind.CONTEXT} and on is not None
    if not is_dated or on is None or on >= today or memory.important is not None:
        return memory.text
    return _FINITE.sub(lambda verb: _PAST[verb[0]], memory.text, count=1)
