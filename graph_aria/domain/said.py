"""What the user writes about names themselves, as rulings: "Ben and Benjamin are the same"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from graph_aria.domain.days import local_day
from graph_aria.domain.graph import Entity
from graph_aria.domain.reading import ReadIdentity, Reading
from graph_aria.domain.records import (
    EntryRecord,
    Mention,
    MentionState,
    Profile,
    Ruling,
    RulingVerb,
    derived_id,
)
from graph_aria.domain.standing import Standing
from graph_aria.domain.vocabulary import Kind

_CLOSED = frozenset({Kind.EMOTION, Kind.TOPIC})

MOST_STATEMENTS: Final = 1000
"""Statements about names that are taken from one entry; nobody writes as many."""


@dataclass(frozen=True, slots=True)
class Said:
    """The rulings that come and go with what some entries say.

    Attributes:
        saved: new ones, and those that other mentions say now, in order.
        dropped: those that nobody says any more.
    """

    saved: tuple[Ruling, ...] = ()
    dropped: tuple[Ruling, ...] = ()

    def applied_to(self, rulings: Iterable[Ruling]) -> list[Ruling]:
        """Some rulings as they stand afterwards, oldest first."""
        known = {ruling.id: ruling for ruling in rulings}
        known |= {ruling.id: ruling for ruling in self.saved}
        gone = {ruling.id for ruling in self.dropped}
        kept = [ruling for ruling in known.values() if ruling.id not in gone]
        return sorted(kept, key=lambda ruling: (ruling.at, ruling.id))

    @property
    def bears_upon(self) -> frozenset[str]:
        """Ids of the entities that are merged, or no longer."""
        return frozenset(
            entity_id
            for ruling in (*self.saved, *self.dropped)
            if ruling.verb is RulingVerb.MERGE
            for entity_id in (ruling.target_id, ruling.other_id)
            if entity_id is not None
        )


def may_merge(one: Kind, other: Kind) -> bool:
    """Whether two kinds can be one entity: people with people, feelings and topics never.

    >>> may_merge(Kind.PLACE, Kind.THING), may_merge(Kind.PERSON, Kind.PLACE)
    (True, False)
    """
    if Kind.PERSON in {one, other}:
        return one is other
    return not {one, other} & _CLOSED


def seniority(entity: Entity) -> tuple[bool, date, str]:
    """Of two that are merged the smaller one stays: who was spoken of first, ties by id."""
    where = entity.standing
    return where is None, date.max if where is None else where.first_on, entity.id


def taken_back(rulings: Iterable[Ruling], gone: Iterable[Mention]) -> tuple[Ruling, ...]:
    """The rulings that stand only because mentions that are gone said so."""
    ids = {mention.id for mention in gone}
    return tuple(ruling for ruling in rulings if _is_said_by(ruling, ids))


def _is_said_by(ruling: Ruling, mention_ids: set[str]) -> bool:
    return (
        ruling.verb in {RulingVerb.MERGE, RulingVerb.NEVER_MERGE}
        and bool(ruling.mention_ids)
        and not mention_ids.isdisjoint(ruling.mention_ids)
    )


def settle(
    profile: Profile,
    read: Sequence[tuple[EntryRecord, EntryRecord, Reading]],
    rulings: Sequence[Ruling],
    *,
    stored: Mapping[str, Entity],
    now: datetime,
) -> Said:
    """What entries that were read say about names, as rulings.

    Args:
        profile: whose.
        read: each entry's record before and after, with its reading; of each the first
            `MOST_STATEMENTS` statements count.
        rulings: every MERGE, UNMERGE and NEVER_MERGE so far, oldest first.
        stored: what is known of the entities, by id; newcomers are not among them.
        now: when new ones are ruled.

    A statement that was read before is not ruled again, so that what the user undid stays
    undone. Who is kept apart by the user is not merged by what is written.
    """
    known = {ruling.id: ruling for ruling in rulings}
    saved: dict[str, Ruling] = {}
    dropped: dict[str, Ruling] = {}
    standing = Standing(rulings)
    for before, after, reading in read:
        says: set[str] = set()
        live = _live_mentions(after)
        for identity in reading.identities[:MOST_STATEMENTS]:
            ends = _ends(live, reading, identity)
            if ends is None:
                continue
            ruling_id = _id_of(after, identity, ends)
            says.add(ruling_id)
            mention_ids = tuple(sorted(mention.id for mention in ends))
            if (old := saved.get(ruling_id) or known.get(ruling_id)) is not None:
                if old.mention_ids != mention_ids:
                    saved[ruling_id] = replace(old, mention_ids=mention_ids)
                continue
            pair = _pair(ends, standing, stored, same=identity.same)
            if pair is None:
                continue
            saved[ruling_id] = Ruling(
                id=ruling_id,
                profile_id=profile.id,
                verb=RulingVerb.MERGE if identity.same else RulingVerb.NEVER_MERGE,
                target_id=pair[0],
                at=now,
                day=local_day(now, profile.zone),
                other_id=pair[1],
                mention_ids=mention_ids,
            )
            standing.add(saved[ruling_id])
        said_before = taken_back(rulings, before.mentions)
        unsaid = {ruling.id: ruling for ruling in said_before if ruling.id not in says}
        if unsaid:
            dropped |= unsaid
            left = Said(tuple(saved.values()), tuple(dropped.values())).applied_to(rulings)
            standing = Standing(left)
    return Said(tuple(saved.values()), tuple(dropped.values()))


_Place = tuple[int, int, Kind, str]


def _live_mentions(record: EntryRecord) -> dict[_Place, Mention]:
    """The mentions that stand for something, by where and as what they were read."""
    found: dict[_Place, Mention] = {}
    for each in record.mentions:
        if each.state is MentionState.LIVE and each.entity_id is not None:
            found.setdefault((each.start, each.end, each.kind, each.name), each)
    return found


def _ends(
    live: Mapping[_Place, Mention], reading: Reading, identity: ReadIdentity
) -> tuple[Mention, Mention] | None:
    """The two mentions that a statement is about, if both stand for something."""
    found = []
    for index in (identity.one, identity.other):
        read = reading.mentions[index]
        mention = live.get((read.start, read.end, read.kind, read.name))
        if mention is None:
            return None
        found.append(mention)
    return found[0], found[1]


def _id_of(record: EntryRecord, identity: ReadIdentity, ends: tuple[Mention, Mention]) -> str:
    pair = sorted(str(mention.entity_id) for mention in ends)
    return derived_id(record.entry.id, "identity", identity.same, *pair)


def _pair(
    ends: tuple[Mention, Mention],
    standing: Standing,
    stored: Mapping[str, Entity],
    *,
    same: bool,
) -> tuple[str, str] | None:
    """Target and survivor of what is to be ruled, None if there is nothing to rule.

    What holds already is ruled again, so that it holds as long as anybody says it.
    """
    one, other = (standing.canonical(str(mention.entity_id)) for mention in ends)
    if one == other:
        raw = [str(mention.entity_id) for mention in ends]
        return standing.merge_of(raw[0], raw[1]) if same else None
    if same and standing.is_apart(one, other):
        return None
    kinds = [
        stored[entity_id].kind if entity_id in stored else mention.kind
        for entity_id, mention in zip((one, other), ends, strict=True)
    ]
    if not may_merge(kinds[0], kinds[1]):
        return None

    def age(entity_id: str) -> tuple[bool, date, str]:
        if entity_id in stored:
            return seniority(stored[entity_id])
        return True, date.max, entity_id

    survivor, target = sorted((one, other), key=age)
    return target, survivor
