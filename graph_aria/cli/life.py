"""What life is about: `aria themes`, `graph`, `why`, `chapter`, `decay`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.panel import Panel
from rich.text import Text

from graph_aria.cli import pick, show, tables
from graph_aria.cli.grid import Column, grid
from graph_aria.cli.screen import visible
from graph_aria.cli.session import Session, command, default_command
from graph_aria.cli.times import end_of, sent
from graph_aria.domain.sentences import counted

chapter = typer.Typer(help="The life chapter: show (the default), list.")
Budget = Annotated[int | None, typer.Option("--budget", metavar="TOKENS", help="Another size.")]
EntityRef = Annotated[str, typer.Argument(metavar="ENTITY", help="A name, an id, or `me`.")]


def themes(
    session: Session,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="DAY", help="As it was at the end of a day.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 15,
) -> None:
    """What your life is about: the heaviest themes with their trends."""
    at = None if as_of is None else sent(end_of(as_of, session.zone), session.zone)
    answer = session.get("/themes", as_of=at, limit=limit)
    if session.emit(answer):
        return
    if not answer["themes"]:
        session.say("no theme is active; what you write about becomes one")
        return
    session.out.print(tables.theme_table(answer["themes"], session.out.width))


def graph(
    session: Session,
    *,
    entity: EntityRef = "me",
    hops: Annotated[int, typer.Option("--hops", min=1, max=4, help="How far to look.")] = 1,
    every: Annotated[
        bool,
        typer.Option("--all", help="Also what has faded, and what only came up together."),
    ] = False,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="Only this kind: Person, Place …")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="At most so many entities.")] = 50,
) -> None:
    """Look around an entity: who and what it is related to."""
    center = pick.entity_id(session, entity)
    answer = session.get(
        "/graph",
        center=center,
        hops=hops,
        active=not every,
        kind=None if kind is None else kind.capitalize(),
        limit=limit,
    )
    if session.emit(answer):
        return
    session.say(f"{answer['center']['name']} and what lies within {hops} of it", style="bold")
    others = [e for e in answer["entities"] if e["id"] != answer["center"]["id"]]
    if not others:
        session.say("nothing active; --all also shows what has faded", style="dim")
        return
    relations = answer["relations"] if every else tables.telling(answer["relations"])
    if relations:
        session.out.print(tables.relation_table(relations, session.out.width))
    n_weak = len(answer["relations"]) - len(relations)
    if n_weak:
        session.note(f"{counted(n_weak, 'relation')} of what only came up together: see --all")
    session.out.print(tables.entity_table(others, session.zone, session.out.width))


def why(session: Session, entity: EntityRef) -> None:
    """Tell why something is there. Its weight, when it fades, every piece of evidence."""
    target = pick.entity_id(session, entity)
    answer = session.get(f"/entities/{target}")
    cursor = answer["evidence_cursor"]
    while cursor is not None:
        page = session.get(f"/entities/{target}/evidence", cursor=cursor, limit=200)
        answer["evidence"] += page["items"]
        cursor = answer["evidence_cursor"] = page["next_cursor"]
    if not session.emit(answer):
        tell_entity(session, answer)


def tell_entity(session: Session, answer: dict[str, Any]) -> None:
    """Print an entity with its weight and its evidence."""
    item = answer["entity"]
    session.say(f"{item['name']}, {show.role_of(item) or item['kind'].lower()}", style="bold")
    if item["weight"] is not None:
        session.out.print(
            Text.assemble(
                show.bar(item["weight"], show.bar_cells(session.out.width)),
                "   7 days ",
                show.trend(answer["trend_7d"]),
                "   30 days ",
                show.trend(answer["trend_30d"]),
            )
        )
    session.say(answer["reason"])
    if item["first_on"]:
        session.say(
            f"spoken of on {counted(item['n_days'], 'day')}, "
            f"{item['first_on']} to {item['last_on']}",
            style="dim",
        )
    names = {alias["name"] for alias in answer["aliases"]} - {item["name"]}
    if names:
        session.say(f"also: {', '.join(sorted(names))}", style="dim")
    session.say(item["id"], style="dim")
    if answer["evidence"]:
        session.out.print(tables.evidence_table(answer["evidence"], session.out.width))


@default_command(chapter)
def open_chapter(session: Session, budget: Budget = None) -> None:
    """The life chapter exactly as ARIA reads it."""
    tell_chapter(session, session.get("/chapter", token_budget=budget))


@command(chapter, "show")
def show_chapter(
    session: Session,
    reference: Annotated[
        str | None, typer.Argument(metavar="[CHAPTER]", help="An id, or the end of one.")
    ] = None,
    budget: Budget = None,
) -> None:
    """Show the open chapter, or a closed one as it read on its last day."""
    if reference is None:
        tell_chapter(session, session.get("/chapter", token_budget=budget))
        return
    found = pick.by_suffix(session.everything("/chapters"), reference, "chapter")
    tell_chapter(session, session.get(f"/chapters/{found}"))


@command(chapter, "list")
def list_chapters(session: Session) -> None:
    """List chapters, newest first."""
    chapters = session.everything("/chapters")
    if session.emit({"items": chapters, "next_cursor": None}):
        return
    if not chapters:
        session.say("no chapter yet; the first begins when a day with an entry is over")
        return
    session.out.print(tables.chapter_table(chapters, session.out.width))


def tell_chapter(session: Session, answer: dict[str, Any]) -> None:
    """Print a chapter as ARIA reads it."""
    if session.emit(answer):
        return
    size = f"{answer['n_tokens']} of {answer['token_budget']} tokens"
    session.out.print(
        Panel(
            Text(visible(answer["text"])),
            title=Text(visible(answer["title"])),
            subtitle=size,
            border_style="dim",
        )
    )


def decay(
    session: Session,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would fade.")] = False,
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of",
            metavar="DAY",
            help="Look from the end of a day; a future one takes --dry-run.",
        ),
    ] = None,
) -> None:
    """Archive what has faded; the schedule does it every night."""
    at = None if as_of is None else sent(end_of(as_of, session.zone), session.zone)
    answer = session.post("/decay", {"dry_run": dry_run, "as_of": at})
    if session.emit(answer):
        return
    session.say(_told_of(answer, session.zone))
    if answer["faded"]:
        rows = [
            (show.local(item["faded_at"], session.zone), item["what"]) for item in answer["faded"]
        ]
        columns = (Column("faded"), Column("what", least=20))
        session.out.print(grid(columns, rows, width=session.out.width))


def _told_of(answer: dict[str, Any], zone: str) -> str:
    n, job = answer["n_faded"], answer["job"]
    if answer["dry_run"]:
        things = counted(n, "thing") if n else "nothing"
        return f"{things} would be archived, as of {show.local(answer['as_of'], zone)}"
    if job["state"] != "done":
        why = f" ({job['reason']})" if job["reason"] else ""
        return f"not done yet{why}; see `aria jobs`"
    if not n:
        return "nothing has faded since the last time"
    return f"archived {counted(n, 'thing')} that faded"
