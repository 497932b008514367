"""Put a ruling of the user into effect."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph_aria.domain.days import local_day
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_standing import restand
from graph_aria.domain.merging import change
from graph_aria.domain.questions import Question
from graph_aria.domain.records import EntryRecord, JobKind, Profile, Ruling, RulingVerb
from graph_aria.domain.rulings import ruled_together
from graph_aria.domain.statements import targets_of
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import InvalidTime, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.about_entity import about_entity
from graph_aria.stages.ask import ask
from graph_aria.stages.forget_memory import forgotten, gone_with, with_vetoes
from graph_aria.stages.merge import load_neighbourhood, merge
from graph_aria.stages.read import ReadStore
from graph_aria.stages.recall import IDENTITY, MERGES, read_spoken_of
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.unsay import unsay

_NO_ENTRY = frozenset(
    {
        RulingVerb.PIN,
        RulingVerb.UNPIN,
        RulingVerb.REVIVE,
        RulingVerb.RENAME,
        RulingVerb.SET_KIND,
        RulingVerb.END_RELATION,
        RulingVerb.NEVER_MERGE,
    }
)
_ABOUT_TWO = frozenset({RulingVerb.MERGE, RulingVerb.NEVER_MERGE})
_DELETIONS = frozenset({RulingVerb.DELETE, RulingVerb.DELETE_RELATION})


@dataclass(frozen=True, slots=True)
class Decision:
    """What is ruled.

    Attributes:
        verb: what is done.
        target_id: the entity, or the relation (`graph.relation_id`), it is about.
        other_id: survivor of a merge, new entity of a split.
        value: the new name or kind.
        triple: subject id, predicate and object id, for a ruling about a relation.
        mention_ids: what a split moves.
        at: when a relation ended; now if None.
    """

    verb: RulingVerb
    target_id: str
    other_id: str | None = None
    value: str | None = None
    triple: tuple[str, Predicate, str] | None = None
    mention_ids: tuple[str, ...] = ()
    at: datetime | None = None

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """The entities that must be there for it."""
        if self.triple is None and self.verb in _ABOUT_TWO and self.other_id is not None:
            return self.target_id, self.other_id
        if self.triple is None:
            return (self.target_id,)
        return self.triple[0], self.triple[2]

    def ruling(self, ruling_id: str, profile: Profile, now: datetime) -> Ruling:
        """It, as it is kept.

        Raises:
            InvalidTime: it is about a time to come.
        """
        when = now if self.at is None else self.at
        if when > now:
            message = f"{when.isoformat()} lies in the future; give a time that is past, or none"
            raise InvalidTime(message)
        subject_id, predicate, object_id = self.triple or (None, None, None)
        return Ruling(
            id=ruling_id,
            profile_id=profile.id,
            verb=self.verb,
            target_id=self.target_id,
            at=when,
            day=local_day(when, profile.zone),
            other_id=self.other_id,
            value=self.value,
            subject_id=subject_id,
            predicate=predicate,
            object_id=object_id,
            mention_ids=self.mention_ids,
        )


Decide = Callable[[], Awaitable[Sequence[Decision]]]
"""Decides what is ruled, from what the store holds when it is asked."""


async def rule(  # noqa: PLR0913 - the parts of a ruling
    store: ReadStore,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    verb: RulingVerb,
    target_id: str,
    *,
    other_id: str | None = None,
    value: str | None = None,
    triple: tuple[str, Predicate, str] | None = None,
    mention_ids: tuple[str, ...] = (),
    at: datetime | None = None,
) -> Ruling:
    """Store a ruling and change the graph as it says; see `rule_together` and `Decision`."""
    decision = Decision(
        verb,
        target_id,
        other_id=other_id,
        value=value,
        triple=triple,
        mention_ids=mention_ids,
        at=at,
    )
    return (await rule_together(store, clock, ids, profile_id, [decision]))[0]


async def rule_away(
    store: ReadStore, clock: Clock, ids: Ids, profile_id: str, entity_id: str
) -> tuple[Ruling, tuple[Memory, ...]]:
    """Delete an entity with the memories about it; see `rule_together`.

    Returns:
        The ruling, and the memories that went.
    """
    gone: list[Memory] = []
    decision = Decision(RulingVerb.DELETE, entity_id)
    (ruling,) = await rule_together(store, clock, ids, profile_id, [decision], gone=gone)
    return ruling, tuple(gone)


async def rule_together(
    store: ReadStore,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    decisions: Sequence[Decision] | Decide,
    *,
    answered: Callable[[datetime], Question] | None = None,
    gone: list[Memory] | None = None,
) -> tuple[Ruling, ...]:
    """Store rulings and change the graph as they say, all of them in one transaction.

    With an entity that is deleted go the memories that were learned from words about it, or
    that name it.

    Args:
        store: where the graph is.
        clock: tells when it is ruled.
        ids: gives each ruling its id.
        profile_id: whose graph.
        decisions: what is ruled, in this order; or what decides it, from what the store
            holds at that moment. It may raise, or decide nothing if a question is answered.
        answered: gives the question, as it is answered at an instant, that this answers.
        gone: filled with the memories that go.

    Raises:
        NotFound: an entity that one is about does not exist; nothing was stored.
        InvalidTime: a relation is to end before it was last said to hold, or in the
            future.

    Reads: the entries that they bear upon and their neighbourhood. Writes: one delta.
    Safe to repeat: yes; a second ruling of the same kind alters nothing but adding and
    reviving, which speak of their target again.
    """
    issued: list[Ruling] = []

    async def compute() -> GraphDelta:
        profile = await store.get_profile(profile_id)
        now = await tell_time(store, clock)
        # After the profile, whose version is checked when this is stored: what is decided
        # from what is read now cannot be overtaken by another ruling.
        decided = await decisions() if callable(decisions) else decisions
        issued[:] = [decision.ruling(ids.new(), profile, now) for decision in decided]
        if not issued and answered is not None:
            return GraphDelta(profile_id, profile.version, now, save_questions=(answered(now),))
        identity = await store.list_rulings(profile_id, verbs=IDENTITY)
        merges = [ruling for ruling in identity if ruling.verb in MERGES]
        records = await _borne_upon(store, profile, decided, merges)
        touched = {
            item
            for ruling in issued
            for item in (ruling.target_id, ruling.other_id, ruling.subject_id, ruling.object_id)
            if item is not None
        } - {profile.user_id}
        stated = targets_of(profile, records, [*merges, *issued])
        neighbourhood = await load_neighbourhood(
            store,
            profile,
            source_ids=[record.entry.id for record in records],
            target_ids=touched | stated | targets_of(profile, records, merges),
            from_day=min(
                [*(ruling.day for ruling in issued), *(record.entry.day for record in records)]
            ),
        )
        there = {*neighbourhood.entities, profile.user_id}
        for decision in decided:
            _check_known(there, ends=decision.entity_ids)
        delta = change(
            neighbourhood, ruled_together(neighbourhood, issued, records=records, merges=merges)
        )
        for ruling in issued:
            if ruling.verb is RulingVerb.END_RELATION:
                _check_over(delta, ruling.target_id)
        if any(ruling.verb in IDENTITY for ruling in issued):
            standing = [*identity, *(ruling for ruling in issued if ruling.verb in IDENTITY)]
            delta = await ask(store, delta, standing, touched=touched, at=now)
        if answered is not None:
            own = answered(now)
            others = (each for each in delta.save_questions if each.id != own.id)
            delta = replace(delta, save_questions=(*others, own))
        deleted = [each.target_id for each in decided if each.verb is RulingVerb.DELETE]
        if deleted:
            delta, went = await _without_memories(store, ids, profile, delta, deleted)
            if gone is not None:
                gone[:] = went
        deletes = any(decision.verb in _DELETIONS for decision in decided)
        return replace(
            delta,
            unsaid=await unsay(store, profile_id, delta.memories) if deleted else (),
            jobs=((ids.new(), JobKind.SCRUB),) if deletes else (),
        )

    await merge(store, compute)
    return tuple(issued)


async def _without_memories(
    store: ReadStore, ids: Ids, profile: Profile, delta: GraphDelta, entity_ids: Sequence[str]
) -> tuple[GraphDelta, list[Memory]]:
    """A delta that takes the memories about some entities along, and these memories."""
    about = {
        memory_id
        for entity_id in entity_ids
        for memory_id in await about_entity(store, profile.id, entity_id)
    }
    if not about:
        return delta, []
    known = await store.read_memories(profile.id, about)
    step = await with_vetoes(store, profile.id, forgotten(known, about))
    memories = restand(
        known,
        step.change,
        level=profile.level,
        allows_romance=profile.allows_romance,
        now=delta.at,
        new_id=ids.new,
    )
    delta = replace(
        delta,
        memories=replace(memories, save_vetoes=step.save_vetoes),
        drop_entry_ids=(*delta.drop_entry_ids, *step.drop_entry_ids),
    )
    return delta, gone_with(step)


async def _borne_upon(
    store: ReadStore, profile: Profile, decisions: Sequence[Decision], merges: Sequence[Ruling]
) -> tuple[EntryRecord, ...]:
    """The entries that may say something else after some decisions."""
    wanted: set[str] = set()
    for decision in decisions:
        if decision.verb in _NO_ENTRY:
            continue
        if decision.triple is not None:
            ends = [end for end in decision.entity_ids if end != profile.user_id]
            wanted |= set(ends[:1])  # who states a relation speaks of either end
        else:
            wanted |= {i for i in (decision.target_id, decision.other_id) if i is not None}
    return await read_spoken_of(store, profile.id, wanted, merges)


def _check_over(delta: GraphDelta, relation_id: str) -> None:
    for relation in delta.save_relations:
        if relation.id == relation_id and relation.standing.ended_at is None:
            message = (
                f"it was said again on {relation.standing.last_on}, after that; "
                "end it on a later day, or reject it"
            )
            raise InvalidTime(message)


def _check_known(known: Collection[str], *, ends: Sequence[str]) -> None:
    # It may have been deleted since its page was looked at; a ruling about it would keep
    # words, such as a new name, that nothing takes away any more.
    unknown = next((end for end in ends if end not in known), None)
    if unknown is not None:
        message = f"there is no entity {unknown} in this profile (any more); nothing was ruled"
        raise NotFound(message)
