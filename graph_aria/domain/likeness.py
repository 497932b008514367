"""How alike two texts are, and what an embedder's figures mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Likeness:
    """What one embedder's cosines mean; no other embedder's cosines may be held against it.

    Attributes:
        same: cosine from which two sentences say the same, if the guard agrees, 0 to 1.
        review: cosine from which somebody must decide, 0 to `same`.
        related: cosine from which a sentence has to do with some words that look for it, 0 to
            `review`.
        group: cosine from which neighbours may be told in one sentence, from `review` up; None
            for `review`.
    """

    same: float
    review: float
    related: float = 0.0
    group: float | None = None

    def __post_init__(self) -> None:
        """Refuse figures that are out of order.

        Raises:
            ValueError: they are not 0 <= related <= review <= same <= 1, or `group` lies below.
        """
        if not 0 <= self.related <= self.review <= self.same <= 1:
            raise ValueError(
                f"not in order: 0, related {self.related}, review {self.review}, "
                f"same {self.same}, 1"
            )
        if self.group is not None and not self.review <= self.group <= 1:
            raise ValueError(f"group {self.group} lies below review {self.review}, or above 1")

    @property
    def least_held(self) -> float:
        """Cosine from which two are held against each other at all.

        It lies somewhat below `review`: "drinks coffee" and "does not drink coffee" are
        further apart than what merely sounds alike (0.75 to 0.9 of MiniLM), and what one
        denies in the words of the other is told by the guard alone.
        """
        return self.review - (self.review - self.related) / 5

    @property
    def least_grouped(self) -> float:
        """Cosine from which neighbours may be told in one sentence."""
        return self.review if self.group is None else self.group
