"""Pieces of entries by their words and their meaning."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from graph_aria.domain.passages import EVERYWHERE, FoundPassage, IndexedEntry, PassageFilter


class Passages(Protocol):
    """Pieces of entries, found by their words and by their meaning."""

    async def list_unindexed(
        self, profile_id: str, embedder_id: str, *, limit: int
    ) -> tuple[str, ...]:
        """Ids of entries of which no passages of this embedder are stored, newest first.

        Read ones, unread ones, and those that could not be read; none that waits to be read, no
        note, no turn of a conversation that is not remembered. One that is indexed without any
        passage is not among them.
        """

    async def save_passages(self, profile_id: str, entries: Sequence[IndexedEntry]) -> int:
        """Store the passages of entries in place of those that there are; of how many.

        In one transaction, and the graph's version stays as it is. Left out are entries that
        are gone, have another revision, or are turns of a conversation that is not
        remembered (any more). An edit, a deletion, and switching a conversation off take
        passages along; so do another reading, and a veto that comes or goes: they are made
        anew.
        """

    async def search_passages(
        self,
        profile_id: str,
        words: str,
        wanted: PassageFilter = EVERYWHERE,
        *,
        limit: int,
    ) -> tuple[FoundPassage, ...]:
        """Passages that have any of some words, best first, ties by entry and position.

        Ranked by how rare the words are (BM25 or alike), whatever their case, accents and
        English endings; operators are words too. Nothing for a text without words.
        """

    async def find_near_passages(
        self,
        profile_id: str,
        vector: bytes,
        wanted: PassageFilter = EVERYWHERE,
        *,
        embedder_id: str,
        least: float,
        limit: int,
    ) -> tuple[FoundPassage, ...]:
        """The passages whose vectors are nearest, with their cosines, nearest first.

        Only vectors of that embedder with a cosine of at least `least`; ties by entry and
        position. A store may miss one with many others as near.
        """

    async def read_beside(
        self, profile_id: str, turn_ids: Collection[str], *, n: int = 1
    ) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """By id of some turns, the turns before and after each in its conversation.

        At most `n` on either side, in order of their ids; of an entry that is no turn, or
        is not there, there is nothing.
        """
