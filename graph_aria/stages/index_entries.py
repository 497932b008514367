"""Cut what was read into passages, and place them by their words and their meaning."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Protocol

from graph_aria.domain.passage_cutting import cut_passages, passage_words
from graph_aria.domain.passages import IndexedEntry, Passage
from graph_aria.domain.questions_asked import only_asks
from graph_aria.domain.quotes import Span
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryRecord, EntryState
from graph_aria.domain.remedies import MEMORY_OFF, WITHHELD
from graph_aria.domain.unwanted import unwanted_spans
from graph_aria.errors import EmbedderAway
from graph_aria.ports import Conversations, Memories, Passages, Profiles, Record
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.withhold import withhold

AT_ONCE: Final = 64
"""Entries that are placed and stored together."""


MOST_INDEXED: Final = 1280
"""Entries of one run, so few that it is done before its lease runs out; the next tick goes on."""


class IndexStore(Profiles, Record, Conversations, Memories, Passages, Protocol):
    """What indexing needs of a store."""


async def index_entries(
    store: IndexStore, faculties: Faculties, profile_id: str, *, limit: int
) -> int:
    """Index entries that have no passages of the present embedder yet, newest first.

    Args:
        store: where they are.
        faculties: the embedder; while it is away nothing is done, and they wait for it.
        profile_id: whose.
        limit: most of them, > 0.

    Returns:
        How many were indexed; fewer than there are where memory is off or the embedder away.

    Reads: profile, entries. Writes: passages; the graph's version stays. Safe to repeat: yes.
    """
    if not faculties.may_learn(await store.get_profile(profile_id)):
        return 0
    n_indexed = 0
    try:
        embedder_id = (await faculties.vectors.describe()).embedder_id
        while n_indexed < limit:
            n = min(AT_ONCE, limit - n_indexed)
            batch = await store.list_unindexed(profile_id, embedder_id, limit=n)
            if not batch:
                break
            done = await _index(store, faculties, profile_id, batch)
            n_indexed += done
            if not done:
                break  # they are being changed; there is a next time
    except EmbedderAway:
        return n_indexed
    return n_indexed


async def index_read(
    store: IndexStore, faculties: Faculties, profile_id: str, entry_ids: Collection[str]
) -> int:
    """Index entries that were just read, also if they were indexed before.

    What may be found of an entry may be another since: the user asked to have it read, or
    took it back.

    Returns:
        How many were indexed; 0 while memory is off or the embedder away.

    Reads: profile, entries. Writes: passages. Safe to repeat: yes.
    """
    if not faculties.may_learn(await store.get_profile(profile_id)):
        return 0
    ids = list(entry_ids)
    n_indexed = 0
    try:
        for at in range(0, len(ids), AT_ONCE):
            batch = ids[at : at + AT_ONCE]
            n_indexed += await _index(store, faculties, profile_id, batch, just_read=True)
    except EmbedderAway:
        return n_indexed  # later, with what else waits for it
    return n_indexed


async def _index(
    store: IndexStore,
    faculties: Faculties,
    profile_id: str,
    entry_ids: Collection[str],
    *,
    just_read: bool = False,
) -> int:
    records = await store.read_records(profile_id, entry_ids)
    records = tuple(one for one in records if _is_done(one.entry))
    if not records:
        return 0
    spans = await _findable(store, faculties, profile_id, records, just_read=just_read)
    texts = {
        (record.entry.id, span): record.entry.text[slice(*span)]
        for record in records
        for span in spans[record.entry.id]
    }
    made = await faculties.vectors.embed(list(texts.values()))
    numbers = dict(zip(texts, made.vectors, strict=True))
    return await store.save_passages(
        profile_id,
        [
            IndexedEntry(
                record.entry.id,
                record.entry.revision,
                made.embedder_id,
                tuple(
                    Passage(
                        record.entry.id,
                        *span,
                        passage_words(texts[record.entry.id, span], record.entry.day),
                        numbers[record.entry.id, span],
                    )
                    for span in spans[record.entry.id]
                ),
            )
            for record in records
        ],
    )


def _is_done(entry: Entry) -> bool:
    return entry.state is not EntryState.PENDING and entry.form is not EntryForm.NOTE


async def _findable(
    store: IndexStore,
    faculties: Faculties,
    profile_id: str,
    records: Collection[EntryRecord],
    *,
    just_read: bool,
) -> dict[str, tuple[Span, ...]]:
    """By entry id, the passages that may be found: not what the user wants kept from memory."""
    # What was just read says itself whether it was withheld: crises need no third look.
    told = {
        one.entry.id
        for one in records
        if just_read and one.entry.state in {EntryState.READ, EntryState.UNREAD}
    }
    asked = [one for one in records if one.entry.id not in told]
    withheld = await withhold(store, faculties, profile_id, asked) if asked else {}
    vetoed: dict[str, list[Span]] = {}
    for veto in await store.read_vetoes(profile_id, [record.entry.id for record in records]):
        vetoed.setdefault(veto.entry_id, []).append((veto.start, veto.end))
    found: dict[str, tuple[Span, ...]] = {}
    for record in records:
        entry = record.entry
        if entry.id in told:
            kept = entry.reason not in WITHHELD
        else:
            kept = withheld.get(entry.id) is None and entry.reason != MEMORY_OFF
        # A question to ARIA would be the best answer to the next one like it.
        kept = kept and not (entry.form is EntryForm.TURN and only_asks(entry.text))
        closed = [*unwanted_spans(entry.text), *vetoed.get(entry.id, ())] if kept else []
        found[entry.id] = cut_passages(entry.text, closed) if kept else ()
    return found
