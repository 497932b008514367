"""Read what a model proposes of a life, as what is written by hand is read."""

from __future__ import annotations

from collections.abc import Sequence

from graph_aria.domain.focus_told import plainly_over
from graph_aria.domain.life_proposed import Retold, focus_proposed, milestone_proposed
from graph_aria.domain.memories import LIFE_KINDS, MemoryCandidate, MemoryKind
from graph_aria.domain.reading import ReadDate, ReadRequest
from graph_aria.errors import ReaderFailed
from graph_aria.ports import Reader
from graph_aria.stages.understand import understand_with


async def understand_proposed(
    reader: Reader,
    request: ReadRequest,
    memories: Sequence[MemoryCandidate],
    *,
    dates: Sequence[ReadDate],
) -> tuple[MemoryCandidate, ...]:
    """Give focus and milestones of a model slot, value and dates, as rules read its sentences.

    A sentence that the rules fail on is compared by its words, and costs nothing else.

    Args:
        reader: reads with rules.
        request: the text that they were proposed for.
        memories: what is kept of the proposals.
        dates: the days that rules read in the text.

    Returns:
        In their order, without what turns out to be no focus and no milestone.

    Reads: nothing of the store. Writes: nothing. Safe to repeat: yes.
    """
    found: list[MemoryCandidate] = []
    for one in memories:
        placed: MemoryCandidate | None = one
        if one.kind in LIFE_KINDS:
            retold = await _retold(reader, request, one)
            if one.kind is MemoryKind.FOCUS:
                placed = focus_proposed(one, retold, dates=dates)
            else:
                placed = milestone_proposed(one, retold, dates=dates, said_on=request.said_on)
        if placed is not None:
            found.append(placed)
    return tuple(found)


async def _retold(reader: Reader, request: ReadRequest, one: MemoryCandidate) -> Retold:
    today, words = request.said_on, one.text
    try:
        read = await understand_with(reader, words, today, kind=one.kind)
        plain = plainly_over(words) if one.kind is MemoryKind.FOCUS else None
        if read.alone is None and plain is not None:
            again = await understand_with(reader, plain, today, kind=one.kind)
            return Retold(words, again.alone)
    except ReaderFailed:
        return Retold(words)
    return Retold(read.text, read.alone, read.days, read.important)
