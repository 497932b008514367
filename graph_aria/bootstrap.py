"""Builds the services from the settings: the only importer of adapters."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import keyring
import keyring.errors
import structlog

from graph_aria.adapters.clock import SystemClock, UuidIds
from graph_aria.adapters.folder import STORE_NAME, Folder, read_owner
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.scheduler import Ticker
from graph_aria.adapters.sqlite.connection import is_encrypted
from graph_aria.adapters.sqlite.files import decrypt, encrypt, restore
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.config import NEO4J_SCHEMES, SQLITE, Settings
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import InvalidInput, NotFound, StoreUnreadable, WrongPassphrase
from graph_aria.ports import Clock, Ids, Reader, Store

if TYPE_CHECKING:
    from graph_aria.adapters.neo4j import Neo4jStore
    from graph_aria.adapters.neo4j.browser import Look as Look  # noqa: PLC0414 - for the API

KEYRING_SERVICE = "graph-aria"
SECRET_NAME = "admin.secret"  # noqa: S105 - a file's name
ADMIN_PREFIX = "aria_admin_"


class RunningReader(Reader, Protocol):
    """A reader that lives in a process of its own."""

    async def start(self) -> None:
        """Load the models; `read_batch` does it otherwise."""

    async def close(self) -> None:
        """Stop the process; safe to repeat."""


@dataclass(frozen=True, slots=True)
class Services:
    """What the edges work with.

    Attributes:
        admin_secret: bearer that reaches every verb of every profile.
        wake: set whenever there may be new work in the outbox.
        announce: tells other processes the address at which this one serves.
        release: gives the data folder free.
        health: what is wrong with the running parts, by name; empty when all is well.
    """

    settings: Settings
    store: Store
    reader: RunningReader
    clock: Clock
    ids: Ids
    admin_secret: str
    announce: Callable[[str], None]
    release: Callable[[], None] = lambda: None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    health: dict[str, str] = field(default_factory=dict)

    async def close(self) -> None:
        """Stop the reader and give the data folder free."""
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(self.release)
            stack.push_async_callback(self.store.close)
            await self.reader.close()


Ask = Callable[[], str]
"""Asks the person at the terminal for the passphrase."""


async def open_services(
    settings: Settings, *, ask: Ask | None = None, clock: Clock | None = None
) -> Services:
    """Own the data folder, open the store and prepare the reader, which loads later.

    Args:
        settings: how to run.
        ask: asks for the passphrase if neither environment nor keyring has it.
        clock: tells the time; the machine's if None.

    Raises:
        StoreLocked, StoreUnreadable, StoreCorrupt, StoreNewer, WrongPassphrase, DiskFull.
        StoreUnreachable, StoreRefused, StoreUnknown, StoreTooOld, StoreReadOnly: a Neo4j's.
    """
    clock = clock or SystemClock()
    async with contextlib.AsyncExitStack() as stack:
        store, announce, release = await _open(settings, ask=ask, clock=clock)
        stack.callback(release)
        stack.push_async_callback(store.close)
        services = Services(
            settings=settings,
            store=store,
            reader=ReaderProcess(model=settings.spacy_model),
            clock=clock,
            ids=UuidIds(),
            admin_secret=read_secret(settings) or _new_secret(settings),
            announce=announce,
            release=release,
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
        with _telling_remedy(settings, passphrase):
            store = await SqliteStore.open(settings.data_dir, passphrase=passphrase, clock=clock)
        return store, store.announce, lambda: None
    folder = Folder.own(settings.data_dir, started_at=clock.now())
    try:
        # The folder has one owner, so its secret can name the process among all that use the
        # server, without telling it.
        secret = read_secret(settings) or _new_secret(settings)
        holder = hashlib.blake2b(secret.encode(), digest_size=8).hexdigest()
        server = await _open_neo4j(settings, settings.store, clock=clock, holder=holder)
    except BaseException:
        folder.release()
        raise
    return server, folder.announce, folder.release


async def _open_neo4j(
    settings: Settings,
    uri: str,
    *,
    clock: Clock,
    copying: bool = False,
    holder: str | None = None,
) -> Neo4jStore:
    # A quarter of a second that whoever has a file does without.
    from graph_aria.adapters.neo4j import Address, Neo4jStore  # noqa: PLC0415

    password = settings.neo4j_password
    address = Address(
        uri=uri,
        user=settings.neo4j_user,
        password=None if password is None else password.get_secret_value(),
        database=settings.neo4j_database,
        pool_size=settings.neo4j_pool_size,
        connect_seconds=settings.neo4j_connect_seconds,
        acquire_seconds=settings.neo4j_acquire_seconds,
        retry_seconds=settings.neo4j_retry_seconds,
        holder=holder,
    )
    return await Neo4jStore.open(address, clock=clock, copying=copying)


async def open_store(
    settings: Settings, address: str, *, ask: Ask | None = None, copying: bool = False
) -> Store:
    """Open a store by its address, without anything else that the services have.

    Args:
        settings: how to run.
        address: "sqlite:FOLDER" for the store in a data folder, "sqlite:" for the one of
            the settings, or the address of a Neo4j, whose user, password and database are
            those of the settings.
        ask: asks for the passphrase if neither environment nor keyring has it.
        copying: the store is copied into: it is made if it is not there, and opened
            also if a copy into it was broken off.

    Raises:
        InvalidInput: there is no such sort of address.
        NotFound: there is no store, and `copying` is False.
        CopyUnfinished: a copy into it was broken off, and `copying` is False.
        StoreLocked, StoreUnreadable, StoreCorrupt, StoreNewer, WrongPassphrase, DiskFull.
        StoreUnreachable, StoreRefused, StoreUnknown, StoreTooOld, StoreReadOnly: a Neo4j's.
    """
    folder = _folder_of(settings, address)
    if folder is None:
        return await _open_neo4j(settings, address, clock=SystemClock(), copying=copying)
    there = settings.model_copy(update={"data_dir": folder})
    if not copying and not store_path(there).exists():
        raise NotFound(f"there is no store in {folder}")
    passphrase = find_passphrase(there, ask=ask)
    with _telling_remedy(there, passphrase):
        return await SqliteStore.open(
            folder, passphrase=passphrase, clock=SystemClock(), copying=copying
        )


def is_same_store(settings: Settings, one: str, other: str) -> bool:
    """Whether two addresses, see `open_store`, mean the same store.

    Raises:
        InvalidInput: there is no such sort of address.
    """
    here, there = _folder_of(settings, one), _folder_of(settings, other)
    if here is None or there is None:
        return one.rstrip("/").casefold() == other.rstrip("/").casefold()
    return here.resolve() == there.resolve()


def is_encrypted_at(settings: Settings, address: str) -> bool:
    """Whether the store at an address, see `open_store`, is a file that is encrypted.

    Raises:
        InvalidInput, StoreUnreadable.
    """
    folder = _folder_of(settings, address)
    return folder is not None and _is_encrypted(folder / STORE_NAME)


def _folder_of(settings: Settings, address: str) -> Path | None:
    """The data folder that an address names, None if it is that of a Neo4j."""
    scheme, _, rest = address.partition(":")
    if scheme in NEO4J_SCHEMES and rest.startswith("//"):
        return None
    if scheme != SQLITE:
        raise InvalidInput(
            f"{address!r} is no store; give {SQLITE}:FOLDER for the store in a data folder, or "
            "the address of a Neo4j such as neo4j://127.0.0.1:7687"
        )
    return Path(rest).expanduser().absolute() if rest else settings.data_dir


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


def store_path(settings: Settings) -> Path:
    """The store's file, there or not."""
    return settings.data_dir / STORE_NAME


