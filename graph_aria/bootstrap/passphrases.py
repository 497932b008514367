"""The passphrase of an encrypted store: where it is looked for, and what changes it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import keyring
import keyring.errors

from graph_aria.adapters.clock import SystemClock
from graph_aria.adapters.folder import STORE_NAME
from graph_aria.adapters.sqlite.connection import is_encrypted
from graph_aria.adapters.sqlite.files import decrypt, encrypt, restore
from graph_aria.config import Settings
from graph_aria.errors import StoreUnreadable, WrongPassphrase

KEYRING_SERVICE: Final = "graph-aria"

Ask = Callable[[], str]
"""Asks the person at the terminal for the passphrase."""


def store_path(settings: Settings) -> Path:
    """The store's file, there or not."""
    return settings.data_dir / STORE_NAME


def is_store_encrypted(settings: Settings) -> bool:
    """Whether the store is there and encrypted; False for a file that is no store.

    Raises:
        StoreUnreadable: it cannot be read.
    """
    return is_file_encrypted(store_path(settings))


def is_file_encrypted(path: Path) -> bool:
    """Whether a file is an encrypted store; False for one that is not there, or is none.

    Raises:
        StoreUnreadable: it cannot be read.
    """
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
    if not is_file_encrypted(path):
        return None
    if settings.passphrase is not None:
        return settings.passphrase.get_secret_value()
    return recall_passphrase(settings) or (ask() if ask is not None else None) or None


@contextlib.contextmanager
def telling_remedy(settings: Settings, passphrase: str | None) -> Iterator[None]:
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
    with telling_remedy(settings, passphrase):
        decrypt(settings.data_dir, passphrase, started_at=SystemClock().now())
