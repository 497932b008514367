"""The reader that asks a model as well, if an endpoint is set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import keyring
import keyring.errors
import structlog

from graph_aria.config import Settings
from graph_aria.domain.reading import Cost, Reading, ReadRequest
from graph_aria.ports import AnalysisModel, Budget, Clock, Reader
from graph_aria.stages.consult import consult
from graph_aria.stages.work import Pace

KEYRING_SERVICE: Final = "graph-aria model"

_log = structlog.get_logger("graph_aria.model")


class RunningReader(Reader, Protocol):
    """A reader that lives in a process of its own."""

    async def start(self) -> None:
        """Load the models; `read_batch` does it otherwise."""

    async def close(self) -> None:
        """Stop the process; safe to repeat."""


class ModelReader:
    """Reads with rules and a model."""

    def __init__(
        self,
        reader: RunningReader,
        model: AnalysisModel,
        budget: Budget,
        clock: Clock,
        *,
        at_once: int,
    ) -> None:
        """Say what to read with; nothing is started or contacted yet."""
        self._reader = reader
        self._model = model
        self._budget = budget
        self._clock = clock
        self._at_once = at_once

    @property
    def reader_id(self) -> str:
        """Name and version of the rules with their model, and the model asked besides."""
        rules = self._reader.reader_id
        return f"{rules}+{self._model.model_id}" if "+" in rules else rules

    @property
    def degraded(self) -> str | None:
        """What the rules lack, or why the model is not asked; how to mend it."""
        return "; ".join(filter(None, (self._reader.degraded, self._model.degraded))) or None

    async def start(self) -> None:
        """Start the rules' reader; the model is contacted when there is something to read."""
        await self._reader.start()

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """One reading for each request, in their order; see `consult`.

        Raises:
            ReaderFailed: the rules' reader crashed or took too long.
        """
        readings = await consult(
            self._reader,
            self._model,
            self._budget,
            self._clock,
            requests,
            at_once=self._at_once,
        )
        cost = sum((reading.cost for reading in readings if reading.cost is not None), Cost())
        _log.info(
            "model_asked",
            texts=len(readings),
            without_model=sum(reading.note is not None for reading in readings),
            calls=cost.n_calls,
            tokens_sent=cost.n_sent,
            tokens_received=cost.n_received,
        )
        return readings

    async def close(self) -> None:
        """Stop the rules' reader and let go of connections; safe to repeat."""
        try:
            await self._model.close()
        finally:
            await self._reader.close()


def with_model(
    reader: RunningReader, settings: Settings, clock: Clock, *, n_spent: int = 0
) -> RunningReader:
    """The reader, asking the analysis model of the settings as well if there is one.

    Without an address and a model nothing is loaded and nothing is ever contacted.

    Args:
        reader: reads with rules.
        settings: where the model is, and what it may cost.
        clock: tells the day of the budget.
        n_spent: tokens that were spent today (UTC) before now.
    """
    if settings.llm_base_url is None or settings.analysis_model is None:
        return reader
    # Two seconds and 60 MB that whoever has no endpoint does without.
    from graph_aria.adapters.llm.analysis import OpenAiAnalysis  # noqa: PLC0415
    from graph_aria.adapters.llm.budget import ProcessBudget  # noqa: PLC0415
    from graph_aria.adapters.llm.endpoint import Endpoint  # noqa: PLC0415

    budget = ProcessBudget(settings.llm_daily_tokens)
    budget.spend(n_spent, clock.now().date())
    endpoint = Endpoint(settings.llm_base_url, _key_of(settings), settings.llm_seconds)
    return ModelReader(
        reader,
        OpenAiAnalysis(endpoint, settings.analysis_model, clock.now),
        budget,
        clock,
        at_once=settings.llm_parallel,
    )


def has_model(settings: Settings) -> bool:
    """Whether an analysis model is set."""
    return settings.llm_base_url is not None and settings.analysis_model is not None


def pace_of(settings: Settings) -> Pace:
    """How the reader of the settings is given work."""
    if not has_model(settings):
        return Pace()
    # As long as `CALLS_A_TEXT` in the adapter, which is not loaded for this.
    return Pace.of_model(2 * settings.llm_seconds, settings.llm_parallel)


def _key_of(settings: Settings) -> str | None:
    """The key of the endpoint: environment, then the system's keyring under its address."""
    if settings.llm_api_key is not None:
        return settings.llm_api_key.get_secret_value()
    if not settings.keyring or settings.llm_base_url is None:
        return None
    try:
        return keyring.get_password(KEYRING_SERVICE, settings.llm_base_url)
    except keyring.errors.KeyringError:
        return None
