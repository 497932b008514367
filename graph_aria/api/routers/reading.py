"""Reading words without keeping them."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from graph_aria.api import PREFIX
from graph_aria.api.caring import shown_care
from graph_aria.api.deps import ReadScope
from graph_aria.api.problems import responses
from graph_aria.api.readings import show_preview
from graph_aria.api.schemas.reading import ShownPreview, ToRead
from graph_aria.errors import TextTooLarge
from graph_aria.stages.preview import preview

MAX_BYTES: Final = 100_000
"""A text of that size is read in at most ten seconds."""

router = APIRouter(prefix=PREFIX, tags=["entries"], responses=responses(401, 404, 413, 422, 503))


@router.post("/read", operation_id="previewReading", summary="Read words and keep nothing")
async def preview_reading(body: ToRead, scope: ReadScope) -> ShownPreview:
    """What would be read in words and why, and whom they would be taken to speak of.

    At most 100,000 bytes, a tenth of an entry: somebody waits for the answer, and everybody
    else for the reader.
    """
    size = len(body.text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        message = (
            f"the text has {size:,} bytes; at most {MAX_BYTES:,} are read without being kept: "
            "give a part of it, or write it as an entry"
        )
        raise TextTooLarge(message)
    found = await preview(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.profile,
        text=body.text,
        occurred_at=body.occurred_at,
        zone=body.zone,
    )
    return show_preview(found, shown_care(scope, found.concern))
