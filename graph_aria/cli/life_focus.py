"""What you are working on or dealing with: `aria life focus …`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from rich.text import Text

from graph_aria.cli.grid import Column, grid
from graph_aria.cli.life_told import (
    delete_life,
    flagged,
    id_of,
    life_id,
    quoted,
    tell_off,
    tell_said,
)
from graph_aria.cli.options import Prove, Yes
from graph_aria.cli.remembered import change
from graph_aria.cli.session import Session, command, default_command
from graph_aria.cli.show import short
from graph_aria.domain.entries import checked_text
from graph_aria.errors import InvalidInput

focus = typer.Typer(help="What you are at: list (the default), show, add, edit, done, drop.")
FocusRef = Annotated[
    str, typer.Argument(metavar="FOCUS", help="An id, the end of one, or words of it.")
]
Why = Annotated[str | None, typer.Option("--why", metavar="WORDS", help="Why it matters.")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="2026-09-14, 2026-09 or 2026.")
]
_STANDINGS: Final = "on (the default), done, dropped or all."
_OVER: Final = {
    "silent": "perhaps over: not spoken of for four weeks",
    "ended": "perhaps over: what it is about was said to be over",
}


@default_command(focus)
def going_on(session: Session) -> None:
    """List what you are working on or dealing with."""
    _tell_list(session, session.get("/life/focus"), "on")


@command(focus, "list")
def list_focus(
    session: Session,
    standing: Annotated[
        str, typer.Option("--standing", metavar="STANDING", help=_STANDINGS)
    ] = "on",
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 50,
) -> None:
    """List what you are working on or dealing with, or what is done or dropped."""
    _tell_list(session, session.get("/life/focus", standing=standing, limit=limit), standing)


def _tell_list(session: Session, answer: dict[str, Any], standing: str) -> None:
    if session.emit(answer) or tell_off(session, answer):
        return
    if not answer["items"]:
        session.say(_EMPTY.get(standing, _EMPTY["on"]))
        return
    tell_table(session, answer["items"])


_EMPTY: Final = {
    "on": "no focus is known; say what you are at in an entry, or with `aria life focus add`",
    "done": "nothing is done yet; `aria life focus done FOCUS` says that something is",
    "dropped": "nothing was dropped; `aria life focus drop FOCUS` says that something was",
}


def tell_table(session: Session, items: list[dict[str, Any]]) -> None:
    """Print what somebody is at, each with since when, why, and its words."""
    columns = (
        Column("focus", least=28),
        Column("since"),
        Column("why", least=12, spare=1),
        Column("in your words", least=20, spare=2),
        Column("id"),
    )
    rows = []
    for item in items:
        text = flagged(item)
        if item["standing"] != "on":
            until = f" {item['until']}" if item["until"] else ""
            text.append(f" ({item['standing']}{until})", style="green")
        if item["perhaps_over"]:
            text.append(f" ({_OVER[item['perhaps_over']]})", style="yellow")
        why = Text(item["reason"] or "", style="dim")
        rows.append((text, item["since"] or "", why, quoted(item), id_of(item)))
    session.out.print(grid(columns, rows, width=session.out.width))


@command(focus, "show")
def show(session: Session, reference: FocusRef) -> None:
    """Show a focus: all that was said of it, why it matters, how it stands, how it changed."""
    answer = session.get(f"/life/focus/{_id(session, reference)}")
    if not session.emit(answer):
        _tell(session, answer)


def _tell(session: Session, answer: dict[str, Any]) -> None:
    item = answer["focus"]
    session.out.print(Text(item["told"], style="bold"))
    if item["reason"]:
        session.say(f"because {item['reason']}")
    how = {"on": "going on", "done": "done", "dropped": "dropped"}[item["standing"]]
    until = f" on {item['until']}" if item["until"] else ""
    since = f", since {item['since']}" if item["since"] else ""
    session.say(f"{how}{until}{since}")
    session.say(f"{item['state']}: {answer['stands']}")
    if item["about"]:
        names = ", ".join(one["name"] for one in item["about"])
        session.say(f"about {names}", style="dim")
    if item["aria"]:
        session.say(f"ARIA {item['aria']}", style="yellow")
    session.say(f"{item['category']}   {item['id']}", style="dim")
    tell_said(session, answer, stands=True)


@command(focus, "add")
def add(
    session: Session,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What you are at: one sentence.")],
    why: Why = None,
    since: Since = None,
) -> None:
    """Say what you are working on or dealing with; what was done or dropped goes on again."""
    session.expect_words()
    body = {"text": checked_text(text), "reason": why, "since": since}
    answer = session.store("POST", "/life/focus", body)
    if session.emit(answer):
        return
    item = answer["focus"]
    known = sum(one["memory_id"] == item["id"] for one in answer["said"]) > 1
    session.say(f"{'confirmed' if known else 'noted'}: {item['text']}  {short(item['id'])}")
    if item["state"] != "current":
        session.note(answer["stands"])


@command(focus, "edit")
def edit(
    session: Session,
    reference: FocusRef,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The new sentence.")] = None,
    *,
    why: Why = None,
    since: Since = None,
    no_since: Annotated[
        bool, typer.Option("--no-since", help="Take away since when it goes on.")
    ] = False,
) -> None:
    """Change a focus: with words or options, or its sentence in your editor."""
    if no_since and since is not None:
        raise InvalidInput("--since gives a day and --no-since takes it away; give one of them")
    path = f"/life/focus/{_id(session, reference)}"
    nothing = "nothing to change; give the new sentence, --why, --since or --no-since"
    facts, cleared = {"reason": why, "since": since}, ["since"] if no_since else []
    answer = change(session, path, "focus", text, facts, nothing=nothing, cleared=cleared)
    if not session.emit(answer):
        item = answer["focus"]
        session.say(f"changed: {item['text']}")
        session.note(f"`aria memory undo {short(item['id'])}` takes that back")


@command(focus, "done")
def done(session: Session, reference: FocusRef) -> None:
    """Say that a focus is done; it is kept as such."""
    _end(session, reference, "done")


@command(focus, "drop")
def drop(session: Session, reference: FocusRef) -> None:
    """Say that you gave a focus up; it is kept as such."""
    _end(session, reference, "drop")


def _end(session: Session, reference: str, verb: str) -> None:
    answer = session.post(f"/life/focus/{_id(session, reference)}/{verb}")
    if session.emit(answer):
        return
    item = answer["focus"]
    if answer["note"]:
        session.say(f"nothing to do: {answer['note']}: {item['text']}")
        return
    told = "done" if verb == "done" else "dropped"
    session.say(f"{told}: {item['text']}  {short(item['id'])}")
    session.note(f"`aria memory delete {short(item['id'])}` takes that back")


@command(focus, "delete")
def delete(
    session: Session, *, reference: FocusRef, prove: Prove = False, yes: Yes = False
) -> None:
    """Delete a focus for good, with all that is remembered of it. The entries stay."""
    more = "that told how it stood before"
    delete_life(session, reference, _every(session), "focus", prove=prove, yes=yes, more=more)


def _id(session: Session, reference: str) -> str:
    return life_id(session, reference, _every(session), "focus")


def _every(session: Session) -> list[dict[str, Any]]:
    """All focus, those that go on first; by the memories themselves while life is off."""
    answer = session.get("/life/focus", standing="all", limit=200)
    if answer["note"]:
        return session.everything("/memories", kind="focus")
    return sorted(answer["items"], key=lambda item: item["standing"] != "on")
