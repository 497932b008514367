"""Secrets: where the passphrase and the admin secret come from."""

from __future__ import annotations

from pathlib import Path

import keyring.backend
import pytest
from keyring.errors import NoKeyringError, PasswordDeleteError

from graph_aria import bootstrap
from graph_aria.config import Settings
from graph_aria.errors import InvalidInput, StoreCorrupt, StoreUnreadable

ENCRYPTED = bytes(range(16)) + (4096).to_bytes(2, "big") + bytes(4096 - 18)


class Ring(keyring.backend.KeyringBackend):
    """A keyring in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library has no types here
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Ring:
    ring = Ring()
    monkeypatch.setattr("keyring.core._keyring_backend", ring)
    monkeypatch.delenv("ARIA_PASSPHRASE", raising=False)
    return ring


def _encrypted(folder: Path, **given: object) -> Settings:
    (folder / "aria.db").write_bytes(ENCRYPTED)
    return Settings.model_validate({"data_dir": folder, **given})


def test_the_passphrase_comes_from_the_environment_then_the_keyring_then_the_person(
    ring: Ring, tmp_path: Path
) -> None:
    settings = _encrypted(tmp_path, passphrase="from environment")

    assert bootstrap.find_passphrase(settings) == "from environment"
    settings = _encrypted(tmp_path)
    assert bootstrap.find_passphrase(settings) is None
    assert bootstrap.find_passphrase(settings, ask=lambda: "asked") == "asked"
    assert bootstrap.find_passphrase(settings, ask=lambda: "") is None
    assert bootstrap.remember_passphrase(settings, "kept")
    assert bootstrap.find_passphrase(settings, ask=lambda: "asked") == "kept"
    assert bootstrap.remember_passphrase(settings, None)
    assert bootstrap.find_passphrase(settings) is None
    assert not bootstrap.remember_passphrase(settings, None)


def test_a_plain_or_missing_store_needs_no_passphrase(ring: Ring, tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)

    assert bootstrap.find_passphrase(settings, ask=lambda: "asked") is None
    (tmp_path / "aria.db").write_bytes(b"SQLite format 3\x00" + bytes(4080))
    assert bootstrap.find_passphrase(settings, ask=lambda: "asked") is None


def test_a_machine_without_a_keyring_is_no_error(
    ring: Ring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise NoKeyringError

    monkeypatch.setattr(ring, "get_password", none)
    monkeypatch.setattr(ring, "set_password", none)

    settings = _encrypted(tmp_path)
    assert bootstrap.find_passphrase(settings) is None
    assert not bootstrap.remember_passphrase(settings, "secret")
    off = _encrypted(tmp_path, keyring=False)
    assert bootstrap.recall_passphrase(off) is None
    assert not bootstrap.remember_passphrase(off, "secret")


async def test_a_file_that_is_no_store_or_cannot_be_read_is_told(
    ring: Ring, tmp_path: Path
) -> None:
    (tmp_path / "aria.db").write_bytes(b"a letter to my aunt, not a store")
    assert not bootstrap.is_store_encrypted(Settings(data_dir=tmp_path))
    with pytest.raises(StoreCorrupt, match="aria restore"):
        await bootstrap.open_services(Settings(data_dir=tmp_path))
    assert (tmp_path / "aria.db").read_bytes() == b"a letter to my aunt, not a store"
    (tmp_path / "aria.db").unlink()
    (tmp_path / "aria.db").mkdir()
    with pytest.raises(StoreUnreadable, match=r"aria\.db"):
        bootstrap.is_store_encrypted(Settings(data_dir=tmp_path))


def test_an_admin_secret_that_cannot_be_read_is_told(ring: Ring, tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    assert bootstrap.read_secret(settings) is None
    (tmp_path / "admin.secret").write_bytes(b"\xff\xfe")
    with pytest.raises(StoreUnreadable, match=r"admin\.secret"):
        bootstrap.read_secret(settings)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("neo4j://neo4j:hunter2@host:7687", "ARIA_NEO4J_PASSWORD"),
        ("mysql://neo4j:hunter2@host", "ARIA_NEO4J_PASSWORD"),
        ("neo4j:hunter2@host", "ARIA_NEO4J_PASSWORD"),
        ("neo4j://host:7687/mydb", "ARIA_NEO4J_DATABASE"),
        ("neo4j://host:99999", "such as neo4j://"),
        ("nonsense", "such as neo4j://"),
    ],
)
async def test_a_store_is_not_opened_by_an_address_that_is_none(
    tmp_path: Path, address: str, said: str
) -> None:
    settings = Settings(data_dir=tmp_path)
    with pytest.raises(InvalidInput, match=said) as refused:
        await bootstrap.open_store(settings, address)
    assert "hunter2" not in str(refused.value)
    with pytest.raises(InvalidInput, match=said):
        bootstrap.is_same_store(settings, "sqlite:", address)


def test_a_folder_may_be_named_as_it_likes(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    here = f"sqlite:{tmp_path / 'me@home'}"
    assert bootstrap.is_same_store(settings, here, here)
    assert bootstrap.is_same_store(settings, "sqlite:", f"sqlite:{tmp_path}")
