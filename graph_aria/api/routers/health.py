"""Whether the service lives and is ready, and its figures."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Final

from fastapi import APIRouter, Request, Response

from graph_aria.api.deps import Running
from graph_aria.api.metrics import MEDIA_TYPE, Metrics
from graph_aria.api.problems import responses
from graph_aria.api.schemas.keeping import Health
from graph_aria.errors import AriaError, StoreUnreachable

_PATIENCE_SECONDS: Final = 2.0
"""Whoever asks whether all is well waits no longer for a server that does not answer."""
router = APIRouter(tags=["health"])


@router.get("/healthz", operation_id="isAlive", summary="Whether the process lives")
async def is_alive() -> Health:
    """Always `ok`, as long as there is an answer."""
    return Health(status="ok")


@router.get(
    "/readyz",
    operation_id="isReady",
    summary="Whether everything is ready",
    responses={
        503: {"model": Health, "description": "Something is not ready; the body says what."}
    },
)
async def is_ready(services: Running, response: Response) -> Health:
    """`ready`, or 503 with what is wrong. Names parts and codes only."""
    problems = dict(services.health)
    try:
        await asyncio.wait_for(services.store.count_jobs(), _PATIENCE_SECONDS)
    except TimeoutError:
        problems["store"] = StoreUnreachable.code
    except AriaError as error:
        problems["store"] = error.code
    if problems:
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        return Health(status="not ready", problems=problems)
    return Health(status="ready")


@router.get(
    "/metrics",
    operation_id="readMetrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "Figures."},
        **responses(503),
    },
)
async def read_metrics(request: Request, services: Running) -> Response:
    """Requests, entries accepted, jobs by state, time of reading; nothing that was written."""
    metrics: Metrics = request.app.state.metrics
    jobs = await services.store.count_jobs()
    return Response(metrics.render(jobs), media_type=MEDIA_TYPE)
