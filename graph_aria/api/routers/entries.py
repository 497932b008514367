"""Entries: what was said, what was read in it, setting it right, taking it back."""

from __future__ import annotations

import asyncio
import time
from datetime import time as time_of_day
from functools import partial
from http import HTTPStatus
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Header, Path, Query, Request, Response

from graph_aria.api import PREFIX
from graph_aria.api.caring import care_for
from graph_aria.api.deps import ReadScope, Scope, WriteScope
from graph_aria.api.metrics import Metrics
from graph_aria.api.problems import responses
from graph_aria.api.proving import deleted
from graph_aria.api.readings import show_reading
from graph_aria.api.schemas.entries import (
    Accepted,
    Deleted,
    EditedEntry,
    NewEntry,
    ShownEntry,
    ShownReading,
)
from graph_aria.api.schemas.values import Cursor, Day, Limit, Listed, Words
from graph_aria.domain.days import end_of_day, local_instant
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryRecord, EntryState
from graph_aria.domain.remedies import is_awaited
from graph_aria.domain.views import Saved
from graph_aria.errors import Conflict, NotFound
from graph_aria.stages.allow_reading import allow_reading
from graph_aria.stages.capture import capture
from graph_aria.stages.edit import edit
from graph_aria.stages.forget import forget
from graph_aria.stages.last_written import last_written

WAIT_SECONDS: Final = 30.0
_LOOK_EVERY: Final = (0.01, 0.02, 0.04, 0.08)
_LOOK_LAST: Final = 0.15
_MIDNIGHT: Final = time_of_day()
router = APIRouter(
    prefix=f"{PREFIX}/entries", tags=["entries"], responses=responses(401, 404, 422, 503)
)
EntryId = Annotated[str, Path(max_length=64, examples=["019a4b7e-0c00-7000-8000-000000000003"])]
Wait = Annotated[
    Literal["read"] | None,
    Query(description="`read`: answer when it has been read, or after 30 s with 202."),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern=r"^[\x21-\x7e]+$",
        description="A request with the same key is done once.",
    ),
]


@router.post(
    "",
    operation_id="createEntry",
    summary="Say something",
    status_code=HTTPStatus.CREATED,
    responses={
        **responses(403, 409, 413, 507),
        200: {"model": Accepted, "description": "It had been stored before."},
        202: {"model": Accepted, "description": "Stored; with `wait=read`, not read in time."},
    },
)
async def create_entry(
    body: NewEntry,
    scope: WriteScope,
    request: Request,
    response: Response,
    wait: Wait = None,
    idempotency_key: IdempotencyKey = None,
) -> Accepted:
    """Store an entry and the job to read it in one transaction, then answer.

    With the `external_id` of an entry that was deleted the answer is 409: it stays deleted.
    """
    saved = await capture(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile,
        form=EntryForm.JOURNAL,
        text=body.text,
        occurred_at=body.occurred_at,
        zone=body.zone,
        mood=body.mood,
        origin=body.origin,
        external_id=body.external_id,
        idempotency_key=idempotency_key,
        restore_deleted=body.restore_deleted,
    )
    return await accepted(scope, request, response, saved, wait=wait is not None)


async def accepted(
    scope: Scope, request: Request, response: Response, saved: Saved, *, wait: bool
) -> Accepted:
    """The answer to a captured entry: it wakes the worker and waits for it if asked to."""
    metrics = request.app.state.metrics
    if saved.created and isinstance(metrics, Metrics):
        metrics.note_entry(saved.entry.form)
    scope.wake()
    response.headers["Location"] = f"{PREFIX}/entries/{saved.entry.id}"
    response.status_code = HTTPStatus.CREATED if saved.created else HTTPStatus.OK
    care = await care_for(scope, saved.entry)
    if not wait:
        return Accepted(entry=ShownEntry.of(saved.entry), created=saved.created, care=care)
    began = time.perf_counter()
    record = await _read_in_time(scope, saved.entry)
    if record is None:
        response.status_code = HTTPStatus.ACCEPTED
        entry = await scope.store.get_entry(scope.profile.id, saved.entry.id)
        return Accepted(entry=ShownEntry.of(entry), created=saved.created, care=care)
    if isinstance(metrics, Metrics):
        metrics.note_reading(time.perf_counter() - began)
    reading = await show_reading(scope, record)
    return Accepted(entry=reading.entry, created=saved.created, reading=reading, care=care)


async def _read_in_time(scope: Scope, entry: Entry) -> EntryRecord | None:
    """The entry with its reading, None if that takes longer than 30 s."""
    deadline = asyncio.get_running_loop().time() + WAIT_SECONDS
    n_looks = 0
    while is_awaited(await scope.store.get_entry(scope.profile.id, entry.id)):
        if asyncio.get_running_loop().time() > deadline:
            return None
        pause = _LOOK_EVERY[n_looks] if n_looks < len(_LOOK_EVERY) else _LOOK_LAST
        await asyncio.sleep(pause)
        n_looks += 1
    return await _record(scope, entry.id)


