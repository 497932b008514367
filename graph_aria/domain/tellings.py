"""When something was said: setting right what is known of a focus is no telling of it.

Source: docs/decisions/029-focus-and-milestones.md
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graph_aria.domain.life import Standing
from graph_aria.domain.memories import MemoryCandidate, MemoryKind
from graph_aria.domain.memory_sources import MemorySource


def tellings(sources: Sequence[MemorySource]) -> Sequence[MemorySource]:
    """Those of a memory's sources with which it was spoken of.

    Not what the user wrote over a focus, unless that tells that it stands otherwise: since when
    it goes on, or why, and in which words is known better then, but nobody spoke of it.

    Args:
        sources: of one memory, in any order.

    Returns:
        At least one, if there is any.
    """
    return _without_edits(sources, _how_it_stands)


def claims(sources: Sequence[MemorySource]) -> Sequence[MemorySource]:
    """The same with what was written over a focus and makes another one of it.

    By these it is told what was said last: a focus that is over does not go on since its reason
    was set right, while what now tells of something else was said when it was written.
    """
    return _without_edits(sources, lambda said: (said.slot, _how_it_stands(said)))


def _how_it_stands(said: MemoryCandidate) -> str:
    return said.value or Standing.ON


def _without_edits(
    sources: Sequence[MemorySource], told: Callable[[MemoryCandidate], object]
) -> Sequence[MemorySource]:
    if not any(_is_edit(one) for one in sources):
        return sources
    kept: list[MemorySource] = []
    before: object = None
    for one in sorted(sources, key=lambda each: (each.said_at, each.entry_id, each.said.start)):
        if not _is_edit(one) or told(one.said) != before:
            kept.append(one)
        before = told(one.said)
    return kept


def _is_edit(source: MemorySource) -> bool:
    return source.is_edit and source.said.kind is MemoryKind.FOCUS
