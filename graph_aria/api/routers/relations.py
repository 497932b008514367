"""Relations: seeing them as sentences with their quotes, and setting them right."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from graph_aria.api import PREFIX
from graph_aria.api.browser import relation_evidence_url, relation_url
from graph_aria.api.deps import ReadScope, Scope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.rendering import (
    EVIDENCE_LIMIT,
    MOST_QUOTES,
    show_evidence,
    show_relations,
    show_ruling,
)
from graph_aria.api.routers.entities import entity_id_of
from graph_aria.api.schemas.graph import (
    EditedRelation,
    EndedRelation,
    NewRelation,
    RelationDetail,
    Ruled,
    ShownRelation,
)
from graph_aria.api.schemas.values import Cursor, Limit, Listed
from graph_aria.domain.evidence import Triple
from graph_aria.domain.graph import Relation
from graph_aria.domain.graph import relation_id as id_of_relation
from graph_aria.domain.records import RulingVerb
from graph_aria.domain.rulings import checked_triple
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import InvalidInput
from graph_aria.stages.rule import Decision, rule, rule_together

router = APIRouter(
    prefix=f"{PREFIX}/relations", tags=["relations"], responses=responses(401, 404, 422, 503)
)
RelationId = Annotated[str, Path(max_length=64, examples=["5f0c8f0e-3f8a-8b1d-a2c4-9d1e6b7a8c90"])]


@router.get("", operation_id="listRelations", summary="List relations, heaviest first")
async def list_relations(
    scope: ReadScope,
    *,
    entity: Annotated[
        str | None, Query(max_length=64, description="Only with this entity; `me`: the user.")
    ] = None,
    predicate: Annotated[Predicate | None, Query()] = None,
    active: Annotated[bool | None, Query(description="Only active, or only past ones.")] = None,
    quotes: Annotated[bool, Query(description="With the phrases that show each.")] = False,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> Listed[ShownRelation]:
    """Relations as sentences, heaviest first."""
    now = await scope.now()
    page = await scope.store.list_relations(
        scope.profile.id,
        now=now,
        entity_id=None if entity is None else entity_id_of(scope, entity),
        predicate=predicate,
        active=active,
        cursor=cursor,
        limit=limit,
    )
    return Listed(
        items=await show_relations(
            scope, page.items, now=now, n_quotes=MOST_QUOTES if quotes else 0
        ),
        next_cursor=page.next_cursor,
    )


@router.post(
    "",
    operation_id="createRelation",
    summary="State a relation",
    status_code=HTTPStatus.CREATED,
    responses=responses(403, 409, 507),
)
async def create_relation(
    body: NewRelation, scope: WriteScope, response: Response
) -> RelationDetail:
    """Add a relation by hand; it is evidence for itself and for both its ends."""
    triple = await _checked(scope, body.subject_id, body.predicate, body.object_id)
    await _rule(scope, RulingVerb.ADD_RELATION, triple)
    target = _target(scope, triple)
    response.headers["Location"] = f"{PREFIX}/relations/{target}"
    return await _detail(scope, target)


@router.get("/{relation_id}", operation_id="getRelation", summary="See a relation")
async def get_relation(relation_id: RelationId, scope: ReadScope) -> RelationDetail:
    """A relation with every phrase that shows it, newest first."""
    return await _detail(scope, relation_id)


@router.patch(
    "/{relation_id}",
    operation_id="editRelation",
    summary="Correct a relation",
    responses=responses(403, 409, 507),
)
async def edit_relation(
    relation_id: RelationId, body: EditedRelation, scope: WriteScope
) -> RelationDetail:
    """State what is right and reject what was wrong, in one transaction.

    The answer has the id of the right one.
    """
    old = await scope.store.get_relation(scope.profile.id, relation_id)
    right = await _checked(
        scope,
        body.subject_id or old.subject_id,
        body.predicate or old.predicate,
        body.object_id or old.object_id,
    )
    wrong = _triple(old)
    if right == wrong:
        raise InvalidInput("nothing to change; give another subject, predicate or object")

    await rule_together(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile.id,
        [
            Decision(RulingVerb.ADD_RELATION, _target(scope, right), triple=right),
            Decision(RulingVerb.REJECT_RELATION, relation_id, triple=wrong),
        ],
    )
    return await _detail(scope, _target(scope, right))


@router.delete(
    "/{relation_id}",
    operation_id="deleteRelation",
    summary="Delete a relation",
    responses=responses(403, 409, 507),
)
async def delete_relation(relation_id: RelationId, scope: WriteScope) -> Ruled:
    """Take back every statement of it that was read; what is said later counts again."""
    old = await scope.store.get_relation(scope.profile.id, relation_id)
    ruled = await _rule(scope, RulingVerb.DELETE_RELATION, _triple(old))
    scope.wake()
    return ruled


@router.post(
    "/{relation_id}/reject",
    operation_id="rejectRelation",
    summary="Reject a relation for good",
    responses=responses(403, 409, 507),
)
async def reject_relation(relation_id: RelationId, scope: WriteScope) -> Ruled:
    """Say that it is wrong: no reading brings it back, until you add it by hand."""
    old = await scope.store.get_relation(scope.profile.id, relation_id)
    return await _rule(scope, RulingVerb.REJECT_RELATION, _triple(old))


@router.post(
    "/{relation_id}/end",
    operation_id="endRelation",
    summary="Say that a relation is over",
    responses=responses(403, 409, 507),
)
async def end_relation(
    relation_id: RelationId, body: EndedRelation, scope: WriteScope
) -> RelationDetail:
    """It leaves the chapter at once and stays queryable."""
    old = await scope.store.get_relation(scope.profile.id, relation_id)
    await _rule(scope, RulingVerb.END_RELATION, _triple(old), at=body.at)
    return await _detail(scope, relation_id)


async def _checked(scope: Scope, subject_id: str, predicate: Predicate, object_id: str) -> Triple:
    subject, object_ = [
        (await scope.store.get_entity(scope.profile.id, entity_id_of(scope, reference))).entity
        for reference in (subject_id, object_id)
    ]
    return checked_triple(subject, predicate, object_)


def _triple(relation: Relation) -> Triple:
    return relation.subject_id, relation.predicate, relation.object_id


def _target(scope: Scope, triple: Triple) -> str:
    return id_of_relation(scope.profile.id, *triple)


async def _rule(
    scope: Scope, verb: RulingVerb, triple: Triple, *, at: datetime | None = None
) -> Ruled:
    ruling = await rule(
        scope.store,
        scope.clock,
        scope.ids,
        scope.profile.id,
        verb,
        _target(scope, triple),
        triple=triple,
        at=at,
    )
    return show_ruling(ruling)


async def _detail(scope: Scope, target_id: str) -> RelationDetail:
    relation = await scope.store.get_relation(scope.profile.id, target_id)
    page = await scope.store.read_evidence(scope.profile.id, target_id, limit=EVIDENCE_LIMIT)
    shown = await show_relations(scope, [relation], now=await scope.now(), n_quotes=MOST_QUOTES)
    return RelationDetail(
        relation=shown[0],
        evidence=show_evidence(page.items),
        evidence_cursor=page.next_cursor,
        browser_url=relation_url(scope, relation),
        evidence_browser_url=relation_evidence_url(scope, relation),
    )
