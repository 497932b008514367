"""Who is who: which entity a mention stands for.

People, places and organisations are told apart by name and role, never by likeness of
meaning. What cannot be told apart is kept apart; a merge is the user's to make.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from graph_aria.domain.graph import Entity
from graph_aria.domain.reading import ReadMention
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind

_QUOTES: Final = str.maketrans(dict.fromkeys("‘’‚‛ʼ`´′", "'") | dict.fromkeys("“”„‟″", '"'))
_FAMILY: Final = frozenset(
    {
        "aunt", "boyfriend", "brother", "child", "cousin", "dad", "daughter", "ex", "father",
        "fiance", "fiancé", "fiancee", "fiancée", "girlfriend", "grandchild", "granddaughter",
        "grandad", "grandfather", "grandma", "grandmother", "grandpa", "grandson", "granny",
        "husband", "mom", "mother", "mum", "nephew", "niece", "parent", "partner", "sibling",
        "sister", "son", "spouse", "stepdad", "stepfather", "stepmother", "stepmum", "uncle",
        "wife",
    }
)  # fmt: skip
_SAME_ROLE: Final = {
    "mom": "mother",
    "mum": "mother",
    "mama": "mother",
    "dad": "father",
    "papa": "father",
    "granny": "grandmother",
    "grandma": "grandmother",
    "grandpa": "grandfather",
    "grandad": "grandfather",
    "boss": "manager",
    "coworker": "colleague",
    "co-worker": "colleague",
    "neighbor": "neighbour",
    "shrink": "therapist",
}
_APART: Final = frozenset({Kind.PERSON, Kind.EMOTION, Kind.TOPIC})


def normalized(name: str) -> str:
    """The key of a name: case, composition, quotes and spaces aside.

    Accents, emoji, titles and bracketed qualifiers stay: they distinguish.

    >>> normalized("D’Arcy") == normalized("d'arcy")
    True
    >>> normalized("Große  Straße") == normalized("GROSSE STRASSE")
    True
    >>> normalized("Zoe") == normalized("Zoë")
    False
    """
    folded = unicodedata.normalize("NFKC", name).translate(_QUOTES).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def role_key(role: str | None) -> str | None:
    """A role with its synonyms folded.

    >>> role_key("mum") == role_key("Mom")
    True
    """
    if role is None:
        return None
    key = normalized(role)
    return _SAME_ROLE.get(key, key)


def keys_of(mention: ReadMention) -> frozenset[str]:
    """The keys under which an entity for this mention may be known.

    A person known by role alone is known by every word for that role.
    """
    keys = {normalized(mention.name)}
    if _by_role_alone(mention):
        role = role_key(mention.role)
        keys |= {word for word, key in _SAME_ROLE.items() if key == role}
        keys |= {role} if role else set()
    return frozenset(keys)


def _by_role_alone(mention: ReadMention) -> bool:
    return mention.role is not None and normalized(mention.name) == normalized(mention.role)


def _roles(candidate: Candidate) -> frozenset[str]:
    roles = {role_key(form.role) for form in candidate.forms} | {role_key(candidate.entity.role)}
    return frozenset(role for role in roles if role is not None)


def _in_family(role: str) -> bool:
    return role in _FAMILY or role.endswith("-in-law")


def roles_agree(one: str | None, others: Iterable[str]) -> bool:
    """Whether a person in one role can be the person who has these other roles.

    A family role agrees with itself alone; a friend may also be a colleague.

    >>> roles_agree("brother", ["colleague"])
    False
    >>> roles_agree("friend", ["colleague"])
    True
    >>> roles_agree(None, ["sister"])
    True
    """
    role = role_key(one)
    known = {role_key(other) for other in others}
    if role is None or not known or role in known:
        return True
    return not _in_family(role) and not any(other and _in_family(other) for other in known)


def _kinds_agree(mention: ReadMention, entity: Entity) -> bool:
    if mention.kind is entity.kind:
        return True
    if mention.kind is Kind.PERSON:
        # A name that is known as a pet, a firm or a thing is not a new person.
        return mention.role is None and entity.kind not in _APART
    return mention.kind not in _APART and entity.kind not in _APART


def can_be(mention: ReadMention, candidate: Candidate) -> bool:
    """Whether a mention can stand for an entity that has one of its keys."""
    entity = candidate.entity
    if not _kinds_agree(mention, entity):
        return False
    if mention.kind is Kind.PERSON and entity.kind is Kind.PERSON:
        by_role = _by_role_alone(mention)
        if by_role and normalized(mention.name) != entity.key:
            return role_key(mention.role) == role_key(entity.key)
        return roles_agree(mention.role, _roles(candidate))
    return True


def choose(mention: ReadMention, candidates: Sequence[Candidate]) -> Candidate | None:
    """The entity that a mention stands for, or None if it is a new one.

    Args:
        mention: what was read.
        candidates: entities that share a key with it, in any order.

    Returns:
        Of those it can be: one in the same role before others, one of the same kind
        before others, then the hottest, ties by id.
    """
    keys = keys_of(mention)
    role = role_key(mention.role)

    def rank(candidate: Candidate) -> tuple[bool, bool, float, str]:
        entity = candidate.entity
        return (
            role is None or role not in _roles(candidate),
            mention.kind is not entity.kind,
            -(entity.standing.heat if entity.standing else 0.0),
            entity.id,
        )

    fitting = [
        candidate
        for candidate in candidates
        if (candidate.entity.key in keys or any(form.key in keys for form in candidate.forms))
        and can_be(mention, candidate)
    ]
    return min(fitting, key=rank, default=None)
