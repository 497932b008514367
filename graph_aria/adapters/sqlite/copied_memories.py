"""How the rows of memories and conversations are copied from store to store."""

from __future__ import annotations

from typing import Final

from graph_aria.adapters.plain_rows import (
    conversation_of,
    link_of,
    memory_ruling_of,
    reply_of,
    revision_of,
    veto_of,
)
from graph_aria.adapters.sqlite.copied_ways import Way
from graph_aria.adapters.sqlite.memory_rows import (
    conversation_values,
    link_values,
    memory_of,
    memory_ruling_values,
    memory_values,
    raised_columns,
    raised_of,
    reply_values,
    revision_values,
    source_of,
    source_values,
    spent_of,
    spent_values,
    vector_of,
    vector_values,
    veto_values,
)
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.domain.copies import RowKind

_Q: Final = load_queries("copying")
_MEMORIES: Final = load_queries("memories")
_TALK: Final = load_queries("conversations")

MEMORY_WAYS: Final = {
    RowKind.CONVERSATION: Way(
        export=_Q["export_conversations"],
        key=((0, str),),
        read=conversation_of,
        save=_Q["absorb_conversation"],
        values=conversation_values,
        clear=_Q["clear_conversations"],
    ),
    RowKind.REPLY: Way(
        export=_Q["export_replies"],
        key=((0, str),),
        read=lambda row, _: reply_of(row),
        save=_TALK["save_reply"],
        values=reply_values,
        clear=_Q["clear_replies"],
    ),
    RowKind.MEMORY: Way(
        export=_Q["export_memories"],
        key=((1, str),),
        read=memory_of,
        save=_Q["absorb_memory"],
        values=memory_values,
        clear=_Q["clear_memories"],
    ),
    RowKind.MEMORY_SOURCE: Way(
        export=_Q["export_memory_sources"],
        key=((1, str), (2, str), (3, int), (4, int)),
        read=lambda row, _: source_of(row),
        save=_MEMORIES["save_source"],
        values=source_values,
        clear=_Q["clear_memory_sources"],
    ),
    RowKind.MEMORY_LINK: Way(
        export=_Q["export_memory_links"],
        key=((0, str), (1, str)),
        read=lambda row, _: link_of(row),
        save=_MEMORIES["save_link"],
        values=link_values,
        clear=_Q["clear_memory_links"],
    ),
    RowKind.MEMORY_RULING: Way(
        export=_Q["export_memory_rulings"],
        key=((0, str),),
        read=lambda row, _: memory_ruling_of(row),
        save=_MEMORIES["save_memory_ruling"],
        values=memory_ruling_values,
        clear=_Q["clear_memory_rulings"],
    ),
    RowKind.MEMORY_REVISION: Way(
        export=_Q["export_memory_revisions"],
        key=((0, str),),
        read=lambda row, _: revision_of(row),
        save=_MEMORIES["save_revision"],
        values=revision_values,
        clear=_Q["clear_memory_revisions"],
    ),
    RowKind.MEMORY_VECTOR: Way(
        export=_Q["export_memory_vectors"],
        key=((0, str),),
        read=lambda row, _: vector_of(row),
        save=_MEMORIES["save_vector"],
        values=vector_values,
        clear=_Q["clear_memory_vectors"],
    ),
    RowKind.RAISED: Way(
        export=_Q["export_raised"],
        key=((0, str), (1, str), (2, int)),
        read=lambda row, _: raised_of(row),
        save=_TALK["note_raised"],
        values=raised_columns,
        clear=_Q["clear_raised"],
    ),
    RowKind.VETO: Way(
        export=_Q["export_vetoes"],
        key=((0, str), (1, int), (2, int)),
        read=lambda row, _: veto_of(row),
        save=_MEMORIES["save_veto"],
        values=veto_values,
        clear=_Q["clear_vetoes"],
    ),
    RowKind.SPENT: Way(
        export=_Q["export_spent"],
        key=((0, int),),
        read=lambda row, _: spent_of(row),
        save=_Q["absorb_spent"],
        values=spent_values,
        clear=_Q["clear_spent"],
    ),
}
"""Of each kind that has to do with them; see `copied_rows.WAYS`."""
