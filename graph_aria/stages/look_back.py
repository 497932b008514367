"""What was active at an earlier instant, from what had been said by then."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from graph_aria.domain.days import DAY, days_between, local_day
from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.records import Profile, RulingVerb
from graph_aria.domain.themes import last_as_of
from graph_aria.domain.weights import MAX_WEIGHT, DayRow, Dial, decayed, fades_at, is_active
from graph_aria.stages.read import ReadStore

_PINS: Final = frozenset({RulingVerb.PIN, RulingVerb.UNPIN})


@dataclass(frozen=True, slots=True)
class Past:
    """What was active at an instant, heaviest first, with its weight then.

    Attributes:
        entities, relations: as they are named now.
        rows: the last day of each entity, from what had been said by then.
    """

    entities: list[tuple[Entity, float]]
    relations: list[tuple[Relation, float]]
    rows: dict[str, DayRow]


def longest_life(dial: Dial) -> timedelta:
    """How long anything stays active without being mentioned, at most.

    >>> longest_life(Dial()).days
    37
    """
    return timedelta(days=math.log(MAX_WEIGHT / dial.threshold) / dial.rate_per_day)


async def look_back(
    store: ReadStore, profile: Profile, at: datetime, *, with_relations: bool = True
) -> Past:
    """What was active at an instant that is past.

    Reads: the rows of the longest time that anything can stay active, and the pins.
    Writes: nothing. Safe to repeat: yes.
    """
    until = local_day(at, profile.zone) + DAY
    since = until - min(longest_life(profile.dial) + 3 * DAY, until - until.min)
    pinned = await _pinned_at(store, profile, at)
    spoken_of = await store.read_entity_days(profile.id, since=since, until=until)
    entities = {entity.id: entity for entity, _ in spoken_of}
    missing = pinned - entities.keys()
    if missing:
        entities |= {e.id: e for e in await store.read_entities(profile.id, missing)}
    rows = await _last_rows(store, profile, entities, at)
    alive = [
        (entities[key], _weight(row, at, profile.dial))
        for key, row in rows.items()
        if _was_active(row, at, profile.dial, pinned=key in pinned)
    ]
    return Past(
        entities=sorted(alive, key=lambda item: (-item[1], item[0].id)),
        relations=await _relations(store, profile, at, since_until=(since, until))
        if with_relations
        else [],
        rows=rows,
    )


async def _relations(
    store: ReadStore, profile: Profile, at: datetime, *, since_until: tuple[date, date]
) -> list[tuple[Relation, float]]:
    since, until = since_until
    spoken_of = await store.read_relation_days(profile.id, since=since, until=until)
    relations = {relation.id: relation for relation, _ in spoken_of}
    rows = await _last_rows(store, profile, relations, at)
    alive = [
        (relations[key], _weight(row, at, profile.dial))
        for key, row in rows.items()
        if _was_active(row, at, profile.dial, ended=row.ended or _over_by(relations[key], at))
    ]
    return sorted(alive, key=lambda item: (-item[1], item[0].id))


async def _last_rows(
    store: ReadStore, profile: Profile, target_ids: Collection[str], at: datetime
) -> dict[str, DayRow]:
    parts = await store.read_as_of(profile.id, list(target_ids), at)
    rows = {key: last_as_of(part, profile.dial) for key, part in parts.items()}
    return {key: row for key, row in rows.items() if row is not None}


async def _pinned_at(store: ReadStore, profile: Profile, at: datetime) -> set[str]:
    pinned: set[str] = set()
    for ruling in await store.list_rulings(profile.id, verbs=_PINS):
        if ruling.at > at:
            break
        if ruling.verb is RulingVerb.PIN:
            pinned.add(ruling.target_id)
        else:
            pinned.discard(ruling.target_id)
    return pinned


def _weight(row: DayRow, at: datetime, dial: Dial) -> float:
    return decayed(row.weight_after, days=days_between(row.at, at), rate_per_day=dial.rate_per_day)


def _was_active(
    row: DayRow, at: datetime, dial: Dial, *, pinned: bool = False, ended: bool = False
) -> bool:
    instant = fades_at(row.weight_after, row.at, dial)
    return is_active(now=at, fades_at=instant, pinned=pinned, ended=ended)


def _over_by(relation: Relation, at: datetime) -> bool:
    """Whether another relation had taken this one's place by then."""
    ended_at = relation.standing.ended_at
    return ended_at is not None and ended_at <= at
