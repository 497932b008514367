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
    """

    same: float
    review: float
    related: float = 0.0

    def __post_init__(self) -> None:
        """Refuse figures that are out of order.

        Raises:
            ValueError: they are not 0 <= related <= review <= same <= 1.
        """
        if not 0 <= self.related <= self.review <= self.same <= 1:
            raise ValueError(
                f"not in order: 0, related {self.related}, review {self.review}, "
                f"same {self.same}, 1"
            )
