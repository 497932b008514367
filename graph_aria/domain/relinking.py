"""How a memory stands to others once it has other words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from graph_aria.domain.bearings import Bearings, judge, standing_between
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import LinkKind, MemoryLink
from graph_aria.domain.remembering import Proposal
from graph_aria.domain.sameness import Sameness
from graph_aria.domain.slots import TAKEN_BACK

SAME_BY_NOW: Final = "says the same since one of them has other words"
"""The reason of a repetition that came in with other words, and goes with them."""

_BY_WORDS: Final = frozenset({LinkKind.EXCLUDES, LinkKind.UNCLEAR, LinkKind.VOID})
"""What was found by comparing words, and so goes with them."""

_THE_OTHER: Final = 1
"""Which of the two that `judge` compares kept its words."""


def held_against(
    known: MemoryNeighbourhood, proposal: Proposal, bearings: Bearings
) -> tuple[MemoryLink, ...]:
    """The links that change or come in when a known memory has other words.

    It is held against each of the others, however that one stands. So no two are left that
    deny each other, and what it repeats goes into it, or it into what is pinned. What
    corrects or repeats because it was said so stays: that was not found.

    Args:
        known: the memory as it was, with all that it is linked to, and what lies near its
            new words.
        proposal: the memory with its new words, under its own id.
        bearings: how sentences are compared.
    """
    memory = proposal.memory
    linked: dict[str, list[MemoryLink]] = defaultdict(list)
    for link in known.links:
        if memory.id in _ends(link):
            linked[link.older_id if link.newer_id == memory.id else link.newer_id].append(link)
    changed: list[MemoryLink] = []
    for other_id, other in sorted(known.memories.items()):
        links = linked.get(other_id, [])
        if other_id == memory.id or (not links and other.scope != memory.scope):
            continue
        if all(link.kind in _BY_WORDS or link.reason == SAME_BY_NOW for link in links):
            changed += _relinked(links, _link_between(memory, other, bearings))
    return tuple(changed)


def _link_between(memory: Memory, other: Memory, bearings: Bearings) -> MemoryLink:
    """How a memory with other words stands to another one; VOID if not at all."""
    decision = judge(memory, other, bearings)
    if decision.sameness is Sameness.SAME:
        if decision.fuller == _THE_OTHER:  # nothing that the other says besides is to be lost
            return MemoryLink(memory.id, other.id, LinkKind.VOID, decision.reason)
        first, second = (other, memory) if other.pinned and not memory.pinned else (memory, other)
        return MemoryLink(first.id, second.id, LinkKind.REPEATS, SAME_BY_NOW)
    kind, reason = standing_between(memory, other, bearings)
    if kind is LinkKind.EXCLUDES and other.kind is MemoryKind.CORRECTION:
        return MemoryLink(other.id, memory.id, LinkKind.CORRECTS, TAKEN_BACK)
    return MemoryLink(memory.id, other.id, kind, reason)


def _relinked(links: Sequence[MemoryLink], wanted: MemoryLink) -> list[MemoryLink]:
    """What must be stored so that of all links between two only the wanted one counts."""
    if links and wanted.kind in _BY_WORDS:  # which of them is newer is told by what was said
        wanted = replace(wanted, newer_id=links[0].newer_id, older_id=links[0].older_id)
    changed = [
        replace(link, kind=LinkKind.VOID, reason=wanted.reason)
        for link in links
        if _ends(link) != _ends(wanted) and link.kind is not LinkKind.VOID
    ]
    stored = next((link for link in links if _ends(link) == _ends(wanted)), None)
    if wanted.kind is not (LinkKind.VOID if stored is None else stored.kind):
        changed.append(wanted)
    return changed


def _ends(link: MemoryLink) -> tuple[str, str]:
    return link.newer_id, link.older_id
