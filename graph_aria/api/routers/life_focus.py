"""Focus: what the user is working on or dealing with, since when, and how it stands."""

from __future__ import annotations

from enum import StrEnum
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, WriteScope
from graph_aria.api.lives import off_note, show_foci, show_focus
from graph_aria.api.problems import responses
from graph_aria.api.routers.forgetting import Prove, forgotten
from graph_aria.api.routers.memories import because
from graph_aria.api.schemas.life import (
    EditedFocus,
    FocusDetail,
    LifeListed,
    NewFocus,
    ShownFocus,
)
from graph_aria.api.schemas.memories import ForgottenMemories
from graph_aria.api.schemas.values import Limit
from graph_aria.domain.life import Standing
from graph_aria.domain.memories import MemoryKind
from graph_aria.errors import InvalidInput
from graph_aria.stages.find_life import get_life, said_of_one
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.note_focus import NotedFocus, add_focus, edit_focus, end_focus

router = APIRouter(
    prefix=f"{PREFIX}/life/focus", tags=["life"], responses=responses(401, 404, 422, 503)
)
FocusId = Annotated[str, Path(max_length=64, examples=["019a4b7e-0c00-7000-8000-000000000005"])]
_ENDS = {"done": Standing.DONE, "drop": Standing.DROPPED}


class WantedStanding(StrEnum):
    """How listed focus stands; ALL for every one."""

    ON = "on"
    DONE = "done"
    DROPPED = "dropped"
    ALL = "all"


@router.get("", operation_id="listFocus", summary="List what the user is at")
async def list_foci(
    scope: ReadScope,
    standing: Annotated[
        WantedStanding, Query(description="How it stands: what goes on, if left out.")
    ] = WantedStanding.ON,
    limit: Annotated[Limit, Query()] = 50,
) -> LifeListed[ShownFocus]:
    """What the user is working on or dealing with, pinned ones first, then what was said last.

    Each with the words it came from, since when, why it matters, and why it may be over.
    """
    wanted = Standing if standing is WantedStanding.ALL else (Standing(standing.value),)
    found = await list_focus(
        scope.store,
        scope.profile,
        now=await scope.now(),
        standings=frozenset(wanted),
        limit=limit,
    )
    return LifeListed(items=await show_foci(scope, found), note=off_note(scope))


@router.post(
    "",
    operation_id="addFocus",
    summary="Say what the user is at",
    status_code=HTTPStatus.CREATED,
    responses={
        **responses(403, 409, 507),
        200: {"model": FocusDetail, "description": "It was known, and is confirmed."},
    },
)
async def add(body: NewFocus, scope: WriteScope, response: Response) -> FocusDetail:
    """Note what the user is working on or dealing with, in their own words.

    What says the same confirms what is known, so that a repeated request does no harm; what
    was done or dropped goes on again. 409 while life is off.
    """
    memory = await add_focus(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        _noted(body),
    )
    detail = await show_focus(scope, memory.id)
    is_new = sum(one.memory_id == memory.id for one in detail.said) == 1
    response.status_code = HTTPStatus.CREATED if is_new else HTTPStatus.OK
    response.headers["Location"] = f"{PREFIX}/life/focus/{memory.id}"
    return detail


def _noted(body: NewFocus | EditedFocus) -> NotedFocus:
    is_open = isinstance(body, EditedFocus) and _is_open(body)
    reason = because(body.reason)
    return NotedFocus(text=body.text, reason=reason, since=body.since, is_open=is_open)


def _is_open(body: EditedFocus) -> bool:
    return "since" in body.model_fields_set and body.since is None


@router.get("/{focus_id}", operation_id="getFocus", summary="See a focus and all said of it")
async def get_focus(focus_id: FocusId, scope: ReadScope) -> FocusDetail:
    """A focus with all that was said of it, how it stands, and its history.

    409 while life is off; what is stored stays.
    """
    return await show_focus(scope, focus_id)


@router.patch(
    "/{focus_id}",
    operation_id="editFocus",
    summary="Change a focus",
    responses=responses(403, 409, 507),
)
async def edit(focus_id: FocusId, body: EditedFocus, scope: WriteScope) -> FocusDetail:
    """Give a focus other words, another reason, another beginning or none; how it stands stays.

    The user's own hand outranks what was read; that it was set right does not count as a word
    about it. `undo` of the memory takes it back.
    """
    if not body.model_dump(exclude_none=True) and not _is_open(body):
        raise InvalidInput("nothing to change; give `text`, `reason` or `since` (null: not known)")
    await edit_focus(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        focus_id,
        _noted(body),
    )
    return await show_focus(scope, focus_id)


@router.post(
    "/{focus_id}/{verb}",
    operation_id="endFocus",
    summary="Say that a focus is done, or was dropped",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def end(
    focus_id: FocusId, verb: Annotated[Literal["done", "drop"], Path()], scope: WriteScope
) -> FocusDetail:
    """Say that it is done or was dropped; the answer is the memory that tells it now.

    It takes the place of the one before, which is kept. Adding the focus again takes it up
    again. `note` says if it stood so before.
    """
    standing = _ENDS[verb]
    memory, is_new = await end_focus(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        focus_id,
        standing,
    )
    note = None if is_new else f"it is {standing} already"
    return await show_focus(scope, memory.id, note=note)


@router.delete(
    "/{focus_id}",
    operation_id="deleteFocus",
    summary="Delete a focus",
    responses=responses(403, 409, 507),
)
async def delete(
    focus_id: FocusId, scope: WriteScope, *, prove_it: Prove = False
) -> ForgottenMemories:
    """Delete a focus with all that was remembered of it, be it done or not; entries stay.

    Reading these again does not bring it back. It works while life is off, too.
    """
    memory = await get_life(scope.store, scope.profile.id, focus_id, MemoryKind.FOCUS)
    told = await said_of_one(scope.store, scope.profile.id, memory)
    return await forgotten(scope, [one.id for one in told], proves=prove_it)
