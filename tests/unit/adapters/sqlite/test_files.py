from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from graph_aria.adapters.sqlite import (
    SqliteStore,
    connection,
    decrypt,
    encrypt,
    files,
    is_encrypted,
    restore,
)
from graph_aria.errors import (
    AriaError,
    Conflict,
    InvalidInput,
    NotFound,
    StoreCorrupt,
    StoreLocked,
    StoreNewer,
    WrongPassphrase,
)
from tests.contract.samples import BEGIN, FixedClock, add_entry, add_profile
from tests.unit.adapters.sqlite.conftest import names_in

CLOCK = FixedClock()


async def _make(folder: Path, text: str, secret: str | None = None) -> None:
    store = await SqliteStore.open(folder, passphrase=secret, clock=CLOCK)
    await add_entry(store, await add_profile(store), text)
    await store.close()


async def _backup(folder: Path, target: Path, secret: str | None = None) -> None:
    store = await SqliteStore.open(folder, passphrase=secret, clock=CLOCK)
    await store.backup(target)
    await store.close()


async def _texts(folder: Path, secret: str | None = None) -> list[str]:
    store = await SqliteStore.open(folder, passphrase=secret, clock=CLOCK)
    try:
        (owner,) = await store.list_profiles()
        return [item.text for item in (await store.list_entries(owner.id)).items]
    finally:
        await store.close()


def _restore(source: Path, folder: Path, secret: str | None = None) -> None:
    restore(source, folder, passphrase=secret, started_at=BEGIN)


@pytest.mark.parametrize("secret", [None, "s3cret"])
async def test_a_backup_is_restored_over_another_store(
    folder: Path, tmp_path: Path, secret: str | None
) -> None:
    await _make(folder, "first life", secret)
    await _backup(folder, tmp_path / "b.db", secret)
    assert is_encrypted(tmp_path / "b.db") is (secret is not None)
    other = tmp_path / "other"
    await _make(other, "second life")
    _restore(tmp_path / "b.db", other, secret)
    assert await _texts(other, secret) == ["first life"]
    assert (other / "aria.db").stat().st_mode & 0o777 == 0o600
    assert names_in(other) == {"aria.db", "aria.lock"}


async def test_a_backup_is_restored_into_a_folder_that_is_not_there(
    folder: Path, tmp_path: Path
) -> None:
    await _make(folder, "life")
    await _backup(folder, tmp_path / "b.db")
    _restore(tmp_path / "b.db", tmp_path / "new" / "folder")
    assert await _texts(tmp_path / "new" / "folder") == ["life"]


async def test_a_log_of_the_old_store_is_not_taken_for_the_new_ones(
    folder: Path, tmp_path: Path
) -> None:
    await _make(folder, "life")
    await _backup(folder, tmp_path / "b.db")
    store = await SqliteStore.open(folder, clock=CLOCK)
    (owner,) = await store.list_profiles()
    await add_entry(store, owner, "since then")
    log = (folder / "aria.db-wal").read_bytes()
    await store.close()
    (folder / "aria.db-wal").write_bytes(log)  # as a process that was killed leaves it
    _restore(tmp_path / "b.db", folder)
    assert await _texts(folder) == ["life"]


async def test_a_damaged_store_can_be_replaced(folder: Path, tmp_path: Path) -> None:
    await _make(folder, "life")
    await _backup(folder, tmp_path / "b.db")
    (folder / "aria.db").write_bytes(b"garbage")
    (folder / "aria.db-wal").write_bytes(b"garbage")
    _restore(tmp_path / "b.db", folder)
    assert await _texts(folder) == ["life"]


async def test_what_is_no_backup_is_refused_and_the_store_is_as_it_was(
    folder: Path, tmp_path: Path
) -> None:
    await _make(folder, "life")
    before = (folder / "aria.db").read_bytes()
    bad = tmp_path / "bad"

    def empty_database() -> None:
        db = apsw.Connection(str(bad))
        db.execute("PRAGMA user_version = 0; VACUUM").fetchall()
        db.close()

    def newer() -> None:
        bad.write_bytes(before)
        db = apsw.Connection(str(bad))
        db.execute("PRAGMA user_version = 99").fetchall()
        db.close()

    def damaged() -> None:
        content = bytearray(before)
        content[8192 : 8192 + 5000] = b"\xee" * 5000
        bad.write_bytes(content)

    def another_programs() -> None:
        db = apsw.Connection(str(bad))
        db.execute("CREATE TABLE theirs (x)").fetchall()
        db.close()

    def only_seems_ours() -> None:
        another_programs()
        db = apsw.Connection(str(bad))
        db.execute("PRAGMA application_id = 0x41524941; PRAGMA user_version = 1").fetchall()
        db.close()

    no_backup = "bad is not a whole backup of graph-aria; nothing was changed"
    cases: list[tuple[Callable[[], object], type[AriaError], str]] = [
        (lambda: None, NotFound, "there is no file"),
        (lambda: bad.write_bytes(b""), StoreCorrupt, no_backup),
        (lambda: bad.write_bytes(b"not a store"), StoreCorrupt, no_backup),
        (lambda: bad.write_bytes(b"\xee" * 8192), StoreCorrupt, no_backup),
        (lambda: bad.write_bytes(before[:5000]), StoreCorrupt, no_backup),
        (lambda: bad.write_bytes(before[:8192]), StoreCorrupt, no_backup),
        (lambda: bad.write_bytes(before[:50]), StoreCorrupt, no_backup),
        (empty_database, StoreCorrupt, no_backup),
        (another_programs, StoreCorrupt, no_backup),
        (only_seems_ours, StoreCorrupt, no_backup),
        (newer, StoreNewer, "bad is a backup of a newer version"),
        (damaged, StoreCorrupt, no_backup),
    ]
    for prepare, error, said in cases:
        bad.unlink(missing_ok=True)
        prepare()
        with pytest.raises(error, match=said):
            _restore(bad, folder)
        assert (folder / "aria.db").read_bytes() == before
        assert names_in(folder) == {"aria.db", "aria.lock"}


