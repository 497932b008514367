"""How the parts of a prompt share the tokens of a model's window."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from graph_aria.errors import InvalidSetting

LEAST_ROOM: Final = 1_024
"""Tokens that a prompt needs at least, beside the reply."""

LEFT_FOR_REST: Final = 512
"""Tokens that instructions of whatever length leave to all else."""

MESSAGE_TOKENS: Final = 4
"""What a chat template adds to each message, on the safe side."""

INSTRUCTIONS: Final = "instructions"
TURN: Final = "turn"
TURNS: Final = "turns"
SHARES: Final = {
    "today": 0.10,
    "focus": 0.05,
    TURNS: 0.20,
    "chapter": 0.25,
    "memories": 0.25,
    "found": 0.15,
}
"""What each part may take of what instructions and the user's turn leave, in order.

What one does not use goes to the next; what is left at the end to the user's turn, if it was
cut, and then to older turns.
"""
_LEAST: Final = {"today": 160, "focus": 112, "memories": 120, "found": 96}
"""What a part may take however little its share is, and others leave to it.

The day it is, and one thing that is due; what the user is at first of all; a boundary, what was
asked for, and how many pinned ones are left out; that nothing was found, or one thing that was.
"""

_TURN_SHARE: Final = 0.5
"""Of what instructions leave."""


def room_in(window: int, most_reply_tokens: int, *, least: int = LEAST_ROOM) -> int:
    """Tokens that a prompt may take in a window.

    Args:
        window: tokens of prompt and reply together.
        most_reply_tokens: of the reply.
        least: how many a prompt needs.

    Raises:
        InvalidSetting: fewer than `least` are left.

    >>> room_in(2048, 512)
    1536
    """
    room = window - most_reply_tokens
    if room < least:
        raise InvalidSetting(
            f"a window of {window:,} tokens with {most_reply_tokens:,} for a reply leaves "
            f"{max(0, room):,} for the prompt, which needs {least:,} or more: choose a model "
            "with a larger window, or shorter replies"
        )
    return room


@dataclass(slots=True)
class Purse:
    """Hands out the tokens of a window, part by part.

    Attributes:
        room: all of them.
        budgets: what each part could take, by its name.
        spent: what it took.
    """

    room: int
    budgets: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    _shared: int = 0
    _carried: int = 0

    @property
    def left(self) -> int:
        """Tokens that nobody took yet."""
        return self.room - sum(self.spent.values())

    def for_instructions(self) -> int:
        """What instructions may take."""
        return self._given(INSTRUCTIONS, max(self.room - LEFT_FOR_REST, self.room // 2))

    def for_turn(self) -> int:
        """What the user's turn may take at first; half of what instructions leave."""
        return self._given(TURN, int(self.left * _TURN_SHARE))

    def share(self, part: str, *, most: int | None = None) -> int:
        """What a part of `SHARES` may take: its share, and what those before it did not use.

        Args:
            part: its name; parts ask in the order of `SHARES`.
            most: a limit of its own; what lies above goes to the next.
        """
        if not self._shared:
            self._shared = self.left
        own = max(int(self._shared * SHARES[part]), _LEAST.get(part, 0))
        kept = 0 if part == "today" else sum(_LEAST.get(each, 0) for each in self._later(part))
        offered = min(own + self._carried, max(0, self.left - kept))
        self._carried = offered
        return self._given(part, offered if most is None else min(offered, most))

    def pay(self, part: str, n_tokens: int) -> None:
        """Note what a part took, at most its budget."""
        self.spent[part] = n_tokens
        if part in SHARES:
            self._carried = max(0, self._carried - n_tokens)

    def again(self, part: str) -> int:
        """What a part may take once all others have taken theirs."""
        return self._given(part, self.spent.get(part, 0) + max(0, self.left))

    @staticmethod
    def _later(part: str) -> list[str]:
        names = list(SHARES)
        return names[names.index(part) + 1 :]

    def _given(self, part: str, budget: int) -> int:
        self.budgets[part] = max(0, budget)
        return self.budgets[part]
