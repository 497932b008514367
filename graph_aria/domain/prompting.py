"""The prompt that a chat model is sent: its parts, fitted into a token budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graph_aria.domain.chat import ChatMessage
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.retrieval import Retrieved


@dataclass(frozen=True, slots=True)
class Prompt:
    """A whole prompt.

    Attributes:
        messages: what is sent, the system's first, the user's turn last.
        drawn: what it draws on.
        retrieved: what was found for the turn, whether it fits or not.
        n_tokens: of all messages, by `estimate_tokens`.
    """

    messages: tuple[ChatMessage, ...]
    drawn: Drawn
    retrieved: Retrieved = field(default_factory=Retrieved)
    n_tokens: int = 0

    @property
    def budgets(self) -> Mapping[str, int]:
        """Tokens that each part may take, by its name; `drawn.parts` is what it took."""
        return self.drawn.budgets
