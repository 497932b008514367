"""The decision whether two sentences say the same: likeness and guard together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from graph_aria.domain.claims import claim_of
from graph_aria.domain.clauses import ParsedText
from graph_aria.domain.guard import Accord, Agreement, compare
from graph_aria.domain.likeness import Likeness

FAR: Final = "their meanings lie far apart"


class Sameness(StrEnum):
    """Whether two sentences say the same."""

    SAME = "same"
    UNCLEAR = "unclear"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Likening:
    """What was decided, and why.

    Attributes:
        sameness: whether they say the same; unclear if somebody must look.
        reason: what told most.
        fuller: which one says more, 0 or 1; None if neither does.
    """

    sameness: Sameness
    reason: str
    fuller: int | None = None


def decide(similarity: float, one: ParsedText, other: ParsedText, likeness: Likeness) -> Likening:
    """Decide whether two sentences say the same.

    Args:
        similarity: cosine of their vectors, -1 to 1.
        one: the first, parsed.
        other: the second, parsed.
        likeness: what the cosines of that embedder mean.

    Returns:
        The same with the sentences exchanged, but for `fuller`. DIFFERENT where the guard
        finds what excludes, or the vectors lie far apart; SAME only if the guard agrees.
    """
    return decided(similarity, compare(claim_of(one), claim_of(other)), likeness)


def decided(similarity: float, accord: Accord, likeness: Likeness) -> Likening:
    """Decide by a accord that is there already; see `decide`.

    The more the guard agrees, the less the vectors must: `review` suffices where every
    word has its counterpart in its place; a quarter of the way from there to `same` is
    asked where a word only may say the same, or one adds a word.
    """
    if accord.agreement is Agreement.APART:
        return Likening(Sameness.DIFFERENT, accord.reason)
    if similarity < likeness.review:
        return Likening(Sameness.DIFFERENT, FAR)
    close = likeness.review + (likeness.same - likeness.review) / 4
    needed = {
        Agreement.EQUAL: likeness.review,
        Agreement.CLOSE: close,
        Agreement.FULLER: close,
    }.get(accord.agreement)
    if needed is not None and similarity >= needed:
        return Likening(Sameness.SAME, accord.reason, accord.fuller)
    return Likening(Sameness.UNCLEAR, accord.reason)
