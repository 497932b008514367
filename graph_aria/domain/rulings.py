"""What a ruling of the user does to the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from graph_aria.domain.changes import Change
from graph_aria.domain.evidence import Triple, stated_triple
from graph_aria.domain.graph import Entity, Neighbourhood, relation_key
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.records import Assertion, EntryRecord, MentionState, Ruling, RulingVerb
from graph_aria.domain.statements import canonical_map
from graph_aria.domain.vocabulary import PREDICATES, Kind, Predicate, fits
from graph_aria.errors import InvalidInput, InvalidRelation

MAX_NAME_LENGTH = 200

_Canonical = Callable[[str], str]


def ruled(
    neighbourhood: Neighbourhood,
    ruling: Ruling,
    *,
    records: Sequence[EntryRecord],
    merges: Sequence[Ruling] = (),
) -> Change:
    """The change that a ruling makes.

    Args:
        neighbourhood: of everything that the records speak of, before and after.
        ruling: the new ruling.
        records: the entries that it bears upon: for an entity all that mention it, for
            a relation all that mention its ends.
        merges: every standing merge and unmerge of the profile, oldest first.

    Returns:
        A change for `merging.change`; its `now` is the ruling's instant.
    """
    before = neighbourhood.rulings_with(merges)
    canonical = canonical_map(before)
    dropped = frozenset(item.id for item in before if _lifts(ruling, item, canonical))
    touched = {ruling.target_id, canonical(ruling.target_id)}
    if ruling.other_id is not None:
        touched.add(ruling.other_id)
    return Change(
        before=tuple(records),
        after=tuple(
            _after(
                ruling,
                record,
                user_id=neighbourhood.profile.user_id,
                canonical=canonical,
            )
            for record in records
        ),
        rulings=[*(item for item in before if item.id not in dropped), ruling],
        now=ruling.at,
        ruling_ids=frozenset({ruling.id}),
        dropped_ruling_ids=dropped,
        distinct=(
            {ruling.other_id: ruling.other_id[-8:]}
            if ruling.verb is RulingVerb.SPLIT and ruling.other_id
            else {}
        ),
        touched=frozenset(touched) if ruling.predicate is None else frozenset(),
    )


def ruled_together(
    neighbourhood: Neighbourhood,
    rulings: Sequence[Ruling],
    *,
    records: Sequence[EntryRecord],
    merges: Sequence[Ruling] = (),
) -> Change:
    """The change that several rulings make, each on what the one before it left.

    Args:
        neighbourhood: as for `ruled`, of what any of them bears upon.
        rulings: the new ones, in their order; at least one.
        records: the entries that any of them bears upon.
        merges: every standing merge and unmerge of the profile, oldest first.
    """
    known, now_said = neighbourhood, tuple(records)
    steps: list[Change] = []
    for ruling in rulings:
        step = ruled(known, ruling, records=now_said, merges=() if steps else merges)
        known, now_said = replace(known, rulings=tuple(step.rulings)), tuple(step.after)
        steps.append(step)
    new = frozenset(ruling.id for ruling in rulings)
    dropped = frozenset[str]().union(*(step.dropped_ruling_ids for step in steps))
    return replace(
        steps[-1],
        before=tuple(records),
        ruling_ids=new - dropped,
        dropped_ruling_ids=dropped - new,
        distinct={key: value for step in steps for key, value in step.distinct.items()},
        touched=frozenset[str]().union(*(step.touched for step in steps)),
    )


def _lifts(ruling: Ruling, earlier: Ruling, canonical: _Canonical) -> bool:
    """Whether a deletion takes an earlier ruling away with what it is about.

    With an entity go the rulings about all that were merged into it, and the merges.
    """
    if ruling.verb is RulingVerb.DELETE:
        about = (earlier.target_id, earlier.other_id, earlier.subject_id, earlier.object_id)
        return any(canonical(item) == ruling.target_id for item in about if item is not None)
    return ruling.verb is RulingVerb.DELETE_RELATION and earlier.target_id == ruling.target_id


def _after(
    ruling: Ruling, record: EntryRecord, *, user_id: str, canonical: _Canonical
) -> EntryRecord:
    """A record as it is after a ruling. Only a deletion and a split alter it."""
    match ruling.verb:
        case RulingVerb.DELETE:
            return replace(
                record,
                mentions=tuple(
                    replace(mention, state=MentionState.WITHDRAWN)
                    if mention.entity_id is not None
                    and canonical(mention.entity_id) == ruling.target_id
                    else mention
                    for mention in record.mentions
                ),
            )
        case RulingVerb.DELETE_RELATION:
            return _without_relation(
                record, stated_triple(ruling), user_id=user_id, canonical=canonical
            )
        case RulingVerb.SPLIT:
            return replace(
                record,
                mentions=tuple(
                    replace(mention, entity_id=ruling.other_id)
                    if mention.id in ruling.mention_ids
                    else mention
                    for mention in record.mentions
                ),
            )
        case _:
            return record


def _without_relation(
    record: EntryRecord, triple: Triple, *, user_id: str, canonical: _Canonical
) -> EntryRecord:
    entities = {
        mention.id: canonical(mention.entity_id)
        for mention in record.mentions
        if mention.entity_id is not None
    }

    def states_it(assertion: Assertion) -> bool:
        subject, object_ = (
            user_id if end is None else entities.get(end, "")
            for end in (assertion.subject_id, assertion.object_id)
        )
        return relation_key(subject, assertion.predicate, object_) == triple

    return replace(
        record,
        assertions=tuple(
            replace(assertion, state=MentionState.WITHDRAWN) if states_it(assertion) else assertion
            for assertion in record.assertions
        ),
    )


def checked_name(name: str) -> str:
    """A name that an entity can bear.

    Raises:
        InvalidInput: empty, too long, or with a control character.

    >>> checked_name("  Yoga ")
    'Yoga'
    """
    name = name.strip()
    if not normalized(name):
        raise InvalidInput("the name is empty; give at least one letter")
    if len(name) > MAX_NAME_LENGTH:
        message = f"the name has {len(name)} characters; at most {MAX_NAME_LENGTH} fit"
        raise InvalidInput(message)
    if any(ord(char) < ord(" ") or 0xD800 <= ord(char) <= 0xDFFF for char in name):  # noqa: PLR2004
        raise InvalidInput("the name has a control character or a lone surrogate; remove it")
    return name


def checked_triple(subject: Entity, predicate: Predicate, object_: Entity) -> Triple:
    """The triple under which a relation is kept, if its predicate can join these two.

    Raises:
        InvalidRelation: it cannot, or both are the same.
    """
    if subject.id == object_.id:
        raise InvalidRelation("a relation joins two different entities")
    if not fits(predicate, subject.kind, object_.kind):
        rule = PREDICATES[predicate]
        message = (
            f"{predicate} cannot join {_article(subject.kind)} and {_article(object_.kind)}: "
            f"it goes from {_kinds(rule.subjects)} to {_kinds(rule.objects)}"
        )
        raise InvalidRelation(message)
    return relation_key(subject.id, predicate, object_.id)


def _article(kind: Kind) -> str:
    return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind.value}"


def _kinds(kinds: frozenset[Kind]) -> str:
    if len(kinds) == len(Kind):
        return "anything"
    return ", ".join(sorted(kinds))
