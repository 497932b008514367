"""What comes up by itself, once: how something went, and days that return every year."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.graph import Entity
from graph_aria.domain.memories import ImportantDate, Memory, MemoryKind, MemoryState
from graph_aria.domain.records import Mention
from graph_aria.domain.roles import is_sole, is_telling, role_key, roles_are_apart
from graph_aria.domain.stems import words
from graph_aria.domain.vocabulary import Kind

FOLLOW_UP_DAYS: Final = 7
"""Days after an event on which it is still asked how it went, beginning with the next one."""

LONGEST_EVENT_DAYS: Final = 31
"""An event that takes longer is a time of life, and nobody asks how it went."""

MOST_RAISED: Final = 3
"""What comes up before one reply, so that a conversation is no questionnaire."""


@dataclass(frozen=True, slots=True)
class Death:
    """Somebody of whom it is known that they have died.

    Attributes:
        roles: what they were to the user, folded (`roles.role_key`); may be empty.
        names: what they were called, in lower case; may be empty.
        entity_ids: whom the words mean that tell it, if that was looked up.
    """

    roles: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    entity_ids: frozenset[str] = frozenset()


_DIED: Final = re.compile(
    r"^(?P<who>.{1,80}?) (?:has |had |have )?(?:recently |sadly |suddenly )?"
    r"(?:died|passed away|passed on|was killed|is dead|is deceased|is no longer alive)\b",
    re.IGNORECASE,
)
_LOST: Final = re.compile(
    r"^The user (?:has |had )?(?:recently |sadly |suddenly )?lost "
    r"(?P<who>(?:their|his|her)(?: \w[\w-]*){1,3}?)"
    r"(?=[.,;]|$| (?:in|on|to|at|after|last|when|before|during|this|while|because)\b)",
    re.IGNORECASE,
)
_WROTE: Final = re.compile(r"The user wrote(?: on [^:\"“]{1,40})?: [\"“](?P<said>.+?)[\"”]?\.?$")
_MINE: Final = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_ME: Final = re.compile(r"\bI\b|\b[Ww]e\b")
_POSSESSIVE: Final = re.compile(r"['’]s\b")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_DATED: Final = re.compile(r"\b\d{1,2} [A-Z][a-z]+\b|\b[A-Z][a-z]+ \d{4}\b")
"""Names of months are nobody's here."""

_OWNERS: Final = words("the user users s their his her late old own best dear")
_GUESSED: Final = re.compile(
    r"\b(?:almost|nearly|never|not|afraid|fears?|if|might)\b", re.IGNORECASE
)
_PETS: Final = words("dog cat horse rabbit bird pet")
_LIVES: Final = frozenset(
    map(
        role_key,
        words(
            "mother father stepmother stepfather grandmother grandfather aunt uncle sister brother "
            "husband wife boyfriend girlfriend partner spouse son daughter child baby cousin niece "
            "nephew friend colleague manager neighbour teacher coach twin godmother godfather "
            "grandson granddaughter parent grandparent sibling dog cat horse rabbit bird pet"
        ),
    )
)
"""Who may die, as they are told to be the user's."""


def death_told(memory: Memory) -> Death | None:
    """Whose death a memory tells; None if it tells none.

    By what "… died" and "lost their …" say; "nearly died" tells nothing.

    Args:
        memory: of any state but superseded, in which it is no longer so.
    """
    return None if memory.state is MemoryState.SUPERSEDED else _death_in(memory.text)


def tells_death(text: str) -> bool:
    """Whether a sentence about the user tells that somebody died.

    >>> tells_death("The user's father died in 2019."), tells_death("The user nearly died.")
    (True, False)
    """
    return _death_in(text) is not None


def by_the_user(text: str) -> str:
    """A sentence that quotes the user, told of them; any other as it is.

    >>> by_the_user('The user wrote on 3 March 2026: "My sister and I parted".')
    "The user's sister and the user parted"
    """
    quoted = _WROTE.match(text)
    if quoted is None:
        return text
    told = _MINE.sub("the user's", quoted["said"])
    told = _ME.sub("the user", told)
    return told[:1].upper() + told[1:]


def _death_in(text: str) -> Death | None:
    text = by_the_user(text)
    found = _DIED.search(text) or _LOST.search(text)
    if found is None or _GUESSED.search(text[: found.end()]):
        return None
    death = person_told(found["who"])
    return death if death.roles or death.names else None


def person_told(told: str) -> Death:
    """Who is meant by "The user's sister Nora's": roles and names; the user is neither."""
    roles, names = set[str](), set[str]()
    for word in _WORD.findall(_DATED.sub("", _POSSESSIVE.sub("", by_the_user(told)))):
        lower = word.lower()
        role = role_key(lower)
        if lower in _OWNERS:
            continue
        if role in _LIVES:
            roles.add(role)
        elif word[0].isupper():
            names.add(lower)
    return Death(frozenset(roles), frozenset(names))


