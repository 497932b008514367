"""Memories: what is known about the user, where from, and setting it right."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, Scope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.remembered import (
    show_memories,
    show_memory,
    show_reviews,
)
from graph_aria.api.routers.entities import entity_id_of
from graph_aria.api.schemas.memories import (
    AnsweredReview,
    EditedMemory,
    MemoriesListed,
    MemoryCounts,
    MemoryDetail,
    NewMemory,
    ShownReview,
    WantedState,
)
from graph_aria.api.schemas.values import Cursor, Limit, Listed
from graph_aria.domain.entries import checked_text
from graph_aria.domain.life import LIFE_KINDS, kinds_listed
from graph_aria.domain.memories import Category, Memory, MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.errors import InvalidCursor, InvalidInput, InvalidText, Unavailable
from graph_aria.stages.about_entity import about_entity
from graph_aria.stages.note_memory import Noted, add_memory, edit_memory
from graph_aria.stages.rule_memory import list_reviews, rule_memory, undo_memory
from graph_aria.stages.search_memories import STANDING, is_wanted, search_memories

router = APIRouter(
    prefix=f"{PREFIX}/memories", tags=["memories"], responses=responses(401, 404, 422, 503)
)
MemoryId = Annotated[str, Path(max_length=64, examples=["019a4b7e-0c00-7000-8000-000000000004"])]
Asked = Annotated[
    str,
    Field(
        max_length=500,
        description="Your own words: memories are found by what they mean and by the words.",
        examples=["what can I not eat"],
    ),
]
_MOST_LOOKS: Final = 20
_LEFT_OUT: Final = (
    "life is off: focus and milestones are left out, but where their kind or all states are asked "
    "for; `aria settings set life on` shows them again"
)
_BECAUSE: Final = re.compile(r"^\s*because\s+(?=\S)", re.IGNORECASE)
"""It is told with that word; nobody needs to write it."""
_VERBS: Final = {
    "pin": MemoryVerb.PIN,
    "unpin": MemoryVerb.UNPIN,
    "archive": MemoryVerb.ARCHIVE,
    "restore": MemoryVerb.RESTORE,
}


@router.get("", operation_id="listMemories", summary="List memories, or search them")
async def list_memories(  # noqa: PLR0913 - each is a question
    scope: ReadScope,
    *,
    search: Annotated[Asked | None, Query()] = None,
    state: Annotated[
        WantedState | None,
        Query(description="Only in this state; current, held and pending ones if left out."),
    ] = None,
    category: Annotated[Category | None, Query(description="Only of this category.")] = None,
    kind: Annotated[MemoryKind | None, Query(description="Only of this kind.")] = None,
    pinned: Annotated[bool | None, Query(description="Only pinned ones, or only others.")] = None,
    scope_name: Annotated[
        str | None,
        Query(
            alias="scope",
            max_length=200,
            description="Only of this namespace; empty for those that are used everywhere.",
        ),
    ] = None,
    about: Annotated[
        str | None,
        Query(
            max_length=64,
            description="Only from words that speak of this entity, or with one of its names.",
        ),
    ] = None,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> MemoriesListed:
    """Memories, pinned ones first, then what was said last.

    With `search` the best come first, current ones before the others, in one part; any words
    will do. A part may hold fewer than `limit`, or none, with more to come. While life is off
    focus and milestones are listed only if `kind` or `state=all` asks for them.
    """
    wanted = MemoryFilter(
        category=category,
        kind=kind,
        pinned=pinned,
        scope=scope_name,
        about_id=None if about is None else await _entity_id(scope, about),
    )
    states = _states(state)
    kinds = kinds_listed(scope.profile, kind=kind, states=states)
    note = None if kinds >= LIFE_KINDS else _LEFT_OUT
    if search is None or not search.strip():
        found, more = await _listed(scope, wanted, states, kinds, cursor, limit)
        items = await show_memories(scope, found)
        return MemoriesListed(items=items, next_cursor=more, note=note)
    if cursor is not None:
        raise InvalidInput("a search has no parts: leave out `cursor`, or raise `limit`")
    best = await search_memories(
        scope.store,
        scope.services.faculties,
        scope.profile.id,
        search,
        wanted,
        states=states,
        kinds=kinds,
        limit=limit,
    )
    return MemoriesListed(items=await show_memories(scope, best), note=note)


async def _entity_id(scope: Scope, reference: str) -> str:
    """Id of an entity as it stands: a merged one gives its survivor."""
    found = await scope.store.get_entity(scope.profile.id, entity_id_of(scope, reference))
    return found.entity.id


def _states(wanted: WantedState | None) -> Sequence[MemoryState]:
    if wanted is None:
        return STANDING
    return tuple(MemoryState) if wanted is WantedState.ALL else (MemoryState(wanted.value),)


async def _listed(
    scope: Scope,
    wanted: MemoryFilter,
    states: Sequence[MemoryState],
    kinds: Collection[MemoryKind],
    cursor: str | None,
    limit: int,
) -> tuple[Sequence[Memory], str | None]:
    """A part of the list, and where it goes on; a store is asked for one state or for all."""
    if wanted.about_id is not None:
        return await _listed_about(scope, wanted, wanted.about_id, states, kinds, cursor, limit)
    if len(states) == 1:
        wanted = replace(wanted, state=states[0])
    found: list[Memory] = []
    for _ in range(_MOST_LOOKS):
        page = await scope.store.list_memories(
            scope.profile.id, wanted, cursor=cursor, limit=limit - len(found)
        )
        found += [one for one in page.items if one.state in states and one.kind in kinds]
        cursor = page.next_cursor
        if cursor is None or len(found) == limit:
            break
    return found, cursor


async def _listed_about(
    scope: Scope,
    wanted: MemoryFilter,
    about_id: str,
    states: Sequence[MemoryState],
    kinds: Collection[MemoryKind],
    cursor: str | None,
    limit: int,
) -> tuple[Sequence[Memory], str | None]:
    """A part of what is about an entity: learned from words that mention it, or naming it."""
    about = await about_entity(scope.store, scope.profile.id, about_id)
    known = await scope.store.read_memories(scope.profile.id, about) if about else None
    found = sorted(
        (
            memory
            for memory_id, memory in (known.memories if known is not None else {}).items()
            if memory_id in about
            and memory.state in set(states)
            and memory.kind in kinds
            and is_wanted(memory, wanted)
        ),
        key=lambda one: (one.pinned, one.confirmed_at, one.id),
        reverse=True,
    )
    first = 0
    if cursor is not None:
        first = 1 + next((at for at, one in enumerate(found) if one.id == cursor), -1)
        if not first:
            raise InvalidCursor
    part = found[first : first + limit]
    more = len(found) > first + limit
    return part, part[-1].id if more else None


@router.post(
    "",
    operation_id="addMemory",
    summary="Have something remembered",
    status_code=HTTPStatus.CREATED,
    responses={
        **responses(403, 409, 507),
        200: {"model": MemoryDetail, "description": "It was known, and is confirmed."},
    },
)
async def add(body: NewMemory, scope: WriteScope, response: Response) -> MemoryDetail:
    """Remember what the user writes, in their own words.

    What says the same as a memory confirms that one, so that a repeated request does no
    harm. Passwords, keys and card numbers are refused.
    """
    memory = await add_memory(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        _noted(body, text=body.text, namespace=body.scope or ""),
    )
    detail = await show_memory(scope, memory.id)
    is_new = len(detail.sources) == 1
    response.status_code = HTTPStatus.CREATED if is_new else HTTPStatus.OK
    response.headers["Location"] = f"{PREFIX}/memories/{memory.id}"
    return detail


def _noted(body: EditedMemory, *, text: str, namespace: str = "") -> Noted:
    return Noted(
        text=text,
        kind=body.kind,
        category=body.category,
        importance=body.importance,
        reason=because(body.reason),
        important=None if body.important is None else body.important.value(),
        expires_on=body.expires_at,
        scope=namespace,
    )


def because(reason: str | None) -> str | None:
    """A reason on one line, without the word that it is told with.

    Raises:
        InvalidText: it cannot be stored.
    """
    if reason is None:
        return None
    try:
        words = " ".join(checked_text(reason).split())
    except InvalidText as error:
        message = f"reason: {error.message}"
        raise InvalidText(message) from error
    return _BECAUSE.sub("", words)


@router.get("/counts", operation_id="countMemories", summary="Count memories by state")
async def count_memories(scope: ReadScope) -> MemoryCounts:
    """How many memories are in each state."""
    counts = await scope.store.count_memories(scope.profile.id)
    return MemoryCounts(**{state.value: n for state, n in counts.items()})


@router.get("/review", operation_id="listReviews", summary="List memories that wait for an answer")
async def reviews(scope: ReadScope, limit: Annotated[Limit, Query()] = 50) -> Listed[ShownReview]:
    """Memories that may repeat or contradict another, each with that one."""
    found = await list_reviews(scope.store, scope.profile.id, limit=limit)
    return Listed(items=await show_reviews(scope, found))


@router.get("/{memory_id}", operation_id="getMemory", summary="See a memory and why it is there")
async def get_memory(memory_id: MemoryId, scope: ReadScope) -> MemoryDetail:
    """A memory with the exact words it came from, how it stands, and its history.

    Looking at it counts as use, which keeps it fresh.
    """
    detail = await show_memory(scope, memory_id)
    with contextlib.suppress(Unavailable):  # a store that takes nothing can still be looked at
        await scope.store.use_memories(scope.profile.id, [memory_id], at=await scope.now())
    return detail


@router.patch(
    "/{memory_id}",
    operation_id="editMemory",
    summary="Change a memory",
    responses=responses(403, 409, 507),
)
async def edit(memory_id: MemoryId, body: EditedMemory, scope: WriteScope) -> MemoryDetail:
    """Give a memory other words, another kind, category, importance, reason or day.

    The user's own hand outranks what was read, also where it is pinned. The former words stay
    in its history, and undo brings them back.
    """
    if not body.model_dump(exclude_none=True):
        raise InvalidInput(
            "nothing to change; give `text`, `kind`, `category`, `importance`, `reason`, "
            "`important` or `expires_at`"
        )
    was = await scope.store.get_memory(scope.profile.id, memory_id)
    await edit_memory(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        memory_id,
        _noted(body, text=body.text or was.text),
    )
    return await show_memory(scope, memory_id)


@router.post(
    "/{memory_id}/answer",
    operation_id="answerReview",
    summary="Say how two memories stand to each other",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def answer_review(
    memory_id: MemoryId, body: AnsweredReview, scope: WriteScope
) -> MemoryDetail:
    """Say whether a memory that waits says the same, takes the other's place, or holds beside it.

    Undo takes it back. 409 if the two are not held against each other.
    """
    await rule_memory(
        scope.store,
        scope.services.faculties,
        scope.clock,
        scope.ids,
        scope.profile.id,
        memory_id,
        MemoryVerb(body.answer.value),
        other_id=body.other_id,
    )
    return await show_memory(scope, memory_id)


@router.post(
    "/{memory_id}/{verb}",
    operation_id="ruleMemory",
    summary="Pin, unpin, archive, restore or undo",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def rule(
    memory_id: MemoryId,
    verb: Annotated[Literal["pin", "unpin", "archive", "restore", "undo"], Path()],
    scope: WriteScope,
) -> MemoryDetail:
    """Pin: its words stay and it comes first. Archive: out of use until it is restored.

    Undo: take back the last thing that was done to it by hand, or its merging (409 if there is
    nothing of the kind). `note` says what that was, or why there was nothing to do.
    """
    place = scope.store, scope.services.faculties, scope.clock, scope.ids, scope.profile.id
    if verb == "undo":
        ruled = await undo_memory(*place, memory_id)
    else:
        ruled = await rule_memory(*place, memory_id, _VERBS[verb])
    detail = await show_memory(scope, ruled.memory.id)
    return detail.model_copy(update={"note": ruled.note})
