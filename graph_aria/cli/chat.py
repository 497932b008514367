"""Talking with ARIA: `aria chat`."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from graph_aria.cli import show
from graph_aria.cli.chat_loop import lead, tell_end
from graph_aria.cli.pick import conversation_id
from graph_aria.cli.reply_grounds import set_right, tell_grounds, turn_named
from graph_aria.cli.session import Session, command
from graph_aria.cli.talking import OWN, Talk, write
from graph_aria.domain.entries import checked_text
from graph_aria.errors import InvalidInput

_SAY: Final = "say"


class _Chat(TyperGroup):
    """`aria chat` and `aria chat WORDS` are `aria chat say`.

    Attributes:
        default_name: the command that words are for which name none.
    """

    default_name = _SAY

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take what names no command of its own for words to say."""
        if not any(arg in {"--help", "-h"} for arg in args[:1]) and (
            not args or args[0] not in self.commands
        ):
            args = [self.default_name, *args]
        return super().parse_args(ctx, args)


chat = typer.Typer(
    cls=_Chat,
    help="Talk with ARIA; `aria chat why` shows what a reply rests on. `aria chat` alone is "
    "`aria chat say`.",
)


@command(chat, _SAY)
def say(
    session: Session,
    *,
    text: Annotated[
        str | None,
        typer.Argument(metavar="[TEXT]", help="One turn; without it a conversation, or a pipe."),
    ] = None,
    once: Annotated[
        str | None, typer.Option("--once", metavar="TEXT", help="The same: one turn.")
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Begin a new conversation; else the last one goes on.")
    ] = False,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation", metavar="CONVERSATION", help="Go on with this one: an id, or its end."
        ),
    ] = None,
    off_record: Annotated[
        bool,
        typer.Option(
            "--off-record",
            help="Nothing is learned from the conversation, what was said in it before too.",
        ),
    ] = False,
    show_prompt: Annotated[
        bool,
        typer.Option(
            "--show-prompt",
            help="Show the prompt for a turn, its parts with their tokens and budgets; nothing is "
            "stored or sent.",
        ),
    ] = False,
) -> None:
    """Talk with ARIA. What you say is stored and read like an entry; her replies never are."""
    if text is not None and once is not None:
        raise InvalidInput("give the words once: as an argument, or with --once")
    if new and conversation is not None:
        raise InvalidInput("--new begins a conversation, --conversation goes on with one")
    words = once if text is None else text
    if words == "-" or (words is None and not sys.stdin.isatty()):
        words = sys.stdin.read().strip()
    begun = None if new else _begun(session, conversation)
    if show_prompt:
        if words is None:
            raise InvalidInput("--show-prompt needs the words that a prompt is wanted for")
        _tell_prompt(session, begun, checked_text(words))
        return
    if off_record and conversation is None:
        begun = None  # what was said on the record stays so
    if begun is not None and not off_record:
        off_record = not session.get(f"/conversations/{begun}")["remember"]
    talk = Talk(session, begun, remembers=not off_record)
    if words is not None:
        _say_once(session, talk, checked_text(words))
        return
    if not session.is_interactive:
        raise InvalidInput("nobody can be asked here; give the words, or pipe them in")
    lead(session, talk, off_record=off_record)


@command(chat, "why")
def why(
    session: Session,
    *,
    turn: Annotated[
        str | None,
        typer.Argument(metavar="[TURN]", help="An id, or the end of one; the last turn if none."),
    ] = None,
    forget: Annotated[
        int | None,
        typer.Option("--forget", metavar="N", help="Forget what has this number."),
    ] = None,
    correct: Annotated[
        tuple[int, str] | None,
        typer.Option(
            "--correct",
            metavar="N TEXT",
            help="Correct what has this number: a memory's sentence, your own words, or of a "
            "relation the name of what it is about.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Show what a reply rests on, with your own words and their day, and set it right."""
    if forget is not None and correct is not None:
        raise InvalidInput("forget one, or correct one")
    turn_id = turn_named(session, turn)
    context = session.get(f"/chat/{turn_id}/context")
    if forget is None and correct is None:
        if not session.emit(context):
            tell_grounds(session, context)
            session.note("`aria chat why --forget N` forgets one, `--correct N TEXT` corrects it")
        return
    number = forget if forget is not None else correct[0] if correct else 0
    words = None if correct is None else checked_text(correct[1])
    answer = set_right(session, context, number, words, yes=yes)
    if not session.emit(answer):
        session.say("forgotten" if words is None else "corrected")


def _begun(session: Session, reference: str | None) -> str | None:
    """The conversation that goes on: the one named, else the last one, None without any.

    The last one that ARIA or the user led here, and that is remembered: another client's goes
    on there, and one off the record is over with the talk, or nothing would be learned of all
    that follows without a word.
    """
    if reference is not None and reference != "last":
        return conversation_id(session, reference)
    for item in session.get("/conversations", limit=20)["items"]:
        is_own = item["external_id"] is None or item["external_id"].startswith(OWN)
        if is_own and item["remember"]:
            return str(item["id"])
    return None


def _say_once(session: Session, talk: Talk, words: str) -> None:
    done = talk.say(words, shows=not session.as_json)
    if not session.emit(done):
        write("\n")
        tell_end(session, done)
        if not talk.is_remembered:
            session.note("off the record: nothing is learned from this conversation")


def _tell_prompt(session: Session, begun: str | None, words: str) -> None:
    answer = session.post("/chat/preview", {"text": words, "conversation_id": begun})
    if session.emit(answer):
        return
    drawn = show.table("part", "tokens", "budget", right=("tokens", "budget"))
    names = dict.fromkeys((*answer["budgets"], *answer["parts"]))
    for name in names:
        budget = answer["budgets"].get(name)
        drawn.add_row(
            name, f"{answer['parts'].get(name, 0):,}", "" if budget is None else f"{budget:,}"
        )
    session.out.print(drawn)
    asked = answer["model"] or "no chat model is set: offline ARIA replies, and needs no prompt"
    session.say(f"{answer['n_tokens']:,} of {answer['window']:,} tokens; {asked}")
    for message in answer["messages"]:
        session.say(f"\n{message['role']}:", style="dim")
        session.say(message["text"])
