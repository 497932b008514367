"""How a memory stands to others once it has other words."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import LinkKind, MemoryLink
from graph_aria.domain.remembering import Bearings, Proposal, plan, standing_between

_BY_WORDS: Final = frozenset({LinkKind.EXCLUDES, LinkKind.UNCLEAR, LinkKind.VOID})
"""What was found by comparing words, and so goes with them."""


def held_against(
    known: MemoryNeighbourhood, proposal: Proposal, bearings: Bearings
) -> tuple[MemoryLink, ...]:
    """The links that change or come in when a known memory has other words.

    What corrects or repeats stays: that was said, not found.

    Args:
        known: the memory as it was, with all that it is linked to, and what lies near its
            new words.
        proposal: the memory with its new words, under its own id.
        bearings: how sentences are compared.
    """
    memory = proposal.memory
    linked = {
        link.older_id if link.newer_id == memory.id else link.newer_id: link
        for link in known.links
        if memory.id in {link.newer_id, link.older_id}
    }
    changed = []
    for other_id, link in sorted(linked.items()):
        if link.kind not in _BY_WORDS:
            continue
        kind, reason = standing_between(memory, known.memories[other_id], bearings)
        if link.kind is not kind:
            changed.append(replace(link, kind=kind, reason=reason))
    others = [one for one in known.memories.values() if one.id != memory.id]
    found = plan([proposal], known=others, sources=(), bearings=bearings)
    fresh = [one for one in found.links if {one.newer_id, one.older_id}.isdisjoint(linked)]
    return (*changed, *fresh)
