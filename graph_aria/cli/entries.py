"""Writing, moods, and entries: `aria log`, `aria mood`, `aria entry …`, `aria reread`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from graph_aria.cli import pick, show, tables
from graph_aria.cli.options import Prove, Yes
from graph_aria.cli.reading import marked, tell_care, tell_statements
from graph_aria.cli.remembered import tell_gone, tell_learned
from graph_aria.cli.session import Session, command
from graph_aria.cli.words import At, Zone, edited, given_words, when
from graph_aria.domain.entries import checked_mood, checked_text
from graph_aria.domain.sentences import counted
from graph_aria.domain.vocabulary import EMOTIONS
from graph_aria.errors import InvalidInput

_FIRST_WORDS: Final = 50
_WAIT_SECONDS: Final = 30.0
_LOOK_FIRST: Final = 0.01
_LOOK_LAST: Final = 0.15
_SOME_FEELINGS: Final = 8
entry = typer.Typer(no_args_is_help=True, help="Entries: list, show, edit, delete.")
EntryRef = Annotated[
    str,
    typer.Argument(
        metavar="ENTRY", help="An id, or the end of one; `last` is the one written last."
    ),
]
Mood = Annotated[int | None, typer.Option("--mood", help="1 (worst) to 10 (best).")]


def log(
    session: Session,
    text: Annotated[
        str | None, typer.Argument(help="The words; `-` or nothing reads a pipe.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Read the words from a file.")
    ] = None,
    at: At = None,
    zone: Zone = None,
    mood: Mood = None,
) -> None:
    """Write an entry. The words come from here, a file, a pipe or your editor."""
    session.expect_words()
    facts = {"mood": checked_mood(mood), "origin": "cli", **when(session, at, zone)}
    with given_words(session, text, file) as words:
        answer = _written(session, "POST", "/entries", {"text": words, **facts})
    if not session.emit(answer):
        _tell_read(session, answer)


def mood(
    session: Session,
    value: Annotated[int, typer.Argument(metavar="MOOD", help="1 (worst) to 10 (best).")],
    feeling: Annotated[
        list[str] | None,
        typer.Option("--feeling", metavar="FEELING", help="A feeling; may be given again."),
    ] = None,
    because: Annotated[str, typer.Option("--because", help="The reason, in words.")] = "",
    at: At = None,
    zone: Zone = None,
) -> None:
    """Note how you feel."""
    session.expect_words()
    feelings = [word.strip() for item in feeling or [] for word in item.split(",") if word.strip()]
    body = {
        "mood": checked_mood(value),
        "feelings": feelings,
        "because": checked_text(because, may_be_empty=True),
        "origin": "cli",
        **when(session, at, zone),
    }
    answer = _written(session, "POST", "/moods", body)
    if not session.emit(answer):
        _tell_read(session, answer)
        _tell_unknown(session, answer["reading"], feelings)


def _tell_unknown(
    session: Session, reading: dict[str, Any] | None, feelings: Sequence[str]
) -> None:
    """Say which feelings were not read as one."""
    if reading is None or reading["entry"]["state"] != "read":
        return
    read = [phrase["words"].casefold() for phrase in reading["phrases"]]
    unknown = [
        word for word in feelings if not any(said in word.casefold() for said in read if said)
    ]
    if unknown:
        known = ", ".join(sorted(EMOTIONS)[:: max(1, len(EMOTIONS) // _SOME_FEELINGS)])
        session.note(
            f"not known as a feeling: {', '.join(unknown)}; it stays in the entry. Known are such "
            f"as {known}, and many words for them"
        )


def reread(
    session: Session,
    *,
    reference: Annotated[
        str | None, typer.Argument(metavar="[ENTRY]", help="An id, or the end of one.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All entries.")] = False,
    without_model: Annotated[
        bool,
        typer.Option("--without-model", help="Those that were read without the model that is set."),
    ] = False,
    unread: Annotated[
        bool, typer.Option("--unread", help="Those that were stored while memory was off.")
    ] = False,
) -> None:
    """Read an entry again, or all of them, with today's reader."""
    if [every, without_model, unread, reference is not None].count(True) != 1:
        raise InvalidInput("name an entry, or say --all, --without-model or --unread")
    if reference is None:
        answer = session.post(
            "/entries/reread", without_model=without_model or None, unread=unread or None
        )
    else:
        answer = session.post(f"/entries/{pick.entry_id(session, reference)}/reread")
    if not session.emit(answer):
        n = counted(answer["n_queued"], "entry", "entries")
        session.say(f"{n} to be read again; Ctrl-C leaves the rest for later, see `aria jobs`")


