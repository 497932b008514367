"""Calm tables: weights as small bars, times in the profile's zone, ids by their end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from graph_aria.domain.vocabulary import Predicate

SUFFIX: Final = 8
_BAR: Final = 10
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
_FLAT: Final = 0.05
_NARROW: Final = frozenset({"weight", "id", "when", "day", "last", "fades", "created", "kind"})
"""Columns whose cells are never broken over two lines."""


def short(full_id: str) -> str:
    """The end of an id, which is enough to name it."""
    return full_id[-SUFFIX:]


def bar(weight: float | None) -> Text:
    """A weight from 1 to 10 as a bar with its figure."""
    if weight is None:
        return Text("")
    eighths = round(min(10.0, max(0.0, weight)) / 10 * _BAR * 8)
    full, part = divmod(eighths, 8)
    drawn = "█" * full + (_EIGHTHS[part] if part else "")
    return Text.assemble((drawn.ljust(_BAR), "cyan"), f" {weight:4.1f}")


def trend(value: float) -> Text:
    """A change of weight with its sign."""
    if abs(value) < _FLAT:
        return Text("·", style="dim")
    return Text(f"{value:+.1f}", style="green" if value > 0 else "yellow")


def local(instant: str | None, zone: str) -> str:
    """An instant of the API on the clock of a zone, to the minute."""
    if instant is None:
        return ""
    return f"{datetime.fromisoformat(instant).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def first_line(text: str, width: int = 60) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1]}…"


def table(*columns: str, right: Iterable[str] = ()) -> Table:
    """An empty table with these headings."""
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
    for column in columns:
        drawn.add_column(
            column,
            justify="right" if column in set(right) else "left",
            no_wrap=column in _NARROW or column in set(right),
        )
    return drawn


def add(drawn: Table, *cells: str | Text) -> None:
    """Add a row; texts are never taken for markup."""
    drawn.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in cells))


def entity_table(entities: Sequence[dict[str, Any]], zone: str) -> Table:
    """Entities with weight and last day."""
    drawn = table("name", "kind", "weight", "fades", "last", "days", "id", right=["days"])
    for item in entities:
        name = Text(item["name"], style="" if item["active"] else "dim")
        if item["pinned"]:
            name.append(" (pinned)", style="magenta")
        if item["role"] and item["role"].casefold() != item["name"].casefold():
            name.append(f", {item['role']}", style="dim")
        fades = local(item["fades_at"], zone)[:10] if item["active"] else "faded"
        add(
            drawn,
            name,
            item["kind"],
            bar(item["weight"]),
            fades,
            item["last_on"] or "",
            str(item["n_days"]),
            Text(short(item["id"]), style="dim"),
        )
    return drawn


def telling(relations: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The relations that say more than that two things came up together."""
    return [item for item in relations if item["predicate"] != Predicate.RELATED_TO]


def relation_table(relations: Sequence[dict[str, Any]]) -> Table:
    """Relations as sentences, with the newest phrase that shows each."""
    drawn = table("relation", "weight", "last", "in your words", "id")
    for item in relations:
        said = Text(item["sentence"], style="" if item["active"] else "dim")
        if item["ended_at"]:
            said.append(" (ended)", style="yellow")
        quote = f"“{first_line(item['quotes'][0], 50)}”" if item["quotes"] else ""
        add(
            drawn,
            said,
            bar(item["weight"]),
            item["last_on"],
            Text(quote, style="italic"),
            Text(short(item["id"]), style="dim"),
        )
    return drawn


def evidence_table(evidence: Sequence[dict[str, Any]]) -> Table:
    """Evidence with the words it came from, newest first."""
    drawn = table("day", "strength", "source", "in your words", right=["strength"])
    for item in evidence:
        source = (
            f"entry {short(item['entry_id'])}" if item["entry_id"] else f"you: {item['ruling']}"
        )
        quotes = " … ".join(f"“{first_line(quote, 70)}”" for quote in item["quotes"])
        add(
            drawn,
            item["day"],
            "ends it" if item["ended"] else f"{item['strength']:.2f}",
            Text(source, style="dim"),
            Text(quotes, style="italic"),
        )
    return drawn


def entry_table(entries: Sequence[dict[str, Any]], zone: str) -> Table:
    """Entries by their first words."""
    drawn = table("when", "mood", "entry", "state", "id", right=["mood"])
    for item in entries:
        state = item["state"] if not item["reason"] else f"{item['state']} ({item['reason']})"
        add(
            drawn,
            local(item["occurred_at"], zone),
            "" if item["mood"] is None else str(item["mood"]),
            first_line(item["text"]),
            Text(state, style="dim" if item["state"] == "read" else "yellow"),
            Text(short(item["id"]), style="dim"),
        )
    return drawn


def job_table(jobs: Sequence[dict[str, Any]], zone: str) -> Table:
    """Jobs with what became of them."""
    drawn = table("created", "kind", "state", "tries", "note", "id", right=["tries"])
    styles = {"dead": "red", "queued": "yellow", "leased": "yellow", "done": "dim"}
    for item in jobs:
        add(
            drawn,
            local(item["created_at"], zone),
            item["kind"],
            Text(item["state"], style=styles.get(item["state"], "")),
            str(item["attempts"]),
            item["reason"] or item["summary"] or "",
            Text(short(item["id"]), style="dim"),
        )
    return drawn
