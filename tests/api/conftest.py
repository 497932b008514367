"""The API with a real store in a folder of its own, and a reader that knows four words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_aria import bootstrap
from tests.api.harness import Api, StubReader


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    """Without any profile."""
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    with Api(tmp_path) as api:
        yield api


@pytest.fixture
def api(bare: Api) -> Api:
    """With a profile, Maya's, and a token of hers."""
    bare.token = bare.new_token(bare.add_profile("Maya"))
    return bare
