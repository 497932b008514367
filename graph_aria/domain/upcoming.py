"""What will come up by itself in the next days, and what will not, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.life import Upcoming, WhyNot
from graph_aria.domain.losses import Weight, weight_of
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.occasions import Death, comes_up, death_told, may_wish, person_told
from graph_aria.domain.partings import Parting, has_ended, is_widowed, wedding_of

_BIRTH: Final = ("birthday", " was born", "birth ")


def ahead(
    memories: Iterable[Memory],
    *,
    days: Sequence[date],
    zone: str,
    deaths: Collection[Death],
    said: Collection[Raised],
    bar: Callable[[Memory], WhyNot | None],
    partings: Collection[Parting] = (),
) -> tuple[Upcoming, ...]:
    """What is due on some days.

    Args:
        memories: those that may come up on any of them.
        days: the user's local days, ascending.
        zone: the user's.
        deaths: all that are known.
        said: what came up already.
        bar: why a memory may not be used at all, None if it may.
        partings: all that are known.

    Returns:
        By day, then by importance, then by id. An event that may be asked after on several
        days has the first of them; one day of one thing that two memories tell has one of them.
    """
    known = {memory.id: memory for memory in memories}
    found: dict[Raised, Upcoming] = {}
    for day in days:
        due = comes_up(known.values(), today=day, zone=zone)
        for raised in once(due, known, said):
            memory = known[raised.memory_id]
            if raised not in found:
                why_not = bar(memory) or why_not_said(memory, deaths, partings)
                if why_not is None and raised in said:
                    why_not = WhyNot.SAID
                found[raised] = replace(_told(memory, raised, why_not), on=day)
    return tuple(found.values())


def asking(
    memory: Memory,
    raised: Raised,
    *,
    on: date,
    said: Collection[Raised],
    deaths: Collection[Death] = (),
) -> Upcoming:
    """That it is asked whether a focus is over, unless that was asked already.

    Nor is it if it is about somebody who died: nobody is asked whether they still care for them.

    Args:
        memory: the focus.
        raised: what is asked, see `moving_on.asks_whether_over`.
        on: the user's local day.
        said: what came up already.
        deaths: all that are known.
    """
    why_not = WhyNot.SAID if raised in said else None
    if not may_wish(memory, deaths):
        why_not = WhyNot.DIED
    return Upcoming(memory, on, raised.occasion, None, is_said=why_not is None, why_not=why_not)


def why_not_said(
    memory: Memory, deaths: Collection[Death], partings: Collection[Parting]
) -> WhyNot | None:
    """Why something that is due is not said, whatever the switches and levels; None if it is.

    Args:
        memory: what is due.
        deaths: all that are known. The day of a death itself is remembered.
        partings: all that are known.
    """
    if death_told(memory) is not None:
        return None
    if not may_wish(memory, deaths) or is_widowed(memory, deaths):
        return WhyNot.DIED
    return WhyNot.ENDED if has_ended(memory, partings) else None


def once(
    due: Sequence[Raised], memories: Mapping[str, Memory], said: Collection[Raised] = ()
) -> tuple[Raised, ...]:
    """What is due, each day of one thing once: a birth and the birthday are one, so is a wedding.

    Args:
        due: in the order in which it comes up.
        memories: that it is about, by id.
        said: what came up already: what was said of a thing stands for all that is due of it.
    """
    kept: dict[object, Raised] = {}
    for raised in due:
        key = _thing(raised, memories[raised.memory_id])
        first = kept.setdefault(key, raised)
        if first in said or raised == first:
            continue
        if raised in said or _is_better(raised, first, memories):
            kept[key] = raised
    left = set(kept.values())
    return tuple(raised for raised in due if raised in left)


def _thing(raised: Raised, memory: Memory) -> object:
    """What two memories that are due on one day have in common if they tell one thing."""
    if raised.occasion is not Occasion.ANNIVERSARY:
        return raised
    who = wedding_of(memory)
    if who is not None:
        return raised.on, "wedding", who.roles, who.names
    text = memory.text.lower()
    if any(word in text for word in _BIRTH):
        person = person_told(memory.text)
        return raised.on, "birth", person.names or person.roles
    if memory.kind is MemoryKind.MILESTONE and memory.slot is not None:
        return raised.on, memory.slot, memory.value  # told within a namespace and outside
    return raised


def _is_better(one: Raised, other: Raised, memories: Mapping[str, Memory]) -> bool:
    """Whether one tells more: with its year, or as the milestone that it is."""
    return _tells(memories[one.memory_id]) > _tells(memories[other.memory_id])


def _tells(memory: Memory) -> tuple[bool, bool]:
    has_year = memory.important is not None and memory.important.year is not None
    return has_year, memory.kind is MemoryKind.MILESTONE


def _told(memory: Memory, raised: Raised, why_not: WhyNot | None) -> Upcoming:
    return Upcoming(
        memory,
        raised.on,
        raised.occasion,
        _years(memory, raised),
        is_said=why_not is None,
        why_not=why_not,
        is_loss=weight_of(memory) is Weight.LOSS,
    )


def _years(memory: Memory, raised: Raised) -> int | None:
    day = memory.important
    if raised.occasion is not Occasion.ANNIVERSARY or day is None or day.year is None:
        return None
    return raised.on.year - day.year
