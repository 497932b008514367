"""Search: what is relevant to some words, with the exact words that it rests on."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import Field

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope
from graph_aria.api.problems import responses
from graph_aria.api.schemas.search import Found, FoundHit, FoundQuote, NamedEntity
from graph_aria.domain.retrieval import Hit
from graph_aria.stages.retrieve import retrieve
from graph_aria.stages.tell_time import tell_time

NOTHING: Final = "nothing relevant was found: nothing that you said has to do with these words"

router = APIRouter(
    prefix=f"{PREFIX}/search", tags=["search"], responses=responses(401, 404, 422, 503)
)
Asked = Annotated[
    str,
    Field(
        max_length=2000,
        description="A question or words; any signs in them are only signs.",
        examples=["What helped with my anxiety last spring?"],
    ),
]


@router.get("", operation_id="search", summary="Find what has to do with some words")
async def search(
    scope: ReadScope,
    *,
    q: Annotated[Asked, Query()] = "",
    limit: Annotated[int, Query(ge=1, le=50, description="Most hits.")] = 12,
    namespace: Annotated[
        str,
        Query(max_length=200, description="Looked at beside what is used everywhere."),
    ] = "",
) -> Found:
    """Memories, passages of entries and turns, relations that are over too, and past chapters.

    By meaning, words, names and the time that is asked about; two of these speak for each hit.
    Where nothing is relevant the answer is empty and says so.
    """
    found = await retrieve(
        scope.store,
        scope.services.faculties,
        scope.profile,
        q,
        now=await tell_time(scope.store, scope.clock),
        scope=namespace,
        limit=limit,
        with_held=True,
    )
    return Found(
        hits=[_shown(hit) for hit in found.hits],
        entities=[NamedEntity(id=one.id, name=one.name, kind=one.kind) for one in found.entities],
        since=found.since,
        until=found.until,
        note=None if found.hits else NOTHING,
    )


def _shown(hit: Hit) -> FoundHit:
    return FoundHit(
        kind=hit.kind,
        id=hit.id,
        score=hit.score,
        text=hit.text,
        quotes=[
            FoundQuote(
                entry_id=one.entry_id,
                start=one.start,
                end=one.end,
                text=one.text,
                day=one.day,
                conversation_id=one.conversation_id,
            )
            for one in hit.quotes
        ],
        stale=hit.is_stale,
        active=hit.is_active,
    )
