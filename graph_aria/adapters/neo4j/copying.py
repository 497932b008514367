"""Handing all rows over to another store, and taking them in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.neo4j.copied_memories import MEMORY_WAYS, SOURCES
from graph_aria.adapters.neo4j.copied_rows import WAYS, Place, Way, spoken_dates_of
from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, require_profile, row, rows
from graph_aria.adapters.neo4j.memory_rows import source_properties
from graph_aria.adapters.neo4j.passages import indexed_of, indexed_properties
from graph_aria.adapters.neo4j.profiles import read_profile
from graph_aria.adapters.neo4j.queries import for_type, load_queries
from graph_aria.adapters.neo4j.record_rows import (
    dates_properties,
    profile_of,
    profile_properties,
)
from graph_aria.adapters.neo4j.rows import (
    Properties,
    relation_of,
    relations_by_type,
    stored_or_none,
)
from graph_aria.adapters.neo4j.sweeping import sweep_label
from graph_aria.adapters.plain_rows import instant_or_none
from graph_aria.domain.copies import OWN, CopiedRow, CopyMark, RowKind, StoreFacts
from graph_aria.domain.sentences import counted
from graph_aria.domain.views import Page
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import Conflict, InvalidCursor

if TYPE_CHECKING:
    from graph_aria.domain.copies import Part

_Q: Final = load_queries("copying")
_GRAPH: Final = load_queries("graph_write")
_PASSAGES: Final = load_queries("passages")
_PROFILES: Final = load_queries("profiles")
_DRAWN: Final = (
    "draw_merges",
    "draw_mentions",
    "draw_features",
    "draw_turns",
    "draw_replies",
    "draw_standing",
    "draw_about",
)
_WAYS: Final = WAYS | MEMORY_WAYS
_BY_ENTRY: Final[dict[RowKind, tuple[str, Callable[[Row], CopiedRow]]]] = {
    RowKind.PASSAGE: (_Q["export_passages"], indexed_of),
    RowKind.SPOKEN_DATE: (_Q["export_spoken_dates"], spoken_dates_of),
}
"""What one row of holds all that an entry has."""
_CLEARED: Final = {
    RowKind.PASSAGE: "clear_passages",
    RowKind.SPOKEN_DATE: "clear_spoken_dates",
    RowKind.RELATION: "clear_relations",
    RowKind.MEMORY_SOURCE: "clear_sources",
}


class Neo4jCopying:
    """Implements `ports.Copying`; the mark is a property of the store's own node."""

    _engine: Engine

    async def count_rows(self, profile_id: str) -> Mapping[RowKind, int]:
        """See `ports.Copying`."""

        async def work(tx: Tx) -> Mapping[RowKind, int]:
            await require_profile(tx, profile_id)
            counts = await row(tx, _Q["count_parts"], profile=profile_id) or []
            return dict(zip(OWN, counts, strict=True))

        return await self._engine.read(work)

    async def export(self, part: Part, *, after: str | None = None, limit: int) -> Page[CopiedRow]:
        """See `ports.Copying`; in order of their keys, relations by type first."""
        return await self._engine.read(lambda tx: _export(tx, part, after, limit))

    async def absorb(self, part: Part, rows: Sequence[CopiedRow], *, mark: CopyMark) -> None:
        """See `ports.Copying`.

        New rows are made without looking for former ones; only if one of them turns out to
        be there all are stored in the place of what there is.
        """
        try:
            await self._engine.write(lambda tx: self._absorb(tx, part, rows, mark, new=True))
        except Conflict:
            await self._engine.write(lambda tx: self._absorb(tx, part, rows, mark, new=False))

    async def clear(self, part: Part) -> None:
        """See `ports.Copying`; in many small transactions."""
        profile_id = part.profile_id or ""
        await self._engine.read(lambda tx: require_profile(tx, profile_id))
        if part.kind in _WAYS:
            await sweep_label(self._engine, profile_id, _WAYS[part.kind].label)
            return
        if part.kind is RowKind.PASSAGE:
            await sweep_label(self._engine, profile_id, "Passage")
        await self._engine.run_alone(_Q[_CLEARED[part.kind]], profile=profile_id)

    async def read_copy(self) -> CopyMark | None:
        """See `ports.Copying`."""
        found = await self._engine.read(lambda tx: row(tx, _Q["read_copy"]))
        return None if found is None else CopyMark.read(found[0])

    async def begin_copy(self, mark: CopyMark) -> None:
        """See `ports.Copying`."""

        async def work(tx: Tx) -> None:
            found = await row(tx, _Q["count_profiles"])
            if found is not None and found[0]:
                raise Conflict(
                    f"the store to copy into holds {counted(found[0], 'profile')} already; "
                    "copy into an empty one"
                )
            await rows(tx, _Q["note_copy"], mark=mark.text)

        await self._engine.write(work)

    async def note_copy(self, mark: CopyMark) -> None:
        """See `ports.Copying`."""
        await self._engine.write(lambda tx: rows(tx, _Q["note_copy"], mark=mark.text))

    async def end_copy(self) -> None:
        """See `ports.Copying`; before that, draws the edges that repeat what rows say."""
        profiles = await self._engine.read(_list_profile_ids)
        for profile_id in profiles:
            for name in _DRAWN:
                await self._engine.run_alone(_Q[name], profile=profile_id)
            values = {"profile": profile_id}
            await self._engine.run_alone(_GRAPH["order_chapters"], **values)
        await self._engine.write(lambda tx: rows(tx, _Q["note_copy"], mark=None))

    async def _absorb(
        self, tx: Tx, part: Part, items: Sequence[Any], mark: CopyMark, *, new: bool
    ) -> None:
        if part.kind is RowKind.STORE:
            for facts in items:
                values = {"hash_key": facts.hash_key.hex(), "mark": stored_or_none(facts.mark)}
                await rows(tx, _Q["absorb_store"], **values)
        elif part.kind is RowKind.PROFILE:
            profiles = [profile_properties(item) for item in items]
            await rows(tx, _Q["absorb_profiles"], rows=profiles)
        elif part.kind is RowKind.SPOKEN_DATE:
            dates = [{"id": item.entry_id, "dates": dates_properties(item.dates)} for item in items]
            await _all_or_none(tx, _Q["absorb_spoken_dates"], dates, profile=part.profile_id)
        elif part.kind is RowKind.PASSAGE:
            entries = [indexed_properties(item) for item in items]
            await rows(tx, _PASSAGES["save_passages"], profile=part.profile_id, entries=entries)
        elif part.kind is RowKind.MEMORY_SOURCE:
            sources = [source_properties(item, part.profile_id or "") for item in items]
            await _all_or_none(tx, _Q["absorb_sources"], sources, profile=part.profile_id)
        else:
            profile = await read_profile(tx, part.profile_id or "")
            place = Place(profile.id, profile.dial, self._engine.clock.now())
            if part.kind is RowKind.RELATION:
                await _absorb_relations(tx, items, place, new=new)
            else:
                await _absorb_nodes(tx, part.kind, items, place, new=new)
        await rows(tx, _Q["note_copy"], mark=mark.text)


