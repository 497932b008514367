"""A conversation at a terminal: a line or a paste is a turn, and what begins with / is done."""

from __future__ import annotations

import re
import select
import sys
from contextlib import suppress
from typing import Any, Final

import typer

from graph_aria.cli.exits import Refused
from graph_aria.cli.reply_grounds import last_turn, set_right, tell_grounds
from graph_aria.cli.session import Session
from graph_aria.cli.talking import GOES_ON, Talk, write
from graph_aria.domain.entries import checked_text
from graph_aria.errors import AriaError, NotFound

with suppress(ImportError):
    # Lines can be edited, and a paste comes as one; there is none on Windows.
    import readline  # noqa: F401

_PASTE_SECONDS: Final = 0.05
"""What comes so soon after a line was pasted with it."""

_ORDERS: Final = frozenset({"/why", "/forget", "/new", "/quit", "/exit", "/q", "/bye", "/help"})
_LIKE_ORDER: Final = re.compile(r"/[a-z]{1,10}|/\?")
_PROMPT: Final = "> "
HELP: Final = """\
/why            what the last reply rests on
/why N TEXT     correct number N of it
/forget         delete what you said last, with the reply and all that was learned from it
/forget N       forget number N of what the last reply rests on
/new            begin a new conversation
/quit           leave (Ctrl-D does, too)
Anything else is said to ARIA. Ctrl-C leaves a reply; it goes on without you."""


def lead(session: Session, talk: Talk, *, off_record: bool) -> None:
    """Lead a conversation until somebody leaves it."""
    head = "goes on" if talk.conversation_id else "begins"
    learned = "; nothing is learned from it" if off_record else ""
    session.note(f"the conversation {head}{learned}. /help tells what there is, /quit leaves")
    while True:
        said = _read()
        if said is None:
            break
        words = said.strip()
        if not words:
            continue
        if is_order(words):
            if not _done(session, talk, words):
                break
            continue
        _say(session, talk, words)
    if not talk.is_heard:
        _wait(session, talk)


def is_order(words: str) -> bool:
    """Whether a line is something to do; a path or a fraction of a sentence is said.

    >>> is_order("/forget 2"), is_order("/hepl"), is_order("/home/maya/diary.txt is lost")
    (True, True, False)
    """
    name, _, rest = words.partition(" ")
    return name in _ORDERS or (not rest and _LIKE_ORDER.fullmatch(name) is not None)


def _say(session: Session, talk: Talk, words: str) -> None:
    try:
        done = talk.say(checked_text(words))
    except KeyboardInterrupt:
        write("\n")
        if talk.is_heard:
            session.note(session.progress or "stopped")
        else:
            session.note(f"left; {GOES_ON}")
        return
    except (AriaError, Refused) as error:
        write("\n")
        session.note(error.detail if isinstance(error, Refused) else error.message)
        return
    write("\n")
    tell_end(session, done)


def tell_end(session: Session, done: dict[str, Any]) -> None:
    """Say beside a reply how it ended, if not well."""
    if done.get("state") == "cut":
        session.note("the reply broke off here; what there is of it is kept")
    if done.get("note"):
        session.note(done["note"])


def _wait(session: Session, talk: Talk) -> None:
    """Let a reply that was left come to its end: without a server it lives in this process."""
    try:
        talk.rest()
    except KeyboardInterrupt:
        session.note("left at once: what there is of the reply is kept")
    except (AriaError, Refused):
        return  # it is noted as cut, and shown so


def _done(session: Session, talk: Talk, words: str) -> bool:
    """Do what begins with a stroke; False to leave."""
    name, _, rest = words.partition(" ")
    if name in {"/quit", "/exit", "/q", "/bye"}:
        return False
    try:
        if name == "/new":
            talk.conversation_id, talk.turn_id = None, None
            session.note("a new conversation begins with what you say next")
        elif name == "/why":
            _why(session, talk, rest.strip())
        elif name == "/forget":
            _forget(session, talk, rest.strip())
        else:
            session.note(HELP)
    except typer.Abort:
        session.note("nothing was changed")
    except (AriaError, Refused) as error:
        session.note(error.detail if isinstance(error, Refused) else error.message)
    return True


def _why(session: Session, talk: Talk, rest: str) -> None:
    context = _context(session, talk)
    number, _, words = rest.partition(" ")
    if not rest:
        tell_grounds(session, context)
        session.note("/forget N forgets one, /why N TEXT corrects it")
    elif number.isdecimal() and words.strip():
        set_right(session, context, int(number), checked_text(words.strip()), yes=True)
        session.note("corrected")
    else:
        session.note("/why, or /why N TEXT with the number of what is wrong and how it is right")


def _forget(session: Session, talk: Talk, rest: str) -> None:
    if rest.isdecimal():
        set_right(session, _context(session, talk), int(rest), None, yes=False)
        session.note("forgotten")
    elif rest:
        session.note("/forget for what you said last, or /forget N for a number of /why")
    else:
        turn_id = talk.turn_id or _last(session, talk)
        session.confirm("Delete what you said last, and the reply to it, for good?", yes=False)
        session.delete(f"/entries/{turn_id}")
        talk.turn_id = None
        session.note("deleted, with the reply and all that was learned from it")


def _context(session: Session, talk: Talk) -> dict[str, Any]:
    turn_id = talk.turn_id or _last(session, talk)
    return dict(session.get(f"/chat/{turn_id}/context"))


def _last(session: Session, talk: Talk) -> str:
    if talk.conversation_id is None:
        raise NotFound("nothing was said in this conversation yet")
    return last_turn(session, talk.conversation_id)


def _read() -> str | None:
    """A line, or all lines of a paste; None if somebody leaves."""
    try:
        lines = [input(_PROMPT)]
        # What is to be done stands on a line of its own, whatever was typed ahead.
        while not is_order(lines[0].strip()) and _has_more():
            lines.append(input(""))
    except EOFError:
        write("\n")
        return None
    except KeyboardInterrupt:
        write("\n")
        return ""
    return "\n".join(lines)


def _has_more() -> bool:
    try:
        ready, _, _ = select.select([sys.stdin], [], [], _PASTE_SECONDS)
    except (OSError, ValueError):  # no terminal that can be watched
        return False
    return bool(ready)
