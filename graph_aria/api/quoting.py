"""The words that memories came from, for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from graph_aria.api.deps import Scope
from graph_aria.api.schemas.memories import ShownMemorySource
from graph_aria.domain.days import local_day
from graph_aria.domain.memories import Learned, Memory
from graph_aria.domain.memory_sources import EDITED, MERGED, MemorySource
from graph_aria.domain.records import Entry, Profile

_HOW: Final = {
    Learned.SAID: "you said so",
    Learned.INFERRED: "inferred from what you said",
    Learned.PATTERN: "noticed over many days",
}


async def read_entries(scope: Scope, entry_ids: Collection[str]) -> dict[str, Entry]:
    """Entries by id; those that are not there are left out."""
    records = await scope.store.read_records(scope.profile.id, entry_ids)
    return {record.entry.id: record.entry for record in records}


async def show_newest(
    scope: Scope, memories: Iterable[Memory], *, most: int
) -> dict[str, list[ShownMemorySource]]:
    """By memory, where it was said last: newest first, at most so many each."""
    ids = {memory.id for memory in memories}
    if not ids:
        return {}
    known = await scope.store.read_memories(scope.profile.id, ids)
    newest: defaultdict[str, list[MemorySource]] = defaultdict(list)
    for source in sorted(
        not_discarded(known.sources),
        key=lambda one: (one.said_at, one.entry_id, one.said.start),
        reverse=True,
    ):
        if source.memory_id in ids and len(newest[source.memory_id]) < most:
            newest[source.memory_id].append(source)
    entries = await read_entries(
        scope, {source.entry_id for sources in newest.values() for source in sources}
    )
    return {
        memory_id: [show_source(one, entries.get(one.entry_id), scope.profile) for one in sources]
        for memory_id, sources in newest.items()
    }


def not_discarded(sources: Iterable[MemorySource]) -> list[MemorySource]:
    """Sources without what the user wrote over a memory and wrote over again since."""
    known = list(sources)
    newest: dict[str, tuple[datetime, str]] = {}
    for one in known:
        if one.said.rule == EDITED:
            at = (one.said_at, one.entry_id)
            newest[one.memory_id] = max(at, newest.get(one.memory_id, at))
    return [
        one
        for one in known
        if one.said.rule != EDITED or (one.said_at, one.entry_id) == newest[one.memory_id]
    ]


def show_source(source: MemorySource, entry: Entry | None, profile: Profile) -> ShownMemorySource:
    """Where a memory was said, with the words, if its entry is at hand."""
    said = source.said
    zone = profile.zone if entry is None else entry.zone
    return ShownMemorySource(
        entry_id=source.entry_id,
        at=source.said_at,
        day=local_day(source.said_at, zone),
        quote=quote_of(entry, source),
        start=said.start,
        end=said.end,
        text=said.text,
        learned=said.learned,
        how=_how(source),
        rule=said.rule,
    )


def quote_of(entry: Entry | None, source: MemorySource) -> str | None:
    """The very words; None while the entry is being read again."""
    if entry is None:
        return None
    return next(iter(entry.quotes([(source.said.start, source.said.end)])), None)


def _how(source: MemorySource) -> str:
    if source.is_by_hand:
        return "you wrote it as a memory"
    if source.said.rule.startswith(f"{MERGED}:"):
        return "brought together from several memories"
    return _HOW[source.said.learned]
