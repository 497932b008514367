"""Statements that a correction took back: no evidence as long as the correction stands.

A correction says what was wrong about a memory. The words that the memory was learned from
may state relations of the user as well ("I have a twin sister"); these are no evidence then.
That is derived from how memories stand and nothing else, so it ends with the correction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from graph_aria.domain.memories import Memory, MemoryKind, MemoryState
from graph_aria.domain.memory_changes import MemoryDelta, MemoryNeighbourhood
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.records import Assertion, EntryRecord, MentionState

Spans = Collection[tuple[int, int]]


def turned(delta: MemoryDelta) -> frozenset[str]:
    """Ids of memories that a correction may have taken back after a change, or before it.

    What only gave its place up to a memory of the same change that corrects nothing is left
    out, unless it had been superseded before: as it goes with each new value of a slot.
    """
    plain = {one.id for one in delta.save if one.kind is not MemoryKind.CORRECTION}
    now = {
        one.id
        for one in delta.save
        if one.state is MemoryState.SUPERSEDED and one.superseded_by not in plain
    }
    saved = {one.id for one in delta.save}
    moved = {one.memory_id for one in delta.save_sources if one.memory_id not in saved}
    return frozenset(now | moved) | {
        one.memory_id
        for one in delta.save_revisions
        if one.field == "state" and one.before == MemoryState.SUPERSEDED
    }


def after_change(known: MemoryNeighbourhood, delta: MemoryDelta) -> MemoryNeighbourhood:
    """Memories and sources as they are after a change; links and rulings are left out."""
    gone = set(delta.drop_ids)
    memories = {**known.memories, **{one.id: one for one in delta.save}}
    dropped = set(delta.drop_sources)
    sources = {one.key: one for one in known.sources if one.key not in dropped}
    sources |= {one.key: one for one in delta.save_sources}
    return MemoryNeighbourhood(
        memories={key: one for key, one in memories.items() if key not in gone},
        sources=tuple(one for one in sources.values() if one.memory_id not in gone),
    )


def corrected_spans(known: MemoryNeighbourhood) -> dict[str, set[tuple[int, int]]]:
    """By entry, the spans whose memories a correction took back; others are left out.

    Args:
        known: every memory that was learned from the entries in question, with what took
            its place.
    """
    spans: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for source in known.sources:
        if _is_corrected(known.memories.get(source.memory_id), known.memories):
            spans[source.entry_id].add(_span(source))
    return dict(spans)


def has_corrected(record: EntryRecord) -> bool:
    """Whether any statement of a record was taken back by a correction."""
    return any(one.state is MentionState.CORRECTED for one in record.assertions)


def _is_corrected(memory: Memory | None, memories: Mapping[str, Memory]) -> bool:
    if memory is None or memory.state is not MemoryState.SUPERSEDED:
        return False
    other = memories.get(memory.superseded_by or "")
    return other is not None and other.kind is MemoryKind.CORRECTION


def _span(source: MemorySource) -> tuple[int, int]:
    return source.said.start, source.said.end


def with_spans(record: EntryRecord, spans: Spans, *, vetoed: Spans = ()) -> EntryRecord:
    """A record whose statements about the user count but for those in some spans.

    What the user withdrew, and what is not read any more, stays as it is.

    Args:
        record: any.
        spans: see `corrected_spans`.
        vetoed: spans whose memories the user deleted: what was corrected there stays so.
    """
    assertions = tuple(_in_spans(one, spans, vetoed) for one in record.assertions)
    return record if assertions == record.assertions else replace(record, assertions=assertions)


def _in_spans(assertion: Assertion, spans: Spans, vetoed: Spans) -> Assertion:
    is_hit = None in {assertion.subject_id, assertion.object_id} and _meets(assertion, spans)
    if is_hit and assertion.state is MentionState.LIVE:
        return replace(assertion, state=MentionState.CORRECTED)
    is_free = not is_hit and not _meets(assertion, vetoed)
    if is_free and assertion.state is MentionState.CORRECTED:
        return replace(assertion, state=MentionState.LIVE)
    return assertion


def _meets(assertion: Assertion, spans: Spans) -> bool:
    return any(start < assertion.end and assertion.start < end for start, end in spans)
