"""From a reading to a record: which entity each mention stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from graph_aria.domain.evidence import assertion_strength, mention_strengths
from graph_aria.domain.graph import Entity
from graph_aria.domain.identity import Choice, Decision, Outcome, normalized
from graph_aria.domain.known import Known
from graph_aria.domain.questions import Reason
from graph_aria.domain.reading import USER, LatentName, ReadAssertion, Reading, ReadMention
from graph_aria.domain.records import (
    Assertion,
    Entry,
    EntryRecord,
    Mention,
    MentionState,
    SpokenDate,
    derived_id,
)
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import NAMED_STRENGTH

_VAGUE: Final = frozenset({Kind.THING, Kind.EVENT})
"""Kinds that say less than the one that a model guesses."""


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
    before = _Before(record)
    placing = _Placing(entry, before, known, new_id, reading)
    mentions, at_index = placing.mentions, placing.at_index
    known.decisions[entry.id] = tuple(placing.decisions)
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


class _Placing:
    """The mentions of one entry, each with the entity that it stands for."""

    def __init__(
        self,
        entry: Entry,
        before: _Before,
        known: Known,
        new_id: Callable[[], str],
        reading: Reading,
    ) -> None:
        self._entry = entry
        self._before = before
        self._known = known
        self._new_id = new_id
        self.mentions: dict[str, Mention] = {}
        self.at_index: dict[int, str] = {}
        self.decisions: list[Decision] = []
        self._here: set[str] = set()
        strengths = mention_strengths(reading)
        covered = self._place_known_wholes(reading, strengths)
        for index, (read, value) in enumerate(zip(reading.mentions, strengths, strict=True)):
            if index not in covered:
                self.at_index[index] = self._place(read, value, never=self._others(reading, index))
        free = [name for name in reading.latent if not _overlaps(name, reading.mentions)]
        for read in known.recognise(free):
            self._place(read, NAMED_STRENGTH)

    def _place_known_wholes(self, reading: Reading, strengths: Sequence[float]) -> set[int]:
        """Place known names of several words in the stead of what their parts were taken for.

        Returns:
            Indexes of the mentions that are parts of one.
        """
        wholes = [name for name in reading.latent if _overlaps(name, reading.mentions)]
        covered: set[int] = set()
        for whole in self._known.recognise(wholes):
            parts = [
                index
                for index, read in enumerate(reading.mentions)
                if whole.start <= read.start and read.end <= whole.end and read.named
            ]
            if not parts:
                continue
            mention_id = self._place(whole, max(strengths[index] for index in parts))
            self.at_index |= dict.fromkeys(parts, mention_id)
            covered |= set(parts)
        return covered

    def _others(self, reading: Reading, index: int) -> frozenset[str]:
        """Ids of what the entry says to be somebody else than the mention at an index."""
        others = {
            said.one if said.other == index else said.other
            for said in reading.identities
            if not said.same and index in {said.one, said.other}
        }
        entities = (
            self.mentions[self.at_index[other]].entity_id
            for other in others
            if other in self.at_index
        )
        return frozenset(self._known.canonical(each) for each in entities if each is not None)

    def _place(
        self, read: ReadMention, value: float, *, never: frozenset[str] = frozenset()
    ) -> str:
        mention = _mention(self._entry.id, read, value)
        old = self._before.match(mention)
        if old is not None:
            mention = _carried_over(mention, old)
        if mention.entity_id is not None:
            self.decisions.append(
                Decision(mention.id, Outcome.KNOWN, mention.entity_id, Reason.READ_BEFORE, 1.0)
            )
        elif mention.strength > 0:
            choice = self._known.choose(read, here=self._here, never=never)
            surer = _with_known_kind(read, choice)
            if surer is not None:
                return self._place(surer, value, never=never)
            entity_id = _identify(read, choice, self._entry, self._known, self._new_id)
            mention = replace(mention, entity_id=entity_id)
            self.decisions.append(_decision(mention, choice))
        self.mentions.setdefault(mention.id, mention)
        if mention.entity_id is not None:
            self._here.add(self._known.canonical(mention.entity_id))
        return mention.id


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


def _with_known_kind(read: ReadMention, choice: Choice) -> ReadMention | None:
    """A mention whose kind was guessed, with the kind that its entity is known to have."""
    if choice.candidate is None or not read.rule.startswith(("ner:", "name:ner")):
        return None
    kind = choice.candidate.entity.kind
    if kind is read.kind or kind in _VAGUE:
        return None
    return replace(read, kind=kind)


def _overlaps(name: LatentName, mentions: Iterable[ReadMention]) -> bool:
    return any(read.named and read.start < name.end and name.start < read.end for read in mentions)


def _identify(
    read: ReadMention, choice: Choice, entry: Entry, known: Known, new_id: Callable[[], str]
) -> str:
    """The id of the chosen entity or of a newcomer, which is known from now on."""
    found = choice.candidate
    if found is None:
        entity_id = new_id()
        # Part of the id, no word of the entry: it outlives the entry that it came with.
        distinct = entity_id[-8:] if known.clashes(read) else ""
        if distinct:
            known.distinct[entity_id] = distinct
        found = Candidate(
            Entity(
                id=entity_id,
                profile_id=entry.profile_id,
                kind=read.kind,
                name=read.name,
                key=normalized(read.name),
                standing=None,
                distinct=distinct,
                role=read.role,
            ),
            (),
        )
        known.add(found)
    known.note(read, found.entity.id)
    known.ask(found.entity.id, choice.doubts)
    return found.entity.id


def _decision(mention: Mention, choice: Choice) -> Decision:
    outcome = Outcome.KNOWN
    if choice.candidate is None:
        outcome = Outcome.UNCLEAR if choice.doubts else Outcome.NEW
    return Decision(
        mention.id,
        outcome,
        mention.entity_id or "",
        choice.reason,
        choice.score,
        choice.doubts,
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
    if row.state is MentionState.LIVE:
        return replace(row, state=MentionState.RETIRED)
    return row


def _ends_known(assertion: Assertion, mentions: Mapping[str, Mention]) -> bool:
    ends: Sequence[str | None] = (assertion.subject_id, assertion.object_id)
    return all(end is None or end in mentions for end in ends)
