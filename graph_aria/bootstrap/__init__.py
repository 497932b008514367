"""Builds the services from the settings: the only importer of adapters."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

import structlog

from graph_aria.adapters.clock import SystemClock, UuidIds
from graph_aria.adapters.folder import Folder, read_owner
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.scheduler import Ticker
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.bootstrap.caring import care_text_of
from graph_aria.bootstrap.companion import companion_of
from graph_aria.bootstrap.models import (
    Connection,
    RunningReader,
    adviser_of,
    budget_of,
    has_model,
    pace_of,
    vectors_of,
    with_model,
)
from graph_aria.bootstrap.passphrases import (
    Ask,
    decrypt_store,
    encrypt_store,
    find_passphrase,
    is_store_encrypted,
    recall_passphrase,
    remember_passphrase,
    restore_store,
    store_path,
    telling_remedy,
)
from graph_aria.bootstrap.relaying import relay_of
from graph_aria.bootstrap.stores import is_encrypted_at, is_same_store, open_neo4j, open_store
from graph_aria.config import SQLITE, Settings
from graph_aria.domain.reading import Cost
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import StoreUnreadable
from graph_aria.ports import Budget, Clock, Ids, Relay, Store
from graph_aria.stages.exchange import Exchanges
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.live_replies import LiveReplies
from graph_aria.stages.work import Pace

if TYPE_CHECKING:
    from graph_aria.adapters.neo4j.browser import Look

__all__ = [
    "ADMIN_PREFIX",
    "SECRET_NAME",
    "Ask",
    "Look",
    "RunningReader",
    "Services",
    "browser_query",
    "configure_logging",
    "decrypt_store",
    "encrypt_store",
    "explore_folder",
    "find_passphrase",
    "is_encrypted_at",
    "is_same_store",
    "is_store_encrypted",
    "make_clock",
    "make_ticker",
    "open_services",
    "open_store",
    "owner_of",
    "read_secret",
    "recall_passphrase",
    "remember_passphrase",
    "restore_store",
    "store_path",
]

SECRET_NAME = "admin.secret"  # noqa: S105 - a file's name
ADMIN_PREFIX = "aria_admin_"


@dataclass(frozen=True, slots=True)
class Services:
    """What the edges work with.

    Attributes:
        reader: reads, and is started and stopped.
        faculties: the same, with what compares sentences, for stages.
        admin_secret: bearer that reaches every verb of every profile.
        wake: set whenever there may be new work in the outbox.
        announce: tells other processes the address at which this one serves.
        release: gives the data folder free.
        health: what is wrong with the running parts, by name; empty when all is well.
        budget: what may be spent in a day by all that ask a model.
        pace: how the reader is given work.
        connections: what else is let go of at the end.
        replies: replies that are being said.
        relay: the endpoint that clients are connected to; None without a chat model.
        exchanges: exchanges of clients with it.
    """

    settings: Settings
    store: Store
    reader: RunningReader
    faculties: Faculties
    clock: Clock
    ids: Ids
    admin_secret: str
    announce: Callable[[str], None]
    budget: Budget
    relay: Relay | None = None
    release: Callable[[], None] = lambda: None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    health: dict[str, str] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    connections: tuple[Connection, ...] = ()
    replies: LiveReplies = field(init=False)
    exchanges: Exchanges = field(init=False)

    def __post_init__(self) -> None:
        """Make what needs the rest."""
        replies = LiveReplies(self.store, self.faculties, self.clock, self.ids, wake=self.wake.set)
        object.__setattr__(self, "replies", replies)  # the way of frozen dataclasses
        exchanges = Exchanges(
            self.store,
            self.faculties,
            self.clock,
            self.ids,
            relay=self.relay,
            budget=self.budget,
            key=hashlib.blake2b(self.admin_secret.encode(), person=b"histories").digest(),
            wake=self.wake.set,
        )
        object.__setattr__(self, "exchanges", exchanges)

    async def close(self) -> None:
        """Stop replying and reading, and give the data folder free."""
        await self.replies.close()
        await self.exchanges.close()
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(self.release)
            stack.push_async_callback(self.store.close)
            for connection in self.connections:
                stack.push_async_callback(connection.close)
            await self.reader.close()


async def open_services(
    settings: Settings, *, ask: Ask | None = None, clock: Clock | None = None
) -> Services:
    """Own the data folder, open the store and prepare the reader, which loads later.

    Args:
        settings: how to run.
        ask: asks for the passphrase if neither environment nor keyring has it.
        clock: tells the time; the machine's if None.

    Raises:
        InvalidSetting: there is no text to answer words of a crisis with.
        StoreLocked, StoreUnreadable, StoreCorrupt, StoreNewer, WrongPassphrase, DiskFull.
        StoreUnreachable, StoreRefused, StoreUnknown, StoreTooOld, StoreReadOnly: a Neo4j's.
    """
    clock = clock or SystemClock()
    care_text = care_text_of(settings)  # before anything is opened
    async with contextlib.AsyncExitStack() as stack:
        store, announce, release = await _open(settings, ask=ask, clock=clock)
        stack.callback(release)
        stack.push_async_callback(store.close)
        process = ReaderProcess(model=settings.spacy_model)
        spent = await store.read_spent(clock.now().date()) if has_model(settings) else Cost()
        budget = budget_of(settings, clock, n_spent=spent.n_tokens)
        reader = with_model(process, settings, clock, budget)
        adviser = adviser_of(settings, clock, budget)
        companion = companion_of(settings, clock, budget)
        vectors = vectors_of(settings, clock)
        services = Services(
            settings=settings,
            store=store,
            reader=reader,
            faculties=Faculties(
                reader,
                process,
                vectors or process,
                remembers=settings.memory_enabled,
                adviser=adviser,
                rules=process,
                companion=companion,
                second_look=process,
                care_text=care_text,
            ),
            clock=clock,
            ids=UuidIds(),
            admin_secret=read_secret(settings) or _new_secret(settings),
            announce=announce,
            budget=budget,
            relay=relay_of(settings),
            release=release,
            pace=pace_of(settings),
            connections=tuple(one for one in (adviser, companion, vectors) if one is not None),
        )
        stack.pop_all()
        return services


async def _open(
    settings: Settings, *, ask: Ask | None, clock: Clock
) -> tuple[Store, Callable[[str], None], Callable[[], None]]:
    """The store of the settings, and how to announce an address and let the folder go.

    Whatever the store is, the data folder has one owner: there lie the admin secret and the
    address at which the command line finds the service.
    """
    if settings.store == SQLITE:
        passphrase = find_passphrase(settings, ask=ask)
        with telling_remedy(settings, passphrase):
            store = await SqliteStore.open(settings.data_dir, passphrase=passphrase, clock=clock)
        return store, store.announce, lambda: None
    folder = Folder.own(settings.data_dir, started_at=clock.now())
    try:
        # The folder has one owner, so its secret can name the process among all that use the
        # server, without telling it.
        secret = read_secret(settings) or _new_secret(settings)
        holder = hashlib.blake2b(secret.encode(), digest_size=8).hexdigest()
        server = await open_neo4j(settings, settings.store, clock=clock, holder=holder)
    except BaseException:
        folder.release()
        raise
    return server, folder.announce, folder.release


def browser_query(look: Look, predicate: Predicate | None = None) -> str:
    """What Neo4j Browser is to draw, with the parameters $profile and $id.

    Args:
        look: at what; one of the queries of `cypher/queries/browser.cypher`.
        predicate: the relation's, if it is one.
    """
    # Here, so that whoever has a file need not load the driver of a Neo4j.
    from graph_aria.adapters.neo4j import browser  # noqa: PLC0415

    return browser.browser_query(look, predicate)


def explore_folder() -> Traversable:
    """What there is for Neo4j Browser: saved queries, a style, a guide."""
    from graph_aria.adapters.neo4j.queries import cypher_folder  # noqa: PLC0415

    return cypher_folder() / "explore"


def make_clock() -> Clock:
    """The machine's clock."""
    return SystemClock()


