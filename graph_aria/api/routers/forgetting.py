"""Forgetting: memories deleted for good, and the proof of it."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query

from graph_aria.api import PREFIX
from graph_aria.api.deps import Scope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.proving import proved
from graph_aria.api.remembered import look_after, look_before
from graph_aria.api.routers.memories import MemoryId
from graph_aria.api.schemas.memories import ForgetOrder, ForgottenMemories
from graph_aria.stages.forget_memory import forget_memories

router = APIRouter(
    prefix=f"{PREFIX}/memories", tags=["memories"], responses=responses(401, 404, 422, 503)
)
Prove = Annotated[
    bool, Query(alias="prove", description="Scrub the store and search it for the words.")
]


@router.post(
    "/forget",
    operation_id="forgetMemories",
    summary="Delete several memories",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def forget_several(
    body: ForgetOrder, scope: WriteScope, *, prove_it: Prove = False
) -> ForgottenMemories:
    """Delete memories in one transaction; the entries they were learned from stay.

    Reading these again does not bring them back. What one of them superseded holds again.
    """
    return await forgotten(scope, list(dict.fromkeys(body.memory_ids)), proves=prove_it)


@router.delete(
    "/{memory_id}",
    operation_id="deleteMemory",
    summary="Delete a memory",
    responses=responses(403, 409, 507),
)
async def delete_memory(
    memory_id: MemoryId, scope: WriteScope, *, prove_it: Prove = False
) -> ForgottenMemories:
    """Delete a memory with what was merged into it; the entries it was learned from stay.

    Reading these again does not bring it back. What it superseded holds again. The pages of
    the store are scrubbed right after, before the answer if it is to be proved.
    """
    return await forgotten(scope, [memory_id], proves=prove_it)


async def forgotten(scope: Scope, memory_ids: Sequence[str], *, proves: bool) -> ForgottenMemories:
    """Delete memories, and say what became of it.

    Raises:
        NotFound: one of them does not exist; nothing was deleted.
        Unavailable: it could not be proved; the message says that it is deleted.
    """
    before = await look_before(scope, memory_ids=memory_ids)
    deleted = await forget_memories(
        scope.store, scope.services.faculties, scope.clock, scope.ids, scope.profile.id, memory_ids
    )
    _, back = await look_after(scope, before)
    scope.wake()
    gone = [memory.id for memory in deleted]
    proof: dict[str, Any] = {"proved": False}
    if proves:
        texts = [*before.texts, *(memory.text for memory in deleted)]
        proof = await proved(scope, (), texts=texts, what="it")
    return ForgottenMemories(gone=gone, back=back, **proof)
