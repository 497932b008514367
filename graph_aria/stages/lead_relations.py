"""Look for relations of those that a text names, ended and faded ones too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from graph_aria.domain.asking import bases_in
from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.ranking_leads import Lead
from graph_aria.domain.records import Profile
from graph_aria.domain.sentences import sentence
from graph_aria.domain.vocabulary import Predicate
from graph_aria.ports import Graph
from graph_aria.stages.lead_passages import Sought

_MOST_OF_ONE: Final = 12
_MOST_ASKED: Final = 3
_OVER: Final = 1.1
_WEIGHED: Final = 0.8
"""What a relation counts for; the chapter has those that are active and are not over."""


class RelationStore(Graph, Protocol):
    """What looking for relations needs of a store."""


@dataclass(frozen=True, slots=True)
class RelationLeads:
    """What was found.

    Attributes:
        leads: relations of the named.
        relations, told: each, and how it reads, by the key of its lead.
        kin: ids of those at their other ends, the user left out.
    """

    leads: tuple[Lead, ...] = ()
    relations: Mapping[str, Relation] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    kin: frozenset[str] = frozenset()


async def lead_relations(
    store: RelationStore,
    profile: Profile,
    named: Sequence[Entity],
    sought: Sought,
    *,
    now: datetime,
) -> RelationLeads:
    """The heaviest relations of the first named, whether they are active or not.

    Mere co-occurrence is left out: it says nothing that anybody asks for.

    Reads: relations, the entities at their ends. Writes: nothing. Safe to repeat: yes.
    """
    found: dict[str, Relation] = {}
    for entity in named[:_MOST_ASKED]:
        page = await store.list_relations(
            profile.id, now=now, entity_id=entity.id, active=None, limit=_MOST_OF_ONE
        )
        found |= {one.id: one for one in page.items if one.predicate is not Predicate.RELATED_TO}
    ends = {end for one in found.values() for end in (one.subject_id, one.object_id)}
    names = {one.id: one.name for one in named}
    missing = ends - names.keys() - {profile.user_id}
    if missing:
        names |= {one.id: one.name for one in await store.read_entities(profile.id, missing)}
    leads: list[Lead] = []
    relations: dict[str, Relation] = {}
    told: dict[str, str] = {}
    for relation in sorted(found.values(), key=lambda one: one.id):
        text = sentence(
            relation,
            user_id=profile.user_id,
            subject=names.get(relation.subject_id, ""),
            object_=names.get(relation.object_id, ""),
            user_as="the user",
        )
        bases = bases_in(text)
        asked = set(sought.asked.bases)
        key = f"relation {relation.id}"
        held = len(asked & bases) / len(asked) if asked else 0.0
        leads.append(
            Lead(
                key,
                rank=held,
                bases=bases,
                names=1.0,
                time=_time_of(relation, sought),
                worth=_WEIGHED if relation.active_at(now) else _OVER,
            )
        )
        relations[key] = relation
        told[key] = text
    kin = ends - {one.id for one in named} - {profile.user_id}
    return RelationLeads(tuple(leads), relations, told, frozenset(kin))


def _time_of(relation: Relation, sought: Sought) -> float:
    standing = relation.standing
    stretch = sought.stretch
    if stretch is None:
        return 0.0
    is_within = standing.first_on <= stretch.last_on and stretch.first_on <= standing.last_on
    return 1.0 if is_within else 0.0
