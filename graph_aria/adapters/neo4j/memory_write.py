"""What a delta does to memories, as part of `apply`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC
from typing import TYPE_CHECKING, Any, Final, TypeVar

from graph_aria.adapters.neo4j.engine import Tx, row, rows
from graph_aria.adapters.neo4j.memory_rows import (
    link_properties,
    memory_properties,
    memory_ruling_properties,
    revision_properties,
    source_properties,
    vector_properties,
    veto_properties,
)
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record_rows import entry_properties
from graph_aria.adapters.neo4j.rows import Properties
from graph_aria.adapters.plain_rows import veto_of
from graph_aria.domain.memory_changes import NO_CHANGE
from graph_aria.domain.reading import Cost
from graph_aria.domain.vetoes import moved
from graph_aria.errors import Conflict

if TYPE_CHECKING:
    from graph_aria.domain.graph import GraphDelta
    from graph_aria.domain.records import Entry

T = TypeVar("T")

_MOST_ROWS: Final = 1_000
"""Of one sort in a statement: a memory with its vector is larger than other rows."""
_Q: Final = load_queries("memory_write")
_MEMORIES: Final = load_queries("memories")


def changes_memories(delta: GraphDelta) -> bool:
    """Whether a delta has anything for `save_memories` here to do."""
    return bool(
        delta.memories != NO_CHANGE
        or delta.save_entries
        or delta.cost is not None
        or any(item.cost is not None for item in delta.outcomes)
    )


async def save_memories(tx: Tx, delta: GraphDelta) -> None:
    """Store the entries that come as read, what models cost, and what changes about memories.

    Raises:
        Conflict: a source names a memory or an entry that is not there.
    """
    profile_id = delta.profile_id
    for entries in _chunks([entry_properties(item) for item in delta.save_entries]):
        await rows(tx, _Q["save_entries"], profile=profile_id, entries=entries)
    costs = [*(item.cost for item in delta.outcomes), delta.cost]
    if any(cost is not None for cost in costs):
        spent = sum((cost for cost in costs if cost is not None), Cost())
        await rows(
            tx,
            _Q["add_spent"],
            profile=profile_id,
            day=delta.at.astimezone(UTC).date(),
            n_calls=spent.n_calls,
            n_sent=spent.n_sent,
            n_received=spent.n_received,
            estimated=spent.estimated,
        )
    drops = _drops(delta)
    if any(drops.values()):
        await rows(tx, _Q["drop_memories"], profile=profile_id, **drops)
    for part in _parts(_saves(delta)):
        saved = await row(tx, _Q["save_memories"], profile=profile_id, **part)
        if saved != [len(part["sources"])]:
            raise Conflict("a memory was to be learned from an entry that is not there")


async def drop_whole(tx: Tx, profile_id: str, memory_ids: Sequence[str]) -> None:
    """Delete memories with all that is their own."""
    none = dict.fromkeys(("vectors", "sources", "rulings", "vetoes"), ())
    for ids in _chunks(memory_ids):
        await rows(tx, _Q["drop_memories"], profile=profile_id, ids=ids, **none)


async def move_vetoes(tx: Tx, entry: Entry, text: str) -> None:
    """Let the vetoes of an entry go where its words go in its new text."""
    of = entry.profile_id
    found = await rows(tx, _MEMORIES["read_vetoes"], profile=of, ids=[entry.id])
    if found:
        vetoes = moved((veto_of(item[0]) for item in found), before=entry.text, after=text)
        values = [veto_properties(item, of) for item in vetoes]
        await rows(tx, _Q["move_vetoes"], profile=of, id=entry.id, vetoes=values)


async def draw_about(
    tx: Tx, delta: GraphDelta, entity_ids: Collection[str], *, read_again: bool
) -> None:
    """Let memories point at what their words mention, as far as a delta changes that.

    Args:
        tx: the transaction that is open.
        delta: all else of it is stored.
        entity_ids: what was merged, or set apart again.
        read_again: something was learned before from what is read here.
    """
    profile_id, change = delta.profile_id, delta.memories
    entry_ids: set[str] = set()
    if read_again:
        entry_ids |= {item.entry_id for item in delta.outcomes}
        entry_ids |= {item.entry_id for item in delta.save_mentions}
    memory_ids = {item.memory_id for item in change.save_sources}
    memory_ids |= {key[0] for key in change.drop_sources}
    if delta.replace_all:
        memory_ids = {str(item[0]) for item in await rows(tx, _Q["list_ids"], profile=profile_id)}
    values = {"entry_ids": sorted(entry_ids), "entity_ids": sorted(entity_ids)}
    if not memory_ids and not any(values.values()):
        return
    for ids in _chunks(sorted(memory_ids)) if memory_ids else [[]]:
        await rows(tx, _Q["draw_about"], profile=profile_id, memory_ids=ids, **values)
        values = {"entry_ids": [], "entity_ids": []}


def _drops(delta: GraphDelta) -> dict[str, Sequence[Any]]:
    change = delta.memories
    return {
        "ids": change.drop_ids,
        "vectors": change.drop_vectors,
        "sources": [list(key) for key in change.drop_sources],
        "rulings": change.drop_ruling_ids,
        "vetoes": [[item.entry_id, item.start, item.end] for item in change.drop_vetoes],
    }


def _saves(delta: GraphDelta) -> dict[str, list[Properties]]:
    profile_id, change = delta.profile_id, delta.memories
    return {
        "memories": [
            memory_properties(item) for item in sorted(change.save, key=lambda one: one.id)
        ],
        "sources": [source_properties(item, profile_id) for item in change.save_sources],
        "links": [link_properties(item, profile_id) for item in change.save_links],
        "rulings": [memory_ruling_properties(item, profile_id) for item in change.save_rulings],
        "revisions": [revision_properties(item, profile_id) for item in change.save_revisions],
        "vectors": [vector_properties(item, profile_id) for item in change.save_vectors],
        "vetoes": [veto_properties(item, profile_id) for item in change.save_vetoes],
    }


def _parts(saves: dict[str, list[Properties]]) -> Iterator[dict[str, list[Properties]]]:
    """The rows in parts: none without rows, one unless there are a great many. Memories first."""
    most = max(map(len, saves.values()))
    if most <= _MOST_ROWS:
        if most:
            yield saves
        return
    nothing: dict[str, list[Properties]] = {name: [] for name in saves}
    for name, items in saves.items():
        for chunk in _chunks(items):
            yield {**nothing, name: chunk}


def _chunks(items: Sequence[T]) -> Iterator[list[T]]:
    for start in range(0, len(items), _MOST_ROWS):
        yield list(items[start : start + _MOST_ROWS])
