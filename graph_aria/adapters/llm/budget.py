"""A daily budget of tokens that is counted in this process."""

from __future__ import annotations

from datetime import date


class ProcessBudget:
    """Counts what this process spends.

    A new process begins with what the store has for the day, see `Memories.read_spent`; what
    previews took is not among it.
    """

    def __init__(self, daily_tokens: int | None) -> None:
        """Say how many tokens a day has.

        Args:
            daily_tokens: None for no limit.
        """
        self._daily_tokens = daily_tokens
        self._day: date | None = None
        self._n_spent = 0

    def left(self, on: date) -> int | None:
        """Tokens that are left of a day, 0 or more; None without a limit."""
        if self._daily_tokens is None:
            return None
        return max(0, self._daily_tokens - (self._n_spent if on == self._day else 0))

    def spend(self, n_tokens: int, on: date) -> None:
        """Note that tokens were spent; a negative number gives back what was not."""
        if self._day is not None and on < self._day:
            return  # what was begun before midnight gives nothing back to today
        if on != self._day:
            self._day, self._n_spent = on, 0
        self._n_spent = max(0, self._n_spent + n_tokens)
