"""What is known about you: `aria memory …`."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from graph_aria.cli import pick
from graph_aria.cli.grid import Column, grid
from graph_aria.cli.identity import chosen_numbers
from graph_aria.cli.options import Prove, Yes
from graph_aria.cli.remembered import change, tell_forgotten, tell_memory
from graph_aria.cli.reviewing import review
from graph_aria.cli.session import Session, command, default_command
from graph_aria.cli.show import local, short
from graph_aria.domain.entries import checked_text
from graph_aria.domain.memories import Category, MemoryKind, MemoryState
from graph_aria.domain.search_words import content_words
from graph_aria.errors import InvalidInput, NotFound

memory = typer.Typer(help="What is known about you: list (the default), show, set right.")
MemoryRef = Annotated[
    str,
    typer.Argument(metavar="MEMORY", help="An id, the end of one, or words of it."),
]
_CATEGORIES: Final = ", ".join(Category) + "."
_KINDS: Final = ", ".join(MemoryKind) + "."
_DAY: Final = re.compile(r"(?:(\d{4})-)?(\d{2})-(\d{2})")
Words = Annotated[str, typer.Argument(metavar="WORDS", help="What is to be forgotten.")]
CategoryOption = Annotated[
    str | None, typer.Option("--category", metavar="CATEGORY", help=_CATEGORIES)
]
KindOption = Annotated[str | None, typer.Option("--kind", metavar="KIND", help=_KINDS)]
Why = Annotated[str | None, typer.Option("--why", metavar="WORDS", help="Why it is so.")]
Importance = Annotated[float | None, typer.Option("--importance", metavar="NUMBER", help="0 to 1.")]
Yearly = Annotated[
    str | None,
    typer.Option("--day", metavar="DAY", help="A day that returns: 05-09, or 1990-05-09."),
]


@default_command(memory)
def known(session: Session) -> None:
    """List what is known about you."""
    _tell_list(session, session.get("/memories", limit=30), 30, asked=False)
    if not session.as_json:
        _tell_whether_off(session)


def _tell_whether_off(session: Session) -> None:
    """Say it where nothing new is remembered: the list alone does not show that."""
    settings = session.get("/settings")
    if settings["note"]:
        session.note(settings["note"])
    elif not settings["memory"]:
        session.note("memory is off: nothing new is read; `aria settings set memory on`")


@command(memory, "list")
def list_memories(  # noqa: PLR0913 - each is a question
    session: Session,
    *,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="What it is about.")
    ] = None,
    category: CategoryOption = None,
    kind: KindOption = None,
    pinned: Annotated[bool, typer.Option("--pinned", help="Only pinned ones.")] = False,
    state: Annotated[
        str | None,
        typer.Option("--state", metavar="STATE", help=", ".join(MemoryState) + " or all."),
    ] = None,
    namespace: Annotated[
        str | None, typer.Option("--namespace", metavar="NAME", help="Only of this one.")
    ] = None,
    about: Annotated[
        str | None, typer.Option("--about", metavar="ENTITY", help="Only about this entity.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 30,
) -> None:
    """List what is known about you, or search it in your own words."""
    page = session.get(
        "/memories",
        search=search,
        category=category,
        kind=kind,
        pinned=pinned or None,
        state=state,
        scope=namespace,
        about=None if about is None else pick.entity_id(session, about),
        limit=limit,
    )
    asked = any((search, category, kind, pinned, state, namespace, about))
    _tell_list(session, page, limit, asked=asked)


def _tell_list(session: Session, page: dict[str, Any], limit: int, *, asked: bool) -> None:
    if session.emit(page):
        return
    if page["note"]:
        session.note(page["note"])
    if not page["items"] and not page["next_cursor"]:
        helps = "`aria memory list` shows all" if asked else "`aria log` or `aria memory add`"
        session.say(f"nothing is known{' with that' * asked}; {helps}")
        return
    _tell_table(session, page["items"])
    if page["next_cursor"]:
        session.note(f"there are more; --limit shows more than {limit}")


def _tell_table(session: Session, items: list[dict[str, Any]], *, numbered: bool = False) -> None:
    columns = (
        Column("", right=True),
        Column("memory", least=24),
        Column("category", spare=2),
        Column("said", spare=1),
        Column("id"),
    )
    rows = []
    for number, item in enumerate(items, start=1):
        text = Text(item["told"], style="" if item["state"] == "current" else "dim")
        for flag, style in _flags(item):
            text.append(f" ({flag})", style=style)
        said = local(item["confirmed_at"], session.zone)[:10]
        which = Text(short(item["id"]), style="dim")
        rows.append((str(number) if numbered else "", text, item["category"], said, which))
    session.out.print(grid(columns, rows, width=session.out.width))


def _flags(item: dict[str, Any]) -> list[tuple[str, str]]:
    flags = []
    if item["pinned"]:
        flags.append(("pinned", "magenta"))
    if item["state"] != "current":
        flags.append((item["state"], "yellow"))
    if item["tentative"]:
        flags.append((f"tentative: {item['learned']}", "yellow"))
    if item["stale"]:
        flags.append(("may be stale", "yellow"))
    if item["expired"] and item["state"] != "archived":
        flags.append(("expired", "yellow"))
    if item["scope"]:
        flags.append((f"in {item['scope']}", "dim"))
    return flags


@command(memory, "show")
def show(session: Session, reference: MemoryRef) -> None:
    """Show a memory: why it is known, the exact words, how it stands, how it changed."""
    answer = session.get(f"/memories/{pick.memory_id(session, reference)}")
    if not session.emit(answer):
        tell_memory(session, answer)


@command(memory, "add")
def add(
    session: Session,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="One sentence about you.")],
    namespace: Annotated[
        str | None,
        typer.Option("--namespace", metavar="NAME", help="Used there only; else everywhere."),
    ] = None,
    category: CategoryOption = None,
    kind: KindOption = None,
    why: Why = None,
    importance: Importance = None,
    day: Yearly = None,
) -> None:
    """Have something remembered."""
    body = {"scope": namespace, **_facts(category, kind, why, importance, day)}
    session.expect_words()
    answer = session.store("POST", "/memories", {"text": checked_text(text), **body})
    if session.emit(answer):
        return
    item = answer["memory"]
    known = len(answer["sources"]) > 1
    session.say(f"{'confirmed' if known else 'remembered'}: {item['text']}  {short(item['id'])}")
    if item["state"] != "current":
        session.note(answer["standing"])


@command(memory, "edit")
def edit(
    session: Session,
    reference: MemoryRef,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The new sentence.")] = None,
    category: CategoryOption = None,
    kind: KindOption = None,
    why: Why = None,
    importance: Importance = None,
    day: Yearly = None,
) -> None:
    """Change a memory: with words or options, or its sentence in your editor."""
    target = pick.memory_id(session, reference)
    facts = _facts(category, kind, why, importance, day)
    nothing = "nothing to change; give the new sentence, or an option"
    answer = change(session, f"/memories/{target}", "memory", text, facts, nothing=nothing)
    if not session.emit(answer):
        session.say(f"changed: {answer['memory']['text']}; `aria memory undo` takes it back")


def _facts(
    category: str | None, kind: str | None, why: str | None, importance: float | None,
    day: str | None,
) -> dict[str, Any]:  # fmt: skip
    found = None if day is None else _DAY.fullmatch(day)
    if day is not None and found is None:
        message = f"--day {day!r} is no day; give one such as 05-09 or 1990-05-09"
        raise InvalidInput(message)
    return {
        "category": category,
        "kind": kind,
        "reason": why,
        "importance": importance,
        "important": None
        if found is None
        else {
            "year": None if found[1] is None else int(found[1]),
            "month": int(found[2]),
            "day": int(found[3]),
        },
    }


def _rule(session: Session, reference: str, verb: str, done: str) -> None:
    answer = session.post(f"/memories/{pick.memory_id(session, reference)}/{verb}")
    if not session.emit(answer):
        note = answer["note"]
        if note:
            done = f"{done}: {note}" if verb == "undo" else f"nothing to do: {note}"
        session.say(f"{done}: {answer['memory']['text']}")
        if answer["memory"]["state"] != "current":
            session.note(answer["standing"])


@command(memory, "pin")
def pin(session: Session, reference: MemoryRef) -> None:
    """Keep a memory as it is and before all others."""
    _rule(session, reference, "pin", "pinned")


@command(memory, "unpin")
def unpin(session: Session, reference: MemoryRef) -> None:
    """Let a memory be changed by what you say again."""
    _rule(session, reference, "unpin", "no longer pinned")


@command(memory, "archive")
def archive(session: Session, reference: MemoryRef) -> None:
    """Put a memory away: it is kept, and used no more."""
    _rule(session, reference, "archive", "put away")


@command(memory, "restore")
def restore(session: Session, reference: MemoryRef) -> None:
    """Bring a memory back that was put away."""
    _rule(session, reference, "restore", "back")


@command(memory, "undo")
def undo(session: Session, reference: MemoryRef) -> None:
    """Take back the last thing that was done to a memory: an edit, a pin, an answer, a merge."""
    _rule(session, reference, "undo", "undone")


@command(memory, "delete")
def delete(
    session: Session, *, reference: MemoryRef, prove: Prove = False, yes: Yes = False
) -> None:
    """Delete a memory for good. The entries stay, and do not bring it back."""
    target = pick.memory_id(session, reference)
    text = session.get(f"/memories/{target}")["memory"]["text"]
    session.confirm(f"Delete “{text}” for good?", yes=yes)
    answer = session.delete(f"/memories/{target}", prove=prove or None)
    tell_forgotten(session, answer, [text])


@command(memory, "forget")
def forget(session: Session, *, words: Words, prove: Prove = False, yes: Yes = False) -> None:
    """Delete what is known about something, said in words: it shows what goes and asks once.

    `--yes` takes only what holds the words; what is merely near them is offered at a terminal.
    """
    if not content_words(words):
        message = (
            f"{words!r} does not say what is to be forgotten: no word in it tells one memory "
            "from another; name the thing, or use `aria memory delete` with an id"
        )
        raise InvalidInput(message)
    items, near = pick.named_memories(session, words, state="all")
    if not items:
        if yes or not near or not session.is_interactive:
            raise NotFound(_told_of_near(words, near))
        items = near
        session.note(f"none holds the words {words!r}; what is near them:")
    if not session.as_json:
        _tell_table(session, items, numbered=True)
    if not yes:
        if not session.is_interactive:
            message = "nobody can be asked here; --yes deletes all that is shown"
            raise InvalidInput(message)
        said = str(typer.prompt("Which go for good? (all, none, or 1,3-5)", err=True))
        said = said.strip().lower()
        if said in {"none", "no", "n", ""}:
            raise typer.Abort
        if said not in {"all", "yes", "y"}:
            items = [items[number - 1] for number in chosen_numbers(said, len(items))]
    answer = session.post(
        "/memories/forget", {"memory_ids": [item["id"] for item in items]}, prove=prove or None
    )
    tell_forgotten(session, answer, [item["text"] for item in items])


def _told_of_near(words: str, near: list[dict[str, Any]]) -> str:
    if not near:
        return f"nothing is known about {words!r}; see `aria memory list`"
    lines = [f"  {short(item['id'])}  {item['text']}" for item in near]
    said = f"no memory holds the words {words!r}; nothing was deleted. Near them are:"
    return "\n".join([said, *lines, "`aria memory delete ID` deletes one of them"])


command(memory, "review")(review)
