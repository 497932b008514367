"""The text that words of a crisis are answered with, and what is no such text."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_aria.bootstrap.caring import care_text_of
from graph_aria.config import Settings
from graph_aria.errors import InvalidSetting


def _of(file: Path | None) -> str:
    return care_text_of(Settings(data_dir=Path("unused"), care_text_file=file))


def test_without_a_setting_it_is_arias_own() -> None:
    assert "findahelpline.com" in _of(None)


def test_a_file_takes_its_place_on_as_many_lines_as_it_has(tmp_path: Path) -> None:
    file = tmp_path / "care.txt"
    file.write_bytes("\ufeffRuf an:\n116 123 – jederzeit.\n\n".encode())

    assert _of(file) == "Ruf an:\n116 123 – jederzeit."


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "cannot be read"),
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"a" * 2_001, "more than 2,000 characters"),
        (b"caf\xe9", "no text in UTF-8"),
    ],
)
def test_what_is_no_such_text_is_refused_by_name(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    file = tmp_path / "care.txt"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(InvalidSetting, match="ARIA_CARE_TEXT_FILE") as refused:
        _of(file)
    assert why in refused.value.message
    assert str(file) in refused.value.message


def test_a_folder_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="cannot be read"):
        _of(tmp_path)
