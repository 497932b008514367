"""What happens to the sources of a graph, as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graph_aria.domain.graph import EntryOutcome
from graph_aria.domain.records import EntryRecord, Ruling


@dataclass(frozen=True, slots=True)
class Change:
    """What happens to the sources.

    Attributes:
        before, after: records of the entries that change; one that is missing in
            `after` is deleted, one that is missing in `before` was never read.
        rulings: the rulings about the targets as they stand afterwards, oldest first.
        now: the instant of the change.
        ruling_ids: new rulings among them, to be stored.
        dropped_ruling_ids: rulings that the change takes away.
        distinct: for entities that come into being, what tells them from another.
        stamps: for a rebuild, the stamps of the scheduled pass so far, by target.
        touched: entities to write again though no evidence of theirs changes.
        outcomes: what became of the readings.
        forget: rulings about what vanishes go too (a deletion).
        whole: the neighbourhood holds no graph: derive everything (a rebuild).
    """

    before: Sequence[EntryRecord]
    after: Sequence[EntryRecord]
    rulings: Sequence[Ruling]
    now: datetime
    ruling_ids: frozenset[str] = frozenset()
    dropped_ruling_ids: frozenset[str] = frozenset()
    distinct: Mapping[str, str] = field(default_factory=dict)
    stamps: Mapping[str, datetime | None] = field(default_factory=dict)
    touched: frozenset[str] = frozenset()
    outcomes: tuple[EntryOutcome, ...] = ()
    forget: bool = False
    whole: bool = False