def is_store_encrypted(settings: Settings) -> bool:
    """Whether the store is there and encrypted; False for a file that is no store.

    Raises:
        StoreUnreadable: it cannot be read.
    """
    return _is_encrypted(store_path(settings))


def _is_encrypted(path: Path) -> bool:
    try:
        return is_encrypted(path)
    except OSError as error:
        message = f"{path} cannot be read; check its permissions"
        raise StoreUnreadable(message) from error


def find_passphrase(settings: Settings, *, ask: Ask | None = None) -> str | None:
    """The passphrase of an encrypted store: environment, keyring, then the person asked.

    None for a plain store, whatever the environment says. A new store is encrypted
    only by `aria encrypt`.
    """
    return _passphrase_of(settings, store_path(settings), ask=ask)


def _passphrase_of(settings: Settings, path: Path, *, ask: Ask | None) -> str | None:
    if not _is_encrypted(path):
        return None
    if settings.passphrase is not None:
        return settings.passphrase.get_secret_value()
    return recall_passphrase(settings) or (ask() if ask is not None else None) or None


@contextlib.contextmanager
def _telling_remedy(settings: Settings, passphrase: str | None) -> Iterator[None]:
    """Say where a passphrase that is missing or wrong is looked for."""
    try:
        yield
    except WrongPassphrase as error:
        if passphrase is None:
            said = (
                "the store is encrypted, and its passphrase was not found: set ARIA_PASSPHRASE, "
                "or keep it in the system's keyring with `aria encrypt --remember`"
            )
        elif settings.passphrase is not None:
            said = (
                "the passphrase in ARIA_PASSPHRASE does not open this store; correct the "
                "variable, or unset it to have the system's keyring asked, then you"
            )
        else:
            said = (
                "this passphrase, typed or from the system's keyring, does not open the store; "
                "set ARIA_PASSPHRASE to the right one, which counts before the keyring's"
            )
        raise WrongPassphrase(said) from error


