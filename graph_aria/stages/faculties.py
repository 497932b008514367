"""What stages read, compare and judge with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from graph_aria.domain.records import Profile
from graph_aria.ports import ChatModel, MemoryAdviser, Parser, Reader, SecondLook, Vectors
from graph_aria.stages.coming_up import ComingUp

_OFFLINE_WINDOW: Final = 4_096
_OFFLINE_REPLY_TOKENS: Final = 600
"""What a prompt is fitted to where there is no model that it is sent to."""


@dataclass(frozen=True, slots=True)
class Faculties:
    """What stages read, compare and judge with.

    Attributes:
        reader: reads texts.
        parser: parses sentences for the guard.
        vectors: places sentences near to those that mean the same.
        remembers: the memory switch of all profiles; while it is off nothing is read.
        adviser: says how memories stand to each other; None without a model.
        companion: talks with the user; None without a model.
        rules: reads without asking a model, for while memory is off and for what is written by
            hand; the reader if None.
        second_look: tells by meaning what speaks of a crisis; patterns alone do if None.
        care_text: what is answered to words of a crisis, see `graph_aria.domain.care`.
        coming_up: what replies under way bring up by themselves.
    """

    reader: Reader
    parser: Parser
    vectors: Vectors
    remembers: bool = True
    adviser: MemoryAdviser | None = None
    rules: Reader | None = None
    companion: ChatModel | None = None
    second_look: SecondLook | None = None
    care_text: str = ""
    coming_up: ComingUp = field(default_factory=ComingUp, compare=False)

    def may_learn(self, profile: Profile) -> bool:
        """Whether memory is on, for all profiles and for this one."""
        return self.remembers and profile.remembers

    @property
    def window(self) -> int:
        """Tokens that a prompt and its reply may take together."""
        return _OFFLINE_WINDOW if self.companion is None else self.companion.window

    @property
    def most_reply_tokens(self) -> int:
        """Tokens of them that a reply may take."""
        if self.companion is None:
            return _OFFLINE_REPLY_TOKENS
        return self.companion.most_reply_tokens
