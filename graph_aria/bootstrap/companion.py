"""The chat model of the settings, within the day's budget."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Protocol

import structlog

from graph_aria.bootstrap.models import key_of
from graph_aria.config import Settings
from graph_aria.domain.chat import ChatMessage
from graph_aria.domain.reading import Cost
from graph_aria.errors import ChatFailed
from graph_aria.ports import Budget, Clock
from graph_aria.stages.set_aside import set_aside

_log = structlog.get_logger("graph_aria.model")


class Talker(Protocol):
    """A chat model whose price can be told."""

    @property
    def model_id(self) -> str:
        """Name of the model."""

    @property
    def window(self) -> int:
        """Tokens that prompt and reply may take together."""

    @property
    def most_reply_tokens(self) -> int:
        """Tokens that a reply may take."""

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""

    def estimate(self, prompt: Sequence[ChatMessage]) -> int:
        """The most tokens that one reply may take, prompt included."""

    def reply(
        self, prompt: Sequence[ChatMessage], note: Callable[[Cost], None]
    ) -> AsyncGenerator[str, None]:
        """What it replies; `note` is told at the end what that took."""

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""


class BudgetedCompanion:
    """A chat model, within the day's budget."""

    def __init__(self, talker: Talker, budget: Budget, clock: Clock) -> None:
        """Say who talks; nothing is contacted yet."""
        self._talker = talker
        self._budget = budget
        self._clock = clock

    @property
    def model_id(self) -> str:
        """Name of the model."""
        return self._talker.model_id

    @property
    def window(self) -> int:
        """Tokens that prompt and reply may take together."""
        return self._talker.window

    @property
    def most_reply_tokens(self) -> int:
        """Tokens that a reply may take."""
        return self._talker.most_reply_tokens

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""
        return self._talker.degraded

    async def reply(self, prompt: Sequence[ChatMessage]) -> AsyncGenerator[str, None]:
        """What it replies; see `ChatModel`.

        Raises:
            ChatFailed: it gave no reply, broke off, or the day has too few tokens left.
        """
        today = self._clock.now().date()
        with set_aside(self._budget, self._talker.estimate(prompt), today) as asked:
            if asked is None:
                raise ChatFailed("the day's tokens are used up (ARIA_LLM_DAILY_TOKENS)")

            def note(cost: Cost) -> None:
                asked.cost = cost
                _log.info(
                    "model_asked",
                    about="chat",
                    calls=cost.n_calls,
                    tokens_sent=cost.n_sent,
                    tokens_received=cost.n_received,
                )

            async with aclosing(self._talker.reply(prompt, note)) as pieces:
                async for piece in pieces:
                    yield piece

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        await self._talker.close()


def companion_of(settings: Settings, clock: Clock, budget: Budget) -> BudgetedCompanion | None:
    """Who talks with the user: the chat model, None if none is set."""
    if settings.llm_base_url is None or settings.chat_model is None:
        return None
    # Two seconds and 60 MB that whoever has no endpoint does without.
    from graph_aria.adapters.llm.chat import OpenAiChat  # noqa: PLC0415
    from graph_aria.adapters.llm.endpoint import Endpoint  # noqa: PLC0415

    endpoint = Endpoint(settings.llm_base_url, key_of(settings), settings.llm_seconds)
    talker = OpenAiChat(
        endpoint,
        settings.chat_model,
        clock.now,
        window=settings.chat_window,
        most_reply_tokens=min(settings.chat_reply_tokens, settings.chat_window // 2),
    )
    return BudgetedCompanion(talker, budget, clock)
