"""What the day holds: `aria today`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from rich.text import Text

from graph_aria.cli.life_group import tell_upcoming
from graph_aria.cli.session import Session
from graph_aria.cli.show import first_line, short
from graph_aria.domain.sentences import counted

_MOST_LINES: Final = 3


def today(
    session: Session,
    *,
    earlier: Annotated[
        bool, typer.Option("--earlier", help="Only this day of earlier years, all of it.")
    ] = False,
) -> None:
    """What the day holds: what returns, what is due, yesterday's mood, earlier years, a question.

    Nothing that speaks of a crisis is brought up.
    """
    if earlier:
        answer = session.get("/life/on-this-day")
        if session.emit(answer):
            return
        if not answer["years"]:
            session.say("nothing was written on this day of earlier years")
        _tell_years(session, answer["years"], whole=True)
        return
    answer = session.get("/life/today")
    if session.emit(answer):
        return
    session.say(answer["day"], style="bold")
    due = [*answer["anniversaries"], *answer["follow_ups"]]
    if due:
        tell_upcoming(session, due)
    else:
        session.say("nothing returns today, and nothing is due", style="dim")
    _tell_yesterday(session, answer["yesterday"])
    _tell_years(session, answer["this_day"], whole=False)
    if answer["this_day"]:
        session.say("  `aria today --earlier` shows all of it, with what you felt", style="dim")
    session.out.print(Text.assemble(("Tonight: ", "bold"), answer["question"]["text"]))
    if answer["note"]:
        session.note(answer["note"])


def _tell_yesterday(session: Session, point: dict[str, Any] | None) -> None:
    if point is None:
        session.say("of yesterday no mood is known; `aria mood 7` notes today's", style="dim")
        return
    how = "as you said" if point["said"] is not None else "as it was read in what you wrote"
    session.say(f"yesterday's mood: {_figure(point['mood'])}, {how}")


def _figure(mood: float) -> str:
    """A mood as it was given: "9", and "8.5" for the mean of two."""
    return f"{mood:.1f}".removesuffix(".0")


def _tell_years(session: Session, years: list[dict[str, Any]], *, whole: bool) -> None:
    """Print what this day of earlier years held, each entry by its beginning unless whole."""
    for one in years:
        ago = counted(one["years"], "year")
        facts = [] if one["mood"] is None else [f"mood {_figure(one['mood'])}"]
        named = [*one["feelings"], *(each["name"] for each in one["cared_for"])]
        facts += [", ".join(named)] if named else []
        told = f": {'; '.join(facts)}" if facts else ""
        session.out.print(Text.assemble((f"{ago} ago, {one['day']}", "bold"), (told, "dim")))
        shown = one["entries"] if whole else one["entries"][:_MOST_LINES]
        for entry in shown:
            words = entry["text"] if whole else first_line(entry["text"], session.out.width - 16)
            line = Text.assemble("  ", (f"“{words}”", "italic"), (f"  {short(entry['id'])}", "dim"))
            session.out.print(line)
        n_more = len(one["entries"]) - len(shown)
        if n_more:
            session.say(f"  {counted(n_more, 'more entry', 'more entries')}", style="dim")
