"""Whether two sentences can say the same: the guard over their parse.

A likeness of embeddings cannot tell "I sleep well" from "I don't sleep well". The guard
compares what it is blind to: denial, numbers, names, time, who does what to whom.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph_aria.domain.alignment import Alignment, align
from graph_aria.domain.attachment import is_attached_exactly
from graph_aria.domain.claims import Claim
from graph_aria.domain.objections import Comparison, Reason, doubt, exclusion


class Agreement(StrEnum):
    """How far two claims agree."""

    EQUAL = "equal"
    """Every word that says something has its counterpart, in the same place."""

    CLOSE = "close"
    """The same, but for a wider word or a preposition that may say the same."""

    FULLER = "fuller"
    """The same, and one adds a word to what the other says."""

    OPEN = "open"
    """They may say the same or not."""

    APART = "apart"
    """They cannot say the same."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the guard says of two claims.

    Attributes:
        agreement: how far they agree.
        reason: what told most.
        fuller: which one says more, 0 the first, 1 the second; None if neither does or
            both do. Whoever merges the two keeps this one's text.
    """

    agreement: Agreement
    reason: Reason
    fuller: int | None = None


def compare(one: Claim, other: Claim) -> Verdict:
    """Tell how far two claims agree.

    Args:
        one: a claim.
        other: another; `compare(other, one)` gives the same with `fuller` turned round.

    Returns:
        OPEN if either was not parsed; EQUAL for equal claims.
    """
    if not one.terms or not other.terms:
        return Verdict(Agreement.OPEN, Reason.UNREAD)
    if one == other:
        return Verdict(Agreement.EQUAL, Reason.NOTHING)
    if _rank(other) < _rank(one):  # so that the sides do not matter
        turned = compare(other, one)
        fuller = None if turned.fuller is None else 1 - turned.fuller
        return Verdict(turned.agreement, turned.reason, fuller)
    comparison = Comparison(one, other, align(one, other))
    excluded = exclusion(comparison)
    if excluded is not None:
        return Verdict(Agreement.APART, excluded)
    doubted = doubt(comparison)
    if doubted is not None:
        return Verdict(Agreement.OPEN, doubted)
    return _agreement(comparison)


def _agreement(comparison: Comparison) -> Verdict:
    """How far two claims agree that nothing stands against."""
    one, other, alignment = comparison.one, comparison.other, comparison.alignment
    fuller = _fuller(alignment)
    if any(comparison.extras):
        return Verdict(Agreement.FULLER, Reason.DETAIL, fuller)
    if alignment.wider or not is_attached_exactly(one, other, alignment):
        return Verdict(Agreement.CLOSE, Reason.WIDER, fuller)
    if alignment.left or alignment.right:
        return Verdict(Agreement.EQUAL, Reason.MANNER, fuller)
    return Verdict(Agreement.EQUAL, Reason.NOTHING)


def _fuller(alignment: Alignment) -> int | None:
    """Which side says more: it has words of its own, or the narrower ones."""
    says_more = {side for side in alignment.wider.values() if side is not None}
    says_more |= {0} if alignment.left else set()
    says_more |= {1} if alignment.right else set()
    return says_more.pop() if len(says_more) == 1 else None


def _rank(claim: Claim) -> tuple[object, ...]:
    links, words = tuple(sorted(claim.links)), tuple(sorted(claim.words))
    return (claim.terms, links, claim.n_denials, claim.numbers, words)
