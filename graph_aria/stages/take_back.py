"""Find the statements that count otherwise because a correction came or went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.taken_back import (
    after_change,
    corrected_spans,
    has_corrected,
    turned,
    with_spans,
)
from graph_aria.ports import Memories, Record


class TakeBackStore(Memories, Record, Protocol):
    """What finding them needs of a store."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Records whose statements count otherwise, by entry id.

    Attributes:
        before, after: of entries that the change does not touch besides.
        changed: every record as it is afterwards, of entries that it touches too.
    """

    before: Mapping[str, EntryRecord] = field(default_factory=dict)
    changed: Mapping[str, EntryRecord] = field(default_factory=dict)

    def first(self, records: Iterable[EntryRecord]) -> list[EntryRecord]:
        """Some records as they were, and those that change besides."""
        kept = list(records)
        there = {record.entry.id for record in kept}
        return kept + [one for key, one in self.before.items() if key not in there]

    def then(
        self, records: Iterable[EntryRecord], *, but: Collection[str] = ()
    ) -> list[EntryRecord]:
        """Some records as they are, and those that change besides; `but` names what goes."""
        kept = [self.changed.get(record.entry.id, record) for record in records]
        there = {record.entry.id for record in kept} | set(but)
        return kept + [one for key, one in self.changed.items() if key not in there]


NOTHING = TakenBack()


async def take_back(
    store: TakeBackStore,
    profile_id: str,
    delta: MemoryDelta,
    *,
    resolved: Sequence[EntryRecord] = (),
    gone: Collection[str] = (),
) -> TakenBack:
    """The records that a change to memories alters.

    Args:
        store: where they are.
        profile_id: whose.
        delta: the change.
        resolved: records as they are read now, of entries that are read with it.
        gone: ids of entries that go with it.

    Reads: memories and their entries. Writes: nothing. Safe to repeat: yes.
    """
    ids = turned(delta)
    entry_ids = {record.entry.id for record in resolved if has_corrected(record)}
    if not ids and not entry_ids:
        return NOTHING
    before = await store.read_memories(profile_id, ids)
    after = after_change(before, delta)
    entry_ids |= {
        source.entry_id for source in (*before.sources, *after.sources) if source.memory_id in ids
    }
    entry_ids -= set(gone)
    if not entry_ids:
        return NOTHING
    beside = await store.find_memories(profile_id, entry_ids=entry_ids)
    over = {one.superseded_by for one in delta.save if one.superseded_by is not None}
    known = await store.read_memories(profile_id, {*beside, *ids, *over})
    spans = corrected_spans(after_change(known, delta))
    vetoed: dict[str, list[tuple[int, int]]] = {}
    for veto in (*await store.read_vetoes(profile_id, entry_ids), *delta.save_vetoes):
        vetoed.setdefault(veto.entry_id, []).append((veto.start, veto.end))
    read_now = {record.entry.id: record for record in resolved}
    others = {
        record.entry.id: record
        for record in await store.read_records(profile_id, entry_ids - read_now.keys())
    }
    changed = {
        key: altered
        for key, record in {**others, **read_now}.items()
        if key in entry_ids
        and (altered := with_spans(record, spans.get(key, ()), vetoed=vetoed.get(key, ())))
        != record
    }
    return TakenBack({key: one for key, one in others.items() if key in changed}, changed)
