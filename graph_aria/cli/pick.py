"""From what a person calls a thing to its id."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from graph_aria.cli.session import Session
from graph_aria.cli.show import first_line, short
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.search_words import content_words, holds_words
from graph_aria.errors import Ambiguous, NotFound

MIN_SUFFIX: Final = 6
_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_SUFFIX: Final = re.compile(r"[0-9a-f-]{6,36}")
_ME: Final = frozenset({"me", "you", "i"})
_MOST_CHOICES: Final = 8
_STANDING: Final = frozenset({"current", "held", "pending"})
"""States of memories that may be so."""


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
    """Id of the entry with an id or the end of one; of the one written last for `last` or None.

    Raises:
        NotFound: there is none.
        Ambiguous: several ids end so.
    """
    if reference is None or reference == "last":
        return str(session.get("/entries/last")["id"])
    if _ID.fullmatch(reference):
        return reference
    try:
        return by_suffix(session.everything("/entries"), reference, "entry")
    except NotFound:
        # Memories written by hand are entries too, though no list shows them.
        return by_suffix(session.everything("/entries", form="Note"), reference, "entry")


def relation_id(session: Session, reference: str) -> str:
    """Id of the relation with an id or the end of one.

    Raises:
        NotFound: there is none.
        Ambiguous: several ids end so.
    """
    return _listed_id(session, reference, "relation")


def conversation_id(session: Session, reference: str) -> str:
    """Id of the conversation with an id or the end of one.

    Raises:
        NotFound: there is none.
        Ambiguous: several ids end so.
    """
    return _listed_id(session, reference, "conversation")


def _listed_id(session: Session, reference: str, what: str) -> str:
    if _ID.fullmatch(reference):
        return reference
    return by_suffix(session.everything(f"/{what}s"), reference, what)


def memory_id(session: Session, reference: str) -> str:
    """Id of the memory with an id, the end or the beginning of one, or some words.

    Words mean the only memory, of whatever state, that holds all of them; one that holds
    nowadays comes before those that no longer do.

    Raises:
        NotFound: there is none.
        Ambiguous: several are meant; the message lists them.
    """
    if _ID.fullmatch(reference):
        return reference
    if _SUFFIX.fullmatch(reference):
        items = session.everything("/memories", state="all")
        found = [item for item in items if reference in _ends(item["id"], len(reference))]
        if len(found) == 1:
            return str(found[0]["id"])
        if len(found) > 1:
            raise Ambiguous(_memory_choices(reference, found))
    found, others = named_memories(session, reference, state="all")
    if len(found) > 1:
        found = [item for item in found if item["state"] in _STANDING] or found
    if len(found) == 1:
        return str(found[0]["id"])
    if found:
        raise Ambiguous(_memory_choices(reference, found))
    message = f"no memory says {reference!r}; see `aria memory list`"
    if others:
        lines = _memory_choices(reference, others).partition("\n")[2]
        message = f"no memory says just {reference!r}; near it are:\n{lines}"
    raise NotFound(message)


def named_memories(
    session: Session, words: str, **asked: Any
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Memories that hold all the words that tell what is meant, and others near them.

    Both empty if no word does: every memory would be as near.
    """
    if not content_words(words):
        return [], []
    found = session.get("/memories", search=words, limit=50, **asked)["items"]
    named = [item for item in found if holds_words(item["text"], words)]
    return named, [item for item in found if item not in named][:_MOST_CHOICES]


def _ends(full_id: str, length: int) -> tuple[str, str]:
    return full_id[:length], full_id[-length:]


def _memory_choices(reference: str, found: Sequence[dict[str, Any]]) -> str:
    lines = [f"  {short(item['id'])}  {first_line(item['text'])}" for item in found[:_MOST_CHOICES]]
    if len(found) > _MOST_CHOICES:
        lines.append("  …")
    return "\n".join([f"{reference!r} can mean more than one memory; use an id:", *lines])


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
