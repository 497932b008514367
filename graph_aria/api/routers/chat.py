"""Talking with ARIA: replies as they come, and what they rest on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Path, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, Scope, WriteScope
from graph_aria.api.metrics import Metrics
from graph_aria.api.problems import responses
from graph_aria.api.replies import show_context, show_reply
from graph_aria.api.routers.entries import IdempotencyKey
from graph_aria.api.schemas.chat import (
    NewChat,
    PreviewedChat,
    PromptMessage,
    ShownContext,
    ShownPiece,
    ShownPrompt,
    ShownReply,
    ShownTurn,
)
from graph_aria.domain.conversations import Conversation
from graph_aria.domain.entries import checked_text
from graph_aria.domain.reading import EntryForm
from graph_aria.errors import InvalidInput, NotFound
from graph_aria.stages.begin_conversation import begin_conversation
from graph_aria.stages.live_replies import LiveReply
from graph_aria.stages.prepare_prompt import prepare_prompt
from graph_aria.stages.set_remembered import set_remembered

BEAT_SECONDS: Final = 15.0
"""Whoever listens hears from the service at least so often."""
EVENTS: Final = "text/event-stream"
_JSON: Final = "application/json"
_END: Final = "end"
_LONGEST_ID: Final = 20

router = APIRouter(prefix=f"{PREFIX}/chat", tags=["chat"], responses=responses(401, 404, 422, 503))
TurnId = Annotated[str, Path(max_length=64, examples=["019a4b7e-0c00-7000-8000-00000000000c"])]
LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=_LONGEST_ID,
        description="The id of the last event that came; what was said after it is sent.",
    ),
]
_EVENT: Final = {
    "title": "Event",
    "type": "object",
    "required": ["event", "data"],
    "properties": {
        "event": {"type": "string", "enum": ["turn", "piece", "done", "gone"]},
        "id": {
            "type": "string",
            "description": "Of a piece, how many characters there are with it; of the last, `end`.",
        },
        "data": {
            "type": "string",
            "description": "JSON: of `turn` the ids, of `piece` its text, of `done` the whole "
            "reply. `gone` says that the turn was deleted meanwhile.",
        },
    },
}
_STREAM: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "The reply as it comes: an event `turn`, events `piece`, an event `done` "
        f"with the whole; or with `Accept: {_JSON}` the whole at its end.",
        "model": ShownReply,
        "content": {EVENTS: {"schema": _EVENT}},
    }
}


@router.post(
    "",
    operation_id="chat",
    summary="Say something to ARIA and hear her reply",
    response_model=None,
    responses={**responses(403, 409, 413, 507), **_STREAM},
)
async def chat(
    body: NewChat,
    scope: WriteScope,
    request: Request,
    idempotency_key: IdempotencyKey = None,
    last_event_id: LastEventId = None,
) -> Response:
    """Store a turn and reply to it, event by event.

    The turn is stored before anything else, and the reply goes on whoever listens: come back
    with `GET /api/v1/chat/{turn_id}/events`, or with the same request and its `external_id` or
    `Idempotency-Key`. Turns of one conversation are answered one after the other.
    """
    since = _place(last_event_id)
    external_id = body.external_id or idempotency_key
    checked_text(body.text)  # no conversation is begun for what cannot be said in it
    conversation_id = await _conversation(scope, body, external_id)
    live, saved = await scope.services.replies.ask(
        scope.profile, conversation_id, text=body.text, zone=body.zone, external_id=external_id
    )
    metrics = request.app.state.metrics
    if saved.created and isinstance(metrics, Metrics):
        metrics.note_entry(EntryForm.TURN)
    return await _answer(request, live, since, created=saved.created)


@router.get(
    "/{turn_id}/events",
    operation_id="followReply",
    summary="Hear a reply, or the rest of it",
    response_model=None,
    responses=_STREAM,
)
async def follow_reply(
    turn_id: TurnId, scope: ReadScope, request: Request, last_event_id: LastEventId = None
) -> Response:
    """The reply to a turn, while it is being said and ever after.

    With `Last-Event-ID` what was said after that event; without it, all of it.
    """
    since = _place(last_event_id)
    live = await scope.services.replies.find(scope.profile.id, turn_id)
    if live is None:
        raise NotFound("nothing was replied to this turn yet")
    return await _answer(request, live, since, created=False)


@router.get(
    "/{turn_id}/context",
    operation_id="readContext",
    summary="See what a reply rests on",
)
async def read_context(turn_id: TurnId, scope: ReadScope) -> ShownContext:
    """The memories, relations, words and chapters that ARIA had before her when she replied.

    Each as it is now, with the user's own words and their day, and with the requests that
    correct or forget it. What was deleted since is not there any more.
    """
    turn = await scope.store.get_entry(scope.profile.id, turn_id)
    reply = await scope.store.get_reply(scope.profile.id, turn_id)
    return await show_context(scope, turn, reply)


@router.post(
    "/preview", operation_id="previewChat", summary="See the prompt for a turn and keep nothing"
)
async def preview_chat(body: PreviewedChat, scope: ReadScope) -> ShownPrompt:
    """The prompt exactly as the chat model would be sent it; nothing is stored or sent."""
    store, profile, faculties = scope.store, scope.profile, scope.services.faculties
    now = await scope.now()
    talk = None
    if body.conversation_id is not None:
        talk = await store.get_conversation(profile.id, body.conversation_id)
    elif body.namespace is not None:
        talk = Conversation("", profile.id, now, scope=body.namespace)
    prompt = await prepare_prompt(
        store,
        faculties,
        profile,
        text=checked_text(body.text),
        now=now,
        window=faculties.window,
        most_reply_tokens=faculties.most_reply_tokens,
        conversation=talk,
        turn_id=None,
    )
    return ShownPrompt(
        messages=[PromptMessage(role=one.speaker, text=one.text) for one in prompt.messages],
        n_tokens=prompt.n_tokens,
        window=faculties.window,
        model=None if faculties.companion is None else faculties.companion.model_id,
        parts=dict(prompt.drawn.parts),
        budgets=dict(prompt.budgets),
        memory_ids=list(prompt.drawn.memory_ids),
        left_out_ids=list(prompt.drawn.left_out_ids),
    )


async def _conversation(scope: Scope, body: NewChat, external_id: str | None) -> str:
    """The conversation of a turn, begun if need be, and not remembered if that is asked."""
    store, clock, ids, profile_id = scope.store, scope.clock, scope.ids, scope.profile.id
    if body.conversation_id is None:
        begun, _ = await begin_conversation(
            store,
            clock,
            ids,
            profile_id,
            # So that the same request does not begin two.
            external_id=None if external_id is None else f"chat:{external_id}",
            scope=body.namespace or "",
            remembers=body.remember,
        )
        return begun.id
    talk = await store.get_conversation(profile_id, body.conversation_id)
    if talk.remembers and not body.remember:
        await set_remembered(store, clock, ids, profile_id, talk.id, remembers=False)
        scope.wake()
    return talk.id


def _place(last_event_id: str | None) -> int | None:
    """How many characters somebody has heard; None if they heard all of it."""
    if last_event_id is None or last_event_id == "":
        return 0
    if last_event_id == _END:
        return None
    if last_event_id.isascii() and last_event_id.isdecimal():
        return int(last_event_id)
    message = "Last-Event-ID is none that was sent; leave it out to hear the whole reply"
    raise InvalidInput(message)


async def _answer(
    request: Request, live: LiveReply, since: int | None, *, created: bool
) -> Response:
    wanted = request.headers.get("accept", "")
    if _JSON in wanted and EVENTS not in wanted:
        return JSONResponse(show_reply(live, await live.wait()).model_dump(mode="json"))
    return StreamingResponse(
        _events(live, since, created=created),
        media_type=EVENTS,
        headers={"X-Accel-Buffering": "no"},  # a proxy must not wait for more
    )


async def _events(live: LiveReply, since: int | None, *, created: bool) -> AsyncIterator[str]:
    """A reply as server-sent events; the id of a piece is how many characters there are."""
    turn = ShownTurn(turn_id=live.turn_id, conversation_id=live.conversation_id, created=created)
    yield _event("turn", turn)
    heard = since
    if heard is None:
        await live.wait()
    else:
        async for piece in live.follow(heard, beat_seconds=BEAT_SECONDS):
            if not piece:
                yield ": still here\n\n"
                continue
            heard += len(piece)
            yield _event("piece", ShownPiece(text=piece), str(heard))
    ended = await live.wait()
    if ended.state is None:
        yield "event: gone\ndata: {}\n\n"
        return
    yield _event("done", show_reply(live, ended), _END)


def _event(name: str, data: BaseModel, event_id: str | None = None) -> str:
    head = "" if event_id is None else f"id: {event_id}\n"
    return f"{head}event: {name}\ndata: {data.model_dump_json()}\n\n"