@router.get("", operation_id="listEntries", summary="List entries, newest first")
async def list_entries(
    scope: ReadScope,
    form: Annotated[EntryForm | None, Query(description="Only of this form.")] = None,
    state: Annotated[EntryState | None, Query(description="Only in this state.")] = None,
    query: Annotated[Words | None, Query()] = None,
    since: Annotated[Day | None, Query(description="First local day.")] = None,
    until: Annotated[Day | None, Query(description="Last local day.")] = None,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> Listed[ShownEntry]:
    """Entries, newest first. Days are those of the profile's zone."""
    zone = scope.profile.zone
    page = await scope.store.list_entries(
        scope.profile.id,
        form=form,
        state=state,
        query=query,
        since=None if since is None else local_instant(since, _MIDNIGHT, zone),
        until=None if until is None else end_of_day(until, zone),
        cursor=cursor,
        limit=limit,
    )
    return Listed(
        items=[ShownEntry.of(entry) for entry in page.items], next_cursor=page.next_cursor
    )


@router.get("/last", operation_id="getLastEntry", summary="Get the entry that was written last")
async def get_last_entry(scope: ReadScope) -> ShownEntry:
    """The entry that was stored last, whatever day it tells of; notes aside."""
    return ShownEntry.of(await last_written(scope.store, scope.profile.id, now=await scope.now()))


@router.get("/{entry_id}", operation_id="getEntry", summary="Get an entry")
async def get_entry(entry_id: EntryId, scope: ReadScope) -> ShownEntry:
    """One entry, without what was read in it."""
    return ShownEntry.of(await scope.store.get_entry(scope.profile.id, entry_id))


@router.get("/{entry_id}/reading", operation_id="getReading", summary="See what was read")
async def get_reading(entry_id: EntryId, scope: ReadScope) -> ShownReading:
    """An entry with everything that was read in it, phrase by phrase."""
    return await show_reading(scope, await _record(scope, entry_id))


@router.patch(
    "/{entry_id}",
    operation_id="editEntry",
    summary="Change an entry",
    responses={
        **responses(403, 409, 413, 507),
        202: {"model": Accepted, "description": "Changed; with `wait=read`, not read in time."},
    },
)
async def edit_entry(
    entry_id: EntryId,
    body: EditedEntry,
    scope: WriteScope,
    request: Request,
    response: Response,
    wait: Wait = None,
) -> Accepted:
    """Change words, time, zone or mood; the entry is then read again.

    A note, which is a memory written by hand, is changed as a memory (409).
    """
    if (await scope.store.get_entry(scope.profile.id, entry_id)).form is EntryForm.NOTE:
        raise Conflict("this is a memory that you wrote; change it with `aria memory edit`")
    changed = await edit(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile.id,
        entry_id,
        text=body.text,
        occurred_at=body.occurred_at,
        zone=body.zone,
        mood=body.mood,
    )
    saved = Saved(entry=changed, created=False)
    return await accepted(scope, request, response, saved, wait=wait is not None)


@router.post(
    "/{entry_id}/allow-reading",
    operation_id="allowReading",
    summary="Have an entry read although it speaks of a crisis",
    responses={
        **responses(403, 409, 507),
        202: {"model": Accepted, "description": "Allowed; with `wait=read`, not read in time."},
    },
)
async def allow_entry(
    entry_id: EntryId, scope: WriteScope, request: Request, response: Response, wait: Wait = None
) -> Accepted:
    """Read an entry like any other, with the analysis model if one is set.

    Words of a crisis are kept as they are and nothing is made of them, until you say so.
    """
    entry = await allow_reading(scope.store, scope.ids, scope.profile.id, entry_id)
    saved = Saved(entry=entry, created=False)
    return await accepted(scope, request, response, saved, wait=wait is not None)


@router.delete(
    "/{entry_id}",
    operation_id="deleteEntry",
    summary="Delete an entry",
    responses=responses(403, 409, 507),
)
async def delete_entry(
    entry_id: EntryId,
    scope: WriteScope,
    *,
    prove_it: Annotated[
        bool, Query(alias="prove", description="Scrub the store and search it for the words.")
    ] = False,
) -> Deleted:
    """Leave the graph as if the entry had never been written.

    The pages of the store are scrubbed right after, before the answer if it is to be proved.
    A note, which is a memory written by hand, is deleted as a memory (409).
    """
    if (await scope.store.get_entry(scope.profile.id, entry_id)).form is EntryForm.NOTE:
        raise Conflict(
            "this is a memory that you wrote; `aria memory delete` or `undo` takes it away"
        )
    delete = partial(forget, scope.store, scope.clock, scope.ids, scope.profile.id, [entry_id])
    records, told = await deleted(scope, [entry_id], delete, proves=prove_it, what="the entry")
    note = None
    if any(
        record.entry.external_id is None and record.entry.origin.startswith("import")
        for record in records
    ):
        note = "it had no external id: importing it again would bring it back"
    return Deleted(id=entry_id, note=note, **told)


async def _record(scope: Scope, entry_id: str) -> EntryRecord:
    records = await scope.store.read_records(scope.profile.id, [entry_id])
    if not records:
        raise NotFound("there is no entry with this id in this profile; see `aria entry list`")
    return records[0]
