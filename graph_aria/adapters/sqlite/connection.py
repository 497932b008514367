"""Connections to the store's file: encryption, pragmas, migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import apsw

from graph_aria.adapters.sqlite.queries import load_migrations, load_queries
from graph_aria.errors import StoreCorrupt, StoreNewer, WrongPassphrase

if TYPE_CHECKING:
    from pathlib import Path

    from graph_aria.adapters.sqlite.queries import Migration

APPLICATION_ID: Final = 0x41524941  # "ARIA"
CIPHER: Final = "chacha20"  # ChaCha20 with Poly1305: a page that was changed is noticed
_PLAIN_HEADER: Final = b"SQLite format 3\x00"
_PAGE_SIZE: Final = 4096
_CACHE_KIB: Final = 16_000
_LOG_BYTES: Final = 16_000_000
_Q: Final = load_queries("keeping")


def is_encrypted(path: Path) -> bool:
    """Whether a file looks like an encrypted store; False if it is missing or anything else.

    Only for a file that this process has no connection to: closing it again would drop
    the locks by which SQLite keeps other processes from removing the log (POSIX).

    Raises:
        OSError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(24)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if head.startswith(_PLAIN_HEADER):
        return False
    # The cipher leaves the page size in bytes 16 and 17 as it is.
    is_paged = path.stat().st_size % _PAGE_SIZE == 0
    return is_paged and int.from_bytes(head[16:18], "big") == _PAGE_SIZE


def check_kind(path: Path) -> None:
    """Refuse a file that is neither empty, a plain database nor one that is encrypted.

    Raises:
        StoreCorrupt: it is no store at all.
    """
    with path.open("rb") as file:
        head = file.read(len(_PLAIN_HEADER))
    if head and head != _PLAIN_HEADER and not is_encrypted(path):
        raise StoreCorrupt


def check_passphrase(path: Path, passphrase: str | None) -> None:
    """Refuse a passphrase that is missing or one too many, before the file is opened.

    Raises:
        WrongPassphrase: the file is encrypted and there is none, or the other way round.
        StoreCorrupt: the file is no store at all.
    """
    check_kind(path)
    encrypted = is_encrypted(path)
    if encrypted and not passphrase:
        raise WrongPassphrase("the store is encrypted; give its passphrase")
    if passphrase and not encrypted and path.stat().st_size > 0:
        raise WrongPassphrase(
            "the store is not encrypted; leave the passphrase out, or run `aria encrypt`"
        )


def connect(path: Path, passphrase: str | None, *, busy_ms: int = 5_000) -> apsw.Connection:
    """Open an existing file, with every pragma set that belongs to a connection.

    Args:
        path: the file; empty is as good as new.
        passphrase: opens an encrypted file, encrypts a new one; None or "" for a plain file.
        busy_ms: how long to wait for another process's lock.

    Raises:
        WrongPassphrase: it does not open this file.
        StoreCorrupt: the file is no database.
    """
    # Names of files may be addresses: `VACUUM INTO` another key needs that. An absolute
    # path is never taken for one.
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI
    db = apsw.Connection(str(path.absolute()), flags=flags, statementcachesize=300)
    try:
        unlock(db, passphrase)
        db.set_busy_timeout(busy_ms)
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "secure_delete = ON",
            "temp_store = MEMORY",
            f"journal_size_limit = {_LOG_BYTES}",
            f"cache_size = -{_CACHE_KIB}",
        ):
            db.execute(f"PRAGMA {pragma}").fetchall()
        db.execute(_Q["count_schema"]).fetchall()
    except apsw.NotADBError as error:
        db.close()
        if passphrase:
            raise WrongPassphrase from error
        raise StoreCorrupt from error
    except BaseException:
        db.close()
        raise
    return db


def unlock(db: apsw.Connection, passphrase: str | None) -> None:
    """Hand a fresh connection its passphrase; nothing to do for a plain file."""
    if not passphrase:
        return
    db.execute(f"PRAGMA cipher = '{CIPHER}'").fetchall()
    # As hex: no passphrase needs quoting then.
    db.execute(f"PRAGMA hexkey = '{passphrase.encode('utf-8', 'surrogatepass').hex()}'").fetchall()


def migrate(db: apsw.Connection, migrations: tuple[Migration, ...] | None = None) -> None:
    """Bring the schema up to date, each step in one transaction; safe to repeat.

    Args:
        db: a connection that may write.
        migrations: the steps; all that there are if None.

    Raises:
        StoreNewer: it is further than the steps known here.
        StoreCorrupt: it is another program's, or other steps made it.
    """
    steps = load_migrations() if migrations is None else migrations
    at = check_schema(db, steps)
    for step in steps[at:]:
        with db:  # one transaction
            db.execute(step.script).fetchall()
            db.execute(_Q["save_migration"], (step.number, step.name, step.sha256)).fetchall()
            db.execute(f"PRAGMA user_version = {step.number}").fetchall()


def schema_version(db: apsw.Connection) -> int:
    """The number of the last migration that was applied, 0 for none."""
    return int(str(db.pragma("user_version")))


def check_schema(db: apsw.Connection, migrations: tuple[Migration, ...] | None = None) -> int:
    """The schema's version, 0 for an empty file.

    Raises:
        StoreNewer: it is further than the steps known here.
        StoreCorrupt: it is another program's, or other steps made it.
    """
    steps = load_migrations() if migrations is None else migrations
    version = schema_version(db)
    if not db.execute(_Q["count_schema"]).fetchall()[0][0]:
        return 0
    if db.pragma("application_id") != APPLICATION_ID:
        raise StoreCorrupt("the file is a database of another program, no store of graph-aria")
    if version > len(steps):
        raise StoreNewer(
            f"the store has schema {version}, this version knows {len(steps)}; upgrade graph-aria"
        )
    known = [(step.number, step.sha256) for step in steps]
    for number, applied in enumerate(db.execute(_Q["list_migrations"]).fetchall(), start=1):
        if applied != known[number - 1]:
            raise StoreCorrupt(
                f"step {number} of the store's schema is not the one known here; "
                "use the version that made it, or restore a backup with `aria restore`"
            )
    return version
