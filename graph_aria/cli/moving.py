"""Moving house: `aria copy`."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from graph_aria import bootstrap
from graph_aria.cli.grid import Column, grid
from graph_aria.cli.session import Session
from graph_aria.errors import Conflict, InvalidInput
from graph_aria.stages.copy import CopyReport, Progress, Tell
from graph_aria.stages.copy import copy as copy_store

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEPS = {False: "copying", True: "comparing"}


def copy(
    session: Session,
    *,
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="STORE",
            help="Where it comes from: sqlite:FOLDER, sqlite: for the data folder, neo4j://…",
        ),
    ],
    target: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="STORE",
            help="Where it goes to, an empty store or none yet; as for --from.",
        ),
    ],
) -> None:
    """Copy a whole store into an empty one and compare them; goes on where it was broken off."""
    if bootstrap.is_same_store(session.settings, source, target):
        raise InvalidInput("a store cannot be copied into itself; give two different ones")
    report = asyncio.run(_copy(session, source, target))
    if not session.emit(_as_data(report)):
        _show(session, report)
        if bootstrap.is_encrypted_at(session.settings, source) and not bootstrap.is_encrypted_at(
            session.settings, target
        ):
            session.note("the copy is not encrypted; run `aria encrypt` with its data folder")
    if not report.equal:
        unequal = ", ".join(_words(each.kind) for each in report.kinds if not each.equal)
        raise Conflict(
            f"the two stores do not hold the same ({unequal}): something is writing to the first "
            "one; stop every `aria serve` that uses it, then run the same command again"
        )


async def _copy(session: Session, source: str, target: str) -> CopyReport:
    ask = session.ask_passphrase
    async with AsyncExitStack() as stack:
        here = await bootstrap.open_store(session.settings, source, ask=ask)
        stack.push_async_callback(here.close)
        there = await bootstrap.open_store(session.settings, target, ask=ask, copying=True)
        stack.push_async_callback(there.close)
        with _bar(session) as tell:
            return await copy_store(here, there, tell=tell)


@contextmanager
def _bar(session: Session) -> Iterator[Tell]:
    """Show how far it is: a bar on a terminal, else a line for each step."""
    if not session.err.is_terminal or session.as_json:
        begun: set[bool] = set()

        def say(at: Progress) -> None:
            if at.comparing not in begun and not session.as_json:
                begun.add(at.comparing)
                session.note(f"{_STEPS[at.comparing]} {at.n_total:,} rows")

        yield say
        return
    bar = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=session.err,
    )
    with bar:
        tasks = {step: bar.add_task(name, visible=False) for step, name in _STEPS.items()}

        def draw(at: Progress) -> None:
            bar.update(
                tasks[at.comparing],
                description=f"{_STEPS[at.comparing]} {_words(at.kind)}",
                completed=at.n_done,
                total=at.n_total,
                visible=True,
            )

        yield draw


def _show(session: Session, report: CopyReport) -> None:
    columns = (
        Column("kind"),
        Column("rows", right=True),
        Column("in both"),
        Column("digest", spare=1),
    )
    rows = [
        (
            _words(each.kind),
            f"{each.n_rows:,}",
            Text("equal", style="green") if each.equal else Text("not equal", style="red"),
            Text(each.digest, style="dim"),
        )
        for each in report.kinds
    ]
    session.out.print(grid(columns, rows, width=session.out.width))


def _as_data(report: CopyReport) -> dict[str, object]:
    return {
        "equal": report.equal,
        "resumed": report.resumed,
        "kinds": [
            {
                "kind": each.kind.value,
                "n_rows": each.n_rows,
                "digest": each.digest,
                "equal": each.equal,
            }
            for each in report.kinds
        ],
    }


def _words(kind: str) -> str:
    return kind.replace("_", " ")
