"""Whether two sentences can say the same: the guard over their parse.

A likeness of embeddings cannot tell "I sleep well" from "I don't sleep well". The guard
compares what it is blind to: denial, numbers, names, time, who does what to whom.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from graph_aria.domain.alignment import Alignment, align
from graph_aria.domain.attachment import is_attached_exactly
from graph_aria.domain.claims import Claim
from graph_aria.domain.objections import Comparison, Ground, doubt, exclusion
from graph_aria.domain.stems import stem

_USER: Final = frozenset(map(stem, ("user", "i", "me", "my", "mine", "we", "us", "our")))
"""Words that make a claim one about the user."""


class Agreement(StrEnum):
    """How far two claims agree."""

    EQUAL = "equal"
    """Every word that says something has its counterpart, in the same place."""

    CLOSE = "close"
    """The same, but for a wider word for one thing, or a word that may say the same."""

    FULLER = "fuller"
    """The same, and one adds a word to what the other says."""

    OPEN = "open"
    """They may say the same or not; or one says more of a kind than the other."""

    APART = "apart"
    """They cannot say the same."""


@dataclass(frozen=True, slots=True)
class Accord:
    """What the guard says of two claims.

    Attributes:
        agreement: how far they agree.
        reason: what told most.
        fuller: which one says more, 0 the first, 1 the second; None if neither does or
            both do. Whoever merges the two keeps this one's text.
    """

    agreement: Agreement
    reason: Ground
    fuller: int | None = None


def compare(one: Claim, other: Claim) -> Accord:
    """Tell how far two claims agree.

    Args:
        one: a claim.
        other: another; `compare(other, one)` gives the same with `fuller` turned round.

    Returns:
        OPEN if either was not parsed; EQUAL for equal claims.
    """
    if not one.terms or not other.terms:
        return Accord(Agreement.OPEN, Ground.UNREAD)
    if one == other:
        return Accord(Agreement.EQUAL, Ground.NOTHING)
    if _rank(other) < _rank(one):  # so that the sides do not matter
        turned = compare(other, one)
        fuller = None if turned.fuller is None else 1 - turned.fuller
        return Accord(turned.agreement, turned.reason, fuller)
    comparison = Comparison(one, other, align(one, other))
    excluded = exclusion(comparison)
    if excluded is not None:
        return Accord(Agreement.APART, excluded)
    doubted = doubt(comparison)
    if doubted is not None:
        return Accord(Agreement.OPEN, doubted)
    return _agreement(comparison)


def _agreement(comparison: Comparison) -> Accord:
    """How far two claims agree that nothing stands against."""
    one, other, alignment = comparison.one, comparison.other, comparison.alignment
    if not _loses_nothing(comparison):
        return Accord(Agreement.OPEN, Ground.WIDER)
    fuller = _fuller(alignment)
    if any(comparison.extras):
        return Accord(Agreement.FULLER, Ground.DETAIL, fuller)
    if any(side is not None for side in alignment.wider.values()):
        return Accord(Agreement.CLOSE, Ground.WIDER, fuller)
    if alignment.wider or not is_attached_exactly(one, other, alignment):
        return Accord(Agreement.CLOSE, Ground.NEAR, fuller)
    if alignment.left or alignment.right:
        return Accord(Agreement.EQUAL, Ground.MANNER, fuller)
    return Accord(Agreement.EQUAL, Ground.NOTHING)


def _fuller(alignment: Alignment) -> int | None:
    """Which side says more: it has words of its own, or the narrower ones."""
    says_more = {side for side in alignment.wider.values() if side is not None}
    says_more |= {0} if alignment.left else set()
    says_more |= {1} if alignment.right else set()
    return says_more.pop() if len(says_more) == 1 else None


def _loses_nothing(comparison: Comparison) -> bool:
    """Whether one text can stand for both although one of them uses a wider word.

    It can where both speak of one thing, "the animal" and "the dog", and all the narrower
    words are on one side, whose text is kept. It cannot where a kind is meant: an allergy to
    nuts is more than one to peanuts. About the user, two such claims are two facts.
    """
    one, other, alignment = comparison.one, comparison.other, comparison.alignment
    wider = {i: side for i, side in alignment.wider.items() if side is not None}
    if not wider:
        return True
    pairs = [(one.terms[i], other.terms[alignment.pairs[i]]) for i in wider]
    are_things = all(
        here.kind == there.kind == "n" and here.specific and there.specific for here, there in pairs
    )
    is_of_user = not _USER.isdisjoint(one.words | other.words)
    return are_things and not is_of_user and _fuller(alignment) is not None


def _rank(claim: Claim) -> tuple[object, ...]:
    links, words = tuple(sorted(claim.links)), tuple(sorted(claim.words))
    return (claim.terms, links, claim.n_denials, claim.numbers, words)
