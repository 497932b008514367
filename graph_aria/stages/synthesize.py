"""From the active subgraph to the life chapter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Final, TypeVar

from graph_aria.domain.chapters import TREND
from graph_aria.domain.days import DAY, days_between, end_of_day, local_day
from graph_aria.domain.graph import Chapter, Entity, Relation
from graph_aria.domain.life_chapter import (
    ChapterMaterial,
    LifeChapter,
    Weighed,
    is_worth_telling,
    write_chapter,
)
from graph_aria.domain.records import Profile
from graph_aria.domain.themes import weight_as_of
from graph_aria.domain.weights import DayRow, Dial, decayed
from graph_aria.stages.read import ReadStore
from graph_aria.stages.read_themes import longest_life

MAX_ENTITIES: Final = 60
MAX_RELATIONS: Final = 80
_MOOD_SPAN: Final = timedelta(days=14)


async def synthesize(
    store: ReadStore, profile: Profile, *, now: datetime, token_budget: int | None = None
) -> LifeChapter:
    """The open life chapter as ARIA reads it.

    Its cost depends on what is active, not on what is stored. The same graph at the
    same instant gives the same text.

    Reads: the active subgraph. Writes: nothing. Safe to repeat: yes.
    """
    active = await store.read_active(
        profile.id, now=now, max_entities=MAX_ENTITIES, max_relations=MAX_RELATIONS
    )
    latest = (await store.read_chapters(profile.id, limit=1)).items
    today = local_day(now, profile.zone)
    started_on = latest[0].started_on if latest and latest[0].ended_on is None else None
    return write_chapter(
        await _material(
            store,
            profile,
            at=now,
            entities=[
                (e, e.standing.weight_at(now, profile.dial))
                for e in active.entities
                if e.standing is not None
            ],
            relations=[
                (r, r.standing.weight_at(now, profile.dial))
                for r in active.relations
                if is_worth_telling(
                    r,
                    user_id=profile.user_id,
                    with_role={e.id for e in active.entities if e.role},
                )
            ],
            totals=(active.n_entities, active.n_relations),
            today=today,
            started_on=started_on,
        ),
        token_budget=profile.token_budget if token_budget is None else token_budget,
    )


async def render_chapter(
    store: ReadStore, profile: Profile, chapter: Chapter, *, now: datetime
) -> LifeChapter:
    """A closed chapter as it read on its last day, or the open one as it reads now.

    It is rendered from the record each time, so nothing that was deleted since is in it.

    Reads: rows up to its last day. Writes: nothing. Safe to repeat: yes.
    """
    if chapter.ended_on is None:
        return await synthesize(store, profile, now=now)
    at = end_of_day(chapter.ended_on, profile.zone)
    until = chapter.ended_on
    since = until - min(longest_life(profile.dial) + 2 * DAY, until - until.min)
    spoken_of = await store.read_entity_days(profile.id, since=since, until=until)
    entities = _alive(spoken_of, at, profile.dial)
    if spoken_of and not entities:
        # It ended in silence: it reads as on the last day on which something was said.
        at = end_of_day(max(row.day for _, row in spoken_of), profile.zone)
        entities = _alive(spoken_of, at, profile.dial)
    with_role = {entity.id for entity, _ in entities if entity.role}
    relations = [
        (relation, weight)
        for relation, weight in _alive(
            await store.read_relation_days(profile.id, since=since, until=until),
            at,
            profile.dial,
        )
        if is_worth_telling(relation, user_id=profile.user_id, with_role=with_role)
        and not _over_by(relation, at)
    ]
    return write_chapter(
        await _material(
            store,
            profile,
            at=at,
            entities=entities[:MAX_ENTITIES],
            relations=relations[:MAX_RELATIONS],
            totals=(len(entities), len(relations)),
            today=chapter.ended_on,
            started_on=chapter.started_on,
        ),
        token_budget=profile.token_budget,
    )


_Target = TypeVar("_Target", Entity, Relation)


def _alive(
    rows: Iterable[tuple[_Target, DayRow]], at: datetime, dial: Dial
) -> list[tuple[_Target, float]]:
    """What was active at an instant by its last row before it, heaviest first."""
    weighed = [
        (
            target,
            decayed(
                row.weight_after,
                days=days_between(row.at, at),
                rate_per_day=dial.rate_per_day,
            ),
        )
        for target, row in rows
        if not row.ended
    ]
    alive = [(target, weight) for target, weight in weighed if weight > dial.threshold]
    return sorted(alive, key=lambda item: (-item[1], item[0].id))


def _over_by(relation: Relation, at: datetime) -> bool:
    ended_at = relation.standing.ended_at
    return ended_at is not None and ended_at <= at


async def _material(
    store: ReadStore,
    profile: Profile,
    *,
    at: datetime,
    entities: Sequence[tuple[Entity, float]],
    relations: Sequence[tuple[Relation, float]],
    totals: tuple[int, int],
    today: date,
    started_on: date | None,
) -> ChapterMaterial:
    names = {entity.id: entity.name for entity, _ in entities}
    ends = {end for r, _ in relations for end in (r.subject_id, r.object_id)}
    unnamed = ends - names.keys() - {profile.user_id}
    if unnamed:
        names |= {e.id: e.name for e in await store.read_entities(profile.id, unnamed)}
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
    )
