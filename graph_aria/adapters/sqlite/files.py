"""The store's file as a whole: restored, encrypted, decrypted, while nobody owns it.

Each works on a copy, and puts that in place of the file in one step once it is whole
and on the disk; whatever happens before leaves the store as it was.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final

import apsw

from graph_aria.adapters.folder import Folder, make_private, sync_file, sync_folder
from graph_aria.adapters.sqlite.connection import (
    CIPHER,
    check_kind,
    check_passphrase,
    check_schema,
    connect,
    is_encrypted,
)
from graph_aria.adapters.sqlite.engine import rows
from graph_aria.adapters.sqlite.faults import translating
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.errors import (
    AriaError,
    Conflict,
    InvalidInput,
    NotFound,
    StoreCorrupt,
    StoreNewer,
    WrongPassphrase,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path
    from typing import BinaryIO

_BLOCK: Final = 1_000_000
_Q: Final = load_queries("maintenance")


def restore(
    source: Path, folder: Path, *, passphrase: str | None = None, started_at: datetime
) -> None:
    """Put a backup in the place of the store.

    Args:
        source: what `backup` wrote.
        folder: the data folder; made if it is not there.
        passphrase: opens the backup, and the restored store, if it is encrypted; of a plain
            backup and an encrypted store, the store's, which stays encrypted with it.
        started_at: now, told to whoever finds the folder owned meanwhile.

    Raises:
        NotFound: there is no such file.
        StoreCorrupt, StoreNewer, WrongPassphrase: the backup is not usable; the store is
            as it was.
        Conflict: the file is a store in use; or the store is encrypted, the backup is not,
            and there is no passphrase to encrypt it with.
        StoreLocked: a process owns the data folder.
    """
    with translating(), _owned(folder, started_at) as store:
        if not source.is_file():
            raise NotFound(f"there is no file {source}; name one that `aria backup` wrote")
        log = source.with_name(f"{source.name}-wal")
        if log.exists() and log.stat().st_size:
            raise Conflict(f"{source} is a store in use, not a backup; make one of it first")
        with _copy_beside(store) as copy:
            shutil.copyfile(source, copy)
            with _judging(source):
                secret = passphrase if is_encrypted(copy) else None
                _check_whole(copy, secret)
            if secret or not _stays_encrypted(source, store, passphrase):
                _settle_log(store, passphrase)
                _put_in_place(copy, store)
            else:
                _put_encrypted_in_place(copy, store, str(passphrase))


def encrypt(folder: Path, passphrase: str, *, started_at: datetime) -> None:
    """Encrypt the store, and overwrite the plain file and its log.

    What the disk keeps of blocks that it replaced by itself is out of reach.

    Raises:
        Conflict: it is encrypted already.
        InvalidInput: the passphrase is empty.
        NotFound: there is no store.
        StoreLocked: a process owns the data folder.
    """
    if not passphrase:
        raise InvalidInput("the passphrase is empty; give at least one character")
    with translating(), _owned(folder, started_at) as store:
        if is_encrypted(store):
            raise Conflict("the store is encrypted already; decrypt it first")
        _rewrite(store, None, passphrase)


def decrypt(folder: Path, passphrase: str, *, started_at: datetime) -> None:
    """Write the store as a plain file again.

    Raises:
        Conflict: it is not encrypted.
        NotFound: there is no store.
        WrongPassphrase: the passphrase does not open it.
        StoreLocked: a process owns the data folder.
    """
    with translating(), _owned(folder, started_at) as store:
        if store.exists():
            check_kind(store)
            if not is_encrypted(store):
                raise Conflict("the store is not encrypted")
        _rewrite(store, passphrase, None)


@contextmanager
def _owned(folder: Path, started_at: datetime) -> Iterator[Path]:
    owned = Folder.own(folder, started_at=started_at)
    try:
        yield owned.store_path
    finally:
        owned.release()


@contextmanager
def _copy_beside(store: Path, ending: str = "new") -> Iterator[Path]:
    copy = store.with_name(f"{store.name}.{ending}")
    leftovers = [copy, *(copy.with_name(copy.name + end) for end in ("-wal", "-shm", "-journal"))]
    for file in leftovers:
        file.unlink(missing_ok=True)
    make_private(copy)
    try:
        yield copy
    finally:
        for file in leftovers:
            file.unlink(missing_ok=True)


def _rewrite(store: Path, old: str | None, new: str | None) -> None:
    if not store.exists() or store.stat().st_size == 0:
        raise NotFound(f"there is no store in {store.parent}")
    # The log is kept open from before the first connection, which folds it into the file
    # and gives its blocks free with the words still in them.
    log = store.with_name(f"{store.name}-wal")
    with _copy_beside(store) as copy, _kept_open(log) as old_log:
        _check_whole(store, old)
        _copy_with_key(store, old, copy, new)
        with _kept_open(store) as before:
            _put_in_place(copy, store)
            for plain in (before, old_log):
                if old is None and plain is not None:
                    _overwrite(plain)


def _copy_with_key(path: Path, old: str | None, copy: Path, new: str | None) -> None:
    """Write a whole copy of a database with another passphrase, or with none."""
    secret = (new or "").encode("utf-8", "surrogatepass").hex()
    target = f"cipher={CIPHER}&hexkey={secret}" if new else "key="
    with closing(connect(path, old)) as db:
        rows(db, _Q["truncate_log"])
        # By its address: only there another key can be named, and so no plain copy is
        # ever written on the way.
        rows(db, _Q["copy_into"], (f"{copy.resolve().as_uri()}?{target}",))
    _check_whole(copy, new)


def _stays_encrypted(source: Path, store: Path, passphrase: str | None) -> bool:
    """Whether a plain backup has to be encrypted, because the store is.

    Raises:
        Conflict: there is no passphrase to do so.
        WrongPassphrase: it is not the store's.
    """
    if not is_encrypted(store):
        if passphrase:
            raise WrongPassphrase(
                f"neither {source} nor the store is encrypted; leave the passphrase out, and run "
                "`aria encrypt` afterwards"
            )
        return False
    if not passphrase:
        raise Conflict(
            f"the store is encrypted and {source} is not; run `aria decrypt` first and "
            "`aria encrypt` afterwards. Nothing was changed"
        )
    try:
        connect(store, passphrase).close()
    except WrongPassphrase as error:
        raise WrongPassphrase(
            f"the passphrase does not open the present store, with whose {source} has to be "
            "encrypted; nothing was changed"
        ) from error
    return True


def _put_encrypted_in_place(plain: Path, store: Path, passphrase: str) -> None:
    with _copy_beside(store, "sealed") as sealed, _kept_open(plain) as written:
        try:
            _copy_with_key(plain, None, sealed, passphrase)
        finally:
            if written is not None:
                _overwrite(written)
        _settle_log(store, passphrase)
        _put_in_place(sealed, store)


@contextmanager
def _judging(source: Path) -> Iterator[None]:
    """Say of a backup that cannot be used what it is, for it is no fault of the store."""
    try:
        yield
    except (StoreCorrupt, apsw.CorruptError, apsw.NotADBError, apsw.SQLError) as error:
        raise StoreCorrupt(
            f"{source} is not a whole backup of graph-aria; nothing was changed"
        ) from error
    except StoreNewer as error:
        raise StoreNewer(
            f"{source} is a backup of a newer version of graph-aria; upgrade graph-aria and "
            "restore it then. Nothing was changed"
        ) from error
    except WrongPassphrase as error:
        raise WrongPassphrase(
            f"{source} is encrypted, with another passphrase than the one given or with none "
            "given; give the one that it was made with. Nothing was changed"
        ) from error


def _check_whole(path: Path, passphrase: str | None) -> None:
    """Refuse what is no whole store of a schema known here."""
    if path.stat().st_size == 0:
        raise StoreCorrupt(f"{path} is empty, no store")
    check_passphrase(path, passphrase)
    with closing(connect(path, passphrase)) as db:
        if check_schema(db) == 0:
            raise StoreCorrupt(f"{path} holds no store")
        if rows(db, _Q["integrity_check"]) != [("ok",)]:
            raise StoreCorrupt(f"{path} is damaged; use another backup")


def _settle_log(store: Path, passphrase: str | None) -> None:
    """Leave no log beside the old file: it would be taken for the new one's."""
    log = store.with_name(f"{store.name}-wal")
    if not log.exists():
        return
    with suppress(AriaError, apsw.Error), closing(connect(store, passphrase)) as db:
        rows(db, _Q["truncate_log"])
    log.unlink(missing_ok=True)  # still there if the old file cannot be opened at all
    store.with_name(f"{store.name}-shm").unlink(missing_ok=True)


def _put_in_place(copy: Path, store: Path) -> None:
    sync_file(copy)
    copy.replace(store)
    sync_folder(store.parent)


@contextmanager
def _kept_open(path: Path) -> Iterator[BinaryIO | None]:
    """A file, if there is one, that can be written still when it has lost its name."""
    if os.name != "posix" or not path.exists():
        yield None  # elsewhere an open file keeps its name
        return
    with path.open("rb+") as file:
        yield file


def _overwrite(file: BinaryIO) -> None:
    left = file.seek(0, os.SEEK_END)
    file.seek(0)
    while left > 0:
        left -= file.write(bytes(min(left, _BLOCK)))
    os.fsync(file.fileno())
