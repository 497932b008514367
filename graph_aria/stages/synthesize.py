"""From the active subgraph to the life chapter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from graph_aria.domain.chapter_life import LifeEvent
from graph_aria.domain.chapter_lines import Weighed, is_worth_telling
from graph_aria.domain.chapters import TREND
from graph_aria.domain.days import end_of_day, local_day
from graph_aria.domain.graph import Chapter, Entity, Relation, relation_id
from graph_aria.domain.life_chapter import ChapterMaterial, LifeChapter, write_chapter
from graph_aria.domain.occasions import Death, is_dead
from graph_aria.domain.records import Profile
from graph_aria.domain.themes import weight_as_of
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.errors import NotFound
from graph_aria.stages.look_back import look_back
from graph_aria.stages.read import ReadStore
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.recall_time import recall_time

MAX_ENTITIES: Final = 60
MAX_RELATIONS: Final = 80
_MOOD_SPAN: Final = timedelta(days=14)


async def synthesize(
    store: ReadStore,
    profile: Profile,
    *,
    now: datetime,
    token_budget: int | None = None,
    tells_life: bool = True,
    deaths: Sequence[Death] | None = None,
) -> LifeChapter:
    """The open life chapter as ARIA reads it.

    Its cost depends on what is active, not on what is stored. The same graph at the
    same instant gives the same text.

    Args:
        store: where the graph is.
        profile: whose.
        now: the instant.
        token_budget: of its text, the profile's if None.
        tells_life: whether focus and milestones are in it: not where a prompt tells them anyway.
        deaths: who is known to have died, None has it looked up.

    Reads: the active subgraph, focus and milestones. Writes: nothing. Safe to repeat: yes.
    """
    active = await store.read_active(
        profile.id, now=now, max_entities=MAX_ENTITIES, max_relations=MAX_RELATIONS
    )
    latest = (await store.read_chapters(profile.id, limit=1)).items
    today = local_day(now, profile.zone)
    started_on = latest[0].started_on if latest and latest[0].ended_on is None else None
    with_role = {entity.id for entity in active.entities if entity.role}
    entities = await _as_they_hold(store, profile, now, active.entities, active.relations)
    told = [
        relation
        for relation in active.relations
        if is_worth_telling(relation, user_id=profile.user_id, with_role=with_role)
    ]
    return write_chapter(
        await _material(
            store,
            profile,
            at=now,
            entities=[
                (e, e.standing.weight_at(now, profile.dial))
                for e in entities
                if e.standing is not None
            ],
            relations=[(r, r.standing.weight_at(now, profile.dial)) for r in told],
            # What the chapter says otherwise was not left out for length.
            totals=(
                active.n_entities,
                active.n_relations - len(active.relations) + len(told),
            ),
            today=today,
            started_on=started_on,
            life=await recall_time(store, profile, since=started_on or today, until=None)
            if tells_life
            else ((), ()),
            deaths=deaths,
        ),
        token_budget=profile.token_budget if token_budget is None else token_budget,
    )


async def render_chapter(
    store: ReadStore,
    profile: Profile,
    chapter: Chapter,
    *,
    now: datetime,
    tells_life: bool = True,
) -> LifeChapter:
    """A closed chapter as it read on its last day, or the open one as it reads now.

    It is rendered from the record each time, so nothing that was deleted since is in it, and
    milestones of its time are that were told later.

    Args:
        store: where the record is.
        profile: whose.
        chapter: which one.
        now: the present instant.
        tells_life: whether focus and milestones are in it.

    Reads: rows up to its last day, focus and milestones. Writes: nothing. Safe to repeat: yes.
    """
    if chapter.ended_on is None:
        return await synthesize(store, profile, now=now, tells_life=tells_life)
    today = chapter.ended_on
    at = end_of_day(today, profile.zone)
    past = await look_back(store, profile, at)
    if past.rows and not past.entities:
        # It ended in silence: it reads as on the last day on which something was said.
        today = max(row.day for row in past.rows.values())
        at = end_of_day(today, profile.zone)
        past = await look_back(store, profile, at)
    with_role = {entity.id for entity, _ in past.entities if entity.role}
    held = await _as_they_hold(
        store, profile, at, [e for e, _ in past.entities], [r for r, _ in past.relations]
    )
    relations = [
        (relation, weight)
        for relation, weight in past.relations
        if is_worth_telling(relation, user_id=profile.user_id, with_role=with_role)
    ]
    return write_chapter(
        await _material(
            store,
            profile,
            at=at,
            entities=list(zip(held, (w for _, w in past.entities), strict=True))[:MAX_ENTITIES],
            relations=relations[:MAX_RELATIONS],
            totals=(len(past.entities), len(relations)),
            today=today,
            started_on=chapter.started_on,
            life=await recall_time(store, profile, since=chapter.started_on, until=chapter.ended_on)
            if tells_life
            else ((), ()),
        ),
        token_budget=profile.token_budget,
    )


async def _as_they_hold(
    store: ReadStore,
    profile: Profile,
    at: datetime,
    entities: Sequence[Entity],
    relations: Sequence[Relation],
) -> list[Entity]:
    """Entities, those that the user had given up by then without their cadence.

    What somebody stopped doing may still be on their mind, but is no habit.
    """
    done = {relation.object_id for relation in relations if relation.predicate is Predicate.DOES}
    held: list[Entity] = []
    for entity in entities:
        is_over = False
        if entity.cadence is not None and entity.id not in done:
            with suppress(NotFound):  # nothing says that the user does it, nor that it is over
                found = await store.get_relation(
                    profile.id,
                    relation_id(profile.id, profile.user_id, Predicate.DOES, entity.id),
                )
                ended_at = found.standing.ended_at
                is_over = ended_at is not None and ended_at <= at
        held.append(replace(entity, cadence=None) if is_over else entity)
    return held


async def _material(  # noqa: PLR0913 - a chapter is written from that much
    store: ReadStore,
    profile: Profile,
    *,
    at: datetime,
    entities: Sequence[tuple[Entity, float]],
    relations: Sequence[tuple[Relation, float]],
    totals: tuple[int, int],
    today: date,
    started_on: date | None,
    life: tuple[Sequence[LifeEvent], Sequence[LifeEvent]],
    deaths: Sequence[Death] | None = None,
) -> ChapterMaterial:
    names = {entity.id: entity.name for entity, _ in entities}
    ends = {end for r, _ in relations for end in (r.subject_id, r.object_id)}
    unnamed = ends - names.keys() - {profile.user_id}
    if unnamed:
        names |= {e.id: e.name for e in await store.read_entities(profile.id, unnamed)}
    people = [entity for entity, _ in entities if entity.kind is Kind.PERSON]
    if deaths is None:
        deaths = await recall_deaths(store, profile.id) if people else ()
    before = at - TREND
    earlier = await store.read_as_of(profile.id, [entity.id for entity, _ in entities], before)
    return ChapterMaterial(
        entities=[
            Weighed(
                entity,
                weight,
                weight - weight_as_of(earlier.get(entity.id), before, profile.dial),
            )
            for entity, weight in entities
        ],
        relations=relations,
        names=names,
        user_id=profile.user_id,
        moods=await store.read_moods(profile.id, since=today - _MOOD_SPAN, until=today),
        today=today,
        started_on=started_on,
        n_entities=totals[0],
        n_relations=totals[1],
        focus=life[0],
        milestones=life[1],
        # Also in a chapter of the time before: whoever reads it speaks of them today.
        dead_ids=frozenset(entity.id for entity in people if is_dead(entity, deaths)),
    )