def recall_passphrase(settings: Settings) -> str | None:
    """The passphrase that the system's keyring has for this data folder, or None."""
    if not settings.keyring:
        return None
    try:
        return keyring.get_password(KEYRING_SERVICE, str(settings.data_dir))
    except (keyring.errors.KeyringError, RuntimeError, OSError):
        return None


def remember_passphrase(settings: Settings, passphrase: str | None) -> bool:
    """Put the passphrase into the system's keyring, or take it out; False if that fails."""
    if not settings.keyring:
        return False
    try:
        if passphrase is None:
            keyring.delete_password(KEYRING_SERVICE, str(settings.data_dir))
        else:
            keyring.set_password(KEYRING_SERVICE, str(settings.data_dir), passphrase)
    except (keyring.errors.KeyringError, RuntimeError, OSError):
        return False
    return True


def restore_store(settings: Settings, file: Path, *, ask: Ask | None = None) -> None:
    """Put a backup in the place of the store; an encrypted one needs its passphrase.

    A plain one over an encrypted store needs the store's, and is encrypted with it.

    Raises:
        NotFound, Conflict, StoreCorrupt, StoreNewer, WrongPassphrase, StoreLocked.
    """
    passphrase = _passphrase_of(settings, file, ask=ask) or find_passphrase(settings, ask=ask)
    now = SystemClock().now()
    # Its own messages tell the backup's passphrase from the store's.
    restore(file, settings.data_dir, passphrase=passphrase, started_at=now)


def encrypt_store(settings: Settings, passphrase: str) -> None:
    """Encrypt the store's file.

    Raises:
        Conflict, NotFound, StoreLocked, StoreCorrupt.
    """
    encrypt(settings.data_dir, passphrase, started_at=SystemClock().now())


def decrypt_store(settings: Settings, passphrase: str) -> None:
    """Write the store's file as a plain one again.

    Raises:
        Conflict, NotFound, StoreLocked, WrongPassphrase, StoreCorrupt.
    """
    with _telling_remedy(settings, passphrase):
        decrypt(settings.data_dir, passphrase, started_at=SystemClock().now())


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
