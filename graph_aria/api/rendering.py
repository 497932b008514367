"""From what the store gives to what is shown: names, sentences and quotes put together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from graph_aria.api.browser import entity_evidence_url, entity_url
from graph_aria.api.deps import Scope
from graph_aria.api.schemas.graph import (
    Alias,
    EntityDetail,
    Ruled,
    ShownEntity,
    ShownEvidence,
    ShownRelation,
    name_of,
)
from graph_aria.api.schemas.reading import EntityName
from graph_aria.domain.days import zone_named
from graph_aria.domain.graph import Entity, Relation
from graph_aria.domain.records import Profile, Ruling
from graph_aria.domain.sentences import sentence
from graph_aria.domain.themes import weight_as_of
from graph_aria.domain.views import Candidate, EvidenceLine
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import shown

EVIDENCE_LIMIT: Final = 100
MOST_QUOTES: Final = 3
UNKNOWN: Final = "someone or something deleted"


async def read_named(scope: Scope, entity_ids: Iterable[str]) -> dict[str, Entity]:
    """Entities by the ids asked for; a merged one stands as its survivor."""
    wanted = set(entity_ids)
    found: dict[str, Entity] = {}
    asked: set[str] = set()
    missing = set(wanted)
    while missing:
        asked |= missing
        entities = await scope.store.read_entities(scope.profile.id, missing)
        found |= {entity.id: entity for entity in entities}
        missing = {e.merged_into for e in entities if e.merged_into is not None} - asked

    def survivor(entity: Entity) -> Entity:
        while entity.merged_into is not None and entity.merged_into in found:
            entity = found[entity.merged_into]
        return entity

    return {key: survivor(found[key]) for key in wanted if key in found}


async def show_relations(
    scope: Scope,
    relations: Sequence[Relation],
    *,
    now: datetime,
    n_quotes: int = 0,
) -> list[ShownRelation]:
    """Relations as sentences, in their order, with at most `n_quotes` phrases each."""
    names = await read_named(scope, (e for r in relations for e in (r.subject_id, r.object_id)))
    quotes: dict[str, tuple[str, ...]] = {}
    if n_quotes:
        quotes = await scope.store.read_latest_quotes(
            scope.profile.id, [relation.id for relation in relations], limit=n_quotes
        )
    shown_relations = []
    for relation in relations:
        subject, object_ = (_end(names, end) for end in (relation.subject_id, relation.object_id))
        where = relation.standing
        shown_relations.append(
            ShownRelation(
                id=relation.id,
                subject=subject,
                predicate=relation.predicate,
                object=object_,
                sentence=_capital(
                    sentence(
                        relation,
                        user_id=scope.profile.user_id,
                        subject=subject.name,
                        object_=object_.name,
                    )
                ),
                active=relation.active_at(now),
                weight=shown(where.weight_at(now, scope.profile.dial)),
                fades_at=where.fades_at,
                ended_at=where.ended_at,
                first_on=where.first_on,
                last_on=where.last_on,
                n_days=where.n_days,
                quotes=list(quotes.get(relation.id, ())),
            )
        )
    return shown_relations


def _end(names: dict[str, Entity], entity_id: str) -> EntityName:
    entity = names.get(entity_id)
    if entity is None:
        return EntityName(id=entity_id, name=UNKNOWN, kind=Kind.THING)
    return name_of(entity)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def show_evidence(lines: Iterable[EvidenceLine]) -> list[ShownEvidence]:
    """Pieces of evidence with their quotes, in their order."""
    return [
        ShownEvidence(
            source_id=line.evidence.source_id,
            entry_id=line.entry.id if line.entry else None,
            ruling=line.ruling.verb if line.ruling else None,
            at=line.evidence.at,
            day=line.evidence.day,
            strength=line.evidence.strength,
            ended=line.evidence.ended,
            quotes=list(line.quotes),
        )
        for line in lines
    ]


async def show_entity(scope: Scope, candidate: Candidate) -> EntityDetail:
    """An entity with its trend, its aliases and its newest evidence."""
    entity, now, dial = candidate.entity, await scope.now(), scope.profile.dial
    page = await scope.store.read_evidence(scope.profile.id, entity.id, limit=EVIDENCE_LIMIT)
    weight = entity.standing.weight_at(now, dial) if entity.standing else 0.0
    trends = []
    for n_days in (7, 30):
        at = now - timedelta(days=n_days)
        parts = await scope.store.read_as_of(scope.profile.id, [entity.id], at)
        trends.append(weight - weight_as_of(parts.get(entity.id), at, dial))
    return EntityDetail(
        entity=ShownEntity.of(entity, now=now, dial=dial),
        reason=_reason(entity, now=now, profile=scope.profile),
        trend_7d=trends[0],
        trend_30d=trends[1],
        aliases=[
            Alias(name=form.name, kind=form.kind, role=form.role, cadence=form.cadence, n=form.n)
            for form in sorted(candidate.forms, key=lambda f: (-f.n, f.name))
        ],
        evidence=show_evidence(page.items),
        evidence_cursor=page.next_cursor,
        browser_url=entity_url(scope, entity.id),
        evidence_browser_url=entity_evidence_url(scope, entity.id),
    )


def on_clock(at: datetime, zone: str) -> str:
    """An instant for people: on the clock of a zone, to the minute.

    >>> from datetime import UTC
    >>> on_clock(datetime(2026, 11, 3, 20, 10, tzinfo=UTC), "Europe/Athens")
    '2026-11-03 22:10 (Europe/Athens)'
    """
    return f"{at.astimezone(zone_named(zone)):%Y-%m-%d %H:%M} ({zone})"


def _reason(entity: Entity, *, now: datetime, profile: Profile) -> str:
    if entity.is_user:
        return "this is you: always in"
    if entity.pinned:
        return "in: you pinned it"
    if entity.standing is None:
        return "out: nothing speaks of it"
    threshold, until = profile.dial.threshold, on_clock(entity.standing.fades_at, profile.zone)
    if entity.active_at(now):
        return (
            f"in: its weight stays above {threshold:g} until {until} unless it is mentioned again"
        )
    return f"out: its weight fell to {threshold:g} on {until}; mention or revive it and it is back"


def show_ruling(ruling: Ruling) -> Ruled:
    """A ruling that is in effect."""
    return Ruled(ruling_id=ruling.id, verb=ruling.verb, target_id=ruling.target_id, at=ruling.at)


async def name_targets(
    scope: Scope, target_ids: Collection[str], *, now: datetime
) -> dict[str, str]:
    """Names of entities and sentences of relations, by id."""
    entities = await read_named(scope, target_ids)
    named = {key: entity.name for key, entity in entities.items()}
    rest = [key for key in target_ids if key not in named]
    relations = [await scope.store.get_relation(scope.profile.id, key) for key in rest]
    for item in await show_relations(scope, relations, now=now):
        named[item.id] = item.sentence
    return named
