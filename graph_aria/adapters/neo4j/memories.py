"""Reading what is known about the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, no_profile, require_profile, row, rows
from graph_aria.adapters.neo4j.memory_rows import (
    key_of,
    memory_of,
    numbers_of,
    source_of,
    vector_of,
)
from graph_aria.adapters.neo4j.memory_write import drop_whole
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.rows import stored
from graph_aria.adapters.neo4j.searching import lacks_index, search
from graph_aria.adapters.neo4j.words import match_any
from graph_aria.adapters.plain_rows import link_of, memory_ruling_of, revision_of, veto_of
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood, Veto
from graph_aria.domain.reading import Cost
from graph_aria.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date, datetime

    from graph_aria.domain.memories import Memory
    from graph_aria.domain.memory_history import MemoryLink, MemoryRevision, MemoryRuling
    from graph_aria.domain.memory_sources import MemorySource

_NEAREST: Final = 100
"""How many vectors the index is asked for first: more than a search gives, and enough that those
of other profiles rarely hide one that is wanted."""
_MOST_NEAREST: Final = 1_000
_ROUNDING: Final = 1e-6
"""By which the server's cosines, of single precision, may be off."""
_Q: Final = load_queries("memories")


class Neo4jMemories:
    """Implements `ports.Memories`, but for its longest list."""

    _engine: Engine

    async def find_memories(
        self,
        profile_id: str,
        *,
        slots: Collection[str] = (),
        words: Collection[str] = (),
        entry_ids: Collection[str] = (),
        about: Collection[str] = (),
    ) -> tuple[str, ...]:
        """See `ports.Memories`."""
        asked: list[tuple[str, dict[str, Any]]] = [
            (_Q["find_by_slots"], {"keys": [key_of(slot) for slot in sorted(set(slots))]}),
            (_Q["find_by_words"], {"keys": [key_of(text) for text in sorted(set(words))]}),
            (_Q["find_by_entries"], {"ids": sorted(set(entry_ids))}),
            (_Q["find_about"], {"ids": sorted(set(about))}),
        ]

        async def work(tx: Tx) -> tuple[str, ...]:
            found: set[str] = set()
            for query, values in asked:
                if any(values.values()):
                    found |= {
                        item[0] for item in await rows(tx, query, profile=profile_id, **values)
                    }
            if not found:
                await require_profile(tx, profile_id)
            return tuple(sorted(found))

        return await self._engine.read(work)

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
        """See `ports.Memories`; by the index where that is sure to have seen all that is near.

        The index knows the vectors of all profiles. If among the nearest are too few of this
        one, and the last of them is still near enough, all vectors of the profile are looked
        at instead.
        """
        values: dict[str, Any] = {
            "profile": profile_id,
            "embedder": embedder_id,
            "numbers": numbers_of(vector),
            "scope": scope,
            "states": None if states is None else sorted(state.value for state in states),
        }

        async def work(tx: Tx) -> list[Row]:
            for n_asked in (max(_NEAREST, limit), max(_MOST_NEAREST, limit)):
                found = await rows(tx, _Q["find_near"], n_asked=n_asked, **values)
                n_found, last, mine = found[0]
                near: list[Row] = [one for one in mine if one[1] >= least - _ROUNDING]
                if n_found < n_asked or last < least - _ROUNDING or len(near) > limit:
                    return near
            return await exactly(tx)

        async def exactly(tx: Tx) -> list[Row]:
            bounds = {"least": least - _ROUNDING, "limit": limit}
            return await rows(tx, _Q["find_near_exactly"], **values, **bounds)

        async def checked(tx: Tx) -> list[Row]:
            near = await work(tx)
            if not near:
                await require_profile(tx, profile_id)
            return near

        try:
            found = await self._engine.read(checked)
        except Unavailable as error:
            if not lacks_index(error):
                raise
            found = await self._engine.read(exactly)
        scored = [(str(one), max(-1.0, min(1.0, float(cosine)))) for one, cosine in found]
        return tuple(sorted(scored, key=lambda one: (-one[1], one[0]))[:limit])

    async def read_memories(
        self, profile_id: str, memory_ids: Collection[str]
    ) -> MemoryNeighbourhood:
        """See `ports.Memories`; one statement for each step from one memory to the next."""

        async def work(tx: Tx) -> MemoryNeighbourhood:
            around = _Around()
            missing = set(memory_ids)
            while missing:
                ids = sorted(missing)
                found = await row(tx, _Q["read_memories"], profile=profile_id, ids=ids)
                if found is None:
                    raise no_profile(profile_id)
                missing = around.take(found, profile_id, ids)
            if not around.memories:
                await require_profile(tx, profile_id)
            return around.whole()

        return await self._engine.read(work)

    async def read_learned(
        self, profile_id: str, memory_ids: Collection[str]
    ) -> MemoryNeighbourhood:
        """See `ports.Memories`; each part in order of its keys."""
        ids = sorted(set(memory_ids))

        async def work(tx: Tx) -> MemoryNeighbourhood:
            found = await row(tx, _Q["read_learned"], profile=profile_id, ids=ids)
            if found is None:
                raise no_profile(profile_id)
            memories = [memory_of(item, profile_id) for item in found[0]]
            return MemoryNeighbourhood(
                memories={memory.id: memory for memory in memories},
                sources=tuple(sorted(map(source_of, found[1]), key=lambda one: one.key)),
            )

        return await self._engine.read(work)

    async def read_vetoes(self, profile_id: str, entry_ids: Collection[str]) -> tuple[Veto, ...]:
        """See `ports.Memories`."""
        found = await self._listed("read_vetoes", profile_id, ids=sorted(set(entry_ids)))
        return tuple(veto_of(item[0]) for item in found)

    async def get_memory(self, profile_id: str, memory_id: str) -> Memory:
        """The memory with an id."""
        found = await self._listed("get_memory", profile_id, id=memory_id)
        if not found:
            raise NotFound(f"this profile has no memory with the id {memory_id!r}")
        return memory_of(found[0][0], profile_id)

    async def search_memories(
        self, profile_id: str, words: str, *, limit: int
    ) -> tuple[tuple[str, float], ...]:
        """See `ports.Memories`."""
        asked = match_any(words, profile_id=profile_id)

        async def work(tx: Tx) -> tuple[tuple[str, float], ...]:
            found = []
            if asked is not None:
                values = {"profile": profile_id, "words": asked, "limit": limit}
                found = await rows(tx, _Q["search_memories"], **values)
            if not found:
                await require_profile(tx, profile_id)
            return tuple((memory_id, score) for memory_id, score in found)

        return await search(self._engine, work)

    async def list_revisions(self, profile_id: str, memory_id: str) -> tuple[MemoryRevision, ...]:
        """See `ports.Memories`."""
        found = await self._listed("list_revisions", profile_id, id=memory_id)
        return tuple(revision_of(item[0]) for item in found)

    async def use_memories(
        self, profile_id: str, memory_ids: Collection[str], *, at: datetime
    ) -> None:
        """See `ports.Memories`."""
        values = {"profile": profile_id, "ids": sorted(set(memory_ids)), "at": stored(at)}

        async def work(tx: Tx) -> None:
            await require_profile(tx, profile_id)
            await rows(tx, _Q["use_memories"], **values)

        await self._engine.write(work)

    async def list_memory_ids(
        self, profile_id: str, *, after: str = "", limit: int = 500
    ) -> tuple[str, ...]:
        """See `ports.Memories`."""
        found = await self._listed("list_memory_ids", profile_id, after=after, limit=limit)
        return tuple(item[0] for item in found)

    async def list_unembedded(
        self, profile_id: str, embedder_id: str, *, limit: int
    ) -> tuple[Memory, ...]:
        """See `ports.Memories`."""
        values = {"embedder": embedder_id, "limit": limit}
        found = await self._listed("list_unembedded", profile_id, **values)
        return tuple(memory_of(item[0], profile_id) for item in found)

    async def list_expired(self, profile_id: str, *, now: datetime, limit: int) -> tuple[str, ...]:
        """See `ports.Memories`; ties by id."""
        found = await self._listed("list_expired", profile_id, now=stored(now), limit=limit)
        return tuple(item[0] for item in found)

    async def count_memories(self, profile_id: str) -> Mapping[MemoryState, int]:
        """See `ports.Memories`."""

        async def work(tx: Tx) -> Mapping[MemoryState, int]:
            await require_profile(tx, profile_id)
            states = [state.value for state in MemoryState]
            found = await rows(tx, _Q["count_memories"], profile=profile_id, states=states)
            return {MemoryState(state): n for state, n in found if n}

        return await self._engine.read(work)

    async def remove_strays(self, profile_id: str) -> int:
        """See `ports.Memories`."""

        async def work(tx: Tx) -> int:
            if await row(tx, _Q["hold_profile"], profile=profile_id) is None:
                raise no_profile(profile_id)
            found = await rows(tx, _Q["list_groundless"], profile=profile_id)
            ids = sorted(str(item[0]) for item in found)
            await drop_whole(tx, profile_id, ids)
            removed = await row(tx, _Q["remove_strays"], profile=profile_id)
            return len(ids) + (removed[0] if removed else 0)

        return await self._engine.write(work)

    async def read_spent(self, on: date) -> Cost:
        """See `ports.Memories`."""
        found = await self._engine.read(lambda tx: row(tx, _Q["read_spent"], day=on))
        return Cost(*(found or (0, 0, 0, False)))

    async def _listed(self, name: str, profile_id: str, **values: object) -> list[Row]:
        """The rows of a query about a profile.

        Raises:
            NotFound: there is no such profile.
        """

        async def work(tx: Tx) -> list[Row]:
            found = await rows(tx, _Q[name], profile=profile_id, **values)
            if not found:
                await require_profile(tx, profile_id)
            return found

        return await self._engine.read(work)


