"""What went wrong with a call, and whether another one may do better."""

from __future__ import annotations

import asyncio
import email.utils
import math
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

import openai
from instructor.core.exceptions import IncompleteOutputException, InstructorRetryException
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    wait_exponential,
)

from graph_aria.domain.proposals import Failure

LONGEST_WAIT_SECONDS: Final = 30.0
"""An endpoint that asks for more patience than this is left alone instead."""

_AGAIN: Final = frozenset(
    {
        Failure.UNREACHABLE, Failure.TIMEOUT, Failure.BUSY, Failure.BROKEN, Failure.GARBAGE,
        Failure.TRUNCATED,
    }
)  # fmt: skip
_REFUSALS: Final = frozenset({Failure.BUSY, Failure.WRONG_KEY, Failure.UNKNOWN, Failure.REFUSED})
_UNUSABLE: Final = frozenset({Failure.GARBAGE, Failure.TRUNCATED})
_KEY_STATES: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_TIME_STATES: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT})


class CallFailed(Exception):
    """A call that gave no answer. Holds no text of request or answer.

    Attributes:
        failure: what went wrong.
        wait_seconds: how long the endpoint asks to be left alone, None if it does not.
        is_mended: the next request leaves out what this one was refused for.
        option: name of an option of the request that the model does not take, or None.
    """

    def __init__(
        self, failure: Failure, *, wait_seconds: float | None = None, option: str | None = None
    ) -> None:
        super().__init__(failure.value)
        self.failure = failure
        self.wait_seconds = wait_seconds
        self.option = option
        self.is_mended = False

    @property
    def is_unusable(self) -> bool:
        """Whether there was an answer that could not be used."""
        return self.failure in _UNUSABLE

    @property
    def is_refusal(self) -> bool:
        """Whether no model was asked at all."""
        return self.failure in _REFUSALS

    @property
    def may_pass(self) -> bool:
        """Whether another call may do better."""
        if self.is_mended:
            return True
        return self.failure in _AGAIN and (self.wait_seconds or 0) <= LONGEST_WAIT_SECONDS


def failed(error: BaseException, now: Callable[[], datetime]) -> CallFailed:
    """What an error of openai or instructor means, without the texts that it quotes."""
    cause = _cause(error)
    if isinstance(cause, IncompleteOutputException):
        return CallFailed(Failure.TRUNCATED)
    if isinstance(cause, openai.APITimeoutError | asyncio.TimeoutError):
        return CallFailed(Failure.TIMEOUT)
    if isinstance(cause, openai.APIStatusError):
        return _by_status(cause, now)
    if isinstance(cause, openai.APIConnectionError):
        return CallFailed(Failure.UNREACHABLE)
    return CallFailed(Failure.GARBAGE)


def _by_status(error: openai.APIStatusError, now: Callable[[], datetime]) -> CallFailed:
    status = error.status_code
    if status in _KEY_STATES:
        return CallFailed(Failure.WRONG_KEY)
    if status == HTTPStatus.NOT_FOUND:
        return CallFailed(Failure.UNKNOWN)
    if status in _TIME_STATES:
        return CallFailed(Failure.TIMEOUT)
    asked = _patience(error.response.headers.get("retry-after"), now)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return CallFailed(Failure.BUSY, wait_seconds=asked)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return CallFailed(Failure.BROKEN, wait_seconds=asked)
    return CallFailed(Failure.REFUSED, option=error.param)


def _cause(error: BaseException) -> BaseException:
    """What instructor wrapped, whatever it wrapped it in."""
    while isinstance(error, InstructorRetryException) and error.__cause__ is not None:
        error = error.__cause__
    return error


def completion_in(error: BaseException) -> Any:
    """The answer that an error brings along, None if there was none."""
    found = getattr(error, "last_completion", None)
    if found is None and error.__cause__ is not None:
        return completion_in(error.__cause__)
    return found


def _patience(header: str | None, now: Callable[[], datetime]) -> float | None:
    """Seconds in a Retry-After header: a number, or a date."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            until = email.utils.parsedate_to_datetime(header)
        except ValueError:
            return None
        until = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
        seconds = (until - now()).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None


def retrying(n_tries: int, first_wait_seconds: float) -> AsyncRetrying:
    """A loop of tries: longer and longer pauses, or the one that the endpoint asks for."""
    growing = wait_exponential(multiplier=first_wait_seconds, max=LONGEST_WAIT_SECONDS)

    def pause(state: RetryCallState) -> float:
        error = None if state.outcome is None else state.outcome.exception()
        if isinstance(error, CallFailed):
            if error.wait_seconds is not None:
                return error.wait_seconds
            if error.is_unusable or error.is_mended:  # the endpoint is well
                return 0.0
        return growing(state)

    return AsyncRetrying(
        stop=stop_after_attempt(n_tries),
        wait=pause,
        retry=retry_if_exception(lambda error: isinstance(error, CallFailed) and error.may_pass),
        reraise=True,
    )
