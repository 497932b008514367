"""Files of named queries and of numbered migrations: how both stores cut and order them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar


class Numbered(Protocol):
    """One step of a schema."""

    @property
    def number(self) -> int:
        """Which step: 1, 2, 3 and so on."""


Step = TypeVar("Step", bound=Numbered)


def named_blocks(text: str, comment: str, aggregate: str) -> dict[str, str]:
    """The blocks of a file by name, each after a line `name: …` in a comment.

    Args:
        text: the file's.
        comment: what begins a comment in its language.
        aggregate: what the file is about, for the error.

    Raises:
        ValueError: a name stands twice.
    """
    parts = re.split(rf"(?m)^{comment} name: (\w+)$", text)
    blocks = dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
    if len(blocks) != len(parts) // 2:
        raise ValueError(f"a name stands twice in the queries of {aggregate}")
    return blocks


def in_order(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Migrations in order.

    Raises:
        ValueError: there is a gap.
    """
    found = sorted(steps, key=lambda step: step.number)
    if [step.number for step in found] != list(range(1, len(found) + 1)):
        raise ValueError("the migrations are not numbered 1, 2, 3 …")
    return tuple(found)
