"""What the commands list: entities, relations, evidence, entries, jobs and so on.

Each takes the width of the terminal; ids are shown by their end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from graph_aria.cli.grid import Cell, Column, grid
from graph_aria.cli.show import bar, bar_cells, first_line, local, role_of, short, trend
from graph_aria.domain.vocabulary import Predicate

_TO_THE_MINUTE: Final = 60
"""Columns from which on a time is shown with its year."""
_LONGEST: Final = 300
_MOST_QUOTES: Final = 5
"""Distinct quotes of one entry that are shown."""
_JOB_STYLES: Final = {"dead": "red", "queued": "yellow", "leased": "yellow", "done": "dim"}
Items = Sequence[dict[str, Any]]


def telling(relations: Items) -> list[dict[str, Any]]:
    """The relations that say more than that two things came up together."""
    return [item for item in relations if item["predicate"] != Predicate.RELATED_TO]


def _id_of(full_id: str) -> Text:
    return Text(short(full_id), style="dim")


def _said(words: str) -> Text:
    return Text(f"“{words}”", style="italic")


def _when(instant: str, zone: str, width: int) -> str:
    return local(instant, zone)[0 if width >= _TO_THE_MINUTE else len("2026-") :]


def entity_table(entities: Items, zone: str, width: int) -> Table:
    """Entities with weight and last day."""
    columns = (
        Column("name", least=14),
        Column("kind", spare=1),
        Column("weight"),
        Column("fades", spare=2),
        Column("last", spare=4),
        Column("days", right=True, spare=3),
        Column("id"),
    )
    rows: list[Sequence[Cell]] = []
    for item in entities:
        name = Text(item["name"], style="" if item["active"] else "dim")
        if item["pinned"]:
            name.append(" (pinned)", style="magenta")
        if role_of(item):
            name.append(f", {role_of(item)}", style="dim")
        fades = local(item["fades_at"], zone)[:10] if item["active"] else "faded"
        weight = bar(item["weight"], bar_cells(width))
        last, days = item["last_on"] or "", str(item["n_days"])
        rows.append((name, item["kind"], weight, fades, last, days, _id_of(item["id"])))
    return grid(columns, rows, width=width)


def relation_table(relations: Items, width: int) -> Table:
    """Relations as sentences, with the newest phrase that shows each."""
    columns = (
        Column("relation", least=20),
        Column("weight", spare=1),
        Column("last", spare=3),
        Column("in your words", least=20, spare=2),
        Column("id"),
    )
    rows: list[Sequence[Cell]] = []
    for item in relations:
        said = Text(item["sentence"], style="" if item["active"] else "dim")
        if item["ended_at"]:
            said.append(" (ended)", style="yellow")
        quote = _said(first_line(item["quotes"][0], 70)) if item["quotes"] else ""
        weight = bar(item["weight"], bar_cells(width))
        rows.append((said, weight, item["last_on"], quote, _id_of(item["id"])))
    return grid(columns, rows, width=width)


def _quotes(quotes: Sequence[str]) -> str:
    """Each distinct quote once, with how often it stands there; the first few of them."""
    counts = Counter(first_line(quote, 70) for quote in quotes)
    shown = [
        f"“{quote}”" + (f" ×{n}" if n > 1 else "")
        for quote, n in list(counts.items())[:_MOST_QUOTES]
    ]
    n_more = len(counts) - len(shown)
    return " … ".join(shown) + (f" … and {n_more} more" if n_more else "")


def evidence_table(evidence: Items, width: int) -> Table:
    """Evidence with the words it came from, newest first."""
    columns = (
        Column("day"),
        Column("strength", right=True, spare=2),
        Column("source", spare=1),
        Column("in your words", least=20),
    )
    rows: list[Sequence[Cell]] = []
    for item in evidence:
        source = (
            f"entry {short(item['entry_id'])}" if item["entry_id"] else f"you: {item['ruling']}"
        )
        quotes = _quotes(item["quotes"])
        strength = "ends it" if item["ended"] else f"{item['strength']:.2f}"
        shown = Text(source, style="dim"), Text(quotes, style="italic")
        rows.append((item["day"], strength, *shown))
    return grid(columns, rows, width=width)


def entry_table(entries: Items, zone: str, width: int) -> Table:
    """Entries by their first words, each on one line."""
    columns = (
        Column("when"),
        Column("mood", right=True, spare=1),
        Column("entry", least=20, cut=True),
        Column("state", least=8, spare=2),
        Column("id"),
    )
    rows: list[Sequence[Cell]] = []
    for item in entries:
        state = "" if item["state"] == "read" else item["state"]
        if item["reason"]:
            state = f"{item['state']} ({item['reason']})"
        mood = "" if item["mood"] is None else str(item["mood"])
        words = first_line(item["text"], _LONGEST)
        when = _when(item["occurred_at"], zone, width)
        rows.append((when, mood, words, Text(state, style="yellow"), _id_of(item["id"])))
    return grid(columns, rows, width=width)


def job_table(jobs: Items, zone: str, width: int) -> Table:
    """Jobs with what became of them."""
    columns = (
        Column("created", spare=2),
        Column("kind"),
        Column("state"),
        Column("tries", right=True, spare=3),
        Column("note", least=12, spare=1),
        Column("id"),
    )
    rows = [
        (
            _when(item["created_at"], zone, width),
            item["kind"],
            Text(item["state"], style=_JOB_STYLES.get(item["state"], "")),
            str(item["attempts"]),
            item["reason"] or item["summary"] or "",
            _id_of(item["id"]),
        )
        for item in jobs
    ]
    return grid(columns, rows, width=width)


def theme_table(themes: Items, width: int) -> Table:
    """Themes with their trends and what comes with them."""
    columns = (
        Column("theme", least=14),
        Column("weight"),
        Column("7 d", right=True, spare=1),
        Column("30 d", right=True),
        Column("comes with", least=14, spare=2),
        Column("mood, else", spare=3),
        Column("days", right=True, spare=4),
    )
    rows = [
        (
            item["entity"]["name"],
            bar(item["weight"], bar_cells(width)),
            trend(item["trend_7d"]),
            trend(item["trend_30d"]),
            Text(", ".join(emotion["name"] for emotion in item["emotions"]), style="dim"),
            ""
            if item["mood_with"] is None
            else f"{item['mood_with']:.1f}, {item['mood_without']:.1f}",
            str(item["n_days"]),
        )
        for item in themes
    ]
    return grid(columns, rows, width=width)


def chapter_table(chapters: Items, width: int) -> Table:
    """Chapters, each by what it was about."""
    columns = (
        Column("from"),
        Column("to", spare=1),
        Column("about", least=20),
        Column("mood", right=True, spare=2),
        Column("entries", right=True, spare=3),
        Column("id"),
    )
    rows = [
        (
            item["started_on"],
            item["ended_on"] or "open",
            ", ".join(theme["name"] for theme in item["themes"]),
            "" if item["mood"] is None else f"{item['mood']:.1f}",
            str(item["n_entries"]),
            _id_of(item["id"]),
        )
        for item in chapters
    ]
    return grid(columns, rows, width=width)


def phrase_table(phrases: Items, width: int) -> Table:
    """What was read, phrase by phrase."""
    columns = (
        Column("phrase", least=12),
        Column("read as", least=12),
        Column("kind", spare=2),
        Column("adds", right=True, spare=3),
        Column("note", least=12, spare=1),
    )
    rows: list[Sequence[Cell]] = []
    for phrase in phrases:
        note = _phrase_note(phrase, None if phrase["state"] == "live" else phrase["state"])
        name = (phrase["entity"] or phrase)["name"]
        rows.append((_phrase(phrase), name, phrase["kind"], f"{phrase['strength']:.2f}", note))
    return grid(columns, rows, width=width)


def preview_table(phrases: Items, width: int) -> Table:
    """What would be read, phrase by phrase, by which rule, and whom it would be taken to mean."""
    columns = (
        Column("phrase", least=10),
        Column("read as", least=10),
        Column("kind", spare=1),
        Column("rule", least=12),
        Column("taken for", least=14),
    )
    rows: list[Sequence[Cell]] = []
    for phrase in phrases:
        note = _phrase_note(phrase)
        taken = _identity(phrase["identity"])
        if note.plain and taken.plain:
            note.append(", ")
        rule = Text(phrase["rule"], style="dim")
        rows.append((_phrase(phrase), phrase["name"], phrase["kind"], rule, note + taken))
    return grid(columns, rows, width=width)


def _phrase(phrase: dict[str, Any]) -> str:
    return f"“{first_line(phrase['words'], 40)}”"


def _phrase_note(phrase: dict[str, Any], state: str | None = None) -> Text:
    notes = (
        role_of(phrase),
        phrase["cadence"],
        f"intensity {phrase['intensity']}" if phrase["intensity"] else None,
        "not there" if phrase["negated"] else None,
        None if phrase["of_user"] else "somebody else's",
        None if phrase["named"] else "from what is said",
        state,
    )
    return Text(", ".join(note for note in notes if note), style="dim")


def _identity(identity: dict[str, Any] | None) -> Text:
    """Whom a phrase is taken to mean, and how sure that is; empty for what is no evidence."""
    if identity is None:
        return Text()
    others = ", ".join(each["name"] for each in identity["may_be"])
    why = f"{identity['reason'].replace('_', ' ')}, {identity['score']:.2f}"
    if others:
        return Text(f"new, asks whether it is {others} ({why})", style="yellow")
    return Text(f"{identity['entity']['name']} ({why})") if identity["entity"] else Text("new")


def statement_table(statements: Items, width: int) -> Table:
    """What was read of how things are related, with the words that say it."""
    columns = (
        Column("statement", least=16),
        Column("in your words", least=16, spare=1),
        Column("note", least=9),
    )
    rows: list[Sequence[Cell]] = []
    for item in statements:
        notes = (
            None if item["polarity"] == "asserted" else item["polarity"],
            "over" if item["ended"] else None,
            None if item.get("state", "live") == "live" else item["state"],
        )
        rows.append(
            (
                f"{item['subject']} {item['predicate']} {item['object']}",
                _said(first_line(item["quote"], 90)),
                Text(", ".join(note for note in notes if note), style="yellow"),
            )
        )
    return grid(columns, rows, width=width)
