"""How you have been feeling: `aria life mood`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from graph_aria.cli.grid import Column, grid
from graph_aria.cli.mood_curve import DRAWN, PLAIN, days_in_column, draw, legend
from graph_aria.cli.options import Yes
from graph_aria.cli.session import Session
from graph_aria.cli.show import first_line, short
from graph_aria.domain.sentences import counted
from graph_aria.errors import InvalidInput

_TRENDS: Final = {
    "better": "getting better: {earlier:.1f} in the first half, {later:.1f} in the second",
    "worse": "getting worse: {earlier:.1f} in the first half, {later:.1f} in the second",
    "steady": "steady: {earlier:.1f} in the first half, {later:.1f} in the second",
}


def mood(
    session: Session,
    *,
    days: Annotated[
        int, typer.Option("--days", metavar="DAYS", help="How many days, 1 to 366.")
    ] = 30,
    clear: Annotated[
        bool, typer.Option("--clear", help="Delete all moods that were read; check-ins stay.")
    ] = False,
    prove: Annotated[
        bool, typer.Option("--prove", help="With --clear: look whether any is left.")
    ] = False,
    yes: Yes = False,
) -> None:
    """How you have been feeling: the curve of your days, and what goes with better ones."""
    if clear:
        _clear(session, prove=prove, yes=yes)
        return
    if prove:
        raise InvalidInput("--prove goes with --clear")
    answer = session.get("/life/mood", days=days)
    if not session.emit(answer):
        _tell(session, answer)


def _clear(session: Session, *, prove: bool, yes: bool) -> None:
    session.confirm(
        "Delete for good every mood that was read in what you wrote? Check-ins stay.", yes=yes
    )
    answer = session.delete("/life/mood", prove=prove or None)
    if not session.emit(answer):
        n = answer["n_cleared"]
        moods = counted(n, "mood")
        was = "was" if n == 1 else "were"
        session.say(f"deleted: {moods} that {was} read" if n else "no mood that was read is kept")
        if answer["proved"] and not answer["n_left"]:
            session.say("looked for them in the store afterwards: none is left")
        if answer["out_of_reach"]:
            session.note(f"out of reach: {'; '.join(answer['out_of_reach'])}")
    if answer["n_left"]:
        session.note(f"still there: {counted(answer['n_left'], 'mood')} that were read meanwhile")
        raise typer.Exit(1)


def _tell(session: Session, answer: dict[str, Any]) -> None:
    days = answer["days"]
    if not days:
        session.say(
            f"no mood is known from {answer['since']} to {answer['until']}; `aria mood 7` notes "
            "one, `aria life mood --days 366` looks further back"
        )
        _tell_note(session, answer)
        return
    signs = PLAIN if session.out.options.ascii_only else DRAWN
    since, until = date.fromisoformat(answer["since"]), date.fromisoformat(answer["until"])
    session.say(f"Mood from {since} to {until}, 1 (worst) to 10 (best)", style="bold")
    for line in draw(days, since=since, until=until, width=session.out.width, signs=signs):
        session.out.print(line, no_wrap=True, crop=True)
    n_days = (until - since).days + 1
    per_column = days_in_column(n_days, session.out.width)
    session.out.print(legend(days, signs, per_column=per_column))
    session.say(f"{answer['level']:.1f} on average, {_known(len(days), n_days)}{_trend(answer)}")
    _tell_feelings(session, answer)
    _tell_together(session, answer)
    _tell_note(session, answer)


def _known(n_known: int, n_days: int) -> str:
    return f"known of {n_known} of {counted(n_days, 'day')}"


def _trend(answer: dict[str, Any]) -> str:
    told = _TRENDS.get(answer["trend"])
    if told is None:
        return ""
    return "; " + told.format(earlier=answer["earlier"], later=answer["later"])


def _tell_feelings(session: Session, answer: dict[str, Any]) -> None:
    columns = (
        Column("feeling"),
        Column("days", right=True),
        Column("beside", least=14, spare=2),
        Column("because, in your words", least=20, spare=1),
    )
    rows = []
    for one in answer["feelings"]:
        beside = ", ".join(each["name"] for each in one["beside"])
        why = one["because"][0] if one["because"] else None
        quote = "" if why is None else f"“{first_line(why['quote'], 60)}” ({why['day']})"
        shown = Text(beside, style="dim"), Text(quote, style="italic")
        rows.append((one["entity"]["name"], str(one["n_days"]), *shown))
    if rows:
        session.out.print(grid(columns, rows, width=session.out.width))
        return
    columns = Column("day"), Column("mood", right=True), Column("because", least=20), Column("id")
    reasons = [
        (
            one["day"],
            "" if one["mood"] is None else str(one["mood"]),
            Text(f"“{first_line(one['quote'], 90)}”", style="italic"),
            Text(short(one["entry_id"]), style="dim"),
        )
        for one in answer["because"]
    ]
    if reasons:
        session.out.print(grid(columns, reasons, width=session.out.width))


def _tell_together(session: Session, answer: dict[str, Any]) -> None:
    columns = (
        Column("goes together with", least=14),
        Column("days are"),
        Column("with it", right=True),
        Column("without", right=True),
        Column("days with, without", right=True, spare=1),
    )
    rows = [
        (
            one["entity"]["name"],
            Text(which, style="green" if which == "better" else "yellow"),
            f"{one['with_it']:.1f}",
            f"{one['without_it']:.1f}",
            f"{one['n_with']}, {one['n_without']}",
        )
        for which in ("better", "worse")
        for one in answer[which]
    ]
    if rows:
        session.out.print(grid(columns, rows, width=session.out.width))
    session.say(answer["told"], style="dim")


def _tell_note(session: Session, answer: dict[str, Any]) -> None:
    if answer["note"]:
        session.note(answer["note"])