@command(entry, "list")
def list_entries(
    session: Session,
    query: Annotated[
        str | None, typer.Option("--query", metavar="WORDS", help="Words that all occur.")
    ] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DAY", help="First day.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DAY", help="Last day.")] = None,
    state: Annotated[
        str | None,
        typer.Option("--state", help="pending, read, unread or failed."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--form", help="Journal, MoodCheckIn, Turn, or Note: memories by hand."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 20,
) -> None:
    """List entries, newest first."""
    page = session.get(
        "/entries", query=query, since=since, until=until, state=state, form=form, limit=limit
    )
    if session.emit(page):
        return
    if not page["items"]:
        is_asked = any(one is not None for one in (query, since, until, state, form))
        helps = "`aria entry list` shows all" if is_asked else "write with `aria log`"
        session.say(f"nothing here{' with that' * is_asked}; {helps}")
        return
    session.out.print(tables.entry_table(page["items"], session.zone, session.out.width))
    if page["next_cursor"]:
        session.note(f"there are more; --limit shows more than {limit}")


@command(entry, "show")
def show_entry(
    session: Session,
    reference: Annotated[
        str | None, typer.Argument(metavar="[ENTRY]", help="An id, or the end of one.")
    ] = None,
) -> None:
    """Show an entry with what was read, phrase by phrase; the last written, if none is named."""
    reading = session.get(f"/entries/{pick.entry_id(session, reference)}/reading")
    if session.emit(reading):
        return
    item = reading["entry"]
    session.say(
        f"{show.local(item['occurred_at'], item['zone'])} ({item['zone']})"
        + (f", mood {item['mood']}" if item["mood"] is not None else "")
        + f"   {item['id']}",
        style="dim",
    )
    session.out.print(marked(item["text"], reading["phrases"]))
    if item["state"] != "read" or item["reason"]:
        why = f": {item['reason']}" if item["reason"] else ""
        session.say(f"\n{item['state']}{why}", style="yellow")
        if item["remedy"]:
            session.say(f"→ {item['remedy']}", style="dim")
    if item["refused"]:
        session.say(item["refused"], style="yellow")
    _tell_phrases(session, reading)
    tell_learned(session, reading["memories"])
    if item["cost"]:
        session.say(_told_of_cost(item["cost"]), style="dim")


def _told_of_cost(cost: dict[str, Any]) -> str:
    about = "about " * cost["estimated"]
    n_tokens = cost["n_sent"] + cost["n_received"]
    return (
        f"the model was asked {counted(cost['n_calls'], 'time')}: {about}{n_tokens:,} tokens "
        f"({cost['n_sent']:,} sent, {cost['n_received']:,} received)"
    )


@command(entry, "edit")
def edit_entry(
    session: Session,
    reference: EntryRef,
    text: Annotated[str | None, typer.Option("--text", help="The new words.")] = None,
    at: At = None,
    zone: Zone = None,
    mood: Mood = None,
) -> None:
    """Change an entry: with options, or its words in your editor."""
    session.expect_words()
    entry_id = pick.entry_id(session, reference)
    facts = {"mood": checked_mood(mood), **when(session, at, zone)}
    if text is None and not any(facts.values()):
        if not session.is_interactive:
            raise InvalidInput("nothing to change; give --text, --at, --zone or --mood")
        with edited(session, session.get(f"/entries/{entry_id}")["text"]) as words:
            answer = _changed(session, entry_id, words, facts)
    else:
        answer = _changed(session, entry_id, text, facts)
    if not session.emit(answer):
        _tell_read(session, answer)


def _changed(
    session: Session, entry_id: str, text: str | None, facts: dict[str, Any]
) -> dict[str, Any]:
    new = text if text is None else checked_text(text, may_be_empty=True)
    return _written(session, "PATCH", f"/entries/{entry_id}", {"text": new, **facts})


@command(entry, "allow-reading")
def allow_reading(session: Session, reference: EntryRef) -> None:
    """Have an entry read like any other although it speaks of a crisis."""
    entry_id = pick.entry_id(session, reference)
    answer = _written(session, "POST", f"/entries/{entry_id}/allow-reading", None)
    if not session.emit(answer):
        _tell_read(session, answer)


@command(entry, "delete")
def delete_entry(
    session: Session,
    *,
    reference: EntryRef,
    prove: Prove = False,
    yes: Yes = False,
) -> None:
    """Delete an entry as if it had never been written."""
    entry_id = pick.entry_id(session, reference)
    item = session.get(f"/entries/{entry_id}")
    words = show.first_line(item["text"], _FIRST_WORDS)
    named = f"the entry of {show.local(item['occurred_at'], item['zone'])}, “{words}”"
    session.confirm(f"Delete {named} for good?", yes=yes)
    answer = session.delete(f"/entries/{entry_id}", prove=prove or None)
    if not session.emit(answer):
        session.say(f"deleted {named}")
        tell_gone(session, answer)
        if answer["note"]:
            session.note(answer["note"])
    if answer["found"]:
        raise typer.Exit(1)


def _written(session: Session, method: str, path: str, body: object) -> dict[str, Any]:
    """Store words, then wait until they have been read, for a while.

    Raises:
        KeyboardInterrupt: somebody would not wait; `session.progress` says what is stored.
    """
    answer = session.store(method, path, body)
    item, pause = answer["entry"], _LOOK_FIRST
    deadline = time.monotonic() + _WAIT_SECONDS
    while item["state"] == "pending" and time.monotonic() < deadline:
        session.pause(pause)
        pause = min(2 * pause, _LOOK_LAST)
        item = session.get(f"/entries/{item['id']}")
    if item["state"] == "pending":
        session.hurry()
        return {**answer, "entry": item}
    session.progress = "what you wrote is stored"
    reading = session.get(f"/entries/{item['id']}/reading")
    return {**answer, "entry": reading["entry"], "reading": reading}


def _tell_read(session: Session, answer: dict[str, Any]) -> None:
    item, reading = answer["entry"], answer["reading"]
    if answer.get("care"):
        tell_care(session, answer["care"])
        session.note(
            "stored, with its mood; nothing was made of it and no model was shown it. "
            f"`aria entry allow-reading {show.short(item['id'])}` has it read like any other"
        )
        return
    if reading is None:
        session.say("stored; it will be read later (`aria jobs run read` waits for that)")
        return
    if item["state"] != "read":
        session.say(
            f"stored, but not read ({item['reason']}); {_shown_by(session, item)} to see it "
            "and what helps"
        )
        return
    things = {
        phrase["entity"]["id"]
        for phrase in reading["phrases"]
        if phrase["entity"] and phrase["state"] == "live"
    }
    n = counted(len(things), "thing")
    n_learned = len({one["id"] for one in reading["memories"]})
    learned = f", {counted(n_learned, 'memory', 'memories')}" if n_learned else ""
    session.say(f"{n} read{learned}; {_shown_by(session, item)} to see or fix")
    if item["refused"]:
        session.note(item["refused"])
    if item["reason"]:
        session.note(
            f"read without the model ({item['reason']}): `aria doctor` may tell why, and "
            "`aria reread --without-model` tries again"
        )


def _shown_by(session: Session, item: dict[str, Any]) -> str:
    """The command that shows an entry; the one written last need not be named."""
    is_latest = session.get("/entries/last")["id"] == item["id"]
    return "`aria entry show`" if is_latest else f"`aria entry show {show.short(item['id'])}`"


def _tell_phrases(session: Session, reading: dict[str, Any]) -> None:
    width = session.out.width
    if reading["phrases"]:
        session.out.print(tables.phrase_table(reading["phrases"], width))
    tell_statements(session, reading)
