"""Conversations that a client of one's own leads: what was said in them, and the switch."""

from __future__ import annotations

import re
from functools import partial
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from graph_aria.api import PREFIX
from graph_aria.api.caring import care_for
from graph_aria.api.deps import ReadScope, Scope, WriteScope
from graph_aria.api.metrics import Metrics
from graph_aria.api.problems import responses
from graph_aria.api.proving import deleted
from graph_aria.api.schemas.conversations import (
    DeletedConversation,
    EditedConversation,
    MessageLimit,
    NewConversation,
    NewMessage,
    ShownConversation,
    ShownMessage,
    TakenMessage,
)
from graph_aria.api.schemas.values import Cursor, Limit, Listed
from graph_aria.domain.conversations import Message, ReplyState, Role
from graph_aria.errors import InvalidCursor
from graph_aria.stages.begin_conversation import begin_conversation
from graph_aria.stages.forget_conversation import forget_conversation, turns_of
from graph_aria.stages.set_remembered import set_remembered
from graph_aria.stages.take_reply import take_reply
from graph_aria.stages.take_turn import take_turn

router = APIRouter(
    prefix=f"{PREFIX}/conversations",
    tags=["conversations"],
    responses=responses(401, 404, 422, 503),
)
_TURN_ID: Final = re.compile(r"[0-9a-f-]{36}")
ConversationId = Annotated[
    str, Path(max_length=64, examples=["019a4b7e-0c00-7000-8000-00000000000c"])
]


@router.post(
    "",
    operation_id="createConversation",
    summary="Begin a conversation",
    status_code=HTTPStatus.CREATED,
    responses={
        **responses(403, 507),
        200: {"model": ShownConversation, "description": "It had been begun before."},
    },
)
async def create_conversation(
    body: NewConversation, scope: WriteScope, response: Response
) -> ShownConversation:
    """Begin a conversation, or find the one with this `external_id` as it is.

    With `remember` false one that was remembered no longer is; switching it on again takes
    a PATCH.
    """
    conversation, created = await begin_conversation(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile.id,
        external_id=body.external_id,
        scope=body.namespace or "",
        remembers=body.remember,
    )
    if not created:
        scope.wake()
    response.headers["Location"] = f"{PREFIX}/conversations/{conversation.id}"
    response.status_code = HTTPStatus.CREATED if created else HTTPStatus.OK
    return ShownConversation.of(conversation)


