"""Setting the graph right: `aria entity …` and `aria relation …`."""

from __future__ import annotations

from typing import Annotated

import typer

from graph_aria.cli import pick, tables
from graph_aria.cli.life import EntityRef, tell_entity
from graph_aria.cli.options import Yes
from graph_aria.cli.session import Session, command
from graph_aria.cli.show import local
from graph_aria.cli.times import instant_of, sent
from graph_aria.domain.sentences import counted
from graph_aria.errors import NotFound

entity = typer.Typer(no_args_is_help=True, help="Entities: list, show, set right.")
relation = typer.Typer(no_args_is_help=True, help="Relations: list, show, set right.")
RelationRef = Annotated[
    str, typer.Argument(metavar="RELATION", help="An id, or the end of one; see `relation list`.")
]
_KINDS = (
    "Person, Animal, Place, Organization, Activity, Topic, Emotion, Event, Goal, Condition, Thing"
)


@command(entity, "list")
def list_entities(
    session: Session,
    *,
    query: Annotated[
        str | None, typer.Option("--query", metavar="WORDS", help="Words of a name.")
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help=_KINDS + ".")] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--faded", help="Only these.", show_default=False)
    ] = None,
    pinned: Annotated[bool, typer.Option("--pinned", help="Only pinned ones.")] = False,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 30,
) -> None:
    """List entities, heaviest first."""
    page = session.get(
        "/entities",
        query=query,
        kind=None if kind is None else kind.capitalize(),
        active=active,
        pinned=pinned or None,
        limit=limit,
    )
    if session.emit(page):
        return
    if not page["items"]:
        session.say("nothing here")
        return
    session.out.print(tables.entity_table(page["items"], session.zone, session.out.width))
    if page["next_cursor"]:
        session.note(f"there are more; --limit shows more than {limit}")


@command(entity, "show")
def show_entity(session: Session, reference: EntityRef) -> None:
    """Show an entity with its newest evidence. `aria why` shows all of it."""
    answer = session.get(f"/entities/{pick.entity_id(session, reference)}")
    if not session.emit(answer):
        tell_entity(session, answer)


@command(entity, "rename")
def rename(
    session: Session,
    reference: EntityRef,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
) -> None:
    """Give an entity another name; the old one still finds it."""
    target = pick.entity_id(session, reference, whole=True)
    answer = session.patch(f"/entities/{target}", {"name": name})
    if not session.emit(answer):
        session.say(f"it is called {answer['entity']['name']} now")
        if answer["note"]:
            session.note(answer["note"])


@command(entity, "set-kind")
def set_kind(
    session: Session,
    reference: EntityRef,
    kind: Annotated[str, typer.Argument(metavar="KIND", help=_KINDS + ".")],
) -> None:
    """Say what an entity is."""
    target = pick.entity_id(session, reference)
    answer = session.patch(f"/entities/{target}", {"kind": kind.capitalize()})
    if not session.emit(answer):
        item = answer["entity"]
        session.say(f"{item['name']}: {item['kind'].lower()}")


def _rule(session: Session, reference: str, verb: str, done: str) -> None:
    answer = session.post(f"/entities/{pick.entity_id(session, reference)}/{verb}")
    if not session.emit(answer):
        session.say(f"{answer['entity']['name']} {done}")


@command(entity, "pin")
def pin(session: Session, reference: EntityRef) -> None:
    """Keep an entity in the chapter whatever its weight."""
    _rule(session, reference, "pin", "is pinned")


@command(entity, "unpin")
def unpin(session: Session, reference: EntityRef) -> None:
    """Let an entity fade again as its weight says."""
    _rule(session, reference, "unpin", "is no longer pinned")


@command(entity, "revive")
def revive(session: Session, reference: EntityRef) -> None:
    """Bring a faded entity back, as if you had just mentioned it."""
    _rule(session, reference, "revive", "is back")


@command(entity, "delete")
def delete_entity(session: Session, reference: EntityRef, *, yes: Yes = False) -> None:
    """Take back every mention of an entity, and the memories about it; the entries stay."""
    target = pick.entity_id(session, reference, whole=True)
    name = session.get(f"/entities/{target}")["entity"]["name"]
    session.confirm(f"Delete {name} from the graph?", yes=yes)
    answer = session.delete(f"/entities/{target}")
    if not session.emit(answer):
        session.say(f"{name} is deleted; reading your entries again will not bring it back")
        if answer["memories_gone"]:
            n = counted(answer["memories_gone"], "memory", "memories")
            session.say(f"{n} about it went along")


