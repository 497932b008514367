"""Which words of the user may be cited to them in a reply."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from graph_aria.domain.given_text import given_spans
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.questions_asked import asked_spans
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState
from graph_aria.domain.remedies import WITHHELD
from graph_aria.domain.retrieval import Quote
from graph_aria.domain.unwanted import unwanted_spans
from graph_aria.ports import Conversations, Memories, Record


class CitableStore(Record, Conversations, Memories, Protocol):
    """What looking at words to cite needs of a store."""


def may_be_found(entry: Entry) -> bool:
    """Whether anything of an entry may be found, whatever the user forgot of it.

    Nothing of what is not to be known, waits to be read, or is a memory itself.
    """
    return (
        entry.reason not in WITHHELD
        and entry.form is not EntryForm.NOTE
        and entry.state is not EntryState.PENDING
    )


async def citable(
    store: CitableStore,
    profile_id: str,
    quotes: Collection[Quote],
    *,
    scope: str,
    with_held: bool = False,
    known: Mapping[str, Entry] | None = None,
) -> frozenset[Quote]:
    """Those of some quotes that a reply may hold.

    Left out is what stands in an entry that is not to be known, was edited since, or belongs
    to a conversation of another namespace; what the user only
    asked, or gave to be worked on; what they forgot or did
    not want remembered; and the words of which a held memory was learned.

    Args:
        store: where everything is.
        profile_id: whose.
        quotes: words that were found.
        scope: the namespace in which is replied, "" outside of all.
        with_held: for the user's own eyes: the words of held memories too.
        known: entries that were read for this reply, by id; the others are read.

    Reads: the entries, their conversations, memories and vetoes. Writes: nothing. Safe to
    repeat: yes.
    """
    ids = {quote.entry_id for quote in quotes}
    if not ids:
        return frozenset()
    entries = await _entries_of(store, profile_id, ids, known or {})
    allowed = await _in_scope(store, profile_id, entries.values(), scope)
    closed = {one.id: list(unwanted_spans(one.text)) for one in entries.values()}
    for veto in await store.read_vetoes(profile_id, list(entries)):
        closed[veto.entry_id].append((veto.start, veto.end))
    if not with_held:
        for entry_id, start, end in await _held(store, profile_id, entries):
            closed[entry_id].append((start, end))
    asked = {
        one.id: (*asked_spans(one.text), *given_spans(one.text))
        for one in entries.values()
        if one.form is EntryForm.TURN
    }
    return frozenset(
        quote
        for quote in quotes
        if quote.entry_id in allowed
        and not any(
            start <= quote.start and quote.end <= end
            for start, end in asked.get(quote.entry_id, ())
        )
        and entries[quote.entry_id].revision == quote.revision
        and not any(
            start < quote.end and quote.start < end for start, end in closed[quote.entry_id]
        )
    )


async def _entries_of(
    store: Record, profile_id: str, ids: Collection[str], known: Mapping[str, Entry]
) -> dict[str, Entry]:
    """Those of some entries of which anything may be found, by id."""
    missing = [one for one in ids if one not in known]
    read = await store.read_records(profile_id, missing) if missing else ()
    entries = [*(known[one] for one in ids if one in known), *(one.entry for one in read)]
    return {one.id: one for one in sorted(entries, key=lambda one: one.id) if may_be_found(one)}


async def _in_scope(
    store: Conversations, profile_id: str, entries: Collection[Entry], scope: str
) -> set[str]:
    """Ids of the entries that are told where is replied."""
    scopes: dict[str | None, str] = {None: ""}
    for conversation_id in {one.conversation_id for one in entries} - {None}:
        if conversation_id is not None:
            talk = await store.get_conversation(profile_id, conversation_id)
            scopes[conversation_id] = talk.scope
    return {one.id for one in entries if scopes[one.conversation_id] in {"", scope}}


async def _held(
    store: Memories, profile_id: str, entry_ids: Collection[str]
) -> list[tuple[str, int, int]]:
    """Spans of which held memories were learned."""
    found = await store.find_memories(profile_id, entry_ids=entry_ids) if entry_ids else ()
    if not found:
        return []
    known = await store.read_learned(profile_id, found)
    return [
        (source.entry_id, source.said.start, source.said.end)
        for source in known.sources
        if source.entry_id in set(entry_ids)
        and (memory := known.memories.get(source.memory_id)) is not None
        and memory.state is MemoryState.HELD
    ]
