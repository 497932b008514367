"""What of memories stays when the entries that they were learned from are read again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.records import Entry


def in_the_users_words(
    were: Iterable[MemorySource], left: Sequence[MemorySource], reread: Mapping[str, Entry]
) -> dict[tuple[str, int, int], str]:
    """By span of what is read again, the memory that the user wrote over it or pinned.

    What is read there again is said of that memory, however it reads now: else an edit would
    be undone by its old words coming back beside it.
    """
    by_hand = {source.memory_id for source in left if source.is_by_hand}
    keys = {source.key for source in left}
    return {
        source.key[1:]: source.memory_id
        for source in were
        if source.entry_id in reread
        and not reread[source.entry_id].is_read_as_it_was
        and not source.is_drawn
        and (source.memory_id in by_hand or source.key in keys)
    }


def is_kept(source: MemorySource, known: MemoryNeighbourhood, entry: Entry) -> bool:
    """Whether reading an entry again leaves a source of it alone.

    Pinned words never change; what was noticed over many days does not hang on a reading.
    Both go when the entry's own words were changed.
    """
    if entry.is_read_as_it_was:
        return False
    return known.memories[source.memory_id].pinned or source.is_noticed


def still_drawn(
    known: MemoryNeighbourhood,
    sources: Iterable[MemorySource],
    dropped: Collection[tuple[str, str, int, int]],
) -> set[tuple[str, str, int, int]]:
    """Sources of merged memories that another memory still has where it had them."""
    there = {source.key[1:] for source in sources if not source.is_drawn}
    return {
        source.key
        for source in known.sources
        if source.is_drawn and source.key in dropped and source.key[1:] in there
    }
