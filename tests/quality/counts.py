"""How much was found of what was wanted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Counts:
    """What was found of what was wanted."""

    right: int = 0
    false: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """Share of what was read that is right."""
        return self.right / max(1, self.right + self.false)

    @property
    def recall(self) -> float:
        """Share of what was wanted that was read."""
        return self.right / max(1, self.right + self.missed)
