"""What is going on in your life: `aria life …`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from rich.text import Text

from graph_aria.cli.grid import Column, grid
from graph_aria.cli.life_focus import focus, tell_table
from graph_aria.cli.life_milestones import milestones
from graph_aria.cli.life_mood import mood
from graph_aria.cli.life_told import id_of, quoted, tell_off
from graph_aria.cli.session import Session, command, default_command
from graph_aria.domain.sentences import counted

life = typer.Typer(help="What is going on in your life, what changed it, how it felt.")
_NEAR: Final = {0: "today", 1: "tomorrow"}


@default_command(life)
def overview(session: Session) -> None:
    """What you are at, and what comes up in 30 days."""
    foci = session.get("/life/focus")
    ahead = session.get("/life/upcoming", days=30)
    if session.emit({"focus": foci, "upcoming": ahead}):
        return
    if tell_off(session, foci):
        return
    if foci["items"]:
        tell_table(session, foci["items"])
    else:
        session.say("no focus is known; say what you are at, or use `aria life focus add`")
    _tell_ahead(session, ahead, 30)


@command(life, "upcoming")
def upcoming(
    session: Session,
    days: Annotated[
        int, typer.Option("--days", metavar="DAYS", help="How many days, 1 to 366.")
    ] = 30,
) -> None:
    """What comes up in the next days, and what ARIA will say of it, or why not."""
    answer = session.get("/life/upcoming", days=days)
    if not session.emit(answer) and not tell_off(session, answer):
        _tell_ahead(session, answer, days)


def _tell_ahead(session: Session, answer: dict[str, Any], days: int) -> None:
    if not answer["items"]:
        more = "" if days >= 366 else "; `aria life upcoming --days 366` looks a year ahead"  # noqa: PLR2004 - a year
        session.say(f"nothing comes up in {counted(days, 'day')}{more}")
        return
    tell_upcoming(session, answer["items"])


def tell_upcoming(session: Session, items: list[dict[str, Any]]) -> None:
    """Print what comes up, by day."""
    columns = (
        Column("day"),
        Column("in", spare=3),
        Column("what", least=24),
        Column("ARIA", least=16),
        Column("in your words", least=20, spare=2),
        Column("id", spare=1),
    )
    rows = []
    for item in items:
        near = _NEAR.get(item["in_days"]) or counted(item["in_days"], "day")
        said = Text(item["aria"], style="" if item["is_said"] else "dim")
        rows.append((item["on"], near, item["told"], said, quoted(item), id_of(item)))
    session.out.print(grid(columns, rows, width=session.out.width))


command(life, "mood")(mood)
life.add_typer(focus, name="focus")
life.add_typer(milestones, name="milestones")
