"""What an unknown embedder's cosines mean, learned from pairs of which it is known."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from graph_aria.domain.likeness import Likeness

SAME_AT: Final = 0.750
GROUP_AT: Final = 0.653
REVIEW_AT: Final = 0.634
RELATED_AT: Final = 0.318
"""Shares of the pairs' cosines that lie below MiniLM's 0.92, 0.82, 0.80 and 0.25."""

NOTHING_ALIKE: Final = Likeness(same=1.0, review=1.0, related=1.0)
"""For an embedder that cannot tell what says the same from what does not."""


def calibrated(same: Sequence[float], near: Sequence[float], apart: Sequence[float]) -> Likeness:
    """What cosines mean for an embedder, by its own cosines of known pairs.

    Two embedders' figures mean the same where the same share of the pairs lies below them. So
    the bounds that were found for MiniLM are read off at their shares.

    Args:
        same: cosines of pairs that say the same, -1 to 1, at least one.
        near: of pairs that speak of one matter and say two things.
        apart: of pairs that have nothing to do with each other.

    Returns:
        `NOTHING_ALIKE` if the three do not lie in that order.

    Source: equipercentile linking, Kolen and Brennan 2014; docs/decisions/019.

    >>> calibrated([0.9, 0.95], [0.6, 0.7], [0.1, 0.2]).review
    0.734
    """
    if not median(same) > median(near) > median(apart):
        return NOTHING_ALIKE
    cosines = sorted((*same, *near, *apart))
    related, review, group, top = (
        max(0.0, min(1.0, round(_at_share(cosines, share), 4)))
        for share in (RELATED_AT, REVIEW_AT, GROUP_AT, SAME_AT)
    )
    return Likeness(same=top, review=review, related=related, group=group)


def _at_share(ordered: Sequence[float], share: float) -> float:
    """The value below which a share of some values lies, between its neighbours."""
    place = share * (len(ordered) - 1)
    below = int(place)
    if below + 1 == len(ordered):
        return ordered[below]
    return ordered[below] + (place - below) * (ordered[below + 1] - ordered[below])
