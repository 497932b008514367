"""What to look an entity up by: keys, words of names, and roles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from graph_aria.domain.identity import (
    by_role_alone,
    keys_of,
    role_of,
    roles_of,
)
from graph_aria.domain.nicknames import forms_of
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.person_names import parsed, plainly_spelt, unaccented
from graph_aria.domain.reading import Reading, ReadMention
from graph_aria.domain.roles import is_telling, words_for
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind

_UNNAMED: Final = frozenset({Kind.EMOTION, Kind.TOPIC})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True, slots=True)
class Lookup:
    """What entities are looked up by.

    Attributes:
        keys: normalized names, as a whole.
        words: single words of names, in lower case; accents make no difference.
        roles: words for a role, as they are kept with a form.
    """

    keys: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()

    def __or__(self, other: Lookup) -> Lookup:
        return Lookup(self.keys | other.keys, self.words | other.words, self.roles | other.roles)


def lookup(mention: ReadMention) -> Lookup:
    """What an entity that a mention may stand for is found by."""
    key = normalized(mention.name)
    if mention.kind in _UNNAMED:
        return Lookup(frozenset({key}))
    if mention.kind is not Kind.PERSON:
        longest = max(key.split(), key=lambda word: (len(word), word), default="")
        return Lookup(frozenset({key}), _spelt(longest))
    role = role_of(mention)
    roles = words_for(role) if role is not None else frozenset()
    if by_role_alone(mention):
        return Lookup(frozenset({key}) | roles, roles=roles)
    name = parsed(key)
    words = frozenset(name.words) | forms_of(name.first)
    spelt = frozenset[str]().union(*(_spelt(word) for word in words))
    telling = roles if role is not None and is_telling(role) else frozenset()
    return Lookup(frozenset({key}), spelt, telling)


def lookup_all(readings: Iterable[Reading]) -> Lookup:
    """What the entities that some readings may speak of are found by."""
    whole = Lookup()
    for reading in readings:
        for mention in reading.mentions:
            whole |= lookup(mention)
        whole |= Lookup(frozenset(normalized(name.words) for name in reading.latent))
    return whole


def _spelt(word: str) -> frozenset[str]:
    """A word in each way in which it may be spelt, accents aside."""
    ways = {unaccented(word), plainly_spelt(word), unaccented(word.translate(_UMLAUTS))}
    return frozenset(way for way in ways if any(char.isalnum() for char in way))


def found_by(candidate: Candidate) -> Lookup:
    """What an entity is found by; the counterpart of `lookup`."""
    keys = keys_of(candidate)
    return Lookup(
        keys,
        frozenset(unaccented(word.strip(".,()[]{}")) for key in keys for word in key.split()),
        frozenset[str]().union(*(words_for(role) for role in roles_of(candidate))),
    )
