"""The running service: the application with its worker and its schedule."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog
import uvicorn
from fastapi import FastAPI

from graph_aria.api.app import build
from graph_aria.api.metrics import Metrics
from graph_aria.bootstrap import Ask, Services, configure_logging, make_ticker, open_services
from graph_aria.config import Settings
from graph_aria.domain.records import EntryState
from graph_aria.errors import AriaError, InvalidSetting, Unavailable
from graph_aria.ports import Clock
from graph_aria.stages.answer_lost import answer_lost
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.look_after import look_after
from graph_aria.stages.schedule import schedule
from graph_aria.stages.work import work

_LOOK_SECONDS: Final = 5.0
"""How long a job that backs off may wait for the worker to look again."""
_AFTER_FAULT_SECONDS: Final = 2.0
_GRACEFUL_SECONDS: Final = 10
_REACHED_AT: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}  # noqa: S104 - not bound to here
_log = structlog.get_logger("graph_aria.server")


class Worker:
    """Does the work of the outbox, one round after the other, until it is stopped."""

    def __init__(self, services: Services, metrics: Metrics) -> None:
        self._services = services
        self._metrics = metrics
        self._stopping = False
        self._rounds = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, on the running event loop."""
        self._task = asyncio.create_task(self._run(), name="aria-worker")

    async def do_round(self) -> int:
        """Do what is due; how many jobs that were."""
        services = self._services
        began = time.perf_counter()
        n_jobs = await work(
            services.store, services.faculties, services.clock, services.ids, services.pace
        )
        if n_jobs:
            seconds = time.perf_counter() - began
            self._metrics.note_work(n_jobs, seconds)
            _log.info("worked", jobs=n_jobs, ms=round(seconds * 1000, 1))
        return n_jobs

    async def settle(self, *, within_seconds: float | None) -> None:
        """Wait until the first round is over, or as long as that may take."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._rounds.wait(), within_seconds)

    async def stop(self, *, within_seconds: float | None) -> None:
        """Work off what is due, then end; what is left is done after the next start.

        Args:
            within_seconds: how long that may take, None for as long as it does.
        """
        if self._task is None:
            return
        self._stopping = True
        self._services.wake.set()
        _, late = await asyncio.wait({self._task}, timeout=within_seconds)
        if late:
            _log.warning("jobs are left for the next start", after_seconds=within_seconds)
            self._task.cancel()
            await asyncio.wait({self._task})
        self._task = None

    async def _run(self) -> None:
        services = self._services
        while True:
            last_round = self._stopping
            services.wake.clear()
            try:
                await self.do_round()
                services.health.pop("worker", None)
            except Exception as error:  # noqa: BLE001 - whatever it is, the service lives on
                name = error.code if isinstance(error, AriaError) else type(error).__name__
                services.health["worker"] = name
                _log.error("work failed", error=name)
                self._rounds.set()
                if not self._stopping:
                    await asyncio.sleep(_AFTER_FAULT_SECONDS)
            self._rounds.set()
            if last_round:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(services.wake.wait(), _LOOK_SECONDS)


@dataclass(frozen=True, slots=True)
class Mode:
    """How the application runs.

    Attributes:
        serving: with a schedule, and the reader loaded ahead of the first entry; else
            one command is done, after what is outstanding.
        ask: asks for the passphrase of an encrypted store.
        on_open: told when the store is open.
        clock: tells the time; the machine's if None.
        ahead_seconds: without serving, how long what is outstanding may keep the command
            waiting; None for as long as it takes.
        after_seconds: asked at the end how long the rest may take, None likewise.
        on_left: told how many entries still wait to be read at the very end, if any do.
    """

    serving: bool = True
    ask: Ask | None = None
    on_open: Callable[[Services], None] | None = None
    clock: Clock | None = None
    ahead_seconds: float | None = None
    after_seconds: Callable[[], float | None] = lambda: None
    on_left: Callable[[int], None] | None = None


def create_app(settings: Settings, mode: Mode | None = None) -> FastAPI:
    """The ASGI application; its lifespan opens the store and closes it again."""
    how = mode or Mode()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = await open_services(settings, ask=how.ask, clock=how.clock)
        try:
            app.state.services = services
            if how.on_open is not None:
                how.on_open(services)
            worker = Worker(services, app.state.metrics)
            with contextlib.suppress(Unavailable):  # a full disk keeps nobody from looking
                await answer_lost(services.store, services.clock, services.ids, has_started=True)
            async with _serving(services, worker) if how.serving else _once(services, worker, how):
                yield
        finally:
            await services.close()

    return build(settings, lifespan)


@contextlib.asynccontextmanager
async def _serving(services: Services, worker: Worker) -> AsyncIterator[None]:
    async def tick() -> None:
        try:
            if await schedule(services.store, services.clock, services.ids):
                services.wake.set()
            services.health.pop("schedule", None)
        except AriaError as error:
            services.health["schedule"] = error.code
            _log.error("schedule failed", error=error.code)

    async def every_minute() -> None:
        await tick()
        await _look_after(services)

    async def warm() -> None:
        services.health["reader"] = "loading"
        while "reader" in services.health:
            try:
                await services.reader.start()
            except AriaError as error:
                services.health["reader"] = error.code
                _log.error("the reader does not start", error=error.code)
                await asyncio.sleep(_LOOK_SECONDS)
            else:
                del services.health["reader"]
        _log.info("ready", reader=services.reader.reader_id, degraded=services.reader.degraded)

    await tick()
    warming = asyncio.create_task(warm(), name="aria-warming")
    ticker = make_ticker(every_minute)
    ticker.start()
    worker.start()
    try:
        yield
    finally:
        await services.replies.close()
        await services.exchanges.close()
        await worker.stop(within_seconds=services.settings.drain_seconds)
        ticker.stop()
        warming.cancel()
        await asyncio.wait({warming})
        _log.info("stopped")


async def _look_after(services: Services) -> None:
    if "reader" in services.health:
        return  # no embedder is woken before its turn
    try:
        if await look_after(services.store, services.faculties, services.clock, services.ids):
            services.wake.set()
    except AriaError as error:
        _log.error("memories are not looked after", error=error.code)


@contextlib.asynccontextmanager
async def _once(services: Services, worker: Worker, how: Mode) -> AsyncIterator[None]:
    try:
        await schedule(services.store, services.clock, services.ids)
    except Unavailable as error:  # a full disk keeps nobody from looking
        services.health["schedule"] = error.code
    worker.start()
    try:
        await worker.settle(within_seconds=how.ahead_seconds)
        yield
    except (asyncio.CancelledError, GeneratorExit):
        await worker.stop(within_seconds=0)
        raise
    finally:
        await services.replies.close()
        await services.exchanges.close()
        # Nobody else is there to do it; what takes too long is left for the next command.
        await worker.stop(within_seconds=how.after_seconds())
        if how.on_left is not None and (n_left := await _count_waiting(services)):
            how.on_left(n_left)


async def _count_waiting(services: Services) -> int:
    """How many entries wait to be read, of all profiles."""
    n_waiting = 0
    for profile in await services.store.list_profiles():
        waiting = leaf_through(services.store.list_entries, profile.id, state=EntryState.PENDING)
        async for _ in waiting:
            n_waiting += 1
    return n_waiting


class _Server(uvicorn.Server):
    """Tells its address once it is bound, and ends what would keep it from stopping."""

    def __init__(
        self,
        config: uvicorn.Config,
        on_bound: Callable[[str], None],
        opened: Sequence[Services],
    ) -> None:
        super().__init__(config)
        self._on_bound = on_bound
        self._opened = opened

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Bind, then tell the address."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            for server in self.servers:
                for bound in server.sockets:
                    host, port = bound.getsockname()[:2]
                    self._on_bound(f"http://{_REACHED_AT.get(host, host)}:{port}")
                    return

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """End the streams of replies, which it would wait for, and stop."""
        for services in self._opened:
            await services.replies.close()
            await services.exchanges.close()
        await super().shutdown(sockets)  # type: ignore[arg-type]


def serve(
    settings: Settings, *, ask: Ask | None = None, on_ready: Callable[[str, Services], None]
) -> None:
    """Run the service until it is told to stop; jobs are worked off before it ends.

    Args:
        settings: address, port and all else.
        ask: asks for the passphrase of an encrypted store.
        on_ready: told address and services when requests are answered.

    Raises:
        InvalidSetting: the address cannot be bound.
        AriaError: the store does not open.
    """
    configure_logging(settings)
    if not settings.is_loopback:
        _log.warning("other machines can reach this service, unencrypted", host=settings.host)
    opened: list[Services] = []
    failed: list[AriaError] = []
    app = create_app(settings, Mode(ask=ask, on_open=opened.append))
    inner = app.router.lifespan_context

    @contextlib.asynccontextmanager
    async def remembering(app_: FastAPI) -> AsyncIterator[None]:
        try:
            async with inner(app_):
                yield
        except AriaError as error:
            failed.append(error)
            raise

    app.router.lifespan_context = remembering

    def bound(address: str) -> None:
        # What the start made lives as long as the process: a collection need not walk through
        # it again and again while somebody waits for an answer.
        gc.collect()
        gc.freeze()
        opened[0].announce(address)
        on_ready(address, opened[0])

    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_config=None,
        log_level="critical",
        server_header=False,
        timeout_graceful_shutdown=_GRACEFUL_SECONDS,
        lifespan="on",
    )
    server = _Server(config, bound, opened)
    # uvicorn raises the signal that stopped it once more when all is done; being told to
    # stop is no failure.
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        server.run()
    except SystemExit as error:
        if failed:
            raise failed[0] from error
        message = (
            f"{settings.host}:{settings.port} cannot be bound; is it taken? Give another port "
            "with --port or in ARIA_PORT, or 0 for any that is free"
        )
        raise InvalidSetting(message) from error
    except KeyboardInterrupt:
        pass
    if failed:
        raise failed[0]
