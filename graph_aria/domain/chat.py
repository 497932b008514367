"""What a chat model is sent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Speaker(StrEnum):
    """Whose words a message of a prompt holds."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a prompt, never empty."""

    speaker: Speaker
    text: str
