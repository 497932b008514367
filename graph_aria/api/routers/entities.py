"""Entities: seeing them with their evidence, and setting them right."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from graph_aria.api import PREFIX
from graph_aria.api.deps import ReadScope, Scope, WriteScope
from graph_aria.api.problems import responses
from graph_aria.api.rendering import EVIDENCE_LIMIT, show_entity, show_evidence, show_ruling
from graph_aria.api.schemas.graph import (
    EditedEntity,
    EntityDetail,
    Ruled,
    ShownEntity,
    ShownEvidence,
)
from graph_aria.api.schemas.identity import DeletedEntity
from graph_aria.api.schemas.values import Cursor, Limit, Listed, Words
from graph_aria.domain.graph import Entity
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.records import RulingVerb
from graph_aria.domain.rulings import checked_name
from graph_aria.domain.said import may_merge
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import InvalidInput
from graph_aria.stages.rule import Decision, rule, rule_away, rule_together

router = APIRouter(
    prefix=f"{PREFIX}/entities", tags=["entities"], responses=responses(401, 404, 422, 503)
)
EntityId = Annotated[
    str,
    Path(
        max_length=64,
        description="`me` stands for the user.",
        examples=["019a4b7e-0c00-7000-8000-000000000001"],
    ),
]
_RESERVED = frozenset({"me", "you", "i"})
_VERBS = {"pin": RulingVerb.PIN, "unpin": RulingVerb.UNPIN, "revive": RulingVerb.REVIVE}


def entity_id_of(scope: Scope, reference: str) -> str:
    """An entity id, where `me` stands for the user."""
    return scope.profile.user_id if reference == "me" else reference


async def _rulable(scope: Scope, reference: str) -> str:
    """Id of an entity that can be ruled about: a merged one gives its survivor.

    Raises:
        NotFound: there is none.
        InvalidInput: it is the user.
    """
    found = await scope.store.get_entity(scope.profile.id, entity_id_of(scope, reference))
    if found.entity.is_user:
        raise InvalidInput(
            "this entity is you: it is always active and cannot be changed here; your name is "
            "the profile's (`aria settings set name …`)"
        )
    return found.entity.id


@router.get("", operation_id="listEntities", summary="List entities, heaviest first")
async def list_entities(
    scope: ReadScope,
    kind: Annotated[Kind | None, Query(description="Only of this kind.")] = None,
    active: Annotated[bool | None, Query(description="Only active, or only faded ones.")] = None,
    pinned: Annotated[bool | None, Query(description="Only pinned ones, or only others.")] = None,
    query: Annotated[Words | None, Query()] = None,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = 50,
) -> Listed[ShownEntity]:
    """Entities, heaviest first; the user is not one of them."""
    now = await scope.now()
    page = await scope.store.list_entities(
        scope.profile.id,
        now=now,
        kind=kind,
        active=active,
        pinned=pinned,
        query=query,
        cursor=cursor,
        limit=limit,
    )
    return Listed(
        items=[ShownEntity.of(e, now=now, dial=scope.profile.dial) for e in page.items],
        next_cursor=page.next_cursor,
    )


@router.get("/{entity_id}", operation_id="getEntity", summary="See an entity and why it is there")
async def get_entity(entity_id: EntityId, scope: ReadScope) -> EntityDetail:
    """An entity with its weight, when it fades, its aliases and its evidence.

    The id of one that was merged gives its survivor.
    """
    found = await scope.store.get_entity(scope.profile.id, entity_id_of(scope, entity_id))
    return await show_entity(scope, found)


@router.get(
    "/{entity_id}/evidence", operation_id="listEvidence", summary="List an entity's evidence"
)
async def list_evidence(
    entity_id: EntityId,
    scope: ReadScope,
    cursor: Annotated[Cursor | None, Query()] = None,
    limit: Annotated[Limit, Query()] = EVIDENCE_LIMIT,
) -> Listed[ShownEvidence]:
    """Every piece of evidence, newest first, with the words it came from."""
    found = await scope.store.get_entity(scope.profile.id, entity_id_of(scope, entity_id))
    page = await scope.store.read_evidence(
        scope.profile.id, found.entity.id, cursor=cursor, limit=limit
    )
    return Listed(items=show_evidence(page.items), next_cursor=page.next_cursor)


@router.patch(
    "/{entity_id}",
    operation_id="editEntity",
    summary="Give an entity another name or kind",
    responses=responses(403, 409, 507),
)
async def edit_entity(entity_id: EntityId, body: EditedEntity, scope: WriteScope) -> EntityDetail:
    """Rule how an entity is called and what it is; no reading changes that again."""
    target = await _rulable(scope, entity_id)
    if body.name is None and body.kind is None:
        raise InvalidInput("nothing to change; give `name` or `kind`")
    decisions = []
    if body.name is not None:
        decisions.append(Decision(RulingVerb.RENAME, target, value=_free_name(body.name)))
    if body.kind is not None:
        decisions.append(Decision(RulingVerb.SET_KIND, target, value=body.kind.value))
    await rule_together(scope.store, scope.clock, scope.ids, scope.profile.id, decisions)
    found = await scope.store.get_entity(scope.profile.id, target)
    detail = await show_entity(scope, found)
    if body.name is None:
        return detail
    return detail.model_copy(update={"note": await _namesake_note(scope, found.entity)})


def _free_name(name: str) -> str:
    """A name that an entity can be given.

    Raises:
        InvalidInput: it stands for the user wherever an entity is named.
    """
    checked = checked_name(name)
    if normalized(checked) in _RESERVED:
        message = f"name: {checked!r} stands for you wherever something is named; give another"
        raise InvalidInput(message)
    return checked


async def _namesake_note(scope: Scope, entity: Entity) -> str | None:
    """What to say where another entity is known by the same name."""
    same = await scope.store.find_candidates(scope.profile.id, [entity.key])
    others = [one.entity for one in same if one.entity.id != entity.id and not one.entity.is_user]
    if not others:
        return None
    # What may be the same comes first.
    others.sort(key=lambda one: (not may_merge(one.kind, entity.kind), one.id))
    other, helps = others[0], "if they are the same, merge them: `aria entity merge`"
    if not may_merge(other.kind, entity.kind):
        helps = "the name means both from now on: say which by the id, or choose another name"
    what = other.role or f"{'an' if other.kind[0] in 'AEO' else 'a'} {other.kind.lower()}"
    if other.kind is entity.kind:
        what = f"another {other.kind.lower()}"
    return f"{what} is known as {entity.name} too ({other.id}); {helps}"


@router.delete(
    "/{entity_id}",
    operation_id="deleteEntity",
    summary="Delete an entity",
    responses=responses(403, 409, 507),
)
async def delete_entity(entity_id: EntityId, scope: WriteScope) -> DeletedEntity:
    """Take back every mention of an entity, and delete the memories about it.

    The entries stay, and reading them again does not bring it or these back.
    """
    target = await _rulable(scope, entity_id)
    ruling, gone = await rule_away(scope.store, scope.clock, scope.ids, scope.profile.id, target)
    scope.wake()
    return DeletedEntity(**show_ruling(ruling).model_dump(), memories_gone=len(gone))


@router.post(
    "/{entity_id}/{verb}",
    operation_id="ruleEntity",
    summary="Pin, unpin or revive an entity",
    status_code=HTTPStatus.OK,
    responses=responses(403, 409, 507),
)
async def rule_entity(
    entity_id: EntityId,
    verb: Annotated[Literal["pin", "unpin", "revive"], Path()],
    scope: WriteScope,
) -> EntityDetail:
    """Pin: always in the chapter. Unpin: as its weight says. Revive: as if just mentioned."""
    target = await _rulable(scope, entity_id)
    await _rule(scope, _VERBS[verb], target)
    return await show_entity(scope, await scope.store.get_entity(scope.profile.id, target))


async def _rule(scope: Scope, verb: RulingVerb, target_id: str) -> Ruled:
    ruling = await rule(scope.store, scope.clock, scope.ids, scope.profile.id, verb, target_id)
    return show_ruling(ruling)
