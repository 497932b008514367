"""Stores by their addresses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graph_aria.adapters.clock import SystemClock
from graph_aria.adapters.folder import STORE_NAME
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.bootstrap.passphrases import (
    Ask,
    find_passphrase,
    is_file_encrypted,
    store_path,
    telling_remedy,
)
from graph_aria.config import NEO4J_SCHEMES, SQLITE, Settings, known_neo4j
from graph_aria.errors import InvalidInput, NotFound
from graph_aria.ports import Clock, Store

if TYPE_CHECKING:
    from graph_aria.adapters.neo4j import Neo4jStore


async def open_neo4j(
    settings: Settings,
    uri: str,
    *,
    clock: Clock,
    copying: bool = False,
    create: bool = True,
    holder: str | None = None,
) -> Neo4jStore:
    """Reach the Neo4j at an address, with what the settings say of it.

    Raises:
        NotFound: there is no store, and `create` is False.
        InvalidSetting: the address is none.
        StoreUnreachable, StoreRefused, StoreUnknown, StoreTooOld, StoreReadOnly, StoreNewer,
        StoreCorrupt, CopyUnfinished: it cannot be opened.
    """
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
    return await Neo4jStore.open(address, clock=clock, copying=copying, create=create)


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
        return await open_neo4j(
            settings, address, clock=SystemClock(), copying=copying, create=copying
        )
    there = settings.model_copy(update={"data_dir": folder})
    if not copying and not store_path(there).exists():
        raise NotFound(f"there is no store in {folder}")
    passphrase = find_passphrase(there, ask=ask)
    with telling_remedy(there, passphrase):
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
    return folder is not None and is_file_encrypted(folder / STORE_NAME)


def _folder_of(settings: Settings, address: str) -> Path | None:
    """The data folder that an address names, None if it is that of a Neo4j."""
    scheme, _, rest = address.partition(":")
    if scheme == SQLITE:
        return Path(rest).expanduser().absolute() if rest else settings.data_dir
    if scheme in NEO4J_SCHEMES or "@" in address:
        try:
            known_neo4j(address)
        except ValueError as error:
            raise InvalidInput(f"the address of the store is not valid: {error}") from error
        return None
    raise InvalidInput(
        f"{address!r} is no store; give {SQLITE}:FOLDER for the store in a data folder, or "
        "the address of a Neo4j such as neo4j://127.0.0.1:7687"
    )