def make_ticker(tick: Callable[[], Awaitable[None]]) -> Ticker:
    """A metronome for the schedule."""
    return Ticker(tick)


def owner_of(settings: Settings) -> dict[str, object] | None:
    """What the process that owns the data folder says of itself, None if nobody does."""
    return read_owner(settings.data_dir)


def read_secret(settings: Settings) -> str | None:
    """The admin secret of a data folder, or None if there is none yet.

    Raises:
        StoreUnreadable: it is there and cannot be read.
    """
    path = settings.data_dir / SECRET_NAME
    try:
        return path.read_text("utf-8").strip() or None
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path} cannot be read; check its permissions"
        raise StoreUnreadable(message) from error


def _new_secret(settings: Settings) -> str:
    secret = ADMIN_PREFIX + secrets.token_urlsafe(32)
    path = settings.data_dir / SECRET_NAME
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secret)
    except OSError as error:
        message = f"{path} cannot be written; check the permissions of its folder"
        raise StoreUnreadable(message) from error
    return secret


def configure_logging(settings: Settings, *, least: str | None = None) -> None:
    """Log to stderr: short lines on a terminal, else JSON. No log line quotes a diary.

    Args:
        settings: level and format.
        least: a level that takes the place of the setting's.
    """
    on_terminal = settings.log_format == "console" or (
        settings.log_format == "auto" and sys.stderr.isatty()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
            if on_terminal
            else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[(least or settings.log_level).upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
