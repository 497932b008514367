"""Put a ruling of the user into effect."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from graph_aria.domain.days import local_day
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.merging import change
from graph_aria.domain.records import EntryRecord, JobKind, Ruling, RulingVerb
from graph_aria.domain.rulings import ruled
from graph_aria.domain.statements import canonical_map, targets_of
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import InvalidTime, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.merge import load_neighbourhood, merge
from graph_aria.stages.read import MERGES, ReadStore
from graph_aria.stages.tell_time import tell_time

_NO_ENTRY = frozenset(
    {
        RulingVerb.PIN,
        RulingVerb.UNPIN,
        RulingVerb.REVIVE,
        RulingVerb.RENAME,
        RulingVerb.SET_KIND,
        RulingVerb.END_RELATION,
    }
)
_DELETIONS = frozenset({RulingVerb.DELETE, RulingVerb.DELETE_RELATION})


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
    """Store a ruling and change the graph as it says, in one transaction.

    Args:
        store: where the graph is.
        clock: tells when it is ruled.
        ids: gives the ruling its id.
        profile_id: whose graph.
        verb: what is ruled.
        target_id: the entity, or the relation (`graph.relation_id`), it is about.
        other_id: survivor of a merge, new entity of a split.
        value: the new name or kind.
        triple: subject id, predicate and object id, for a ruling about a relation.
        mention_ids: what a split moves.
        at: when a relation ended; now if None.

    Raises:
        NotFound: an entity that it is about does not exist; nothing was stored.
        InvalidTime: a relation is to end before it was last said to hold.

    Reads: the entries that it bears upon and their neighbourhood. Writes: one delta.
    Safe to repeat: yes; a second ruling of the same kind alters nothing but adding and
    reviving, which speak of their target again.
    """
    ruling_id = ids.new()
    issued: list[Ruling] = []

    async def compute() -> GraphDelta:
        profile = await store.get_profile(profile_id)
        now = await tell_time(store, clock)
        when = min(at, now) if at is not None else now
        subject_id, predicate, object_id = triple or (None, None, None)
        ruling = Ruling(
            id=ruling_id,
            profile_id=profile_id,
            verb=verb,
            target_id=target_id,
            at=when,
            day=local_day(when, profile.zone),
            other_id=other_id,
            value=value,
            subject_id=subject_id,
            predicate=predicate,
            object_id=object_id,
            mention_ids=mention_ids,
        )
        issued[:] = [ruling]
        merges = await store.list_rulings(profile_id, verbs=MERGES)
        involved = [i for i in (target_id, other_id, subject_id, object_id) if i is not None]
        records: tuple[EntryRecord, ...] = ()
        if verb not in _NO_ENTRY:
            ends = [i for i in (subject_id, object_id) if i not in {None, profile.user_id}]
            wanted = set(ends[:1] if triple else involved)
            canonical = canonical_map(merges)
            cluster = wanted | {m.target_id for m in merges if canonical(m.target_id) in wanted}
            sources = await store.list_source_ids(profile_id, cluster)
            records = await store.read_records(profile_id, sources)
        touched = {*involved} - {profile.user_id}
        stated = targets_of(profile, records, [*merges, ruling])
        neighbourhood = await load_neighbourhood(
            store,
            profile,
            source_ids=[record.entry.id for record in records],
            target_ids=touched | stated | targets_of(profile, records, merges),
            from_day=min([ruling.day, *(record.entry.day for record in records)]),
        )
        there = {*neighbourhood.entities, profile.user_id}
        _check_known(there, ends=(subject_id, object_id) if triple else (target_id,))
        delta = change(neighbourhood, ruled(neighbourhood, ruling, records=records, merges=merges))
        if verb is RulingVerb.END_RELATION:
            _check_over(delta, target_id)
        jobs = ((ids.new(), JobKind.SCRUB),) if verb in _DELETIONS else ()
        return replace(delta, jobs=jobs)

    await merge(store, compute)
    return issued[0]


def _check_over(delta: GraphDelta, relation_id: str) -> None:
    for relation in delta.save_relations:
        if relation.id == relation_id and relation.standing.ended_at is None:
            message = (
                f"it was said again on {relation.standing.last_on}, after that; "
                "end it on a later day, or reject it"
            )
            raise InvalidTime(message)


def _check_known(known: Collection[str], *, ends: Sequence[str | None]) -> None:
    # It may have been deleted since its page was looked at; a ruling about it would keep
    # words, such as a new name, that nothing takes away any more.
    unknown = next((end for end in ends if end not in known), None)
    if unknown is not None:
        message = f"there is no entity {unknown} in this profile (any more); nothing was ruled"
        raise NotFound(message)
