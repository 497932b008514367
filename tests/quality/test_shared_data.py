"""Missing data skip a floor, or fail it where they are required."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared_data import need


def test_what_is_there_is_given(tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    path.touch()
    assert need(path) == path


@pytest.mark.parametrize("mode", ["", "off"])
def test_missing_data_skip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setenv("ARIA_TEST_QUALITY", mode)
    with pytest.raises(pytest.skip.Exception, match=r"there is no ../shared/data/rows\.tsv"):
        need(tmp_path / "rows.tsv")


def test_missing_data_fail_where_they_are_required(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIA_TEST_QUALITY", "required")
    with pytest.raises(pytest.fail.Exception, match="ARIA_TEST_QUALITY=required"):
        need(tmp_path / "rows.tsv")
