"""How a memory stands to others once it has other words."""

from __future__ import annotations

from dataclasses import replace

from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import LinkKind, MemoryLink
from graph_aria.domain.remembering import Bearings, standing_between

_BY_WORDS = frozenset({LinkKind.EXCLUDES, LinkKind.UNCLEAR, LinkKind.VOID})
"""What was found by comparing words, and so goes with them."""


def linked_by_words(known: MemoryNeighbourhood, memory_id: str) -> dict[str, MemoryLink]:
    """The links of a memory that were found by comparing words, by the other's id."""
    return {
        link.older_id if link.newer_id == memory_id else link.newer_id: link
        for link in known.links
        if memory_id in {link.newer_id, link.older_id} and link.kind in _BY_WORDS
    }


def relinked(
    known: MemoryNeighbourhood, memory: Memory, bearings: Bearings
) -> tuple[MemoryLink, ...]:
    """The links of a memory that are others with the words it has now.

    What corrects or repeats stays: that was said, not found.

    Args:
        known: the memory as it was, with all that it is linked to.
        memory: with its new words.
        bearings: how sentences are compared.
    """
    changed = []
    for other_id, link in sorted(linked_by_words(known, memory.id).items()):
        kind, reason = standing_between(memory, known.memories[other_id], bearings)
        if link.kind is not kind:
            changed.append(replace(link, kind=kind, reason=reason))
    return tuple(changed)
