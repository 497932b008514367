"""Which ties between people a quote can show: "my neighbour Greta" makes nobody a partner.

A model that proposes a tie points at words. If they name roles, one of them must be a role
of that tie. If they name none, they can show no kinship, and a couple only by a word that
tells of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graph_aria.domain.roles import is_in_family, role_key
from graph_aria.domain.vocabulary import Predicate

_KIN: Final = frozenset({Predicate.RELATIVE_OF})
_DESCENT: Final = frozenset({Predicate.PARENT_OF, Predicate.CHILD_OF})
_ROLES: Final = {
    "mother father parent parents stepmother stepfather son daughter child baby stepson "
    "stepdaughter": _DESCENT,
    "brother sister sibling siblings twin half-brother half-sister stepbrother stepsister": (
        frozenset({Predicate.SIBLING_OF})
    ),
    "husband wife spouse fiancé fiancée boyfriend girlfriend ex": (
        frozenset({Predicate.PARTNER_OF})
    ),
    "partner": frozenset({Predicate.PARTNER_OF, Predicate.COLLEAGUE_OF}),
    "friend": frozenset({Predicate.FRIEND_OF}),
    "manager colleague": frozenset({Predicate.COLLEAGUE_OF}),
    "neighbour therapist doctor flatmate coach landlord": frozenset(),
}
_TIES: Final = {role: ties for roles, ties in _ROLES.items() for role in roles.split()}
_KINSHIP: Final = _DESCENT | {Predicate.SIBLING_OF, Predicate.RELATIVE_OF}
_COUPLE: Final = (
    "marri", "marry", "wed", "engag", "dating", "dated", "couple", "together", "love", "divorc",
    "anniversar", "broke", "honeymoon", "propos",
)  # fmt: skip
_BIRTH: Final = ("born", "birth", "pregnan", "adopt", "famil", "relat", "raise")
_CLAIMS: Final = _DESCENT | {
    Predicate.SIBLING_OF,
    Predicate.PARTNER_OF,
    Predicate.RELATIVE_OF,
    Predicate.FRIEND_OF,
    Predicate.COLLEAGUE_OF,
}
"""What must not be taken for each other; to know somebody says less than any of it."""


def may_show(predicate: Predicate, words: Iterable[str]) -> bool:
    """Whether a quote with these words, in lower case, can show such a tie.

    >>> may_show(Predicate.PARTNER_OF, ["my", "neighbour", "greta"])
    False
    >>> may_show(Predicate.PARTNER_OF, ["greta", "and", "i", "married"])
    True
    """
    if predicate not in _CLAIMS:
        return True
    said = list(words)
    named = [ties for word in said if (ties := _ties_of(word)) is not None]
    if "law" in said:
        named.append(_KIN)
    if named:
        return any(predicate in ties for ties in named)
    if predicate is Predicate.PARTNER_OF:
        return any(word.startswith(_COUPLE) for word in said)
    return predicate not in _KINSHIP or any(word.startswith(_BIRTH) for word in said)


def _ties_of(word: str) -> frozenset[Predicate] | None:
    """The ties that a role is; None if the word is no role."""
    for form in (word, word.removesuffix("s")):
        role = role_key(form)
        if role in _TIES:
            return _TIES[role]
        if is_in_family(role):
            return _KIN
    return None