async def _list_profile_ids(tx: Tx) -> list[str]:
    found = await rows(tx, _PROFILES["list_profiles"])
    return [item[0][0] for item in found]


# --- handing over --------------------------------------------------------------------------


async def _export(tx: Tx, part: Part, after: str | None, limit: int) -> Page[CopiedRow]:
    name = f"copy {part.kind} {part.profile_id}"
    if part.kind is RowKind.STORE:
        found = await row(tx, _Q["export_store"]) or ["", None]
        facts = StoreFacts(bytes.fromhex(found[0]), instant_or_none(found[1]))
        return Page((facts,))
    if part.kind is RowKind.PROFILE:
        (last,) = read_cursor(name, after, str) if after else ("",)
        found = await rows(tx, _Q["export_profiles"], after=last, limit=limit)
        return _page(name, [profile_of(item[0]) for item in found], limit, found, (0,))
    profile_id = part.profile_id or ""
    await require_profile(tx, profile_id)
    values = {"profile": profile_id, "limit": limit}
    if part.kind is RowKind.RELATION:
        return await _export_relations(tx, name, after, profile_id, limit)
    if part.kind in _BY_ENTRY:
        query, read = _BY_ENTRY[part.kind]
        (last,) = read_cursor(name, after, str) if after else ("",)
        found = await rows(tx, query, after=last, **values)
        return _page(name, [read(item) for item in found], limit, found, (0,))
    way = SOURCES if part.kind is RowKind.MEMORY_SOURCE else _WAYS[part.kind]
    position = way.first
    if after is not None:
        types = [type(item) for item in way.first.values()]
        position = dict(zip(way.first, read_cursor(name, after, *types), strict=True))
    found = await rows(tx, way.export, **position, **values)
    return _page(name, [way.read(item, profile_id) for item in found], limit, found, way.key)


