"""What of memories stays when the entries that they were learned from are read again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from graph_aria.domain.memories import LIFE_KINDS, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_sources import MemorySource, words_key
from graph_aria.domain.milestones import settled
from graph_aria.domain.occasions import tells_death
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


def is_kept(
    source: MemorySource, known: MemoryNeighbourhood, entry: Entry, *, lives: bool = True
) -> bool:
    """Whether reading an entry again leaves a source of it alone.

    Pinned words never change; what was noticed over many days does not hang on a reading; what
    is stored of a life stays while the life switch is off. All go when the entry's own words
    were changed.

    Args:
        source: of a memory.
        known: with that memory.
        entry: that is read again.
        lives: the life switch.
    """
    if entry.is_read_as_it_was:
        return False
    is_asleep = not lives and source.said.kind in LIFE_KINDS and not tells_death(source.said.text)
    return is_asleep or known.memories[source.memory_id].pinned or source.is_noticed


def lived_before(sources: Iterable[MemorySource]) -> frozenset[tuple[str, str, str]]:
    """What entries told of a life: told there again, it is nothing new while life is off.

    Each by its entry, its slot, or its words if it has none, and how a focus stands.
    """
    return frozenset(
        _lived(source.entry_id, source.said) for source in sources if source.said.kind in LIFE_KINDS
    )


def was_lived(
    said: MemoryCandidate, entry_id: str, before: Collection[tuple[str, str, str]]
) -> bool:
    """Whether an entry told of a life the same before, see `lived_before`."""
    return said.kind in LIFE_KINDS and _lived(entry_id, settled(said)) in before


def _lived(entry_id: str, said: MemoryCandidate) -> tuple[str, str, str]:
    stands = said.value if said.kind is MemoryKind.FOCUS else None
    return entry_id, said.slot or words_key(said.text), stands or ""


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
