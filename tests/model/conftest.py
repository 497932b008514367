"""Small real models on loopback; `make test-model` alone collects this folder.

What cannot be got is an error, never a skip: whoever runs this wants to know.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.small_model import SMOLLM2, ModelServer


@pytest.fixture(scope="module")
def smollm2() -> Iterator[ModelServer]:
    """A model that is hardly one: most of what it answers is garbage."""
    with ModelServer(SMOLLM2) as server:
        yield server
