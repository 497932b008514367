"""What is known about the user."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Protocol

from graph_aria.domain.memories import EVERY_MEMORY, Memory, MemoryFilter, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood, Veto
from graph_aria.domain.memory_history import MemoryRevision
from graph_aria.domain.reading import Cost
from graph_aria.domain.views import (
    Page,
)


class Memories(Protocol):
    """What is known about the user."""

    async def find_memories(
        self,
        profile_id: str,
        *,
        slots: Collection[str] = (),
        words: Collection[str] = (),
        entry_ids: Collection[str] = (),
        about: Collection[str] = (),
    ) -> tuple[str, ...]:
        """Ids of memories that fill one of these slots, or have one of these `words_key`s.

        Or were learned from one of these entries, or from words that mention one of these
        entities (`about`, by the mentions' own entities, before any merge; by mentions of any
        state whose span overlaps the source's). Of any state, in any scope; ascending.
        """

    async def find_near(
        self,
        profile_id: str,
        vector: bytes,
        *,
        embedder_id: str,
        least: float,
        limit: int,
        scope: str | None = None,
        states: Collection[MemoryState] | None = None,
    ) -> tuple[tuple[str, float], ...]:
        """The memories whose vectors are nearest to one, with their cosines.

        Only vectors of that embedder, with a cosine of at least `least`; nearest first, ties
        by id. The nearest of that scope and of these states, however many others lie nearer;
        None for any. A store may miss one with many others as near.
        """

    async def read_memories(
        self, profile_id: str, memory_ids: Collection[str]
    ) -> MemoryNeighbourhood:
        """Those of these memories that exist, with all that hang together with them.

        By links, by rulings that name two, or since they fill one slot of one scope.
        """

    async def read_learned(
        self, profile_id: str, memory_ids: Collection[str]
    ) -> MemoryNeighbourhood:
        """Those of these memories that exist, with where they were said, and nothing else.

        Neither links, rulings nor vectors, nor any memory beside: for looking at many.
        """

    async def read_vetoes(self, profile_id: str, entry_ids: Collection[str]) -> tuple[Veto, ...]:
        """The vetoes of these entries, in order of entry and span."""

    async def get_memory(self, profile_id: str, memory_id: str) -> Memory:
        """The memory with this id."""

    async def list_memories(
        self,
        profile_id: str,
        wanted: MemoryFilter = EVERY_MEMORY,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Memory]:
        """Memories, pinned ones first, then newest `confirmed_at`, ties by id descending.

        They are about an entity by live mentions alone.
        """

    async def search_memories(
        self, profile_id: str, words: str, *, limit: int
    ) -> tuple[tuple[str, float], ...]:
        """Memories whose text or reason has any of some words, with a rank > 0, best first.

        Whatever their case, accents and, in English, endings; operators are words too.
        Nothing for a text without words. Of any state, in any scope.
        """

    async def list_revisions(self, profile_id: str, memory_id: str) -> tuple[MemoryRevision, ...]:
        """The history of a memory, oldest first."""

    async def use_memories(
        self, profile_id: str, memory_ids: Collection[str], *, at: datetime
    ) -> None:
        """Note that memories were used, once each; the graph's version stays as it is.

        `accessed_at` never goes back; ids of memories that are not there are passed over.
        """

    async def list_memory_ids(
        self, profile_id: str, *, after: str = "", limit: int = 500
    ) -> tuple[str, ...]:
        """Ids of memories in ascending order, for jobs that go through those made since one."""

    async def list_unembedded(
        self, profile_id: str, embedder_id: str, *, limit: int
    ) -> tuple[Memory, ...]:
        """Memories without a vector of this embedder, ascending by id."""

    async def list_expired(self, profile_id: str, *, now: datetime, limit: int) -> tuple[str, ...]:
        """Ids of memories that are current, held or pending and expired by now, earliest first.

        Pinned ones are left out.
        """

    async def list_dated(
        self,
        profile_id: str,
        *,
        since: date,
        until: date,
        returning: Collection[tuple[int, int]],
        limit: int,
    ) -> tuple[Memory, ...]:
        """Current memories of what begins on some days, and of days that return.

        Events and milestones whose `valid_from` lies in [since, until], and whatever has an
        important date on one of these (month, day) pairs, whatever its year; ascending by id.
        """

    async def count_memories(self, profile_id: str) -> Mapping[MemoryState, int]:
        """How many memories are in each state; those without any are left out."""

    async def remove_strays(self, profile_id: str) -> int:
        """Remove rows that belong to no memory or no entry any more; how many, 0 for none.

        A memory that is left without any source goes too.
        """

    async def read_spent(self, on: date) -> Cost:
        """What asking models took on a day (UTC), of all profiles."""
