"""What changed in your life: `aria life milestones …`."""

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

milestones = typer.Typer(help="What changed in your life: list (the default), show, set right.")
MilestoneRef = Annotated[
    str, typer.Argument(metavar="MILESTONE", help="An id, the end of one, or words of it.")
]
On = Annotated[
    str | None,
    typer.Option("--on", metavar="DATE", help="2019-05-03, 2019-05, 2019, or 05-03."),
]
Why = Annotated[str | None, typer.Option("--why", metavar="WORDS", help="Why it is so.")]
_EMPTY: Final = (
    "no milestone is known; tell what changed in an entry, or with `aria life milestones add`"
)


@default_command(milestones)
def known(session: Session) -> None:
    """List what changed in your life, newest first."""
    _tell_list(session, session.get("/life/milestones", limit=30), 30)


@command(milestones, "list")
def list_milestones(
    session: Session,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 30,
) -> None:
    """List what changed in your life, newest first; what has no year comes last."""
    _tell_list(session, session.get("/life/milestones", limit=limit), limit)


def _tell_list(session: Session, answer: dict[str, Any], limit: int) -> None:
    if session.emit(answer) or tell_off(session, answer):
        return
    if not answer["items"]:
        session.say(_EMPTY)
        return
    columns = (
        Column("when"),
        Column("milestone", least=28),
        Column("returns", spare=1),
        Column("ARIA", least=12, spare=2),
        Column("in your words", least=20, spare=3),
        Column("id"),
    )
    rows = [
        (
            told_when(item),
            flagged(item),
            item["next_on"] or "",
            Text(item["aria"] or "", style="dim"),
            quoted(item),
            id_of(item),
        )
        for item in answer["items"]
    ]
    session.out.print(grid(columns, rows, width=session.out.width))
    if answer["next_cursor"]:
        session.note(f"there are more; --limit shows more than {limit}")


def told_when(item: dict[str, Any]) -> str:
    """When a milestone was, as far as it is known, so short that it sorts by eye."""
    first, last = item["first"], item["last"]
    if first is None:
        return str(item["when"]).removeprefix("on ")
    if first == last:
        return str(first)
    if first[5:] == "01-01" and last[5:] == "12-31" and first[:4] == last[:4]:
        return str(first[:4])
    return str(first[:7]) if first[:7] == last[:7] else f"{first[:7]} to {last[:7]}"


@command(milestones, "show")
def show(session: Session, reference: MilestoneRef) -> None:
    """Show a milestone: its words, its date, what ARIA will say of it, how it changed."""
    answer = session.get(f"/life/milestones/{_id(session, reference)}")
    if session.emit(answer):
        return
    item = answer["milestone"]
    session.out.print(Text(item["told"], style="bold"))
    if item["reason"]:
        session.say(f"because {item['reason']}")
    session.say(item["when"] or "no date is known; `aria life milestones edit` gives it one")
    session.say(f"{item['state']}: {answer['stands']}")
    if item["next_on"]:
        said = f": ARIA {item['aria']}" if item["aria"] else ""
        session.say(f"returns on {item['next_on']}{said}")
    facts = [item["what"], item["whose"] if item["whose"] not in {"", "user"} else ""]
    told = ", ".join([item["category"], *filter(None, facts)])
    session.say(f"{told}   {item['id']}", style="dim")
    tell_said(session, answer, stands=False)


@command(milestones, "add")
def add(
    session: Session,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What changed: one sentence.")],
    on: On = None,
    why: Why = None,
) -> None:
    """Note what changed in your life, with its date as far as you know it."""
    session.expect_words()
    body = {"text": checked_text(text), "on": on, "reason": why}
    answer = session.store("POST", "/life/milestones", body)
    if session.emit(answer):
        return
    item = answer["milestone"]
    done = "confirmed" if len(answer["said"]) > 1 else "noted"
    session.say(f"{done}: {item['text']}  {short(item['id'])}")
    if not item["when"]:
        session.note("without a date; `aria life milestones edit` gives it one with --on")
    if item["state"] != "current":
        session.note(answer["stands"])


@command(milestones, "edit")
def edit(
    session: Session,
    reference: MilestoneRef,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The new sentence.")] = None,
    *,
    on: On = None,
    why: Why = None,
    no_date: Annotated[bool, typer.Option("--no-date", help="Take its date away.")] = False,
) -> None:
    """Change a milestone: with words or options, or its sentence in your editor."""
    if no_date and on is not None:
        raise InvalidInput("--on gives a date and --no-date takes it away; give one of them")
    path = f"/life/milestones/{_id(session, reference)}"
    nothing = "nothing to change; give the new sentence, --on, --no-date or --why"
    facts, cleared = {"on": on, "reason": why}, ["on"] if no_date else []
    answer = change(session, path, "milestone", text, facts, nothing=nothing, cleared=cleared)
    if not session.emit(answer):
        item = answer["milestone"]
        session.say(f"changed: {item['text']}")
        session.note(f"`aria memory undo {short(item['id'])}` takes that back")


@command(milestones, "delete")
def delete(
    session: Session, *, reference: MilestoneRef, prove: Prove = False, yes: Yes = False
) -> None:
    """Delete a milestone for good. The entries stay, and do not bring it back."""
    delete_life(session, reference, _every(session), "milestones", prove=prove, yes=yes)


def _id(session: Session, reference: str) -> str:
    return life_id(session, reference, _every(session), "milestones")


def _every(session: Session) -> list[dict[str, Any]]:
    """All milestones; by the memories themselves while life is off."""
    items = session.everything("/life/milestones")
    return items or session.everything("/memories", kind="milestone")
