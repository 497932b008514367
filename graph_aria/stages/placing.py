"""Which entity each mention of an entry stands for, in order of what the entry says."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from graph_aria.domain.evidence import mention_strengths
from graph_aria.domain.graph import Entity
from graph_aria.domain.identity import Choice, Decision, Outcome
from graph_aria.domain.known import Known
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.questions import Reason
from graph_aria.domain.reading import LatentName, Reading, ReadMention
from graph_aria.domain.records import Entry, Mention, MentionState, derived_id
from graph_aria.domain.said import MOST_STATEMENTS
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import NAMED_STRENGTH
from graph_aria.stages.read_before import ReadBefore

_VAGUE: Final = frozenset({Kind.THING, Kind.EVENT})
"""Kinds that say less than the one that a model guesses."""


class Placing:
    """The mentions of one entry, each with the entity that it stands for."""

    def __init__(
        self,
        entry: Entry,
        before: ReadBefore,
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
        others = _told_apart(reading)
        spans = _NamedSpans(reading.mentions)
        covered = self._place_known_wholes(reading, strengths, spans)
        for index, (read, value) in enumerate(zip(reading.mentions, strengths, strict=True)):
            if index not in covered:
                never = self._entities_at(others.get(index, ()))
                self.at_index[index] = self._place(read, value, never=never)
        free = [name for name in reading.latent if not spans.overlap(name)]
        for read in known.recognise(free):
            self._place(read, NAMED_STRENGTH)
        self._part_those_said_to_be_one(reading)

    def _part_those_said_to_be_one(self, reading: Reading) -> None:
        """Let what is said once more to be one stand for the two that it was before.

        Only so does the statement hold by itself, when whoever said it first no longer does.
        """
        concerned: set[str] = set()
        for said in reading.identities[:MOST_STATEMENTS]:
            ends = {self.at_index[said.one], self.at_index[said.other]}
            entities = {self.mentions[end].entity_id for end in ends}
            if said.same and len(entities) == 1:
                concerned |= ends
        for mention_id in concerned:
            mention = self.mentions[mention_id]
            if mention.entity_id is not None:
                part = self._known.part_of(mention.entity_id, normalized(mention.name))
                self.mentions[mention_id] = replace(mention, entity_id=part)

    def _place_known_wholes(
        self, reading: Reading, strengths: Sequence[float], spans: _NamedSpans
    ) -> set[int]:
        """Place known names of several words in the stead of what their parts were taken for.

        Returns:
            Indexes of the mentions that are parts of one.
        """
        wholes = [name for name in reading.latent if spans.overlap(name)]
        covered: set[int] = set()
        for whole in self._known.recognise(wholes):
            parts = spans.within(whole)
            if not parts:
                continue
            mention_id = self._place(whole, max(strengths[index] for index in parts))
            self.at_index |= dict.fromkeys(parts, mention_id)
            covered |= set(parts)
        return covered

    def _entities_at(self, indexes: Iterable[int]) -> frozenset[str]:
        """Ids of what the mentions at some indexes stand for, of those that are placed."""
        entities = (
            self.mentions[self.at_index[index]].entity_id
            for index in indexes
            if index in self.at_index
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


class _NamedSpans:
    """Where the names of a reading stand; looked up without going through all of them."""

    def __init__(self, mentions: Sequence[ReadMention]) -> None:
        named = sorted(
            (read.start, read.end, index) for index, read in enumerate(mentions) if read.named
        )
        self._spans = named
        self._starts = [start for start, _, _ in named]
        self._furthest = list(accumulate((end for _, end, _ in named), max))

    def overlap(self, name: LatentName) -> bool:
        """Whether one of them shares a letter with some words."""
        n_begun = bisect_left(self._starts, name.end)
        return n_begun > 0 and self._furthest[n_begun - 1] > name.start

    def within(self, whole: ReadMention) -> list[int]:
        """Indexes of the mentions that are a part of one, in order of their places."""
        begun = bisect_left(self._starts, whole.start), bisect_left(self._starts, whole.end)
        return [index for _, end, index in self._spans[slice(*begun)] if end <= whole.end]


def _told_apart(reading: Reading) -> dict[int, set[int]]:
    """By index of a mention, the indexes of those that the entry says to be somebody else."""
    others: defaultdict[int, set[int]] = defaultdict(set)
    for said in reading.identities:
        if not said.same:
            others[said.one].add(said.other)
            others[said.other].add(said.one)
    return others


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