def is_dead(entity: Entity, deaths: Iterable[Death]) -> bool:
    """Whether a person is one of those who died.

    Such are those whom the words that told the death mean; and who has the whole name and is
    not known in another role, or a role that one person has at a time.
    """
    if entity.kind is not Kind.PERSON:
        return False
    role = role_key((entity.role or entity.name).casefold())
    is_nameless = role == role_key(entity.name.casefold())
    names = frozenset() if is_nameless else frozenset(_WORD.findall(entity.name.casefold()))
    return any(
        entity.id in death.entity_ids
        or (is_sole(role) and role in death.roles)
        or (
            bool(names)
            and names == death.names
            and not (entity.role is not None and roles_are_apart(role, death.roles))
        )
        for death in deaths
    )


def told_of(mention: Mention, death: Death) -> bool:
    """Whether a mention in the words that tell a death is of the one who died."""
    if mention.kind is not Kind.PERSON:
        return False
    names = frozenset(_WORD.findall(mention.name.casefold()))
    role = role_key((mention.role or mention.name).casefold())
    return bool(names & death.names) or (not death.names and role in death.roles)


def may_wish(memory: Memory, deaths: Collection[Death]) -> bool:
    """Whether somebody may be wished well, or asked after, on account of a memory.

    Not if it is about somebody who died: it names them and no other role, or names nobody and
    their role, or a role that few have where no name is known of the death. The day of a death
    itself is remembered, but not wished.

    Args:
        memory: what is due.
        deaths: all that are known.
    """
    if not deaths:
        return True
    about = person_told(memory.text)
    return not any(_is_about(about, death) for death in deaths)


def _is_about(about: Death, death: Death) -> bool:
    shared = death.roles & about.roles
    if death.names & about.names:
        return bool(shared) or not (death.roles and about.roles)
    if not about.names:
        return bool(shared)
    return not death.names and any(is_telling(role) or role in _PETS for role in shared)


def look_for(today: date) -> tuple[date, date, frozenset[tuple[int, int]]]:
    """Which memories may come up on a day.

    Returns:
        The first and last day on which their events began, and months and days that return
        today: 29 February does on 1 March where a year has none.
    """
    returning = {(today.month, today.day)}
    leap = ImportantDate(2, 29)
    if leap.next_from(today) == today:
        returning.add((leap.month, leap.day))
    since = today - timedelta(FOLLOW_UP_DAYS + LONGEST_EVENT_DAYS)
    return since, today - DAY, frozenset(returning)


def comes_up(
    memories: Iterable[Memory],
    *,
    today: date,
    zone: str,
    deaths: Collection[Death] = (),
) -> tuple[Raised, ...]:
    """What is due on a day, whether it came up before or not.

    An event that was last spoken of before its end, from the day after to seven days after;
    what returns every year on the day alone, but not in its first year. Of somebody who died
    only the day of the death.

    Args:
        memories: current ones that may be used.
        today: the user's local day.
        zone: the user's.
        deaths: all that are known.

    Returns:
        In order of importance, then of id; each memory once.
    """
    due: list[tuple[float, str, Raised]] = []
    for memory in memories:
        if memory.state is not MemoryState.CURRENT:
            continue
        returning = _returning(memory, today)
        raised = returning or _passed(memory, today, zone=zone)
        if raised is None:  # as nearly always: its words need not be looked at
            continue
        is_loss = death_told(memory) is not None
        if (is_loss and returning is not None) or (not is_loss and may_wish(memory, deaths)):
            due.append((-memory.importance, memory.id, raised))
    return tuple(raised for _, _, raised in sorted(due, key=lambda each: each[:2]))


def _returning(memory: Memory, today: date) -> Raised | None:
    day = memory.important
    if day is None or day.next_from(today) != today:
        return None
    if day.year is not None and day.year >= today.year:
        return None
    return Raised(memory.id, Occasion.ANNIVERSARY, today)


def _passed(memory: Memory, today: date, *, zone: str) -> Raised | None:
    first = memory.valid_from
    if memory.kind is not MemoryKind.EVENT or memory.important is not None or first is None:
        return None
    last = memory.valid_until or first
    n_days = (today - last).days
    if not 1 <= n_days <= FOLLOW_UP_DAYS or (last - first).days > LONGEST_EVENT_DAYS:
        return None
    if local_day(memory.confirmed_at, zone) > last:
        return None  # whoever speaks of it afterwards has told how it went
    if local_day(memory.created_at, zone) > last:
        return None
    return Raised(memory.id, Occasion.FOLLOW_UP, last + DAY)
