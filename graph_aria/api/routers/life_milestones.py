"""Milestones: dated changes in a life, with dates as far as they are known."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, WriteScope
from graph_aria.api.lives import off_note, show_milestone, show_milestones
from graph_aria.api.problems import responses
from graph_aria.api.routers.forgetting import Prove, forgotten
from graph_aria.api.routers.memories import because
from graph_aria.api.schemas.life import (
    EditedMilestone,
    LifeListed,
    MilestoneDetail,
    NewMilestone,
    ShownMilestone,
)
from graph_aria.api.schemas.memories import ForgottenMemories
from graph_aria.api.schemas.values import Cursor, Limit
from graph_aria.domain.memories import MemoryKind
from graph_aria.errors import InvalidCursor, InvalidInput
from graph_aria.stages.find_life import get_life
from graph_aria.stages.list_milestones import list_milestones
from graph_aria.stages.note_milestone import NotedMilestone, add_milestone, edit_milestone

router = APIRouter(
    prefix=f"{PREFIX}/life/milestones", tags=["life"], responses=responses(401, 404, 422, 503)
)
_CURSOR: Final = re.compile(r"\d{4}-\d{2}-\d{2} [0-9a-f-]{36}", re.ASCII)
MilestoneId = Annotated[str, Path(max_length=64, examples=["019a4b7e-0c00-7000-8000-000000000006"])]


@router.get("", operation_id="listMilestones", summary="List milestones, newest first")
async def milestones(
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> LifeListed[ShownMilestone]:
    """What changed in the user's life, or of somebody close; those without a year come last.

    Each with the words it came from, its next return, and what ARIA will say then or why not.
    """
    if cursor is not None and not _CURSOR.fullmatch(cursor):
        raise InvalidCursor
    page = await list_milestones(scope.store, scope.profile, cursor=cursor, limit=limit)
    return LifeListed(
        items=await show_milestones(scope, page.items),
        next_cursor=page.next_cursor,
        note=off_note(scope),
    )


@router.post(
    "",
    operation_id="addMilestone",
    summary="Note what changed in a life",
    status_code=HTTPStatus.CREATED,
    responses={
        **responses(403, 409, 507),
        200: {"model": MilestoneDetail, "description": "It was known, and is confirmed."},
    },
)
async def add(body: NewMilestone, scope: WriteScope, response: Response) -> MilestoneDetail:
    """Note a dated change, in the user's own words, with its date as far as it is known.

    What says the same confirms what is known. A date that lies ahead or before the user's
    birth, or that no calendar has, is refused. 409 while life is off.
    """
    memory = await add_milestone(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        _noted(body),
    )
    detail = await show_milestone(scope, memory.id)
    is_new = len(detail.said) == 1
    response.status_code = HTTPStatus.CREATED if is_new else HTTPStatus.OK
    response.headers["Location"] = f"{PREFIX}/life/milestones/{memory.id}"
    return detail


def _noted(body: NewMilestone | EditedMilestone) -> NotedMilestone:
    return NotedMilestone(
        text=body.text, on=body.on, reason=because(body.reason), is_undated=_is_undated(body)
    )


def _is_undated(body: NewMilestone | EditedMilestone) -> bool:
    return "on" in body.model_fields_set and body.on is None


@router.get("/{milestone_id}", operation_id="getMilestone", summary="See a milestone and its words")
async def get_milestone(milestone_id: MilestoneId, scope: ReadScope) -> MilestoneDetail:
    """A milestone with all that says it, how it stands, and its history.

    409 while life is off; what is stored stays.
    """
    return await show_milestone(scope, milestone_id)


@router.patch(
    "/{milestone_id}",
    operation_id="editMilestone",
    summary="Change a milestone",
    responses=responses(403, 409, 507),
)
async def edit(
    milestone_id: MilestoneId, body: EditedMilestone, scope: WriteScope
) -> MilestoneDetail:
    """Give a milestone other words, another date or none, or another reason.

    The user's own hand outranks what was read. `undo` of the memory takes it back.
    """
    if not body.model_dump(exclude_none=True) and not _is_undated(body):
        raise InvalidInput("nothing to change; give `text`, `on` (null: no date) or `reason`")
    await edit_milestone(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        milestone_id,
        _noted(body),
    )
    return await show_milestone(scope, milestone_id)


@router.delete(
    "/{milestone_id}",
    operation_id="deleteMilestone",
    summary="Delete a milestone",
    responses=responses(403, 409, 507),
)
async def delete(
    milestone_id: MilestoneId, scope: WriteScope, *, prove_it: Prove = False
) -> ForgottenMemories:
    """Delete a milestone; the entries that it was learned from stay.

    Reading these again does not bring it back. It works while life is off, too.
    """
    memory = await get_life(scope.store, scope.profile.id, milestone_id, MemoryKind.MILESTONE)
    return await forgotten(scope, [memory.id], proves=prove_it)
