"""From a reading to a record: which entity each mention stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from graph_aria.domain.evidence import assertion_strength, mention_strengths
from graph_aria.domain.graph import Entity, Form
from graph_aria.domain.identity import choose, keys_of, normalized
from graph_aria.domain.reading import USER, ReadAssertion, Reading, ReadMention
from graph_aria.domain.records import (
    Assertion,
    EntryRecord,
    Mention,
    MentionState,
    SpokenDate,
    derived_id,
)
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind


@dataclass(slots=True)
class Known:
    """Entities that mentions can stand for; grows with those that come into being.

    Attributes:
        by_key: stored candidates and newcomers, by any of their keys.
        distinct: of newcomers, what tells them from another with the same key.
    """

    by_key: dict[str, list[Candidate]] = field(default_factory=dict)
    distinct: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, candidates: Iterable[Candidate]) -> Known:
        """The stored candidates, ready to be looked up."""
        known = cls()
        for candidate in candidates:
            known.add(candidate)
        return known

    def add(self, candidate: Candidate) -> None:
        """Make a candidate known under its name and every form."""
        for key in {candidate.entity.key, *(form.key for form in candidate.forms)}:
            others = [c for c in self.by_key.get(key, []) if c.entity.id != candidate.entity.id]
            self.by_key[key] = [*others, candidate]

    def find(self, mention: ReadMention) -> Candidate | None:
        """What a mention stands for, or None."""
        found = {
            candidate.entity.id: candidate
            for key in sorted(keys_of(mention))
            for candidate in self.by_key.get(key, [])
        }
        return choose(mention, list(found.values()))

    def clashes(self, mention: ReadMention) -> bool:
        """Whether a newcomer would share its name with one of its kind."""
        return any(
            candidate.entity.kind is mention.kind
            for candidate in self.by_key.get(normalized(mention.name), [])
        )


def lookup_keys(readings: Iterable[Reading]) -> frozenset[str]:
    """All keys under which the mentions of some readings may be known."""
    return frozenset(
        key for reading in readings for mention in reading.mentions for key in keys_of(mention)
    )


def resolve(
    record: EntryRecord, reading: Reading, *, known: Known, new_id: Callable[[], str]
) -> EntryRecord:
    """The record of an entry with what a reading found in it.

    Args:
        record: the entry with what was read in it before.
        reading: what is read in it now.
        known: candidates; newcomers are added to it.
        new_id: gives ids for newcomers.

    Returns:
        A mention that was there before keeps its entity, its state and, where it is
        read the same, its strength. One that is no longer found is kept as RETIRED,
        unless the text was edited: then its words are gone and so is it.

    Reads: nothing. Writes: nothing. Safe to repeat: yes.
    """
    entry = record.entry
    strengths = mention_strengths(reading)
    before = _Before(record)
    mentions: dict[str, Mention] = {}
    at_index: dict[int, str] = {}
    for index, (read, value) in enumerate(zip(reading.mentions, strengths, strict=True)):
        mention = _mention(entry.id, read, value)
        old = before.match(mention)
        if old is not None:
            mention = _carried_over(mention, old)
        if mention.strength > 0 and mention.entity_id is None:
            mention = replace(mention, entity_id=_identify(read, entry.profile_id, known, new_id))
        at_index[index] = mention.id
        mentions.setdefault(mention.id, mention)
    assertions: dict[str, Assertion] = {}
    for item in reading.assertions:
        assertion = _assertion(entry.id, item, at_index, mentions)
        state = before.assertion_states.get(_gist(assertion), MentionState.LIVE)
        if state is MentionState.WITHDRAWN:
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


class _Before:
    """What was read in an entry before, for looking up what is read again."""

    def __init__(self, record: EntryRecord) -> None:
        # In an order of its own: a store gives mentions in another one than a reader.
        mentions = sorted(record.mentions, key=_precedence)
        self._by_id = {mention.id: mention for mention in mentions}
        self._by_span: dict[tuple[int, int, Kind], Mention] = {}
        self._by_name: dict[tuple[Kind, str], Mention] = {}
        for mention in mentions:
            self._by_span.setdefault((mention.start, mention.end, mention.kind), mention)
            self._by_name.setdefault((mention.kind, normalized(mention.name)), mention)
        # Where several assertions say the same, the user's withdrawal outlasts the rest.
        self.assertion_states: dict[tuple[object, ...], MentionState] = {}
        for assertion in record.assertions:
            gist = _gist(assertion)
            if self.assertion_states.get(gist) is not MentionState.WITHDRAWN:
                self.assertion_states[gist] = assertion.state

    def match(self, mention: Mention) -> Mention | None:
        """What was read before: itself, at the same place, or under the same name.

        What was no evidence then, such as a denied feeling, knows no entity; then one of
        the same name does, or one name in one entry would become two entities.
        """
        known = self._by_id.get(mention.id) or self._by_span.get(
            (mention.start, mention.end, mention.kind)
        )
        if known is not None and (known.entity_id is not None or mention.strength == 0):
            return known
        named = self._by_name.get((mention.kind, normalized(mention.name)))
        return named if known is None or (named and named.entity_id is not None) else known


_RANKS = {MentionState.WITHDRAWN: 0, MentionState.LIVE: 1, MentionState.RETIRED: 2}


def _precedence(mention: Mention) -> tuple[bool, int, int, int, str]:
    """What knows its entity comes first, then what the user took back, then what counts."""
    return (
        mention.entity_id is None,
        _RANKS[mention.state],
        mention.start,
        mention.end,
        mention.id,
    )


def _gist(assertion: Assertion) -> tuple[object, ...]:
    return (assertion.subject_id, assertion.predicate, assertion.object_id)


def _mention(entry_id: str, read: ReadMention, value: float) -> Mention:
    return Mention(
        id=derived_id(entry_id, read.start, read.end, read.kind, read.name),
        entry_id=entry_id,
        start=read.start,
        end=read.end,
        name=read.name,
        kind=read.kind,
        rule=read.rule,
        strength=value,
        entity_id=None,
        role=read.role,
        cadence=read.cadence,
        named=read.named,
        intensity=read.intensity,
        negated=read.negated,
        of_user=read.of_user,
        matters=read.matters,
    )


def _carried_over(mention: Mention, old: Mention) -> Mention:
    state = MentionState.WITHDRAWN if old.state is MentionState.WITHDRAWN else MentionState.LIVE
    entity_id = old.entity_id if mention.strength > 0 else None
    carried = replace(mention, entity_id=entity_id, state=state)
    same = replace(carried, strength=old.strength, state=old.state, rule=old.rule) == old
    return replace(carried, strength=old.strength) if same else carried


def _identify(read: ReadMention, profile_id: str, known: Known, new_id: Callable[[], str]) -> str:
    found = known.find(read)
    if found is None:
        entity_id = new_id()
        # Part of the id, no word of the entry: it outlives the entry that it came with.
        distinct = entity_id[-8:] if known.clashes(read) else ""
        if distinct:
            known.distinct[entity_id] = distinct
        found = Candidate(
            Entity(
                id=entity_id,
                profile_id=profile_id,
                kind=read.kind,
                name=read.name,
                key=normalized(read.name),
                standing=None,
                distinct=distinct,
                role=read.role,
            ),
            (),
        )
    form = Form(
        found.entity.id,
        read.name,
        normalized(read.name),
        read.kind,
        read.role,
        read.cadence,
        1,
    )
    if not any(f.key == form.key and f.role == form.role for f in found.forms):
        known.add(Candidate(found.entity, (*found.forms, form)))
    return found.entity.id


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
    if row.state is MentionState.LIVE:
        return replace(row, state=MentionState.RETIRED)
    return row


def _ends_known(assertion: Assertion, mentions: Mapping[str, Mention]) -> bool:
    ends: Sequence[str | None] = (assertion.subject_id, assertion.object_id)
    return all(end is None or end in mentions for end in ends)
