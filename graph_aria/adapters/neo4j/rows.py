"""Rows of the graph as frozen values, and what is stored of them.

The order of a row is that of the fragment of its name in `cypher/queries/rows.cypher`;
nothing else in this folder knows it. What is stored is a map of properties: the driver
takes aware date-times in UTC and days as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from graph_aria.adapters.plain_rows import instant_or_none
from graph_aria.adapters.sqlite.tokens import word_list
from graph_aria.domain.days import from_micros
from graph_aria.domain.graph import Chapter, Entity, Feature, Form, Relation
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import DayRow, Dial, Evidence, Standing, shown

Row = list[Any]
Properties = dict[str, Any]

_SHOWN_DIGITS: Final = 2
_BETWEEN: Final = "\u001f"


def stored(at: datetime) -> datetime:
    """An instant as it is handed to the driver: a zone with a name can end the process."""
    return at.astimezone(UTC)


def stored_or_none(at: datetime | None) -> datetime | None:
    """The same of one that may be missing."""
    return None if at is None else at.astimezone(UTC)


def day_or_none(value: str | None) -> date | None:
    """A stored day."""
    return None if value is None else date.fromisoformat(value)


def standing_of(row: Sequence[Any]) -> Standing:
    """A standing from (weight, ref, heat, fades, first, last, days, ended)."""
    weight, ref_at, heat, fades_at, first_on, last_on, n_days, ended_at = row
    return Standing(
        weight=weight,
        ref_at=from_micros(ref_at),
        heat=heat,
        fades_at=from_micros(fades_at),
        first_on=date.fromisoformat(first_on),
        last_on=date.fromisoformat(last_on),
        n_days=n_days,
        ended_at=instant_or_none(ended_at),
    )


def shown_weight(item: Standing, dial: Dial, now: datetime) -> float:
    """The weight that Neo4j Browser shows: today's, at least 1, to two digits."""
    age = max(now, item.ref_at)
    return round(shown(item.weight_at(age, dial)), _SHOWN_DIGITS)


def standing_properties(item: Standing, dial: Dial, now: datetime, *, waits: bool) -> Properties:
    """A standing's properties.

    Args:
        item: the standing.
        dial: the profile's, for the shown weight.
        now: the instant of the shown weight.
        waits: whether the scheduled pass has yet to stamp it once it fades.
    """
    once_active = item.fades_at > item.ref_at
    return {
        "weight": shown_weight(item, dial, now),
        "ref_weight": item.weight,
        "ref_at": stored(item.ref_at),
        "heat": item.heat,
        "fades_at": stored(item.fades_at),
        "due_at": stored(item.fades_at) if waits and once_active else None,
        "first_on": item.first_on,
        "last_on": item.last_on,
        "n_days": item.n_days,
        "ended_at": stored_or_none(item.ended_at),
    }


def entity_of(row: Row, profile_id: str) -> Entity:
    """An entity from `<<entity>>`."""
    return Entity(
        id=row[0],
        profile_id=profile_id,
        kind=Kind(row[1]),
        name=row[2],
        key=row[3],
        distinct=row[4],
        role=row[5],
        cadence=row[6],
        is_user=row[7],
        pinned=row[8],
        archived_at=instant_or_none(row[9]),
        merged_into=row[10],
        standing=None if row[11] is None else standing_of(row[11:19]),
    )


def entity_properties(item: Entity, dial: Dial, now: datetime) -> Properties:
    """All properties of an entity; what is None is left out of the store."""
    stands_alone = item.merged_into is None and not item.is_user
    properties: Properties = {
        "profile_id": item.profile_id,
        "id": item.id,
        "kind": item.kind.value,
        "name": item.name,
        "words": None if item.is_user else word_list(item.name),
        "key": item.key,
        "unique_key": unique_key(item),
        "distinction": item.distinct,
        "role": item.role,
        "cadence": item.cadence,
        "is_user": item.is_user,
        "pinned": True if item.pinned else None,
        "archived_at": stored_or_none(item.archived_at),
        "merged_into": item.merged_into,
    }
    if item.standing is None:
        return properties
    waits = stands_alone and item.archived_at is None and not item.pinned
    return properties | standing_properties(item.standing, dial, now, waits=waits)


def unique_key(item: Entity) -> str | None:
    """What no two entities of a profile are made with; None for a merged one and the user."""
    if item.merged_into is not None or item.is_user:
        return None
    return _BETWEEN.join((item.kind.value, item.key, item.distinct))


