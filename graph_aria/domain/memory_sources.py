"""Where memories were said, and what they say by that.

Quotes are never copied: a source names a span of an entry, and its words are those of the
entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graph_aria.domain.memories import Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.milestones import Told, together, whole_value
from graph_aria.domain.normalizing import normalized

BY_HAND: Final = "hand"
MERGED: Final = "merged"
PATTERN: Final = "pattern"
"""Families of rules: what the user wrote as a memory, what was merged, what was noticed."""
EDITED: Final = f"{BY_HAND}:edit"
"""The rule of what the user wrote over a memory."""


@dataclass(frozen=True, slots=True)
class MemorySource:
    """Where a memory was said, and how it was understood there.

    What is stored of a memory's text is stored here, with the entry that it comes from, so
    that it goes when the entry goes; `Memory.text` is a projection, see `projected`.

    Attributes:
        memory_id, entry_id: what was learned, and from which entry. What the user adds by
            hand is an entry too, so every memory has one.
        said: as it was read in that entry; its span is the quote's.
        said_at: the entry's time of evidence.
        expires_at: from then on what was said there is no longer of use, None if it lasts.
    """

    memory_id: str
    entry_id: str
    said: MemoryCandidate
    said_at: datetime
    expires_at: datetime | None = None

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What makes it one and the same source: memory, entry, and span."""
        return self.memory_id, self.entry_id, self.said.start, self.said.end

    @property
    def is_by_hand(self) -> bool:
        """Whether the user wrote the memory itself: its text outranks what was read."""
        return self.said.rule.startswith(f"{BY_HAND}:")

    @property
    def is_edit(self) -> bool:
        """Whether the user wrote it over a memory that was there."""
        return self.said.rule == EDITED

    @property
    def is_noticed(self) -> bool:
        """Whether it is one of the days behind a pattern."""
        return self.said.rule.startswith(f"{PATTERN}:")

    @property
    def is_drawn(self) -> bool:
        """Whether the text was drawn from several sources together.

        Then it holds as long as all of them do: a merged memory, a pattern.
        """
        return self.is_noticed or self.said.rule.startswith(f"{MERGED}:")


def words_key(text: str) -> str:
    """A text by its words alone: two memories with the same one say the same.

    >>> words_key("The user swims.") == words_key("the user  swims")
    True
    """
    return normalized(text.strip().rstrip(".!"))


def leading(sources: Sequence[MemorySource], *, pinned: str | None = None) -> MemorySource:
    """The source whose words are the memory's.

    That is the user's newest edit, else what they wrote first as a memory, else the first; of a
    milestone the first of those that tell most exactly when it was. What is pinned changes its
    words only by an edit, or if nobody says them any more. Entries' ids ascend with the time at
    which they were handed in, so an older diary that is imported later changes no text.

    Args:
        sources: of one memory, at least one, in any order.
        pinned: the memory's text, if it is pinned.
    """
    edits = [source for source in sources if source.is_edit]
    if edits:
        return max(edits, key=_place)
    saying = [source for source in sources if source.said.text == pinned]
    by_hand = [source for source in sources if source.is_by_hand]
    return min(saying or by_hand or sources, key=_exact_place)


def _exact_place(source: MemorySource) -> tuple[int, tuple[str, int]]:
    is_dated = source.said.kind is MemoryKind.MILESTONE
    return -Told.of(source.said).exactness if is_dated else 0, _place(source)


def _place(source: MemorySource) -> tuple[str, int]:
    return source.entry_id, source.said.start


def projected(memory: Memory, sources: Sequence[MemorySource]) -> Memory:
    """A memory with text and figures as its sources give them; how it stands is kept.

    Text, kind, category, slot, dates and how it was learned are those of the leading source;
    so is the reason, or the first that any gives. When a milestone was is told by all of them
    together, or by the user's last edit alone. Importance, significance and confidence
    are the greatest of all, or those of the user's last edit. It expires when its last
    source does, of those since that edit.

    Args:
        memory: as it stands.
        sources: all of its own, at least one, in any order.
    """
    leads = leading(sources, pinned=memory.text if memory.pinned else None)
    first = leads.said
    given = sorted(sources, key=_place)
    reason = first.reason or next((one.said.reason for one in given if one.said.reason), None)
    since = leads.entry_id if leads.is_edit else ""
    telling = [leads] if leads.is_edit else sources
    told, slot, value = (
        Told(first.valid_from, first.valid_until, first.important),
        first.slot,
        first.value,
    )
    if first.kind is MemoryKind.MILESTONE and not leads.is_edit:
        told = together(Told.of(source.said) for source in given)
        slot = slot or next((one.said.slot for one in given if one.said.slot), None)
        same = [one.said.value for one in given if one.said.slot == slot]
        value = None if slot is None else whole_value(same)
    ends = [source.expires_at for source in sources if source.entry_id >= since]
    return replace(
        memory,
        text=first.text,
        kind=first.kind,
        category=first.category,
        importance=max(one.said.importance for one in telling),
        emotional_significance=max(one.said.emotional_significance for one in telling),
        confidence=max(one.said.confidence for one in telling),
        reason=reason,
        learned=first.learned,
        valid_from=told.first,
        valid_until=told.last,
        important=told.yearly,
        slot=slot,
        value=value,
        expires_at=None if None in ends else max(end for end in ends if end is not None),
    )
