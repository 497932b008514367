"""An OpenAI-compatible endpoint that a client of one's own is connected to."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol


class Answering(Protocol):
    """An answer that is coming. To be closed, whatever was read of it."""

    @property
    def status(self) -> int:
        """The HTTP status; 502 where the endpoint's own concerns nobody but the operator."""

    @property
    def content_type(self) -> str:
        """The media type, with its parameters."""

    @property
    def retry_after(self) -> str | None:
        """How long the endpoint asks to be left alone, as it says it."""

    def parts(self) -> AsyncGenerator[bytes, None]:
        """The body as it comes, bounded in length and in time, without the endpoint's key.

        Raises:
            ChatFailed: it broke off, is too long, or takes too long.
        """

    async def close(self) -> None:
        """Let go of it; safe to repeat."""


class Relay(Protocol):
    """Hands requests on to an endpoint, and answers back, as they are."""

    async def send(self, path: str, body: bytes | None) -> Answering:
        """Ask the endpoint; without a body for what there is.

        Nothing is tried again and no redirect followed: the answer is for the client to judge.

        Args:
            path: behind the endpoint's address, such as "chat/completions".
            body: a JSON object.

        Raises:
            ChatFailed: it cannot be reached, or the day has too few tokens left.
        """

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
