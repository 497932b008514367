"""What the user says about who is who: merge, undo it, split, answer a question."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from graph_aria.domain.graph import Entity
from graph_aria.domain.questions import Answer, Question, apart_pairs
from graph_aria.domain.records import (
    EntryRecord,
    Mention,
    MentionState,
    Profile,
    Ruling,
    RulingVerb,
)
from graph_aria.domain.said import may_merge, seniority
from graph_aria.domain.statements import canonical_map
from graph_aria.domain.views import Page
from graph_aria.errors import Conflict, InvalidInput, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.read import ReadStore
from graph_aria.stages.recall import IDENTITY, MERGES
from graph_aria.stages.rule import Decision, rule_together

_LIFTING = frozenset({RulingVerb.MERGE, RulingVerb.NEVER_MERGE})


@dataclass(frozen=True, slots=True)
class Absorbed:
    """An entity that was merged into another one.

    Attributes:
        entity_id: its id.
        ruling: the merge.
        names: what its own mentions call it, in order.
    """

    entity_id: str
    ruling: Ruling
    names: tuple[str, ...]


async def get_rulable(store: ReadStore, profile: Profile, entity_id: str) -> Entity:
    """The entity with an id, or what it was merged into.

    Raises:
        NotFound: there is none.
        InvalidInput: it is the user.
    """
    entity = (await store.get_entity(profile.id, entity_id)).entity
    if entity.is_user:
        raise InvalidInput("this entity is you; you are nobody else, and cannot be merged or split")
    return entity


async def merge_entities(
    store: ReadStore,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    entity_id: str,
    into_id: str,
    *,
    override: bool = False,
) -> Ruling:
    """Rule that two entities are one, which keeps the second's id.

    Args:
        store: where they are.
        clock: tells when it is ruled.
        ids: gives the ruling its id.
        profile: whose.
        entity_id: the one that goes into the other.
        into_id: the one that stays.
        override: also if the user once said that the two are different.

    Raises:
        NotFound: one of them is not there.
        InvalidInput: one of them is the user, or their kinds cannot be one.
        Conflict: they are one already, or were said to be different.

    Reads: both, rulings. Writes: one delta. Safe to repeat: the second time they are one.
    """

    async def decide() -> list[Decision]:
        one, into = await _two(store, profile, entity_id, into_id)
        if not override:
            await _check_not_apart(store, profile, one, into)
        return [Decision(RulingVerb.MERGE, one.id, other_id=into.id)]

    return (await rule_together(store, clock, ids, profile.id, decide))[0]


async def _two(
    store: ReadStore, profile: Profile, entity_id: str, into_id: str
) -> tuple[Entity, Entity]:
    one = await get_rulable(store, profile, entity_id)
    into = await get_rulable(store, profile, into_id)
    if one.id == into.id:
        message = f"{into.name} is one entity already; nothing was changed"
        raise Conflict(message)
    if not may_merge(one.kind, into.kind):
        message = (
            f"{one.name} is of the kind {one.kind} and {into.name} of the kind {into.kind}; these "
            "cannot be one. If one of the kinds is wrong, set it right first "
            "(`aria entity set-kind`)"
        )
        raise InvalidInput(message)
    return one, into


async def _check_not_apart(store: ReadStore, profile: Profile, one: Entity, other: Entity) -> None:
    rulings = await store.list_rulings(profile.id, verbs=IDENTITY)
    canonical = canonical_map(rulings)
    kept = apart_pairs([each for each in rulings if each.verb in _LIFTING], canonical)
    if frozenset((one.id, other.id)) in kept:
        message = (
            f"you said that {one.name} and {other.name} are never the same; to merge them all the "
            "same, say so (`--override`, or `override` in the request), which takes that back"
        )
        raise Conflict(message)


async def list_absorbed(store: ReadStore, profile: Profile, entity_id: str) -> tuple[Absorbed, ...]:
    """What was merged into an entity, or into what was; latest first, may be empty.

    Raises:
        NotFound: there is no such entity.
    """
    survivor = (await store.get_entity(profile.id, entity_id)).entity
    found = []
    for ruling in await _merges_into(store, profile, survivor.id):
        names = await _own_names(store, profile, ruling.target_id)
        found.append(Absorbed(ruling.target_id, ruling, names))
    return tuple(found)


async def _merges_into(store: ReadStore, profile: Profile, survivor_id: str) -> list[Ruling]:
    """The merges that stand and led to an entity, also over a third one; latest first."""
    rulings = await store.list_rulings(profile.id, verbs=MERGES)
    canonical = canonical_map(rulings)
    last = {ruling.target_id: ruling for ruling in rulings}
    into = [
        ruling
        for ruling in last.values()
        if ruling.verb is RulingVerb.MERGE
        and ruling.target_id != survivor_id
        and canonical(ruling.target_id) == survivor_id
    ]
    return sorted(into, key=lambda each: (each.at, each.id), reverse=True)


async def _own_names(store: ReadStore, profile: Profile, entity_id: str) -> tuple[str, ...]:
    sources = await store.list_source_ids(profile.id, [entity_id])
    records = await store.read_records(profile.id, sources[:20])
    names = {
        mention.name
        for record in records
        for mention in record.mentions
        if mention.entity_id == entity_id and mention.state is MentionState.LIVE
    }
    return tuple(sorted(names))


async def unmerge_entity(
    store: ReadStore,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    entity_id: str,
    merged_id: str | None = None,
) -> Ruling:
    """Undo a merge; what was said since stays with the survivor.

    Args:
        store: where they are.
        clock: tells when it is ruled.
        ids: gives the ruling its id.
        profile: whose.
        entity_id: the survivor, or what was merged into it.
        merged_id: which of those that were merged into it; the latest if None.

    Raises:
        NotFound: there is no such entity.
        Conflict: nothing was merged into it, or not this one.

    Reads: both, rulings. Writes: one delta. Safe to repeat: the second time it is undone.
    """

    async def decide() -> list[Decision]:
        survivor = await get_rulable(store, profile, entity_id)
        undone = await _merges_into(store, profile, survivor.id)
        wanted = merged_id or (entity_id if entity_id != survivor.id else None)
        chosen = next((each for each in undone if wanted in {None, each.target_id}), None)
        if chosen is None:
            which = "nothing" if wanted is None else f"nothing with the id {wanted}"
            message = f"{which} was merged into {survivor.name}; there is nothing to undo"
            raise Conflict(message)
        # Those two were ruled to be one, though the other may be part of a third meanwhile.
        return [Decision(RulingVerb.UNMERGE, chosen.target_id, other_id=chosen.other_id)]

    return (await rule_together(store, clock, ids, profile.id, decide))[0]


async def split_entity(
    store: ReadStore,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    entity_id: str,
    mention_ids: Collection[str],
) -> Ruling:
    """Move some mentions of an entity to a new one; `Ruling.other_id` is its id.

    Args:
        store: where they are.
        clock: tells when it is ruled.
        ids: gives ruling and entity their ids.
        profile: whose.
        entity_id: the entity.
        mention_ids: some of its mentions, not all.

    Raises:
        NotFound: there is no such entity, or one is no mention of it.
        InvalidInput: it is the user, or all or none of its mentions are given.

    Reads: its entries, rulings. Writes: one delta. Safe to repeat: no.
    """

    async def decide() -> list[Decision]:
        entity = await get_rulable(store, profile, entity_id)
        mentions = {each.id: each for _, each in await list_mentions(store, profile, entity.id)}
        wanted = tuple(dict.fromkeys(mention_ids))
        unknown = next((each for each in wanted if each not in mentions), None)
        if unknown is not None:
            message = f"{unknown} is no mention of {entity.name}; see its mentions"
            raise NotFound(message)
        if not wanted or len(wanted) == len(mentions):
            message = (
                f"give some of the {len(mentions)} mentions of {entity.name}, not "
                f"{'all' if wanted else 'none'}: the rest stays what it is"
            )
            raise InvalidInput(message)
        return [Decision(RulingVerb.SPLIT, entity.id, other_id=ids.new(), mention_ids=wanted)]

    return (await rule_together(store, clock, ids, profile.id, decide))[0]


async def list_mentions(
    store: ReadStore, profile: Profile, entity_id: str
) -> tuple[tuple[str, Mention], ...]:
    """Every mention of an entity that counts, with its entry's id, newest entry first.

    Raises:
        NotFound: there is no such entity.
    """
    survivor = (await store.get_entity(profile.id, entity_id)).entity
    cluster = await _cluster(store, profile, survivor.id)
    sources = await store.list_source_ids(profile.id, cluster)
    records = await store.read_records(profile.id, sources)
    return _mentions_in(records, cluster)


async def page_mentions(
    store: ReadStore,
    profile: Profile,
    entity_id: str,
    *,
    cursor: str | None = None,
    limit: int = 200,
) -> Page[tuple[str, Mention]]:
    """As `list_mentions`, those of some entries only.

    Args:
        store: where they are.
        profile: whose.
        entity_id: the entity.
        cursor: what the page before gave; the newest if None.
        limit: at most so many entries; each may have several mentions.

    Raises:
        NotFound: there is no such entity.
        InvalidCursor: no page gave this cursor.
    """
    survivor = (await store.get_entity(profile.id, entity_id)).entity
    cluster = await _cluster(store, profile, survivor.id)
    page = await store.read_evidence(profile.id, survivor.id, cursor=cursor, limit=limit)
    entry_ids = [line.entry.id for line in page.items if line.entry is not None]
    records = await store.read_records(profile.id, entry_ids)
    return Page(_mentions_in(records, cluster), page.next_cursor)


async def _cluster(store: ReadStore, profile: Profile, survivor_id: str) -> frozenset[str]:
    """Ids of an entity and of all that was merged into it."""
    merges = await _merges_into(store, profile, survivor_id)
    return frozenset({survivor_id, *(ruling.target_id for ruling in merges)})


def _mentions_in(
    records: Iterable[EntryRecord], cluster: Collection[str]
) -> tuple[tuple[str, Mention], ...]:
    newest = sorted(
        records, key=lambda record: (record.entry.evidence_at, record.entry.id), reverse=True
    )
    return tuple(
        (record.entry.id, mention)
        for record in newest
        for mention in sorted(record.mentions, key=lambda each: (each.start, each.id))
        if mention.entity_id in cluster and mention.state is MentionState.LIVE
    )


async def answer_question(
    store: ReadStore, clock: Clock, ids: Ids, profile: Profile, question_id: str, answer: Answer
) -> Question:
    """Settle a question: same merges the two, different keeps them apart for ever.

    Returns:
        The question, answered. One that was answered before is answered anew.

    Raises:
        NotFound: there is no such question.
        InvalidInput: the two cannot be one.
        Conflict: they are one already, and are not said to be the same.

    Reads: both, rulings. Writes: one delta. Safe to repeat: yes.
    """
    question = await store.get_question(profile.id, question_id)

    async def decide() -> list[Decision]:
        one = await get_rulable(store, profile, question.one_id)
        other = await get_rulable(store, profile, question.other_id)
        is_one = one.id == other.id
        if answer is not Answer.SAME and is_one:
            message = f"the two are one now, {one.name}; undo that first (`aria entity unmerge`)"
            raise Conflict(message)
        if answer is Answer.SAME and not is_one:
            await _two(store, profile, one.id, other.id)
            survivor, merged = sorted((one, other), key=seniority)
            return [Decision(RulingVerb.MERGE, merged.id, other_id=survivor.id)]
        if answer is Answer.DIFFERENT:
            return [Decision(RulingVerb.NEVER_MERGE, one.id, other_id=other.id)]
        return []

    await rule_together(
        store,
        clock,
        ids,
        profile.id,
        decide,
        answered=lambda at: question.settled(answer, at),
    )
    return await store.get_question(profile.id, question_id)
