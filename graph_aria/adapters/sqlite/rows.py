"""Rows of the graph as frozen values, and back.

Each function names the columns in the order of its view or table; nothing else in
this folder knows that order.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from graph_aria.adapters.plain_rows import KINDS, PREDICATES, instant_or_none
from graph_aria.adapters.sqlite.record_rows import Row, day_or_none, micros_or_none, ordinal_or_none
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.graph import Chapter, Entity, Feature, Form, Relation
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import DayRow, Evidence, Standing


def standing_of(row: Sequence[Any]) -> Standing:
    """A standing from (weight, ref, heat, fades, first, last, days, ended)."""
    weight, ref_at, heat, fades_at, first_on, last_on, n_days, ended_at = row
    return Standing(
        weight=weight,
        ref_at=from_micros(ref_at),
        heat=heat,
        fades_at=from_micros(fades_at),
        first_on=date.fromordinal(first_on),
        last_on=date.fromordinal(last_on),
        n_days=n_days,
        ended_at=instant_or_none(ended_at),
    )


def standing_values(item: Standing | None) -> Row:
    """A standing in the order of its columns."""
    if item is None:
        return (None,) * 8
    return (
        item.weight,
        micros(item.ref_at),
        item.heat,
        micros(item.fades_at),
        item.first_on.toordinal(),
        item.last_on.toordinal(),
        item.n_days,
        micros_or_none(item.ended_at),
    )


def entity_of(row: Row, profile_id: str) -> Entity:
    """An entity from `entity_row`."""
    return Entity(
        id=row[1],
        profile_id=profile_id,
        kind=KINDS[row[2]],
        name=row[3],
        key=row[4],
        distinct=row[5],
        role=row[6],
        cadence=row[7],
        is_user=bool(row[8]),
        pinned=bool(row[9]),
        archived_at=instant_or_none(row[10]),
        merged_into=row[11],
        standing=None if row[12] is None else standing_of(row[12:20]),
    )


def entity_values(key: int, item: Entity) -> Row:
    """An entity in the order of its table, without `seq`."""
    return (
        key,
        item.id,
        item.kind.value,
        item.name,
        item.key,
        item.distinct,
        item.role,
        item.cadence,
        item.is_user,
        item.pinned,
        micros_or_none(item.archived_at),
        item.merged_into,
        *standing_values(item.standing),
    )


def form_of(row: Row) -> Form:
    """A form from (entity_id, name, kind, role, cadence, key, n)."""
    entity_id, name, kind, role, cadence, key, n = row
    return Form(entity_id, name, key, Kind(kind), role or None, cadence or None, n)


def form_values(key: int, item: Form) -> Row:
    """A form in the order of its table, without `seq`."""
    return (
        key,
        item.entity_id,
        item.name,
        item.kind.value,
        item.role or "",
        item.cadence or "",
        item.key,
        item.n,
    )


def relation_of(row: Row, profile_id: str) -> Relation:
    """A relation from `relation_row`."""
    return Relation(
        id=row[1],
        profile_id=profile_id,
        subject_id=row[2],
        predicate=PREDICATES[row[3]],
        object_id=row[4],
        archived_at=instant_or_none(row[5]),
        standing=standing_of(row[6:14]),
    )


def relation_values(key: int, item: Relation) -> Row:
    """A relation in the order of its table, without `seq`."""
    return (
        key,
        item.id,
        item.subject_id,
        item.predicate.value,
        item.object_id,
        micros_or_none(item.archived_at),
        *standing_values(item.standing),
    )


def evidence_of(row: Row) -> Evidence:
    """Evidence from its table, without the profile."""
    target_id, source_id, at, day, strength, ended = row
    return Evidence(
        source_id, target_id, from_micros(at), date.fromordinal(day), strength, bool(ended)
    )


def evidence_values(key: int, item: Evidence) -> Row:
    """Evidence in the order of its table."""
    return (
        key,
        item.target_id,
        item.source_id,
        micros(item.at),
        item.day.toordinal(),
        item.strength,
        item.ended,
    )


def day_row_of(row: Sequence[Any]) -> DayRow:
    """A day row from its table, without the profile."""
    target_id, day, at, strength, weight_after, ended = row
    return DayRow(
        target_id, date.fromordinal(day), from_micros(at), strength, weight_after, bool(ended)
    )


def day_row_values(key: int, item: DayRow) -> Row:
    """A day row in the order of its table."""
    return (
        key,
        item.target_id,
        item.day.toordinal(),
        micros(item.at),
        item.strength,
        item.weight_after,
        item.ended,
    )


def chapter_of(row: Row, features: Sequence[Row], profile_id: str) -> Chapter:
    """A chapter from its table, without the profile, and its features in their order."""
    id_, started_on, ended_on, then, then_on, mood, n_entries = row
    return Chapter(
        id=id_,
        profile_id=profile_id,
        started_on=date.fromordinal(started_on),
        ended_on=day_or_none(ended_on),
        then=json.loads(then),
        then_on=day_or_none(then_on),
        features=tuple(
            Feature(entity_id, weight, trend, rank) for entity_id, weight, trend, rank in features
        ),
        mood=mood,
        n_entries=n_entries,
    )


def chapter_values(key: int, item: Chapter) -> Row:
    """A chapter in the order of its table."""
    return (
        key,
        item.id,
        item.started_on.toordinal(),
        ordinal_or_none(item.ended_on),
        json.dumps(dict(item.then)),
        ordinal_or_none(item.then_on),
        item.mood,
        item.n_entries,
    )
