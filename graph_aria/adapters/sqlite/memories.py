"""What is known about the user: finding and reading it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.plain_rows import link_of, memory_ruling_of, revision_of, veto_of
from graph_aria.adapters.sqlite.engine import Engine, many, profile_key, row, rows
from graph_aria.adapters.sqlite.memory_rows import memory_of, source_of, vector_of
from graph_aria.adapters.sqlite.nearest import Asked, Piece, Place, Placed
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.words import match_any
from graph_aria.domain.days import micros
from graph_aria.domain.memories import EVERY_MEMORY, Memory, MemoryFilter, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.reading import Cost
from graph_aria.domain.views import Page
from graph_aria.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date, datetime

    import apsw

    from graph_aria.adapters.sqlite.nearest import Nearest
    from graph_aria.domain.memory_changes import Veto
    from graph_aria.domain.memory_history import MemoryRevision

Ranked = tuple[tuple[str, float], ...]

_Q: Final = load_queries("memories")
_BEFORE_ALL: Final = (2, 0, "")
"""A position in the order of the list that every memory comes after."""
_SOME_MORE: Final = 2
"""How many times as many are asked for at first, since most of them fit."""
_MORE: Final = 8
"""How many times as many are asked for where some of them may not fit."""


class SqliteMemories:
    """Implements `ports.Memories`."""

    _engine: Engine
    _nearest: Nearest

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
        asked = {
            "find_by_slots": slots,
            "find_by_words": words,
            "find_by_entries": entry_ids,
            "find_about": about,
        }

        def work(db: apsw.Connection) -> tuple[str, ...]:
            key = profile_key(db, profile_id)
            found: set[str] = set()
            for name, given in asked.items():
                if given:
                    values = {"profile": key, "asked": _listed(given)}
                    found.update(item[0] for item in rows(db, _Q[name], values))
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
        """See `ports.Memories`; exact, but for the sixth digit of a cosine.

        The vectors tell neither scope nor state: of more than are wanted those go that do not
        fit, and where too few are left many more are asked for.
        """
        place = Place(profile_id, embedder_id)
        generation = self._nearest.generation

        def nearest(db: apsw.Connection, key: int, n: int) -> Ranked:
            asked = Asked(place, vector, least, n)
            found = self._nearest.find(asked)
            if found is None:
                stored = rows(db, _Q["read_vectors"], (key, embedder_id))
                placed = [Placed(Piece(memory_id), numbers) for memory_id, numbers in stored]
                found = self._nearest.keep(placed, asked, generation)
            return tuple((piece.owner_id, cosine) for piece, cosine in found)

        def work(db: apsw.Connection) -> Ranked:
            key = profile_key(db, profile_id)
            if scope is None and states is None:
                return nearest(db, key, limit)
            bounds = {"scope": scope, "states": None if states is None else _listed(states)}
            n_asked = limit * _SOME_MORE
            while True:
                found = nearest(db, key, n_asked)
                ids = _listed([one for one, _ in found])
                values = {"profile": key, "ids": ids, **bounds}
                fitting = {item[0] for item in rows(db, _Q["keep_those_in"], values)}
                if len(fitting) >= limit or len(found) < n_asked:
                    return tuple(one for one in found if one[0] in fitting)[:limit]
                n_asked *= _MORE

        return await self._engine.read(work)

    async def read_memories(
        self, profile_id: str, memory_ids: Collection[str]
    ) -> MemoryNeighbourhood:
        """See `ports.Memories`; each part in order of its keys."""
        if not memory_ids:
            return MemoryNeighbourhood()

        def work(db: apsw.Connection) -> MemoryNeighbourhood:
            key = profile_key(db, profile_id)
            asked = {"profile": key, "ids": _listed(memory_ids)}
            together = rows(db, _Q["list_together"], asked)
            memories = {item[1]: memory_of(item, profile_id) for item in together}
            of_them = {"profile": key, "ids": json.dumps(list(memories))}
            vectors = map(vector_of, rows(db, _Q["list_vectors"], of_them))
            return MemoryNeighbourhood(
                memories=memories,
                sources=tuple(map(source_of, rows(db, _Q["list_sources"], of_them))),
                links=tuple(map(link_of, rows(db, _Q["list_links"], of_them))),
                rulings=tuple(map(memory_ruling_of, rows(db, _Q["list_rulings"], of_them))),
                vectors={item.memory_id: item for item in vectors},
            )

        return await self._engine.read(work)

    async def read_learned(
        self, profile_id: str, memory_ids: Collection[str]
    ) -> MemoryNeighbourhood:
        """See `ports.Memories`; each part in order of its keys."""
        if not memory_ids:
            return MemoryNeighbourhood()

        def work(db: apsw.Connection) -> MemoryNeighbourhood:
            asked = {"profile": profile_key(db, profile_id), "ids": _listed(memory_ids)}
            found = [memory_of(item, profile_id) for item in rows(db, _Q["list_by_ids"], asked)]
            sources = tuple(map(source_of, rows(db, _Q["list_sources"], asked)))
            return MemoryNeighbourhood(memories={one.id: one for one in found}, sources=sources)

        return await self._engine.read(work)

    async def read_vetoes(self, profile_id: str, entry_ids: Collection[str]) -> tuple[Veto, ...]:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> tuple[Veto, ...]:
            values = {"profile": profile_key(db, profile_id), "ids": _listed(entry_ids)}
            return tuple(map(veto_of, rows(db, _Q["list_vetoes"], values)))

        return await self._engine.read(work)

    async def get_memory(self, profile_id: str, memory_id: str) -> Memory:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> Memory:
            found = row(db, _Q["get_memory"], (profile_key(db, profile_id), memory_id))
            if found is None:
                raise NotFound(f"this profile has no memory with the id {memory_id!r}")
            return memory_of(found, profile_id)

        return await self._engine.look(work)

    async def list_memories(
        self,
        profile_id: str,
        wanted: MemoryFilter = EVERY_MEMORY,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Memory]:
        """See `ports.Memories`."""
        before = _BEFORE_ALL
        if cursor is not None:
            before = read_cursor("memories", cursor, int, int, str)

        def work(db: apsw.Connection) -> Page[Memory]:
            name, asked = _asked(wanted)
            values = {
                **asked,
                "profile": profile_key(db, profile_id),
                "before_pinned": before[0],
                "before_at": before[1],
                "before_id": before[2],
                "limit": limit + 1,
            }
            found = rows(db, _Q[name], values)
            items = tuple(memory_of(item, profile_id) for item in found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            last = items[-1]
            position = (int(last.pinned), micros(last.confirmed_at), last.id)
            return Page(items, make_cursor("memories", *position))

        return await self._engine.read(work)

    async def search_memories(
        self, profile_id: str, words: str, *, limit: int
    ) -> tuple[tuple[str, float], ...]:
        """See `ports.Memories`; ranked by how rare the words are, and how short the text."""
        match = match_any(words)

        def work(db: apsw.Connection) -> tuple[tuple[str, float], ...]:
            key = profile_key(db, profile_id)
            if match is None:
                return ()
            values = {"profile": key, "words": match, "limit": limit}
            return tuple((id_, rank) for id_, rank in rows(db, _Q["search_memories"], values))

        return await self._engine.read(work)

    async def list_revisions(self, profile_id: str, memory_id: str) -> tuple[MemoryRevision, ...]:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> tuple[MemoryRevision, ...]:
            values = (profile_key(db, profile_id), memory_id)
            return tuple(map(revision_of, rows(db, _Q["list_revisions"], values)))

        return await self._engine.read(work)

    async def use_memories(
        self, profile_id: str, memory_ids: Collection[str], *, at: datetime
    ) -> None:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> None:
            key = profile_key(db, profile_id)
            used = sorted(set(memory_ids))
            many(
                db,
                _Q["use_memory"],
                ({"profile": key, "id": memory_id, "at": micros(at)} for memory_id in used),
            )

        await self._engine.write(work, grouped=True)

    async def list_memory_ids(
        self, profile_id: str, *, after: str = "", limit: int = 500
    ) -> tuple[str, ...]:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> tuple[str, ...]:
            values = (profile_key(db, profile_id), after, limit)
            return tuple(item[0] for item in rows(db, _Q["list_memory_ids"], values))

        return await self._engine.read(work)

    async def list_unembedded(
        self, profile_id: str, embedder_id: str, *, limit: int
    ) -> tuple[Memory, ...]:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> tuple[Memory, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "embedder_id": embedder_id,
                "limit": limit,
            }
            found = rows(db, _Q["list_unembedded"], values)
            return tuple(memory_of(item, profile_id) for item in found)

        return await self._engine.read(work)

    async def list_expired(self, profile_id: str, *, now: datetime, limit: int) -> tuple[str, ...]:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> tuple[str, ...]:
            values = (profile_key(db, profile_id), micros(now), limit)
            return tuple(item[0] for item in rows(db, _Q["list_expired"], values))

        return await self._engine.read(work)

    async def list_dated(
        self,
        profile_id: str,
        *,
        since: date,
        until: date,
        returning: Collection[tuple[int, int]],
        limit: int,
    ) -> tuple[Memory, ...]:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> tuple[Memory, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "since": since.toordinal(),
                "until": until.toordinal(),
                "returning": json.dumps(sorted(returning)),
                "limit": limit,
            }
            found = rows(db, _Q["list_dated"], values)
            return tuple(memory_of(item, profile_id) for item in found)

        return await self._engine.read(work)

    async def count_memories(self, profile_id: str) -> Mapping[MemoryState, int]:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> Mapping[MemoryState, int]:
            counted = rows(db, _Q["count_memories"], (profile_key(db, profile_id),))
            return {MemoryState(state): n for state, n in counted}

        return await self._engine.read(work)

    async def remove_strays(self, profile_id: str) -> int:
        """See `ports.Memories`; all else goes with its memory or its entry by itself."""

        def there_are(db: apsw.Connection) -> bool:
            asked = {"profile": profile_key(db, profile_id)}
            return row(db, _Q["find_strays"], asked) is not None

        def work(db: apsw.Connection) -> int:
            key = profile_key(db, profile_id)
            names = ("remove_lost_sources", "remove_lost_memories")
            return sum(len(rows(db, _Q[name], {"profile": key})) for name in names)

        if not await self._engine.read(there_are):  # mostly, and then nobody is held up
            return 0
        return await self._engine.write(work, kept=lambda _: self._nearest.forget(profile_id))

    async def read_spent(self, on: date) -> Cost:
        """See `ports.Memories`."""

        def work(db: apsw.Connection) -> Cost:
            found = row(db, _Q["read_spent"], (on.toordinal(),)) or (0, 0, 0, 0)
            n_calls, n_sent, n_received, estimated = found
            return Cost(n_calls, n_sent, n_received, estimated=bool(estimated))

        return await self._engine.read(work)


def _asked(wanted: MemoryFilter) -> tuple[str, dict[str, Any]]:
    """The query that gives the fewest rows to look through, and what it is handed."""
    values: dict[str, Any] = {
        "kind": None if wanted.kind is None else wanted.kind.value,
        "pinned": wanted.pinned,
        "scope": wanted.scope,
        "but_values": _listed(wanted.but_values) if wanted.but_values else None,
    }
    state = None if wanted.state is None else wanted.state.value
    category = None if wanted.category is None else wanted.category.value
    if wanted.about_id is not None:
        values |= {"about": wanted.about_id, "state": state, "category": category}
        return "list_about", values
    if category is not None:
        return "list_of_category", values | {"state": state, "category": category}
    if wanted.kind is not None:
        return "list_of_kind", values | {"state": state}
    if wanted.pinned:
        return "list_pinned", values | {"state": state}
    if state is not None:
        return "list_of_state", values | {"state": state}
    return "list_memories", values


def _listed(given: Collection[str]) -> str:
    return json.dumps(sorted(set(given)))
