"""How memories are shown: one of them with all that is behind it, and what became of deletions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import typer
from rich.text import Text

from graph_aria.cli.grid import Column, grid
from graph_aria.cli.session import Session
from graph_aria.cli.show import first_line, local, short
from graph_aria.cli.words import edited
from graph_aria.domain.entries import checked_text
from graph_aria.domain.search_words import content_words
from graph_aria.domain.sentences import counted
from graph_aria.errors import InvalidInput

_LONGEST = 300
_MOST_KEPT = 5
MERGED = "merged into it"


def tell_memory(session: Session, answer: dict[str, Any]) -> None:
    """Print a memory with why, words, standing and history."""
    item = answer["memory"]
    session.out.print(Text(item["told"], style="bold"))
    if item["reason"]:
        session.say(f"because {item['reason']}")
    facts = [item["category"], item["kind"], f"importance {item['importance']:.1f}"]
    if item["tentative"]:
        facts.append(f"tentative: {item['learned']}")
    if item["scope"]:
        facts.append(f"in {item['scope']}")
    if item["pinned"]:
        facts.append("pinned")
    session.say(f"{', '.join(facts)}   {item['id']}", style="dim")
    session.say(f"{item['state']}: {answer['standing']}")
    if answer["changed_on"]:
        session.say(f"that changed on {answer['changed_on']}")
    if item["stale"]:
        said = local(item["confirmed_at"], session.zone)[:10]
        session.say(f"last said on {said}: it may no longer be so", style="yellow")
    _tell_days(session, item)
    _tell_sources(session, answer["sources"])
    tell_history(session, answer["history"])


def _tell_days(session: Session, item: dict[str, Any]) -> None:
    if item["important"]:
        session.say(f"returns on {item['important']['next_on']}")
    if item["valid_from"] or item["valid_until"]:
        session.say(f"holds {_span(item['valid_from'], item['valid_until'])}")
    if item["expires_at"]:
        verb = "was of use until" if item["expired"] else "is of use until"
        session.say(f"{verb} {local(item['expires_at'], session.zone)}")


def _span(first: str | None, last: str | None) -> str:
    if first == last:
        return f"on {first}"
    return " ".join(filter(None, (first and f"from {first}", last and f"until {last}")))


def _tell_sources(session: Session, sources: Sequence[dict[str, Any]]) -> None:
    columns = (
        Column("day"),
        Column("in your words", least=24),
        Column("how", least=12, spare=1),
        Column("rule", spare=2),
        Column("entry"),
    )
    rows = [
        (
            item["day"],
            Text(f"“{first_line(item['quote'], _LONGEST)}”", style="italic")
            if item["quote"]
            else "(being read again)",
            item["how"],
            Text(item["rule"], style="dim"),
            Text(short(item["entry_id"]), style="dim"),
        )
        for item in sources
    ]
    session.out.print(grid(columns, rows, width=session.out.width))


def tell_history(session: Session, history: Sequence[dict[str, Any]]) -> None:
    """Print how a memory changed; nothing if it did not."""
    if not history:
        return
    columns = (
        Column("when"),
        Column("what", spare=2),
        Column("from", least=12),
        Column("to", least=12),
        Column("why", least=12, spare=1),
    )
    rows = []
    for item in history:
        why = f"{item['why']} ({item['by']})"
        if item["other"]:
            why += f": {item['other']['text']}"
        blank = "(deleted)" if item["what"] == "text" else ""
        ends = (item["before"] or blank, item["after"] or blank)
        rows.append((local(item["at"], session.zone), item["what"], *ends, why))
    session.out.print(grid(columns, rows, width=session.out.width))


def tell_back(session: Session, back: Sequence[dict[str, Any]]) -> None:
    """Say which memories hold again because something was deleted."""
    for item in back:
        session.say(f"holds again: {item['text']}")


def tell_gone(session: Session, answer: dict[str, Any]) -> None:
    """Say what went with something that was deleted, what holds again, and the proof of it."""
    if answer["memories_gone"]:
        n = counted(answer["memories_gone"], "memory", "memories")
        session.say(f"{n} that nothing else supports went with it")
    tell_back(session, answer["memories_back"])
    tell_proof(session, answer)


def tell_proof(session: Session, answer: dict[str, Any]) -> None:
    """Say what a search for deleted words came to."""
    if answer["proved"] and not answer["found"]:
        session.say(_told_of_proof(answer["n_words"], answer["kept"]))
        _tell_kept(session, answer["kept"])
    for item in answer["found"]:
        session.say(f"still there: {item['word']} in {item['where']}", style="yellow")
    if answer["out_of_reach"]:
        session.note(f"out of reach: {'; '.join(answer['out_of_reach'])}")


def _told_of_proof(n_words: int, kept: Sequence[str]) -> str:
    if not n_words:
        return "it had no words of its own to search for: what remains holds them all"
    which = "that it alone had" if content_words(" ".join(kept)) else "of it"
    return f"searched for {counted(n_words, 'word')} {which}: nothing is left in the store"


def _tell_kept(session: Session, kept: Sequence[str]) -> None:
    """Say which words were not searched for, and what takes them away as well."""
    told = content_words(" ".join(kept))
    if not told:
        return
    named = ", ".join(f"“{word}”" for word in told[:_MOST_KEPT])
    more = f" and {len(told) - _MOST_KEPT} more" if len(told) > _MOST_KEPT else ""
    stand = "stands" if len(told) == 1 else "stand"
    session.say(
        f"{named}{more} still {stand} in what you wrote (entries, other memories, names); "
        f"`aria entry list --query {told[0]}` may show where, `aria entry delete` takes it away"
    )


def change(
    session: Session,
    path: str,
    what: str,
    text: str | None,
    facts: Mapping[str, Any],
    *,
    nothing: str,
    cleared: Collection[str] = (),
) -> dict[str, Any]:
    """Change something remembered: as it was given, or its sentence in the editor.

    Args:
        session: of the command.
        path: of it in the API.
        what: as the API's answer names it.
        text: the new sentence, None if it was not given.
        facts: what else may be given, None where it was not.
        nothing: what to say where nothing was given and nobody sits there.
        cleared: what is taken away.

    Returns:
        The answer of the API.

    Raises:
        InvalidInput: nothing was given, and nobody sits there.
        InvalidText: the sentence cannot be kept.
    """
    session.expect_words()
    body = {key: one for key, one in facts.items() if one is not None} | dict.fromkeys(cleared)
    if text is not None:
        body["text"] = checked_text(text)
    if not body:
        if not session.is_interactive:
            raise InvalidInput(nothing)
        with edited(session, session.get(path)[what]["text"]) as words:
            answer: dict[str, Any] = session.store(
                "PATCH", path, {"text": checked_text(words).strip()}
            )
    else:
        answer = session.store("PATCH", path, body)
    return answer


def tell_forgotten(
    session: Session,
    answer: dict[str, Any],
    texts: Sequence[str],
    *,
    more: str = MERGED,
) -> None:
    """Say what became of memories that were deleted; fails if words of theirs were found.

    Args:
        session: of the command.
        answer: of the API.
        texts: what those that were named said.
        more: what others that went were to these.

    Raises:
        Exit: words were found.
    """
    if not session.emit(answer):
        for text in texts:
            session.say(f"deleted: {text}")
        n_more = len(answer["gone"]) - len(texts)
        if n_more > 0:
            session.say(f"with it went {counted(n_more, 'memory', 'memories')} {more}")
        tell_back(session, answer["back"])
        tell_proof(session, answer)
    if answer["found"]:
        raise typer.Exit(1)


def tell_learned(session: Session, memories: Sequence[dict[str, Any]]) -> None:
    """Print what was learned from an entry, with its words."""
    columns = (
        Column("remembered", least=24),
        Column("in your words", least=20, spare=1),
        Column("rule", spare=2),
        Column("id"),
    )
    rows = []
    for item in memories:
        text = Text(item["text"], style="" if item["state"] == "current" else "dim")
        if item["state"] != "current":
            text.append(f" ({item['state']})", style="yellow")
        quote = Text(f"“{first_line(item['quote'], 70)}”", style="italic") if item["quote"] else ""
        rows.append((text, quote, Text(item["rule"], style="dim"), Text(short(item["id"]))))
    if rows:
        session.out.print(grid(columns, rows, width=session.out.width))


def tell_foreseen(session: Session, memories: Sequence[dict[str, Any]]) -> None:
    """Print what would be remembered of words, and what would not and why."""
    columns = (
        Column("would be remembered", least=24),
        Column("", least=10),
        Column("in your words", least=20, spare=1),
        Column("rule", spare=2),
    )
    rows = []
    for item in memories:
        is_refused = item["fate"] == "refused"
        text = Text(item["text"] or "…", style="dim" if is_refused else "")
        why = item["why"]
        for other in item["takes_place_of"]:
            why += f": {other}"
        fate = Text("no: " if is_refused else "", style="yellow")
        fate.append(why, style="" if is_refused else "dim")
        quote = Text(f"“{first_line(item['quote'], 70)}”", style="italic")
        rows.append((text, fate, quote, Text(item["rule"], style="dim")))
    if rows:
        session.out.print(grid(columns, rows, width=session.out.width))
