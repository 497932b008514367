"""What replies under way bring up by themselves, so that it comes up once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graph_aria.domain.drawn import Raised


@dataclass(frozen=True, slots=True)
class ComingUp:
    """What is being brought up, by profile and turn; in memory, since a reply that fails is none.

    The store knows what came up once its reply is stored. Until then it is held here, or two
    chats at once would both ask how it went. One process owns a data folder.
    """

    _held: dict[str, dict[str, frozenset[Raised]]] = field(default_factory=dict)

    def hold(
        self, profile_id: str, turn_id: str, due: Iterable[Raised], *, most: int
    ) -> set[Raised]:
        """What of it no other turn brings up just now, the first ones; held until `release`."""
        turns = self._held.setdefault(profile_id, {})
        others = {one for turn, held in turns.items() if turn != turn_id for one in held}
        taken = [one for one in due if one not in others][:most]
        if taken:
            turns[turn_id] = frozenset(taken) | turns.get(turn_id, frozenset())
        return set(taken)

    def release(self, profile_id: str, turn_id: str) -> None:
        """Let go of what a turn held: its reply is stored, or there is none; safe to repeat."""
        turns = self._held.get(profile_id, {})
        turns.pop(turn_id, None)
        if not turns:
            self._held.pop(profile_id, None)
