"""What will come up by itself in the next days, and what will not, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date

from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.life import Upcoming, WhyNot
from graph_aria.domain.memories import Memory
from graph_aria.domain.occasions import Death, comes_up, death_told, may_wish


def ahead(
    memories: Iterable[Memory],
    *,
    days: Sequence[date],
    zone: str,
    deaths: Collection[Death],
    said: Collection[Raised],
    bar: Callable[[Memory], WhyNot | None],
) -> tuple[Upcoming, ...]:
    """What is due on some days.

    Args:
        memories: those that may come up on any of them.
        days: the user's local days, ascending.
        zone: the user's.
        deaths: all that are known.
        said: what came up already.
        bar: why a memory may not be used at all, None if it may.

    Returns:
        By day, then by importance, then by id. An event that may be asked after on several
        days has the first of them.
    """
    known = {memory.id: memory for memory in memories}
    found: dict[Raised, Upcoming] = {}
    for day in days:
        for raised in comes_up(known.values(), today=day, zone=zone):
            memory = known[raised.memory_id]
            if raised not in found:
                found[raised] = replace(_told(memory, raised, deaths, said, bar), on=day)
    return tuple(found.values())


def _told(
    memory: Memory,
    raised: Raised,
    deaths: Collection[Death],
    said: Collection[Raised],
    bar: Callable[[Memory], WhyNot | None],
) -> Upcoming:
    is_loss = death_told(memory) is not None
    why_not = bar(memory)
    if why_not is None and not is_loss and not may_wish(memory, deaths):
        why_not = WhyNot.DIED
    if why_not is None and raised in said:
        why_not = WhyNot.SAID
    return Upcoming(
        memory,
        raised.on,
        raised.occasion,
        _years(memory, raised),
        is_said=why_not is None,
        why_not=why_not,
        is_loss=is_loss,
    )


def _years(memory: Memory, raised: Raised) -> int | None:
    day = memory.important
    if raised.occasion is not Occasion.ANNIVERSARY or day is None or day.year is None:
        return None
    return raised.on.year - day.year
