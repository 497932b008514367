"""Chat completions in OpenAI's form, with memory on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from graph_aria.api.deps import WriteScope
from graph_aria.api.metrics import Metrics
from graph_aria.api.openai_form import OPENAI_PREFIX
from graph_aria.domain.client_requests import ClientRequest, request_of
from graph_aria.domain.reading import EntryForm
from graph_aria.errors import InvalidInput
from graph_aria.stages.exchange import Handed, Own, Subject

CONVERSATION_HEADERS: Final = ("X-Aria-Conversation", "X-OpenWebUI-Chat-Id")
"""Headers that may name the conversation, the first that is there counts."""
REMEMBER_HEADER: Final = "X-Aria-Remember"
TURN_HEADER: Final = "X-Aria-Turn"
"""Tells the turn that was answered, for `GET /api/v1/chat/{turn_id}/context`."""
MEMORY_HEADER: Final = "X-Aria-Memory"
"""Tells how much of what is known was put in front: none, partial or full."""
_MOST_NAME: Final = 200
_SWITCH: Final = {"on": True, "off": False}

# Its forms are OpenAI's, whose own reference describes them: they are not among those of the API.
router = APIRouter(prefix=OPENAI_PREFIX, include_in_schema=False)


@router.post("/chat/completions")
async def create_chat_completion(request: Request, scope: WriteScope) -> Response:
    """Answer a chat: the endpoint's answer as it is, or ARIA's own without one."""
    asked = await _read(request)
    answer = await scope.services.exchanges.ask(scope.profile, asked)
    subject = answer.subject
    metrics = request.app.state.metrics
    if subject.placed is not None and subject.placed.is_new and isinstance(metrics, Metrics):
        metrics.note_entry(EntryForm.TURN)
    headers = _headers(subject)
    if isinstance(answer, Own):
        return _own(answer, asked, headers)
    return _handed(answer, headers)


async def _read(request: Request) -> ClientRequest:
    try:
        body = await request.json()
    except ValueError as error:  # no UTF-8 is one, too
        raise InvalidInput("the body is not JSON; send a JSON object in UTF-8") from error
    except RecursionError as error:
        raise InvalidInput("the body is nested too deep") from error
    return request_of(body, name=_name(request), remembers=_remembers(request))


def _name(request: Request) -> str | None:
    for header in CONVERSATION_HEADERS:
        name = request.headers.get(header, "").strip()
        if len(name) > _MOST_NAME:
            message = f"{header} has {len(name)} characters; at most {_MOST_NAME} fit"
            raise InvalidInput(message)
        if name:
            return name
    return None


def _remembers(request: Request) -> bool | None:
    told = request.headers.get(REMEMBER_HEADER, "").strip().lower()
    if not told:
        return None
    if told not in _SWITCH:
        message = f"{REMEMBER_HEADER} is neither on nor off"
        raise InvalidInput(message)
    return _SWITCH[told]


def _headers(subject: Subject) -> dict[str, str]:
    headers = {MEMORY_HEADER: subject.memory.value}
    if subject.placed is not None:
        headers[REMEMBER_HEADER] = "on" if subject.placed.conversation.remembers else "off"
        if subject.placed.turn_id is not None:
            headers[TURN_HEADER] = subject.placed.turn_id
    return headers


def _own(answer: Own, asked: ClientRequest, headers: dict[str, str]) -> Response:
    if not asked.is_streamed:
        return JSONResponse(answer.reply.whole(), headers=headers)
    events = answer.reply.events(with_usage=asked.wants_usage)
    return StreamingResponse(_each(events), media_type="text/event-stream", headers=headers)


async def _each(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def _handed(answer: Handed, headers: dict[str, str]) -> Response:
    if answer.retry_after is not None:
        headers["Retry-After"] = answer.retry_after
    return StreamingResponse(
        answer.parts,
        status_code=answer.status,
        headers={**headers, "Content-Type": answer.content_type},
    )
