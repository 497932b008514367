"""From the record to evidence: what each source says of which target, and how strongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from graph_aria.domain.graph import relation_id
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.reading import USER, Polarity, Reading, ReadMention
from graph_aria.domain.records import (
    Assertion,
    EntryRecord,
    Mention,
    MentionState,
    Ruling,
    RulingVerb,
)
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import (
    CO_OCCURRENCE_STRENGTH,
    GUESSED_STRENGTH,
    NAMED_STRENGTH,
    Evidence,
    strength,
)

Triple = tuple[str, Predicate, str]
"""Subject id, predicate, object id."""

Lineage = Callable[[str], tuple[str, ...]]
"""Gives all ids that an entity has stood as, its own first and the present one last."""

_TOLD: Final = "prototype"
"""Family of the rules that read what no word of a text names, by its meaning alone."""

_FELT: Final = frozenset({Predicate.EVOKES, Predicate.CAUSES, Predicate.MITIGATES})


class FormKey(NamedTuple):
    """What one mention says of its entity's name, kind, role and cadence."""

    entity_id: str
    name: str
    key: str
    kind: Kind
    role: str | None
    cadence: str | None


def mention_strengths(reading: Reading) -> tuple[float, ...]:
    """Strength of each mention of a reading, in their order.

    What is negated or somebody else's feeling is no evidence: 0. The intensity that is
    tied to a mention is its own, or that of an emotion which an assertion joins it with.
    A feeling or topic that is only told of counts 0.4, however strong; a topic that words
    point to without naming it counts 0.75.

    Source: design, section 5, strength; decision 010 for what is only told of.
    """
    tied: dict[int, int] = {}
    for item in reading.assertions:
        if item.polarity is not Polarity.ASSERTED or item.predicate not in _FELT:
            continue
        for one, other in ((item.subject, item.object), (item.object, item.subject)):
            if USER not in {one, other}:
                felt = reading.mentions[other].intensity or 0
                tied[one] = max(tied.get(one, 0), felt)
    return tuple(
        _mention_strength(mention, tied.get(index, 0))
        for index, mention in enumerate(reading.mentions)
    )


def _mention_strength(mention: ReadMention, tied: int) -> float:
    if mention.negated or not mention.of_user:
        return 0.0
    # Words point to some topics that are not named; feelings that are not are all guesses.
    is_told = mention.kind is Kind.EMOTION or mention.rule.partition(":")[0] == _TOLD
    if is_told and not mention.named:
        return GUESSED_STRENGTH
    return strength(
        named=mention.named,
        intensity=max(mention.intensity or 0, tied),
        matters=mention.matters,
    )


def assertion_strength(predicate: Predicate, ends: Iterable[float]) -> float:
    """Strength of an assertion before it is capped by what its source says of its ends.

    Args:
        predicate: RELATED_TO is weak: 0.4.
        ends: strengths of the mentions it joins, without the user.

    >>> assertion_strength(Predicate.RELATED_TO, [1.0, 2.0])
    0.4
    >>> assertion_strength(Predicate.EVOKES, [1.0, 2.0])
    1.0
    """
    if predicate is Predicate.RELATED_TO:
        return CO_OCCURRENCE_STRENGTH
    return min(ends, default=NAMED_STRENGTH)


def entry_evidence(
    record: EntryRecord,
    *,
    profile_id: str,
    user_id: str,
    lineage: Lineage,
    rejected: frozenset[str],
) -> tuple[Evidence, ...]:
    """What an entry says of entities and relations.

    Args:
        record: the entry with what was read in it; only LIVE rows count.
        profile_id: its profile.
        user_id: the entity that is the user.
        lineage: gives all ids that an entity has stood as, the present one last.
        rejected: ids of relations that the user rejected; one that was rejected under an
            id of then stays so whatever was merged since.

    Returns:
        At most one item a target. A relation's strength is at most that of each of its
        ends; a negated, hypothetical, asked or reported statement is none; a relation
        of an entity with itself is none.
    """
    entry = record.entry
    entities: dict[str, float] = {}
    mention_entities: dict[str, str] = {}
    for mention in record.mentions:
        if (
            mention.state is MentionState.LIVE
            and mention.entity_id is not None
            and mention.strength > 0
        ):
            target = lineage(mention.entity_id)[-1]
            mention_entities[mention.id] = mention.entity_id
            entities[target] = max(entities.get(target, 0.0), mention.strength)
    relations: dict[str, tuple[float, int, bool]] = {}
    for assertion in record.assertions:
        triple = _triple(assertion, mention_entities, user_id)
        if triple is None:
            continue
        subject_id, object_id = lineage(triple[0])[-1], lineage(triple[2])[-1]
        if subject_id == object_id or (
            rejected and not rejected.isdisjoint(_known_as(triple, profile_id, lineage))
        ):
            continue
        target = relation_id(profile_id, subject_id, assertion.predicate, object_id)
        caps = [entities[end] for end in (subject_id, object_id) if end != user_id]
        known = relations.get(target, (0.0, -1, False))
        # Of several statements in one entry, the last one tells whether it still holds.
        last = max((known[1], known[2]), (assertion.start, assertion.ended))
        relations[target] = (max(known[0], min([assertion.strength, *caps])), *last)
    return tuple(
        Evidence(entry.id, target, entry.evidence_at, entry.day, value)
        for target, value in entities.items()
    ) + tuple(
        Evidence(entry.id, target, entry.evidence_at, entry.day, value, ended)
        for target, (value, _, ended) in relations.items()
    )


