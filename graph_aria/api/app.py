"""The API put together: routers, problems, the gate, OpenAPI."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from graph_aria import __version__
from graph_aria.api import PREFIX
from graph_aria.api.deps import document
from graph_aria.api.examples import read_examples
from graph_aria.api.metrics import Metrics
from graph_aria.api.middleware import LOOPBACK_NAMES, Gate
from graph_aria.api.problems import MEDIA_TYPE, install
from graph_aria.api.routers import (
    chat,
    conversations,
    entities,
    entries,
    forgetting,
    graph,
    health,
    identity,
    jobs,
    life,
    life_focus,
    life_milestones,
    memories,
    moods,
    openai,
    openai_models,
    profiles,
    questions,
    reading,
    relations,
    rereading,
    search,
    settings,
    upkeep,
    upkeep_memories,
)
from graph_aria.config import Settings

_ABOUT: Final = (
    "A personal knowledge graph for journals: what you mention grows, what you stop mentioning "
    "fades. Every error is a problem response (RFC 9457) that says what was wrong, with which "
    "input, and what to do next."
)
_TAGS: Final = (
    ("entries", "What was said."),
    ("conversations", "What was said to a companion, and whether it is remembered."),
    ("chat", "What ARIA replies, and what that rests on."),
    ("moods", "How it felt."),
    ("entities", "Who and what it is about."),
    ("relations", "How these are related, with the words that show it."),
    ("memories", "What is known about the user, and where from."),
    ("life", "What is going on in a life, what changed it, and how it felt."),
    ("search", "What was said about something."),
    ("graph", "The graph, its themes and the life chapter."),
    ("jobs", "The work behind it."),
    ("settings", "What belongs to a profile."),
    ("admin", "With the admin secret from the data folder only."),
    ("health", "Without a token."),
)
_PARTS: Final = (
    entries,
    rereading,
    conversations,
    chat,
    reading,
    moods,
    identity,  # before entities, whose verbs are any word
    entities,
    questions,
    relations,
    upkeep_memories,  # before memories, whose ids are any word
    memories,
    forgetting,
    life,
    life_focus,
    life_milestones,
    search,
    graph,
    jobs,
    settings,
    profiles,
    upkeep,
    health,
    openai,
    openai_models,
)


def build(
    settings_: Settings, lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]]
) -> FastAPI:
    """The ASGI application.

    Args:
        settings_: tells under which names it answers.
        lifespan: puts `services` into the application's state.
    """
    app = FastAPI(
        title="graph-aria",
        version=__version__,
        description=_ABOUT,
        openapi_tags=[{"name": name, "description": text} for name, text in _TAGS],
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # their pages would come from a CDN
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.metrics = Metrics()
    for part in _PARTS:
        # Not `include_router`: it builds every route again, half a second for each command.
        app.router.routes.extend(part.router.routes)
    install(app)
    app.add_middleware(
        Gate,
        metrics=app.state.metrics,
        hosts=_hosts(settings_),
        any_address=not settings_.is_loopback,
    )
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # FastAPI's own way
    return app


def _hosts(settings_: Settings) -> frozenset[str]:
    named = frozenset(
        name.strip().lower() for name in settings_.allowed_hosts.split(",") if name.strip()
    )
    return LOOPBACK_NAMES | {settings_.host.lower()} | named


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The description of the API, with problem responses in their own media type."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            tags=app.openapi_tags,
            routes=app.routes,
        )
        document(schema, app.routes)
        examples = read_examples()
        for path in schema["paths"].values():
            for operation in path.values():
                if "requestBody" in operation:
                    operation["responses"]["413"] = _TOO_LARGE
                example = examples.get(operation["operationId"])
                for status, response in operation["responses"].items():
                    content = response.get("content", {})
                    if example is not None and status in _DONE and "application/json" in content:
                        content["application/json"]["example"] = example
                    if MEDIA_TYPE in content:
                        content.pop("application/json", None)
                    elif status == "422" and "application/json" in content:
                        content[MEDIA_TYPE] = {"schema": _PROBLEM_REF}
                        del content["application/json"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schema["components"]["schemas"].pop(unused, None)
        app.openapi_schema = schema
    return app.openapi_schema


_DONE: Final = ("200", "201", "202")
_PROBLEM_REF: Final = {"$ref": "#/components/schemas/Problem"}
_TOO_LARGE: Final = {
    "description": "Request Entity Too Large",
    "content": {MEDIA_TYPE: {"schema": _PROBLEM_REF}},
}