def _page(
    name: str, items: Sequence[CopiedRow], limit: int, found: Sequence[Row], key: tuple[int, ...]
) -> Page[CopiedRow]:
    if len(items) < limit:
        return Page(tuple(items))
    last = found[-1][0]
    return Page(tuple(items), make_cursor(name, *(last[at] for at in key)))


async def _export_relations(
    tx: Tx, name: str, after: str | None, profile_id: str, limit: int
) -> Page[CopiedRow]:
    """Type after type: an index knows the relations of one type only."""
    types = list(Predicate)
    first, last = (types[0].value, "") if after is None else read_cursor(name, after, str, str)
    if first not in types:
        raise InvalidCursor
    items: list[CopiedRow] = []
    for predicate in types[types.index(Predicate(first)) :]:
        query = for_type(_Q["export_relations"], predicate)
        n_left = limit - len(items)
        found = await rows(tx, query, profile=profile_id, after=last, limit=n_left)
        items += [relation_of(item[0], profile_id) for item in found]
        if len(items) == limit:
            return Page(tuple(items), make_cursor(name, predicate.value, found[-1][0][0]))
        last = ""
    return Page(tuple(items))


# --- taking in ------------------------------------------------------------------------------


async def _absorb_nodes(
    tx: Tx, kind: RowKind, items: Sequence[Any], place: Place, *, new: bool
) -> None:
    way = _WAYS[kind]
    nodes = [way.properties(item, place) for item in items]
    if kind is RowKind.ENTITY:
        await _settle_unique_keys(tx, nodes, new=new)
    if new:
        for label, those in _by_label(way, nodes).items():
            await rows(tx, _for_label(_Q["create_nodes"], label), rows=those)
    elif kind is RowKind.ENTRY:
        await rows(tx, _Q["merge_entries"], rows=nodes)
    elif kind is RowKind.ENTITY:
        await rows(tx, _Q["merge_entities"], rows=nodes)
    else:
        key = ", ".join(f"{name}: row.{name}" for name in ("profile_id", *way.found_by))
        await rows(tx, _for_label(_Q["merge_nodes"], way.label, key), rows=nodes)


def _by_label(way: Way, nodes: Sequence[Properties]) -> Mapping[str, list[Properties]]:
    """Nodes by all of their labels, which cannot be parameters."""
    if way.second_label is None:
        return {way.label: list(nodes)}
    found: dict[str, list[Properties]] = defaultdict(list)
    for node in nodes:
        found[f"{way.label}:{node[way.second_label]}"].append(node)
    return found


def _for_label(query: str, label: str, key: str = "") -> str:
    return query.replace("<<label>>", label).replace("<<key>>", key)


async def _settle_unique_keys(tx: Tx, nodes: Sequence[Properties], *, new: bool) -> None:
    """Leave a unique key to the first of those that have it."""
    taken: set[str | None] = set()
    if not new:
        asked = [
            {name: node[name] for name in ("profile_id", "id", "unique_key")} for node in nodes
        ]
        taken |= {item[0] for item in await rows(tx, _Q["find_contested"], rows=asked)}
    for node in nodes:
        if node["unique_key"] in taken:
            node["unique_key"] = None
        taken.add(node["unique_key"])


async def _absorb_relations(tx: Tx, items: Sequence[Any], place: Place, *, new: bool) -> None:
    for predicate, relations in relations_by_type(items, place.dial, place.now).items():
        if new:
            query, name = _Q["create_relations"], "rows"
        else:
            query, name = _GRAPH["save_relations"], "relations"
        await _all_or_none(
            tx, for_type(query, predicate), relations, name=name, profile=place.profile_id
        )


async def _all_or_none(
    tx: Tx, query: str, values: list[Properties], *, profile: str | None, name: str = "rows"
) -> None:
    """Store what depends on other rows.

    Raises:
        Conflict: one of those is not there.
    """
    # A copy brings the store's mark as a row of its own, so none is moved here.
    still = {"at": None, "believed": None}
    found = await row(tx, query, profile=profile, **still, **{name: values})
    if found != [len(values)]:
        raise Conflict("a row was to be copied before one that it depends on")
