"""Errors as problem responses (RFC 9457): the one place where an error gets a status."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

import graph_aria
from graph_aria.errors import (
    AriaError,
    Conflict,
    DiskFull,
    Forbidden,
    InvalidInput,
    NotFound,
    TextTooLarge,
    Unauthenticated,
    Unavailable,
)

MEDIA_TYPE: Final = "application/problem+json"
_STATUS: Final[dict[type[AriaError], HTTPStatus]] = {
    InvalidInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    TextTooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    NotFound: HTTPStatus.NOT_FOUND,
    Unauthenticated: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    DiskFull: HTTPStatus.INSUFFICIENT_STORAGE,
    AriaError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
_REMEDIES: Final = {
    "datetime": "; give a time with its offset, such as 2026-11-03T22:10:00+02:00",
    "timezone": "; give a time with its offset, such as 2026-11-03T22:10:00+02:00",
    "date": "; give a day such as 2026-11-03",
    "json": "; send a JSON object",
    "extra": "; leave it out",
}
_NAME: Final = re.compile(r"[\w-]{1,40}")
_PACKAGE: Final = str(Path(graph_aria.__file__).parent)
_log = structlog.get_logger("graph_aria.api")


class Fault(BaseModel):
    """One part of the request that is wrong."""

    where: str = Field(description="`body`, `query`, `path` or `header`.", examples=["body"])
    name: str = Field(description="The input, as a path of names.", examples=["mood"])
    detail: str = Field(description="What is wrong, and what to do.")


class Problem(BaseModel):
    """What went wrong, with which input, and what to do next (RFC 9457)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:graph-aria:problem:invalid_input",
                    "title": "The input is not valid.",
                    "status": 422,
                    "detail": "mood: input should be less than or equal to 10",
                    "code": "invalid_input",
                    "errors": [
                        {
                            "where": "body",
                            "name": "mood",
                            "detail": "input should be less than or equal to 10",
                        },
                    ],
                }
            ]
        }
    )

    type: str = Field(description="`urn:graph-aria:problem:` and the code.")
    title: str = Field(description="The same for every problem of this type.")
    status: int = Field(description="The status of the response.")
    detail: str = Field(description="This very case. Never quotes a diary.")
    code: str = Field(description="Stable name of the error.", examples=["not_found"])
    errors: list[Fault] = Field(default_factory=list, description="The inputs that are wrong.")


def status_of(error: AriaError) -> HTTPStatus:
    """The status that tells of an error."""
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def problem(
    status: int,
    code: str,
    title: str,
    detail: str,
    *,
    errors: list[Fault] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """A problem response."""
    body = Problem(
        type=f"urn:graph-aria:problem:{code}",
        title=title,
        status=status,
        detail=detail,
        code=code,
        errors=errors or [],
    )
    return JSONResponse(
        body.model_dump(),
        status_code=status,
        media_type=MEDIA_TYPE,
        headers=dict(headers or {}),
    )


def problem_of(error: AriaError) -> JSONResponse:
    """The problem response for an error of the tree."""
    status = status_of(error)
    headers = {}
    if status is HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="graph-aria"'
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "5"
    title = (type(error).__doc__ or "").strip().splitlines()[0]
    return problem(status, error.code, title, error.message, headers=headers)


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Declarations of problem responses, for a router or a route."""
    return {
        status: {
            "model": Problem,
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }


def install(app: FastAPI) -> None:
    """Let every error leave the application as a problem response."""
    app.add_exception_handler(AriaError, _on_aria_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, _on_http_exception)


async def _on_aria_error(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, AriaError):  # FastAPI calls this for nothing else
        raise error
    return problem_of(error)


def _fault(item: Mapping[str, Any]) -> Fault:
    where, *path = (str(part) for part in item["loc"]) if item["loc"] else ("body",)
    kind = str(item["type"])
    detail = str(item["msg"]).removeprefix("Value error, ")
    if kind == "json_invalid":
        detail = f"not JSON at position {path[0] if path else 0}"
        path = []
    if kind in {"enum", "literal_error"}:
        given = str(item["input"])
        # A name of one word is said again; more may be words of a diary.
        shown = f"there is no {given!r}" if _NAME.fullmatch(given) else "this is none of them"
        allowed = str(item["ctx"]["expected"]).replace("'", "").replace(" or ", ", ")
        detail = f"{shown}; give one of {allowed}"
    if kind.endswith(("too_short", "too_long")):
        detail = _of_length(kind, item["ctx"])
    detail = detail[:1].lower() + detail[1:]
    remedy = next((text for start, text in _REMEDIES.items() if kind.startswith(start)), "")
    return Fault(where=where, name=".".join(path) or where, detail=detail + remedy)


def _of_length(kind: str, limits: Mapping[str, Any]) -> str:
    """What is wrong with the length of a text or a list.

    >>> _of_length("string_too_short", {"min_length": 1})
    'is empty; give at least one character'
    >>> _of_length("too_long", {"max_length": 10_000})
    'has too many items; give at most 10,000'
    """
    what = "character" if kind.startswith("string") else "item"
    if kind.endswith("too_long"):
        how = "is too long" if what == "character" else "has too many items"
        unit = " characters" if what == "character" else ""
        return f"{how}; give at most {limits['max_length']:,}{unit}"
    least = int(limits["min_length"])
    if least == 1:
        return f"is empty; give at least one {what}"
    return f"is too short; give at least {least:,} {what}s"


async def _on_invalid_request(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):  # FastAPI calls this for nothing else
        raise error
    faults = [_fault(item) for item in error.errors()]
    detail = "; ".join(f"{fault.name}: {fault.detail}" for fault in faults[:5])
    return problem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        InvalidInput.code,
        "The input is not valid.",
        detail,
        errors=faults,
    )


async def _on_http_exception(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):  # Starlette calls this for nothing else
        raise error
    status = HTTPStatus(error.status_code)
    if status is HTTPStatus.BAD_REQUEST:
        cause = error.__cause__
        where = f" at byte {cause.start}" if isinstance(cause, UnicodeDecodeError) else ""
        detail = (
            f"the body is not valid UTF-8{where}; send it encoded as UTF-8"
            if isinstance(cause, UnicodeDecodeError)
            else "the body could not be parsed; send a JSON object in UTF-8"
        )
        return problem(
            HTTPStatus.UNPROCESSABLE_ENTITY, InvalidInput.code, "The input is not valid.", detail
        )
    if status is HTTPStatus.NOT_FOUND:
        detail = "there is no such route; see /api/v1/openapi.json"
    elif status is HTTPStatus.METHOD_NOT_ALLOWED:
        detail = f"this route does not take {request.method}; see /api/v1/openapi.json"
    else:
        detail = status.description or status.phrase
    return problem(
        status,
        status.phrase.lower().replace(" ", "_"),
        status.phrase,
        detail,
        headers=error.headers,
    )


def unexpected(error: BaseException) -> JSONResponse:
    """The response to a fault of ours: logged by its kind and place, never its words."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [frame for frame in frames if _PACKAGE in frame.f_code.co_filename]
    place = f"{Path(own[-1].f_code.co_filename).name}:{own[-1].f_lineno}" if own else ""
    _log.error("unexpected", error=type(error).__name__, place=place)
    return problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        AriaError.code,
        "Something went wrong.",
        "this is a fault of graph-aria; what was asked for may not have been done. The log names "
        "the place",
    )
