"""Reading without keeping: `aria read`; and how readings are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from graph_aria.cli import tables
from graph_aria.cli.remembered import tell_foreseen
from graph_aria.cli.screen import visible
from graph_aria.cli.session import Session
from graph_aria.cli.words import At, Zone, given_words, when


def read(
    session: Session,
    text: Annotated[
        str | None, typer.Argument(help="The words; `-` or nothing reads a pipe.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Read the words from a file.")
    ] = None,
    at: At = None,
    zone: Zone = None,
) -> None:
    """Show what would be read in some words, and why. Nothing is kept."""
    with given_words(session, text, file) as words:
        answer = session.post("/read", {"text": words, **when(session, at, zone)})
    if session.emit(answer):
        return
    session.out.print(marked(words, answer["phrases"]))
    if answer["care"]:
        tell_care(session, answer["care"])
        session.note("nothing was kept; as an entry, it would be stored and nothing made of it")
        return
    if answer["unread"]:
        session.say(f"not read: {answer['unread']}; {answer['remedy']}", style="yellow")
    elif not answer["phrases"]:
        session.say("nothing in it would become part of the graph")
    if answer["phrases"]:
        session.out.print(tables.preview_table(answer["phrases"], session.out.width))
    tell_statements(session, answer)
    tell_foreseen(session, answer["memories"])
    if answer["valence"] is not None:
        session.say(f"it feels {answer['valence']:+.1f}, from -1 (bad) to 1 (good)", style="dim")
    if answer["refused"]:
        session.say(answer["refused"], style="yellow")
    if answer["note"]:
        session.note(answer["note"])
    session.note(f"nothing was kept; read as {answer['language']} by {answer['reader_id']}")


def marked(text: str, phrases: list[dict[str, Any]]) -> Text:
    """A text in which what was named is marked."""
    marked = Text(visible(text))
    for phrase in phrases:
        if phrase.get("state", "live") == "live" and phrase["named"]:
            marked.stylize("bold cyan", phrase["start"], phrase["end"])
    return marked


def tell_care(session: Session, care: dict[str, Any]) -> None:
    """Print what is said to words of a crisis."""
    session.say(visible(care["text"]))


def tell_statements(session: Session, reading: dict[str, Any]) -> None:
    """Print how things are related and which days are spoken of, with the words that say it."""
    told = tables.telling(reading["statements"])
    if told:
        session.out.print(tables.statement_table(told, session.out.width))
    together = [item for item in reading["statements"] if item not in told]
    names = dict.fromkeys(name for item in together for name in (item["subject"], item["object"]))
    if names:
        session.say(f"come up together: {', '.join(names)}", style="dim")
    for item in reading["dates"]:
        until = f" to {item['last_on']}" if item["last_on"] != item["first_on"] else ""
        session.say(f"“{item['words']}” is {item['first_on']}{until}", style="dim")
