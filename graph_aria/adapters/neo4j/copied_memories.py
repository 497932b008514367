"""How memories and conversations are handed over to another store, and taken from one."""

from __future__ import annotations

from typing import Final

from graph_aria.adapters.neo4j.conversation_rows import (
    conversation_properties,
    raised_of,
    raised_properties,
    reply_properties,
    spent_of,
    spent_properties,
)
from graph_aria.adapters.neo4j.copied_rows import BY_ID, FIRST, Way
from graph_aria.adapters.neo4j.memory_rows import (
    link_properties,
    memory_of,
    memory_ruling_properties,
    revision_properties,
    source_of,
    source_properties,
    vector_of,
    vector_properties,
    veto_properties,
    whole_memory_properties,
)
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.plain_rows import (
    conversation_of,
    link_of,
    memory_ruling_of,
    reply_of,
    revision_of,
    veto_of,
)
from graph_aria.domain.copies import RowKind

_Q: Final = load_queries("copying")

MEMORY_WAYS: Final = {
    RowKind.CONVERSATION: Way(
        export=_Q["export_conversations"],
        first=FIRST,
        key=(0,),
        read=lambda columns, profile_id: conversation_of(columns[0], profile_id),
        label="Conversation",
        found_by=BY_ID,
        properties=lambda item, _: conversation_properties(item),
    ),
    RowKind.REPLY: Way(
        export=_Q["export_replies"],
        first=FIRST,
        key=(0,),
        read=lambda columns, _: reply_of(columns[0]),
        label="Reply",
        found_by=("turn_id",),
        properties=lambda item, at: reply_properties(item, at.profile_id),
    ),
    RowKind.MEMORY: Way(
        export=_Q["export_memories"],
        first=FIRST,
        key=(0,),
        read=lambda columns, profile_id: memory_of(columns[0], profile_id),
        label="Memory",
        found_by=BY_ID,
        properties=lambda item, _: whole_memory_properties(item),
    ),
    RowKind.MEMORY_LINK: Way(
        export=_Q["export_links"],
        first={"after": "", "older": ""},
        key=(0, 1),
        read=lambda columns, _: link_of(columns[0]),
        label="MemoryLink",
        found_by=("newer_id", "older_id"),
        properties=lambda item, at: link_properties(item, at.profile_id),
    ),
    RowKind.MEMORY_RULING: Way(
        export=_Q["export_memory_rulings"],
        first=FIRST,
        key=(0,),
        read=lambda columns, _: memory_ruling_of(columns[0]),
        label="MemoryRuling",
        found_by=BY_ID,
        properties=lambda item, at: memory_ruling_properties(item, at.profile_id),
    ),
    RowKind.MEMORY_REVISION: Way(
        export=_Q["export_revisions"],
        first=FIRST,
        key=(0,),
        read=lambda columns, _: revision_of(columns[0]),
        label="MemoryRevision",
        found_by=BY_ID,
        properties=lambda item, at: revision_properties(item, at.profile_id),
    ),
    RowKind.MEMORY_VECTOR: Way(
        export=_Q["export_vectors"],
        first=FIRST,
        key=(0,),
        read=lambda columns, _: vector_of(columns[0]),
        label="MemoryVector",
        found_by=("memory_id",),
        properties=lambda item, at: vector_properties(item, at.profile_id),
    ),
    RowKind.RAISED: Way(
        export=_Q["export_raised"],
        first={"after": "", "occasion": "", "due_on": "0001-01-01"},
        key=(0, 1, 2),
        read=lambda columns, _: raised_of(columns[0]),
        label="Raised",
        found_by=("memory_id", "occasion", "due_on"),
        properties=lambda item, at: raised_properties(item, at.profile_id),
    ),
    RowKind.VETO: Way(
        export=_Q["export_vetoes"],
        first={"after": "", "starts": -1, "ends": -1},
        key=(0, 1, 2),
        read=lambda columns, _: veto_of(columns[0]),
        label="Veto",
        found_by=("entry_id", "starts", "ends"),
        properties=lambda item, at: veto_properties(item, at.profile_id),
    ),
    RowKind.SPENT: Way(
        export=_Q["export_spent"],
        first={"after": "0001-01-01"},
        key=(0,),
        read=lambda columns, _: spent_of(columns[0]),
        label="Spent",
        found_by=("day",),
        properties=lambda item, at: spent_properties(item, at.profile_id),
    ),
}
"""Of each kind whose rows are nodes of one label."""

SOURCES: Final = Way(
    export=_Q["export_sources"],
    first={"after": "", "entry": "", "starts": -1, "ends": -1},
    key=(0, 1, 2, 3),
    read=lambda columns, _: source_of(columns[0]),
    label="LEARNED_FROM",
    found_by=("memory_id", "entry_id", "starts", "ends"),
    properties=lambda item, at: source_properties(item, at.profile_id),
)
"""Of sources, whose rows are relationships."""
