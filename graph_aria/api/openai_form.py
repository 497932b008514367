"""Errors under /v1 as clients of OpenAI's form know them."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Send

from graph_aria.api.problems import MEDIA_TYPE
from graph_aria.domain.completions import error_of

OPENAI_PREFIX: Final = "/v1"
_KINDS: Final = {
    HTTPStatus.UNAUTHORIZED: "authentication_error",
    HTTPStatus.FORBIDDEN: "permission_error",
    HTTPStatus.TOO_MANY_REQUESTS: "rate_limit_error",
}


def is_openai(path: str) -> bool:
    """Whether a path is one of those that clients of OpenAI's form call."""
    return path == OPENAI_PREFIX or path.startswith(f"{OPENAI_PREFIX}/")


def in_openai_form(send: Send) -> Send:
    """Send problem responses in OpenAI's form, and all else as it is."""
    held: list[MutableMapping[str, Any]] = []

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type") == MEDIA_TYPE:
                held.append(message)
                return
        if not held:
            await send(message)
            return
        start = held.pop()
        problem = json.loads(message["body"])
        status = HTTPStatus(start["status"])
        if status is HTTPStatus.UNPROCESSABLE_ENTITY:
            status = HTTPStatus.BAD_REQUEST
        faults = problem["errors"]
        body = json.dumps(
            error_of(
                problem["detail"],
                kind=_kind_of(status),
                code=problem["code"],
                param=faults[0]["name"] if faults else None,
            )
        ).encode()
        start["status"] = status.value
        headers = MutableHeaders(scope=start)
        headers["content-type"] = "application/json"
        headers["content-length"] = str(len(body))
        await send(start)
        await send({**message, "body": body})

    return sending


def _kind_of(status: HTTPStatus) -> str:
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return "server_error"
    return _KINDS.get(status, "invalid_request_error")
