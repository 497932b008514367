"""Conversations: `aria conversation …`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from graph_aria.cli import pick, show
from graph_aria.cli.chat_loop import lead
from graph_aria.cli.options import Prove, Yes
from graph_aria.cli.remembered import tell_gone
from graph_aria.cli.session import Session, command
from graph_aria.cli.talking import OWN, Talk
from graph_aria.domain.sentences import counted
from graph_aria.errors import InvalidInput, NotFound

conversation = typer.Typer(
    no_args_is_help=True, help="Conversations: list, show, resume, delete, what is learned."
)
ConversationRef = Annotated[
    str,
    typer.Argument(metavar="CONVERSATION", help="An id, or the end of one; `last` is the latest."),
]
_SWITCH: Final = {"on": True, "off": False}


@command(conversation, "list")
def list_conversations(
    session: Session,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 20,
) -> None:
    """List conversations, with when something was last said in them; the latest first."""
    page = session.get("/conversations", limit=limit)
    if session.emit(page):
        return
    if not page["items"]:
        session.say("no conversations yet")
        return
    for item in page["items"]:
        session.say(_line(session, item))
    if page["next_cursor"]:
        session.note(f"there are more; --limit shows more than {limit}")


@command(conversation, "show")
def show_conversation(
    session: Session,
    reference: Annotated[
        str | None, typer.Argument(metavar="[CONVERSATION]", help="An id, or the end of one.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="At most so many messages.")] = 50,
) -> None:
    """Show the last messages of a conversation. The latest, if none is named."""
    conversation_id = _id(session, reference)
    item = session.get(f"/conversations/{conversation_id}")
    page = session.get(f"/conversations/{conversation_id}/messages", limit=limit)
    if session.emit({**item, "messages": page}):
        return
    session.say(_line(session, item), style="dim")
    for message in page["items"]:
        who = "you" if message["role"] == "user" else "reply"
        cut = " (cut)" if message["cut"] else ""
        at = show.local(message["at"], session.zone)
        session.say(f"\n{at}  {who}{cut}  {show.short(message['entry_id'])}", style="dim")
        if message["text"]:
            session.say(message["text"])
    if not page["items"]:
        session.say("nothing was said in it yet")
    if page["next_cursor"]:
        session.note(f"there are earlier ones; --limit shows more than {limit}")


@command(conversation, "resume")
def resume_conversation(session: Session, reference: ConversationRef) -> None:
    """Go on with a conversation at the terminal, as `aria chat --conversation` does."""
    if not session.is_interactive:
        raise InvalidInput("nobody can be asked here; `aria chat --conversation` takes words")
    lead(session, Talk(session, _id(session, reference)), off_record=False)


@command(conversation, "delete")
def delete_conversation(
    session: Session,
    *,
    reference: ConversationRef,
    prove: Prove = False,
    yes: Yes = False,
) -> None:
    """Delete a conversation as if nothing had been said in it, with all that came of it."""
    conversation_id = _id(session, reference)
    named = f"the conversation {show.short(conversation_id)}"
    session.confirm(f"Delete {named} with all that was said in it for good?", yes=yes)
    answer = session.delete(f"/conversations/{conversation_id}", prove=prove or None)
    if not session.emit(answer):
        session.say(f"deleted {named} with {counted(answer['n_turns'], 'turn')}")
        tell_gone(session, answer)
    if answer["found"]:
        raise typer.Exit(1)


@command(conversation, "remember")
def remember_conversation(
    session: Session,
    reference: ConversationRef,
    switch: Annotated[str, typer.Argument(metavar="SWITCH", help="on or off.")],
) -> None:
    """Switch whether anything is learned from a conversation, what was said before too."""
    if switch not in _SWITCH:
        message = f"SWITCH is on or off, not {switch!r}"
        raise InvalidInput(message)
    conversation_id = _id(session, reference)
    answer = session.patch(f"/conversations/{conversation_id}", {"remember": _SWITCH[switch]})
    if session.emit(answer):
        return
    if answer["remember"]:
        session.say("it is remembered: its turns are read again")
    else:
        session.say(
            "it is not remembered: what was learned from it is withdrawn. Its words stay "
            "(`aria entry delete` deletes them), and so do memories that you edited yourself "
            "(`aria memory delete`)"
        )


def _id(session: Session, reference: str | None) -> str:
    if reference is None or reference == "last":
        latest = session.get("/conversations", limit=1)["items"]
        if not latest:
            raise NotFound("there is no conversation yet")
        return str(latest[0]["id"])
    return pick.conversation_id(session, reference)


def _line(session: Session, item: dict[str, Any]) -> str:
    began = show.local(item["started_at"], session.zone)
    last = show.local(item["last_at"], session.zone)
    parts = [last, show.short(item["id"])]
    parts += [f"begun {began}"] * (began != last)
    parts += [f"namespace {item['namespace']}"] * bool(item["namespace"])
    if item["external_id"] and not item["external_id"].startswith(OWN):
        parts.append(f"there: {item['external_id']}")
    parts += ["not remembered"] * (not item["remember"])
    return "  ".join(parts)
