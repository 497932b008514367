"""How what is going on in a life is picked and shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text

from graph_aria.cli import pick
from graph_aria.cli.grid import Column, grid
from graph_aria.cli.remembered import MERGED, tell_forgotten, tell_history
from graph_aria.cli.session import Session
from graph_aria.cli.show import first_line, short
from graph_aria.domain.search_words import content_words, holds_words
from graph_aria.errors import Ambiguous, NotFound

_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_SUFFIX: Final = re.compile(r"[0-9a-f-]{6,36}")
_LONGEST: Final = 300
_MOST_CHOICES: Final = 8
_ONE: Final = {"focus": "focus", "milestones": "milestone"}


def life_id(session: Session, reference: str, items: Sequence[dict[str, Any]], what: str) -> str:
    """Id of the item with an id, the end of one, or words that it alone holds.

    Args:
        session: for the case that an id is not listed, such as that of a former wording.
        reference: what a person calls it.
        items: what there is.
        what: "focus" or "milestones", as its commands are called.

    Raises:
        NotFound: there is none.
        Ambiguous: several are meant; the message lists them.
    """
    if _ID.fullmatch(reference):
        return reference
    if _SUFFIX.fullmatch(reference):
        found = [item for item in items if item["id"].endswith(reference)]
        if len(found) == 1:
            return str(found[0]["id"])
    named = [
        item
        for item in items
        if content_words(reference) and holds_words(f"{item['text']}", reference)
    ]
    if len(named) == 1:
        return str(named[0]["id"])
    if named:
        lines = [f"  {short(item['id'])}  {first_line(item['text'])}" for item in named]
        more = ["  …"] * (len(lines) > _MOST_CHOICES)
        first = f"{reference!r} can mean more than one; use an id:"
        raise Ambiguous("\n".join([first, *lines[:_MOST_CHOICES], *more]))
    if _SUFFIX.fullmatch(reference):
        return pick.memory_id(session, reference)
    message = f"no {_ONE[what]} says {reference!r}; see `aria life {what} list`"
    raise NotFound(message)


def delete_life(
    session: Session,
    reference: str,
    items: Sequence[dict[str, Any]],
    what: str,
    *,
    prove: bool,
    yes: bool,
    more: str = MERGED,
) -> None:
    """Delete a focus or a milestone for good, once that was confirmed.

    Args:
        session: of the command.
        reference: what a person calls it.
        items: what there is.
        what: "focus" or "milestones", as its commands are called.
        prove: search the store for its words afterwards.
        yes: do not ask.
        more: what others that go with it were to it.
    """
    target = life_id(session, reference, items, what)
    text = next((item["text"] for item in items if item["id"] == target), f"this {_ONE[what]}")
    session.confirm(f"Delete “{text}” for good?", yes=yes)
    answer = session.delete(f"/life/{what}/{target}", prove=prove or None)
    tell_forgotten(session, answer, [text], more=more)


def quoted(item: dict[str, Any]) -> Text:
    """The newest words that something came from."""
    words = next((one["quote"] for one in item["quotes"] if one["quote"]), None)
    return Text(f"“{first_line(words, 70)}”", style="italic") if words else Text("")


def id_of(item: dict[str, Any]) -> Text:
    """The end of an id."""
    return Text(short(item["id"]), style="dim")


def flagged(item: dict[str, Any]) -> Text:
    """What something says, and what is to be known of it."""
    text = Text(item["told"], style="" if item["state"] == "current" else "dim")
    if item["pinned"]:
        text.append(" (pinned)", style="magenta")
    if item["state"] == "pending":
        text.append(" (open question: `aria memory review`)", style="yellow")
    elif item["state"] != "current":
        text.append(f" ({item['state']})", style="yellow")
    if item["learned"] != "said":
        text.append(f" (tentative: {item['learned']})", style="yellow")
    return text


def tell_said(session: Session, answer: dict[str, Any], *, stands: bool) -> None:
    """Print how something stands, all that was said of it, and how it changed."""
    said = answer["said"]
    columns = (
        Column("day"),
        Column("by that"),
        Column("in your words", least=24),
        Column("how", least=12, spare=1),
        Column("entry"),
    )
    rows = [
        (
            one["day"],
            one["standing"] if stands else "",
            Text(f"“{first_line(one['quote'], _LONGEST)}”", style="italic")
            if one["quote"]
            else "(being read again)",
            one["how"],
            Text(short(one["entry_id"]), style="dim"),
        )
        for one in said
    ]
    session.out.print(grid(columns, rows, width=session.out.width))
    tell_history(session, answer["history"])


def tell_off(session: Session, answer: dict[str, Any]) -> bool:
    """Say that life is off, if it is; whether it is."""
    note = answer["note"]
    if note:
        session.note(note)
    return bool(note)
