"""The analysis model: one call a text, in instructor's JSON-schema mode."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from graph_aria.adapters.llm.answer import form_for
from graph_aria.adapters.llm.asking import TRIES, Asking, n_sent
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.adapters.llm.prompt import LONGEST_TEXT, messages_for
from graph_aria.domain.proposals import Answer, Failure
from graph_aria.domain.reading import Cost, ReadRequest

__all__ = ["CALLS_A_TEXT", "MAX_ANSWER_TOKENS", "TRIES", "OpenAiAnalysis"]

MAX_ANSWER_TOKENS: Final = 3_000
"""Where an answer is cut; twice what a long entry needs."""

CALLS_A_TEXT: Final = 2.0
"""All tries for one text together may take as long as this many calls."""


class OpenAiAnalysis:
    """An analysis model behind an OpenAI-compatible endpoint; see `Asking`."""

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        now: Callable[[], datetime],
        *,
        first_wait_seconds: float = 1.0,
    ) -> None:
        """Say what to ask; nothing is contacted yet.

        Args:
            endpoint: where the model is.
            model: its name there.
            now: tells the time, for dates in answers.
            first_wait_seconds: the pause before the second try, > 0; it doubles.
        """
        self._model = model
        self._asking = Asking(
            endpoint,
            model,
            now,
            most_tokens=MAX_ANSWER_TOKENS,
            limit_seconds=CALLS_A_TEXT * endpoint.call_seconds,
            first_wait_seconds=first_wait_seconds,
        )

    @property
    def model_id(self) -> str:
        """Name of the model."""
        return f"model:{self._model}"

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""
        return self._asking.degraded

    def estimate(self, request: ReadRequest) -> int:
        """The most tokens that asking once may take, answer included; estimated."""
        return n_sent(messages_for(request, again=True)) + MAX_ANSWER_TOKENS

    async def propose(self, request: ReadRequest) -> Answer:
        """What the model proposes for a text, or why it does not."""
        if len(request.text) > LONGEST_TEXT:
            return Answer(None, Failure.TOO_LONG, Cost())
        asked = await self._asking.ask(
            form_for(request.text), lambda again: messages_for(request, again=again)
        )
        proposals = None if asked.answer is None else asked.answer.proposals()
        return Answer(proposals, asked.failure, asked.cost)

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        await self._asking.close()
