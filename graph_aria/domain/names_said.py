"""Whether a text names somebody or something, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from graph_aria.domain.graph import Entity, Form
from graph_aria.domain.memories import Memory
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.roles import is_telling, role_key
from graph_aria.domain.vocabulary import Kind

_NAMED: Final = frozenset({Kind.PERSON, Kind.ANIMAL, Kind.PLACE, Kind.ORGANIZATION})
"""Kinds that have names of their own; others are called by words that anything may hold."""


def own_names(entity: Entity, forms: Iterable[Form]) -> frozenset[str]:
    """The names that tell an entity, normalized: no role alone and no common word.

    Empty for kinds that have no names of their own, such as an activity.
    """
    if entity.kind not in _NAMED:
        return frozenset()
    known = tuple(forms)
    roles = {role_key(role.casefold()) for role in (entity.role, *(f.role for f in known)) if role}
    names = {entity.name, *(form.name for form in known)}
    return frozenset(normalized(name) for name in names if _is_name(name, roles))


def _is_name(name: str, roles: set[str]) -> bool:
    key = role_key(normalized(name).removeprefix("my "))
    is_common = name == name.casefold() and name != name.upper()
    return bool(key) and not is_common and key not in roles and not is_telling(key)


def names_one(text: str, names: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Whether a text holds one of some names, word for word, whatever its case.

    Args:
        text: any.
        names: normalized ones.
        others: normalized names of others, which may hold one of these: "New York" is not
            York.

    >>> names_one("The user's sister CLARA lives in Lyon.", ["clara"])
    True
    >>> names_one("The user's dog is called Clarabel.", ["clara"])
    False
    >>> names_one("The user lives in New York.", ["york"], ["new york"])
    False
    """
    own = set(names)
    longer = sorted({one for one in others if one not in own}, key=len, reverse=True)
    left = normalized(text)
    for name in longer:
        if any(_holds(name, one) for one in own):
            left = _whole(name).sub(" ", left)
    return any(_holds(left, name) for name in own)


def memory_names(memory: Memory, names: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Whether a memory holds one of some names in its text, slot, value or reason."""
    said = (memory.text, (memory.slot or "").replace("|", " | "), memory.value, memory.reason)
    own, rest = tuple(names), tuple(others)
    return any(names_one(part, own, rest) for part in said if part)


def _holds(text: str, name: str) -> bool:
    return _whole(name).search(text) is not None


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
