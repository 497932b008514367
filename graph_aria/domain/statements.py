"""What sources say, under the user's rulings: evidence, and the triples behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph_aria.domain.evidence import (
    Triple,
    entry_evidence,
    rejected_relations,
    relations_known_as,
    ruling_evidence,
    stated_triple,
    triples_of,
)
from graph_aria.domain.graph import relation_id, relation_key
from graph_aria.domain.records import EntryRecord, Profile, Ruling, RulingVerb
from graph_aria.domain.weights import Evidence


@dataclass(frozen=True, slots=True)
class Stated:
    """What sources say.

    Attributes:
        evidence: by source id.
        triples: of the relations that they speak of, by relation id.
    """

    evidence: Mapping[str, tuple[Evidence, ...]]
    triples: Mapping[str, Triple]


def lineage_map(rulings: Iterable[Ruling]) -> Callable[[str], tuple[str, ...]]:
    """The function from an entity's id to all ids that it has stood as, its own first.

    Args:
        rulings: oldest first; a later merge or unmerge of an entity replaces an earlier.
            A merge into what the entity itself is part of is passed over: nobody would be left.
    """
    into: dict[str, str] = {}
    for ruling in rulings:
        if ruling.verb is RulingVerb.MERGE and ruling.other_id is not None:
            end = ruling.other_id
            while end != ruling.target_id and end in into:
                end = into[end]
            if end != ruling.target_id:
                into[ruling.target_id] = ruling.other_id
        elif ruling.verb is RulingVerb.UNMERGE:
            into.pop(ruling.target_id, None)

    def lineage(entity_id: str) -> tuple[str, ...]:
        line = [entity_id]
        while line[-1] in into:
            line.append(into[line[-1]])
        return tuple(line)

    return lineage


def canonical_map(rulings: Iterable[Ruling]) -> Callable[[str], str]:
    """The function from an entity's id to the id of the one that it now stands as.

    Args:
        rulings: oldest first.
    """
    lineage = lineage_map(rulings)
    return lambda entity_id: lineage(entity_id)[-1]


def targets_of(
    profile: Profile, records: Sequence[EntryRecord], rulings: Sequence[Ruling]
) -> frozenset[str]:
    """Ids of all entities and relations that some sources speak of, or are ruled about.

    The stage loads the neighbourhood of these before it computes a change. An entry may
    be given twice, as it was and as it will be.
    """
    # Rejections are left aside here: what is rejected must be loaded to be known as such.
    known = [r for r in rulings if r.verb is not RulingVerb.REJECT_RELATION]
    # An entry stands here twice, before and after a change: what it says of a target in
    # one of them only counts as well, so `state`, which has one answer a source, won't do.
    lineage = lineage_map(known)
    pieces = [
        entry_evidence(
            record,
            profile_id=profile.id,
            user_id=profile.user_id,
            lineage=lineage,
            rejected=frozenset(),
        )
        for record in records
    ]
    pieces += state(profile, (), known).evidence.values()
    spoken_of = {item.target_id for items in pieces for item in items}
    ruled = {r.target_id for r in rulings} | {r.other_id for r in rulings if r.other_id}
    raw = {
        relation
        for record in records
        for relation in relations_known_as(
            record, profile_id=profile.id, user_id=profile.user_id, lineage=lineage
        )
    }
    return frozenset(spoken_of | ruled | raw)


def state(profile: Profile, records: Iterable[EntryRecord], rulings: Sequence[Ruling]) -> Stated:
    """State what entries and rulings say, under the merges and rejections in `rulings`."""
    lineage = lineage_map(rulings)
    canonical = canonical_map(rulings)
    rejected = rejected_relations(rulings)
    evidence: dict[str, tuple[Evidence, ...]] = {}
    triples: dict[str, Triple] = {}

    def name(triple: Triple) -> None:
        key = relation_key(*triple)
        triples[relation_id(profile.id, *key)] = key

    for record in records:
        evidence[record.entry.id] = entry_evidence(
            record,
            profile_id=profile.id,
            user_id=profile.user_id,
            lineage=lineage,
            rejected=rejected,
        )
        for triple in triples_of(record, user_id=profile.user_id, canonical=canonical):
            name(triple)
    for ruling in rulings:
        evidence[ruling.id] = ruling_evidence(
            ruling,
            profile_id=profile.id,
            user_id=profile.user_id,
            lineage=lineage,
            rejected=rejected,
        )
        if evidence[ruling.id] and ruling.predicate is not None:
            subject_id, predicate, object_id = stated_triple(ruling)
            name((canonical(subject_id), predicate, canonical(object_id)))
    return Stated(evidence, triples)
