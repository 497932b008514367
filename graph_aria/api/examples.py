"""What each operation answers, as examples in the description of the API.

The file is written by `python -m tests.api.make_examples`, from real answers.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

PATH: Final = Path(__file__).with_name("examples.json")


def read_examples() -> dict[str, Any]:
    """An example of a successful answer, by operation id."""
    return dict(json.loads(PATH.read_text("utf-8")))
