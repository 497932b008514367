"""Who is the same as whom: merging, undoing it, splitting."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query

from graph_aria.api import PREFIX
from graph_aria.api.asking import show_mentions
from graph_aria.api.deps import ReadScope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.rendering import show_entity
from graph_aria.api.routers.entities import EntityId, entity_id_of
from graph_aria.api.schemas.graph import EntityDetail
from graph_aria.api.schemas.identity import AbsorbedEntity, Merged, ShownMention, Split, Unmerged
from graph_aria.api.schemas.values import Cursor, Limit, Listed
from graph_aria.stages.identify import (
    list_absorbed,
    merge_entities,
    page_mentions,
    split_entity,
    unmerge_entity,
)

router = APIRouter(
    prefix=f"{PREFIX}/entities", tags=["entities"], responses=responses(401, 404, 422, 503)
)


@router.get(
    "/{entity_id}/mentions", operation_id="listMentions", summary="List an entity's mentions"
)
async def get_mentions(
    entity_id: EntityId,
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 200,
) -> Listed[ShownMention]:
    """Every place that speaks of it, newest first, in at most `limit` entries; for a split."""
    target = entity_id_of(scope, entity_id)
    page = await page_mentions(scope.store, scope.profile, target, cursor=cursor, limit=limit)
    return Listed(items=await show_mentions(scope, page.items), next_cursor=page.next_cursor)


@router.get(
    "/{entity_id}/merged", operation_id="listMerged", summary="List what was merged into it"
)
async def get_merged(entity_id: EntityId, scope: ReadScope) -> Listed[AbsorbedEntity]:
    """What was merged into an entity, latest first."""
    absorbed = await list_absorbed(scope.store, scope.profile, entity_id_of(scope, entity_id))
    return Listed(
        items=[
            AbsorbedEntity(
                id=each.entity_id,
                names=list(each.names),
                at=each.ruling.at,
                said=bool(each.ruling.mention_ids),
            )
            for each in absorbed
        ],
        next_cursor=None,
    )


@router.post(
    "/{entity_id}/merge",
    operation_id="mergeEntity",
    summary="Merge an entity into another one",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def merge_entity(entity_id: EntityId, body: Merged, scope: WriteScope) -> EntityDetail:
    """Rule that two entities are one. The answer is the one that stays; it can be undone."""
    ruling = await merge_entities(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile,
        entity_id_of(scope, entity_id),
        entity_id_of(scope, body.into),
        override=body.override,
    )
    found = await scope.store.get_entity(scope.profile.id, ruling.target_id)
    return await show_entity(scope, found)


@router.post(
    "/{entity_id}/unmerge",
    operation_id="unmergeEntity",
    summary="Undo a merge",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def unmerge(entity_id: EntityId, body: Unmerged, scope: WriteScope) -> EntityDetail:
    """Undo a merge. The answer is the one that stands for itself again.

    What was said since the merge stays with the one that it was merged into.
    """
    ruling = await unmerge_entity(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile,
        entity_id_of(scope, entity_id),
        body.merged_id,
    )
    found = await scope.store.get_entity(scope.profile.id, ruling.target_id)
    return await show_entity(scope, found)


@router.post(
    "/{entity_id}/split",
    operation_id="splitEntity",
    summary="Split mentions off an entity",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def split(entity_id: EntityId, body: Split, scope: WriteScope) -> EntityDetail:
    """Make some mentions of an entity one of their own. The answer is the new one."""
    ruling = await split_entity(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile,
        entity_id_of(scope, entity_id),
        body.mention_ids,
    )
    found = await scope.store.get_entity(scope.profile.id, ruling.other_id or ruling.target_id)
    return await show_entity(scope, found)
