"""Reading entries again with today's reader."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query

from graph_aria.api import PREFIX
from graph_aria.api.deps import Scope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.routers.entries import EntryId
from graph_aria.api.schemas.entries import Queued
from graph_aria.domain.records import EntryState, JobKind
from graph_aria.domain.remedies import MEMORY_OFF
from graph_aria.errors import Conflict, InvalidInput
from graph_aria.stages.leaf_through import leaf_through

router = APIRouter(
    prefix=f"{PREFIX}/entries", tags=["entries"], responses=responses(401, 404, 422, 503)
)


@router.post(
    "/reread",
    operation_id="rereadEntries",
    summary="Read all entries again",
    status_code=HTTPStatus.ACCEPTED,
    responses=responses(403, 409, 507),
)
async def reread_entries(
    scope: WriteScope,
    *,
    without_model: Annotated[
        bool, Query(description="Only those that were read without the model that is set.")
    ] = False,
    unread: Annotated[
        bool, Query(description="Only those that were stored while memory was off.")
    ] = False,
) -> Queued:
    """Queue every entry to be read with today's reader.

    Weights stay where the reading is the same; what was corrected stays corrected. While
    memory is off, those that were stored unread cannot be read (409).
    """
    if unread and without_model:
        raise InvalidInput("give `unread` or `without_model`, not both")
    if without_model:
        return await _reread_where(scope, EntryState.READ, lambda reason: reason is not None)
    if unread:
        _check_remembers(scope)
        return await _reread_where(scope, EntryState.UNREAD, lambda reason: reason == MEMORY_OFF)
    n_queued, after = 0, ""
    while entry_ids := await scope.store.list_entry_ids(scope.profile.id, after=after):
        for entry_id in entry_ids:
            n_queued += await _queue_reading(scope, entry_id)
        after = entry_ids[-1]
    scope.wake()
    return Queued(n_queued=n_queued)


@router.post(
    "/{entry_id}/reread",
    operation_id="rereadEntry",
    summary="Read an entry again",
    status_code=HTTPStatus.ACCEPTED,
    responses=responses(403, 507),
)
async def reread_entry(entry_id: EntryId, scope: WriteScope) -> Queued:
    """Queue one entry to be read with today's reader."""
    entry = await scope.store.get_entry(scope.profile.id, entry_id)
    n_queued = await _queue_reading(scope, entry.id)
    scope.wake()
    return Queued(n_queued=int(n_queued))


def _check_remembers(scope: Scope) -> None:
    """Let nothing be read while memory is off: it would only be put back.

    Raises:
        Conflict: it is.
    """
    if not scope.services.faculties.remembers:
        raise Conflict("ARIA_MEMORY_ENABLED=false: memory is off for all profiles")
    if not scope.profile.remembers:
        raise Conflict("memory is off; switch it on first: `aria settings set memory on`")


async def _reread_where(
    scope: Scope, state: EntryState, is_wanted: Callable[[str | None], bool]
) -> Queued:
    """Queue the entries in a state whose reason is a wanted one."""
    n_queued = 0
    async for entry in leaf_through(scope.store.list_entries, scope.profile.id, state=state):
        if is_wanted(entry.reason):
            n_queued += await _queue_reading(scope, entry.id)
    scope.wake()
    return Queued(n_queued=n_queued)


async def _queue_reading(scope: Scope, entry_id: str) -> bool:
    job = await scope.store.queue_job(
        job_id=scope.ids.new(),
        profile_id=scope.profile.id,
        kind=JobKind.READ,
        due_at=await scope.now(),
        subject_id=entry_id,
    )
    return job is not None
