"""`aria search`: what has to do with some words, in your own words."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from rich.text import Text

from graph_aria.cli.session import Session
from graph_aria.cli.show import first_line

_LONGEST: Final = 300


def search(
    session: Session,
    *,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="A question, or words.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="NUMBER", min=1, max=50, help="Most hits.")
    ] = 12,
    namespace: Annotated[
        str, typer.Option("--namespace", metavar="NAME", help="Look into this one too.")
    ] = "",
) -> None:
    """Find what you said that has to do with some words."""
    found = session.get("/search", q=" ".join(words or ()), limit=limit, namespace=namespace)
    if session.emit(found):
        return
    if found["since"]:
        session.note(f"from {found['since']} to {found['until']}")
    if not found["hits"]:
        session.say(found["note"])
        return
    for hit in found["hits"]:
        session.out.print(_told(hit))


def _told(hit: dict[str, Any]) -> Text:
    """A hit in a line or two: what it says, and your words with their day."""
    quote = hit["quotes"][0] if hit["quotes"] else None
    if hit["kind"] == "passage" and quote is not None:
        return Text.assemble(
            (f"{quote['day']}  ", "dim"), (f"“{first_line(hit['text'], _LONGEST)}”", "italic")
        )
    flags = [
        word
        for word, is_so in (("perhaps no longer so", hit["stale"]), ("over", not hit["active"]))
        if is_so
    ]
    line = Text(first_line(hit["text"], _LONGEST))
    if flags:
        line.append(f"  ({', '.join(flags)})", "yellow")
    if quote is not None:
        line.append(f"\n  {quote['day']}  ", "dim")
        line.append(f"“{first_line(quote['text'], _LONGEST)}”", "italic")
    return line