class _Around:
    """What hangs together with some memories, as far as it is known."""

    def __init__(self) -> None:
        self.memories: dict[str, Memory] = {}
        self._asked: set[str] = set()
        self._sources: list[MemorySource] = []
        self._links: dict[tuple[str, str], MemoryLink] = {}
        self._rulings: dict[str, MemoryRuling] = {}
        self._vectors: list[Row] = []

    def take(self, found: Row, profile_id: str, ids: list[str]) -> set[str]:
        """Take in what was read of some memories; gives the ids to ask for next."""
        memories, sources, older, newer, rulings, others, vectors, of_slots = found
        self._asked.update(ids)
        for memory in (memory_of(item, profile_id) for item in memories):
            self.memories[memory.id] = memory
        self._sources += map(source_of, sources)
        self._vectors += vectors
        named: set[str] = set(of_slots)
        for link in map(link_of, [*older, *newer]):
            self._links[link.newer_id, link.older_id] = link
            named |= {link.newer_id, link.older_id}
        for ruling in map(memory_ruling_of, [*rulings, *others]):
            self._rulings[ruling.id] = ruling
            named |= {ruling.memory_id, ruling.other_id or ruling.memory_id}
        return named - self._asked

    def whole(self) -> MemoryNeighbourhood:
        """All that was taken in."""
        vectors = map(vector_of, self._vectors)
        return MemoryNeighbourhood(
            memories=dict(sorted(self.memories.items())),
            sources=tuple(sorted(self._sources, key=lambda one: one.key)),
            links=tuple(link for _, link in sorted(self._links.items())),
            rulings=tuple(sorted(self._rulings.values(), key=lambda one: (one.at, one.id))),
            vectors={vector.memory_id: vector for vector in vectors},
        )
