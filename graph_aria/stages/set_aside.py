"""Set tokens of a day's budget aside before a model is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date

from graph_aria.domain.reading import Cost
from graph_aria.ports import Budget


@dataclass(slots=True)
class Asked:
    """What asking took, filled in by whoever asks; nothing if it came to no answer."""

    cost: Cost = field(default_factory=Cost)


@contextmanager
def set_aside(budget: Budget, n_tokens: int, on: date) -> Iterator[Asked | None]:
    """Set tokens aside, so that those that ask meanwhile know; what was not spent is given back.

    Args:
        budget: of which day they are.
        n_tokens: the most that asking may take.
        on: the day.

    Yields:
        Where to tell what it took; None if the day has too few left, and nobody may ask.
    """
    left = budget.left(on)
    if left is not None and left < n_tokens:
        yield None
        return
    asked = Asked()
    budget.spend(n_tokens, on)
    try:
        yield asked
    finally:
        budget.spend(asked.cost.n_tokens - n_tokens, on)
