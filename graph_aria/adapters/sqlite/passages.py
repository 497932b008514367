"""Pieces of entries, found by their words and by their meaning."""

from __future__ import annotations

import json
from datetime import date
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.sqlite.engine import Engine, many, profile_key, row, rows
from graph_aria.adapters.sqlite.nearest import Asked, Held, Piece, Place, Placed
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import ordinal_or_none
from graph_aria.adapters.sqlite.words import match_any
from graph_aria.domain.passages import (
    EVERYWHERE,
    FoundPassage,
    IndexedEntry,
    Passage,
    PassageFilter,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import apsw

    from graph_aria.adapters.sqlite.nearest import Near, Nearest
    from graph_aria.adapters.sqlite.record_rows import Row

Stored = dict[str, dict[str, tuple[Placed, ...]]]
"""By embedder and entry, the vectors that are stored now."""

_Q: Final = load_queries("passages")
_COPYING: Final = load_queries("copying")
_TIMES: Final = (2, 8)
"""How many times as many are looked at first, since some of them may not fit or be as good as
the last that is wanted; and how many where too few fit."""


class SqlitePassages:
    """Implements `ports.Passages`."""

    _engine: Engine
    _nearest: Nearest

    async def list_unindexed(
        self, profile_id: str, embedder_id: str, *, limit: int
    ) -> tuple[str, ...]:
        """See `ports.Passages`; newest `occurred_at` first, ties by id descending."""

        def work(db: apsw.Connection) -> tuple[str, ...]:
            asked = {"profile": profile_key(db, profile_id)}
            others = {item[0] for item in rows(db, _Q["list_indexers"], asked)} - {embedder_id}
            found: list[Row] = []
            for other in (None, *others):
                values = {**asked, "embedder_id": other, "limit": limit}
                found += rows(db, _Q["list_indexed_by"], values)
            return tuple(entry_id for _, entry_id in nlargest(limit, found))

        return await self._engine.read(work)

    async def save_passages(self, profile_id: str, entries: Sequence[IndexedEntry]) -> int:
        """See `ports.Passages`."""

        def work(db: apsw.Connection) -> Stored:
            return store_passages(db, profile_key(db, profile_id), entries)

        def follow(stored: Stored) -> None:
            self._nearest.follow_passages(profile_id, (), stored)

        stored = await self._engine.write(work, kept=follow)
        return sum(len(of_embedder) for of_embedder in stored.values())

    async def search_passages(
        self,
        profile_id: str,
        words: str,
        wanted: PassageFilter = EVERYWHERE,
        *,
        limit: int,
    ) -> tuple[FoundPassage, ...]:
        """See `ports.Passages`; ranked by how rare the words are, and how short the passage.

        The index tells neither profile nor day nor scope. Where no days are asked for, the
        best are looked at first, and all only where too few of those fit.
        """
        match = match_any(words)

        def work(db: apsw.Connection) -> tuple[FoundPassage, ...]:
            asked = {"profile": profile_key(db, profile_id), "words": match, **_bounds(wanted)}
            if match is None or limit < 1:
                return ()
            return tuple(_found_of(item[:5], item[5]) for item in _search(db, asked, limit))

        return await self._engine.read(work)

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
        """See `ports.Passages`; exact, but for the sixth digit of a cosine.

        What is held follows every change, so that nothing more is read of those that are found.
        """
        asked = Asked(
            Place(profile_id, embedder_id, Held.PASSAGE), vector, least, limit, **_bounds(wanted)
        )
        generation = self._nearest.generation

        def nearest(db: apsw.Connection, key: int) -> Near:
            found = self._nearest.find(asked)
            if found is None:
                stored = rows(db, _Q["read_passage_vectors"], (key, embedder_id))
                talks: dict[str | None, str | None] = {}  # each once, not once for each turn
                placed = [
                    Placed(
                        Piece(entry_id, start, end, day, talks.setdefault(talk_id, talk_id)),
                        numbers,
                        scope,
                    )
                    for entry_id, start, end, day, talk_id, numbers, scope in stored
                ]
                found = self._nearest.keep(placed, asked, generation)
            return found

        def work(db: apsw.Connection) -> tuple[FoundPassage, ...]:
            key = profile_key(db, profile_id)
            return tuple(_found_of(piece, cosine) for piece, cosine in nearest(db, key))

        return await self._engine.read(work)

    async def read_beside(
        self, profile_id: str, turn_ids: Collection[str], *, n: int = 1
    ) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """See `ports.Passages`."""

        def work(db: apsw.Connection) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
            values: dict[str, Any] = {
                "profile": profile_key(db, profile_id),
                "ids": json.dumps(sorted(set(turn_ids))),
            }
            if n == 1:  # as a search asks for hundreds: no list is made for each
                return {
                    turn_id: ((before,) if before else (), (after,) if after else ())
                    for turn_id, before, after in rows(db, _Q["read_next"], values)
                }
            values["limit"] = max(0, n)
            return {
                turn_id: (tuple(json.loads(before)[::-1]), tuple(json.loads(after)))
                for turn_id, before, after in rows(db, _Q["read_beside"], values)
            }

        return await self._engine.read(work)


def _search(db: apsw.Connection, asked: dict[str, Any], limit: int) -> list[Row]:
    if asked["since"] is not None and asked["until"] is not None:
        return rows(db, _Q["search_stretch"], {**asked, "limit": limit})
    if asked["since"] is None and asked["until"] is None:
        for times in _TIMES:
            n = limit * times
            best = rows(db, _Q["search_best"], {**asked, "limit": n})
            fitting = [item for item in best if item[-1]]
            # What was cut off may be as good as the last.
            if len(best) < n or (len(fitting) >= limit and fitting[limit - 1][5] > best[-1][5]):
                return fitting[:limit]
    return rows(db, _Q["search_passages"], {**asked, "limit": limit})


def store_passages(db: apsw.Connection, key: int, entries: Iterable[IndexedEntry]) -> Stored:
    """Store passages of those entries that may have them, in place of those that there are."""
    stored: Stored = {}
    for item in entries:
        asked = {"profile": key, "entry_id": item.entry_id, "revision": item.revision}
        found = row(db, _Q["find_indexable"], asked)
        if found is None:
            continue
        day, scope, conversation_id = found
        whose = {"profile": key, "entry_id": item.entry_id}
        db.execute(_Q["note_indexed"], {**whose, "embedder_id": None})
        placed: list[Placed] = []
        vectors: list[Row] = []
        for each in item.passages:
            values = (
                *(key, item.entry_id, each.start, each.end),
                *(day, scope, conversation_id, each.words),
            )
            (seq,) = row(db, _Q["save_passage"], values) or (None,)
            vectors.append((seq, key, item.embedder_id, each.numbers))
            piece = Piece(item.entry_id, each.start, each.end, day, conversation_id)
            placed.append(Placed(piece, each.numbers, scope))
        many(db, _Q["save_passage_vector"], vectors)
        db.execute(_Q["note_indexed"], {**whose, "embedder_id": item.embedder_id})
        for of_embedder in stored.values():  # one that is given twice is as it was last
            of_embedder.pop(item.entry_id, None)
        stored.setdefault(item.embedder_id, {})[item.entry_id] = tuple(placed)
    return stored


def export_passages(
    db: apsw.Connection, key: int, after: str, limit: int
) -> tuple[list[Row], list[IndexedEntry]]:
    """The next few entries that are indexed, in order of id: as rows, and with their passages."""
    entries = rows(db, _COPYING["export_indexed"], (key, after, limit))
    asked = {"profile": key, "ids": json.dumps([item[0] for item in entries])}
    found = rows(db, _COPYING["export_passages"], asked)
    passages = {
        entry_id: tuple(_passage_of(item) for item in of_entry)
        for entry_id, of_entry in groupby(found, key=itemgetter(0))
    }
    return entries, [
        IndexedEntry(entry_id, revision, embedder_id, passages.get(entry_id, ()))
        for entry_id, revision, embedder_id in entries
    ]


def _passage_of(item: Row) -> Passage:
    entry_id, start, end, words, numbers = item
    return Passage(entry_id, start, end, words, bytes(numbers))


def _bounds(wanted: PassageFilter) -> dict[str, Any]:
    return {
        "since": ordinal_or_none(wanted.since),
        "until": ordinal_or_none(wanted.until),
        "scope": wanted.scope,
    }


def _found_of(item: Row, score: float) -> FoundPassage:
    entry_id, start, end, day, conversation_id = item
    return FoundPassage(entry_id, start, end, date.fromordinal(day), conversation_id, score)
