"""The data folder: one process owns it, nobody else may look into it."""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.disk import using_folder
from graph_aria.errors import StoreCorrupt, StoreLocked, StoreUnreadable

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

STORE_NAME: Final = "aria.db"
_LOCK_NAME: Final = "aria.lock"
_OWNER_NAME: Final = "aria.owner"
_SIGNS: Final = (_LOCK_NAME, _OWNER_NAME, "admin.secret", f"{STORE_NAME}-wal")
"""What a folder holds in which a store was opened before."""

_FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600


class Folder:
    """A data folder that this process owns until `release`.

    The operating system drops the lock when the process dies, however it dies, so
    what a dead owner wrote about itself is no obstacle.
    """

    def __init__(
        self, path: Path, lock: int, owner: dict[str, object], *, was_used: bool = False
    ) -> None:
        self.path = path
        self._was_used = was_used
        self._lock: int | None = lock
        self._owner = owner

    @classmethod
    def own(cls, path: Path, *, started_at: datetime) -> Folder:
        """Make the folder if need be, and own it.

        Args:
            path: the data folder.
            started_at: now, told to whoever is refused.

        Raises:
            StoreLocked: another process owns it; the message names that process.
            StoreUnreadable: it cannot be made or written.
            DiskFull: there is no room to note who owns it.
        """
        with using_folder():
            _refuse_file(path)
            path.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            if not any(path.iterdir()):
                path.chmod(_FOLDER_MODE)  # it was there before, empty: an umask of its maker's
            was_used = any((path / name).exists() for name in _SIGNS)
            lock = os.open(path / _LOCK_NAME, os.O_RDWR | os.O_CREAT, FILE_MODE)
            if not _lock(lock):
                os.close(lock)
                raise StoreLocked(_refusal(path))
            owner: dict[str, object] = {
                "pid": os.getpid(),
                "command": _command(),
                "started": started_at.isoformat(timespec="seconds"),
            }
            folder = cls(path, lock, owner, was_used=was_used)
            try:
                folder._write_owner()
            except OSError:
                folder.release()
                raise
            return folder

    @property
    def store_path(self) -> Path:
        """The store's file."""
        return self.path / STORE_NAME

    def refuse_emptied(self) -> None:
        """Refuse a store's file that is there but empty, though the folder was in use before.

        To open it would begin a new diary in the place of the one that was lost.

        Raises:
            StoreCorrupt: so it is.
        """
        path = self.store_path
        with using_folder():
            if self._was_used and path.exists() and path.stat().st_size == 0:
                raise StoreCorrupt(
                    f"{path} is empty, though a store was here before; restore a backup with "
                    "`aria restore`, or delete the file to begin anew"
                )

    def announce(self, address: str) -> None:
        """Tell other processes at which address this one serves."""
        self._owner["address"] = address
        with using_folder():
            self._write_owner()

    def release(self) -> None:
        """Give the folder free; safe to repeat."""
        if self._lock is None:
            return
        with suppress(OSError):
            (self.path / _OWNER_NAME).unlink()
        os.close(self._lock)
        self._lock = None

    def _write_owner(self) -> None:
        beside = self.path / f"{_OWNER_NAME}.new"
        write_private(beside, json.dumps(self._owner).encode())
        beside.replace(self.path / _OWNER_NAME)


def read_owner(path: Path) -> dict[str, object] | None:
    """What the process that owns a data folder says of itself, None if nobody owns it.

    Keys: pid, command, started, and address if it serves.
    """
    try:
        lock = os.open(path / _LOCK_NAME, os.O_RDWR)
    except OSError:
        return None
    try:
        return None if _lock(lock) else _read_owner_file(path)
    finally:
        os.close(lock)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read, unless it is there."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    try:
        with os.fdopen(os.open(path, flags, FILE_MODE), "wb") as file:
            file.write(content)
    except OSError as error:
        error.filename = error.filename or str(path)  # a write does not know its file's name
        raise


def sync_folder(path: Path) -> None:
    """Make renames within a folder durable, where the system lets a folder be synced."""
    if sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_file(path: Path) -> None:
    """Make a file's content durable."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


if sys.platform == "win32":

    def _lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _refuse_file(path: Path) -> None:
    """Refuse a folder that is a file, or would have to lie within one."""
    there = next((one for one in (path, *path.parents) if one.exists() or one.is_symlink()), path)
    if there.is_dir() or not (there.exists() or there.is_symlink()):
        return
    what = "a file, not a folder" if there.exists() else "a link to what is not there"
    raise StoreUnreadable(
        f"the data folder cannot be used: {there} is {what}; set ARIA_DATA_DIR to a folder"
    )


def _command() -> str:
    name = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "python"  # noqa: PTH119 - a name, no path
    return shlex.join([name, *sys.argv[1:2]])


def _read_owner_file(path: Path) -> dict[str, object]:
    try:
        owner = json.loads((path / _OWNER_NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return owner if isinstance(owner, dict) else {}


def _refusal(path: Path) -> str:
    owner = _read_owner_file(path)
    who = (
        f"process {owner['pid']} ({owner.get('command')})" if "pid" in owner else "another process"
    )
    since = f" since {owner['started']}" if "started" in owner else ""
    where = f", serving at {owner['address']}" if "address" in owner else ""
    helps = "stop it, or let `aria` talk to it" if where else "try again when it is done"
    return f"{who} owns {path}{since}{where}; {helps}"
