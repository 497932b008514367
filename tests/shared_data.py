"""Data that lie beside the project and must not be copied into it.

`ARIA_TEST_QUALITY=required`: what is missing fails the test, as in CI. Else it is skipped.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

DATA: Final = Path(__file__).parents[2] / "shared" / "data"


def need(path: Path) -> Path:
    """The path of a file, if it is there; the test ends here if not."""
    if not path.is_file():
        # Pytest prints the reasons of what it skipped (-ra).
        why = f"floor of quality not run: there is no ../shared/data/{path.name}"
        if os.environ.get("ARIA_TEST_QUALITY") == "required":
            pytest.fail(f"{why}, and ARIA_TEST_QUALITY=required")
        pytest.skip(why)
    return path
