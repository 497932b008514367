"""Recall what entries that were edited told of a life while it was on."""

from __future__ import annotations

from collections.abc import Sequence

from graph_aria.domain.reading_again import lived_before
from graph_aria.domain.records import Entry, Profile
from graph_aria.ports import Memories


async def recall_lived(
    store: Memories, profile: Profile, again: Sequence[Entry]
) -> frozenset[tuple[str, str, str]]:
    """While life is off, what is stored of it from the earlier words of entries.

    An edit of other words would lose it for good: it may be told there again, see `was_lived`.

    Args:
        store: where it is.
        profile: whose; with life on nothing need be looked up.
        again: entries that are read again.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    edited = {entry.id for entry in again if entry.is_read_as_it_was}
    if profile.lives or not edited:
        return frozenset()
    found = await store.find_memories(profile.id, entry_ids=edited)
    if not found:
        return frozenset()
    known = await store.read_memories(profile.id, found)
    return lived_before(one for one in known.sources if one.entry_id in edited)
