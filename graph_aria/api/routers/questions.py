"""Open questions: whether two entities are the same."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query

from graph_aria.api import PREFIX
from graph_aria.api.asking import show_questions
from graph_aria.api.deps import ReadScope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.schemas.identity import Answered, ShownQuestion
from graph_aria.api.schemas.values import Cursor, Limit, Listed
from graph_aria.errors import NotFound
from graph_aria.stages.identify import answer_question

router = APIRouter(
    prefix=f"{PREFIX}/questions", tags=["entities"], responses=responses(401, 404, 422, 503)
)
QuestionId = Annotated[str, Path(max_length=64, examples=["5f0c8f0e-3f8a-8b1d-a2c4-9d1e6b7a8c90"])]


@router.get("", operation_id="listQuestions", summary="List open questions")
async def list_questions(
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 20,
) -> Listed[ShownQuestion]:
    """What the program cannot tell: whether two entities are the same; newest first.

    A page may hold fewer than `limit`, or none, with more to come.
    """
    page = await scope.store.list_questions(scope.profile.id, cursor=cursor, limit=limit)
    return Listed(items=await show_questions(scope, page.items), next_cursor=page.next_cursor)


@router.get("/{question_id}", operation_id="getQuestion", summary="See a question")
async def get_question(question_id: QuestionId, scope: ReadScope) -> ShownQuestion:
    """A question with both entities, answered or not."""
    question = await scope.store.get_question(scope.profile.id, question_id)
    shown = await show_questions(scope, [question], settled=True)
    if not shown:
        raise NotFound
    return shown[0]


@router.post(
    "/{question_id}/answer",
    operation_id="answerQuestion",
    summary="Answer a question",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def answer(question_id: QuestionId, body: Answered, scope: WriteScope) -> ShownQuestion:
    """Say whether the two are the same; it holds for ever.

    `same` merges them, which can be undone; `different` keeps them apart whatever is read;
    `unsure` leaves both as they are and does not ask again.
    """
    question = await answer_question(
        scope.store, scope.clock, scope.ids, scope.profile, question_id, body.answer
    )
    return (await show_questions(scope, [question], settled=True))[0]