@router.get("", operation_id="listConversations", summary="List conversations, newest first")
async def list_conversations(
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> Listed[ShownConversation]:
    """Conversations, the one that was begun last first."""
    page = await scope.store.list_conversations(scope.profile.id, cursor=cursor, limit=limit)
    return Listed(
        items=[ShownConversation.of(each) for each in page.items], next_cursor=page.next_cursor
    )


@router.get("/{conversation_id}", operation_id="getConversation", summary="Get a conversation")
async def get_conversation(conversation_id: ConversationId, scope: ReadScope) -> ShownConversation:
    """One conversation, without its messages."""
    return ShownConversation.of(
        await scope.store.get_conversation(scope.profile.id, conversation_id)
    )


@router.patch(
    "/{conversation_id}",
    operation_id="editConversation",
    summary="Switch whether a conversation is remembered",
    responses=responses(403, 507),
)
async def edit_conversation(
    conversation_id: ConversationId, body: EditedConversation, scope: WriteScope
) -> ShownConversation:
    """Withdraw all that was learned from a conversation, or learn it again.

    All its turns are read again; they stay as they were written.
    """
    changed = await set_remembered(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile.id,
        conversation_id,
        remembers=body.remember,
    )
    scope.wake()
    return ShownConversation.of(changed)


@router.delete(
    "/{conversation_id}",
    operation_id="deleteConversation",
    summary="Delete a conversation",
    responses=responses(403, 409, 507),
)
async def delete_conversation(
    conversation_id: ConversationId,
    scope: WriteScope,
    *,
    prove_it: Annotated[
        bool, Query(alias="prove", description="Scrub the store and search it for the words.")
    ] = False,
) -> DeletedConversation:
    """Leave the graph as if nothing had been said in it: turns, replies, and what came of them.

    The pages of the store are scrubbed right after, before the answer if it is to be proved.
    """
    place = (scope.store, scope.clock, scope.ids, scope.profile.id)
    turns = turns_of(scope.store, scope.profile.id, conversation_id)
    gone, told = await deleted(
        scope,
        [one async for one in turns],
        partial(forget_conversation, *place, conversation_id),
        proves=prove_it,
        what="the conversation",
    )
    return DeletedConversation(id=conversation_id, n_turns=len(gone), **told)


@router.get(
    "/{conversation_id}/messages",
    operation_id="listMessages",
    summary="List the messages of a conversation",
)
async def list_messages(
    conversation_id: ConversationId,
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[MessageLimit, Query()] = 50,
) -> Listed[ShownMessage]:
    """The last messages, in the order in which they were said; `next_cursor` leads back."""
    if cursor is not None and not _TURN_ID.fullmatch(cursor):
        raise InvalidCursor
    found = await scope.store.read_messages(
        scope.profile.id, conversation_id, before=cursor, limit=limit + 1
    )
    shown, earlier = _whole_turns(found, limit)
    return Listed(items=[ShownMessage.of(each) for each in shown], next_cursor=earlier)


def _whole_turns(found: tuple[Message, ...], limit: int) -> tuple[tuple[Message, ...], str | None]:
    """The last of some messages, never a reply without its turn, and where those before end."""
    if len(found) <= limit:
        return found, None
    shown = found[-limit:]
    if shown[0].role is Role.ASSISTANT:
        shown = shown[1:]
    return shown, shown[0].turn_id


@router.post(
    "/{conversation_id}/messages",
    operation_id="createMessage",
    summary="Hand in a message",
    status_code=HTTPStatus.CREATED,
    responses={
        **responses(403, 409, 413, 507),
        200: {"model": TakenMessage, "description": "It had been stored before."},
    },
)
async def create_message(
    conversation_id: ConversationId,
    body: NewMessage,
    scope: WriteScope,
    request: Request,
    response: Response,
) -> TakenMessage:
    """Store what the user said, or what was replied to it.

    A turn is stored on arrival and read once its reply is there. One that gets none before
    the next turn, or within a quarter of an hour, is read then, its reply noted as cut.
    """
    taken = await (_take_turn if body.role == "user" else _take_reply)(
        scope, request, conversation_id, body
    )
    scope.wake()
    response.status_code = HTTPStatus.CREATED if taken.created else HTTPStatus.OK
    return taken


async def _take_turn(
    scope: Scope, request: Request, conversation_id: str, body: NewMessage
) -> TakenMessage:
    saved = await take_turn(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile,
        conversation_id,
        text=body.text,
        occurred_at=body.occurred_at,
        zone=body.zone,
        external_id=body.external_id,
        answering=tuple(scope.services.replies.running),
    )
    metrics = request.app.state.metrics
    if saved.created and isinstance(metrics, Metrics):
        metrics.note_entry(saved.entry.form)
    entry = saved.entry
    said = Message(entry.id, Role.USER, entry.text, entry.occurred_at)
    return TakenMessage(
        message=ShownMessage.of(said),
        created=saved.created,
        care=await care_for(scope, entry),
    )


async def _take_reply(
    scope: Scope, _request: Request, conversation_id: str, body: NewMessage
) -> TakenMessage:
    reply, created = await take_reply(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile.id,
        conversation_id,
        text=body.text,
        at=body.occurred_at,
        is_cut=body.cut,
    )
    is_cut = reply.state is ReplyState.CUT
    said = Message(reply.turn_id, Role.ASSISTANT, reply.text, reply.at, is_cut)
    return TakenMessage(message=ShownMessage.of(said), created=created)
