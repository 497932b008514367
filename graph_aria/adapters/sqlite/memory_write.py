"""What a delta does to memories, within its transaction."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.plain_rows import veto_of
from graph_aria.adapters.sqlite.engine import many, rows
from graph_aria.adapters.sqlite.memory_rows import (
    link_values,
    memory_ruling_values,
    memory_values,
    revision_values,
    source_values,
    spent_values,
    vector_values,
    veto_values,
)
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.domain.copies import Spent
from graph_aria.domain.vetoes import moved

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    import apsw

    from graph_aria.domain.memory_changes import MemoryDelta
    from graph_aria.domain.reading import Cost
    from graph_aria.domain.records import Entry

_Q: Final = load_queries("memories")


def change_memories(db: apsw.Connection, key: int, delta: MemoryDelta) -> None:
    """Drop and save what a delta says about memories.

    Entries that it learns from are stored before, those that go were deleted before:
    an entry takes no source along.
    """
    many(db, _Q["drop_memory"], ((key, memory_id) for memory_id in delta.drop_ids))
    many(db, _Q["drop_source"], ((key, *source) for source in delta.drop_sources))
    many(db, _Q["drop_memory_ruling"], ((key, id_) for id_ in delta.drop_ruling_ids))
    many(db, _Q["drop_vector"], ((key, memory_id) for memory_id in delta.drop_vectors))
    many(db, _Q["drop_veto"], (veto_values(key, item) for item in delta.drop_vetoes))
    many(db, _Q["save_memory"], (memory_values(key, item) for item in delta.save))
    many(db, _Q["save_source"], (source_values(key, item) for item in delta.save_sources))
    many(db, _Q["save_link"], (link_values(key, item) for item in delta.save_links))
    rulings = (memory_ruling_values(key, item) for item in delta.save_rulings)
    many(db, _Q["save_memory_ruling"], rulings)
    many(db, _Q["save_revision"], (revision_values(key, item) for item in delta.save_revisions))
    many(db, _Q["save_vector"], (vector_values(key, item) for item in delta.save_vectors))
    many(db, _Q["save_veto"], (veto_values(key, item) for item in delta.save_vetoes))


def move_vetoes(db: apsw.Connection, key: int, entry: Entry, text: str) -> None:
    """Let the vetoes of an entry go where its words go in its new text."""
    asked = {"profile": key, "ids": json.dumps([entry.id])}
    there = [veto_of(found) for found in rows(db, _Q["list_vetoes"], asked)]
    many(db, _Q["drop_veto"], (veto_values(key, item) for item in there))
    vetoes = moved(there, before=entry.text, after=text)
    many(db, _Q["save_veto"], (veto_values(key, item) for item in vetoes))


def add_spent(db: apsw.Connection, key: int, costs: Iterable[Cost], on: date) -> None:
    """Add what readings took to what was spent on a day (UTC)."""
    many(db, _Q["add_spent"], (spent_values(key, Spent(on, cost)) for cost in costs))
