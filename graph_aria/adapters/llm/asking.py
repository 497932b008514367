"""Asking a model for one answer of a fixed form, in instructor's JSON-schema mode."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Generic, TypeVar, cast

import instructor
from openai.types.chat import ChatCompletionMessageParam

from graph_aria.adapters.llm.attempts import CallFailed, completion_in, failed, retrying
from graph_aria.adapters.llm.endpoint import Endpoint, connect
from graph_aria.adapters.llm.patience import Patience
from graph_aria.domain.proposals import Failure
from graph_aria.domain.reading import Cost
from graph_aria.domain.sentences import estimate_tokens

TRIES: Final = 3
Messages = list[ChatCompletionMessageParam]


Form = TypeVar("Form")
"""A pydantic model; `answer` has them all."""


@dataclass(frozen=True, slots=True)
class Asked(Generic[Form]):
    """What came of asking.

    Attributes:
        answer: in the form that was asked for, None if there is none.
        failure: why there is none, None if there is one.
        cost: what asking took, whatever came of it.
    """

    answer: Form | None
    failure: Failure | None
    cost: Cost


class Asking:
    """Asks one model behind an OpenAI-compatible endpoint.

    After a wrong key or an unknown model, and after three times in a row that it could not be
    reached in time, it is left alone for a while: an import of ten thousand entries must not
    ask ten thousand times in vain.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        now: Callable[[], datetime],
        *,
        most_tokens: int,
        limit_seconds: float,
        first_wait_seconds: float = 1.0,
    ) -> None:
        """Say what to ask; nothing is contacted yet.

        Args:
            endpoint: where the model is.
            model: its name there.
            now: tells the time, for dates in answers.
            most_tokens: where an answer is cut, > 0.
            limit_seconds: how long all tries for one answer may take together, > 0.
            first_wait_seconds: the pause before the second try, > 0; it doubles.
        """
        self._client = connect(endpoint)
        self._ask = instructor.from_openai(self._client, mode=instructor.Mode.JSON_SCHEMA)
        self._model = model
        self._now = now
        self._most_tokens = most_tokens
        self._limit_seconds = limit_seconds
        self._first_wait_seconds = first_wait_seconds
        self._options: dict[str, Any] = {"temperature": 0, "max_tokens": most_tokens}
        self._patience = Patience("ARIA_ANALYSIS_MODEL")

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""
        return self._patience.degraded

    async def ask(self, form: type[Form], messages: Callable[[bool], Messages]) -> Asked[Form]:
        """Ask for an answer of a form; never raises for what the endpoint or the model does.

        Args:
            form: what the answer must be, whole.
            messages: what to send; told whether the last answer could not be used.
        """
        quiet = self._patience.quiet
        if quiet is not None:
            return Asked(None, quiet, Cost())
        calls = _Calls()
        try:
            async with asyncio.timeout(self._limit_seconds):
                answer = await self._tries(form, messages, calls)
        except TimeoutError:
            asked: Asked[Form] = Asked(None, Failure.TIMEOUT, calls.cost)
        except CallFailed as error:
            asked = Asked(None, error.failure, calls.cost)
        else:
            asked = Asked(answer, None, calls.cost)
        self._patience.remember(asked.failure)
        return asked

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        with suppress(RuntimeError):  # the loop that they belonged to is gone
            await self._client.close()

    async def _tries(
        self, form: type[Form], messages: Callable[[bool], Messages], calls: _Calls
    ) -> Form:
        again = False
        async for attempt in retrying(TRIES, self._first_wait_seconds):
            with attempt:
                try:
                    return await self._call(form, messages(again), calls)
                except CallFailed as error:
                    again = error.is_unusable
                    raise
        raise CallFailed(Failure.GARBAGE)  # not reached: the last try raises

    async def _call(self, form: type[Form], messages: Messages, calls: _Calls) -> Form:
        calls.begin(n_sent(messages))
        try:
            answer, completion = await self._ask.create_with_completion(
                model=self._model,
                messages=messages,
                response_model=cast("Any", form),
                max_retries=0,
                strict=False,
                **self._options,
            )
        except Exception as error:  # noqa: BLE001 - a server may answer with anything
            failure = failed(error, self._now)
            failure.is_mended = self._mend(failure.option)
            if failure.is_refusal:
                calls.turned_away()
            else:
                calls.end(completion_in(error))
        else:
            calls.end(completion)
            whole: Form = answer
            return whole
        raise failure  # outside of the handler, or its context would quote the diary

    def _mend(self, option: str | None) -> bool:
        """Ask without an option that the model does not take; whether there was one.

        OpenAI's later models want another name for the limit, and no temperature.
        """
        if option is None or self._options.pop(option, None) is None:
            return False
        if option == "max_tokens":
            self._options["max_completion_tokens"] = self._most_tokens
        return True


class _Calls:
    """Counts what the calls for one text take."""

    def __init__(self) -> None:
        self._done = Cost()
        self._under_way = Cost()

    @property
    def cost(self) -> Cost:
        """All calls so far; one of which nothing came back counts by estimate."""
        return self._done + self._under_way

    def begin(self, n_sent: int) -> None:
        """Count a call as if nothing came back, in case nothing does."""
        self._under_way = Cost(n_calls=1, n_sent=n_sent, estimated=True)

    def turned_away(self) -> None:
        """Count a call that was refused at the door, and cost no tokens."""
        self._done += Cost(n_calls=1)
        self._under_way = Cost()

    def end(self, completion: Any) -> None:
        """Count what came back, as the endpoint counts it if it does."""
        usage = getattr(completion, "usage", None)
        n_sent = getattr(usage, "prompt_tokens", None)
        n_received = getattr(usage, "completion_tokens", None)
        if isinstance(n_sent, int) and isinstance(n_received, int) and n_sent > 0:
            self._done += Cost(n_calls=1, n_sent=n_sent, n_received=max(0, n_received))
        else:
            self._done += self._under_way
            self._done += Cost(n_received=estimate_tokens(_text_of(completion)))
        self._under_way = Cost()


def _text_of(completion: Any) -> str:
    try:
        return str(completion.choices[0].message.content or "")
    except (AttributeError, IndexError, TypeError):
        return ""


def n_sent(messages: Messages) -> int:
    """Tokens of some messages; estimated."""
    return sum(estimate_tokens(str(message["content"])) for message in messages)
