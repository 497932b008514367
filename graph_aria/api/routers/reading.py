"""Reading words without keeping them."""

from __future__ import annotations

from fastapi import APIRouter

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope
from graph_aria.api.problems import responses
from graph_aria.api.readings import show_preview
from graph_aria.api.schemas.reading import ShownPreview, ToRead
from graph_aria.stages.preview import preview

router = APIRouter(prefix=PREFIX, tags=["entries"], responses=responses(401, 404, 413, 422, 503))


@router.post("/read", operation_id="previewReading", summary="Read words and keep nothing")
async def preview_reading(body: ToRead, scope: ReadScope) -> ShownPreview:
    """What would be read in words and why, and whom they would be taken to speak of."""
    found = await preview(
        scope.store,
        scope.services.reader,
        scope.clock,
        scope.profile,
        text=body.text,
        occurred_at=body.occurred_at,
        zone=body.zone,
    )
    return show_preview(found)