def form_of(row: Row) -> Form:
    """A form from `<<form>>`."""
    entity_id, name, kind, role, cadence, key, n = row
    return Form(entity_id, name, key, Kind(kind), role or None, cadence or None, n)


def form_properties(item: Form, profile_id: str) -> Properties:
    """All properties of a form."""
    return {
        "profile_id": profile_id,
        "entity_id": item.entity_id,
        "name": item.name,
        "words": word_list(item.name),
        "kind": item.kind.value,
        "role": item.role or "",
        "cadence": item.cadence or "",
        "key": item.key,
        "n": item.n,
    }


def relation_of(row: Row, profile_id: str) -> Relation:
    """A relation from `<<relation>>`."""
    return Relation(
        id=row[0],
        profile_id=profile_id,
        subject_id=row[1],
        predicate=Predicate(row[2]),
        object_id=row[3],
        archived_at=instant_or_none(row[4]),
        standing=standing_of(row[5:13]),
    )


def relation_properties(item: Relation, dial: Dial, now: datetime) -> Properties:
    """All properties of a relation; its type and its ends are not among them."""
    waits = item.archived_at is None and item.standing.ended_at is None
    return {
        "profile_id": item.profile_id,
        "id": item.id,
        "archived_at": stored_or_none(item.archived_at),
        **standing_properties(item.standing, dial, now, waits=waits),
    }


def relations_by_type(
    items: Iterable[Relation], dial: Dial, now: datetime
) -> dict[Predicate, list[Properties]]:
    """What is stored of relations, by their types and in order of id: ends and properties."""
    found: dict[Predicate, list[Properties]] = defaultdict(list)
    for item in sorted(items, key=lambda relation: relation.id):
        found[item.predicate].append(
            {
                "subject_id": item.subject_id,
                "object_id": item.object_id,
                "properties": relation_properties(item, dial, now),
            }
        )
    return found


def evidence_of(row: Row) -> Evidence:
    """Evidence from `<<evidence>>`."""
    target_id, source_id, at, day, strength, ended = row
    return Evidence(source_id, target_id, from_micros(at), date.fromisoformat(day), strength, ended)


def evidence_properties(item: Evidence, profile_id: str) -> Properties:
    """All properties of a piece of evidence."""
    return {
        "profile_id": profile_id,
        "target_id": item.target_id,
        "source_id": item.source_id,
        "at": stored(item.at),
        "day": item.day,
        "strength": item.strength,
        "ended": item.ended,
    }


def day_row_of(row: Row) -> DayRow:
    """A day from `<<day_row>>`."""
    target_id, day, at, strength, weight_after, ended = row
    return DayRow(
        target_id, date.fromisoformat(day), from_micros(at), strength, weight_after, ended
    )


def day_row_properties(item: DayRow, profile_id: str) -> Properties:
    """All properties of a day."""
    return {
        "profile_id": profile_id,
        "target_id": item.target_id,
        "day": item.day,
        "at": stored(item.at),
        "strength": item.strength,
        "weight_after": item.weight_after,
        "ended": item.ended,
    }


def chapter_of(row: Row, profile_id: str) -> Chapter:
    """A chapter from `<<chapter>>`."""
    id_, started_on, ended_on, then_ids, then_shares, then_on, *about, mood, n_entries = row
    return Chapter(
        id=id_,
        profile_id=profile_id,
        started_on=date.fromisoformat(started_on),
        ended_on=day_or_none(ended_on),
        then=dict(zip(then_ids, then_shares, strict=True)),
        then_on=day_or_none(then_on),
        features=tuple(Feature(*item) for item in zip(*about, strict=True)),
        mood=mood,
        n_entries=n_entries,
    )


def chapter_properties(item: Chapter) -> Properties:
    """All properties of a chapter; what it is about as lists of one length."""
    return {
        "profile_id": item.profile_id,
        "id": item.id,
        "started_on": item.started_on,
        "ended_on": item.ended_on,
        "then_ids": list(item.then),
        "then_shares": list(item.then.values()),
        "then_on": item.then_on,
        "feature_ids": [feature.entity_id for feature in item.features],
        "feature_weights": [feature.weight for feature in item.features],
        "feature_trends": [feature.trend for feature in item.features],
        "feature_ranks": [feature.rank for feature in item.features],
        "mood": item.mood,
        "n_entries": item.n_entries,
    }