async def test_a_store_in_use_is_no_backup(folder: Path, tmp_path: Path) -> None:
    store = await SqliteStore.open(folder, clock=CLOCK)
    await add_entry(store, await add_profile(store), "life")
    with pytest.raises(Conflict):
        _restore(folder / "aria.db", tmp_path / "other")
    await store.close()


async def test_an_encrypted_backup_needs_its_passphrase(folder: Path, tmp_path: Path) -> None:
    await _make(folder, "life", "s3cret")
    await _backup(folder, tmp_path / "b.db", "s3cret")
    await _make(tmp_path / "other", "second life")
    before = (tmp_path / "other" / "aria.db").read_bytes()
    for wrong in (None, "", "other"):
        with pytest.raises(WrongPassphrase, match=r"b\.db is encrypted, with another passphrase"):
            _restore(tmp_path / "b.db", tmp_path / "other", wrong)
        assert (tmp_path / "other" / "aria.db").read_bytes() == before
    (tmp_path / "b.db").write_bytes((tmp_path / "b.db").read_bytes()[:8192])
    with pytest.raises(StoreCorrupt, match="not a whole backup"):
        _restore(tmp_path / "b.db", tmp_path / "other", "s3cret")


async def test_an_encrypted_store_stays_encrypted_when_a_plain_backup_is_restored(
    folder: Path, tmp_path: Path
) -> None:
    await _make(folder, "zorblax life")
    await _backup(folder, tmp_path / "b.db")
    backup = (tmp_path / "b.db").read_bytes()
    other = tmp_path / "other"
    await _make(other, "second life", "s3cret")
    _restore(tmp_path / "b.db", other, "s3cret")
    assert is_encrypted(other / "aria.db")
    assert b"zorblax" not in (other / "aria.db").read_bytes()
    assert await _texts(other, "s3cret") == ["zorblax life"]
    assert names_in(other) == {"aria.db", "aria.lock"}
    assert (other / "aria.db").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "b.db").read_bytes() == backup


async def test_no_plain_backup_takes_the_encryption_off_a_store(
    folder: Path, tmp_path: Path
) -> None:
    await _make(folder, "life")
    await _backup(folder, tmp_path / "b.db")
    other = tmp_path / "other"
    await _make(other, "second life", "s3cret")
    before = (other / "aria.db").read_bytes()
    cases: list[tuple[str | None, type[AriaError], str]] = [
        (None, Conflict, "aria decrypt"),
        ("", Conflict, "aria decrypt"),
        ("wrong", WrongPassphrase, "does not open the present store"),
    ]
    for secret, error, said in cases:
        with pytest.raises(error, match=said):
            _restore(tmp_path / "b.db", other, secret)
        assert (other / "aria.db").read_bytes() == before
        assert names_in(other) == {"aria.db", "aria.lock"}
    with pytest.raises(WrongPassphrase, match="leave the passphrase out"):
        _restore(tmp_path / "b.db", folder, "s3cret")


