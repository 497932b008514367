"""From a reading to a record: which entity each mention stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from graph_aria.domain.evidence import assertion_strength
from graph_aria.domain.known import Known
from graph_aria.domain.reading import USER, ReadAssertion, Reading
from graph_aria.domain.records import (
    Assertion,
    EntryRecord,
    Mention,
    MentionState,
    SpokenDate,
    derived_id,
)
from graph_aria.stages.placing import Placing
from graph_aria.stages.read_before import ReadBefore, gist


def resolve(
    record: EntryRecord, reading: Reading, *, known: Known, new_id: Callable[[], str]
) -> EntryRecord:
    """The record of an entry with what a reading found in it.

    Args:
        record: the entry with what was read in it before.
        reading: what is read in it now.
        known: candidates; newcomers, questions and decisions are added to it.
        new_id: gives ids for newcomers.

    Returns:
        A mention that was there before keeps its entity, its state and, where it is
        read the same, its strength. One that is no longer found is kept as RETIRED,
        unless the text was edited: then its words are gone and so is it.

    Reads: nothing. Writes: nothing. Safe to repeat: yes.
    """
    entry = record.entry
    before = ReadBefore(record, reading)
    placing = Placing(entry, before, known, new_id, reading)
    mentions, at_index = placing.mentions, placing.at_index
    known.decisions[entry.id] = tuple(placing.decisions)
    assertions: dict[str, Assertion] = {}
    for item in reading.assertions:
        assertion = _assertion(entry.id, item, at_index, mentions)
        state = before.assertion_states.get(gist(assertion), MentionState.LIVE)
        if state in {MentionState.WITHDRAWN, MentionState.CORRECTED}:
            assertion = replace(assertion, state=state)
        assertions.setdefault(assertion.id, assertion)
    if not entry.is_read_as_it_was:
        for lost in record.mentions:
            mentions.setdefault(lost.id, _retired(lost))
        for lost_assertion in record.assertions:
            if _ends_known(lost_assertion, mentions):
                assertions.setdefault(lost_assertion.id, _retired(lost_assertion))
    return EntryRecord(
        entry=entry,
        mentions=tuple(mentions.values()),
        assertions=tuple(assertions.values()),
        dates=tuple(
            SpokenDate(d.start, d.end, d.first_on, d.last_on, d.rule) for d in reading.dates
        ),
    )


def _assertion(
    entry_id: str,
    item: ReadAssertion,
    at_index: Mapping[int, str],
    mentions: Mapping[str, Mention],
) -> Assertion:
    ends = [None if end == USER else at_index[end] for end in (item.subject, item.object)]
    return Assertion(
        id=derived_id(entry_id, item.start, item.end, ends[0], item.predicate, ends[1]),
        entry_id=entry_id,
        subject_id=ends[0],
        predicate=item.predicate,
        object_id=ends[1],
        start=item.start,
        end=item.end,
        rule=item.rule,
        strength=assertion_strength(
            item.predicate, [mentions[end].strength for end in ends if end is not None]
        ),
        polarity=item.polarity,
        tense=item.tense,
        ended=item.ended,
    )


_RowT = TypeVar("_RowT", Mention, Assertion)


def _retired(row: _RowT) -> _RowT:
    if row.state in {MentionState.LIVE, MentionState.CORRECTED}:
        return replace(row, state=MentionState.RETIRED)
    return row


def _ends_known(assertion: Assertion, mentions: Mapping[str, Mention]) -> bool:
    ends: Sequence[str | None] = (assertion.subject_id, assertion.object_id)
    return all(end is None or end in mentions for end in ends)
