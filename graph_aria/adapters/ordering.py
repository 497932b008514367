"""What comes first, and what is shown: the same in every store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final, TypeVar

from graph_aria.adapters.cursors import make_cursor
from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.views import Page
from graph_aria.domain.vocabulary import Kind

Item = TypeVar("Item", Entity, Relation)

HOTTEST: Final = 1e300
"""A heat above every heat; where a list begins."""


def active_first(entity: Entity) -> tuple[bool, float, str]:
    """Sorts the active graph: pinned ones first, then by heat, ties by id."""
    heat = 0.0 if entity.standing is None else entity.standing.heat
    return not entity.pinned, -heat, entity.id


def hottest_first(item: Entity | Relation) -> tuple[float, str]:
    """Sorts by heat, ties by id; the user, who has none, comes last."""
    return (HOTTEST if item.standing is None else -item.standing.heat), item.id


def heaviest(
    entities: Iterable[Entity], *, now: datetime, active: bool, kind: Kind | None
) -> list[Entity]:
    """Those of the entities around another one that are shown, hottest first."""
    shown = [
        entity
        for entity in entities
        if entity.merged_into is None
        and (not active or entity.active_at(now))
        and (kind is None or entity.kind is kind)
    ]
    return sorted(shown, key=hottest_first)


def between(relations: Iterable[Relation], kept: Collection[str]) -> tuple[Relation, ...]:
    """The relations that join two of these entities, hottest first."""
    inside = [item for item in relations if item.subject_id in kept and item.object_id in kept]
    return tuple(sorted(inside, key=hottest_first))


def page_by_heat(name: str, found: Sequence[Item], limit: int) -> Page[Item]:
    """A page of a list that begins with the hottest.

    Args:
        name: of the list, for its cursor.
        found: one item more than the page holds, if there are so many.
        limit: how many it holds.
    """
    items = tuple(found[:limit])
    if len(found) <= limit or not items:
        return Page(items)
    coldness, last_id = hottest_first(items[-1])
    return Page(items, make_cursor(name, -coldness, last_id))
