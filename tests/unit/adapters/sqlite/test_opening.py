from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import apsw
import pytest

from graph_aria.adapters.sqlite import SqliteStore, engine, is_encrypted, read_owner
from graph_aria.adapters.sqlite.connection import connect, migrate, schema_version
from graph_aria.adapters.sqlite.queries import Migration, load_migrations
from graph_aria.errors import (
    AriaError,
    DiskFull,
    StoreCorrupt,
    StoreLocked,
    StoreNewer,
    StoreUnreadable,
    WrongPassphrase,
)
from tests.contract.samples import FixedClock, add_entry, add_profile, tell_story
from tests.unit.adapters.sqlite.conftest import mode_of, names_in

CLOCK = FixedClock()


def _refused(folder: Path, error: type[AriaError], match: str, secret: str | None = None) -> None:
    with pytest.raises(error, match=match):
        SqliteStore.open_now(folder, passphrase=secret, clock=CLOCK)
    assert read_owner(folder) is None


async def _make(folder: Path, secret: str | None = None) -> Path:
    store = await SqliteStore.open(folder, passphrase=secret, clock=CLOCK)
    await tell_story(store)
    await store.close()
    return folder / "aria.db"


async def _read(folder: Path, secret: str | None = None) -> None:
    store = await SqliteStore.open(folder, passphrase=secret, clock=CLOCK)
    try:
        await store.list_profiles()
    finally:
        await store.close()


