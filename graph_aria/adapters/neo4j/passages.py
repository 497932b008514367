"""Pieces of entries by their words and their meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, require_profile, row, rows
from graph_aria.adapters.neo4j.memory_rows import bytes_of, numbers_of
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.searching import lacks_index, search
from graph_aria.adapters.neo4j.words import match_any
from graph_aria.adapters.sqlite.tokens import stems_of
from graph_aria.domain.passages import (
    EVERYWHERE,
    FoundPassage,
    IndexedEntry,
    Passage,
    PassageFilter,
)
from graph_aria.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from graph_aria.adapters.neo4j.rows import Properties

_FEW: Final = 2_000
"""So many vectors are looked at one after another as fast as the index is asked, and none of them
is missed."""
_FIRST: Final = 200
"""How many the indexes are asked for first: more than a search gives, and enough that those of
other profiles, days and scopes rarely hide what is wanted."""
_MOST: Final = 1_000
_ROUNDING: Final = 1e-6
"""By which the server's cosines, of single precision, may be off."""
_MOST_ENTRIES: Final = 100
"""Of which passages are stored by one statement: a vector is larger than other values."""
_Q: Final = load_queries("passages")


class Neo4jPassages:
    """Implements `ports.Passages`."""

    _engine: Engine

    async def list_unindexed(
        self, profile_id: str, embedder_id: str, *, limit: int
    ) -> tuple[str, ...]:
        """See `ports.Passages`; ties by id descending."""
        values = {"embedder": embedder_id, "limit": limit}

        async def work(tx: Tx) -> tuple[str, ...]:
            found = await rows(tx, _Q["list_unindexed"], profile=profile_id, **values)
            if not found:
                await require_profile(tx, profile_id)
            return tuple(item[0] for item in found)

        return await self._engine.read(work)

    async def save_passages(self, profile_id: str, entries: Sequence[IndexedEntry]) -> int:
        """See `ports.Passages`."""
        every = {item.entry_id: item for item in entries}
        values = [indexed_properties(every[entry_id]) for entry_id in sorted(every)]

        async def work(tx: Tx) -> int:
            n_stored = 0
            for part in _chunks(values):
                saved = await row(tx, _Q["save_passages"], profile=profile_id, entries=part)
                n_stored += saved[0] if saved else 0
            if not n_stored:
                await require_profile(tx, profile_id)
            return n_stored

        return await self._engine.write(work)

    async def search_passages(
        self,
        profile_id: str,
        words: str,
        wanted: PassageFilter = EVERYWHERE,
        *,
        limit: int,
    ) -> tuple[FoundPassage, ...]:
        """See `ports.Passages`.

        The best of all profiles come first; all that there are only if those do not tell.
        """
        asked = match_any(words, profile_id=profile_id)
        values = {"profile": profile_id, "words": asked, **_filter_values(wanted)}

        async def work(tx: Tx) -> tuple[FoundPassage, ...]:
            found: list[FoundPassage] = []
            n_asked = max(_FIRST, 4 * limit)
            for options in ({"limit": n_asked}, {}) if asked is not None and limit else ():
                told = await rows(tx, _Q["search_passages"], options=options, **values)
                n_found, last, mine = told[0]
                found = _best(mine, limit)
                # One that is not seen could have the rank of the last one that is.
                is_whole = len(found) == limit and found[-1].score > last
                if n_found < n_asked or is_whole:
                    break
            if not found:
                await require_profile(tx, profile_id)
            return tuple(found)

        return await search(self._engine, work)

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
        """See `ports.Passages`.

        Few vectors are looked at one after another. Of many the index tells the nearest; if
        among those are too few that are wanted, and the last of them is still near enough, all
        are looked at as well.
        """
        values: dict[str, Any] = {
            "profile": profile_id,
            "embedder": embedder_id,
            "numbers": numbers_of(vector),
            **_filter_values(wanted),
        }
        stretch = {name: values[name] for name in ("profile", "embedder", "since", "until")}

        async def by_index(tx: Tx) -> list[Row]:
            counted = await row(tx, _Q["count_passages"], most=_FEW + 1, **stretch)
            if counted is None or counted[0] <= _FEW:
                return await exactly(tx)
            for n_asked in (max(_FIRST, limit), max(_MOST, limit)):
                found = await rows(tx, _Q["find_near"], n_asked=n_asked, **values)
                n_found, last, mine = found[0]
                near: list[Row] = [one for one in mine if one[-1] >= least - _ROUNDING]
                if n_found < n_asked or last < least - _ROUNDING or len(near) > limit:
                    return near
            return await exactly(tx)

        async def exactly(tx: Tx) -> list[Row]:
            bounds = {"least": least - _ROUNDING, "limit": limit}
            found = await rows(tx, _Q["find_near_exactly"], **values, **bounds)
            return [one for (one,) in found]

        async def checked(tx: Tx) -> list[Row]:
            near = await by_index(tx)
            if not near:
                await require_profile(tx, profile_id)
            return near

        try:
            near = await self._engine.read(checked)
        except Unavailable as error:
            if not lacks_index(error):
                raise
            near = await self._engine.read(exactly)
        cosines = [[*place, max(-1.0, min(1.0, cosine))] for *place, cosine in near]
        return tuple(_best(cosines, limit))

    async def read_beside(
        self, profile_id: str, turn_ids: Collection[str], *, n: int = 1
    ) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """See `ports.Passages`."""
        values = {"ids": sorted(set(turn_ids)), "n": n}

        async def work(tx: Tx) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
            found = await rows(tx, _Q["read_beside"], profile=profile_id, **values)
            if not found:
                await require_profile(tx, profile_id)
            return {
                turn_id: (tuple(reversed(before)), tuple(after)) for turn_id, before, after in found
            }

        return await self._engine.read(work)


def _filter_values(wanted: PassageFilter) -> dict[str, Any]:
    """What `<<passage_filter>>` names."""
    return {
        "since": wanted.since or date.min,
        "until": wanted.until or date.max,
        "scopes": sorted({"", wanted.scope}),
    }


def indexed_properties(item: IndexedEntry) -> Properties:
    """An entry with its passages, as `save_passages` takes it; the rest comes from its node."""
    return {
        "id": item.entry_id,
        "revision": item.revision,
        "embedder_id": item.embedder_id,
        "passages": [
            {
                "starts": one.start,
                "ends": one.end,
                "text": one.words,
                "words": " ".join(stems_of(one.words)),
                "numbers": numbers_of(one.numbers),
            }
            for one in item.passages
        ],
    }


def indexed_of(columns: Row) -> IndexedEntry:
    """An entry with its passages, from its own columns and a list of theirs."""
    (entry_id, revision, embedder_id), pieces = columns
    passages = [
        Passage(entry_id, starts, ends, words, bytes_of(numbers))
        for starts, ends, words, numbers in sorted(pieces)
    ]
    return IndexedEntry(entry_id, revision, embedder_id, tuple(passages))


def _best(found: Sequence[Row], limit: int) -> list[FoundPassage]:
    """The best of what was found, each from `<<found_passage>>`, ties by entry and position."""
    passages = [
        FoundPassage(entry_id, starts, ends, date.fromisoformat(day), talk, float(score))
        for entry_id, starts, ends, day, talk, score in found
    ]
    return sorted(passages, key=lambda one: (-one.score, one.entry_id, one.start))[:limit]


def _chunks(items: Sequence[Properties]) -> Iterator[list[Properties]]:
    for start in range(0, len(items), _MOST_ENTRIES):
        yield list(items[start : start + _MOST_ENTRIES])
