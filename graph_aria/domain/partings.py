"""Weddings, and partings that ended what they began: whose days are not celebrated any more."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date
from typing import Final

from graph_aria.domain.memories import Memory, MemoryState
from graph_aria.domain.milestones import Told
from graph_aria.domain.occasions import Death, by_the_user, person_told
from graph_aria.domain.roles import role_key

PARTING_WORDS: Final = (
    "divorce divorced divorcing separated separation split broke broken parted annulled ex"
)
"""Words by which memories that may tell a parting are found."""

_WEDDING: Final = re.compile(
    r"(?:['’]s )?\b(?:wedding|marriage|married|remarried|wed|eloped|engage(?:d|ment)|proposed"
    r"|tied the knot|got together|civil partnership|anniversary)\b",
    re.IGNORECASE,
)
_PARTED: Final = re.compile(
    r"(?:['’]s )?\b(?:(?:(?:got|is|are|was|were|has been|have been|became) )?(?:now )?divorced"
    r"|divorce\b|(?:is|are|got|have|has)? ?separated|separation|split up|broke up|broken up"
    r"|was left by|parted ways|was annulled|broke off|left (?:their|his|her) "
    r"(?:husband|wife|partner|spouse|fianc\w+|boyfriend|girlfriend))",
    re.IGNORECASE,
)
_NOT_SO: Final = re.compile(
    r"\b(?:not|never|nearly|almost|if|afraid|fears?|might|parents['’]? divorce|thinking of)\b",
    re.IGNORECASE,
)
_USER: Final = re.compile(r"the user\b(?!['’])", re.IGNORECASE)
_SPOUSES: Final = frozenset({"husband", "wife", "spouse", "partner", "fiancé", "fiancée"})
_STANDS: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD})


@dataclass(frozen=True, slots=True)
class Parting:
    """Somebody of whom it is known that they parted.

    Attributes:
        who: whose parting it is; nobody stands for the user.
        on: the last day on which it can have been: of the parting, else the day it was told.
        names: of all who are told of, in lower case.
    """

    who: Death
    on: date
    names: frozenset[str] = frozenset()


def parting_told(memory: Memory) -> Parting | None:
    """Whose parting a memory tells; None if it tells none, or does not hold."""
    text = by_the_user(memory.text)
    found = _PARTED.search(text)
    if found is None or memory.state not in _STANDS or _NOT_SO.search(text):
        return None
    on = Told.of(memory).last or memory.confirmed_at.astimezone(UTC).date()
    names = person_told(memory.text).names
    return Parting(_whose(text[: found.start()]), on, names)


def has_ended(memory: Memory, partings: Iterable[Parting]) -> bool:
    """Whether the day of a wedding or an engagement is over with a parting that came after it.

    One after which the same people married, or married again, ends nothing.

    Args:
        memory: anything; only what tells of such a day can have ended.
        partings: all that are known.
    """
    who = wedding_of(memory)
    if who is None:
        return False
    first = Told.of(memory).first
    if first is None and memory.important is not None and memory.important.year is not None:
        first = date(memory.important.year, 1, 1)
    names = person_told(memory.text).names
    return any(
        _is_of(who, parting.who)
        and (first is None or first <= parting.on)
        and not (names and parting.names and names.isdisjoint(parting.names))
        for parting in partings
    )


def wedding_of(memory: Memory) -> Death | None:
    """Whose wedding or engagement a memory tells; nobody stands for the user, None for none."""
    text = by_the_user(memory.text)
    found = _WEDDING.search(text)
    if found is None or _PARTED.search(text):
        return None
    return _whose(text[: found.start()])


def is_widowed(memory: Memory, deaths: Iterable[Death]) -> bool:
    """Whether it is the day of the user's own wedding, and who they married has died."""
    who = wedding_of(memory)
    if who is None or who != Death():
        return False
    named = person_told(memory.text).names
    return any(
        bool(death.roles & _SPOUSES) or bool(named and death.names & named) for death in deaths
    )


def _whose(subject: str) -> Death:
    """Who it is of by the words before: nobody for the user, alone or with somebody."""
    return Death() if _USER.search(subject) else person_told(subject)


def _is_of(one: Death, other: Death) -> bool:
    """Whether two are one: of what is known of both nothing differs."""
    if one == Death() or other == Death():
        return one == other
    roles, others = (frozenset(map(role_key, each.roles)) for each in (one, other))
    if one.names and other.names:
        return bool(one.names & other.names)
    return bool(roles & others)