def _run(code: str, *args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(code), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def test_folder_and_files_are_private(folder: Path, store: SqliteStore) -> None:
    await add_entry(store, await add_profile(store))
    names = names_in(folder)
    assert {"aria.db", "aria.db-wal", "aria.db-shm", "aria.lock", "aria.owner"} == names
    assert {mode_of(folder / name) for name in names} == {0o600}
    assert mode_of(folder) == 0o700


async def test_files_that_others_may_read_are_reported(folder: Path, store: SqliteStore) -> None:
    (folder / "aria.db").chmod(0o644)
    (problem,) = (await store.check()).problems
    assert "aria.db" in problem.detail
    assert "chmod" in problem.remedy
    assert problem.state == "degraded"


async def test_closing_leaves_one_file_and_no_owner(folder: Path) -> None:
    await _make(folder)
    assert names_in(folder) == {"aria.db", "aria.lock"}
    assert read_owner(folder) is None


async def test_a_second_owner_is_refused_with_the_name_of_the_first(
    folder: Path, store: SqliteStore
) -> None:
    store.announce("http://127.0.0.1:8765")
    for match in (str(os.getpid()), str(folder), "http://127.0.0.1:8765", "2026-01-01"):
        with pytest.raises(StoreLocked, match=match):
            SqliteStore.open_now(folder, clock=CLOCK)
    owner = read_owner(folder)
    assert owner is not None
    assert (owner["pid"], owner["address"]) == (os.getpid(), "http://127.0.0.1:8765")


async def test_a_second_process_is_refused(folder: Path, store: SqliteStore) -> None:
    code = """
        import sys
        from pathlib import Path
        from graph_aria.adapters.sqlite import SqliteStore
        from graph_aria.adapters.clock import SystemClock
        try:
            SqliteStore.open_now(Path(sys.argv[1]), clock=SystemClock())
        except Exception as error:
            print(type(error).__name__, error)
    """
    done = _run(code, folder)
    assert done.stdout.startswith("StoreLocked"), done.stderr
    assert str(os.getpid()) in done.stdout


async def test_a_process_that_was_killed_is_no_obstacle_and_lost_nothing(folder: Path) -> None:
    code = """
        import asyncio, os, signal, sys
        from pathlib import Path
        from graph_aria.adapters.sqlite import SqliteStore
        from tests.contract.samples import FixedClock, add_entry, add_profile

        async def main():
            store = await SqliteStore.open(Path(sys.argv[1]), clock=FixedClock())
            owner = await add_profile(store)
            for n in range(20):
                await add_entry(store, owner, f"entry {n}")
            os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
    """
    done = _run(code, folder)
    assert done.returncode == -9, done.stderr
    assert json.loads((folder / "aria.owner").read_text())["pid"]
    assert read_owner(folder) is None
    store = await SqliteStore.open(folder, clock=CLOCK)
    (owner,) = await store.list_profiles()
    assert len(await store.list_entry_ids(owner.id)) == 20
    assert (await store.check()).problems == ()
    await store.close()


async def test_an_encrypted_store_opens_with_its_passphrase_only(folder: Path) -> None:
    path = await _make(folder, "pässwörd '\"; --")
    assert is_encrypted(path)
    assert b"SQLite format" not in path.read_bytes()
    _refused(folder, WrongPassphrase, "encrypted")
    _refused(folder, WrongPassphrase, "does not open", "wrong")
    _refused(folder, WrongPassphrase, "encrypted", "")
    store = await SqliteStore.open(folder, passphrase="pässwörd '\"; --", clock=CLOCK)
    assert len(await store.list_profiles()) == 1
    assert (await store.check()).encrypted
    await store.close()


async def test_a_passphrase_for_a_plain_store_is_refused(folder: Path) -> None:
    path = await _make(folder)
    assert not is_encrypted(path)
    _refused(folder, WrongPassphrase, "not encrypted", "secret")


def test_there_is_nothing_encrypted_where_there_is_no_file(folder: Path) -> None:
    assert not is_encrypted(folder / "aria.db")


@pytest.mark.parametrize(
    "content", [b"garbage", b"\x00" * 8192, b"SQLite format 3\x00 and no more"]
)
def test_what_is_no_store_is_reported_as_damaged(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "aria.db").write_bytes(content)
    _refused(folder, StoreCorrupt, "aria restore")
    assert (folder / "aria.db").read_bytes() == content


async def test_a_damaged_page_is_reported(folder: Path) -> None:
    path = await _make(folder)
    content = bytearray(path.read_bytes())
    for start in range(4096, len(content), 4096):
        content[start : start + 100] = b"\xff" * 100
    path.write_bytes(content)
    with pytest.raises(StoreCorrupt):
        await _read(folder)


async def test_an_encrypted_page_that_was_changed_is_noticed(folder: Path) -> None:
    path = await _make(folder, "secret")
    content = bytearray(path.read_bytes())
    for start in range(4096, len(content), 4096):
        content[start + 2000] ^= 1
    path.write_bytes(content)
    with pytest.raises((StoreCorrupt, WrongPassphrase)):
        await _read(folder, "secret")


def test_a_database_of_another_program_is_left_alone(folder: Path) -> None:
    folder.mkdir()
    db = apsw.Connection(str(folder / "aria.db"))
    db.execute("CREATE TABLE theirs (x)")
    db.close()
    _refused(folder, StoreCorrupt, "another program")


async def test_a_newer_store_is_left_alone(folder: Path) -> None:
    path = await _make(folder)
    db = apsw.Connection(str(path))
    db.execute("PRAGMA user_version = 999").fetchall()
    db.close()
    _refused(folder, StoreNewer, "999")


async def test_steps_that_are_not_ours_are_refused(folder: Path) -> None:
    path = await _make(folder)
    db = apsw.Connection(str(path))
    db.execute("UPDATE migration SET sha256 = 'other'").fetchall()
    db.close()
    _refused(folder, StoreCorrupt, "step 1")


def test_migrations_are_repeatable_and_each_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    path.touch()
    good = Migration(2, "good", "CREATE TABLE more (x)", "hash of good")
    bad = Migration(3, "bad", "CREATE TABLE half (x); INSERT INTO nowhere VALUES (1)", "hash")
    steps = (*load_migrations()[:1], good, bad)
    db = connect(path, None)
    with pytest.raises(apsw.SQLError):
        migrate(db, steps)
    assert schema_version(db) == 2
    assert db.table_exists(None, "more")
    assert not db.table_exists(None, "half")
    migrate(db, steps[:2])
    assert schema_version(db) == 2
    db.close()


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for folder, said in (
        (tmp_path / "file", "file is a file, not a folder"),
        (tmp_path / "file" / "below", "file is a file, not a folder"),
        (tmp_path / "link", "link is a link to what is not there"),
    ):
        assert not is_encrypted(folder / "aria.db")
        with pytest.raises(StoreUnreadable, match=said):
            SqliteStore.open_now(folder, clock=CLOCK)
    assert names_in(tmp_path) == {"file", "link"}


@pytest.mark.parametrize("sign", ["aria.lock", "aria.owner", "admin.secret", "aria.db-wal"])
def test_a_store_that_was_emptied_is_no_new_store(folder: Path, sign: str) -> None:
    folder.mkdir()
    (folder / sign).write_text("")
    (folder / "aria.db").write_bytes(b"")
    for _ in range(2):
        _refused(folder, StoreCorrupt, r"aria\.db is empty.*aria restore")
    assert (folder / "aria.db").read_bytes() == b""
    (folder / "aria.db").unlink()  # as the message says
    SqliteStore.open_now(folder, clock=CLOCK).close_now()


def test_an_empty_file_in_a_fresh_folder_is_a_new_store(folder: Path) -> None:
    folder.mkdir()
    (folder / "aria.db").write_bytes(b"")
    SqliteStore.open_now(folder, clock=CLOCK).close_now()
    assert (folder / "aria.db").stat().st_size


def test_a_store_that_could_not_be_made_does_not_seem_emptied(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise apsw.FullError

    with monkeypatch.context() as patch:
        patch.setattr(engine, "connect", fail)
        _refused(folder, DiskFull, r"the disk is full: .*aria\.db cannot be written")
    assert names_in(folder) == {"aria.lock"}
    SqliteStore.open_now(folder, clock=CLOCK).close_now()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
async def test_a_full_disk_is_told_with_the_file_that_has_no_room(folder: Path) -> None:
    path = await _make(folder)
    before = path.read_bytes()
    (folder / "aria.owner.new").symlink_to("/dev/full")
    _refused(folder, DiskFull, r"the disk is full: .*aria\.owner\.new cannot be written")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("failing", "said"), [("aria.lock", r"aria\.lock"), ("aria.owner.new", r"aria\.owner\.new")]
)
async def test_a_read_only_disk_is_told_with_the_file_that_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str, said: str
) -> None:
    await _make(folder)
    real = os.open

    def read_only(path: Path, flags: int, *mode: int) -> int:
        if Path(path).name == failing and flags & os.O_CREAT:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return real(path, flags, *mode)

    monkeypatch.setattr(os, "open", read_only)
    _refused(folder, StoreUnreadable, rf"{said} cannot be written: .*read-only")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="needs root, to be somebody else"
)
@pytest.mark.parametrize("modes", [(0o755, 0o600), (0o700, 0o666), (0o555, 0o644), (0o777, 0o666)])
async def test_somebody_without_permission_is_told_so(
    tmp_path: Path, modes: tuple[int, int]
) -> None:
    folder = tmp_path / "data"
    path = await _make(folder)
    before = path.read_bytes()
    folder.chmod(modes[0])
    (folder / "aria.lock").chmod(modes[1])
    # What it needs is loaded while it is root still: others cannot read the interpreter.
    code = """
        import os, sys
        from importlib.resources import files
        from pathlib import Path
        from graph_aria.adapters.sqlite import SqliteStore
        from graph_aria.adapters.sqlite.queries import load_migrations
        from tests.contract.samples import FixedClock
        load_migrations()
        os.chdir(sys.argv[1])
        os.setuid(65534)
        try:
            SqliteStore.open_now(Path("data"), clock=FixedClock())
        except Exception as error:
            print(type(error).__name__, error)
    """
    done = _run(code, tmp_path)
    assert done.stdout.startswith("StoreUnreadable"), done.stderr
    assert "permission" in done.stdout
    assert path.read_bytes() == before


async def test_another_program_that_comes_and_goes_leaves_the_log_alone(
    folder: Path, store: SqliteStore
) -> None:
    owner = await add_profile(store)
    await add_entry(store, owner, "before")
    assert len(await store.list_entry_ids(owner.id)) == 1  # a reader has come too
    code = """
        import sys, apsw
        db = apsw.Connection(sys.argv[1])
        print(db.execute("SELECT count(*) FROM entry").fetchall()[0][0])
        db.close()
    """
    assert _run(code, folder / "aria.db").stdout.strip() == "1"
    assert "aria.db-wal" in names_in(folder)
    await add_entry(store, owner, "after")
    assert _run(code, folder / "aria.db").stdout.strip() == "2"
    assert len(await store.list_entry_ids(owner.id)) == 2
