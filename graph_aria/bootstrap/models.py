"""The reader that asks a model as well, if an endpoint is set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

import keyring
import keyring.errors
import structlog

from graph_aria.config import Settings
from graph_aria.domain.advice import Verdict, Verdicts, Wording
from graph_aria.domain.proposals import Failure
from graph_aria.domain.reading import Cost, Reading, ReadRequest
from graph_aria.ports import AnalysisModel, Budget, Clock, MemoryAdviser, Reader
from graph_aria.stages.consult import consult
from graph_aria.stages.set_aside import Asked, set_aside
from graph_aria.stages.work import Pace

if TYPE_CHECKING:
    from graph_aria.adapters.llm.embedding import EndpointVectors

KEYRING_SERVICE: Final = "graph-aria model"

_log = structlog.get_logger("graph_aria.model")


class RunningReader(Reader, Protocol):
    """A reader that lives in a process of its own."""

    async def start(self) -> None:
        """Load the models; `read_batch` does it otherwise."""

    async def close(self) -> None:
        """Stop the process; safe to repeat."""


class Connection(Protocol):
    """Something that is let go of at the end."""

    async def close(self) -> None:
        """Let go of it; safe to repeat."""


class Advice(MemoryAdviser, Protocol):
    """An adviser whose price can be told beforehand."""

    def estimate(self, texts: Sequence[str]) -> int:
        """The most tokens that asking once about some sentences may take, answer included."""

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""


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


class BudgetedAdviser:
    """Advice of a model, within the day's budget."""

    def __init__(self, advice: Advice, budget: Budget, clock: Clock) -> None:
        """Say whom to ask; nothing is contacted yet."""
        self._advice = advice
        self._budget = budget
        self._clock = clock

    async def compare(self, pairs: Sequence[tuple[str, str]]) -> Verdicts:
        """How the second sentence of each pair stands to the first; see `MemoryAdviser`."""
        with self._asking([text for pair in pairs for text in pair]) as asked:
            if asked is None:
                return Verdicts((Verdict.UNDECIDED,) * len(pairs), Failure.BUDGET)
            verdicts = await self._advice.compare(pairs)
            asked.cost = verdicts.cost
        return verdicts

    async def merge(self, texts: Sequence[str]) -> Wording:
        """One sentence that says what some sentences say together; see `MemoryAdviser`."""
        with self._asking(texts) as asked:
            if asked is None:
                return Wording(None, Failure.BUDGET)
            wording = await self._advice.merge(texts)
            asked.cost = wording.cost
        return wording

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        await self._advice.close()

    @contextmanager
    def _asking(self, texts: Sequence[str]) -> Iterator[Asked | None]:
        """Set tokens aside, and log what was spent; None if there are too few."""
        today = self._clock.now().date()
        with set_aside(self._budget, self._advice.estimate(texts), today) as asked:
            try:
                yield asked
            finally:
                if asked is not None:
                    _log.info(
                        "model_asked",
                        about="memories",
                        calls=asked.cost.n_calls,
                        tokens_sent=asked.cost.n_sent,
                        tokens_received=asked.cost.n_received,
                    )


def budget_of(settings: Settings, clock: Clock, *, n_spent: int = 0) -> Budget:
    """What may be spent in a day, by all that ask a model.

    Args:
        settings: the limit.
        clock: tells the day.
        n_spent: tokens that were spent today (UTC) before now.
    """
    from graph_aria.adapters.llm.budget import ProcessBudget  # noqa: PLC0415 - as the others

    budget = ProcessBudget(settings.llm_daily_tokens)
    budget.spend(n_spent, clock.now().date())
    return budget


def adviser_of(settings: Settings, clock: Clock, budget: Budget) -> BudgetedAdviser | None:
    """Who advises about memories: the analysis model, None if none is set."""
    if settings.llm_base_url is None or settings.analysis_model is None:
        return None
    from graph_aria.adapters.llm.advice import OpenAiAdvice  # noqa: PLC0415 - see `with_model`
    from graph_aria.adapters.llm.endpoint import Endpoint  # noqa: PLC0415

    endpoint = Endpoint(settings.llm_base_url, key_of(settings), settings.llm_seconds)
    advice = OpenAiAdvice(endpoint, settings.analysis_model, clock.now)
    return BudgetedAdviser(advice, budget, clock)


def vectors_of(settings: Settings, clock: Clock) -> EndpointVectors | None:
    """The embedder of the endpoint, None if none is set."""
    if settings.llm_base_url is None or settings.embedding_model is None:
        return None
    from graph_aria.adapters.llm.embedding import EndpointVectors  # noqa: PLC0415
    from graph_aria.adapters.llm.endpoint import Endpoint  # noqa: PLC0415

    endpoint = Endpoint(settings.llm_base_url, key_of(settings), settings.llm_seconds)
    return EndpointVectors(endpoint, settings.embedding_model, clock.now)


def with_model(
    reader: RunningReader, settings: Settings, clock: Clock, budget: Budget | None = None
) -> RunningReader:
    """The reader, asking the analysis model of the settings as well if there is one.

    Without an address and a model nothing is loaded and nothing is ever contacted.

    Args:
        reader: reads with rules.
        settings: where the model is, and what it may cost.
        clock: tells the day of the budget.
        budget: what may be spent, shared with others that ask; that of the settings if None.
    """
    if settings.llm_base_url is None or settings.analysis_model is None:
        return reader
    # Two seconds and 60 MB that whoever has no endpoint does without.
    from graph_aria.adapters.llm.analysis import OpenAiAnalysis  # noqa: PLC0415
    from graph_aria.adapters.llm.endpoint import Endpoint  # noqa: PLC0415

    endpoint = Endpoint(settings.llm_base_url, key_of(settings), settings.llm_seconds)
    return ModelReader(
        reader,
        OpenAiAnalysis(endpoint, settings.analysis_model, clock.now),
        budget or budget_of(settings, clock),
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


def key_of(settings: Settings) -> str | None:
    """The key of the endpoint: environment, then the system's keyring under its address."""
    if settings.llm_api_key is not None:
        return settings.llm_api_key.get_secret_value()
    if not settings.keyring or settings.llm_base_url is None:
        return None
    try:
        return keyring.get_password(KEYRING_SERVICE, settings.llm_base_url)
    except keyring.errors.KeyringError:
        return None
