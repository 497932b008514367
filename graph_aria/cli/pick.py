"""From what a person calls a thing to its id."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from graph_aria.cli.session import Session
from graph_aria.cli.show import short
from graph_aria.domain.normalizing import normalized
from graph_aria.errors import Ambiguous, NotFound

MIN_SUFFIX: Final = 6
_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_SUFFIX: Final = re.compile(r"[0-9a-f-]{6,36}")
_ME: Final = frozenset({"me", "you", "i"})
_MOST_CHOICES: Final = 8


def entity_id(session: Session, reference: str, *, whole: bool = False) -> str:
    """Id of the entity with an id, the end of one, or a name; `me` is the user.

    Args:
        session: where it is looked up.
        reference: what a person calls it.
        whole: for what is not easily undone: the beginning of a name is asked about, and
            where nobody can be asked it is not enough.

    Raises:
        NotFound: there is none.
        typer.Abort: somebody was asked, and it was not meant.
        Ambiguous: several have that name; the message lists them.
    """
    if _ID.fullmatch(reference) or reference == "me":
        return reference
    found = session.get("/entities", query=reference, limit=50)["items"]
    wanted = normalized(reference)
    exact = [item for item in found if normalized(item["name"]) == wanted]
    if whole and found and not exact:
        return _whole(session, reference, found)
    if len(exact) == 1 or (not exact and len(found) == 1):
        return str((exact or found)[0]["id"])
    if not found and wanted in _ME | {normalized(session.profile["name"])}:
        return "me"
    if not found and _SUFFIX.fullmatch(reference):
        return by_suffix(session.everything("/entities"), reference, "entity")
    if not found:
        message = f"there is no entity {reference!r}; see `aria entity list`"
        raise NotFound(message)
    raise Ambiguous(_choices(reference, exact or found))


def _whole(session: Session, reference: str, found: Sequence[dict[str, Any]]) -> str:
    """Id of the one among some that is also known by just this name."""
    wanted = normalized(reference)
    exact = [
        item
        for item in found
        if any(
            normalized(alias["name"]) == wanted
            for alias in session.get(f"/entities/{item['id']}")["aliases"]
        )
    ]
    if len(exact) == 1:
        return str(exact[0]["id"])
    if len(exact or found) > 1:
        raise Ambiguous(_choices(reference, exact or found))
    (item,) = found
    what = f"{item['name']}, {item['role'] or item['kind'].lower()}"
    if not session.is_interactive:
        message = (
            f"nothing is called just {reference!r}; if you mean {what}, give the whole name or "
            f"its id: {short(item['id'])}"
        )
        raise NotFound(message)
    session.confirm(f"Nothing is called just {reference!r}. Do you mean {what}?", yes=False)
    return str(item["id"])


def _choices(reference: str, found: Sequence[dict[str, Any]]) -> str:
    lines = [
        f"  {short(item['id'])}  {item['name']}, {item['role'] or item['kind'].lower()}"
        for item in found[:_MOST_CHOICES]
    ]
    if len(found) > _MOST_CHOICES:
        lines.append("  …")
    return "\n".join([f"{reference!r} can mean more than one thing; use an id:", *lines])


def entry_id(session: Session, reference: str | None) -> str:
    """Id of the entry with an id or the end of one; the latest if there is no reference.

    Raises:
        NotFound: there is none.
        Ambiguous: several ids end so.
    """
    if reference is None or reference == "last":
        latest = session.get("/entries", limit=1)["items"]
        if not latest:
            raise NotFound("there is no entry yet; write one with `aria log`")
        return str(latest[0]["id"])
    if _ID.fullmatch(reference):
        return reference
    return by_suffix(session.everything("/entries"), reference, "entry")


def relation_id(session: Session, reference: str) -> str:
    """Id of the relation with an id or the end of one.

    Raises:
        NotFound: there is none.
        Ambiguous: several ids end so.
    """
    if _ID.fullmatch(reference):
        return reference
    return by_suffix(session.everything("/relations"), reference, "relation")


def conversation_id(session: Session, reference: str) -> str:
    """Id of the conversation with an id or the end of one.

    Raises:
        NotFound: there is none.
        Ambiguous: several ids end so.
    """
    if _ID.fullmatch(reference):
        return reference
    return by_suffix(session.everything("/conversations"), reference, "conversation")


def by_suffix(items: Sequence[dict[str, Any]], reference: str, what: str) -> str:
    """Id of the only item whose id ends so.

    Raises:
        NotFound: none does, or the reference is too short to tell.
        Ambiguous: several do.
    """
    found = [item["id"] for item in items if item["id"].endswith(reference.lower())]
    if len(reference) < MIN_SUFFIX or not found:
        message = (
            f"there is no {what} {reference!r}; give its id, or at least the last {MIN_SUFFIX} "
            f"characters of it"
        )
        raise NotFound(message)
    if len(found) > 1:
        message = f"{len(found)} ids end in {reference}; give more of it"
        raise Ambiguous(message)
    return str(found[0])
