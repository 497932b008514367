"""The graph, its themes and the life chapter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from graph_aria.api import PREFIX
from graph_aria.api.browser import chapter_url, entity_url
from graph_aria.api.deps import ReadScope, Scope
from graph_aria.api.problems import responses
from graph_aria.api.rendering import read_named, show_relations
from graph_aria.api.routers.entities import entity_id_of
from graph_aria.api.schemas.graph import (
    ChapterLine,
    ShownChapter,
    ShownEntity,
    ShownGraph,
    ShownTheme,
    Themes,
    name_of,
)
from graph_aria.api.schemas.values import Cursor, Instant, Limit, Listed, TokenBudget, takes
from graph_aria.domain.days import utc
from graph_aria.domain.graph import Chapter
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import InvalidTime
from graph_aria.stages.read_themes import read_themes
from graph_aria.stages.synthesize import render_chapter, synthesize

_TOP = 5
Hops = Annotated[int, Field(ge=1, le=4), takes("a whole number from 1 to 4")]
Most = Annotated[int, Field(ge=1, le=1000), takes("a whole number from 1 to 1,000")]
router = APIRouter(prefix=PREFIX, tags=["graph"], responses=responses(401, 404, 422, 503))


@router.get("/graph", operation_id="readGraph", summary="Look around an entity")
async def read_graph(
    scope: ReadScope,
    *,
    center: Annotated[str, Query(max_length=64, description="Entity id; `me`: the user.")] = "me",
    hops: Annotated[Hops, Query(description="How far to look.")] = 1,
    active: Annotated[bool, Query(description="Only what is active.")] = True,
    kind: Annotated[Kind | None, Query(description="Only entities of this kind.")] = None,
    limit: Annotated[Most, Query(description="At most so many entities.")] = 200,
) -> ShownGraph:
    """The heaviest entities within some hops of a centre, and the relations between them.

    Each relation comes with the newest phrase that shows it.
    """
    now = await scope.now()
    found = await scope.store.get_entity(scope.profile.id, entity_id_of(scope, center))
    part = await scope.store.read_graph(
        scope.profile.id,
        found.entity.id,
        now=now,
        hops=hops,
        active=active,
        kind=kind,
        limit=limit,
    )
    dial = scope.profile.dial
    return ShownGraph(
        center=ShownEntity.of(part.center, now=now, dial=dial),
        entities=[ShownEntity.of(entity, now=now, dial=dial) for entity in part.entities],
        relations=await show_relations(scope, part.relations, now=now, n_quotes=1),
        browser_url=entity_url(scope, part.center.id),
    )


@router.get("/themes", operation_id="readThemes", summary="What life is about")
async def get_themes(
    scope: ReadScope,
    as_of: Annotated[Instant | None, Query(description="An earlier instant.")] = None,
    limit: Annotated[Limit, Query()] = 20,
) -> Themes:
    """Active themes, heaviest first, with their trends and what comes with them."""
    now = await scope.now()
    if as_of is not None and as_of > now:
        message = f"{as_of.isoformat()} lies in the future; nobody knows what life will be about"
        raise InvalidTime(message)
    themes = await read_themes(scope.store, scope.profile, now=now, as_of=as_of, limit=limit)
    return Themes(as_of=utc(as_of or now), themes=[ShownTheme.of(theme) for theme in themes])


@router.get("/chapter", operation_id="readChapter", summary="The life chapter as ARIA reads it")
async def read_chapter(
    scope: ReadScope,
    token_budget: Annotated[
        TokenBudget | None, Query(description="The profile's if left out.")
    ] = None,
) -> ShownChapter:
    """The open life chapter, as the block of text that ARIA reads and in its parts."""
    told = await synthesize(
        scope.store, scope.profile, now=await scope.now(), token_budget=token_budget
    )
    latest = (await scope.store.read_chapters(scope.profile.id, limit=1)).items
    chapter = latest[0] if latest and latest[0].ended_on is None else None
    budget = token_budget or scope.profile.token_budget
    return ShownChapter.of(
        told, chapter=chapter, token_budget=budget, browser_url=chapter_url(scope, chapter)
    )


@router.get("/chapters", operation_id="listChapters", summary="List chapters, newest first")
async def list_chapters(
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> Listed[ChapterLine]:
    """Chapters, newest first; the open one is the first."""
    page = await scope.store.read_chapters(scope.profile.id, cursor=cursor, limit=limit)
    return Listed(items=await show_lines(scope, page.items), next_cursor=page.next_cursor)


@router.get("/chapters/{chapter_id}", operation_id="getChapter", summary="Read a chapter")
async def get_chapter(
    chapter_id: Annotated[str, Path(max_length=64)], scope: ReadScope
) -> ShownChapter:
    """A closed chapter as it read on its last day, or the open one as it reads now."""
    chapter = await scope.store.get_chapter(scope.profile.id, chapter_id)
    told = await render_chapter(scope.store, scope.profile, chapter, now=await scope.now())
    return ShownChapter.of(
        told,
        chapter=chapter,
        token_budget=scope.profile.token_budget,
        browser_url=chapter_url(scope, chapter),
    )


async def show_lines(scope: Scope, chapters: Sequence[Chapter]) -> list[ChapterLine]:
    """Chapters in short, in their order."""
    heaviest = {
        chapter.id: [feature.entity_id for feature in chapter.features[:_TOP]]
        or sorted(chapter.then, key=lambda key: (-chapter.then[key], key))[:_TOP]
        for chapter in chapters
    }
    names = await read_named(scope, (key for ids in heaviest.values() for key in ids))
    return [
        ChapterLine(
            id=chapter.id,
            started_on=chapter.started_on,
            ended_on=chapter.ended_on,
            themes=[name_of(names[key]) for key in heaviest[chapter.id] if key in names],
            mood=chapter.mood,
            n_entries=chapter.n_entries,
        )
        for chapter in chapters
    ]