async def test_the_plain_copy_made_on_the_way_to_an_encrypted_store_is_overwritten(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _make(folder, "zorblax life")
    await _backup(folder, tmp_path / "b.db")
    other = tmp_path / "other"
    await _make(other, "second life", "s3cret")
    real = files._copy_with_key

    def keep(path: Path, old: str | None, copy: Path, new: str | None) -> None:
        (tmp_path / "same blocks").hardlink_to(path)
        real(path, old, copy, new)

    monkeypatch.setattr(files, "_copy_with_key", keep)
    _restore(tmp_path / "b.db", other, "s3cret")
    left = (tmp_path / "same blocks").read_bytes()
    assert left == bytes(len(left))


async def test_while_somebody_owns_the_store_its_file_is_left_alone(
    folder: Path, tmp_path: Path
) -> None:
    await _make(folder, "life")
    await _backup(folder, tmp_path / "b.db")
    store = await SqliteStore.open(folder, clock=CLOCK)
    calls: list[Callable[[], None]] = [
        lambda: _restore(tmp_path / "b.db", folder),
        lambda: encrypt(folder, "s", started_at=BEGIN),
        lambda: decrypt(folder, "s", started_at=BEGIN),
    ]
    for call in calls:
        with pytest.raises(StoreLocked):
            call()
    await store.close()


async def test_encrypting_and_decrypting_keep_everything(folder: Path) -> None:
    await _make(folder, "zorblax life")
    secret = "пароль 'x' %20?&#"
    encrypt(folder, secret, started_at=BEGIN)
    assert is_encrypted(folder / "aria.db")
    assert b"zorblax" not in (folder / "aria.db").read_bytes()
    assert await _texts(folder, secret) == ["zorblax life"]
    decrypt(folder, secret, started_at=BEGIN)
    assert not is_encrypted(folder / "aria.db")
    assert await _texts(folder) == ["zorblax life"]
    assert names_in(folder) == {"aria.db", "aria.lock"}
    assert (folder / "aria.db").stat().st_mode & 0o777 == 0o600


async def test_the_plain_file_is_overwritten_when_it_is_encrypted(
    folder: Path, tmp_path: Path
) -> None:
    await _make(folder, "zorblax life")
    (tmp_path / "same blocks").hardlink_to(folder / "aria.db")
    encrypt(folder, "s3cret", started_at=BEGIN)
    left = (tmp_path / "same blocks").read_bytes()
    assert left == bytes(len(left))


async def test_the_log_that_a_killed_process_left_is_overwritten_too(
    folder: Path, tmp_path: Path
) -> None:
    store = await SqliteStore.open(folder, clock=CLOCK)
    await add_entry(store, await add_profile(store), "zorblax life")
    plain = {name: (folder / name).read_bytes() for name in ("aria.db", "aria.db-wal")}
    await store.close()
    for name, content in plain.items():
        (folder / name).write_bytes(content)
    assert b"zorblax" in plain["aria.db-wal"]
    (tmp_path / "same blocks").hardlink_to(folder / "aria.db-wal")
    encrypt(folder, "s3cret", started_at=BEGIN)
    assert (tmp_path / "same blocks").read_bytes() == bytes(len(plain["aria.db-wal"]))
    assert await _texts(folder, "s3cret") == ["zorblax life"]
    assert names_in(folder) == {"aria.db", "aria.lock"}


async def test_what_cannot_be_encrypted_or_decrypted(folder: Path) -> None:
    with pytest.raises(NotFound):
        encrypt(folder, "s3cret", started_at=BEGIN)
    with pytest.raises(NotFound):
        decrypt(folder, "s3cret", started_at=BEGIN)
    await _make(folder, "life")
    with pytest.raises(InvalidInput):
        encrypt(folder, "", started_at=BEGIN)
    with pytest.raises(Conflict):
        decrypt(folder, "s3cret", started_at=BEGIN)
    encrypt(folder, "s3cret", started_at=BEGIN)
    with pytest.raises(Conflict):
        encrypt(folder, "other", started_at=BEGIN)
    before = (folder / "aria.db").read_bytes()
    with pytest.raises(WrongPassphrase):
        decrypt(folder, "wrong", started_at=BEGIN)
    assert (folder / "aria.db").read_bytes() == before


@pytest.mark.parametrize("fails", ["_check_whole", "_put_in_place"])
async def test_whatever_fails_on_the_way_leaves_the_store_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    await _make(folder, "life")
    before = (folder / "aria.db").read_bytes()
    real = files._check_whole

    def fail(path: Path, *_: object) -> None:
        if path.name == "aria.db.new":
            message = "cut"
            raise OSError(28, message)
        real(path, None)

    monkeypatch.setattr(files, fails, fail)
    with pytest.raises(AriaError, match="disk is full"):
        encrypt(folder, "s3cret", started_at=BEGIN)
    assert (folder / "aria.db").read_bytes() == before
    assert names_in(folder) == {"aria.db", "aria.lock"}
    assert await _texts(folder) == ["life"]


async def test_the_cipher_is_the_one_that_notices_changed_pages(folder: Path) -> None:
    await _make(folder, "life", "s3cret")
    db = connection.connect(folder / "aria.db", "s3cret")
    assert db.execute("PRAGMA cipher").fetchall() == [("chacha20",)]
    db.close()


async def test_a_backup_is_one_private_file_that_is_never_written_over(tmp_path: Path) -> None:
    await _make(tmp_path / "data", "kept")
    target = tmp_path / "backups" / "ümlaut #1?.db"
    target.parent.mkdir()
    await _backup(tmp_path / "data", target)
    assert target.stat().st_mode & 0o777 == 0o600
    before = target.read_bytes()
    assert before
    with pytest.raises(Conflict):
        await _backup(tmp_path / "data", target)
    assert target.read_bytes() == before
    assert [item.name for item in target.parent.iterdir()] == [target.name]