def _known_as(triple: Triple, profile_id: str, lineage: Lineage) -> frozenset[str]:
    """Ids of all relations that a statement has stood as, through merges of its ends."""
    subject_id, predicate, object_id = triple
    return frozenset(
        relation_id(profile_id, subject, predicate, object_)
        for subject in lineage(subject_id)
        for object_ in lineage(object_id)
    )


def _triple(
    assertion: Assertion, mention_entities: Mapping[str, str], user_id: str
) -> Triple | None:
    if assertion.state is not MentionState.LIVE or assertion.polarity is not Polarity.ASSERTED:
        return None
    ends = [
        user_id if end is None else mention_entities.get(end)
        for end in (assertion.subject_id, assertion.object_id)
    ]
    if ends[0] is None or ends[1] is None:
        return None
    return ends[0], assertion.predicate, ends[1]


def triples_of(
    record: EntryRecord, *, user_id: str, canonical: Callable[[str], str]
) -> dict[Triple, None]:
    """The canonical triples that an entry states, in order, for naming their relations."""
    entities = {
        mention.id: mention.entity_id
        for mention in record.mentions
        if mention.state is MentionState.LIVE and mention.entity_id and mention.strength > 0
    }
    found: dict[Triple, None] = {}
    for assertion in record.assertions:
        triple = _triple(assertion, entities, user_id)
        if triple is not None:
            found[canonical(triple[0]), triple[1], canonical(triple[2])] = None
    return found


def relations_known_as(
    record: EntryRecord, *, profile_id: str, user_id: str, lineage: Lineage
) -> frozenset[str]:
    """Ids of all relations that an entry's statements have stood as, through merges."""
    triples = triples_of(record, user_id=user_id, canonical=lambda entity_id: entity_id)
    return frozenset().union(*(_known_as(triple, profile_id, lineage) for triple in triples))


def ruling_evidence(
    ruling: Ruling,
    *,
    profile_id: str,
    user_id: str,
    lineage: Lineage,
    rejected: frozenset[str],
) -> tuple[Evidence, ...]:
    """What a ruling says: to revive or to add speaks of a target, to end ends it."""

    def piece(target_id: str, value: float = NAMED_STRENGTH, *, ended: bool = False) -> Evidence:
        return Evidence(ruling.id, target_id, ruling.at, ruling.day, value, ended)

    if ruling.verb is RulingVerb.REVIVE:
        return (piece(lineage(ruling.target_id)[-1]),)
    if ruling.verb not in {RulingVerb.ADD_RELATION, RulingVerb.END_RELATION}:
        return ()
    triple = stated_triple(ruling)
    ends = (lineage(triple[0])[-1], lineage(triple[2])[-1])
    if ends[0] == ends[1] or not rejected.isdisjoint(_known_as(triple, profile_id, lineage)):
        return ()
    target = relation_id(profile_id, ends[0], triple[1], ends[1])
    if ruling.verb is RulingVerb.END_RELATION:
        return (piece(target, 0.0, ended=True),)
    return (piece(target), *(piece(end) for end in ends if end != user_id))


def stated_triple(ruling: Ruling) -> Triple:
    """The triple of a ruling about a relation.

    Raises:
        ValueError: the ruling is not about a relation.
    """
    if ruling.subject_id is None or ruling.predicate is None or ruling.object_id is None:
        message = f"ruling {ruling.id} ({ruling.verb}) names no relation"
        raise ValueError(message)
    return ruling.subject_id, ruling.predicate, ruling.object_id


def rejected_relations(rulings: Sequence[Ruling]) -> frozenset[str]:
    """Ids of relations whose last word is a rejection; adding one by hand lifts it.

    Args:
        rulings: oldest first.
    """
    last: dict[str, RulingVerb] = {}
    for ruling in rulings:
        if ruling.verb in {RulingVerb.REJECT_RELATION, RulingVerb.ADD_RELATION}:
            last[ruling.target_id] = ruling.verb
    return frozenset(target for target, verb in last.items() if verb is RulingVerb.REJECT_RELATION)


def count_forms(mentions: Iterable[Mention], canonical: Callable[[str], str]) -> Counter[FormKey]:
    """How many mentions speak of which entity in which form."""
    return Counter(
        FormKey(
            canonical(mention.entity_id),
            mention.name,
            normalized(mention.name),
            mention.kind,
            mention.role,
            mention.cadence,
        )
        for mention in mentions
        if mention.state is MentionState.LIVE
        and mention.entity_id is not None
        and mention.strength > 0
    )
