"""Which word of one claim stands for which of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graph_aria.domain.claims import Claim, Term
from graph_aria.domain.stems import root, stem
from graph_aria.domain.word_kin import are_near, are_same, is_wider

_EQUAL: Final = 1.0
_SAME: Final = 0.9
_WIDER: Final = 0.7
_NEAR: Final = 0.6
_NEIGHBOUR: Final = 0.25
"""What a shared neighbour adds: of two dogs the one that is black stands for the black one."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which terms of two claims stand for each other.

    Attributes:
        pairs: index in the one → index in the other.
        wider: those pairs whose words do not quite say the same, as indexes in the one, each
            with the side that has the narrower word, 0 or 1; None if neither has.
        left, right: terms of the one and of the other without a counterpart.
    """

    pairs: dict[int, int]
    wider: dict[int, int | None]
    left: tuple[int, ...]
    right: tuple[int, ...]

    @property
    def back(self) -> dict[int, int]:
        """Index in the other → index in the one."""
        return {j: i for i, j in self.pairs.items()}


def align(one: Claim, other: Claim) -> Alignment:
    """Find for each term its likeliest counterpart, each used once; best pairs first."""
    near_one, near_other = _neighbours(one), _neighbours(other)
    scored = sorted(
        (-(strength + _NEIGHBOUR * len(near_one[i] & near_other[j])), abs(i - j), i, j, strength)
        for i, here in enumerate(one.terms)
        for j, there in enumerate(other.terms)
        if (strength := _closeness(here, there)) > 0
    )
    pairs: dict[int, int] = {}
    wider: dict[int, int | None] = {}
    taken: set[int] = set()
    for _, _, i, j, strength in scored:
        if i in pairs or j in taken:
            continue
        pairs[i] = j
        taken.add(j)
        if strength <= _WIDER:
            wider[i] = _narrower(one.terms[i], other.terms[j])
    return Alignment(
        pairs,
        wider,
        tuple(i for i in range(len(one.terms)) if i not in pairs),
        tuple(j for j in range(len(other.terms)) if j not in taken),
    )


def _closeness(one: Term, other: Term) -> float:
    """How close two words are: 1 the same, 0.9 says the same, less if wider or near."""
    if one.key == other.key or _is_one_verb(one, other):
        return _EQUAL
    if "p" in {one.kind, other.kind}:
        return 0.0
    if are_same(one.key, other.key):
        return _SAME
    if one.name or other.name:
        return 0.0
    if is_wider(one.key, other.key) or is_wider(other.key, one.key):
        return _WIDER
    return _NEAR if are_near(one.key, other.key) else 0.0


def _is_one_verb(one: Term, other: Term) -> bool:
    """Whether two words are forms of one verb, which may have been taken for another kind."""
    if one.name or other.name:
        return False
    is_verb = "v" in {one.kind, other.kind} and root(one.key) == root(other.key)
    return is_verb or root(one.key) == other.key or root(other.key) == one.key


def _narrower(one: Term, other: Term) -> int | None:
    if is_wider(other.key, one.key):
        return 0
    return 1 if is_wider(one.key, other.key) else None


def _neighbours(claim: Claim) -> list[set[str]]:
    around: list[set[str]] = [set() for _ in claim.terms]
    for link in claim.links:
        around[link.head].add(stem(claim.terms[link.part].key))
        around[link.part].add(stem(claim.terms[link.head].key))
    return around