@command(relation, "list")
def list_relations(
    session: Session,
    *,
    about: Annotated[
        str | None, typer.Option("--entity", metavar="ENTITY", help="Only with this entity.")
    ] = None,
    predicate: Annotated[
        str | None, typer.Option("--predicate", metavar="PREDICATE", help="Only this one.")
    ] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--past", help="Only these.", show_default=False)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Also what only came up together.")] = False,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 30,
) -> None:
    """List relations as sentences, with your words, heaviest first."""
    asked = {
        "entity": None if about is None else pick.entity_id(session, about),
        "predicate": None if predicate is None else _predicate(predicate),
        "active": active,
        "quotes": True,
        "limit": limit,
    }
    page = session.get("/relations", **asked)
    if session.emit(page):
        return
    every = every or predicate is not None
    items, cursor = page["items"] if every else tables.telling(page["items"]), page["next_cursor"]
    while not every and cursor is not None and len(items) < limit:
        page = session.get("/relations", cursor=cursor, **{**asked, "limit": 200})
        items, cursor = items + tables.telling(page["items"]), page["next_cursor"]
    if not items:
        session.say(
            "nothing here" if every else "nothing here; --all also shows what came up together"
        )
        return
    session.out.print(tables.relation_table(items[:limit], session.out.width))
    if cursor is not None or len(items) > limit:
        session.note(f"there are more; --limit shows more than {limit}")


@command(relation, "show")
def show_relation(session: Session, reference: RelationRef) -> None:
    """Show a relation with every phrase that shows it."""
    answer = session.get(f"/relations/{pick.relation_id(session, reference)}")
    if session.emit(answer):
        return
    session.out.print(tables.relation_table([answer["relation"]], session.out.width))
    session.out.print(tables.evidence_table(answer["evidence"], session.out.width))


@command(relation, "add")
def add_relation(
    session: Session,
    subject: Annotated[str, typer.Argument(metavar="SUBJECT", help="An entity, or `me`.")],
    predicate: Annotated[str, typer.Argument(metavar="PREDICATE", help="MITIGATES, LIKES …")],
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="An entity, or `me`.")],
) -> None:
    """State a relation by hand; it also lifts an earlier rejection."""
    body = {
        "subject_id": _end(session, subject),
        "predicate": _predicate(predicate),
        "object_id": _end(session, object_),
    }
    answer = session.post("/relations", body)
    if not session.emit(answer):
        session.say(answer["relation"]["sentence"])


@command(relation, "edit")
def edit_relation(
    session: Session,
    reference: RelationRef,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="ENTITY", help="Another subject.")
    ] = None,
    predicate: Annotated[
        str | None, typer.Option("--predicate", metavar="PREDICATE", help="Another one.")
    ] = None,
    object_: Annotated[
        str | None, typer.Option("--object", metavar="ENTITY", help="Another object.")
    ] = None,
) -> None:
    """Correct a relation. What is right is stated, what was wrong is rejected."""
    target = pick.relation_id(session, reference)
    body = {
        "subject_id": None if subject is None else _end(session, subject),
        "predicate": None if predicate is None else _predicate(predicate),
        "object_id": None if object_ is None else _end(session, object_),
    }
    answer = session.patch(f"/relations/{target}", body)
    if not session.emit(answer):
        session.say(answer["relation"]["sentence"])


@command(relation, "reject")
def reject_relation(session: Session, reference: RelationRef) -> None:
    """Say that a relation is wrong. Reading the entry again does not bring it back."""
    target = pick.relation_id(session, reference)
    said = session.get(f"/relations/{target}")["relation"]["sentence"]
    answer = session.post(f"/relations/{target}/reject")
    if not session.emit(answer):
        session.say(f"rejected: {said}")


@command(relation, "end")
def end_relation(
    session: Session,
    reference: RelationRef,
    at: Annotated[
        str | None, typer.Option("--at", metavar="TIME", help="When it ended; now if left out.")
    ] = None,
) -> None:
    """Say that a relation is over; it stays queryable."""
    moment = None if at is None else sent(instant_of(at, session.zone)[0], session.zone)
    target = pick.relation_id(session, reference)
    answer = session.post(f"/relations/{target}/end", {"at": moment})
    if not session.emit(answer):
        item = answer["relation"]
        since = f" since {local(item['ended_at'], session.zone)}" if item["ended_at"] else ""
        session.say(f"over{since}: {item['sentence']}")


@command(relation, "delete")
def delete_relation(session: Session, reference: RelationRef, *, yes: Yes = False) -> None:
    """Take back what was read of a relation. What you say later counts again."""
    target = pick.relation_id(session, reference)
    said = session.get(f"/relations/{target}")["relation"]["sentence"]
    session.confirm(f"Delete “{said}”?", yes=yes)
    answer = session.delete(f"/relations/{target}")
    if not session.emit(answer):
        session.say(f"deleted: {said}")


def _predicate(text: str) -> str:
    return text.strip().upper().replace("-", "_").replace(" ", "_")


def _end(session: Session, reference: str) -> str:
    """Id of an end of a relation to be."""
    try:
        return pick.entity_id(session, reference)
    except NotFound as error:
        message = f"there is no {reference} yet; mention it in an entry first"
        raise NotFound(message) from error
