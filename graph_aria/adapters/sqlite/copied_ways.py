"""The form in which it is said how rows of one kind are copied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graph_aria.adapters.sqlite.record_rows import Row
    from graph_aria.domain.copies import CopiedRow

Key = tuple[tuple[int, type], ...]
"""Which columns of a row are its key, with their types."""


@dataclass(frozen=True, slots=True)
class Way:
    """How rows of one kind leave a store and enter another.

    Attributes:
        export: gives rows after a key, up to a limit.
        key: by which they are ordered.
        read: the row as a frozen value, for a profile's id.
        save: stores a row, in place of the one with its key if there is one.
        values: a frozen value as `save` takes it, for a profile's number.
        clear: removes all of a profile's.
    """

    export: str
    key: Key
    read: Callable[[Row, str], CopiedRow]
    save: str
    values: Callable[[int, Any], Mapping[str, Any] | Sequence[Any]]
    clear: str
